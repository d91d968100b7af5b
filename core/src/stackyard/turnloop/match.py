"""The turn loop: a course of play, two players, and the hooks called on the way."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import Protocol
from uuid import uuid4

from stackyard.arguments import check_kind, is_whole, whole_number
from stackyard.errors import IllegalMoveError, PluginError, Refusal
from stackyard.game import Game
from stackyard.plugins.registry import registry
from stackyard.position import DRAW, LONGEST, Position
from stackyard.rng import derive
from stackyard.text import quoted
from stackyard.turnloop.history import Course, Turn
from stackyard.turnloop.hooks import HookFailure, TurnHooks
from stackyard.turnloop.outcome import Reason, Result
from stackyard.turnloop.player_specs import read_player_spec
from stackyard.turnloop.watch import Watch
from stackyard.turnloop.wording import ending

MILLISECONDS = 3  # digits of a think time, as in records, so that resuming does not change times


class Player(Protocol):
    """Chooses the moves of one side; `name` is shown to the others.

    A player may have three more methods. `stop()`, called from another thread, ends its thinking
    as soon as it has a move. `close()` releases its resources. `accepts_draw(match, side)` returns
    whether it agrees to a draw as the player of that side, 0 or 1; a player without it declines.
    A player that asks an Engine has it as `engine`, and the Limit of a move as `limit`: programs
    that show its thoughts ask them. An attribute `warning` is a sentence, without the full stop,
    that is shown before the match, such as a reason why the player is weaker than it could be;
    several are lines of it. So is an attribute `remark`, which is no warning, such as where its
    weights are from. A player whose attribute `awaited` is true is asked again after it chose None.
    One whose attribute `watches_clock` is true asks `match.check_flag` while it thinks, so that an
    arena does not interrupt it.
    """

    name: str

    def choose(self, match: Match) -> int | str | None:
        """The move to play next, or its text.

        None means that the player changed the match instead (took back, resigned), or is `awaited`.
        While it thinks, it may report its progress with `match.watch(share)`, which returns True if
        it must move at once.
        """


class MatchStore(Protocol):
    """Stores a match while it is played, as the archive does."""

    def write(self, match: Match) -> None:
        """Called after each move, undo and end, before any hook; never raises."""


class Match:
    """A game being played by two players.

    `players` are Player objects or descriptions, player 0 first. It begins at `position`, else at
    the game's start, or goes on from a `course` by the `repetition` of that. When the same position
    stands for the `repetition`-th time at the start of a turn, the match is a draw; 0 turns that
    off, 1 is a ValueError, and without it the game says the number. `seed` serves players without
    one. `terms` are agreements beside the rules, such as {"clock": "300+5"}: plugins apply them,
    records hold them. `id` identifies the match, and `began` is its start time; both are generated
    unless given.

    `course` holds the moves played so far. It is immutable and replaced with each move. Each change
    is written to `store`, a MatchStore or None.
    """

    def __init__(
        self,
        game: Game,
        players: tuple[Player | str, Player | str] = ("human", "human"),
        *,
        position: Position | None = None,
        course: Course | None = None,
        repetition: int | None = None,
        seed: int | None = None,
        terms: Mapping[str, str] | None = None,
        id: str = "",
        began: datetime | None = None,
    ) -> None:
        check_kind(game, Game, "a game is needed, such as load_game('silo')")
        check_kind(players, (tuple, list), "the players are two, such as ('human', 'level:3')")
        check_kind(seed, (int, type(None)), "a seed is a whole number")
        check_kind(terms, (Mapping, type(None)), "terms are a dict such as {'clock': '300+5'}")
        for text in [*(terms or {}), *(terms or {}).values()]:
            check_kind(text, str, "terms are texts, such as {'clock': '300+5'}")
        if len(players) != 2:
            raise ValueError(f"a match has two players, not {len(players)}")
        if began is not None and began.tzinfo is None:
            raise ValueError("a match began at a time with its zone, such as datetime.now(UTC)")
        if course is not None:
            if position is not None or repetition is not None:
                raise ValueError("a course brings its position and repetition; leave those out")
            if (course.game.name, course.game.settings) != (game.name, game.settings):
                raise ValueError(f"the course is of another game: {course.game!r}, not {game!r}")
        self.game = game
        if seed is not None and not -(2**63) <= seed < 2**63:
            seed = derive(seed)  # a record holds 64 bits
        self.course = Course(game, position, repetition) if course is None else course
        self.seed = seed
        self.terms = dict(terms or {})
        self.id = id or uuid4().hex
        self.began = began or datetime.now(UTC)
        first, second = players
        for player in players:
            if isinstance(player, str):  # before one is made that would not be closed
                read_player_spec(player, game)
        self.players = (self._seated(0, first), self._seated(1, second))
        self.specs = (_spec(first), _spec(second))  # how the players are described
        self.store: MatchStore | None = None
        self._receive: Callable[[str], None] = lambda text: None
        self._watch: Watch | None = None
        self._thinking_since = 0.0  # start of the next move's thinking time
        self._time_limits: tuple[float | None, float | None] = (None, None)  # seconds left then
        self._limits_for: Course | None = None  # the course that they apply to
        self._hooks = TurnHooks(registry())
        self._match_started = False
        self._turn_started = False
        self._result_pending = False  # while move_played is called: a hook may end the match
        self._match_ended = False  # match_finished was called
        self._start_clock()

    def __repr__(self) -> str:
        return f"<Match of {self.game.name} after {self.ply} plies>"

    # What it is

    @property
    def position(self) -> Position:
        """A copy of the current position."""
        return self.course.position

    @property
    def start(self) -> Position:
        """A copy of the position the match began with."""
        return self.course.start

    @property
    def repetition(self) -> int:
        """The number of repetitions that makes a draw; 0 turns the rule off."""
        return self.course.repetition

    @property
    def result(self) -> Result | None:
        """The result; None during play and during the hooks of the last move."""
        return None if self._result_pending else self.course.result

    @property
    def ply(self) -> int:
        """The number of moves played."""
        return self.course.ply

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns that are complete."""
        return self.course.turns

    @property
    def player(self) -> Player:
        """The player to act."""
        return self.players[self.course.player]

    @property
    def hook_failures(self) -> Sequence[HookFailure]:
        """The plugins that were switched off because one of their hooks failed; also logged."""
        return tuple(self._hooks.failures)

    # The loop: start of match, start of turn, move, end of turn, end of match

    def run(self) -> Result:
        """Play until the match is over."""
        while self.result is None:
            self.step()
        self._end_match()
        assert self.result is not None
        return self.result

    def step(self, watch: Watch | None = None) -> None:
        """Let a plugin, or else the player to act, choose the next move, and play it.

        After LONGEST moves it ends the match as a draw instead: random games may go on for ever.
        `watch` receives the progress of a player that reports it, and may end its thinking. Raises
        the player's exceptions, and IllegalMoveError or NotationError for an invalid move.
        """
        if self.ply >= LONGEST:
            self.end(Result(DRAW, Reason.LENGTH))
            return
        self.start_turn()
        if not self.check_flag():  # the time may have been up already
            move: int | str | None = self._hooks.call("stackyard_choose_move", self)
            if self.result is None and move is None:
                move = self.ask(watch)
            if self.result is None and move is not None:
                self._make_move(move)
        self._end_match()

    def _start_match(self) -> None:
        """Call match_started once."""
        if not self._match_started:
            self._match_started = True
            self._hooks.call("stackyard_match_started", self)
            self._limits_for = None  # a hook may have set a clock

    def start_turn(self) -> None:
        """Start the next turn: call turn_started and start the clock.

        `step` and `play` call it; call it directly if a move may take long.
        """
        self._start_match()
        if not self._turn_started and self.result is None:
            self._turn_started = True
            self._start_clock()
            self._hooks.call("stackyard_turn_started", self)
            self._end_match()  # if a hook has ended it

    def ask(self, watch: Watch | None = None) -> int | str | None:
        """The choice of the player to act, without playing it or calling hooks.

        For programs whose players think in another process than the match.
        `watch` is as for `step`. PluginError for a computer player without a move, unless it has
        changed the match or its time is up.
        """
        player, before = self.player, self.course
        self._watch = watch
        try:
            move = player.choose(self)
        finally:
            self._watch = None
        if move is None and self.course is before and self.player is player:
            left = self.time_left
            if not getattr(player, "awaited", False) and (left is None or left > 0):
                raise PluginError(f"player {player.name} chose no move: its `choose` returned None")
        return move

    def play(self, move: int | str) -> None:
        """Play a move, an int or its text.

        Raises IllegalMoveError or NotationError; then the match is unchanged, or over if the
        player's time was up.
        """
        self._refuse_after_the_end()
        if not self._make_move(move):
            self._refuse_after_the_end()

    def _make_move(self, move: int | str) -> bool:
        """Play a move unless the match ends first; returns whether it was played."""
        seconds = self._thinking_time()
        if self._turn_started and self._check_flag_after(seconds):
            return False
        move, before = self.course.read(move), self.course
        self.start_turn()
        if self.result is not None or self._check_flag_after(seconds):  # a hook has just ended it
            self._end_match()
            return False
        if self.course is not before:
            raise RuntimeError("a move was played while another one was made")
        self.course = self.course.advance(move, round(seconds, MILLISECONDS))
        self._start_clock()
        self.keep()
        self._result_pending = True
        try:
            self._hooks.call("stackyard_move_played", self, move=move)
        finally:
            self._result_pending = False
        if not self.course.mid_turn:
            self._turn_started = False
            self._hooks.call("stackyard_turn_finished", self)
        self._end_match()
        return True

    def _end_match(self) -> None:
        """Call match_finished once after the end; a hook that ends it leaves this to the loop."""
        if self.result is not None and not self._match_ended and self._hooks.match is None:
            self._match_ended = True
            self._start_match()
            self._hooks.call("stackyard_match_finished", self)

    # Ends that do not follow from the rules, and takebacks

    def end(self, result: Result) -> None:
        """End the match with a result that does not follow from the rules, such as time."""
        check_kind(result, Result, "a match ends with a Result, such as Result(0, 'time')")
        if self.result is None:
            self.course = self.course.end(result)
            self._result_pending = False
            self.keep()
            self._end_match()

    def resign(self, player: int | None = None) -> None:
        """End the match in favour of the other player; None resigns for the player to act."""
        loser = self.course.player if player is None else whole_number(player, "a player", 0, 1)
        self.end(Result(1 - loser, Reason.RESIGNATION))

    def undo(self, to: int | None = None) -> None:
        """Take back the turn in progress if it has begun, else the last turn.

        With `to`, all moves after the first `to` are taken back in one step; if there are none,
        only a result that does not follow from the rules is, such as a resignation. It calls no
        hook. Raises ValueError when there is nothing to take back.
        """
        course = self.course.reopened()
        last = self.ply - (course.result == self.result)  # number of a move with something after it
        if to is not None and not (is_whole(to) and to <= last):
            raise ValueError(f"there is nothing to take back after move {quoted(to)}")
        self.course = course.back() if to is None else course.at(to)
        self._turn_started = False
        self._match_ended = False
        self._start_clock()
        self.keep()

    # Time

    @property
    def time_left(self) -> float | None:
        """The seconds that the player to act has left on the clock; None without one."""
        return self.time_left_of(self.course.player)

    def time_left_of(self, side: int) -> float | None:
        """The seconds that a side, 0 or 1, has left on the clock; None without one.

        The time of the side to act runs down. It is None for both when the match is over.
        """
        limit = self._time_limits[side]
        if limit is None or self.result is not None:
            return None
        return limit - (self._thinking_time() if side == self.course.player else 0)

    def check_flag(self) -> bool:
        """End the match if the time of the player to act is up; returns whether it is over."""
        return self._check_flag_after(self._thinking_time())

    def _check_flag_after(self, seconds: float) -> bool:
        """Do as `check_flag` does for a player to act who has thought for `seconds`."""
        limit = self._time_limits[self.course.player]
        if limit is not None and seconds >= limit:
            self.end(Result(1 - self.course.player, Reason.TIME))
        return self.result is not None

    def add_elapsed(self, seconds: float) -> None:
        """Add `seconds` to the thinking time of the move in progress; fewer than 0 are taken away.

        For programs that resume a match whose clock kept running, or ask the other player.
        """
        self._thinking_since -= seconds

    def _start_clock(self) -> None:
        """Start the thinking time of the next move."""
        self._thinking_since = time.monotonic()
        if self._limits_for is self.course:
            return
        self._time_limits, self._limits_for = (None, None), self.course
        if self.result is None:
            self._time_limits = (self._time_limit(0), self._time_limit(1))

    def _time_limit(self, side: int) -> float | None:
        """The shortest time that a plugin leaves a side; None if none limits it."""
        found = self._hooks.call("stackyard_time_left", self, player=side)
        return min(found) if found else None

    def _thinking_time(self) -> float:
        """The thinking time of the next move so far, in seconds."""
        return time.monotonic() - self._thinking_since

    # Players, people and the store

    def seat(self, side: int, player: Player | str, spec: str | None = None) -> None:
        """Give a side, 0 or 1, to another player, described as `spec` in records."""
        seated, described = self._seated(side, player), _spec(player) if spec is None else spec
        first, second = self.players
        self.players = (first, seated) if side else (seated, second)
        self.specs = (self.specs[0], described) if side else (described, self.specs[1])

    def _seated(self, side: int, player: Player | str) -> Player:
        """A player, created with its own seed if it is given as a description."""
        if not isinstance(player, str):
            if not hasattr(player, "choose"):
                words = f"a player is a text such as level:3, or a Player, not {quoted(player)}"
                raise TypeError(words)
            return player
        seed = None if self.seed is None else derive(self.seed, side)
        return make_player(player, self.game, seed)

    def accepts_draw(self, side: int, watch: Watch | None = None) -> bool:
        """Tell if the player of a side accepts a draw now; a player without that method declines.

        The match does not end. `watch` is as for `step`.
        """
        accepts = getattr(self.players[side], "accepts_draw", None)
        self._watch = watch
        try:
            return accepts is not None and bool(accepts(self, side))
        finally:
            self._watch = None

    def watch(self, share: float) -> bool:
        """Report the progress of the player to act as a share; True means: move at once.

        It is also True when the player's time is up.
        """
        left = self.time_left
        return (left is not None and left <= 0) or (self._watch is not None and self._watch(share))

    def say(self, text: str) -> None:
        """Send a message to the people at the match; for hooks."""
        self._receive(text)

    def on_message(self, receive: Callable[[str], None]) -> None:
        """Call `receive` with each message to the people at the match."""
        self._receive = receive

    def keep(self) -> None:
        """Write the match to its store now; every change does so itself."""
        if self.store is not None:
            self.store.write(self)

    def _refuse_after_the_end(self) -> None:
        if self.result is not None:
            sentence = f"the match is over: {ending(self.course)}"
            raise IllegalMoveError(Refusal("match-over", sentence))

    def close(self) -> None:
        """Release the players' resources, such as processes.

        If closing one raises, the other is still closed before the exception propagates.
        """
        with ExitStack() as closing:
            for player in reversed(self.players):  # the stack closes in reverse order
                close = getattr(player, "close", None)
                if close is not None:
                    closing.callback(close)


def make_player(spec: str, game: Game, seed: int | None = None) -> Player:
    """The player for one game, from a description.

    `seed` applies if the description has no seed; without either, a random seed is drawn.
    Raises PlayerSpecError with what is wrong and what is allowed.
    """
    registered, given, settings = read_player_spec(spec, game)
    check_kind(seed, (int, type(None)), "a seed is a whole number")
    if given is not None:
        seed = given
    elif seed is None:
        seed = secrets.randbits(62)
    player: Player = registered.call(game, seed, **settings)
    named: object = getattr(player, "name", None)
    if not isinstance(named, str) or not callable(getattr(player, "choose", None)):
        raise registered.fault(f"{quoted(player)} is no player: it needs a name and `choose`")
    return player


def _spec(player: Player | str) -> str:
    return player if isinstance(player, str) else player.name
