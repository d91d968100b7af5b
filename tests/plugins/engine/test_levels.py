from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import exp
from typing import TYPE_CHECKING, Any

import pytest

from stackyard import Game, load_game
from stackyard.analysis import Limit
from stackyard.errors import PlayerSpecError
from stackyard.position import Position
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match, make_player
from stackyard_engine.amateur_player import AmateurPlayer
from stackyard_engine.engine import MctsEngine
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.levels import AMATEURS, STRONGEST
from stackyard_engine.params import MctsParams
from stackyard_engine.players import EnginePlayer
from stackyard_engine.plugin import LEVEL, LEVELS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.toy_games import HeapMaker, WalkGame, WalkMaker

pytestmark = pytest.mark.no_cover

A, B, C, D, E = range(5)  # moves of a Walk: the spots they lead to
ALL = range(1, LEVELS + 1)

# White can win by c; b lets black win, d goes on.
WIN = ("a 0 bcd", "b 1 ef", "c 1 won 0", "d 1 f", "e 0 won 1", "f 0 gh", "g 1 won 0", "h 1 won 1")
# Of the three moves only d does not let black win at once.
GIFTS = ("a 0 bcd", "b 1 ef", "c 1 ef", "d 1 f", "e 0 won 1", "f 0 gh", "g 1 won 0", "h 1 won 1")

# After b one reply of four wins for black; after c white can win. The others lose.
REPLIES = (
    *("a 0 bctuvwxyz", "b 1 defg", "c 1 h", "h 0 lm", "l 1 n", "m 1 o"),
    *("d 0 p", "e 0 p", "f 0 p", "p 1 n", "g 0 q", "q 1 o", "n 0 r", "o 0 s"),
    *(f"{letter} 1 q" for letter in "tuvwxyz"),
    *("r 1 won 0", "s 1 won 1"),
)

ENDS = ("i 0 won 0", "k 1 won 1")  # where other walks end


def first_moves(game: WalkGame, level: int, seeds: range = range(60)) -> Counter[int]:
    """The first moves of players of a level, one for each seed."""
    chosen: Counter[int] = Counter()
    for seed in seeds:
        match = Match(game, (make_player(f"level:{level}", game, seed), "random"))
        move = match.player.choose(match)
        assert isinstance(move, int)
        chosen[move] += 1
    return chosen


@pytest.mark.parametrize("level", ALL)
@pytest.mark.parametrize("spec", ["level:{}", "level:level={}", "LEVEL:{},seed=5"])
def test_a_description_names_the_level(walk: WalkMaker, spec: str, level: int) -> None:
    player = make_player(spec.format(level), walk(*WIN), 5)
    assert player.name == f"level {level}"
    if level < STRONGEST:
        assert isinstance(player, AmateurPlayer)
        assert player.seed == 5
    else:
        assert isinstance(player, EnginePlayer)
        assert isinstance(player.engine, MctsEngine)
        assert player.engine.seed == 5


def test_without_a_number_it_is_one_in_the_middle(walk: WalkMaker) -> None:
    assert make_player("level", walk(*WIN)).name == f"level {LEVEL}"
    assert STRONGEST == LEVELS


@pytest.mark.parametrize("level", ["0", "9", "-1", "easy", "1.5"])
def test_there_are_no_others(walk: WalkMaker, level: str) -> None:
    with pytest.raises(PlayerSpecError) as caught:
        make_player(f"level:{level}", walk(*WIN))
    assert str(caught.value) == (
        f"player level, option level: {level} is not allowed; choose 1 to 8"
    )


def test_no_level_tries_less_or_is_noisier_or_blinder_than_the_one_below() -> None:
    for below, above in pairwise(AMATEURS):
        assert above.simulations > below.simulations
        assert above.noise < below.noise
        assert above.wins >= below.wins
        assert above.threats >= below.threats
        assert above.endures >= below.endures
        assert above.glance / (above.noise or 0.001) > below.glance / below.noise


@pytest.mark.parametrize("level", ALL)
def test_the_same_seed_repeats_the_match(walk: WalkMaker, level: int) -> None:
    game = walk(*GIFTS)
    for seed in range(5):
        specs = f"level:{level}", f"level:{level}"
        once, again = (Match(game, specs, seed=seed) for _ in range(2))
        once.run()
        again.run()
        assert [turn.moves for turn in once.turns] == [turn.moves for turn in again.turns]


@pytest.mark.parametrize("level", ALL[2:])
def test_from_level_3_on_a_move_that_wins_is_never_overlooked(walk: WalkMaker, level: int) -> None:
    assert first_moves(walk(*WIN), level) == {C: 60}


@pytest.mark.parametrize("level", [1, 2])
def test_beginners_take_a_win_more_often_than_anything_else_but_overlook_some(
    walk: WalkMaker, level: int
) -> None:
    moves = first_moves(walk(*WIN), level)
    assert 30 < moves[C] < 60, moves


@pytest.mark.parametrize("level", ALL[2:])
def test_from_level_3_on_no_move_loses_at_once_if_another_does_not(
    walk: WalkMaker, level: int
) -> None:
    game = walk("a 0 bcd", "b 0 won 1", "c 1 e", "d 0 won 1", "e 0 f", "f 1 won 1")
    assert first_moves(game, level, range(20)) == {C: 20}


def test_a_beginner_prefers_a_better_move_by_its_noise_in_chances_to_win(walk: WalkMaker) -> None:
    # By b every game is won, by c every game is lost, at the end of a long way.
    game = walk("a 0 bc", "b 1 d", "c 1 e", "d 0 f", "e 0 g", "f 1 i", "g 1 k", *ENDS)
    moves = first_moves(game, 1, range(400))
    assert moves[B] / 400 == pytest.approx(1 / (1 + exp(-1 / AMATEURS[0].noise)), abs=0.08)
    assert first_moves(game, 5, range(30)) == {B: 30}


@pytest.mark.parametrize(("winner", "move"), [(0, A), (1, C)])
def test_a_repetition_that_ends_the_match_is_worth_a_draw_to_a_beginner(
    walk: WalkMaker, winner: int, move: int
) -> None:
    game = walk("a 0 b", "b 1 ac", "c 0 d", "d 1 e", f"e 0 won {winner}")
    course = Course(game, repetition=2).play(B)
    assert course.drawn
    players = [make_player("level:5", game, seed) for seed in range(20)]
    match = Match(game, ("random", "random"), course=course)
    assert {player.choose(match) for player in players} == {move}


@pytest.mark.parametrize("level", [3, 6, 7])
def test_the_upper_levels_consider_the_replies(walk: WalkMaker, level: int) -> None:
    assert first_moves(walk(*REPLIES), level, range(40)).most_common(1)[0][0] == C


def test_the_lowest_level_hardly_considers_the_replies(walk: WalkMaker) -> None:
    assert first_moves(walk(*REPLIES), 1, range(80))[C] < 20


def test_a_beginner_can_be_followed_and_stopped(walk: WalkMaker) -> None:
    shares: list[float] = []

    def watch(share: float) -> bool:
        shares.append(share)
        return True

    game = walk("a 0 bcde", "b 1 a", "c 1 a", "d 1 a", "e 1 a")
    match = Match(game, ("level:5", "random"), seed=1)
    match.step(watch)
    assert len(shares) == 1
    assert shares[0] < 1
    assert set(match.course.moves) <= {B, C, D, E}


@pytest.mark.parametrize("level", ALL[3:])
def test_from_level_4_on_the_opponent_is_never_let_win_at_once(walk: WalkMaker, level: int) -> None:
    assert first_moves(walk(*GIFTS), level) == {D: 60}


@pytest.mark.parametrize("level", [1, 2])
def test_the_weak_levels_let_the_opponent_win_now_and_then(walk: WalkMaker, level: int) -> None:
    assert set(first_moves(walk(*GIFTS), level)) == {B, C, D}


@pytest.mark.parametrize("level", ALL)
def test_who_must_lose_still_moves(walk: WalkMaker, level: int) -> None:
    game = walk("a 0 bc", "b 1 d", "c 1 d", "d 0 won 1")
    assert set(first_moves(game, level)) <= {B, C}


@pytest.mark.parametrize("level", ALL)
def test_a_single_move_is_made(walk: WalkMaker, level: int) -> None:
    game = walk("a 0 b", "b 1 cd", "c 0 won 1", "d 0 won 0")
    assert first_moves(game, level, range(3)) == {B: 3}


def test_the_strongest_solves_a_small_game_that_weak_ones_lose(
    heap: HeapMaker, walk: WalkMaker
) -> None:
    # With 17 counters only taking one wins.
    taken: dict[int, int] = {}
    for level in (1, 8):
        game = walk(*WIN)
        matches = [
            Match(game, (make_player(f"level:{level}", game, seed), "random"), position=heap(17))
            for seed in range(20)
        ]
        taken[level] = [match.player.choose(match) for match in matches].count(1)
    assert taken[8] == 20
    assert taken[1] < 15


@pytest.mark.parametrize("level", range(1, STRONGEST))
def test_every_move_is_played_out_as_often_as_the_level_says(walk: WalkMaker, level: int) -> None:
    assert playouts_of_a_move(walk, level) == AMATEURS[level - 1].simulations * 24


def test_level_8_tries_every_move_eight_times_however_few_positions_it_has(
    walk: WalkMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stackyard_engine.Knowledge.mcts_params", MctsParams(positions=100))
    assert playouts_of_a_move(walk, 8) == 8 * 24


def playouts_of_a_move(walk: WalkMaker, level: int) -> int:
    """The number of playouts by which a level chooses one of 24 moves of an endless game."""
    letters = "bcdefghijklmnopqrstuvwxy"
    game = walk(f"a 0 {letters}", *[f"{letter} 1 z" for letter in letters], "z 0 a")
    count, real = 0, game.playout

    def counted(position: Position, seed: int, limit: int) -> int:
        nonlocal count
        count += 1
        return real(position, seed, 5)

    game.playout = counted
    match = Match(game, (make_player(f"level:{level}", game, 1), "random"))
    match.player.choose(match)
    return count


def test_thinking_can_be_followed_and_stopped(walk: WalkMaker) -> None:
    game = walk("a 0 bc", "b 1 a", "c 1 a")
    shares: list[float] = []

    def watch(share: float) -> bool:
        shares.append(share)
        return True

    match = Match(game, ("level:8", "random"), seed=1)
    match.step(watch)
    assert set(match.course.moves) <= {B, C}
    assert len(shares) == 1
    assert match.result is None


def test_level_8_searches_selectively_where_a_game_declares_it_and_has_weights(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def engine_of(name: str) -> str:
        player: Any = make_player("level:8", load_game(name))
        return str(player.engine.name)

    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path))  # those of the packages serve
    assert engine_of("slicron") == "alphabeta"
    assert engine_of("silo") == "mcts"
    monkeypatch.setenv("STACKYARD_WEIGHTS", "none")
    assert engine_of("slicron") == "mcts"


def test_level_8_has_the_positions_declared_for_its_search(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def limit(game: Game[Any]) -> Limit:
        player = make_player("level:8", game)
        assert isinstance(player, EnginePlayer)
        return player.limit

    silo, slicron = load_game("silo"), load_game("slicron")
    of_silo, of_slicron = knowledge_of(silo), knowledge_of(slicron)
    assert of_slicron.alphabeta_params is not None
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path))  # those of the packages serve
    assert limit(silo) == Limit(positions=of_silo.mcts_params_with_weights.positions)
    assert limit(slicron) == Limit(positions=of_slicron.alphabeta_params.positions)
    revised, large = load_game("slicron", rules="revised"), load_game("splay", side=7)
    assert limit(revised) == Limit(positions=170_000)  # slower moves, so fewer
    assert limit(large) == Limit(positions=240_000)
    monkeypatch.setenv("STACKYARD_WEIGHTS", "none")
    assert limit(silo) == Limit(positions=of_silo.mcts_params.positions)
    assert limit(slicron) == Limit(positions=of_slicron.mcts_params.positions)
