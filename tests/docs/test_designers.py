"""The game of the designers' pages keeps its promises, and its tests notice a wrong rule."""

from __future__ import annotations

import pytest
from tests.docs.conftest import RunOwnTests

# The check counts nodes and plays a few games; all tests of the kit, by night.
FEW = ("-k", "perft or records", "--stackyard-games", "1")


@pytest.mark.parametrize("options", [FEW, pytest.param((), marks=pytest.mark.nightly)])
def test_the_game_is_checked_in_a_folder_of_its_own(
    options: tuple[str, ...], run_own_tests: RunOwnTests
) -> None:
    ran = run_own_tests("docs/designers", "ricks", "", "", *options)
    assert " passed" in ran.stdout
    assert ran.returncode == 0


@pytest.mark.nightly
def test_a_wrong_rule_is_noticed(run_own_tests: RunOwnTests) -> None:
    line, instead = "len(target) == len(stack)", "len(target) <= len(stack)"
    ran = run_own_tests("docs/designers", "ricks", line, instead, "-k", "perft")
    assert "::test_perft" in ran.stdout
    assert ran.returncode != 0
