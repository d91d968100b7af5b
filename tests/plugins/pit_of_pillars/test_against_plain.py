"""The rules do what a second implementation does, which shares no idea with them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from stackyard.position import ONGOING
from stackyard_pit_of_pillars.game import PitOfPillarsGame
from stackyard_pit_of_pillars.rules import PitOfPillars

pytestmark = [pytest.mark.builds, pytest.mark.no_cover]


def compare(game: PitOfPillarsGame, position: PitOfPillars, other: Any) -> None:
    text = game.format_position(position)
    assert other.text() == text
    assert int(position.winner) == other.winner(), text
    wanted = set() if position.winner != ONGOING else set(other.steps())
    assert set(game.legal_texts(position)) == wanted, text
    if other.phase not in ("open", "free", "pillar") and not other.phase.startswith("next"):
        assert game.parse_position(text).winner == position.winner


def follow(
    game: PitOfPillarsGame, position: PitOfPillars, other: Any, draw: Random, most: int
) -> int:
    """Play both on at random, compared before each step."""
    for played in range(most):
        compare(game, position, other)
        if position.winner != ONGOING:
            return played
        move = int(draw.choice(list(position.legal_moves())))
        other.play(game.format_move(move, position))
        position.play(move)
    compare(game, position, other)
    return most


@pytest.mark.parametrize("option", ["plays-on", "loses"])
@pytest.mark.parametrize("size", range(3, 9))
def test_random_games_go_alike(size: int, option: str, plain: Any) -> None:
    game, seed = PitOfPillarsGame(size=size, self_elimination=option), size
    print(f"seed {seed}")
    draw = Random(seed)
    for _ in range(3 if size < 6 else 1):
        start = game.initial()
        other = plain(game.format_position(start), size, option == "loses")
        follow(game, start, other, draw, 250)


@pytest.mark.parametrize("option", ["plays-on", "loses"])
@pytest.mark.parametrize("size", range(3, 9))
def test_scattered_positions_are_continued_alike(
    size: int, option: str, plain: Any, scattered: Callable[[Random, int], str]
) -> None:
    scatter(size, option, plain, scattered, 40)


@pytest.mark.nightly
@pytest.mark.parametrize("option", ["plays-on", "loses"])
@pytest.mark.parametrize("size", range(3, 9))
def test_many_scattered_positions_are_continued_alike(
    size: int, option: str, plain: Any, scattered: Callable[[Random, int], str]
) -> None:
    scatter(size, option, plain, scattered, 2000)


def scatter(
    size: int, option: str, plain: Any, scattered: Callable[[Random, int], str], number: int
) -> None:
    game, seed = PitOfPillarsGame(size=size, self_elimination=option), 100 * size + number
    print(f"seed {seed}")
    draw = Random(seed)
    for _ in range(number):
        text = scattered(draw, size)
        if max(text.count("w"), text.count("r")) > 58:
            continue  # with the reserves more than a position may hold
        position = game.parse_position(text)
        follow(game, position, plain(text, size, option == "loses"), draw, 6)
