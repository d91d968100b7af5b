from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conftest import GAMES

from stackyard.game import Game
from stackyard.plugins.registry import load_game
from stackyard.rng import Rng
from stackyard.turnloop.history import Course
from stackyard_breakthrough.game import BreakthroughGame
from stackyard_connect_four.game import ConnectFourGame
from stackyard_dvonn.game import DvonnGame
from stackyard_hex.game import HexGame
from stackyard_lasca.game import LascaGame
from stackyard_mill.game import MillGame
from stackyard_protocols.tokens import position_words, read_token, token_of
from stackyard_tak.game import TakGame

OTHERS: list[Callable[[], Game]] = [
    *(BreakthroughGame, ConnectFourGame, DvonnGame, HexGame, LascaGame, MillGame, TakGame),
]
PLIES = 40


def games() -> list[Game]:
    return [*map(load_game, GAMES), *[kind() for kind in OTHERS]]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_legal_move_has_a_token_of_its_own_that_reads_back(game: Game) -> None:
    course = Course(game, None, 0)
    rng = Rng(7)
    while course.result is None and course.ply < PLIES:
        position = course.position
        moves = [int(move) for move in position.legal_moves()]
        for small in (False, True):
            tokens = [token_of(game.format_move(move, position), small=small) for move in moves]
            assert len(set(tokens)) == len(moves)
            assert not any(token.split() != [token] or "#" in token for token in tokens)
            assert [read_token(course, token) for token in tokens] == moves
            assert not small or tokens == [token.lower() for token in tokens]
        words = position_words(game.format_position(position))
        assert game.parse_position(unquote(words)).key() == position.key()
        course = course.advance(int(position.random_move(rng.bits())))


def test_a_game_of_ours_is_written_as_it_is() -> None:
    for name in GAMES:
        game = load_game(name)
        assert position_words(game.start_text) == game.start_text
        texts = game.legal_texts(game.initial())
        assert [token_of(text, small=True) for text in texts] == texts


@given(st.text(min_size=1), st.booleans())
def test_any_text_reads_back_from_a_token_in_one_printable_word(text: str, small: bool) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a character
        return
    token = token_of(text, small=small)
    assert unquote(token) == text
    assert token.isascii()
    assert token.isprintable()
    assert " " not in token
    assert not small or token == token.lower()


@pytest.mark.parametrize("text", ["a moves b", "moves", "moves moves", "50% moves", "movesa b"])
def test_no_word_of_a_position_is_the_word_at_which_it_ends(text: str) -> None:
    words = position_words(text)
    assert "moves" not in words.split(" ")
    assert unquote(words) == text


def test_capitals_that_a_program_made_small_or_large_are_read() -> None:
    game = TakGame(size=3)
    course = Course(game, game.parse_position("x3/x3/1,2,x 1"))
    for token in ("Sc1", "%53c1", "%53C1"):
        assert next(course.play(read_token(course, token)).plies()).text == "Sc1"
