from __future__ import annotations

import pytest

from stackyard.boards import Board, HexHex, Row, Square
from stackyard.scenes import ARRIVING, OFF_BOARD, Movement, Piece, Scene
from stackyard_pictures.film import LONG, filmed
from stackyard_pictures.motion import moment, steps
from stackyard_pictures.svg import sketch

RED, BLUE = Piece(0, "r"), Piece(1, "b")


def scene(
    cells: dict[int, tuple[Piece, ...]], *movements: Movement, board: Board | None = None
) -> Scene:
    return Scene(board or Row(4), cells, ("red", "blue"), 0, movements=movements)


def test_pieces_have_left_and_have_not_arrived_while_they_are_on_their_way() -> None:
    before = scene({0: (BLUE, RED, RED), 1: (BLUE,)})
    after = scene({0: (BLUE,), 1: (BLUE, RED, RED)}, Movement((0, 1), 2, 0, 1))
    shown, (flight,) = moment(before, after, 0.5)
    assert shown.cells == {0: (BLUE,), 1: (BLUE,)}
    assert flight.pieces == (RED, RED)
    assert flight.place[0] == pytest.approx(0.5)
    assert flight.level == 1
    arrived, flights = moment(before, after, 1.0)
    assert (arrived.cells, flights) == (after.cells, [])


def test_a_cell_changes_when_the_last_piece_arrives_and_others_at_the_end() -> None:
    ways = (Movement((OFF_BOARD, 0), 1, 0, ARRIVING), Movement((0, 1), 1, 1, ARRIVING))
    before = scene({3: (BLUE, BLUE)})
    after = scene({0: (RED,), 1: (RED,), 3: (RED,)}, *ways)
    assert steps(after) == 2
    placed, (flight,) = moment(before, after, 1.5)
    assert placed.cells == {0: (RED,), 3: (BLUE, BLUE)}
    assert flight.pieces == (RED,)
    coming, (flight,) = moment(before, after, 0.5)
    assert coming.cells == before.cells
    assert flight.place[0] == 0
    assert flight.place[1] > 0


@pytest.mark.parametrize("board", [Row(4), Square(2), HexHex(2)], ids=repr)
def test_what_is_on_its_way_is_drawn_above_the_board(board: Board) -> None:
    before = scene({0: (RED,)}, board=board)
    after = scene({1: (RED,)}, Movement((0, 1)), board=board)
    shown, flights = moment(before, after, 0.5)
    drawn = sketch(shown, flights=flights)
    moving = [element for element in drawn.elements if 'class="piece red"' in element]
    assert len(moving) == 1
    assert moving[0] not in sketch(before).elements
    assert moving[0] not in sketch(after).elements


def test_a_film_takes_as_long_with_motion_as_without() -> None:
    scenes = [scene({0: (RED,)}), scene({1: (RED,)}, Movement((0, 1)))]
    moved = filmed(scenes, 1.0, False)
    assert len(moved.changes) == len(moved.times) == 2 + 4
    assert sum(moved.times) == pytest.approx(2.0)
    assert moved.times[1:5] == [0.05] * 4
    assert moved.count == 2


@pytest.mark.parametrize("seconds", [0.02, 0.05])
def test_a_fast_film_does_not_move(seconds: float) -> None:
    scenes = [scene({0: (RED,)}), scene({1: (RED,)}, Movement((0, 1)))]
    assert len(filmed(scenes, seconds, False).changes) == 2


def test_a_long_film_does_not_move() -> None:
    scenes = [scene({n % 2: (RED,)}, Movement((1 - n % 2, n % 2))) for n in range(LONG + 1)]
    assert len(filmed(scenes, 1.0, False).changes) == LONG + 1
    assert len(filmed(scenes[1:], 1.0, False).changes) > LONG
