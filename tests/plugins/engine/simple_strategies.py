"""Strategies that anybody can follow without thought, as players of every game.

`python -m tests.plugins.engine.simple_strategies GAME[:NAME=VALUE,…] GAMES LEVEL…` prints the share
of the points that the levels take from each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from stackyard import DRAW, ONGOING, Game, Match, load_game, make_player
from stackyard.position import Position
from stackyard.rng import Rng, derive
from stackyard_engine.mirror_player import image_move, mirrors

DECIDED = 10**6  # the worth of a win
LONGEST = 600  # plies; a longer game counts as a draw


class Simple:
    """Follows one of the strategies; `moves` are its own of an earlier game."""

    def __init__(self, game: Game, name: str, seed: int, moves: Sequence[int] = ()) -> None:
        self.game, self.name, self.seed, self.moves = game, name, seed, moves
        self.cell = Rng(derive(seed, 0)).below(len(game.board))

    def choose(self, match: Match) -> int:
        """The move of the strategy, or a random one where it has none."""
        legal = [int(move) for move in match.position.legal_moves()]
        move = STRATEGIES[self.name](self, match, legal)
        return legal[Rng(derive(self.seed, match.ply)).below(len(legal))] if move is None else move

    def best(self, match: Match, legal: list[int], worth: Callable[[Position], int]) -> int:
        """The move that leads to the position of most worth to the player of the move."""
        player, values = match.position.player, {}
        for move in legal:
            after = match.position.copy()
            after.play(move)
            if after.winner == ONGOING:
                values[move] = worth(after) if after.player == player else -worth(after)
            else:
                won = 0 if after.winner == DRAW else 1 if after.winner == player else -1
                values[move] = DECIDED * won
        top = [move for move in legal if values[move] == max(values.values())]
        return top[Rng(derive(self.seed, match.ply)).below(len(top))]


def one_cell(me: Simple, match: Match, legal: list[int]) -> int | None:
    """A move on the cell of the last one; if there is none, another cell."""
    cells = {move: me.game.move_cells(move, match.position) for move in legal}
    for move in legal:
        if me.cell in cells[move]:
            return move
    me.cell = Rng(derive(me.seed, match.ply)).below(len(me.game.board))
    return None


def mirror(me: Simple, match: Match, legal: list[int]) -> int | None:
    """The mirror image of the opponent's move."""
    for images in mirrors(me.game.board)[:1]:
        return image_move(me.game, images, match.position)
    return None


def evaluation(position: Any) -> int:
    """The game's own evaluation, if it has any."""
    return int(position.evaluate()) if hasattr(position, "evaluate") else 0


def freedom(position: Position) -> int:
    """The number of legal moves."""
    return len(position.legal_moves())


def back(me: Simple, match: Match, legal: list[int]) -> int | None:
    """A move on the same cells as the last one, as to and fro."""
    for ply in reversed(list(match.course.plies(0))):
        if ply.player == match.position.player:
            before = set(me.game.move_cells(ply.move, ply.before))
            cells = {move: set(me.game.move_cells(move, match.position)) for move in legal}
            return next((move for move in legal if cells[move] and cells[move] == before), None)
    return None


def copy(me: Simple, match: Match, legal: list[int]) -> int | None:
    """The move that the opponent has just made."""
    last = match.course.last
    return last.move if last is not None and last.move in legal else None


def again(me: Simple, match: Match, legal: list[int]) -> int | None:
    """The moves of an earlier game."""
    own = sum([ply.player == match.position.player for ply in match.course.plies(0)])
    return me.moves[own] if own < len(me.moves) and me.moves[own] in legal else None


STRATEGIES: dict[str, Callable[[Simple, Match, list[int]], int | None]] = {
    "first": lambda me, match, legal: legal[0],
    "last": lambda me, match, legal: legal[-1],
    "one cell": one_cell,
    "mirror": mirror,
    "greedy": lambda me, match, legal: me.best(match, legal, evaluation),
    "starve": lambda me, match, legal: me.best(match, legal, freedom),
    "to and fro": back,
    "copy": copy,
    "draw offers": lambda me, match, legal: None,
    "again": again,
}


def points(game: Game, name: str, level: int, games: int) -> float:
    """The points of a level against a strategy, colours swapped.

    Where a mirror wins by proof (the first player of Splay), it plays second.
    """
    total = 0.0
    kept: dict[int, tuple[int, ...]] = {0: (), 1: ()}  # the strategy's moves of its last win
    for number in range(games):
        side = 0 if (game.name, name) == ("splay", "mirror") else number % 2  # the level's
        moves, won = _game(game, name, level, number, side, kept[side])
        total += won
        if not kept[side] or not won:
            kept[side] = moves
    return total


def _game(
    game: Game, name: str, level: int, number: int, side: int, earlier: Sequence[int]
) -> tuple[tuple[int, ...], float]:
    """The strategy's moves in a numbered game, and the points of the level."""
    simple = Simple(game, name, derive(number, 1), earlier)
    seated: list[Any] = [simple, simple]
    seated[side] = make_player(f"level:{level}", game, derive(number, 2))
    match = Match(game, (seated[0], seated[1]))
    while match.result is None and match.ply < LONGEST:
        offers = name == "draw offers" and game.agreement and match.course.player != side
        if offers and match.accepts_draw(side):
            return (), 0.5
        match.step()
    winner = DRAW if match.result is None else match.result.winner
    moves = tuple([ply.move for ply in match.course.plies(0) if ply.player != side])
    return moves, 0.5 if winner == DRAW else float(winner == side)


if __name__ == "__main__":
    board, count, *levels = sys.argv[1:]
    title, _, options = board.partition(":")
    chosen = load_game(title, **dict(part.split("=") for part in options.split(",") if part))
    for strategy in STRATEGIES:
        shares = [points(chosen, strategy, int(each), int(count)) for each in levels]
        print(
            f"| `{board}` | {strategy} | "
            + " | ".join([f"{100 * share / int(count):.0f}" for share in shares])
            + " |",
            flush=True,
        )
