"""The vocabulary of analysis: engines, their limits, the values that they report, and their words.

Core contains no engine. Plugins provide them through the hook `stackyard_analyse`, which `analyse`
calls for hints, reviews of matches and offers of a draw.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from enum import StrEnum
from math import inf
from typing import Protocol

from stackyard.arguments import check_kind, is_whole, whole_number
from stackyard.errors import NoEngineError, PluginError
from stackyard.plugins.discovery import install_command
from stackyard.plugins.registry import registry
from stackyard.position import DRAW, ONGOING
from stackyard.text import plural, quoted
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch

MOST = 2**62  # a limit counts less than this
FEW = 10  # visits below which the value of a move is not meaningful
UNLIKELY = 0.01  # smaller chances are shown as `below 1%`


class Source(StrEnum):
    """The basis of a value; only an estimate may be wrong."""

    TABLE = "table"  # of solved positions, kept in a file
    SOLVED = "solved"  # every reachable position was visited
    PROOF = "proof"  # a search found a forced result
    ESTIMATE = "estimate"


@dataclass(frozen=True)
class Limit:
    """The end of an analysis: the first of these bounds that is reached.

    `simulations` limits Monte-Carlo search, `depth` (in moves) alpha-beta search;
    `positions` (visited) and `seconds` limit every engine. Raises ValueError for a bound that
    is not above 0, or for one that is not a whole number where things are counted.
    """

    simulations: int | None = None
    depth: int | None = None
    positions: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for each in fields(self):
            bound = getattr(self, each.name)
            counts = each.name != "seconds"
            is_number = is_whole(bound) or (isinstance(bound, float) and not counts)
            if bound is not None and not (is_number and 0 < bound < (MOST if counts else inf)):
                number = "whole number above 0, below 2^62" if counts else "number above 0"
                raise ValueError(f"the limit of {each.name} is a {number}, not {quoted(bound)}")


@dataclass(frozen=True)
class Line:
    """One legal move and its evaluation by an engine.

    `value` is the share of points that the player of the move can expect, from 0 to 1; a draw is
    one half. `interval` are the bounds within which a longer search probably puts it, None where
    the engine knows none. `images` are the other moves that a symmetry of the game turns this move
    into: they are worth the same and have no lines of their own. `proven` is the winner with best
    play after the move (0, 1 or DRAW), and then `value` is exact; it is ONGOING while nothing is
    proven. `plies` is the number of moves, this one included, until the proven end; None if
    unknown. `visits` counts the simulations that began with the move. `course` is the analysed
    course. With `evaluated` the value comes from an evaluation function; otherwise it is a share of
    random games.
    """

    move: int
    value: float
    visits: int
    proven: int
    plies: int | None
    course: Course
    _variation: Callable[[], list[int]] = field(repr=False)
    evaluated: bool = False
    interval: tuple[float, float] | None = None
    images: tuple[int, ...] = ()

    @property
    def moves(self) -> tuple[int, ...]:
        """The move and its images."""
        return (self.move, *self.images)

    @property
    def texts(self) -> tuple[str, ...]:
        """The move and its images in the game's notation."""
        course = self.course
        return tuple([course.game.format_move(move, course.position) for move in self.moves])

    @property
    def variation(self) -> list[int]:
        """The principal variation: the best play found, beginning with this move.

        Read it before the engine's next analysis; afterwards it holds this move alone.
        """
        return self._variation()

    @property
    def result(self) -> str:
        """The proven result for the player of the move: `wins`, `loses`, `draw`, or empty."""
        if self.proven in {ONGOING, DRAW}:
            return "draw" if self.proven == DRAW else ""
        return "wins" if self.proven == self.course.player else "loses"

    @property
    def supported(self) -> bool:
        """True if the value is proven or rests on more than a few visits."""
        return bool(self.result) or not 0 < self.visits < FEW

    @property
    def text(self) -> str:
        """The move in the game's notation."""
        return self.course.game.format_move(self.move, self.course.position)

    @property
    def words(self) -> str:
        """The move in words, without its player."""
        return self.course.game.describe(self.move, self.course.position)

    @property
    def best(self) -> Course:
        """The analysed course continued by the principal variation."""
        course = self.course
        for move in self.variation:
            if course.result is not None:
                break
            course = course.play(move)
        return course

    @property
    def best_play(self) -> tuple[str, ...]:
        """The principal variation in the game's notation."""
        return tuple([ply.text for ply in self.best.plies(self.course.ply)])


@dataclass(frozen=True)
class Analysis:
    """An engine's report on the position at the end of a course.

    `lines` are the evaluated moves, best first, at least one; no value is above that of an earlier
    line. `proven` is the winner with best play
    (0, 1 or DRAW), or ONGOING; `source` is the basis of the result. `simulations`, `positions`,
    `depth` and `seconds` measure the work done; a measure that the engine does not use is 0.
    `evaluator` names the evaluation function in a few words, such as `learned weights`; it is empty
    where values are shares of random games. `complete` says that the engine's usual effort was
    reached, so that more time would add little. `warning` is a sentence, without the full stop,
    about anything that kept the engine below its full strength; several are lines of it.
    `memory` is that of the search tree, in bytes; `prunings` counts how often the tree was full
    and its least visited parts were dropped.
    """

    course: Course
    lines: tuple[Line, ...]
    proven: int
    simulations: int = 0
    positions: int = 0
    depth: int = 0
    seconds: float = 0.0
    source: Source = Source.ESTIMATE
    evaluator: str = ""
    complete: bool = False
    warning: str = ""
    memory: int = 0
    prunings: int = 0

    @property
    def move(self) -> int:
        """The best move."""
        return self.lines[0].move

    @property
    def share(self) -> float:
        """The share of points that the first player can expect, from 0 to 1."""
        value = self.lines[0].value
        return value if self.course.player == 0 else 1 - value

    def __repr__(self) -> str:
        if not self.lines:  # from a faulty plugin, which is told with this text
            return f"<Analysis of {self.course.game.name} without lines>"
        best = self.lines[0]
        return f"<Analysis of {self.course.game.name}: {best.text}, {value_words(best)}>"


class Engine(Protocol):
    """Analyses courses of one game; `name` is shown to people.

    An engine may reuse its results when the next analysis continues the same course. Only one
    thread may use it at a time, except for `stop`.
    """

    name: str

    def analyse(self, course: Course, limit: Limit, watch: Watch | None = None) -> Analysis:
        """Analyse a course that is not over, within the limit.

        `watch` is called every few milliseconds with the share of the limit that is used up;
        returning True ends the analysis. Raises ValueError if the course is over or the engine
        supports none of the bounds in `limit`.
        """

    def stop(self) -> None:
        """End the current analysis as soon as a move is found; may be called from any thread."""

    def close(self) -> None:
        """Release resources such as worker processes."""


def analyse(
    course: Course,
    limit: Limit | None = None,
    watch: Watch | None = None,
    *,
    seed: int = 1,
    workers: int = 1,
) -> Analysis:
    """Analyse the position at the end of a course with the first engine plugin that answers.

    Without a limit the engine uses its default effort. `seed` makes an analysis limited by
    simulations repeatable; `workers` is the number of processes. Raises ValueError if the course
    is over, NoEngineError if no installed plugin analyses this game.
    """
    check_kind(course, Course, "an analysis needs a course, such as match.course")
    check_kind(limit, (Limit, type(None)), "a limit is written Limit(seconds=1)")
    check_kind(seed, int, "a seed is a whole number")
    whole_number(workers, "the number of workers", 1, 256)
    if course.result is not None:
        raise ValueError("the game is over: there is nothing to analyse")
    call = registry().manager.caller("stackyard_analyse")  # failures are for the caller
    found = call(course=course, limit=limit, watch=watch, seed=seed, workers=workers)
    if found is None:
        raise NoEngineError(
            f"no installed engine analyses {course.game.title}; Stackyard's own is installed by: "
            f"{install_command('engine')}"
        )
    if not isinstance(found, Analysis) or not found.lines:
        plugin = registry().last_called()
        words = f"stackyard_analyse returned {quoted(found)}, not an analysis with lines"
        raise PluginError(f"plugin {plugin}: {words}")
    return found


def value_words(line: Line) -> str:
    """The value of a move in a few words: `wins for certain in 3 moves`, `win chance 62% (57-67)`.

    They tell the number of its mirror images, too.
    """
    images = f"; the same for {plural(len(line.images), 'mirror image')}" if line.images else ""
    proven = {"wins": "wins for certain", "loses": "loses for certain", "draw": "a sure draw"}
    if line.result:
        distance = "" if line.plies is None else f" in {plural(line.plies, 'move')}"
        return proven[line.result] + distance + images
    effort = plural(line.visits, "position" if line.evaluated else "game")
    if not line.supported:
        return f"unclear after {effort}{images}"
    if line.evaluated:
        return f"win chance {chance_words(line)}" + (f", {effort}" if line.visits else "") + images
    return f"wins {chance_words(line)}" + (f" of {effort}" if line.visits else "") + images


def chance_words(line: Line) -> str:
    """The value of a move with its interval: `61% (55-67)`, `100%`, `below 1%`, `unclear`."""
    if not line.supported:
        return "unclear"
    value = line.value
    if line.result:
        return f"{value:.0%}"
    if line.evaluated and value < UNLIKELY:
        return f"below {UNLIKELY:.0%}"
    if line.evaluated and value > 1 - UNLIKELY:
        return f"above {1 - UNLIKELY:.0%}"
    if line.interval is None:
        return f"{value:.0%}"
    low, high = line.interval
    return f"{value:.0%} ({100 * low:.0f}-{100 * high:.0f})"


def basis_words(analysis: Analysis) -> str:
    """The basis of an analysis, worded to begin a sentence."""
    games = plural(analysis.simulations, "game")
    evaluated = f"{plural(analysis.simulations, 'position')} evaluated"
    estimate = f"shares of {games}, not chances"
    if analysis.evaluator:
        estimate = f"chances by {analysis.evaluator}, {evaluated}"
    proven = sum([bool(line.result) for line in analysis.lines])
    if proven:
        estimate += f"; {proven} of {plural(len(analysis.lines), 'move')} proven"
    if analysis.prunings:
        full = f"{analysis.memory / 1e6:.0f} MB"
        estimate += f"; the tree was full at {full}, and its least visited lines were dropped"
    return {
        Source.TABLE: "From a table of solved positions",
        Source.SOLVED: f"Solved, with {plural(analysis.positions, 'position')} visited",
        Source.PROOF: f"Proved, with {evaluated if analysis.evaluator else games}",
        Source.ESTIMATE: f"An estimate: {estimate}",
    }[analysis.source]


def result_words(analysis: Analysis) -> str:
    """The proven result of a position: `red wins in 31 moves`, `a draw with best play`."""
    if analysis.proven == DRAW:
        return "a draw with best play"
    winner, plies = analysis.course.game.colours[analysis.proven], analysis.lines[0].plies
    return f"{winner} wins" + ("" if plies is None else f" in {plural(plies, 'move')}")
