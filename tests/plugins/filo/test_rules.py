from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stackyard import Rng, divide, perft
from stackyard.position import ONGOING
from stackyard_filo.game import VARIANTS, FiloGame
from stackyard_filo.rules import Filo

pytestmark = pytest.mark.builds

LONGEST = 200  # moves of a random game that is looked at
SKIP = {"empty_reserve": "skip"}
STANDARD = [8, 64, 432, 2916, 11282, 44358, 112026, 299372]
SKIPPING = [8, 64, 432, 2916, 12322, 49804, 149558, 438498]
PROPOSAL_1 = [8, 64, 600, 5965, 45786, 378516, 2465352, 16994082]
ESCAPES = "w/ww/-/-/-/bb/b/- 0,0 9,9 w"


def nodes(position: Filo, depth: int) -> list[int]:
    return [perft(position, number) for number in range(1, depth + 1)]


def positions(seed: int, **options: Any) -> Iterator[tuple[FiloGame, Filo]]:
    """The positions of a random game, which may go on for ever."""
    game, rng = FiloGame(**options), Rng(seed)
    position = game.initial()
    yield game, position
    for _ in range(LONGEST):
        if position.winner != ONGOING:
            return
        position.play(position.random_move(rng.bits()))
        yield game, position


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("options", "known"),
    [({}, STANDARD), (SKIP, SKIPPING), ({"variant": "proposal-1"}, PROPOSAL_1)],
    ids=str,
)
def test_the_start_has_the_known_node_counts_to_depth_8(
    options: dict[str, Any], known: list[int]
) -> None:
    assert nodes(FiloGame(**options).initial(), 8) == known


def test_the_nodes_are_shared_out_among_the_first_moves() -> None:
    parts = divide(FiloGame().initial(), 4)
    assert list(parts) == list(range(8))
    assert sum(parts.values()) == 2916


@given(
    st.sampled_from(list(VARIANTS)),
    st.sampled_from(["loses", "skip"]),
    st.integers(5, 9),
    st.data(),
    st.integers(0, 2**62 - 1),
)
def test_checkers_are_neither_made_nor_lost(
    variant: str, empty_reserve: str, size: int, data: st.DataObject, seed: int
) -> None:
    pieces = data.draw(st.integers(5, 2 * size))
    game = FiloGame(variant=variant, empty_reserve=empty_reserve, size=size, pieces=pieces)
    position, rng, off = game.initial(), Rng(seed), [0, 0]
    for _ in range(LONGEST):
        stacks = game.pieces(position).values()
        assert max([len(stack) for stack in stacks]) <= 4
        for player in (0, 1):
            here = [piece.player for stack in stacks for piece in stack].count(player)
            reserve, exits = position.reserves()[player], pieces - position.men()[player]
            assert here + reserve + exits == pieces
            assert exits >= off[player]
            off[player] = exits
            if game.mixed:
                continue
            assert not exits or not any(position.reserves())
        assert not position.mid_turn
        if position.winner != ONGOING:
            assert not len(position.legal_moves())
            break
        moves = [int(move) for move in position.legal_moves()]
        assert moves == sorted(set(moves))
        assert 0 <= moves[0] <= moves[-1] < game.move_space
        for move in moves:  # whatever can escape may also stay
            assert move < 2 * size or move - 2 * size in moves
        position.play(position.random_move(rng.bits()))


OPTIONS: list[dict[str, Any]] = [
    {"variant": variant, "empty_reserve": rule}
    for variant, rule in product(VARIANTS, ["loses", "skip"])
]
every_option = pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(o.values()))


@pytest.mark.parametrize(
    "other",
    [
        "-/-/-/-/-/-/-/b 12,11 0,0 w",
        "b/-/-/-/-/-/-/- 12,11 0,0 b",
        "w/-/-/-/-/-/-/- 11,12 0,0 b",
        "-/-/-/-/-/-/-/b 11,11 1,0 b",
        "-/-/-/-/-/-/-/b 12,10 0,1 b",
        "-/-/-/-/-/-/-/b 10,11 2,0 b",
        "-/-/-/-/-/-/-/bb 12,10 0,0 b",
    ],
)
def test_the_key_tells_apart_whatever_the_text_tells_apart(other: str) -> None:
    game = FiloGame(variant="proposal-1")
    one = game.parse_position("-/-/-/-/-/-/-/b 12,11 0,0 b")
    assert game.parse_position(other).key() != one.key()


@every_option
@pytest.mark.parametrize("size", [5, 8, 9])
def test_random_moves_are_legal_and_reach_all_of_them(options: dict[str, Any], size: int) -> None:
    for _, position in positions(size, **options, size=size):
        legal = [int(move) for move in position.legal_moves()]
        parts = max(1, len(legal))
        drawn = [position.random_move((2 * n + 1) * 2**32 // (2 * parts)) for n in range(parts)]
        assert drawn == (legal or [-1])
        assert position.random_move(0) == drawn[0]
        assert position.random_move(2**32 - 1) == drawn[-1]


def test_an_escape_is_drawn_like_any_other_move() -> None:
    position = FiloGame().parse_position(ESCAPES)
    assert list(position.legal_moves()) == [8, 9, 24]
    assert [position.random_move((2 * n + 1) * 2**32 // 6) for n in range(3)] == [8, 9, 24]
    game = FiloGame(variant="proposal-1")
    position = game.parse_position("w/-/-/-/-/-/b/b 1,0 10,10 w")
    assert [position.random_move((2 * n + 1) * 2**32 // 6) for n in range(3)] == [0, 8, 16]


@pytest.mark.parametrize("size", range(5, 10))
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_size_can_be_played(size: int, variant: str) -> None:
    for pieces in range(5, 2 * size + 1):
        game, seed = FiloGame(variant=variant, size=size, pieces=pieces), pieces
        position = game.initial()
        assert len(position.legal_moves()) == min(size, pieces)
        assert game.playout(position, seed, 2000) > 1, f"seed {seed}"
