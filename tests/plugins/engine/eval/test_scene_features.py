"""Patterns for games that declare none."""

from __future__ import annotations

from collections import Counter
from typing import Any

from stackyard.boards import Board, HexHex, Row, Square
from stackyard.scenes import Piece
from stackyard_engine.eval.scene_features import FIRST_CELL, MID_TURN, OWNED, SceneFeatures


class SceneGame:
    """A game that shows these stacks to a position."""

    def __init__(self, board: Board, stacks: dict[int, tuple[Piece, ...]] | None = None) -> None:
        self.board = board
        self._stacks = stacks or {}

    def pieces(self, position: Any) -> dict[int, tuple[Piece, ...]]:
        return self._stacks

    def trays(self, position: Any) -> tuple[()]:
        return ()


class ToAct:
    player = 1
    mid_turn = True

    def legal_moves(self) -> list[int]:
        return [0]


def shapes(board: Board, looks: list[str]) -> Counter[int]:
    """How many shapes there are of each number of cells."""
    game: Any = SceneGame(board)
    scene = SceneFeatures(game, looks)
    return Counter(len(t[0]) - 1 for t in scene.patterns.tables if t[0][-1] >= FIRST_CELL)


def test_a_board_with_one_kind_of_men_has_rows_of_four_and_blocks() -> None:
    fours_and_squares, oblongs = 24 + 21 + 24, 5 * 5 + 6 * 4
    found = shapes(Square(7, 6), ["disc/1"])
    assert found[4] == fours_and_squares + 6 * 5
    assert found[6] == oblongs


def test_a_row_of_cells_has_no_blocks() -> None:
    assert shapes(Row(6), ["disc/1"]) == {1: 6, 2: 5, 3: 4, 4: 3}


def test_blocks_of_hexagons_are_slanted_in_three_ways() -> None:
    assert shapes(HexHex(2), ["disc/1"])[4] == 6  # there are no rows of four


def test_many_kinds_of_men_have_no_large_shapes() -> None:
    assert max(shapes(Square(5), [f"{kind}/1" for kind in "abcd"])) == 3


def test_cells_that_touch_at_corners_only_are_pairs() -> None:
    corners = [name for name in Square(3).names if name not in ("a1", "c1", "b2", "a3", "c3")]
    assert shapes(Square(3, omit=corners), ["man/1"])[2] == 4


def test_a_stack_tells_its_highest_piece_the_one_below_and_its_height() -> None:
    seen = []
    for owners in ((1, 0, 1), (1, 1, 1), (1, 1, 0, 1)):  # another below the top; one higher
        men = tuple(Piece(owner, "m", "man") for owner in owners)
        game: Any = SceneGame(Square(2), {0: men})
        scene = SceneFeatures(game, ["man/1", "man/2", "man/3"])
        position: Any = ToAct()
        traits = scene.traits(position)
        assert all(n < radix for n, radix in zip(traits, scene.patterns.radices, strict=True))
        assert traits[FIRST_CELL + 4] == 1  # the highest piece is the player's
        seen.append(traits[FIRST_CELL + 8])
    assert len({*seen}) == 3


def test_turns_that_go_on_and_the_cells_held_are_traits() -> None:
    game: Any = SceneGame(Square(2), {0: (Piece(1, "m", "man"),), 3: (Piece(0, "m", "man"),)})
    position: Any = ToAct()
    traits = SceneFeatures(game, ["man/1"]).traits(position)
    assert [traits[trait] for trait in (MID_TURN, *OWNED)] == [1, 1, 1]
