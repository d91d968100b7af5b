"""Play random games here and in OpenSpiel, move by move: `python agree.py GAME [SIZE]`.

Moves, whose turn it is, the end and the winner must be the same. Then the numbers of move sequences
are printed as OpenSpiel's game has them. It needs open_spiel and the games beside this file.
"""

from __future__ import annotations

import argparse
from typing import Any

import stackyard
from openspiel import Spiel
from stackyard.game import Game
from stackyard.position import DRAW, ONGOING
from stackyard.rng import Rng, derive


def main() -> None:
    """Walk the games, and count."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", choices=["hex", "breakthrough", "connect_four"])
    parser.add_argument("size", type=int, nargs="?")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--depth", type=int, default=3, help="of the sequences that are counted")
    chosen = parser.parse_args()
    options = {} if chosen.size is None else {"size": chosen.size}
    game = stackyard.load_game(chosen.game, **options)
    moves = walk(game, chosen.games, chosen.seed)
    print(f"{game!r}: {chosen.games} games of {moves} moves agree (seed {chosen.seed})")
    start = Spiel(game).state([])
    print("counts:", [sequences(start, depth) for depth in range(1, chosen.depth + 1)])


def walk(game: Game, games: int, seed: int) -> int:
    """Play random games in both programs; how many moves. Raises ValueError where they differ."""
    spiel, plies = Spiel(game), 0
    for number in range(games):
        position, state, rng = game.initial(), spiel.state([]), Rng(derive(seed, number))
        played: list[str] = []
        while position.winner == ONGOING:
            actions = spiel.actions(state)
            here = int(position.player), sorted(game.legal_texts(position))
            there = state.current_player(), sorted(actions)
            if here != there:
                raise ValueError(f"seed {seed}, game {number}, {played}: {here}, there {there}")
            move = here[1][rng.below(len(here[1]))]
            position.play(game.parse_move(move, position))
            state.apply_action(actions[move])
            played.append(move)
        won = position.winner == DRAW or state.returns()[position.winner] == 1
        if not state.is_terminal() or not won or (position.winner == DRAW and any(state.returns())):
            raise ValueError(f"seed {seed}, game {number}, {played}: the end is another there")
        plies += len(played)
    return plies


def sequences(state: Any, depth: int) -> int:
    """How many sequences of moves there are in a game of OpenSpiel."""
    if depth == 0 or state.is_terminal():
        return int(depth == 0)
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum([sequences(state.child(action), depth - 1) for action in actions])


if __name__ == "__main__":
    main()
