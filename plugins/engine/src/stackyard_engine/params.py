"""The parameters of the searches that a game declares, found by playing matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

MOST = 10**9  # moves of a horizon, and positions
WIDEST = 100_000  # window of alpha-beta search


@dataclass(frozen=True)
class MctsParams:
    """The search parameters of a game; the defaults are plain UCT with a proof search.

    `exploration` is the constant before the square root of the upper confidence bound. With
    `history` a playout draws two moves and plays the one that has won more often for its player in
    this search, wherever that was (MAST; Finnsson and Björnsson, 2008). A playout that is not over
    after `horizon` moves is adjudicated by the position's `evaluate`, as a win of the side that
    stands better; 0 plays to the end. `rave` is about the number of visits at which a move's own
    statistics weigh as much as those of playouts that made it later (RAVE; Gelly and Silver, 2007);
    the latter also order untried moves; 0 turns RAVE off. `minimax` is the weight, 0 … 1, of the
    best `evaluate` found below a move beside the mean of its playouts (implicit minimax; Lanctot
    and others, 2014), and `scale` is the value of `evaluate` that stands for three wins of four.
    Once one side seems to take 95 % of the points, `evaluate` is not used: playouts go to the end.
    `proof` is the number of positions per simulation that a proof search beside the tree visits
    where the game seems decided; elsewhere it visits a quarter of a position. 0 turns it off.
    In a `decisive` playout nobody overlooks a win by the next move (Teytaud and Teytaud, 2010); it
    takes several times as long, and excludes `history` and `rave`.
    Level 8 visits `positions` positions for a move; choose it for 0.2 to 0.5 s, compiled.

    Raises ValueError for a value that is not a number or is out of range.
    """

    exploration: float = 0.4
    history: bool = False
    horizon: int = 0
    rave: float = 0.0
    minimax: float = 0.0
    scale: float = 1.0
    proof: float = 4.0
    decisive: bool = False
    positions: int = 400_000

    def __post_init__(self) -> None:
        _check(self, ("history", "decisive"), {"horizon": (0, MOST), "positions": (1, MOST)})
        if self.decisive and (self.history or self.rave):
            raise ValueError("decisive playouts keep no statistics for history and rave")
        for name in ("exploration", "rave", "minimax", "scale", "proof"):
            number = getattr(self, name)
            if not isinstance(number, (int, float)) or not isfinite(number) or number < 0:
                raise ValueError(f"{name} is a number from 0, not {number!r:.40}")
        if self.minimax > 1 or self.scale == 0:
            raise ValueError("minimax is 0 to 1, and its scale is above 0")

    @property
    def is_plain(self) -> bool:
        """True if the search uses the game's own playouts and no further statistics."""
        return not (self.history or self.decisive or self.horizon or self.rave or self.minimax)


@dataclass(frozen=True)
class AlphaBetaParams:
    """The selectivity of alpha-beta search by learned weights, in units of the weights (1,000).

    A game that declares them is played so at level 8. `window` is half the width of the first
    window about the last depth's value; 0 for none. Moves are ordered by the values of the
    positions they lead to: the moves from `late` on are searched less deeply, the more so the later
    they come and the deeper the search; so are those whose value is `worse` less than the best, one
    move for each time it is. In the last moves before the horizon, moves are left out whose value
    is short of what is wanted by more than `margin` for each move left. 0 turns each off. With
    `whole_turns` a turn of several moves is followed to its end beyond the horizon. Level 8 visits
    `positions` positions for a move; choose it for 0.2 to 0.5 s, compiled.

    Raises ValueError for a value that is out of range.
    """

    window: int = 300
    late: int = 4
    worse: int = 1000
    margin: int = 0
    whole_turns: bool = False
    positions: int = 200_000

    def __post_init__(self) -> None:
        widths = dict.fromkeys(("window", "late", "worse", "margin"), (0, WIDEST))
        _check(self, ("whole_turns",), {**widths, "positions": (1, MOST)})


def _check(params: object, flags: Sequence[str], numbers: Mapping[str, tuple[int, int]]) -> None:
    """Raise ValueError for a flag that is none, or a number that is not whole and in its range."""
    for name in flags:
        chosen = getattr(params, name)
        if not isinstance(chosen, bool):
            raise ValueError(f"{name} is True or False, not {chosen!r:.40}")
    for name, (low, high) in numbers.items():
        number = getattr(params, name)
        if not isinstance(number, int) or not low <= number <= high:
            raise ValueError(f"{name} is a whole number from {low}, not {number!r:.40}")
