"""Tak; its node counts are those of three public engines.

Tiltak (github.com/MortenLohne/tiltak, src/tests/move_gen_5s_tests.rs and move_gen_6s_tests.rs) and
two Rust libraries, the crates `tak` and `games`, state counts of these positions in their tests.
Some count a game that is over as one leaf at any depth (see below).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs.games.plain_tak import CAPSTONES, FLATS, Board, Judge

from stackyard import perft
from stackyard.errors import IllegalMoveError, NotationError, PositionError
from stackyard.position import DRAW, ONGOING, Position
from stackyard.rng import Rng
from stackyard_engine.eval.tuning_file import tuning_problem
from stackyard_engine.selection import plays_selectively
from stackyard_kit.testing import GameConformance
from stackyard_tak.game import TakGame

START = "x5/x5/x5/x5/x5 1"


class TestTak(GameConformance):
    game = TakGame
    endless = True
    perft = "tak_perft.json"
    reference = Judge()
    games = 2

    def pieces_in(self, text: str) -> int:
        size = text.count("/") + 1  # what is not on the board is beside it
        return 2 * (FLATS[size] + CAPSTONES[size])


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_whole_games_go_as_in_a_plain_program(size: int) -> None:
    game, compared, seed = TakGame(size=size), 0, 0
    while compared < 300:
        position, rng = game.initial(), Rng(seed)
        board = Board(game.format_position(position))
        while position.winner == ONGOING and compared < 300:
            assert sorted(game.legal_texts(position)) == sorted(board.moves()), f"seed {seed}"
            move = int(position.random_move(rng.bits()))
            board.play(game.format_move(move, position))
            position.play(move)
            assert game.format_position(position) == board.text(), f"seed {seed}"
            assert position.winner == board.winner(), f"seed {seed}"
            compared += 1
        seed += 1


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("size", "depth", "count"), [(3, 6, 3712952), (5, 4, 2999784), (6, 4, 13586048)]
)
def test_deep_counts_from_the_start_are_those_of_public_engines(
    size: int, depth: int, count: int
) -> None:
    assert perft(TakGame(size=size).initial(), depth) == count


def leaves(position: Position, depth: int) -> int:
    """Perft in which a game that is over is one leaf."""
    if depth == 0 or position.winner != ONGOING:
        return 1
    total = 0
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        total += leaves(after, depth - 1)
    return total


@pytest.mark.parametrize(
    ("size", "text", "count"),
    [
        (5, "x2,2,x,2/x,12,x,12,x/212,x2,2121C,x/x,1,112221,1,1/x5 2", 11206),  # crate tak
        (
            6,
            "2,2,21S,2,2,2/2,x,222221,2,2,x/1,1,2221C,x,111112C,2S/x,1,2S,x2,121211212/"
            "1,1,1212S,1S,2,1S/x2,2,1,21,1 1",
            21413,  # Tiltak
        ),
    ],
)
def test_counts_of_engines_that_count_games_that_are_over(size: int, text: str, count: int) -> None:
    assert leaves(TakGame(size=size).parse_position(text), 2) == count


def after(text: str, *moves: str) -> str:
    game = TakGame(size=text.count("/") + 1)
    position = game.parse_position(text)
    for move in moves:
        position.play(game.parse_move(move, position))
    return game.format_position(position)


def test_the_first_stones_are_the_opponents() -> None:
    assert after(START, "a1", "e5") == "x4,1/x5/x5/x5/2,x4 1"


def test_a_stack_leaves_its_lowest_pieces_first() -> None:
    assert after("x5/x5/x5/x5/212121,x4 1", "5a1>113") == "x5/x5/x5/x5/2,1,2,121,x 2"


def test_a_capstone_alone_flattens_a_wall() -> None:
    assert after("x5/x5/x5/x5/121C,x,2S,x2 1", "3a1>21") == "x5/x5/x5/x5/x,12,21C,x2 2"
    assert after("x5/x5/x5/x5/121C,x,2S,x2 1", "3A1>21") == "x5/x5/x5/x5/x,12,21C,x2 2"


@pytest.mark.parametrize(
    ("text", "move", "winner"),
    [
        ("2,x2/1,1,x/2,2,x 1", "c2", 0),  # a road
        ("x,2,1/x,21,x/x,2,1 1", "b2>", 0),  # for both: of the one who moved
        ("x,2,1/x,21,x/x,2,x 1", "b2>", 1),  # for the opponent alone
        ("1,2,1/1S,2,2/x,1,2S 1", "Sa1", DRAW),  # a full board: 3 flat stones to 3
    ],
)
def test_roads_and_full_boards_end_the_game(text: str, move: str, winner: int) -> None:
    game = TakGame(size=3)
    position = game.parse_position(text)
    assert position.winner == ONGOING
    position.play(game.parse_move(move, position))
    assert position.winner == winner


def test_who_places_the_last_piece_ends_the_game() -> None:
    position = TakGame(size=3).parse_position("1111111111,2,2/x3/x3 2")
    assert TakGame(size=3).ending(position) == "black has 2 flat stones on top to 1"


@pytest.mark.parametrize(
    ("text", "move", "rule"),
    [
        (START, "Sa1", "first-turn"),
        ("x5/x5/x5/x5/2,x4 2", "a1+", "first-turn"),
        ("x5/x5/x5/x5/2,1,x3 1", "a1", "occupied"),
        ("x5/x5/x5/x5/2,1C,x3 1", "Ca2", "none-left"),
        ("x5/x5/x5/x5/2,1,x3 1", "a1+", "not-yours"),
        ("x5/x5/x5/x5/2,1,x3 1", "2b1+", "too-many"),
        ("x5/x5/x5/x5/2,21,x3 1", "2b1<11", "off-board"),
        ("x5/x5/x5/x5/2S,1,x3 1", "b1<", "blocked"),
        ("x5/x5/x5/x5/2S,21C,x3 1", "2b1<", "blocked"),
        ("x5/x5/x5/x5/2C,21C,x3 1", "b1<", "blocked"),
    ],
)
def test_what_is_not_allowed_is_refused_by_its_rule(text: str, move: str, rule: str) -> None:
    game = TakGame()
    with pytest.raises(IllegalMoveError) as caught:
        game.parse_move(move, game.parse_position(text))
    assert caught.value.refusal.rule == rule


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x5/x5/x5/x5/x5 2", "the first stone is black and flat"),
        ("x5/x5/x5/x5/1,x4 2", "the first stone is black and flat"),
        ("x5/x5/x5/x5/2S,x4 2", "the first stone is black and flat"),
        ("x5/x5/x5/x5/1C,x4 1", "the first stone is black and flat"),
        ("1C,1C,x3/x5/x5/x5/2,x4 2", "2 white capstones, but there are 1"),
        ("1S,SS,x3/x5/x5/x5/x5 2", "'SS' is neither a stack of 1 and 2, perhaps with S or C nor x"),
        ("x,x4/x5/x5/x5/x5 1", "write their sum"),
        ("x5/x5/x5/x5/x6 1", "6 written, but there are 5"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        TakGame().parse_position(text)


@pytest.mark.parametrize("text", ["a9", "Xa1", "a1*", "7a1+", "3a1+11", "a1+2"])
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is no move"):
        TakGame().read_move(text)


def test_the_counts_of_a_board_of_four_are_those_of_the_plain_program() -> None:
    assert perft(TakGame(size=4).initial(), 3) == plain_perft("x4/x4/x4/x4 1", 3)


def plain_perft(text: str, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in Board(text).moves():
        board = Board(text)
        board.play(move)
        total += plain_perft(board.text(), depth - 1) if depth > 1 else 1
    return total


def test_level_8_plays_four_by_four_by_what_was_tuned(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path))
    game = TakGame(size=4)
    assert tuning_problem(game) == ""
    assert plays_selectively(game)
    assert not plays_selectively(TakGame())  # five by five is not tuned
