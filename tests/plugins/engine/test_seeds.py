"""The same seed leads to the same moves, on every machine and in either build."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import GAMES

from stackyard import load_game, playouts
from stackyard.builds import build_of

pytestmark = [pytest.mark.builds, pytest.mark.no_cover]

WRITER = runpy.run_path(str(Path(__file__).parents[1] / "write_seeds.py"))
FILES: dict[str, set[str]] = WRITER["FILES"]


def of_chance(case: dict[str, Any]) -> bool:
    """Tell if only the rules and random numbers decide, and no search."""
    return case["kind"] != "search" and set(case.get("players", ())) <= {"random"}


def test_every_game_is_written() -> None:
    assert WRITER["GAMES"] == GAMES


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("game", GAMES)
def test_a_seed_leads_to_what_is_written_down(game: str, file: str) -> None:
    cases = WRITER["cases"](file, game)
    assert {case["kind"] for case in cases} == FILES[file]
    assert {of_chance(case) for case in cases} == {file == "seeds"}
    changed = []
    for case in cases:
        found = WRITER["outcome"](game, case)
        if found != case["outcome"]:
            changed.append({**case, "found": found})
    assert changed == []


@pytest.mark.parametrize("game", GAMES)
def test_compiled_rules_bring_their_own_playout(game: str) -> None:
    loaded = load_game(game)
    assert loaded.build == build_of(f"stackyard_{game}.rules")
    assert (loaded.playout is not playouts.playout) == (loaded.build == "compiled")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [0, 5, 2**62 - 1])
def test_the_playout_of_the_rules_and_that_of_core_agree(game: str, seed: int) -> None:
    loaded = load_game(game)
    one, other = loaded.initial(), loaded.initial()
    assert loaded.playout(one, seed, 10**6) == playouts.playout(other, seed, 10**6)
    assert one.key() == other.key()
