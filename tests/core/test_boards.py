from __future__ import annotations

from itertools import combinations
from math import dist, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stackyard.boards import Board, HexHex, Points, Row, Square

rows = st.integers(1, 26).map(Row)


@st.composite
def hexagons(draw: st.DrawFn) -> HexHex:
    side = draw(st.integers(1, 7))
    names = HexHex(side).names
    omit = draw(st.lists(st.sampled_from(names), unique=True, max_size=len(names) - 1))
    return HexHex(side, omit)


@st.composite
def squares(draw: st.DrawFn) -> Square:
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    names = Square(width, height).names
    omit = draw(st.lists(st.sampled_from(names), unique=True, max_size=len(names) - 1))
    return Square(width, height, omit)


boards = st.one_of(rows, hexagons(), squares())
whole_boards = st.one_of(
    rows,
    st.integers(1, 7).map(HexHex),
    st.builds(Square, st.integers(1, 7), st.none() | st.integers(1, 7)),
)


def named(board: Board, cells: tuple[int, ...]) -> str:
    return " ".join(board.names[cell] for cell in cells)


@given(boards)
def test_neighbours_are_mutual(board: Board) -> None:
    for cell, near in enumerate(board.neighbours):
        assert cell not in near
        assert len(set(near)) == len(near)
        assert all(cell in board.neighbours[other] for other in near)


@given(boards)
def test_rays_walk_on_in_one_direction(board: Board) -> None:
    cells = len(board)
    for direction, (up, right) in enumerate(board.steps):
        for cell, (row, number) in enumerate(board.coordinates):
            ray = board.rays[direction * cells + cell]
            first = board.at(row + up, number + right)
            if first is None:
                assert ray == ()
            else:
                assert ray == (first, *board.rays[direction * cells + first])


@given(boards)
def test_every_ray_is_seen_from_its_far_end(board: Board) -> None:
    cells = len(board)
    back = {step: number for number, step in enumerate(board.steps)}
    for direction, (up, right) in enumerate(board.steps):
        opposite = back[(-up, -right)]
        for cell in range(cells):
            for there in board.rays[direction * cells + cell]:
                assert cell in board.rays[opposite * cells + there]


@given(boards)
def test_neighbours_are_where_the_first_rays_begin(board: Board) -> None:
    cells = len(board)
    adjacent = {Row: 2, Square: 4, HexHex: 6}[type(board)]
    for cell, near in enumerate(board.neighbours):
        rays = [board.rays[direction * cells + cell] for direction in range(adjacent)]
        assert near == tuple(ray[0] for ray in rays if ray)


@given(boards)
def test_names_round_trip_in_either_case(board: Board) -> None:
    assert len(set(board.names)) == len(board)
    for cell, name in enumerate(board.names):
        assert name == name.lower()
        assert board.cell(name) == board.cell(name.upper()) == cell


@given(boards)
def test_coordinates_round_trip(board: Board) -> None:
    assert [board.at(*place) for place in board.coordinates] == list(range(len(board)))


@given(boards)
def test_edge_and_interior_share_out_the_cells(board: Board) -> None:
    assert sorted(board.edge + board.interior) == list(range(len(board)))
    most = {Row: 2, Square: 4, HexHex: 6}[type(board)]
    assert all(len(board.neighbours[cell]) == most for cell in board.interior)
    assert all(len(board.neighbours[cell]) < most for cell in board.edge)


@given(boards)
def test_lines_hold_every_cell_from_the_bottom_up_and_left_to_right(board: Board) -> None:
    assert [cell for line in board.lines for cell in line] == list(range(len(board)))
    heights = [{board.points[cell][1] for cell in line} for line in board.lines]
    assert all(len(ys) == 1 for ys in heights)
    assert sorted(heights, key=min) == heights
    for line in board.lines:
        xs = [board.points[cell][0] for cell in line]
        assert sorted(xs) == xs


@given(boards)
def test_exactly_the_neighbours_are_at_distance_1(board: Board) -> None:
    for one, other in combinations(range(len(board)), 2):
        apart = dist(board.points[one], board.points[other])
        assert isclose(apart, 1) == (other in board.neighbours[one])
        assert apart > 0.999


@given(whole_boards)
def test_reflection_is_a_symmetry_that_undoes_itself(board: Board) -> None:
    image = board.reflection
    assert [image[there] for there in image] == list(range(len(board)))
    for cell, near in enumerate(board.neighbours):
        assert {image[other] for other in near} == set(board.neighbours[image[cell]])


@given(whole_boards)
def test_reflection_turns_about_the_centre(board: Board) -> None:
    assert {board.reflection[cell] for cell in board.centre} == set(board.centre)
    middle = [
        sum(board.points[cell][axis] for cell in board.centre) / len(board.centre)
        for axis in (0, 1)
    ]
    for cell, image in enumerate(board.reflection):
        for axis in (0, 1):
            halfway = (board.points[cell][axis] + board.points[image][axis]) / 2
            assert isclose(halfway, middle[axis], abs_tol=1e-9)


@given(squares())
def test_a_square_is_reflected_exactly_if_what_is_missing_allows_it(board: Square) -> None:
    places = set(board.coordinates)
    up = min(row for row, _ in places) + max(row for row, _ in places)
    right = min(number for _, number in places) + max(number for _, number in places)
    if {(up - row, right - number) for row, number in places} == places:
        image = board.reflection
        assert [image[there] for there in image] == list(range(len(board)))
    else:
        with pytest.raises(ValueError, match="no half-turn symmetry"):
            _ = board.reflection


@given(st.integers(1, 13))
def test_a_hexagon_has_3s_s_minus_1_plus_1_cells(side: int) -> None:
    board = HexHex(side)
    assert len(board) == 3 * side * (side - 1) + 1
    assert len(board.lines) == 2 * side - 1
    assert len(board.edge) == max(1, 6 * (side - 1))


@given(st.integers(1, 12), st.integers(1, 12), st.data())
def test_a_square_has_the_cells_that_are_not_omitted(
    width: int, height: int, data: st.DataObject
) -> None:
    names = Square(width, height).names
    omit = data.draw(st.sets(st.sampled_from(names), max_size=len(names) - 1))
    board = Square(width, height, omit)
    assert len(names) == width * height
    assert set(board.names) == set(names) - omit


def test_a_row_names_its_cells_by_letters() -> None:
    assert named(Row(6), tuple(range(6))) == "a b c d e f"
    assert Row(26).names[-1] == "z"
    assert Row(3).neighbours == ((1,), (2, 0), (1,))
    assert Row(4).rays == ((1, 2, 3), (2, 3), (3,), (), (), (0,), (1, 0), (2, 1, 0))


def test_a_square_is_named_as_in_chess() -> None:
    board = Square(3, 2)
    assert board.names == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert named(board, board.neighbours[board.cell("b1")]) == "b2 c1 a1"


def test_the_diagonals_of_a_square_are_rays_and_no_neighbours() -> None:
    board = Square(8)
    rays = [board.rays[direction * 64 + board.cell("c2")] for direction in range(8)]
    assert [named(board, ray) for ray in rays] == [
        "c3 c4 c5 c6 c7 c8",
        "d2 e2 f2 g2 h2",
        "c1",
        "b2 a2",
        "d3 e4 f5 g6 h7",
        "d1",
        "b1",
        "b3 a4",
    ]


def test_cells_of_a_hexagon_may_be_omitted() -> None:
    board = HexHex(6, omit=[name for name in HexHex(6).names if name[0] not in "defgh"])
    assert [len(line) for line in board.lines] == [9, 10, 11, 10, 9]
    assert board.names[0] == "d1"
    assert named(board, board.neighbours[board.cell("d1")]) == "d2 e2 e1"
    with pytest.raises(ValueError, match="no such cell to omit: z1"):
        HexHex(3, omit=["z1"])
    with pytest.raises(ValueError, match="at least one cell"):
        HexHex(1, omit=["a1"])


def test_an_omitted_cell_ends_a_ray() -> None:
    board = Square(5, omit=["d1"])
    assert named(board, board.rays[len(board) + board.cell("a1")]) == "b1 c1"


def test_a_chessboard_without_corners_has_8_cells_of_two_neighbours_16_of_three_36_of_four() -> (
    None
):
    board = Square(8, omit=["a1", "A8", "h1", "h8"])
    degrees = [len(near) for near in board.neighbours]
    assert [degrees.count(number) for number in range(6)] == [0, 0, 8, 16, 36, 0]
    assert len(board.interior) == 36
    assert named(board, board.centre) == "d4 e4 d5 e5"


@pytest.mark.parametrize(
    ("side", "row", "first", "last"),
    [
        (5, "a", 1, 5),
        (5, "e", 1, 9),
        (5, "i", 5, 9),
        (6, "a", 1, 6),
        (6, "f", 1, 11),
        (6, "k", 6, 11),
    ],
)
def test_a_row_of_a_hexagon_holds_the_numbers_known(
    side: int, row: str, first: int, last: int
) -> None:
    board = HexHex(side)
    (line,) = [line for line in board.lines if board.names[line[0]].startswith(row)]
    assert [board.names[cell] for cell in line] == [f"{row}{n}" for n in range(first, last + 1)]


def test_the_six_neighbours_of_a_hexagon_start_at_the_right_and_go_counter_clockwise() -> None:
    board = HexHex(5)
    assert named(board, board.neighbours[board.cell("e5")]) == "e6 f6 f5 e4 d4 d5"
    assert named(board, board.neighbours[board.cell("a1")]) == "a2 b2 b1"


@pytest.mark.parametrize(
    ("board", "centre"),
    [
        (Row(1), "a"),
        (Row(5), "c"),
        (Row(6), "c d"),
        (Square(3), "b2"),
        (Square(4), "b2 c2 b3 c3"),
        (Square(3, 2), "b1 b2"),
        (Square(3, omit=["b2"]), "b1 a2 c2 b3"),
        (HexHex(5), "e5"),
    ],
    ids=repr,
)
def test_the_centre_is_the_middle_cell_or_those_about_the_middle(board: Board, centre: str) -> None:
    assert named(board, board.centre) == centre


def test_a_single_cell_is_all_edge() -> None:
    for board in (Row(1), Square(1), HexHex(1)):
        assert board.edge == (0,)
        assert board.interior == ()
        assert board.neighbours == ((),)


@pytest.mark.parametrize("name", ["", "a", "a0", "a9", "i1", "1a", "a01", " a1"])
def test_a_name_that_no_cell_bears_is_a_key_error(name: str) -> None:
    with pytest.raises(KeyError):
        Square(8).cell(name)


def test_outside_the_board_is_none() -> None:
    assert Row(3).at(0, 3) is None
    assert HexHex(2).at(0, 3) is None
    assert Square(2, omit=["b2"]).at(1, 1) is None


@pytest.mark.parametrize("length", [-1, 0, 27])
def test_a_row_has_1_to_26_cells(length: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 26 cells, not {length}"):
        Row(length)


@pytest.mark.parametrize(("width", "height"), [(0, 3), (3, 0), (27, 3), (3, 27), (-1, None)])
def test_a_square_has_1_to_26_files_and_ranks(width: int, height: int | None) -> None:
    with pytest.raises(ValueError, match="1 to 26 files and ranks"):
        Square(width, height)


@pytest.mark.parametrize("side", [-1, 0, 14])
def test_a_hexagon_has_a_side_of_1_to_13(side: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 13, not {side}"):
        HexHex(side)


def test_only_cells_of_the_square_can_be_omitted() -> None:
    with pytest.raises(ValueError, match="no such cell to omit: c3, z9"):
        Square(2, omit=["z9", "a1", "c3"])


def test_a_board_keeps_at_least_one_cell() -> None:
    with pytest.raises(ValueError, match="at least one cell"):
        Square(1, 2, ["a1", "a2"])


def test_boards_of_the_same_cells_are_equal() -> None:
    assert Square(3, 3) == Square(3)
    assert hash(Square(3, 3)) == hash(Square(3))
    assert Square(3) != Square(3, omit=["b2"])
    assert Row(3) != Square(3, 1)
    assert len({Row(4), Row(4), Row(5), HexHex(2)}) == 3


@pytest.mark.parametrize(
    "text", ["Row(6)", "Square(3, 2)", "Square(8, 8, omit=['a1', 'h8'])", "HexHex(5)"]
)
def test_a_board_is_shown_as_it_is_made(text: str) -> None:
    kinds = {"Row": Row, "Square": Square, "HexHex": HexHex}
    assert repr(eval(text, dict(kinds))) == text


CROSS = ("a1 c1 e1", "a1 b2 c3", "c1 c3 c5")  # a side, a diagonal, a line up the middle


def test_points_are_named_as_in_chess_and_joined_along_their_lines() -> None:
    board = Points(CROSS)
    assert board.names == ("a1", "c1", "e1", "b2", "c3", "c5")
    assert named(board, board.neighbours[board.cell("c1")]) == "c3 e1 a1"
    assert named(board, board.neighbours[board.cell("c3")]) == "c5 c1 b2"
    assert [named(board, track) for track in board.tracks] == list(CROSS)


def test_a_ray_goes_along_one_line_of_points() -> None:
    board = Points(CROSS)
    right = board.rays[1 * len(board) + board.cell("a1")]
    up_right = board.rays[4 * len(board) + board.cell("a1")]
    assert named(board, right) == "c1 e1"
    assert named(board, up_right) == "b2 c3"
    assert board.rays[0 * len(board) + board.cell("e1")] == ()


@pytest.mark.parametrize("lines", [("a1 b1", "b1 c1"), ("b1 c1", "a1 b1"), ("c1 b1", "b1 a1")])
def test_a_line_that_another_goes_on_keeps_its_neighbours(lines: tuple[str, ...]) -> None:
    board = Points(lines)
    assert board.names == ("a1", "b1", "c1")
    assert [sorted(near) for near in board.neighbours] == [[1], [0, 2], [1]]
    assert board.rays[1 * len(board) + board.cell("a1")] == (1,)  # it ends with its line


def test_a_symmetry_of_points_keeps_the_lines_between_them() -> None:
    board = Points(["a1 b1", "b1 b2", "b2 a2"])  # a square without its left side
    images = [" ".join(board.names[cell] for cell in each) for each in board.symmetries]
    assert images == ["a1 b1 a2 b2", "a2 b2 a1 b1"]
    with pytest.raises(ValueError, match="no half-turn symmetry"):
        _ = board.reflection


def test_the_same_points_joined_otherwise_are_another_board() -> None:
    assert Points(CROSS) == Points(CROSS)
    assert Points(CROSS) != Points([*CROSS, "e1 c3"])
    assert repr(Points(["a1 b1"])) == "Points(['a1 b1'])"


@pytest.mark.parametrize(
    "lines", [(), ("",), ("a1 b",), ("a1 11",), ("a1 b0",), ("a01 b1",), ("a1 b27",)]
)
def test_what_names_no_points_is_refused(lines: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="a board of points needs|a point is a letter"):
        Points(lines)


@pytest.mark.parametrize("line", ["a1", "a1 a1", "a1 b1 b2", "a1 c1 b1"])
def test_a_line_that_is_not_straight_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=f"in one direction, unlike '{line}'"):
        Points(["a1 b1 c1", line])
