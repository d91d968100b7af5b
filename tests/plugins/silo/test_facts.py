"""Facts about Silo, reproduced: no repetition, how games end, who wins on small boards."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from math import sqrt
from statistics import mean

import pytest

from stackyard.position import ONGOING
from stackyard.rng import Rng
from stackyard_silo.game import SiloGame
from stackyard_silo.rules import BLUE, RED, Silo

pytestmark = pytest.mark.builds

GOALS = ("any", "end", "home")


def word(game: SiloGame, position: Silo) -> str:
    """The columns right to left with bars between, so spelt that ASCII orders b < | < r."""
    columns = game.format_position(position)[:-2].replace("-", "").split("/")
    return "1".join(reversed(columns)).translate(str.maketrans("br", "02"))


def runs_and_homes(game: SiloGame, position: Silo) -> dict[tuple[str, int], bool]:
    """The goals that each colour has reached, read from the text of the position."""
    columns = game.format_position(position)[:-2].split("/")
    reached = {}
    for colour, letter in enumerate("rb"):
        far = columns[-1 if colour == RED else 0]
        together = [stack for stack in columns if letter in stack]
        one_run = len(together) == 1 and len(set(together[0].strip("rb".replace(letter, "")))) == 1
        reached["any", colour] = one_run
        reached["end", colour] = one_run and together == [far]
        reached["home", colour] = together == [far]
    return reached


def stuck(game: SiloGame, position: Silo, colour: int) -> bool:
    """Tell if a colour has checkers in its far-right column only."""
    columns = game.format_position(position)[:-2].split("/")
    others = columns[:-1] if colour == RED else columns[1:]
    return "rb"[colour] not in "".join(others)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(("size", "height"), [(6, 3), (8, 4), (4, 5), (10, 1)])
def test_every_move_leads_on_in_the_dictionary(goal: str, size: int, height: int) -> None:
    game = SiloGame(size=size, height=height, goal=goal)
    for seed in range(3):
        position, rng = game.initial(), Rng(seed)
        before = word(game, position)
        while position.winner == ONGOING:
            position.play(position.random_move(rng.bits()))
            after = word(game, position)
            assert before < after, f"seed {seed}"
            before = after


@pytest.mark.parametrize("goal", GOALS)
def test_the_mover_alone_reaches_a_goal_and_nobody_else_loses_it(goal: str) -> None:
    game = SiloGame(goal=goal)
    for seed in range(10):
        position, rng = game.initial(), Rng(seed)
        while position.winner == ONGOING:
            mover, before = int(position.player), runs_and_homes(game, position)
            assert [before[goal, colour] for colour in (RED, BLUE)] == [False, False]
            position.play(position.random_move(rng.bits()))
            after = runs_and_homes(game, position)
            assert after["any", 1 - mover] == before["any", 1 - mover], f"seed {seed}"
            assert position.winner == (mover if after[goal, mover] else ONGOING), f"seed {seed}"


@pytest.mark.parametrize("goal", GOALS)
def test_who_is_to_act_can_move_and_who_sits_out_cannot(goal: str) -> None:
    game, sat_out = SiloGame(goal=goal), 0
    for seed in range(20):
        position, rng = game.initial(), Rng(seed)
        while True:
            mover = int(position.player)
            position.play(position.random_move(rng.bits()))
            if position.winner != ONGOING:
                assert position.player == 1 - mover
                break
            assert not stuck(game, position, int(position.player)), f"seed {seed}"
            assert (position.player == mover) == stuck(game, position, 1 - mover), f"seed {seed}"
            sat_out += position.player == mover
    assert bool(sat_out) == (goal != "home")  # who is stuck is home


def test_random_games_last_102_moves_and_either_colour_wins_half_of_them() -> None:
    game, seed, games = SiloGame(), 2021, 2000
    rng, moves, red = Rng(seed), [], 0
    for _ in range(games):
        position = game.initial()
        moves.append(int(game.playout(position, rng.word(), 10**6)))
        red += position.winner == RED
    # Five standard deviations, of which one is 19.4 moves for a game and a half for a win.
    assert abs(mean(moves) - 102.3) < 5 * 19.4 / sqrt(games), f"seed {seed}"
    assert abs(red / games - 0.501) < 5 * 0.5 / sqrt(games), f"seed {seed}"


def test_random_games_offer_three_moves_at_a_time_and_often_a_sitting_out() -> None:
    game, seed, games = SiloGame(), 18, 400
    rng, with_sitting_out = Rng(seed), 0
    offered: list[int] = []
    for _ in range(games):
        position, sat_out = game.initial(), False
        while position.winner == ONGOING:
            mover = position.player
            offered += [len(position.legal_moves())]
            position.play(position.random_move(rng.bits()))
            sat_out |= position.winner == ONGOING and position.player == mover
        with_sitting_out += sat_out
    assert abs(mean(offered) - 2.99) < 0.05, f"seed {seed}"
    assert max(offered) == 5, f"seed {seed}"
    assert abs(with_sitting_out / games - 0.40) < 5 * 0.49 / sqrt(games), f"seed {seed}"


class Solver:
    """Every position below the start, solved: who wins, and how long a game can last."""

    def __init__(self, size: int, height: int, goal: str) -> None:
        self.game = SiloGame(size=size, height=height, goal=goal)
        self.known: dict[Hashable, tuple[int, int]] = {}
        self.winner, self.longest = self.solve(self.game.initial())

    def solve(self, position: Silo) -> tuple[int, int]:
        if position.winner != ONGOING:
            return int(position.winner), 0
        key = position.key()
        if key not in self.known:
            player, answers = int(position.player), []
            for move in position.legal_moves():
                after = position.copy()
                after.play(move)
                answers.append(self.solve(after))
            wins = any(winner == player for winner, _ in answers)
            longest = 1 + max(moves for _, moves in answers)
            self.known[key] = (player if wins else 1 - player), longest
        return self.known[key]

    def winning_moves(self) -> str:
        """The first moves that win for the one who makes them."""
        start, found = self.game.initial(), []
        for text in self.game.legal_texts(start):
            after = start.copy()
            after.play(self.game.parse_move(text, after))
            if self.solve(after)[0] == RED:
                found.append(text)
        return " ".join(found)


@cache
def solved(size: int, height: int, goal: str) -> Solver:
    return Solver(size, height, goal)


QUICK = [
    (4, 1, "any", ""),
    (4, 1, "end", ""),
    (4, 1, "home", ""),
    (4, 2, "any", "a c"),
    (4, 2, "end", "c"),
    (4, 2, "home", ""),
    (6, 1, "any", "a c"),
    (6, 1, "end", ""),
    (6, 1, "home", ""),
]
SLOW = [
    (4, 3, "any", "c"),
    (4, 3, "end", "c"),
    (4, 3, "home", ""),
    (8, 1, "any", "a c"),
]


@pytest.mark.parametrize(
    ("size", "height", "goal", "first"),
    [*QUICK, *(pytest.param(*row, marks=pytest.mark.nightly) for row in SLOW)],
)
def test_a_small_board_is_won_by_the_colour_and_the_first_moves_known(
    size: int, height: int, goal: str, first: str
) -> None:
    solver = solved(size, height, goal)
    assert solver.winning_moves() == first
    assert solver.winner == (RED if first else BLUE)


@pytest.mark.parametrize(
    ("height", "turns"), [(2, 65), pytest.param(3, 443, marks=pytest.mark.nightly)]
)
def test_the_longest_game_of_four_columns_is_known(height: int, turns: int) -> None:
    assert solved(4, height, "any").longest == turns
