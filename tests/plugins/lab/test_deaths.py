from __future__ import annotations

import pytest

from stackyard_lab.deaths import MOST, Deaths
from stackyard_lab.game_outcome import DIED, KILLED
from stackyard_lab.plan import Pairing

GAME, OTHER = Pairing(0, 1, 0), Pairing(0, 1, 1)


def of(innocent: int, finished: int) -> Deaths[Pairing]:
    """After so many tasks that were finished, and deaths of games that were finished later."""
    deaths: Deaths[Pairing] = Deaths()
    for _ in range(innocent):
        deaths.died((OTHER,), alone=True)
    for _ in range(finished):
        deaths.survived((OTHER,), alone=True)
    return deaths


def deaths_until_verdict(deaths: Deaths[Pairing]) -> tuple[int, str]:
    for number in range(1, 100):
        deaths.died((GAME,), alone=True)
        if why := deaths.verdict(GAME):
            return number, why
    raise AssertionError("there is never a verdict")


@pytest.mark.parametrize(
    ("innocent", "finished", "number", "why"),
    [
        (0, 0, 2, DIED),  # nothing else kills workers
        (0, 1000, 2, DIED),
        (1, 1000, 2, DIED),  # nearly nothing
        (100, 1000, 4, DIED),  # each eleventh task is killed by somebody
        (400, 600, MOST, KILLED),  # two of five are; ten deaths of a game are no proof
        (300, 700, 8, DIED),
    ],
)
def test_a_game_is_blamed_when_its_deaths_are_no_chance(
    innocent: int, finished: int, number: int, why: str
) -> None:
    assert deaths_until_verdict(of(innocent, finished)) == (number, why)


def test_tasks_of_several_games_do_not_make_a_death_alone_seem_rarer() -> None:
    deaths = of(innocent=100, finished=1000)
    for _ in range(100_000):
        deaths.survived((GAME, OTHER), alone=False)
    assert deaths_until_verdict(deaths) == (4, DIED)


def test_a_death_among_other_games_proves_nothing() -> None:
    deaths: Deaths[Pairing] = Deaths()
    for _ in range(50):
        deaths.died((GAME, OTHER), alone=False)
    assert deaths.verdict(GAME) == ""
    assert deaths_until_verdict(deaths) == (2, DIED)
