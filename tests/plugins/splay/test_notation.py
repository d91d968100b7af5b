from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stackyard.errors import PositionError
from stackyard.position import ONGOING
from stackyard_splay.game import SplayGame

pytestmark = pytest.mark.builds


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
