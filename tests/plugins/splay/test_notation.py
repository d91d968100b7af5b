from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stackyard.errors import IllegalMoveError, NotationError, PositionError
from stackyard.position import ONGOING
from stackyard_splay.game import SplayGame

START = "6/7/8/9/10/11/10/9/8/7/6 w"
SMALL = "2/3/2 w"


@st.composite
def games(draw: st.DrawFn) -> SplayGame:
    return SplayGame(
        side=draw(st.integers(2, 8)), fill=draw(st.booleans()), pie=draw(st.booleans())
    )


@pytest.mark.parametrize("side", range(2, 9))
def test_every_move_of_the_move_space_round_trips(side: int) -> None:
    game = SplayGame(side=side)
    texts = [game.format_move(move, game.initial()) for move in range(game.move_space)]
    assert sorted(texts) == sorted([*game.board.names, "swap"])
    assert [game.read_move(text) for text in texts] == list(range(game.move_space))


@given(st.data())
def test_any_arrangement_is_a_position_or_is_refused_for_a_reason(data: st.DataObject) -> None:
    game = SplayGame(side=3)
    items = st.sampled_from(["", "", "", "w1", "b1", "w2", "b3", "W", "B"])
    flags = st.sampled_from(["", "", "W", "B"])
    board = game.board
    cells = {cell: data.draw(flags if cell in board.edge else items) for cell in range(len(board))}
    rows = []
    for line in board.lines[::-1]:
        row: list[str] = []
        for cell in line:
            if cells[cell] or not row or not row[-1].isdecimal():
                row.append(cells[cell] or "1")
            else:
                row[-1] = str(int(row[-1]) + 1)
        rows.append(",".join(row))
    text = f"{'/'.join(rows)} {data.draw(st.sampled_from('wb'))}"
    starved = [
        board.names[cell]
        for cell, item in cells.items()
        if item.islower()
        and sum(not cells[there] for there in board.neighbours[cell]) <= int(item[1])
    ]
    try:
        position = game.parse_position(text)
    except PositionError as error:
        refused = str(error)
    else:
        refused = ""
        assert game.format_position(position) == text
        assert bool(len(position.legal_moves())) == (position.winner == ONGOING)
    if starved:
        assert any(refused.startswith(f"cell {name}: a tower of height ") for name in starved)
    else:
        assert not refused or refused.endswith("has no move here and sits out")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "",
            "^a position is the rows and the player to act, then perhaps the swap, .* in 2/3/2 w; ",
        ),
        ("2/3/2", "this has 1 field$"),
        (f"{SMALL} s s", "this has 4 fields$"),
        (f" {SMALL}", "^rows: 1 written, but there are 3, with / between$"),
        ("2/3/2  w", "^player to act: '' is not w or b$"),
        ("2/3 w", "^rows: 2 written, but there are 3"),
        ("2/3/2/ w", "^rows: 4 written, but there are 3"),
        (START, "^rows: 11 written, but there are 3"),
        (
            "2//2 w",
            "^cell b1: '' is neither a tower .* nor a marker .* nor a number of empty cells$",
        ),
        ("2/1,,1/2 w", "^cell b2: '' is neither"),
        ("2/1,x,1/2 w", "^cell b2: 'x' is neither"),
        ("2/1,w,1/2 w", "^cell b2: 'w' is neither"),
        ("2/1,w0,1/2 w", "^cell b2: 'w0' is neither"),
        ("2/1,w6,1/2 w", "^cell b2: 'w6' is neither"),
        ("2/1,W1,1/2 w", "^cell b2: 'W1' is neither"),
        ("2/1,B2,1/2 w", "^cell b2: 'B2' is neither"),
        ("2/1, w1,1/2 w", "^rows: 2 written, but there are 3"),
        ("02/3/2 w", "^cell c2: '02' is neither"),
        ("2/0,3/2 w", "^cell b1: '0' is neither"),
        ("2/-3/2 w", "^cell b1: '-3' is neither"),
        ("2/³/2 w", "^cell b1: '³' is neither"),
        ("2/٣/2 w", "^cell b1: '٣' is neither"),
        (f"2/{'9' * 5000}/2 w", "^cell b1: '9{39}…' is neither"),
        ("2/3,x/2 w", "^cells b1 to b3: 'x' is neither"),
        ("2/1,2/2 w", "^cell b2: a number of empty cells follows another; write their sum$"),
        ("2/W,1,1/2 w", "^cell b3: a number of empty cells follows another"),
        ("2/3,1/2 w", "^cells b1 to b3: a number of empty cells follows another"),
        ("2/2/2 w", "^cells b1 to b3: 2 written, but there are 3$"),
        ("2/99/2 w", "^cells b1 to b3: 99 written, but there are 3"),
        ("2/3,W/2 w", "^cells b1 to b3: 4 written"),
        ("2/3/W w", "^cells a1 to a2: 1 written, but there are 2$"),
        ("2/w1,2/2 w", "^cell b1: a tower on the border, where only markers lie$"),
        ("b1,1/3/2 w", "^cell c2: a tower on the border, where only markers lie$"),
        (
            "W,1/1,w5,1/2 w",
            "^cell b2: a tower of height 5 with 5 empty neighbours; "
            "a tower has more empty neighbours than its height$",
        ),
        ("W,W/W,b1,W/B,1 b", "^cell b2: a tower of height 1 with 1 empty neighbour;"),
        ("W,W/W,b1,W/B,B b", "^cell b2: a tower of height 1 with no empty neighbours;"),
        ("2/3/2 r", "^player to act: 'r' is not w or b$"),
        ("2/3/2 W", "^player to act: 'W' is not w or b$"),
        ("2/3/2 wb", "^player to act: 'wb' is not w or b$"),
        (f"{SMALL}\n", r"^player to act: 'w\\n' is not w or b$"),
        (f"{SMALL} s", "^swap: s stands where the pie is off; leave it out$"),
        (f"{SMALL} ", "^swap: '' is not s$"),
        ("2/1,w1,1/2 b", "^player to act: black has no move here and sits out$"),
        ("2/1,b1,1/2 w", "^player to act: white has no move here and sits out$"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_what_is_wrong_and_where(
    text: str, sentence: str
) -> None:
    with pytest.raises(PositionError, match=sentence):
        SplayGame(side=2).parse_position(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3/4/5/4/3 w x", "^swap: 'x' is not s$"),
        ("3/4/5/4/3 w S", "^swap: 'S' is not s$"),
        ("3/4/5/4/3 b s", "^swap: s stands at white's first turn, .* one white check"),
        ("3/4/2,w1,2/4/3 w s", "^swap: s stands at white's first turn"),
        ("3/4/2,b1,2/4/3 b s", "^swap: s stands at white's first turn"),
        ("3/4/2,w2,2/4/3 b s", "^swap: s stands at white's first turn"),
        ("3/4/2,W,2/4/3 b s", "^swap: s stands at white's first turn"),
        ("3/4/2,w1,2/4/2,W b s", "^swap: s stands at white's first turn"),
        ("3/4/1,w1,w1,2/4/3 b s", "^swap: s stands at white's first turn"),
    ],
)
def test_an_s_where_swap_is_not_due_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(PositionError, match=sentence):
        SplayGame(side=3, pie=True).parse_position(text)


@pytest.mark.parametrize("text", ["3/4/5/4/3 w s", "3/4/2,w1,2/4/3 b s", "3/1,w1,2/5/4/3 b s"])
def test_an_s_where_swap_is_due_is_read(text: str) -> None:
    game = SplayGame(side=3, pie=True)
    assert game.format_position(game.parse_position(text)) == text


@pytest.mark.parametrize(
    "text",
    ["3/4/5/4/3 b", "3/4/1,w1,w1,b2,1/4/3 b", "W,W,W/4/5/4/3 b", "B,2/W,3/5/4/3 w", "3/4/5/4/3 w"],
)
@pytest.mark.parametrize("pie", [False, True])
def test_positions_that_no_game_reaches_are_accepted(text: str, pie: bool) -> None:
    game = SplayGame(side=3, pie=pie)
    assert game.format_position(game.parse_position(text)) == text


@pytest.mark.parametrize("text", ["", "l1", "a", "1a", "a7", "g1", "f12", "f6f7", "pass", "ä"])
def test_a_text_that_names_no_cell_is_no_move(text: str) -> None:
    game = SplayGame()
    with pytest.raises(NotationError, match="is no move; name the cell .*, such as f6$"):
        game.parse_move(text, game.initial())
    with pytest.raises(NotationError, match="is no move; name the cell .*, such as f6, or swap$"):
        SplayGame(pie=True).parse_move(text, game.initial())


P2 = "4/1,b1,b2,b2,1/1,w1,w1,1,b1,1/1,w2,2,w1,2/1,b1,b1,w1,2/2,w1,w1,1/4 w"


@pytest.mark.parametrize(
    ("text", "move", "rule", "sentence", "cells"),
    [
        (
            START,
            "a3",
            "border",
            "a3 is on the border: checkers go on interior cells, and only a splay takes the border",
            "a3",
        ),
        (
            "6/7/8/9/10/W,10/10/9/8/7/6 w",
            "f1",
            "border",
            "f1 is on the border: checkers go on interior cells, and only a splay takes the border",
            "f1",
        ),
        (
            "6/7/8/9/10/1,B,9/10/9/8/7/6 w",
            "F2",
            "marker",
            "f2 holds a territorial marker, which stays as it is",
            "f2",
        ),
        (
            P2,
            "c2",
            "not-yours",
            "the tower on c2 is black: you raise only your own",
            "c2",
        ),
        (
            P2.replace(" w", " b"),
            "c4",
            "not-yours",
            "the tower on c4 is white: you raise only your own",
            "c4",
        ),
        (
            "4/5/6/1,B,B,w4,3/6/5/4 w",
            "d5",
            "stifled",
            "a checker on d5 would stifle the white tower on d4 "
            "(height 4, which needs 5 empty neighbours)",
            "d5 d4",
        ),
        (
            "4/5/6/2,b1,w4,3/6/5/4 b",
            "d5",
            "stifled",
            "a checker on d5 would stifle the white tower on d4 "
            "(height 4, which needs 5 empty neighbours)",
            "d5 d4",
        ),
        (
            "4/5/6/1,w5,1,b5,3/6/5/4 b",
            "d3",
            "stifled",
            "a checker on d3 would stifle the white tower on d2 "
            "(height 5, which needs 6 empty neighbours) and the black tower on d4 "
            "(height 5, which needs 6 empty neighbours)",
            "d3 d2 d4",
        ),
        (
            "3/1,b1,w1,1/1,w1,1,w1,1/1,b2,w1,1/3 b",
            "c3",
            "closed",
            "c3 has no empty neighbour, and a tower needs more of them than its height "
            "(the option fill allows it)",
            "c3 b2 b3 c2 c4 d3 d4",
        ),
        (START, "swap", "no-pie", "nobody swaps in this game: the option pie is off", ""),
        (
            "2/1,w5,1/2 w",
            "b2 b2",
            "game-over",
            "the game is over: 7 of 7 cells are white, more than half",
            "",
        ),
    ],
)
def test_an_illegal_move_is_refused_with_the_rule_that_forbids_it(
    text: str, move: str, rule: str, sentence: str, cells: str
) -> None:
    game = SplayGame(side=(text.count("/") + 2) // 2)
    position = game.parse_position(text)
    *before, last = move.split()
    for earlier in before:
        position.play(game.parse_move(earlier, position))
    text = game.format_position(position)
    with pytest.raises(IllegalMoveError) as caught:
        game.parse_move(last, position)
    refusal = caught.value.refusal
    named = " ".join([game.board.names[cell] for cell in refusal.cells])
    assert (refusal.rule, refusal.sentence, named) == (rule, sentence, cells)
    assert game.format_position(position) == text


@pytest.mark.parametrize("text", ["3/4/5/4/3 w s", "3/4/5/4/3 w", "3/4/2,w1,2/4/3 b"])
def test_a_swap_that_is_not_due_is_refused(text: str) -> None:
    game = SplayGame(side=3, pie=True)
    with pytest.raises(IllegalMoveError) as caught:
        game.parse_move("swap", game.parse_position(text))
    assert caught.value.refusal.rule == "no-swap"
    assert str(caught.value) == "only black may swap, in answer to white's first checker"


@given(games(), st.integers(0, 2**62 - 1), st.integers(0, 80))
def test_every_illegal_move_has_its_refusal(game: SplayGame, seed: int, moves: int) -> None:
    position = game.initial()
    game.playout(position, seed, moves)
    legal = set(position.legal_moves())
    rules = {"border", "marker", "not-yours", "stifled", "closed", "no-pie", "no-swap"}
    for move in range(game.move_space):
        if move in legal or position.winner != ONGOING:
            continue
        refusal = game.refusal(move, position)
        assert refusal.rule in rules
        assert refusal.rule != "closed" or not game.fill
        assert refusal.sentence
