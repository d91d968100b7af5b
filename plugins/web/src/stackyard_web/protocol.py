"""The messages between a page and the server, as JSON objects with a `type`."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from stackyard.text import printable

Text = Annotated[str, Meta(max_length=200)]
Ply = Annotated[int, Meta(ge=0, le=2_000_000)]
Cell = Annotated[int, Meta(ge=0, le=10_000)]
Name = Annotated[str, Meta(max_length=30)]
Moves = Annotated[list[Text], Meta(max_length=200)]

# From the page


class PageMessage(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Base of the messages from a page."""


class Play(PageMessage, frozen=True, tag="move"):
    """Play a move, given as text; `version` is that of the state it was chosen in."""

    move: Text
    version: int


class Undo(PageMessage, frozen=True, tag="undo"):
    """Take back the last turn, and the computer's after it."""


class Redo(PageMessage, frozen=True, tag="redo"):
    """Replay the moves taken back last."""


class RequestHint(PageMessage, frozen=True, tag="hint"):
    """Request a hint."""


class Analyse(PageMessage, frozen=True, tag="analyse"):
    """Request the best moves and the balance after `ply` plies and `moves`."""

    ply: Ply
    moves: Moves = []


class RequestReview(PageMessage, frozen=True, tag="review"):
    """Request the review of the finished match; it is sent again and again while it grows."""


class StopReview(PageMessage, frozen=True, tag="stop_review"):
    """End the review that this page has requested, unless another page waits for it."""


class Attempt(PageMessage, frozen=True, tag="attempt"):
    """Try a move in place of the move `number` of the reviewed match, counted from 1."""

    number: Ply
    move: Text


class Resign(PageMessage, frozen=True, tag="resign"):
    """Resign."""


class OfferDraw(PageMessage, frozen=True, tag="offer_draw"):
    """Offer a draw; the offer is open until it is answered or a move is played."""


class AnswerDraw(PageMessage, frozen=True, tag="answer_draw"):
    """Take or decline the draw that the other player offers, or withdraw one's own offer."""

    accept: bool


class Rematch(PageMessage, frozen=True, tag="rematch"):
    """Request a rematch with colours swapped."""


class RequestTakeback(PageMessage, frozen=True, tag="ask_back"):
    """Ask the other player for a takeback of one's own last turn."""


class AnswerTakeback(PageMessage, frozen=True, tag="answer_back"):
    """Let the other player take back a turn or not, or withdraw one's own request."""

    accept: bool


class SetName(PageMessage, frozen=True, tag="name"):
    """Set the name of this page's player; an empty one removes it."""

    name: Name


class Say(PageMessage, frozen=True, tag="say"):
    """Send a message to the other player."""

    text: Annotated[str, Meta(max_length=300)]


class Mute(PageMessage, frozen=True, tag="mute"):
    """Refuse the other player's messages from now on, or accept them again."""

    muted: bool


class ShowMessages(PageMessage, frozen=True, tag="show_messages"):
    """Let watchers read later messages, if the other player allows that too; or stop that."""

    shown: bool


class RequestSeat(PageMessage, frozen=True, tag="ask_seat"):
    """Ask the holder of the seat that this page's link is for to hand it over."""


class AnswerSeat(PageMessage, frozen=True, tag="answer_seat"):
    """Hand one's own seat over to the page that asks for it, or keep it."""

    accept: bool


class RedeemCode(PageMessage, frozen=True, tag="take_seat"):
    """Take the seat that this page's link is for, by its recovery code."""

    code: Annotated[str, Meta(max_length=30)]


class RequestCode(PageMessage, frozen=True, tag="seat_code"):
    """Request the recovery code of one's own seat."""


class ViewPly(PageMessage, frozen=True, tag="look"):
    """Request the board after `ply` plies."""

    ply: Ply


class Explore(PageMessage, frozen=True, tag="explore"):
    """Request the board and the legal moves after `ply` plies and `moves`."""

    ply: Ply
    moves: Moves


class RequestReplies(PageMessage, frozen=True, tag="replies"):
    """Request the moves that this page's player may have after the other player's turn."""


class Plan(PageMessage, frozen=True, tag="plan"):
    """Add a line of conditional moves after `ply` plies, beginning with the other player's."""

    ply: Ply
    moves: Moves


class DropPlan(PageMessage, frozen=True, tag="drop_plan"):
    """Drop a line of conditional moves."""

    moves: Moves


class Preview(PageMessage, frozen=True, tag="preview"):
    """Request the board after a move that is not played."""

    move: Text


class Why(PageMessage, frozen=True, tag="why"):
    """Ask why these cells, in this order, are no move."""

    cells: Annotated[list[Cell], Meta(min_length=1, max_length=8)]


class Flip(PageMessage, frozen=True, tag="flip"):
    """Set the side from which this page sees the board."""

    flipped: bool


class Subscribe(PageMessage, frozen=True, tag="subscribe"):
    """Have this browser told of the player's turns by its push service, while no page is open."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=50)]


class Ping(PageMessage, frozen=True, tag="ping"):
    """Check the connection; a `hidden` page does so rarely."""

    hidden: bool = False


Offers = OfferDraw | AnswerDraw | RequestTakeback | AnswerTakeback | Rematch
Conversing = Say | Mute | ShowMessages
SeatChange = RequestSeat | AnswerSeat | RedeemCode | RequestCode
Change = Play | Undo | Redo | Resign | Offers | SetName | Conversing | SeatChange | Plan | DropPlan
OfPage = Flip | Subscribe | Ping
Reviewing = RequestReview | StopReview | Attempt
Question = (
    Reviewing | RequestHint | Analyse | ViewPly | Explore | RequestReplies | Preview | Why | OfPage
)
Request = Change | Question

# From the server


class ServerMessage(Struct, frozen=True, tag_field="type"):
    """Base of the messages from the server."""


class Choice(Struct, frozen=True, omit_defaults=True):
    """A legal move: its text, its cells, and a description where the cells are ambiguous.

    Moves without own cells, such as a swap or a number of checkers, get a `button`.
    """

    move: str
    cells: list[int]
    words: str = ""
    button: bool = False


class PlayedMove(Struct, frozen=True):
    """A move that was played, with its ply, player, text and description."""

    ply: int
    player: int
    move: str
    words: str
    begins: bool  # whether it begins a turn


class Participant(Struct, frozen=True):
    """The player of a colour; `called` is the name that a person has chosen."""

    colour: str
    name: str
    human: bool
    called: str


class TrayView(Struct, frozen=True):
    """Pieces beside the board, by kind: letter, number, colour, and owner (2 if neither)."""

    title: str
    pieces: list[tuple[str, int, str, int]]


class MovementView(Struct, frozen=True, array_like=True):
    """The way of some pieces in a move; see stackyard.movements."""

    cells: list[int]
    count: int
    start: int
    level: int


class Picture(Struct, frozen=True):
    """The board, the trays beside it, the status line, and the movements of the last ply.

    `ply` is its number, None for a picture that nothing leads to.
    """

    board: str  # an SVG element
    trays: list[TrayView]
    status: str
    ply: int | None
    movements: list[MovementView]


class Hello(ServerMessage, frozen=True, tag="hello"):
    """The first message, and again when the page's seats change.

    `seats` are those that the page plays, none for a watcher; `link` are those that its link is
    for. A page that plays none of them watches, because another browser holds them.
    """

    seats: tuple[int, ...]
    link: tuple[int, ...]


class State(ServerMessage, frozen=True, tag="state"):
    """The state of the match, sent to every page after each change.

    `plies` are the moves from number `since` on, counted from 0; the page knows the earlier ones.
    `undo` and `redo` say whether the first player, the second, or one person who plays both may do
    so. `offer` is the seat that offers a draw, `back` the seat that requests a takeback;
    `may_offer` and `may_ask_back` say which seats may do so. `clocks` are the seconds left for each
    side, None without a limit; those of the side to act run down if `ticking`.
    """

    version: int
    ply: int
    player: int
    winner: int | None  # DRAW is 2; None during the match
    result: str
    prompt: str
    picture: Picture
    choices: list[Choice]
    since: int
    plies: list[PlayedMove]
    seats: tuple[Participant, Participant]
    undo: tuple[bool, bool, bool]
    redo: tuple[bool, bool, bool]
    advice: bool  # whether players may request hints
    offer: int | None
    may_offer: tuple[bool, bool]
    back: int | None
    may_ask_back: tuple[bool, bool]
    thinking: bool
    clocks: tuple[float | None, float | None]
    ticking: bool
    notice: str
    position: str


class Patch(ServerMessage, frozen=True, tag="patch"):
    """A long message in pieces, for pages that ask for `patches` in the address of the connection.

    Each piece of JSON text begins with `<` or `{`. The parts are new texts, and pairs of numbers:
    the first piece to repeat and how many. The pieces of the last two messages that came
    as patches are numbered through, the older message first.
    """

    parts: list[str | int]


class Presence(ServerMessage, frozen=True, tag="presence"):
    """The number of pages at each seat, and of watchers.

    `visitors` are the watchers with the link of each seat, which another browser holds. `lost` says
    of each seat whether nothing is heard of its pages any more, `been` whether somebody was there.
    """

    seats: tuple[int, int]
    watching: int
    visitors: tuple[int, int]
    lost: tuple[bool, bool]
    been: tuple[bool, bool]


class SeatRequested(ServerMessage, frozen=True, tag="seat_asked"):
    """The request of a visitor for the seat that this page holds."""

    open: bool


class SeatCode(ServerMessage, frozen=True, tag="seat_code"):
    """The recovery code of the page's seat, which opens it in another browser."""

    code: str


class PlyView(ServerMessage, frozen=True, tag="look"):
    """The board after `ply` plies."""

    ply: int
    picture: Picture


class ExploredView(ServerMessage, frozen=True, tag="explored"):
    """The board and the legal moves after `ply` plies and `moves`."""

    ply: int
    moves: list[str]
    picture: Picture
    choices: list[Choice]


class Replies(ServerMessage, frozen=True, tag="replies"):
    """The moves that may be legal at the player's next turn, asked for after `ply` plies."""

    ply: int
    choices: list[Choice]


class Plans(ServerMessage, frozen=True, tag="plans"):
    """The lines of conditional moves of this page's player, after `ply` plies."""

    ply: int
    lines: list[list[str]]


class MovePreview(ServerMessage, frozen=True, tag="preview"):
    """The board after a move that is not played."""

    move: str
    picture: Picture


class MoveRefusal(ServerMessage, frozen=True, tag="refusal"):
    """The reason why a move is illegal: the rule's name, a sentence, cells to highlight."""

    rule: str
    sentence: str
    cells: list[int]


class RematchLink(ServerMessage, frozen=True, tag="rematch"):
    """The address of the rematch for this page; `by` is the seat that requested it.

    `new` is false if the rematch began before the page connected; such a page stays at this table.
    """

    url: str
    by: int | None
    new: bool = True


class PluginMessage(ServerMessage, frozen=True, tag="said"):
    """A message from a plugin to everybody at the table."""

    sentence: str


class ChatMessage(ServerMessage, frozen=True, tag="line"):
    """A message from the player of a seat; no part of the record.

    `at` is when it was sent, in seconds since 1970: a page that comes back tells by it what is new.
    """

    seat: int
    text: str
    at: float


class Messages(ServerMessage, frozen=True, tag="messages"):
    """The latest messages that a page may read.

    `muted` says of the first player, and of the second, whether they refuse messages; `shown`
    whether they let watchers read. Watchers get the messages sent while both did.
    """

    lines: list[ChatMessage]
    muted: tuple[bool, bool]
    shown: tuple[bool, bool]


class ErrorMessage(ServerMessage, frozen=True, tag="error"):
    """A request that failed or was refused."""

    sentence: str


class Pong(ServerMessage, frozen=True, tag="pong"):
    """The answer to `ping`."""


CONTROLS = ("\\u00", "\\b", "\\f", "\\r")  # as JSON writes control characters

_decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


def decode(message: str | bytes) -> Request:
    """Decode a message from a page; ValueError with a sentence if it is malformed."""
    try:
        return _decoder.decode(message)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ValueError(f"this message is not understood: {error}") from error


def encode(message: Any) -> str:
    """Encode a message or an answer to a page, without control characters or reversed text."""
    try:
        text = msgspec.json.encode(message).decode()
        if not any(each in text for each in CONTROLS) and printable(text) == text:  # mostly, quick
            return text
    except UnicodeEncodeError:  # it contains an unpaired surrogate
        pass
    return msgspec.json.encode(_all_printable(msgspec.to_builtins(message))).decode()


def _all_printable(content: Any) -> Any:
    """Lists and dicts of any depth with every text in them made printable."""
    if isinstance(content, str):
        return printable(content)
    if isinstance(content, dict):
        return {_all_printable(key): _all_printable(value) for key, value in content.items()}
    return [*map(_all_printable, content)] if isinstance(content, list | tuple) else content
