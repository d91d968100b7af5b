"""What the computer finds out about a position, in words: for hints and analyses.

It is always the full search; no level of play weakens it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence, Set
from dataclasses import dataclass

from stackyard.game import Game
from stackyard.position import DRAW, ONGOING, Position
from stackyard.search.mcts import Line, Search
from stackyard.search.thinking import Watch, think
from stackyard.search.workers import Merged, Workers


@dataclass(frozen=True)
class Choice:
    """One legal move and what it is worth.

    `value` is the share of points that its maker may expect, 0 … 1. `result` is what is proven for
    him, `wins`, `loses` or `draw`, else empty. `variation` is the best play, this move included.
    """

    text: str
    words: str
    value: float
    visits: int
    result: str
    variation: tuple[str, ...]

    @property
    def judgement(self) -> str:
        """The worth of the move in a few words."""
        proven = {"wins": "wins for certain", "loses": "loses for certain", "draw": "a sure draw"}
        return proven.get(self.result) or f"wins {self.value:.0%} of {self.visits} games tried"


@dataclass(frozen=True)
class Advice:
    """What is known of a position after so many simulations: its legal moves, the best first.

    `player` acts there; `proven` is who wins with best play, DRAW, or ONGOING if nobody knows.
    """

    player: int
    simulations: int
    proven: int
    choices: tuple[Choice, ...]

    @property
    def share(self) -> float:
        """The share of points that the first player may expect, 0 … 1."""
        value = self.choices[0].value
        return value if self.player == 0 else 1 - value


def advise(
    game: Game,
    position: Position,
    seed: int,
    simulations: int | None,
    seconds: float | None,
    watch: Watch | None = None,
    *,
    drawn: Set[Hashable] = frozenset(),
    workers: int = 1,
) -> Advice:
    """Search a position, which is not over, until either budget is used up.

    The keys in `drawn` are positions that end the match by repetition; several `workers` are
    processes that search together.
    """
    if workers > 1:
        crew = Workers(workers)
        try:
            found: Merged | Search = crew.think(
                game, position, seed, simulations, seconds, watch, drawn=drawn
            )
        finally:
            crew.close()
    else:
        search = Search(position, game.playout, seed, drawn=drawn)
        found = think(game, position, seed, simulations, seconds, watch, search=search)
    player = int(position.player)
    choices = [
        Choice(
            text=game.format_move(line.move, position),
            words=game.describe(line.move, position),
            value=line.value,
            visits=line.visits,
            result=_result(line, player),
            variation=_texts(game, position, found.variation(line.move)),
        )
        for line in found.lines()
    ]
    return Advice(player, found.simulations, int(found.proven), tuple(choices))


def _result(line: Line, player: int) -> str:
    if line.proven == ONGOING:
        return ""
    if line.proven == DRAW:
        return "draw"
    return "wins" if line.proven == player else "loses"


def _texts(game: Game, position: Position, moves: Sequence[int]) -> tuple[str, ...]:
    """Moves that follow each other, in the game's notation."""
    position = position.copy()
    texts = []
    for move in moves:
        texts.append(game.format_move(move, position))
        position.play(move)
    return tuple(texts)
