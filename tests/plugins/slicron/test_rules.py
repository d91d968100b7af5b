from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from stackyard import Rng, divide, perft
from stackyard.position import ONGOING
from stackyard_slicron.game import SlicronGame
from stackyard_slicron.rules import Slicron

pytestmark = pytest.mark.builds

RULES = ("2024", "revised")
SIDE_2 = {
    "2024": [7, 49, 252, 1050, 2928, 5832, 5016, 1272, 0],
    "revised": [7, 49, 252, 1050, 3072, 6552, 7920, 6024, 4800, 3816],
}
STARTS = {
    3: [19, 361, 6156, 98838],
    4: [37, 1369, 47952],
    5: [61, 3721, 219600],
    6: [91, 8281],
}
D = "4/5/b5/1b5/1b4/1b3/1b2 b -"
E = "b3/1b3/2b3/4bbb/2b3/1b3/b3 b -"
MID_TURN = "4/1b3/2b3/2bb3/1bbb2/1bb2/1b2 b - +g4"


def nodes(position: Slicron, depth: int) -> list[int]:
    return [perft(position, number) for number in range(1, depth + 1)]


def positions(game: SlicronGame, seed: int) -> Iterator[Slicron]:
    """The positions of a random game."""
    position, rng = game.initial(), Rng(seed)
    yield position
    while position.winner == ONGOING:
        position.play(position.random_move(rng.bits()))
        yield position


every_rules = pytest.mark.parametrize("rules", RULES)
every_side = pytest.mark.parametrize("side", [2, 3, 4, 5, 6])


@pytest.mark.nightly
@every_rules
def test_side_2_has_the_known_node_counts_to_its_end(rules: str) -> None:
    known = SIDE_2[rules]
    assert nodes(SlicronGame(side=2, rules=rules).initial(), len(known)) == known


@pytest.mark.nightly
@every_rules
@pytest.mark.parametrize("side", [3, 4, 5])
def test_each_board_has_the_known_node_counts(rules: str, side: int) -> None:
    assert nodes(SlicronGame(side=side, rules=rules).initial(), len(STARTS[side])) == STARTS[side]


@pytest.mark.nightly
def test_side_3_has_the_known_node_counts_to_depth_6() -> None:
    start = SlicronGame(side=3).initial()
    assert [perft(start, 5), perft(start, 6)] == [1465344, 20290992]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("rules", "text", "known"),
    [("2024", E, 18318), ("revised", E, 19158), ("revised", D, 29004)],
)
def test_a_game_under_way_has_the_known_third_node_count(rules: str, text: str, known: int) -> None:
    assert perft(SlicronGame(side=4, rules=rules).parse_position(text), 3) == known


def results(position: Slicron) -> list[Slicron]:
    """The distinct positions that a turn can lead to."""
    found: dict[Any, Slicron] = {}
    todo = [position]
    while todo:
        here = todo.pop()
        for move in here.legal_moves():
            after = here.copy()
            after.play(move)
            if after.mid_turn:
                todo.append(after)
            else:
                # Turns that begin with different placements are different turns.
                found[after.key(), int(move) if here is position else -1] = after
    return list(found.values())


def turns(position: Slicron, depth: int) -> int:
    """How many sequences of whole turns there are, told apart by what they lead to."""
    if depth == 0:
        return 1
    if depth == 1 and not position.mid_turn:
        after = [position.copy() for _ in position.legal_moves()]
        for there, move in zip(after, position.legal_moves(), strict=True):
            there.play(move)
        if not any(there.mid_turn for there in after):
            return len(after)
    return sum([turns(after, depth - 1) for after in results(position)])


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("side", "rules", "depth", "known"),
    [
        (3, "2024", 5, 1465344),
        (3, "revised", 5, 1482624),
        (4, "2024", 4, 1631700),
        (4, "revised", 4, 1631700),
    ],
)
def test_whole_turns_have_the_known_counts(side: int, rules: str, depth: int, known: int) -> None:
    assert turns(SlicronGame(side=side, rules=rules).initial(), depth) == known


def test_the_nodes_are_shared_out_among_the_first_moves() -> None:
    parts = divide(SlicronGame(side=3).initial(), 2)
    assert list(parts) == list(range(19))
    assert set(parts.values()) == {19}  # 18 placements and the swap


def test_a_copy_in_the_middle_of_a_turn_is_equal_too() -> None:
    game = SlicronGame(side=4)
    position = game.parse_position(MID_TURN + "-b2-c2")
    again = pickle.loads(pickle.dumps(position))
    assert again.key() == position.key()
    assert game.format_position(again) == MID_TURN + "-b2-c2"


def test_the_key_tells_apart_what_the_text_tells_apart() -> None:
    game = SlicronGame(side=4)
    texts = [
        "4/5/6/3b3/6/5/4 w s",
        "4/5/6/3b3/6/5/4 w -",
        "4/5/6/3b3/6/5/4 b -",
        "4/5/6/3w3/6/5/4 b -",
        "4/1b3/2b3/2bb3/1bbb2/1bb2/1b2 b -",
        MID_TURN,
        MID_TURN + "-b3-c4",
        MID_TURN + "-b2-c2",
    ]
    assert len({game.parse_position(text).key() for text in texts}) == len(texts)


def test_the_key_tells_apart_turns_that_began_with_other_stones() -> None:
    """The board and the stone placed are the same, but not what the turn began with."""
    game = SlicronGame(side=2, rules="revised")
    texts = ["b1/1bb/b1 b - +a2-b2-c2", "2/1bb/b1 b - +a2-b2", "2/2b/b1 b - +a2"]
    now = [game.parse_position(text) for text in texts]
    assert all(game.pieces(position) == game.pieces(now[0]) for position in now)
    assert len({position.key() for position in now}) == len(texts)


def test_images_that_differ_by_the_placed_stone_alone_have_one_symmetric_code() -> None:
    game = SlicronGame(side=3)
    here = game.parse_position("3/1b2/1bbb1/1bbb/3 b - +d2")
    there = game.parse_position("3/bb2/1bbb1/1bb1/3 b - +b4")
    assert here.code() != there.code()
    assert here.symmetric_code() == there.symmetric_code() >= 0


@every_rules
@every_side
def test_random_moves_are_legal_and_reach_all_of_them(rules: str, side: int) -> None:
    game = SlicronGame(side=side, rules=rules)
    for position in positions(game, 5):
        legal = [int(move) for move in position.legal_moves()]
        assert legal == sorted(legal)
        assert bool(legal) == (position.winner == ONGOING)
        assert all(0 <= move < game.move_space for move in legal)
        parts = max(1, len(legal))
        drawn = [position.random_move((2 * n + 1) * 2**32 // (2 * parts)) for n in range(parts)]
        assert drawn == (legal or [-1])
        assert position.random_move(2**32 - 1) == drawn[-1]


@every_rules
@every_side
@pytest.mark.parametrize("pie", [True, False])
def test_every_game_can_be_played_to_its_end(rules: str, side: int, pie: bool) -> None:
    game = SlicronGame(side=side, rules=rules, pie=pie)
    position, seed = game.initial(), side
    assert len(position.legal_moves()) == game.swap
    moves = game.playout(position, seed, 10**6)
    assert 0 < moves < 10**6, f"seed {seed}"
    assert position.winner in (0, 1)
    assert position.player == 1 - position.winner


def test_what_is_played_does_not_depend_on_positions_looked_at_between() -> None:
    game, other = SlicronGame(), SlicronGame(rules="revised")
    alone, mixed, rng = game.initial(), game.initial(), Rng(4)
    beside = other.initial()
    while alone.winner == ONGOING:
        bits = rng.bits()
        alone.play(alone.random_move(bits))
        if beside.winner != ONGOING:
            beside = other.initial()
        beside.play(beside.random_move(rng.bits()))
        mixed.play(mixed.random_move(bits))
        assert mixed.key() == alone.key()


def test_a_full_board_is_no_trouble(plain: Callable[[int, bool], Any]) -> None:
    for rules in RULES:
        game = SlicronGame(side=6, rules=rules)
        text = "/".join(["b" * n for n in (6, 7, 8, 9, 10)] + ["bbbbb1bbbbb"])
        text += "/" + "/".join(["b" * n for n in (10, 9, 8, 7, 6)]) + " b -"
        position = game.parse_position(text)
        assert game.legal_texts(position) == []
        assert position.winner == 1
