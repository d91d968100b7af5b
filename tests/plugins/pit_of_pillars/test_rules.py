from __future__ import annotations

import pickle
from collections.abc import Iterator
from copy import copy
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stackyard import Rng, divide, perft
from stackyard.position import ONGOING
from stackyard_pit_of_pillars.codes import DECLINE, Step, step_of
from stackyard_pit_of_pillars.game import PitOfPillarsGame
from stackyard_pit_of_pillars.rules import PitOfPillars

pytestmark = pytest.mark.builds

OPTIONS = ("plays-on", "loses")
NODES = {
    8: [60, 208, 10976, 37776, 1738432, 5938144],
    7: [45, 152, 5760, 19232, 604704],
    6: [32, 104, 2608, 8304, 158592, 494144],
    5: [21, 64, 920, 2688, 24896, 69760, 380800],
    4: [12, 32, 192, 448, 1280, 2688, 6368, 31712, 256160, 1984600, 15396512],
    3: [5, 8, 20, 12, 12, 0],
}
LAST_ENTERING_TURN = (
    "1,r,1,w,1,r/r,1,w,w,r,1,w,1/w,2,r,1,r,1,r/r,r,w,2,w,1,w/"
    "w,3,w,r,2/2,r,3,r,w/w,r,w,1,w,3/3,r,1,w r 0,0 next:g1"
)
BUSY = (
    "3,r,2/1,W,1,rw,1,R,w,1/1,r,1,w,4/4,W,2,wrr/w,r,1,r,r,3/r,3,w,w,r,1/2,W,5/1,w,2,R,w r 2,0 move"
)


def nodes(position: PitOfPillars, depth: int) -> list[int]:
    return [perft(position, number) for number in range(1, depth + 1)]


def positions(seed: int, most: int = 300, **options: Any) -> Iterator[tuple[Any, PitOfPillars]]:
    """The positions of a random game."""
    print(f"seed {seed}")
    game, rng = PitOfPillarsGame(**options), Rng(seed)
    position = game.initial()
    yield game, position
    while position.winner == ONGOING and most > 0:
        position.play(position.random_move(rng.bits()))
        most -= 1
        yield game, position


@pytest.mark.nightly
@pytest.mark.parametrize("size", NODES)
def test_every_size_has_the_known_node_counts_at_full_depth(size: int) -> None:
    assert nodes(PitOfPillarsGame(size=size).initial(), len(NODES[size])) == NODES[size]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("text", "known"),
    [(LAST_ENTERING_TURN, [2, 102, 5120, 259858]), (BUSY, [31, 687, 56098])],
)
def test_a_game_under_way_has_the_known_node_counts_further_on(text: str, known: list[int]) -> None:
    assert nodes(PitOfPillarsGame().parse_position(text), len(known)) == known


def test_the_nodes_are_shared_out_among_the_first_steps() -> None:
    game = PitOfPillarsGame(size=5)
    parts = divide(game.initial(), 4)
    assert sum(parts.values()) == 2688
    assert list(parts) == list(game.initial().legal_moves())


@pytest.mark.parametrize("size", range(3, 9))
def test_every_move_number_is_a_step_of_its_own(size: int) -> None:
    game = PitOfPillarsGame(size=size)
    texts = [game.format_move(move, game.initial()) for move in range(game.move_space)]
    assert len(set(texts)) == game.move_space
    assert [game.read_move(text) for text in texts] == list(range(game.move_space))


def test_the_move_space_of_the_full_board_is_counted_by_hand() -> None:
    # A rook has 2 * (6 * 56 + 2 * 30) moves without the corners, a bishop 560 - 52.
    rook, bishop = 2 * (6 * 56 + 2 * 30), 560 - 52
    assert PitOfPillarsGame().move_space == 60 + rook + (rook + bishop) + 1


@pytest.mark.parametrize("option", OPTIONS)
def test_a_copy_keeps_its_option(option: str) -> None:
    game = PitOfPillarsGame(self_elimination=option)
    text = "6/8/8/8/8/w,7/rr,7/5,r w 0,0 move"
    start = game.parse_position(text)
    for position in (start.copy(), copy(start), pickle.loads(pickle.dumps(start))):
        position.play(game.read_move("a3-a2"))
        assert position.winner == (ONGOING if option == "plays-on" else 1)


def test_the_key_tells_apart_whatever_the_text_tells_apart() -> None:
    game = PitOfPillarsGame(size=4)
    texts = [
        "2/4/w,r,W,1/2 w 0,0 move",
        "2/4/w,r,W,1/2 r 0,0 move",
        "2/4/w,r,R,1/2 w 0,0 move",
        "2/4/w,r,W,1/2 w 1,0 move",
        "2/4/w,r,W,1/2 w 0,1 move",
        "2/4/w,r,W,1/2 w 0,0 pillar",
        "2/4/w,rr,W,1/2 w 0,0 move",
        "2/4/w,wr,W,1/2 w 0,0 move",
        "2/4/r,w,W,1/2 w 0,0 move",
        "2/4/w,r,2/2 w 0,0 move",
        "2/4/w,r,2/2 w 0,0 next:b2",
        "2/4/w,r,2/2 w 0,0 next:a2",
        "2/4/w,r,2/2 r 0,0 next:a2",
        "2/4/w,r,2/2 w 0,0 free",
    ]
    assert len({game.parse_position(text).key() for text in texts}) == len(texts)


def test_a_reserve_too_large_for_the_code_has_none() -> None:
    """The bits of a large reserve would lie over those of the other."""
    game = PitOfPillarsGame(size=4)
    for reserves in ("15,15", "0,15", "15,0"):
        assert game.parse_position(f"2/4/w,r,W,1/2 w {reserves} move").code() >= 0
    for reserves in ("0,16", "16,0", "0,40", "40,0"):
        for player in "wr":
            text = f"2/4/w,r,W,1/2 {player} {reserves} move"
            assert game.parse_position(text).code() == -1
            assert game.parse_position(text).symmetric_code() == -1


@given(st.integers(0, 2**62 - 1), st.sampled_from(range(3, 9)), st.integers(0, 150))
def test_random_moves_are_the_legal_ones_in_their_order(seed: int, size: int, moves: int) -> None:
    game = PitOfPillarsGame(size=size)
    position = game.initial()
    game.playout(position, seed, moves)
    legal = [int(move) for move in position.legal_moves()]
    assert legal == sorted(set(legal))
    assert all(0 <= move < game.move_space for move in legal)
    parts = max(1, len(legal))
    drawn = [position.random_move((2 * n + 1) * 2**32 // (2 * parts)) for n in range(parts)]
    assert drawn == (legal or [-1])
    assert position.random_move(0) == drawn[0]
    assert position.random_move(2**32 - 1) == drawn[-1]


def men(game: PitOfPillarsGame, position: PitOfPillars, colour: int) -> int:
    """How many men of a colour are on the board and in reserve."""
    text = game.format_position(position)
    return text.split(" ")[0].count("wr"[colour]) + int(text.split(" ")[2].split(",")[colour])


@settings(max_examples=40)
@given(st.integers(0, 2**62 - 1), st.sampled_from(range(3, 9)), st.sampled_from(OPTIONS))
def test_men_are_lost_by_capture_only_and_begin_in_equal_numbers(
    seed: int, size: int, option: str
) -> None:
    game = PitOfPillarsGame(size=size, self_elimination=option)
    position, rng = game.initial(), Rng(seed)
    captured, entered = [0, 0], 0
    moving = False
    for _ in range(200):
        if position.winner != ONGOING:
            break
        mover, move = int(position.player), position.random_move(rng.bits())
        text = game.format_position(position)
        if not moving and text.endswith("move"):
            moving = True
            assert men(game, position, 0) == men(game, position, 1)
            assert " 0,0 " in text
            entered = men(game, position, 0)
        before = [men(game, position, colour) for colour in (0, 1)]
        pillars = sum(map(text.split(" ")[0].count, "WR"))
        position.play(move)
        after = [men(game, position, colour) for colour in (0, 1)]
        if not moving:
            assert sum(after) == sum(before) + 1
            continue
        assert after[mover] == before[mover]
        captured[1 - mover] += before[1 - mover] - after[1 - mover]
        assert [a + c for a, c in zip(after, captured, strict=True)] == [entered, entered]
        grown = sum(map(game.format_position(position).split(" ")[0].count, "WR")) - pillars
        assert grown == (after[1 - mover] < before[1 - mover])


@settings(max_examples=50)
@given(st.integers(0, 2**62 - 1), st.sampled_from(range(3, 9)), st.sampled_from(OPTIONS))
def test_who_is_to_act_has_a_step_and_after_the_end_the_loser_or_winner_waits(
    seed: int, size: int, option: str
) -> None:
    game = PitOfPillarsGame(size=size, self_elimination=option)
    position, rng = game.initial(), Rng(seed)
    for _ in range(200):
        mover, move = int(position.player), position.random_move(rng.bits())
        assert move >= 0
        position.play(move)
        phase = game.format_position(position).split(" ")[3]
        assert position.mid_turn == (phase in ("free", "pillar"))
        assert (position.player == mover) == position.mid_turn
        if position.winner != ONGOING:
            assert phase == "move"
            assert list(position.legal_moves()) == []
            assert position.random_move(12345) == -1
            break


@pytest.mark.parametrize("tall", [7, 8, 61, 62])
def test_tall_stacks_move_as_far_as_the_board_allows(tall: int) -> None:
    game = PitOfPillarsGame()
    position = game.parse_position(f"6/8/8/8/8/8/{'w' * tall},7/5,r w 0,0 move")
    steps = game.legal_texts(position)
    assert [step for step in steps if step[-1] == "2"] == [f"a2-{file}2" for file in "bcdefgh"]
    position.play(game.parse_move("a2-h2", position))
    rest = f"{'w' * (tall - 7)},6" if tall > 7 else "7"
    assert game.format_position(position) == f"6/8/8/8/8/8/{rest},{'w' * 7}/5,r r 0,0 move"


def test_a_mixed_stack_higher_than_can_be_packed_is_captured_all_the_same() -> None:
    game = PitOfPillarsGame()
    lower = "r" * 55 + "w" * 7
    position = game.parse_position(f"6/8/8/8/8/{lower},1,ww,5/8/2,ww,2,r w 0,0 move")
    position.play(game.parse_move("c3-a3", position))
    assert game.format_position(position) == "6/8/8/8/8/W,7/8/2,ww,2,r w 9,0 pillar"


def test_62_men_of_a_colour_make_one_stack() -> None:
    game = PitOfPillarsGame()
    position = game.parse_position(f"6/8/8/8/8/{'w' * 60},1,ww,5/8/5,r w 0,0 move")
    position.play(game.parse_move("c3-a3", position))
    assert game.format_position(position) == f"6/8/8/8/8/{'w' * 62},7/8/5,r r 0,0 move"
    position.play(game.parse_move("g1-g2", position))
    position.play(game.parse_move("a3-h3", position))
    assert game.format_position(position) == f"6/8/8/8/8/{'w' * 55},6,{'w' * 7}/6,r,1/6 r 0,0 move"


def test_a_decline_has_no_cells() -> None:
    assert step_of(DECLINE, {}) == Step("decline", -1, -1)


def test_pillars_and_a_man_that_change_places_change_the_code() -> None:
    game = PitOfPillarsGame(size=3)
    texts = {
        f"{game.grid.write({one: 'W', other: colour, man: 'w'})} w 1,1 move"
        for one, other, man in permutations(range(len(game.board)), 3)
        for colour in "WR"
    }
    assert len({game.parse_position(text).code() for text in texts}) == len(texts)
