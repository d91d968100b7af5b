"""Hints: the best moves of a position, and the reasons in the game's own words.

A position has one hint: its effort is counted, and its seed comes from the position. The reasons
rest on more analyses, in each of which one side passes (see `hint_reasons`).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, islice
from math import inf

from stackyard.analysis import (
    UNLIKELY,
    Analysis,
    Limit,
    Line,
    Source,
    analyse,
    chance_words,
    value_words,
)
from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.text import plural
from stackyard.turnloop.history import Course
from stackyard.turnloop.ply import Ply
from stackyard.turnloop.watch import Watch
from stackyard_coach.hint_reasons import COMPARED, NAMED, AfterPass, Reasons
from stackyard_coach.lost_boards import Resistance, hardest
from stackyard_coach.position_seed import position_seed
from stackyard_coach.turns import replies, turns_of
from stackyard_engine.knowledge import knowledge_of

SHOWN = 3  # moves
LONGEST = 8  # plies of a line
MAIN = 0.7  # share of the time for the position itself
PASSES = Limit(simulations=600)  # effort for each position after a pass
UNCOMPILED = 2.0  # seconds of a hint where a game is not compiled, and a count would take long
ENOUGH = 0.1  # visits of a move, relative to the best, for it to count as equally good
WIDE = 0.25  # width of a range for which a number would claim too much
EVEN = 0.1  # distance from one half within which chances are about even
CLEAR = 0.3  # and beyond which they are good or bad
BASES = {
    Source.TABLE: "From a table of solved positions",
    Source.SOLVED: "The position is solved",
    Source.PROOF: "The result is proven",
    Source.ESTIMATE: "An estimate",
}


@dataclass(frozen=True)
class Candidate:
    """One of the best moves: its line, its value in words, and the best play from it."""

    line: Line
    value: str
    plies: tuple[Ply, ...]


@dataclass(frozen=True)
class Hint:
    """The best moves at the end of a course, best first, and the reasons for the first.

    `reasons` are sentences. `basis` says what the values rest on, to begin a sentence.
    """

    course: Course
    analysis: Analysis
    candidates: tuple[Candidate, ...]
    reasons: tuple[str, ...]
    basis: str

    @property
    def best(self) -> Candidate:
        """The move to play."""
        return self.candidates[0]


def hint(
    course: Course, limit: Limit | None = None, watch: Watch | None = None, *, seed: int = 1
) -> Hint:
    """The best moves of a position with reasons, by the installed engine.

    `limit`, `watch` and the errors are those of `analyse`; `seed` is combined with the position. Of
    a limit in seconds the analyses after a pass get a part; another limit is that of each analysis.
    Without a limit a game that is not compiled gets `default_limit`.
    """
    if limit is None:
        limit = default_limit(course.game)
    stopped = False
    seed = position_seed(course, seed)

    def told(share: float) -> bool:
        nonlocal stopped
        stopped = stopped or (watch is not None and watch(share))
        return stopped

    main, aside = _shared_out(limit)
    analysis = analyse(course, main, lambda share: told(MAIN * share), seed=seed)
    # A line tells its best play only until the next analysis begins.
    lines = {line.move: _played(course, line) for line in _worth_naming(analysis)}
    resistance = None
    if analysis.lines[0].result == "loses" and not stopped:
        resistance = hardest(analysis.lines, lambda share: told(MAIN), seed)
    candidates = _ranked(analysis, lines, resistance)
    reasons = Reasons(analysis, candidates[0].line, lines, resistance)
    after, player = reasons.after, course.player
    if after.winner == ONGOING and after.player != player and candidates[0].line.result != "loses":
        passes = [(after, reasons.threat), (course.position, reasons.prevented)]
        for number, (position, told_of) in enumerate(passes):
            if not stopped:
                begun = MAIN + (1 - MAIN) / 2 * number
                passed = _passed(course.game, position, aside, _from(begun, told), seed)
                if passed is not None:
                    told_of(passed)
    return Hint(course, analysis, candidates, tuple(reasons.sentences()), BASES[analysis.source])


def default_limit(game: Game, seconds: float = UNCOMPILED) -> Limit | None:
    """The limit of a hint for which nobody chose one: none but for a game that is not compiled."""
    return Limit(seconds=seconds) if game.build == "pure" else None


def _from(begun: float, told: Watch) -> Watch:
    """The watch of an analysis after a pass, which begins at a share of the hint."""
    return lambda share: told(begun + (1 - MAIN) / 2 * share)


def _shared_out(limit: Limit | None) -> tuple[Limit | None, Limit]:
    """The limits of the analysis itself and of those after a pass."""
    if limit is None:
        return None, PASSES
    if limit.seconds is None:  # a count: the hint is the same on a slow machine
        return limit, limit
    main = Limit(limit.simulations, limit.depth, limit.positions, MAIN * limit.seconds)
    return main, Limit(seconds=(1 - MAIN) / 2 * limit.seconds)


def _worth_naming(analysis: Analysis) -> list[Line]:
    """The lines that a hint may name: the first ones, and those that lose."""
    if analysis.lines[0].result == "loses":
        return list(analysis.lines)
    losing = [line for line in analysis.lines if line.result == "loses"]
    first = analysis.lines[: max(1 + COMPARED, len(_alike(analysis)))]
    return list({line.move: line for line in (*first, *losing[:NAMED])}.values())


def _alike(analysis: Analysis) -> list[Line]:
    """The first lines, if they are as good as won but not proven, and read the same."""
    first = analysis.lines[0]
    if first.result or not first.supported or first.value <= 1 - UNLIKELY:
        return []
    same = groupby(analysis.lines, lambda line: not line.result and chance_words(line))
    return [line for line in next(same)[1] if line.visits >= ENOUGH * first.visits]


def _played(course: Course, line: Line) -> tuple[Ply, ...]:
    """The best play that begins with a line's move."""
    after = course
    for move in islice(line.variation, LONGEST):
        if after.result is not None:
            break
        after = after.advance(move)
    return tuple(after.plies(course.ply))


def _ranked(
    analysis: Analysis, lines: dict[int, tuple[Ply, ...]], resistance: Resistance | None
) -> tuple[Candidate, ...]:
    """The best moves: proven wins by their distance, moves alike by the replies that they leave."""
    left = {line.move: replies(lines[line.move]) for line in _alike(analysis)}

    def order(line: Line) -> tuple[int, float]:
        if line.result == "wins" or (resistance is not None and line is resistance.line):
            return 0, line.plies or inf
        return (1, left[line.move]) if line.move in left else (2, 0)

    told_apart = len({*left.values()}) > 1
    other = analysis.course.game.colours[1 - analysis.course.player]
    candidates = []
    won = analysis.lines[0].result == "wins"  # beside a win a move hardly searched says nothing
    named = [line for line in analysis.lines if not won or line.result or line.supported]
    for line in sorted(named, key=order)[:SHOWN]:
        value = hint_value(line)
        if told_apart and line.move in left:
            value += f"; leaves {other} {plural(left[line.move], 'reply', 'replies')}"
        plies = lines.get(line.move) or _played(analysis.course, line)
        candidates.append(Candidate(line, value, plies))
    return tuple(candidates)


def hint_value(line: Line) -> str:
    """The value of a move: `wins for certain`, `win chance 62% (57-67)`, `about even chances`."""
    if line.result:
        return value_words(line)
    images = f"; the same for {plural(len(line.images), 'mirror image')}" if line.images else ""
    return f"{_chance(line)}{images}"


def _chance(line: Line) -> str:
    """The chance of a move in numbers, or in words if its range is wide."""
    if not line.supported:
        return "hardly searched"
    if line.interval is None or line.interval[1] - line.interval[0] < WIDE:
        chance = chance_words(line)
        return f"win chance {chance}" if line.evaluated else f"wins {chance} of random games"
    lead = line.value - 0.5
    if abs(lead) <= EVEN:
        return "about even chances"
    degree = (
        "good" if lead > CLEAR else "better" if lead > 0 else "bad" if lead < -CLEAR else "worse"
    )
    return f"{degree} chances"


def _passed(
    game: Game, position: Position, limit: Limit, watch: Watch, seed: int
) -> AfterPass | None:
    """The analysis of a position after the player to act has passed; None where nobody can."""
    after = knowledge_of(game).passed(position)
    if after is None:
        return None
    course = Course(game, after, repetition=0)
    if course.result is not None:
        return None
    line = analyse(course, limit, watch, seed=seed).lines[0]
    return AfterPass(line, tuple(turns_of(_played(course, line))[0]))
