"""Assessments: what an analysis tells of one position of a match, in a form that can be kept."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from zlib import crc32

from msgspec import Struct

from stackyard.analysis import FEW, Analysis, Limit, analyse
from stackyard.game import Game
from stackyard.plugins.registry import registry
from stackyard.position import ONGOING
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch
from stackyard_coach.position_seed import position_seed
from stackyard_engine.eval.lookup import weights_for
from stackyard_engine.successors import points_of

LINE = 40  # moves kept of the best play
EACH = Limit(seconds=0.5)  # of a position: a match of 100 moves takes 25 s on two cores


class MoveValue(Struct, frozen=True, array_like=True):
    """A legal move with its images, in notation, and its value for the player to act.

    `value` is None if the analysis tried the move too seldom.
    """

    texts: tuple[str, ...]
    value: float | None


class Assessment(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The value of a position.

    `share` is the share of points that the first player can expect, None if the analysis was too
    short; `interval` are its bounds, if known. `proven` is the winner with best play, `plies` the
    number of moves to the proven end. `line` is the best play in notation, `moves` are the
    evaluated moves, the best first; both are empty if the game is over. `evaluator` and `warning`
    are those of the analysis, and `enough` the seconds that would have sufficed, 0 if it did.
    """

    share: float | None
    interval: tuple[float, float] | None = None
    proven: int = ONGOING
    plies: int | None = None
    line: tuple[str, ...] = ()
    moves: tuple[MoveValue, ...] = ()
    evaluator: str = ""
    warning: str = ""
    enough: float = 0.0

    @property
    def best(self) -> tuple[str, ...]:
        """The best move and its images; empty if the game is over."""
        return self.moves[0].texts if self.moves else ()


def assess(
    course: Course, limit: Limit | None = None, watch: Watch | None = None, *, seed: int = 1
) -> Assessment:
    """Analyse the position at the end of a course; one that is over has its result.

    Raises NoEngineError if no installed plugin analyses the game.
    """
    if course.result is not None:
        winner = course.result.winner
        return Assessment(share=points_of(winner, 0), proven=winner, plies=0)
    return _assessment_of(analyse(course, limit, watch, seed=position_seed(course, seed)))


def _assessment_of(analysis: Analysis) -> Assessment:
    best, first = analysis.lines[0], analysis.course.player == 0
    interval = best.interval
    if interval is not None and not first:
        interval = 1 - interval[1], 1 - interval[0]
    proven = analysis.proven != ONGOING
    return Assessment(
        share=analysis.share if best.supported else None,
        interval=interval if best.supported and not proven else None,
        proven=analysis.proven,
        plies=best.plies if proven else None,
        line=best.best_play[:LINE],
        moves=tuple(
            [
                MoveValue(line.texts, line.value if line.supported else None)
                for line in analysis.lines
            ]
        ),
        evaluator=analysis.evaluator,
        warning=analysis.warning,
        enough=0.0 if best.supported else _enough(analysis),
    )


def _enough(analysis: Analysis) -> float:
    """The seconds after which the best move will have been tried often enough, rounded up."""
    needed = FEW * len(analysis.lines) / max(analysis.simulations, 1)
    return max(0.1, ceil(10 * needed * analysis.seconds) / 10)


def engines_of(game: Game) -> str:
    """The plugins that analyse a game, with their versions, such as `engine 1.0, silo 1.0`.

    Weights that the engine has learned are among them, by a checksum.
    """
    plugins = registry()
    names = [
        str(each.plugin_name) for each in plugins.manager.implementations("stackyard_analyse")[::-1]
    ]
    known = plugins.games.get(game.name)
    if known is not None:
        names.append(known.provider.name)
    versions = {provider.name: provider.version for provider in plugins.providers}
    words = [f"{name} {versions.get(name, '')}".strip() for name in dict.fromkeys(names)]
    weights = weights_for(game)
    if weights is not None:
        learned = repr((weights.heading.checksum, weights.calibration)).encode()
        words.append(f"weights {crc32(learned):08x}")
    return ", ".join(words)


def covers(made: Limit, wanted: Limit) -> bool:
    """Tell if an analysis made under one limit is at least as deep as another one asks for.

    The first bound that is reached ends an analysis, so each that was given has to be one of the
    other limit, and no lower.
    """
    bounds: Sequence[tuple[float | None, float | None]] = (
        (made.simulations, wanted.simulations),
        (made.depth, wanted.depth),
        (made.positions, wanted.positions),
        (made.seconds, wanted.seconds),
    )
    return all(was is None or (bound is not None and was >= bound) for was, bound in bounds)
