"""A course of play: a game, a start position, and the plies played from there.

Matches, records, films, analyses and principal variations are courses or built from them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterator, Sequence, Set
from dataclasses import dataclass
from math import fsum
from typing import Any, overload

from stackyard.arguments import check_kind, check_position, is_whole
from stackyard.errors import IllegalMoveError, NotationError, Refusal
from stackyard.game import Game
from stackyard.position import DRAW, ONGOING, Position
from stackyard.scenes import Scene
from stackyard.text import quoted
from stackyard.turnloop.movelog import OPENS, MoveLog
from stackyard.turnloop.outcome import Reason, Result
from stackyard.turnloop.ply import Ply


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """One or more moves by one player, with the thinking time of each in seconds.

    `number` counts from 0; `first` is the number of plies before the turn.
    """

    course: Course
    number: int
    first: int
    player: int
    moves: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def before(self) -> Position:
        """The position at the start of the turn."""
        return self.course.at(self.first).position

    @property
    def plies(self) -> list[Ply]:
        """The moves as plies."""
        return list(self.course.plies(self.first, self.first + len(self.moves)))


class Course:
    """A game, a start position and the plies played from there. It is immutable.

    Playing a move returns a new course, which shares its past with this one. When the same position
    stands for the `repetition`-th time at the start of a turn, the course is over, a draw; 0 turns
    that off, 1 is a ValueError, and without it the game says the number. `ply` is the number
    of moves played, `player` the player to act, `result` the result, None during play.
    """

    __slots__ = ("_begun", "_log", "_position", "_times", "player", "ply", "result")

    def __init__(
        self, game: Game, start: Position | None = None, repetition: int | None = None
    ) -> None:
        check_kind(game, Game, "a game is needed, such as load_game('silo')")
        if start is not None:
            check_position(start)
        repetition = game.repetition if repetition is None else repetition
        if not is_whole(repetition) or repetition < 0 or repetition == 1:
            words = f"repetition is 0 (never) or 2 and more, not {quoted(repetition)}"
            raise ValueError(words)
        initial = game.initial()
        position = initial if start is None else start.copy()
        log = MoveLog(game, position, repetition, position.key() == initial.key())
        self._set_position(log, 0, position)
        self._conclude()

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """The moves, from which another process plays it again: hashes differ there."""
        about = self.game, self.start, self.repetition
        return _played_again, (*about, self.moves, self.seconds, self.result)

    def __repr__(self) -> str:
        return f"<Course of {self.game.name}, {self.ply} plies>"

    def _set_position(
        self, log: MoveLog, ply: int, position: Position, begun: Position | None = None
    ) -> None:
        self._log = log
        self._position = position
        self._begun = begun  # the position at the start of the last turn, once it is known
        self._times = 0  # occurrences of the position at the start of this turn; 0: not counted
        self.ply = ply
        self.player = int(position.player)
        if self.player not in {0, 1}:
            raise ValueError(f"player is {position.player}, not 0 or 1")
        self.result: Result | None = None

    @staticmethod
    def _derived(
        log: MoveLog, ply: int, position: Position, begun: Position | None = None
    ) -> Course:
        """Another course of the same game."""
        course = Course.__new__(Course)
        course._set_position(log, ply, position, begun)  # noqa: SLF001 - of its own class
        return course

    # State

    @property
    def game(self) -> Game:
        """The game."""
        return self._log.game

    @property
    def repetition(self) -> int:
        """The number of repetitions that makes a draw; 0 turns the rule off."""
        return self._log.repetition

    @property
    def standard(self) -> bool:
        """True if the course began at the game's start position."""
        return self._log.standard

    @property
    def start(self) -> Position:
        """A copy of the start position."""
        return self._log.stored[0].copy()

    @property
    def position(self) -> Position:
        """A copy of the current position."""
        return self._position.copy()

    @property
    def begun(self) -> Position | None:
        """The position at the start of the last or current turn; None at the start of the course.

        Pictures mark the changes since then.
        """
        begun = self._turn_began()
        return None if begun is None else begun.copy()

    def _turn_began(self) -> Position | None:
        """Like `begun`, without a copy."""
        if self._begun is None and self.ply:
            self._begun = self._log.position(self._log.opening(self.ply))
        return self._begun

    @property
    def scene(self) -> Scene:
        """The current scene."""
        *_, last = self.plies(self._log.opening(self.ply)) if self.ply else (None,)
        return self.game.scene(self._position) if last is None else last.scene

    @property
    def moves(self) -> tuple[int, ...]:
        """All moves, in order."""
        return tuple(self._log.moves[: self.ply])

    @property
    def seconds(self) -> tuple[float, ...]:
        """The thinking time of each move, in order."""
        return tuple(self._log.seconds[: self.ply])

    @property
    def mid_turn(self) -> bool:
        """True if moves of the turn in progress have been played."""
        return self.ply > 0 and self._position.mid_turn

    @property
    def unfinished(self) -> tuple[int, ...]:
        """The moves of the turn in progress."""
        if not self.mid_turn:
            return ()
        return tuple(self._log.moves[self._log.opening(self.ply) : self.ply])

    @property
    def turns(self) -> Sequence[Turn]:
        """The completed turns."""
        return _Turns(self, self._turns - self.mid_turn)

    @property
    def so_far(self) -> Sequence[Turn]:
        """The turns, including the one in progress."""
        return _Turns(self, self._turns)

    @property
    def _turns(self) -> int:
        return bisect_left(self._log.openings, self.ply)

    def last_turn_of(self, *players: int) -> Turn | None:
        """The last turn, perhaps in progress, of any of these players, 0 or 1."""
        return next((turn for turn in reversed(self.so_far) if turn.player in players), None)

    def turns_of(self, player: int) -> int:
        """The number of turns that a player, 0 or 1, has completed."""
        unfinished = bool(self.unfinished) and self.so_far[-1].player == player
        return self._log.marks.count(player + OPENS, 0, self.ply) - unfinished

    def seconds_of(self, player: int) -> float:
        """The total thinking time of a player, 0 or 1, including the turn in progress."""
        marks, seconds = self._log.marks[: self.ply], self._log.seconds[: self.ply]
        return fsum([s for mark, s in zip(marks, seconds, strict=True) if mark % OPENS == player])

    @property
    def last(self) -> Ply | None:
        """The last ply; None at the start."""
        return next(self.plies(self.ply - 1)) if self.ply else None

    @property
    def times_stood(self) -> int:
        """The number of occurrences so far of the position at the start of this turn."""
        if not self._times:
            opening = self._log.opening(self.ply) if self.mid_turn else self.ply
            at = self._turn_began() if self.mid_turn else self._position
            assert at is not None
            self._times = self._log.times_stood(opening, at)
        return self._times

    @property
    def drawn(self) -> Set[Hashable]:
        """The keys of the positions that would end the course by repetition after a turn."""
        if not self.repetition:
            return frozenset()
        return self._log.standing(self.ply, self.repetition - 1)

    # Other courses

    def at(self, ply: int) -> Course:
        """The course after its first `ply` plies, from 0 to its length."""
        if not is_whole(ply) or not 0 <= ply <= self.ply:
            raise ValueError(f"this course has {self.ply} plies, and none of number {quoted(ply)}")
        if ply == self.ply:
            return self
        return self._derived(self._log, ply, self._log.position(ply))

    def back(self) -> Course:
        """The course before the turn in progress, or else before the last turn.

        Raises ValueError at the start.
        """
        if not self.ply:
            raise ValueError("there is no turn to take back")
        return self.at(self._log.opening(self.ply))

    def read(self, move: int | str) -> int:
        """The move, an int or its text, if it may be played now.

        Raises NotationError for a text that is not a move, IllegalMoveError if the rules forbid it.
        """
        if self.result is not None:
            raise IllegalMoveError(Refusal("match-over", "the match is over"))
        if isinstance(move, str):
            return self.game.parse_move(move, self._position)
        if not hasattr(move, "__index__") or not 0 <= move < self.game.move_space:
            last = self.game.move_space - 1
            raise NotationError(f"{quoted(move)} is no move; moves are 0 to {last}")
        if move not in self._position.legal_moves():
            raise IllegalMoveError(self.game.refusal(move, self._position))
        return move

    def play(self, move: int | str, seconds: float = 0.0) -> Course:
        """The course with one more ply, whose thinking time is `seconds`.

        Raises IllegalMoveError or NotationError as `read` does.
        """
        return self.advance(self.read(move), seconds)

    def advance(self, move: int, seconds: float = 0.0) -> Course:
        """Like `play`, for a move that `read` has returned: it is not checked again."""
        opens, log = not self.mid_turn, self._log
        position = self._position.copy()
        position.play(move)
        with log.lock:  # another thread may play on from here, too
            if len(log.moves) > self.ply:
                log = log.fork(self.ply)
            anew = log.append(move, seconds, self.player, opens, position)
        begun = self._position if opens else self._begun
        course = self._derived(log, self.ply + 1, position, begun)
        course._times = int(anew)  # noqa: SLF001 - of its own class
        if not position.mid_turn or position.winner != ONGOING:
            course._conclude()  # noqa: SLF001 - of its own class
        return course

    def end(self, result: Result) -> Course:
        """The course with a result that does not follow from the rules, such as a resignation."""
        course = self._derived(self._log, self.ply, self._position, self._begun)
        course.result = result
        return course

    def reopened(self) -> Course:
        """The course without a result that does not follow from the rules."""
        course = self._derived(self._log, self.ply, self._position, self._begun)
        course._conclude()  # noqa: SLF001 - of its own class
        return course

    def since(self, earlier: Course) -> tuple[int, ...] | None:
        """The moves played since another course; None if this one does not continue it."""
        mine, other = self._log, earlier._log
        if (
            self.ply < earlier.ply
            or self.repetition != earlier.repetition
            or (self.game.name, self.game.settings) != (earlier.game.name, earlier.game.settings)
        ):
            return None
        if mine is not other and (
            mine.moves[: earlier.ply] != other.moves[: earlier.ply]
            or mine.stored[0].key() != other.stored[0].key()
        ):
            return None
        return tuple(mine.moves[earlier.ply : self.ply])

    # Walking

    def plies(self, since: int = 0, to: int | None = None) -> Iterator[Ply]:
        """The plies in order, after the first `since`, up to number `to` or the last."""
        log, game = self._log, self.game
        if since >= self.ply:
            return
        opening = log.opening(since + 1)
        latest = self._begun if opening == log.opening(self.ply) else None
        before = begun = log.position(opening) if latest is None else latest
        turn = bisect_left(log.openings, since + 1) - 1
        ply: Ply | None = None
        for at in range(opening, self.ply if to is None else min(to, self.ply)):
            opens, player = divmod(log.marks[at], OPENS)
            if opens:
                begun, ply = before, None
                turn += at > opening
            after = before.copy()
            after.play(log.moves[at])
            ply = Ply(
                game,
                at + 1,
                turn,
                player,
                log.moves[at],
                bool(opens),
                log.seconds[at],
                begun,
                before,
                after,
                ply,
            )
            if at >= since:
                yield ply
            before = after

    def scenes(self) -> Iterator[Scene]:
        """The scene of each position, from the start to the last."""
        yield self.game.scene(self._log.stored[0])
        for ply in self.plies():
            yield ply.scene

    # Its end

    def _conclude(self) -> None:
        """Set the result if the rules, or repetition, end the course here."""
        winner = int(self._position.winner)
        if winner != ONGOING:
            self.result = Result(winner, Reason.RULES)
        elif self.repetition and self.times_stood >= self.repetition:
            self.result = Result(DRAW, Reason.REPETITION)


def _played_again(
    game: Game,
    start: Position,
    repetition: int,
    moves: Sequence[int],
    seconds: Sequence[float],
    result: Result | None,
) -> Course:
    """The course with these moves; its result need not follow from the rules."""
    course = Course(game, start, repetition)
    for move, spent in zip(moves, seconds, strict=True):
        course = course.advance(move, spent)
    return course if result is None else course.end(result)


class _Turns(Sequence[Turn]):
    """The first turns of a course."""

    def __init__(self, course: Course, count: int) -> None:
        self._course = course
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Turn: ...
    @overload
    def __getitem__(self, index: slice) -> list[Turn]: ...

    def __getitem__(self, index: Any) -> Any:
        numbers = range(self._count)[index]
        return self._turn(numbers) if isinstance(numbers, int) else [*map(self._turn, numbers)]

    def _turn(self, number: int) -> Turn:
        course, log = self._course, self._course._log  # noqa: SLF001 - of this module
        first = log.openings[number]
        end = log.openings[number + 1] if number + 1 < len(log.openings) else course.ply
        end = min(end, course.ply)
        moves, seconds = tuple(log.moves[first:end]), tuple(log.seconds[first:end])
        return Turn(course, number, first, log.marks[first] % OPENS, moves, seconds)
