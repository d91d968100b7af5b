"""The page for a first game: its files pass by themselves, in an empty folder."""

from __future__ import annotations

import pytest
from tests.docs.conftest import RunOwnTests

# The check counts nodes and plays a few games; all tests of the kit, by night.
FEW = ("-k", "perft or records", "--stackyard-games", "1")


@pytest.mark.parametrize("options", [FEW, pytest.param((), marks=pytest.mark.nightly)])
def test_the_first_game_is_checked_in_a_folder_of_its_own(
    options: tuple[str, ...], run_own_tests: RunOwnTests
) -> None:
    ran = run_own_tests("docs/authors", "three", "", "", *options)
    assert " passed" in ran.stdout
    assert ran.returncode == 0


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("line", "instead", "told"),
    [
        (
            "elif EMPTY not in self.cells:",
            "elif False:",
            "the game is not over, and no move is legal",
        ),
        ("        self.player = 1 - self.player\n", "", "::test_perft"),
    ],
)
def test_a_mistake_in_the_first_game_is_told(
    line: str, instead: str, told: str, run_own_tests: RunOwnTests
) -> None:
    ran = run_own_tests("docs/authors", "three", line, instead)
    assert told in ran.stdout
    assert ran.returncode != 0
