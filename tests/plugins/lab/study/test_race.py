"""Tests of races of variants, on made-up variants whose true values are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from stackyard_lab.errors import ArenaError
from stackyard_lab.study.comparison import Block
from stackyard_lab.study.race import GAMES, Race


class MadeUp:
    """A variant in which the first player and the larger budget win with these chances."""

    def __init__(self, first: float, larger: float, seed: int) -> None:
        self.chances = first, larger
        self.random = Random(seed)
        self.stored: list[Block | None] = []
        self.played = 0

    def play(self, blocks: int) -> Iterator[None]:
        while len(self.stored) < blocks:
            points = [[self.random.random() < c for _ in range(2)] for c in self.chances]
            self.stored.append(Block(sum(points[0]) / 2, sum(points[1]) / 2))
            self.played += GAMES
            yield

    def blocks(self) -> Sequence[Block | None]:
        return self.stored


FAIR = (0.5, 0.75)
UNFAIR = (1.0, 0.75)
SHALLOW = (0.5, 0.5)


def entrants(*chances: tuple[float, float], seed: int = 1) -> list[MadeUp]:
    return [MadeUp(*both, seed=100 * seed + n) for n, both in enumerate(chances)]


def finished(race: Race) -> Race:
    for _ in race.run(lambda: 0.0):
        pass
    return race


def test_a_race_stops_when_the_best_is_decided() -> None:
    made = entrants(UNFAIR, FAIR)
    race = finished(Race(made, seed=1, games=4000))
    assert race.ranking == (1, 0)
    assert made[0].played == made[1].played < 400
    score, worth, gain = race.comparisons()
    assert (score.one, score.other, score.decided) == (1, 0, True)
    assert worth.decided
    assert worth.difference.high is not None
    assert worth.difference.high < 0
    assert not gain.decided
    assert not race.given_up


def test_equal_variants_use_the_whole_budget_and_stay_undecided() -> None:
    made = entrants(FAIR, FAIR)
    race = finished(Race(made, seed=1, games=400))
    assert sum([one.played for one in made]) == 400
    assert not any(comparison.decided for comparison in race.comparisons())


def test_depth_counts_as_well_as_balance() -> None:
    race = finished(Race(entrants(SHALLOW, FAIR), seed=1, games=4000))
    assert race.ranking == (1, 0)
    score, worth, gain = race.comparisons()
    assert score.decided
    assert gain.decided
    assert not worth.decided


def test_the_better_seat_is_told_where_it_is_the_second() -> None:
    race = finished(Race(entrants(UNFAIR, (0.0, 0.75)), seed=1, games=80))
    first, second = [race.figures(number)[1] for number in range(2)]
    assert first.value == second.value == 0.5
    assert (first.note, second.note) == ("", "moving second")


def test_a_search_gives_up_the_worse_half_after_each_round() -> None:
    made = entrants(UNFAIR, UNFAIR, FAIR, SHALLOW, UNFAIR)
    race = finished(Race(made, seed=1, games=1200, search=True))
    assert [len(step.given_up) for step in race.rounds] == [2, 1, 0]
    assert race.ranking == (2, 3)
    assert sorted(race.given_up) == [0, 1, 4]
    assert {*race.rounds[0].given_up} == {*race.given_up[1:]}
    assert sum([one.played for one in made]) <= 1200
    games = [step.games for step in race.rounds]
    assert games == sorted(games)
    assert all(one.played == games[2] for one in (made[2], made[3]))


def test_a_second_search_plays_nothing_and_finds_the_same() -> None:
    made = entrants(UNFAIR, FAIR, SHALLOW, FAIR)
    first = finished(Race(made, seed=1, games=400, search=True))
    for one in made:
        [*one.play(300)]  # a study with a larger budget may have played more
        one.played = 0
    second = finished(Race(made, seed=1, games=400, search=True))
    assert second.rounds == first.rounds
    assert second.ranking == first.ranking
    assert second.comparisons() == first.comparisons()
    assert not any(one.played for one in made)


def test_a_budget_in_time_is_shared_by_the_rounds() -> None:
    made = entrants(FAIR, FAIR, FAIR, FAIR)
    race = Race(made, seed=1, search=True)
    for _ in race.run(lambda: sum([one.played for one in made]) / 2000):
        pass
    assert 1000 <= 4 * race.rounds[0].games <= 1300
    assert 2000 <= sum([one.played for one in made]) <= 2500


def test_a_game_without_result_is_left_out_of_every_comparison_it_is_in() -> None:
    made = entrants(FAIR, UNFAIR)
    [*made[0].play(10)]
    made[0].stored[3] = None
    race = finished(Race(made, seed=1, games=80))
    assert race.figures(0)[0].samples == 9 * GAMES
    assert race.figures(1)[0].samples == 10 * GAMES
    assert race.comparisons()[0].difference.samples == 9 * GAMES


def test_before_the_first_block_nothing_is_measured() -> None:
    race = Race(entrants(FAIR, UNFAIR), seed=1, games=80)
    found = [*race.figures(0), *[each.difference for each in race.comparisons()]]
    assert {(figure.value, figure.low, figure.high, figure.samples) for figure in found} == {
        (None, None, None, 0)
    }
    assert all(figure.note for figure in found)


def test_too_few_games_are_refused_with_the_number_that_would_do() -> None:
    made = entrants(FAIR, FAIR, FAIR)
    with pytest.raises(ArenaError, match=r"^20 games for 3 variants are too few: give 24 or more$"):
        Race(made, seed=1, games=20, search=True)
    finished(Race(made, seed=1, games=24, search=True))


def test_a_search_keeps_the_right_variant() -> None:
    kept, runs = 0, 15
    for seed in range(runs):
        made = entrants(*[(0.5 + n / 16, 0.7) for n in range(8)], seed=seed)
        race = finished(Race(made, seed=1, games=800, search=True))
        kept += race.ranking[0] <= 1
    assert kept >= 0.8 * runs
