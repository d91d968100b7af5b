"""The report of a study: its figures, first moves, curves and games.

Everything here becomes JSON by `dataclasses.asdict`; table, JSON and page are written from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from stackyard.options import Value
from stackyard.position import ONGOING


class Group(StrEnum):
    """Thompson's four questions about a game, balance, and size."""

    BALANCE = "balance"
    DEPTH = "depth"
    CLARITY = "clarity"
    DRAMA = "drama"
    DECISIVENESS = "decisiveness"
    SIZE = "size"


@dataclass(frozen=True)
class Metric:
    """A measurement of a game: what it is, in words, and where the definition comes from.

    `unit` is a word such as `share`, `turns` or `Elo`; shares lie between 0 and 1.
    """

    name: str
    group: Group
    title: str
    definition: str
    source: str
    unit: str = "share"


@dataclass(frozen=True)
class Figure:
    """The value of a metric for one variant.

    `low` and `high` bound the true value with at least 95 % confidence, however often one looks,
    unless the note says otherwise; both equal `value` if it is proven. All three are None where the
    samples do not suffice. `samples` counts the games, pairs of games from one opening or positions
    behind it; `seed` reproduces them. `note` is a sentence without its full stop.
    """

    metric: str
    value: float | None
    low: float | None
    high: float | None
    samples: int
    seed: int
    proven: bool = False
    note: str = ""


@dataclass(frozen=True)
class FirstMove:
    """A first move, in notation with its images, and the first player's chance after it.

    `cells` are the labels of the cells where the move begins, for the heat map. `proven` is the
    winner after it (0, 1 or DRAW), or ONGOING. `swap` says whether a second player who may swap
    would. `low` and `high` are the bounds within which a longer search by the judge probably puts
    the chance.
    """

    texts: tuple[str, ...]
    cells: tuple[str, ...]
    chance: float
    low: float
    high: float
    proven: int = ONGOING
    swap: bool = False


@dataclass(frozen=True)
class Rung:
    """A match of a player with a budget against itself with twice the budget.

    The intervals of a ladder's scores hold together with 95 % confidence (`metrics.rung`).
    """

    simulations: int
    score: Figure  # the share of points of the larger budget


@dataclass(frozen=True)
class Curve:
    """The first player's chances before each turn of one game, and after the last."""

    title: str
    chances: tuple[float, ...]


@dataclass(frozen=True)
class VariantReport:
    """The results of a study of a game with certain options.

    `lengths` maps numbers of turns to numbers of games. `games` maps `typical`, `shortest` and
    `most dramatic` to records in JSON. `processor_seconds` is the work of this run;
    games that were in the archive cost nothing. `remarks` are sentences about the study. `label` is
    that of the games of the player against itself.
    """

    game: str
    title: str
    options: Mapping[str, Value]
    figures: tuple[Figure, ...]
    first_moves: tuple[FirstMove, ...] = ()
    ladder: tuple[Rung, ...] = ()
    lengths: Mapping[int, int] = field(default_factory=dict)
    curves: tuple[Curve, ...] = ()
    games: Mapping[str, str] = field(default_factory=dict)
    processor_seconds: float = 0.0
    remarks: tuple[str, ...] = ()
    label: str = ""


@dataclass(frozen=True)
class Comparison:
    """Two variants compared by one metric: the first one's value minus the other's.

    `decided` says that the sequential test found which one is larger.
    """

    metric: str
    one: int
    other: int
    difference: Figure
    decided: bool


@dataclass(frozen=True)
class Round:
    """A round of a search, after `games` games of each variant left; `given_up` play no further."""

    games: int
    given_up: tuple[int, ...] = ()


@dataclass(frozen=True)
class StudyReport:
    """A study of one or more variants.

    `ranking` are numbers of variants, the best first; `given_up` those that a search stopped
    studying, the first one last. `command` is what to type to get this report. `left_out` has a
    sentence for each combination of options that the game refuses.
    """

    variants: tuple[VariantReport, ...]
    player: str
    seed: int
    command: str
    comparisons: tuple[Comparison, ...] = ()
    ranking: tuple[int, ...] = ()
    given_up: tuple[int, ...] = ()
    rounds: tuple[Round, ...] = ()
    left_out: tuple[str, ...] = ()
