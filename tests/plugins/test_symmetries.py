"""Symmetric codes of the games: a game played in a mirror has the same ones."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.plain_solver import reachable

from stackyard.plugins.registry import load_game
from stackyard.position import ONGOING
from stackyard_engine.solver.solvers import table_code

pytestmark = pytest.mark.builds

Images = tuple[int, ...]


def hexagonal(game: Any, move: int, position: Any, images: Images) -> int:
    """The image of a move of Slicron or Splay, by its text."""
    text = game.format_move(move, position)
    if text == "swap":
        return move
    kind, cell = text[:-2], text[-2:]
    names = game.board.names
    return int(game.read_move(kind + names[images[names.index(cell)]]))


def square(game: Any, move: int, position: Any, images: Images) -> int:
    names = game.board.names
    text = re.sub(
        r"[a-h]\d", lambda m: names[images[names.index(m[0])]], game.format_move(move, position)
    )
    return int(game.read_move(text))


@pytest.mark.parametrize(
    ("name", "options", "image_of"),
    [
        ("slicron", {"side": 3}, hexagonal),
        ("slicron", {"side": 3, "rules": "revised"}, hexagonal),
        ("slicron", {"side": 2}, hexagonal),
        ("splay", {"side": 3, "pie": True}, hexagonal),
        ("splay", {"side": 3, "fill": True}, hexagonal),
        ("pit_of_pillars", {"size": 4}, square),
        ("pit_of_pillars", {"size": 3}, square),
    ],
)
def test_a_game_played_in_any_mirror_has_the_same_symmetric_codes(
    name: str, options: dict[str, Any], image_of: Callable[[Any, int, Any, Images], int]
) -> None:
    game: Any = load_game(name, **options)
    assert len(game.board.symmetries) == (8 if image_of is square else 12)
    rng = random.Random(5)
    different = 0
    for images in game.board.symmetries:
        position: Any = game.initial()
        mirrored: Any = game.initial()
        for _ in range(60):
            if position.winner != ONGOING:
                break
            assert position.symmetric_code() == mirrored.symmetric_code()
            different += position.code() != mirrored.code()
            move = int(rng.choice(list(position.legal_moves())))
            mirrored.play(image_of(game, move, position, images))
            position.play(move)
        assert position.winner == mirrored.winner
    assert different > 5


def reversed_filo(text: str) -> str:
    """The position with row and colours reversed."""
    row, reserves, left, player = text.split()
    swapped = row.translate(str.maketrans("wb", "bw"))
    cells = "/".join(swapped.split("/")[::-1])
    pairs = [",".join(pair.split(",")[::-1]) for pair in (reserves, left)]
    return " ".join([cells, *pairs, "b" if player == "w" else "w"])


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"size": 5},
        {"size": 9, "variant": "proposal-1+2"},
        {"size": 6, "empty_reserve": "skip"},
    ],
)
def test_filo_reversed_with_colours_exchanged_has_the_same_symmetric_codes(
    options: dict[str, Any],
) -> None:
    game: Any = load_game("filo", **options)
    rng = random.Random(7)
    for _ in range(20):
        position: Any = game.initial()
        while position.winner == ONGOING:
            mirrored: Any = game.parse_position(reversed_filo(game.format_position(position)))
            assert mirrored.winner == ONGOING
            assert position.symmetric_code() == mirrored.symmetric_code()
            assert position.code() != mirrored.code()
            assert position.symmetric_code() in (position.code(), mirrored.code())
            position.play(int(rng.choice(list(position.legal_moves()))))


def test_positions_that_no_symmetry_joins_are_told_apart() -> None:
    """The positions of a board have as many symmetric codes as orbits."""
    game: Any = load_game("pit_of_pillars", size=3)
    codes = [table_code(p) for p in reachable(game.initial()).values() if p.winner == ONGOING]
    assert (len(codes), len(set(codes))) == (26, 7)
    game = load_game("slicron", side=2, pie=False)
    codes = [table_code(p) for p in reachable(game.initial()).values() if p.winner == ONGOING]
    images = set()
    for position in reachable(game.initial()).values():
        if position.winner == ONGOING:
            held: Any = position
            cells, placed, gone = held.stones()
            images.add(
                min(
                    (
                        sorted(turn[cell] for cell in cells[0]),
                        sorted(turn[cell] for cell in cells[1]),
                        turn[placed] if placed >= 0 else -1,
                        sorted(turn[cell] for cell in gone),
                        int(position.player),
                    ).__repr__()
                    for turn in game.board.symmetries
                )
            )
    assert len(set(codes)) == len(images)
