from __future__ import annotations

import pytest

from stackyard.boards import HexHex, Square
from stackyard_engine.eval.patterns import Patterns, orbits


@pytest.mark.parametrize("board", [HexHex(3), Square(4)])
def test_images_of_a_shape_share_a_group_and_each_shape_is_in_one(board: HexHex | Square) -> None:
    pairs = [(a, b) for a in range(len(board)) for b in board.neighbours[a] if a < b]
    groups = orbits(pairs, board.symmetries)
    assert sorted(tuple(sorted(pair)) for group in groups for pair in group) == sorted(pairs)
    for group in groups:
        for images in board.symmetries:
            turned = {frozenset(images[cell] for cell in pair) for pair in group}
            assert turned == {frozenset(pair) for pair in group}


def test_shapes_of_a_group_have_their_cells_in_the_same_order() -> None:
    board = Square(4)
    (corner,) = [group for group in orbits([(0, 1), (5, 6)], board.symmetries) if (0, 1) in group]
    assert len(corner) == 8
    assert all(len(board.neighbours[first]) == 2 for first, _ in corner)


def test_a_table_takes_tuples_of_the_same_radices() -> None:
    assert Patterns((2, 3, 3), (((0, 1), (0, 2)),)).size == 6
    with pytest.raises(ValueError, match="have the same radices"):
        Patterns((2, 3, 4), (((0, 1), (0, 2)),))


def test_places_stand_for_all_traits_or_for_none() -> None:
    with pytest.raises(ValueError, match="1 places for 2 traits"):
        Patterns((2, 2), (((0,), (1,)),), (None,))
