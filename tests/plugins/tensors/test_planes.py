from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.toy_games import Walk, WalkGame

from stackyard.boards import HexHex, Points, Row
from stackyard.plugins.registry import load_game
from stackyard.position import Position
from stackyard.scenes import NEUTRAL, Piece, Tray
from stackyard_tensors.planes import Planes, TensorError, planes_of

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker

SPOTS = ("a 0 b", "b 1 mid c", "c 1 won 0")
MAN, KING, TALL = Piece(0, "w", "man"), Piece(1, "b", "king"), Piece(NEUTRAL, "n", "rock")


class Stacked(WalkGame):
    """A walk over a row of three cells, with stacks, trays, and a rare piece at spot d."""

    def prepare(self) -> None:
        super().prepare()
        self.board = Row(3)

    def pieces(self, position: Position) -> dict[int, tuple[Piece, ...]]:
        assert isinstance(position, Walk)
        if position.at == "d":
            return {2: (Piece(0, "q", "queen"), *[MAN] * 3)}
        return {0: (TALL, KING, MAN), 1: (KING,)}

    def trays(self, position: Position) -> tuple[Tray, ...]:
        return (Tray("taken", 0, (KING, KING)), Tray("left", 0, (MAN,)), Tray("taken", 1, ()))


def stacked(walk: WalkMaker) -> WalkGame:
    graph = walk(*SPOTS, "d 0 a").graph
    made: WalkGame = type("ThisStacked", (Stacked,), {"graph": graph})()
    return made


def read(planes: Planes, position: Position, viewer: int) -> dict[str, list[int]]:
    """The planes that are not empty, by name."""
    values, size = planes.values(position, viewer), planes.shape[1] * planes.shape[2]
    assert len(values) == len(planes.names) * size
    parts = [[*values[n : n + size]] for n in range(0, len(values), size)]
    return {name: part for name, part in zip(planes.names, parts, strict=True) if any(part)}


def test_planes_show_each_level_of_a_stack_from_the_top_and_count_trays(walk: WalkMaker) -> None:
    game = stacked(walk)
    planes = Planes(game)
    assert read(planes, game.initial(), 0) == {
        "on the board": [1, 1, 1],
        "to act": [1, 1, 1],
        "white (1) or black (0)": [1, 1, 1],
        "own man, at the top": [1, 0, 0],
        "other's king, at the top": [0, 1, 0],
        "other's king, 1 below the top": [1, 0, 0],
        "neutral rock, 2 below the top": [1, 0, 0],
        "own taken: king of another player": [2, 2, 2],
        "own left: man": [1, 1, 1],
    }


def test_the_other_player_sees_own_and_others_exchanged(walk: WalkMaker) -> None:
    game = stacked(walk)
    seen = read(Planes(game), game.initial(), 1)
    assert "to act" not in seen
    assert seen["other's man, at the top"] == [1, 0, 0]
    assert seen["own king, at the top"] == [0, 1, 0]
    assert seen["neutral rock, 2 below the top"] == [1, 0, 0]
    assert seen["other's taken: king of another player"] == [2, 2, 2]


def test_trays_that_a_game_leaves_out_while_they_are_empty_are_not_mixed_up() -> None:
    """One board of F.I.L.O.: two checkers are in each reserve, or have left on each side."""
    game = load_game("filo")
    board = "wwbb/bb/wb/www/bb/ww/bbw/wb"
    reserves, exits = (game.parse_position(f"{board} {ends} w") for ends in ("2,2 0,0", "0,0 2,2"))
    planes = Planes(game)
    assert planes.values(reserves, 0) != planes.values(exits, 0)
    assert "own reserve: checker" in read(planes, reserves, 0)
    assert "own exit: checker" in read(planes, exits, 0)


def test_a_turn_in_progress_and_the_end_are_seen(walk: WalkMaker) -> None:
    game = stacked(walk)
    planes, within, end = Planes(game), game.parse_position("b"), game.parse_position("c")
    assert read(planes, within, 1)["within a turn"] == [1, 1, 1]
    assert not {"to act", "within a turn"} & set(read(planes, end, 1))


def test_a_piece_that_no_random_game_showed_is_counted(walk: WalkMaker) -> None:
    game = stacked(walk)
    seen = read(Planes(game), game.parse_position("d"), 0)
    assert seen["own man, at the top"] == [0, 0, 1]
    assert seen["pieces without a plane"] == [0, 0, 3]  # two men below it, and the queen


@pytest.mark.parametrize(
    ("board", "shape"),
    [(Row(3), (1, 3)), (HexHex(2), (3, 3)), (Points(["a1 d1 g1", "d1 d2"]), (2, 7))],
)
def test_boards_of_any_form_have_rows_and_columns(
    board: Row | HexHex | Points, shape: tuple[int, int], walk: WalkMaker
) -> None:
    game = stacked(walk)
    game.board = board
    planes = Planes(game)
    assert planes.shape[1:] == shape
    assert sum(planes.values(game.initial(), 0)[: shape[0] * shape[1]]) == len(board)


def test_equal_games_share_their_planes(walk: WalkMaker) -> None:
    game = walk(*SPOTS)
    assert planes_of(game) is planes_of(type(game)())


def test_a_board_that_is_too_wide_has_no_shape(walk: WalkMaker) -> None:
    game = stacked(walk)
    game.board = Points(["a1 d4 z26"])
    assert Planes(game).shape[1:] == (26, 26)
    game.board.coordinates = ((0, 0), (0, 64), (0, 1))
    with pytest.raises(TensorError, match="1 rows and 65 columns, at most 64 are allowed"):
        Planes(game)
