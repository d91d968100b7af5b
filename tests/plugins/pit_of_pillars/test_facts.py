"""Facts about Pit of Pillars, reproduced as far as a test has time for it."""

from __future__ import annotations

from collections.abc import Hashable
from math import sqrt
from statistics import mean

import pytest

from stackyard.position import ONGOING
from stackyard.rng import Rng
from stackyard_pit_of_pillars.game import PitOfPillarsGame
from stackyard_pit_of_pillars.rules import RED, WHITE, PitOfPillars

pytestmark = pytest.mark.builds

MIDDLE = (
    "3,r,2/1,W,1,rw,1,R,w,1/1,r,1,w,4/4,W,2,wrr/w,r,1,r,r,3/r,3,w,w,r,1/2,W,5/1,w,2,R,w r 2,0 move"
)


def entered(game: PitOfPillarsGame, rng: Rng) -> PitOfPillars:
    """The position with which a random game enters the movement stage."""
    position = game.initial()
    while not game.format_position(position).endswith("move"):
        position.play(position.random_move(rng.bits()))
    return position


def test_entering_takes_22_to_38_men_and_their_number_says_who_goes_on() -> None:
    game, seed, games = PitOfPillarsGame(), 2013, 150
    print(f"seed {seed}")
    rng, men = Rng(seed), []
    for _ in range(games):
        position = entered(game, rng)
        ranks = game.format_position(position).split(" ")[0]
        assert ranks.count("w") == ranks.count("r")
        assert position.player == (WHITE if ranks.count("w") % 2 else RED)
        assert not ranks.count("W") + ranks.count("R")
        men.append(ranks.count("w") + ranks.count("r"))
    assert min(men) >= 22
    assert max(men) <= 38
    assert abs(mean(men) - 29.8) < 5 * 2.2 / sqrt(games)


def test_the_two_players_meet_every_kind_of_step_in_a_random_game() -> None:
    game, seed = PitOfPillarsGame(), 5
    print(f"seed {seed}")
    rng, position, kinds, offered = Rng(seed), game.initial(), set(), 0
    while position.winner == ONGOING:
        offered = max(offered, len(position.legal_moves()))
        move = position.random_move(rng.bits())
        text = game.format_move(move, position)
        kinds.add("".join(["x" if letter not in "p-" else letter for letter in text]))
        position.play(move)
    assert kinds == {"xx", "xx-xx", "pxx-xx", "-"}
    assert offered <= 130


@pytest.mark.nightly
def test_random_games_are_long_and_about_equal() -> None:
    game, seed, games = PitOfPillarsGame(), 1, 3000
    print(f"seed {seed}")
    rng, steps, white = Rng(seed), [], 0
    for _ in range(games):
        position = game.initial()
        steps.append(int(game.playout(position, rng.word(), 10**6)))
        white += position.winner == WHITE
    assert abs(mean(steps) - 2045) < 5 * 800 / sqrt(games)
    assert min(steps) > 300
    assert abs(white / games - 0.495) < 5 * 0.5 / sqrt(games)


@pytest.mark.nightly
def test_random_games_offer_33_steps_at_a_time_and_never_many_more_than_130() -> None:
    game, seed, games = PitOfPillarsGame(), 2, 300
    print(f"seed {seed}")
    rng, offered, most, turns = Rng(seed), [], 0, 0
    for _ in range(games):
        position, number, steps = game.initial(), 0, 0
        while position.winner == ONGOING:
            number += len(position.legal_moves())
            steps += 1
            most = max(most, len(position.legal_moves()))
            position.play(position.random_move(rng.bits()))
            turns += not position.mid_turn
            white, red = position.pillars()
            assert (white | red).bit_count() <= 25
            assert max(position.reserves()) <= 12
        offered.append(number / steps)
    assert abs(mean(offered) - 33) < 1.5
    assert most <= 130
    assert abs(turns / games - 1068) < 5 * 420 / sqrt(games)


def graph(
    start: PitOfPillars,
) -> tuple[dict[Hashable, PitOfPillars], dict[Hashable, list[Hashable]]]:
    """Every position below `start` and what follows from it."""
    known: dict[Hashable, PitOfPillars] = {start.key(): start}
    follow: dict[Hashable, list[Hashable]] = {}
    todo = [start]
    while todo:
        position = todo.pop()
        answers: list[Hashable] = []
        for move in position.legal_moves():
            after = position.copy()
            after.play(move)
            answers.append(after.key())
            if after.key() not in known:
                known[after.key()] = after
                todo.append(after)
        follow[position.key()] = answers
    return known, follow


@pytest.mark.parametrize("option", ["plays-on", "loses"])
def test_white_wins_the_smallest_game(option: str) -> None:
    start = PitOfPillarsGame(size=3, self_elimination=option).initial()
    known, follow = graph(start)
    value = {key: int(position.winner) for key, position in known.items()}
    changed = True
    while changed:  # what is left ONGOING at the end could be kept going for ever
        changed = False
        for key, position in known.items():
            if value[key] != ONGOING:
                continue
            player = int(position.player)
            answers = [value[answer] for answer in follow[key]]
            if player in answers:
                value[key], changed = player, True
            elif set(answers) == {1 - player}:
                value[key], changed = 1 - player, True
    assert value[start.key()] == WHITE


@pytest.mark.parametrize("seed", range(3))
def test_a_capture_leaves_the_higher_stacks_beside_it_standing(seed: int) -> None:
    # Only the square just heightened is ever examined: at most one pillar comes in a turn.
    game = PitOfPillarsGame()
    print(f"seed {seed}")
    position, rng = game.parse_position(MIDDLE), Rng(seed)
    pillars = 4
    for _ in range(400):
        if position.winner != ONGOING:
            break
        position.play(position.random_move(rng.bits()))
        ranks = game.format_position(position).split(" ")[0]
        now = ranks.count("W") + ranks.count("R")
        assert now - pillars in (0, 1)
        pillars = now
