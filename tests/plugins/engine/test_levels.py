from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import exp
from typing import TYPE_CHECKING, Any

import pytest
from tests.toy_games import Walk

from stackyard import load_game
from stackyard.analysis import Analysis, Limit, Line
from stackyard.errors import PlayerSpecError
from stackyard.position import ONGOING, Position
from stackyard.rng import Rng
from stackyard.tuning import MctsParams
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match, make_player
from stackyard_engine.beginner_player import BeginnerPlayer
from stackyard_engine.engine import MctsEngine
from stackyard_engine.levels import (
    BEGINNERS,
    FIRST_WITH_WEIGHTS,
    POSITIONS,
    SEARCHES,
    SEARCHES_WITH_WEIGHTS,
    STRENGTHS,
    Strength,
    choose,
)
from stackyard_engine.players import EnginePlayer
from stackyard_engine.plugin import LEVEL, LEVELS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.toy_games import HeapMaker, WalkGame, WalkMaker

pytestmark = pytest.mark.no_cover

Looks = tuple[int, int, float, int]  # of a move: visits, value, what is proven

A, B, C, D, E = range(5)  # moves of a Walk: the spots they lead to
ALL = range(1, LEVELS + 1)

# White can win by c; b lets black win, d goes on.
WIN = ("a 0 bcd", "b 1 ef", "c 1 won 0", "d 1 f", "e 0 won 1", "f 0 gh", "g 1 won 0", "h 1 won 1")
# Of the three moves only d does not let black win at once.
GIFTS = ("a 0 bcd", "b 1 ef", "c 1 ef", "d 1 f", "e 0 won 1", "f 0 gh", "g 1 won 0", "h 1 won 1")

ENDS = ("i 0 won 0", "k 1 won 1")  # where other walks end


def first_moves(game: WalkGame, level: int, seeds: range = range(60)) -> Counter[int]:
    """What players of a level do first, one for each seed."""
    chosen: Counter[int] = Counter()
    for seed in seeds:
        match = Match(game, (make_player(f"level:{level}", game, seed), "random"))
        move = match.player.choose(match)
        assert isinstance(move, int)
        chosen[move] += 1
    return chosen


def flat(*values: float) -> list[Looks]:
    """Moves b, c, d … that are worth this after many visits."""
    return [looks(move, 10_000, value) for move, value in enumerate(values, B)]


def looks(move: int, visits: int, value: float, proven: int = ONGOING) -> Looks:
    return move, visits, value, proven


def chosen(course: Course, looks: list[Looks], strength: Strength) -> Counter[int]:
    rng = Rng(1)
    lines = tuple(
        [
            Line(move, value, visits, proven, None, course, list)
            for move, visits, value, proven in looks
        ]
    )
    analysis = Analysis(course, lines, ONGOING)
    return Counter([choose(analysis, strength, rng) for _ in range(2000)])


@pytest.fixture
def open_course(walk: WalkMaker) -> Course:
    """One in which nothing is decided for a while."""
    return Course(walk("a 0 bcd", "b 1 e", "c 1 e", "d 1 e", "e 0 f", "f 1 g", "g 0 won 1"))


@pytest.mark.parametrize("level", ALL)
@pytest.mark.parametrize("spec", ["level:{}", "level:level={}", "LEVEL:{},seed=5"])
def test_a_description_names_the_level(walk: WalkMaker, spec: str, level: int) -> None:
    player = make_player(spec.format(level), walk(*WIN), 5)
    assert player.name == f"level {level}"
    if level < FIRST_WITH_WEIGHTS:
        assert isinstance(player, BeginnerPlayer)
        assert player.seed == 5
    else:
        assert isinstance(player, EnginePlayer)
        assert isinstance(player.engine, MctsEngine)
        assert player.engine.seed == 5


def test_without_a_number_it_is_one_in_the_middle(walk: WalkMaker) -> None:
    assert make_player("level", walk(*WIN)).name == f"level {LEVEL}"
    assert len(STRENGTHS) == LEVELS


@pytest.mark.parametrize("level", ["0", "9", "-1", "easy", "1.5"])
def test_there_are_no_others(walk: WalkMaker, level: str) -> None:
    with pytest.raises(PlayerSpecError) as caught:
        make_player(f"level:{level}", walk(*WIN))
    assert str(caught.value) == (
        f"player level, option level: {level} is not allowed; choose 1 to 8"
    )


def test_no_level_tries_less_or_is_noisier_or_blinder_than_the_one_below() -> None:
    for below, above in pairwise(BEGINNERS):
        assert above.playouts > below.playouts
        assert above.noise < below.noise
        assert (above.wins, above.threats) >= (below.wins, below.threats)
    for levels in (SEARCHES, SEARCHES_WITH_WEIGHTS):
        for weaker, stronger in pairwise(levels):
            assert stronger.simulations > weaker.simulations
            assert stronger.noise < weaker.noise
        assert levels[-1].noise == 0


def test_levels_that_evaluate_by_weights_need_fewer_simulations() -> None:
    assert len(SEARCHES_WITH_WEIGHTS) == len(SEARCHES) == LEVELS - FIRST_WITH_WEIGHTS + 1
    for evaluating, playing in zip(SEARCHES_WITH_WEIGHTS, SEARCHES, strict=True):
        assert evaluating.simulations <= playing.simulations


@pytest.mark.parametrize("level", ALL)
def test_the_same_seed_repeats_the_match(walk: WalkMaker, level: int) -> None:
    game = walk(*GIFTS)
    for seed in range(5):
        specs = f"level:{level}", f"level:{level}"
        once, again = (Match(game, specs, seed=seed) for _ in range(2))
        once.run()
        again.run()
        assert [turn.moves for turn in once.turns] == [turn.moves for turn in again.turns]


@pytest.mark.parametrize("level", ALL[1:])
def test_from_level_2_on_a_move_that_wins_is_never_overlooked(walk: WalkMaker, level: int) -> None:
    assert first_moves(walk(*WIN), level) == {C: 60}


def test_level_1_takes_a_win_more_often_than_anything_else_but_overlooks_some(
    walk: WalkMaker,
) -> None:
    moves = first_moves(walk(*WIN), 1)
    assert 36 < moves[C] < 60, moves


@pytest.mark.parametrize("level", ALL[1:])
def test_from_level_2_on_no_move_loses_at_once_if_another_does_not(
    walk: WalkMaker, level: int
) -> None:
    game = walk("a 0 bcd", "b 0 won 1", "c 1 e", "d 0 won 1", "e 0 f", "f 1 won 1")
    assert first_moves(game, level, range(20)) == {C: 20}


def test_a_beginner_prefers_a_better_move_by_its_noise_in_chances_to_win(walk: WalkMaker) -> None:
    # By b every game is won, by c every game is lost, at the end of a long way.
    game = walk("a 0 bc", "b 1 d", "c 1 e", "d 0 f", "e 0 g", "f 1 i", "g 1 k", *ENDS)
    moves = first_moves(game, 1, range(400))
    assert moves[B] / 400 == pytest.approx(1 / (1 + exp(-1 / BEGINNERS[0].noise)), abs=0.08)
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


class Ranked(Walk):
    """A Walk in which the later letter is better for the player to act."""

    def copy(self) -> Ranked:
        return Ranked(self.graph, self.at)

    def evaluate(self) -> int:
        return ord(self.at) - ord("f")


@pytest.mark.parametrize(
    ("ends", "move"),
    [(("d 1 i", "h 1 k"), B), (("d 1 e", "h 1 g"), C)],
    ids=["short games", "endless games"],
)
def test_only_a_long_random_game_is_evaluated_at_the_horizon(
    walk: WalkMaker, ends: tuple[str, str], move: int
) -> None:
    # At the horizon c looks better; short games by b are won, those by c are lost.
    game = walk("a 0 bc", "b 1 e", "c 1 g", "e 0 d", "g 0 h", *ends, *ENDS)
    type(game).mcts_params = MctsParams(horizon=1)
    start = Ranked(game.graph, "a")
    matches = [Match(game, ("level:5", "random"), position=start, seed=n) for n in range(8)]
    assert {match.player.choose(match) for match in matches} == {move}


def test_a_beginner_can_be_followed_and_stopped(walk: WalkMaker) -> None:
    shares: list[float] = []

    def watch(share: float) -> bool:
        shares.append(share)
        return len(shares) == 2

    game = walk("a 0 bcde", "b 1 k", "c 1 k", "d 1 k", "e 1 k", *ENDS)
    match = Match(game, ("level:5", "random"), seed=1)
    match.step(watch)
    assert shares == [0.25, 0.5]
    assert set(match.course.moves) <= {B, C}


@pytest.mark.parametrize("level", ALL[3:])
def test_from_level_4_on_the_opponent_is_never_let_win_at_once(walk: WalkMaker, level: int) -> None:
    assert first_moves(walk(*GIFTS), level) == {D: 60}


@pytest.mark.parametrize("level", [2, 3])
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


@pytest.mark.parametrize("level", range(1, FIRST_WITH_WEIGHTS))
def test_a_beginner_plays_out_every_move_as_often_as_its_level_says(
    walk: WalkMaker, level: int
) -> None:
    assert playouts_of_a_move(walk, level) == BEGINNERS[level - 1].playouts * 24


def test_a_search_tries_every_move_as_often_as_its_level_says(walk: WalkMaker) -> None:
    assert playouts_of_a_move(walk, 8) == max(SEARCHES[-1].simulations, 8 * 24)


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


def test_the_better_a_move_looks_the_likelier_it_is(open_course: Course) -> None:
    moves = chosen(open_course, flat(0.6, 0.5, 0.3), Strength(1, 1.0))
    assert moves[B] > moves[C] > moves[D] > 0


def test_noise_is_measured_in_the_spread_of_the_values(open_course: Course) -> None:
    wide = chosen(open_course, flat(0.9, 0.5, 0.1), Strength(1, 1.0))
    narrow = chosen(open_course, flat(0.59, 0.55, 0.51), Strength(1, 1.0))
    assert narrow[B] == pytest.approx(wide[B], rel=0.1)


def test_one_lucky_game_is_worth_less_than_many_good_ones(open_course: Course) -> None:
    seen = [looks(B, 1, 1.0), looks(C, 100, 0.6), looks(D, 1, 0.0)]
    often = chosen(open_course, seen, Strength(1, 0.3))
    assert often[C] > 3 * often[B] > 0


def test_less_noise_means_fewer_mistakes(open_course: Course) -> None:
    best = [
        chosen(open_course, flat(0.6, 0.5, 0.3), Strength(1, noise))[B]
        for noise in (8.0, 2.0, 0.5, 0.1)
    ]
    assert best == sorted(set(best))
    assert best[-1] == 2000


def test_moves_that_look_alike_are_equally_likely(open_course: Course) -> None:
    moves = chosen(open_course, flat(0.5, 0.5, 0.5), Strength(1, 0.2))
    assert all(580 < moves[move] < 750 for move in (B, C, D)), moves


def test_one_lucky_game_does_not_make_a_good_move(open_course: Course) -> None:
    lines = [looks(B, 1, 1.0), looks(C, 400, 0.7), looks(D, 400, 0.2)]
    assert chosen(open_course, lines, Strength(1, 0.1)).most_common(1)[0][0] == C


def test_a_proven_value_is_believed_after_one_visit(open_course: Course) -> None:
    lines = [looks(B, 1, 1.0, proven=0), looks(C, 400, 0.7), looks(D, 400, 0.2)]
    assert chosen(open_course, lines, Strength(1, 0.1)) == {B: 2000}


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
    def engine_of(name: str, level: int) -> tuple[str, Limit]:
        player: Any = make_player(f"level:{level}", load_game(name))
        return player.engine.name, player.limit

    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path))  # those of the packages serve
    assert engine_of("slicron", 8) == ("alphabeta", Limit(positions=POSITIONS))
    assert engine_of("slicron", 7)[0] == "mcts"
    assert engine_of("silo", 8)[0] == "mcts"
    monkeypatch.setenv("STACKYARD_WEIGHTS", "none")
    assert engine_of("slicron", 8)[0] == "mcts"
