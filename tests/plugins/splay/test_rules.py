from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from stackyard import Rng, divide, perft
from stackyard.position import ONGOING
from stackyard_splay import rules, wide
from stackyard_splay.game import SplayGame, SplayPosition

pytestmark = pytest.mark.builds

Widened = Callable[[SplayGame, SplayPosition], wide.WideSplay]

NODES = {
    2: [1, 1, 1, 1, 1, 1, 0],
    3: [
        *(7, 42, 252, 1302, 6762, 25506, 91854, 278184, 849666, 2244564, 6021258),
        *(14161728, 33321336, 68877456, 136597956),
    ],
    4: [19, 342, 6156, 104994, 1791054, 28928814],
    5: [37, 1332, 47952, 1679652, 58835772],
    6: [61, 3660, 219600, 12960060],
    7: [91, 8190, 737100, 65610090],
}
QUICK = {2: 7, 3: 6, 4: 4, 5: 3, 6: 2, 7: 2}  # plies that take a moment uncompiled
SLOW = {3: 12, 4: 6, 5: 5, 6: 4, 7: 4}  # and that take some seconds compiled
FILLED = [7, 42, 252, 1302, 6762, 25506, 92574, 286824, 907986, 2497284, 6946602, 16673376]
P2 = "4/1,b1,b2,b2,1/1,w1,w1,1,b1,1/1,w2,2,w1,2/1,b1,b1,w1,2/2,w1,w1,1/4 w"
NODES_P2 = [10, 79, 658, 4425, 31772, 184677]


def nodes(position: SplayPosition, depth: int) -> list[int]:
    return [perft(position, number) for number in range(1, depth + 1)]


def positions(game: SplayGame, seed: int) -> Iterator[SplayPosition]:
    """The positions of a random game."""
    rng, position = Rng(seed), game.initial()
    yield position
    while position.winner == ONGOING:
        position.play(position.random_move(rng.bits()))
        yield position


GAMES = [
    pytest.param(options, id="-".join([f"{name}-{value}" for name, value in options.items()]))
    for options in (
        {"side": 2},
        {"side": 3, "fill": "on"},
        {"side": 4, "pie": "on"},
        {"side": 6},
        {"side": 7, "fill": "on", "pie": "on"},
        {"side": 8},
    )
]
every_game = pytest.mark.parametrize("options", GAMES)


@pytest.mark.nightly
@pytest.mark.parametrize(("side", "depth"), SLOW.items())
def test_the_start_has_the_known_node_counts_further_on(side: int, depth: int) -> None:
    assert nodes(SplayGame(side=side).initial(), depth) == NODES[side][:depth]


@pytest.mark.nightly
def test_the_start_of_side_3_has_the_known_node_counts_to_depth_15() -> None:
    assert perft(SplayGame(side=3).initial(), 15) == NODES[3][-1]


@pytest.mark.parametrize(("side", "depth"), QUICK.items())
def test_the_rules_for_any_side_have_the_same_node_counts(
    side: int, depth: int, widened: Widened
) -> None:
    game = SplayGame(side=side)
    assert nodes(widened(game, game.initial()), depth) == NODES[side][:depth]


@pytest.mark.nightly
@pytest.mark.parametrize(("side", "depth"), [(3, 11), (4, 6), (5, 5), (6, 4)])
def test_the_rules_for_any_side_have_the_same_node_counts_further_on(
    side: int, depth: int, widened: Widened
) -> None:
    game = SplayGame(side=side)
    assert nodes(widened(game, game.initial()), depth) == NODES[side][:depth]


@pytest.mark.nightly
def test_filling_closed_cells_has_the_known_node_counts(widened: Widened) -> None:
    game = SplayGame(side=3, fill=True)
    assert nodes(game.initial(), 12) == FILLED
    assert nodes(widened(game, game.initial()), 10) == FILLED[:10]


@pytest.mark.nightly
def test_filling_closed_cells_has_the_known_node_counts_to_depth_14() -> None:
    assert nodes(SplayGame(side=3, fill=True).initial(), 14)[12:] == [39184440, 79149120]


def test_a_crowded_position_has_the_known_node_counts(widened: Widened) -> None:
    game = SplayGame(side=4)
    position = game.parse_position(P2)
    assert nodes(position, 3) == NODES_P2[:3]
    assert nodes(widened(game, position), 3) == NODES_P2[:3]


@pytest.mark.nightly
def test_a_crowded_position_has_the_known_node_counts_further_on(widened: Widened) -> None:
    game = SplayGame(side=4)
    position = game.parse_position(P2)
    assert nodes(position, 6) == NODES_P2
    assert nodes(widened(game, position), 6) == NODES_P2


def test_the_nodes_are_shared_out_among_the_first_moves() -> None:
    game = SplayGame(side=3)
    parts = divide(game.initial(), 4)
    assert sum(parts.values()) == NODES[3][3]
    assert list(parts) == list(range(7))
    assert game.legal_texts(game.initial()) == ["b2", "b3", "c2", "c3", "c4", "d3", "d4"]


def test_the_side_decides_which_rules_module_plays() -> None:
    kinds = [type(SplayGame(side=side).initial()) for side in range(2, 9)]
    assert kinds == [rules.Splay] * 5 + [wide.WideSplay] * 2


@every_game
def test_nobody_is_ever_in_the_middle_of_a_turn(options: dict[str, Any]) -> None:
    assert not any(position.mid_turn for position in positions(SplayGame(**options), 1))


@pytest.mark.parametrize("side", [4, 7])
def test_the_key_tells_apart_everything_that_a_text_does(side: int) -> None:
    game = SplayGame(side=side, pie=True)
    rows = [str(side + number) for number in [*range(side), *range(side - 2, -1, -1)]]
    texts = []
    for item in ("w1", "w2", "w5", "b1", "b3", "W", "B"):
        for at in (side // 2, side - 1):
            middle = f"{at},{item},{int(rows[side]) - at - 1}"
            texts += [
                f"{'/'.join([*rows[:side], middle, *rows[side + 1 :]])} {player}" for player in "wb"
            ]
    for item in "WB":
        texts.append(f"{item},{side - 1}/{'/'.join(rows[1:])} w")
    texts += [f"{'/'.join(rows)} w s", f"{'/'.join(rows)} w", f"{'/'.join(rows)} b"]
    texts.append(game.format_position(game.initial()).replace(" w s", " b"))
    keys = {game.parse_position(text).key(): text for text in texts}
    assert len(keys) == len(set(texts))
    assert all(game.format_position(game.parse_position(text)) == text for text in texts)


@every_game
def test_random_moves_are_legal_and_reach_all_of_them(options: dict[str, Any]) -> None:
    for position in positions(SplayGame(**options), 5):
        legal = [int(move) for move in position.legal_moves()]
        assert legal == sorted(legal)
        parts = max(1, len(legal))
        drawn = [position.random_move((2 * n + 1) * 2**32 // (2 * parts)) for n in range(parts)]
        assert drawn == (legal or [-1])
        assert position.random_move(0) == drawn[0]
        assert position.random_move(2**32 - 1) == drawn[-1]


@pytest.mark.parametrize("side", range(2, 9))
@pytest.mark.parametrize("fill", [False, True])
@pytest.mark.parametrize("pie", [False, True])
def test_every_board_can_be_played_to_its_end(side: int, fill: bool, pie: bool) -> None:
    game, seed = SplayGame(side=side, fill=fill, pie=pie), side
    position = game.initial()
    assert len(game.legal_texts(position)) == len(game.board.interior)
    moves = game.playout(position, seed, 10**6)
    assert 0 < moves <= 6 * len(game.board.interior) + pie, f"seed {seed}"
    assert position.winner != ONGOING
    assert list(position.legal_moves()) == []
