"""The messages between a page and the server, both ways, as JSON with a `type`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from stackyard_web import messages

Text = Annotated[str, Meta(max_length=200)]
Ply = Annotated[int, Meta(ge=0, le=2_000_000)]
Cell = Annotated[int, Meta(ge=0, le=10_000)]
Name = Annotated[str, Meta(max_length=30)]
Line = Annotated[list[Text], Meta(max_length=200)]

# What players may say to each other: no text of anybody's own.
GREETINGS = (
    "Hello, have a good game.",
    "Just a moment, please.",
    "Well played.",
    "Oh, I did not see that.",
    "Sorry, I have to go.",
    "Thank you for the game.",
)

# From the page


class Asked(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Base of what a page may say."""


class Play(Asked, frozen=True, tag="move"):
    """Play a move, as it is typed; `version` is that of the state it was chosen in."""

    move: Text
    version: int


class Undo(Asked, frozen=True, tag="undo"):
    """Take back the last turn, and the computer's after it."""


class Redo(Asked, frozen=True, tag="redo"):
    """Play again what was taken back."""


class Hint(Asked, frozen=True, tag="hint"):
    """Ask for a move to play."""


class Analyse(Asked, frozen=True, tag="analyse"):
    """Ask for the best moves after a number of plies and perhaps more moves, and who is ahead.

    `quick` is for a graph of many plies.
    """

    ply: Ply
    moves: Line = []
    quick: bool = False


class Resign(Asked, frozen=True, tag="resign"):
    """Give up."""


class OfferDraw(Asked, frozen=True, tag="offer_draw"):
    """Offer a draw, which stands until it is answered or a move is played."""


class AnswerDraw(Asked, frozen=True, tag="answer_draw"):
    """Take or decline the draw that the other player offers, or withdraw one's own offer."""

    accept: bool


class Rematch(Asked, frozen=True, tag="rematch"):
    """Play again, colours changed."""


class AskBack(Asked, frozen=True, tag="ask_back"):
    """Ask the other player to let one take back one's last turn."""


class AnswerBack(Asked, frozen=True, tag="answer_back"):
    """Let the other player take back a turn or not, or withdraw one's own request."""

    accept: bool


class Call(Asked, frozen=True, tag="name"):
    """Be called by a name; an empty one takes it back."""

    name: Name


class Greet(Asked, frozen=True, tag="greet"):
    """Say one of the ready messages, by its number."""

    number: Annotated[int, Meta(ge=0, lt=len(GREETINGS))]


class Look(Asked, frozen=True, tag="look"):
    """Ask what the board looked like after a number of plies."""

    ply: Ply


class Explore(Asked, frozen=True, tag="explore"):
    """Ask what would be on the board, and what could be played, after more moves from a ply."""

    ply: Ply
    moves: Line


class Preview(Asked, frozen=True, tag="preview"):
    """Ask what the board would look like after this move."""

    move: Text


class Why(Asked, frozen=True, tag="why"):
    """Ask why these cells cannot be chosen, in this order."""

    cells: Annotated[list[Cell], Meta(min_length=1, max_length=8)]


class Flip(Asked, frozen=True, tag="flip"):
    """Show the board from this side from now on."""

    flipped: bool


class Ping(Asked, frozen=True, tag="ping"):
    """Ask whether the server is there."""


Offers = OfferDraw | AnswerDraw | AskBack | AnswerBack | Rematch
Change = Play | Undo | Redo | Resign | Offers | Call | Greet
Question = Hint | Analyse | Look | Explore | Preview | Why | Flip | Ping
Request = Change | Question

# From the server


class Told(Struct, frozen=True, tag_field="type"):
    """Base of what the server says."""


class Choice(Struct, frozen=True, omit_defaults=True):
    """A legal move: its text and the cells one touches; in words where the cells do not tell.

    A `button` is wanted for a move that no cell says, such as a swap or a number of checkers.
    """

    move: str
    cells: list[int]
    words: str = ""
    button: bool = False


class Made(Struct, frozen=True):
    """A move that was played: which ply it made, by whom, its text and in words."""

    ply: int
    player: int
    move: str
    words: str
    begins: bool  # a turn


class Participant(Struct, frozen=True):
    """Who plays a colour; `called` is the name that a person has chosen."""

    colour: str
    name: str
    human: bool
    called: str


class Tray(Struct, frozen=True):
    """Pieces beside the board: of each kind the letter, number, colour and owner, 2 if neither."""

    title: str
    pieces: list[tuple[str, int, str, int]]


class Picture(Struct, frozen=True):
    """A board and what lies beside it."""

    board: str  # an SVG element
    trays: list[Tray]
    status: str


class Hello(Told, frozen=True, tag="hello"):
    """The first message: the seats that the page plays; none if it only watches."""

    seats: tuple[int, ...]


class State(Told, frozen=True, tag="state"):
    """How the match stands, after each change; the same for every page.

    `plies` are the moves from number `since` on (from 0), those before being known. `undo` and
    `redo` say whether the first player may, the second, and one who plays both; `offer` is who
    offers a draw, `back` who asks to take back a turn, and `may_offer` and `may_ask_back` say which
    player may. `last` are the cells of the last move, in order. `clocks` are the seconds that
    each side has left, None without a limit; those of the side to act run down if `ticking`.
    """

    version: int
    ply: int
    player: int
    winner: int | None  # DRAW is 2; None while it goes on
    result: str
    asked: str
    picture: Picture
    choices: list[Choice]
    since: int
    plies: list[Made]
    last: list[int]
    seats: tuple[Participant, Participant]
    undo: tuple[bool, bool, bool]
    redo: tuple[bool, bool, bool]
    advice: bool  # whether players may ask for hints while it goes on
    offer: int | None
    may_offer: tuple[bool, bool]
    back: int | None
    may_ask_back: tuple[bool, bool]
    thinking: bool
    clocks: tuple[float | None, float | None]
    ticking: bool
    notice: str
    position: str


class Presence(Told, frozen=True, tag="presence"):
    """How many pages show each seat, and how many only watch."""

    seats: tuple[int, int]
    watching: int


class Looked(Told, frozen=True, tag="look"):
    """The board after a number of plies."""

    ply: int
    picture: Picture


class Explored(Told, frozen=True, tag="explored"):
    """The board after more moves from a ply, and the moves that could be played then."""

    ply: int
    moves: list[str]
    picture: Picture
    choices: list[Choice]


class Previewed(Told, frozen=True, tag="preview"):
    """The board after a move that was not yet played."""

    move: str
    picture: Picture


class Refused(Told, frozen=True, tag="refusal"):
    """Why a move cannot be made: the rule's name, a sentence, the cells to highlight."""

    rule: str
    sentence: str
    cells: list[int]


class Candidate(Struct, frozen=True):
    """One move of an analysis: `share` of the thinking it got, `value` for its maker, 0 to 1.

    `plies` is within how many moves the proven end comes, None where that is not known.
    `judgement` says in words what it is worth, `best` is the best play found, this move first.
    """

    move: str
    words: str
    cells: list[int]
    share: float
    value: float
    plies: int | None
    judgement: str
    best: list[str]


class Analysed(Told, frozen=True, tag="analysis"):
    """The best moves after `ply` plies and `moves`, the best first.

    `balance` is the first player's share of the points. `source` is what that rests on: `table`,
    `solved`, `proof` or `estimate`; `basis` says it in words. Both are empty where the match is
    over.
    """

    ply: int
    balance: float
    candidates: list[Candidate]
    source: str = ""
    basis: str = ""
    moves: list[str] = []
    quick: bool = False


class Hinted(Told, frozen=True, tag="hint"):
    """A move that the computer would play after `ply` plies, its worth, and what that rests on."""

    ply: int
    move: str
    words: str
    cells: list[int]
    judgement: str
    basis: str


class Again(Told, frozen=True, tag="rematch"):
    """The address of the next match for this page; `by` is the seat that asked for it.

    `new` is false for a page that comes later: it is not led away from the match it looks at.
    """

    url: str
    by: int | None
    new: bool = True


class Said(Told, frozen=True, tag="said"):
    """What a plugin tells the people at the match."""

    sentence: str


class Greeted(Told, frozen=True, tag="greeting"):
    """What a player says to everybody at the match."""

    seat: int
    sentence: str


class Failed(Told, frozen=True, tag="error"):
    """What was asked cannot be done now."""

    sentence: str


class Pong(Told, frozen=True, tag="pong"):
    """The server is there."""


_decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


def decode(message: str | bytes) -> Request:
    """What a page says; ValueError with a sentence if it is no message of ours."""
    try:
        return _decoder.decode(message)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ValueError(f"this message is not understood: {error}") from error


def encode(told: Told) -> str:
    """A message as it is sent."""
    return messages.encode_message(told)
