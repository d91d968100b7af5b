"""Every turn compared with what the definitions say, in games and in positions made by hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from stackyard.position import ONGOING
from stackyard.rng import Rng
from stackyard_slicron.game import SlicronGame
from stackyard_slicron.rules import Slicron

pytestmark = [pytest.mark.builds, pytest.mark.no_cover]

RULES = ("2024", "revised")


def own_of(game: SlicronGame, position: Slicron, player: int) -> frozenset[int]:
    return frozenset(c for c, pieces in game.pieces(position).items() if pieces[0].player == player)


def outcomes(game: SlicronGame, position: Slicron) -> dict[int, set[frozenset[int]]]:
    """For each cell that may be placed on, the own stones that the turn can leave."""
    player, found = int(position.player), {}
    for move in position.legal_moves():
        if move == game.swap:
            continue
        todo, left = [position.copy()], set()
        todo[0].play(move)
        while todo:
            here = todo.pop()
            if not here.mid_turn:
                left.add(own_of(game, here, player))
                continue
            for step in here.legal_moves():
                there = here.copy()
                there.play(step)
                todo.append(there)
        found[int(move)] = left
    return found


def expected(game: SlicronGame, plain: Any, position: Slicron) -> dict[int, set[frozenset[int]]]:
    player = int(position.player)
    own, other = own_of(game, position, player), own_of(game, position, 1 - player)
    oracle = plain(game.side, game.revised)
    cells = [cell for cell in range(game.swap) if cell not in own | other]
    return {cell: left for cell in cells if (left := oracle.results(cell, own))}


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("side", "every"), [(2, 1), (3, 2), (4, 5), (5, 11), (6, 29)])
def test_the_turns_of_a_game_are_those_of_the_definitions(
    rules: str, side: int, every: int, plain: Callable[[int, bool], Any]
) -> None:
    game = SlicronGame(side=side, rules=rules)
    for seed in range(3):
        position, rng, ply = game.initial(), Rng(seed), 0
        while position.winner == ONGOING:
            if not position.mid_turn and ply % every == 0:
                assert outcomes(game, position) == expected(game, plain, position), (
                    f"seed {seed}: {game.format_position(position)}"
                )
            position.play(position.random_move(rng.bits()))
            ply += 1


def scattered(game: SlicronGame, rng: Rng, share: int) -> str:
    """A position with stones scattered over the board, `share` of ten cells Black's."""
    letters = [
        "b" if (n := rng.below(10)) < share else "w" if n == 9 else "1" for _ in game.board.names
    ]
    rows = ["".join([letters[cell] for cell in line]) for line in reversed(game.board.lines)]
    return re.sub("1+", lambda run: str(len(run[0])), "/".join(rows)) + " b -"


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    ("side", "share", "number"), [(2, 4, 30), (3, 3, 30), (3, 4, 20), (4, 3, 10)]
)
def test_so_are_those_of_positions_that_no_game_leads_to(
    rules: str, side: int, share: int, number: int, plain: Callable[[int, bool], Any]
) -> None:
    game, seed = SlicronGame(side=side, rules=rules), 10 * side + share
    rng = Rng(seed)
    for _ in range(number):
        text = scattered(game, rng, share)
        position = game.parse_position(text)
        assert game.format_position(position) == text, f"seed {seed}"
        assert outcomes(game, position) == expected(game, plain, position), f"seed {seed}: {text}"
