from __future__ import annotations

from collections.abc import Iterator

import pytest

from stackyard import Rng, divide, perft
from stackyard.position import ONGOING
from stackyard_silo.game import SiloGame
from stackyard_silo.rules import Silo

pytestmark = pytest.mark.builds

GOALS = ("any", "end", "home")
NODES_6X3 = [3, 9, 31, 110, 403, 1506, 5705, 21982, 84849, 331682, 1293933]


def nodes(position: Silo, depth: int) -> list[int]:
    return [perft(position, number) for number in range(1, depth + 1)]


def positions(goal: str, seed: int) -> Iterator[tuple[SiloGame, Silo]]:
    """The positions of a random game."""
    game, rng = SiloGame(goal=goal), Rng(seed)
    position = game.initial()
    yield game, position
    while position.winner == ONGOING:
        position.play(position.random_move(rng.bits()))
        yield game, position


@pytest.mark.nightly
def test_the_standard_game_has_the_known_node_counts_to_depth_11() -> None:
    assert nodes(SiloGame().initial(), 11) == NODES_6X3


def test_the_nodes_are_shared_out_among_the_first_moves() -> None:
    game = SiloGame()
    parts = divide(game.initial(), 6)
    assert sum(parts.values()) == 1506
    assert game.legal_texts(game.initial()) == ["a", "c", "e"]
    assert list(parts) == [0, 2, 4]


def test_nobody_is_ever_in_the_middle_of_a_turn() -> None:
    assert not any(position.mid_turn for _, position in positions("any", 1))


def test_the_key_tells_apart_the_player_and_every_arrangement() -> None:
    game = SiloGame(size=4, height=2)
    texts = ["rr/bb/rr/bb r", "rr/bb/rr/bb b", "rr/bb/r/bbr b", "rr/bb/r/rbb b", "rr/bb/r/brb b"]
    assert len({game.parse_position(text).key() for text in texts}) == len(texts)


def test_the_key_tells_tall_stacks_apart() -> None:
    game = SiloGame(size=4)
    tall = ["r" * 20, "b" + "r" * 19, "rb" + "r" * 18, "r" * 19 + "b"]
    keys = {game.parse_position(f"r/{stack}/b/r b").key() for stack in tall}
    assert len(keys) == len(tall)


def test_positions_of_two_games_do_not_share_their_goal() -> None:
    text = "bbb/bb/rb/bbrrrrrrrr/-/b r"
    ends = []
    for goal in GOALS:
        position = SiloGame(goal=goal).parse_position(text)
        position.play(2)
        ends.append(int(position.winner))
    assert ends == [0, ONGOING, ONGOING]


@pytest.mark.parametrize("goal", GOALS)
def test_random_moves_are_legal_and_reach_all_of_them(goal: str) -> None:
    for _, position in positions(goal, 5):
        legal = [int(move) for move in position.legal_moves()]
        parts = max(1, len(legal))
        drawn = [position.random_move((2 * n + 1) * 2**32 // (2 * parts)) for n in range(parts)]
        assert drawn == (legal or [-1])
        assert position.random_move(0) == drawn[0]
        assert position.random_move(2**32 - 1) == drawn[-1]


@pytest.mark.parametrize("size", range(4, 27, 2))
def test_every_size_can_be_played_to_its_end(size: int) -> None:
    game = SiloGame(size=size, height=max(1, 16 // size))
    position, seed = game.initial(), size
    assert len(game.legal_texts(position)) == size // 2
    moves = game.playout(position, seed, 10**6)
    assert 0 < moves < 10**6, f"seed {seed}"
    assert position.winner in (0, 1)


@pytest.mark.parametrize(("size", "height"), [(4, 15), (6, 10), (10, 6), (20, 3), (26, 2)])
def test_62_checkers_are_packed_without_loss(size: int, height: int) -> None:
    game, seed = SiloGame(size=size, height=height), 3
    position, rng = game.initial(), Rng(seed)
    checkers = size * height // 2
    for _ in range(3000):
        if position.winner != ONGOING:
            break
        position.play(position.random_move(rng.bits()))
        text = game.format_position(position)
        assert (text[:-2].count("r"), text[:-2].count("b")) == (checkers, checkers), f"seed {seed}"


def test_a_column_of_62_checkers_is_moved_whole() -> None:
    game = SiloGame(size=4)
    position = game.parse_position(f"b/{'r' + 'b' * 60}/-/- r")
    position.play(1)
    assert game.format_position(position) == f"b/-/{'r' + 'b' * 60}/- b"
