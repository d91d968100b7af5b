"""The same seed leads to the same moves, on every machine and in either build."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from stackyard import load_game, playouts
from stackyard.builds import build_of
from stackyard.plugins.host import host

WRITER = runpy.run_path(str(Path(__file__).with_name("write_seeds.py")))
GAMES: list[str] = list(WRITER["FILES"])
KNOWN = [(game, case) for game in GAMES for case in WRITER["cases"](game)]


def name(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "-".join(str(part) for key, part in value.items() if key != "outcome")


@pytest.mark.parametrize(("game", "case"), KNOWN, ids=name)
def test_a_seed_leads_to_what_is_written_down(game: str, case: dict[str, Any]) -> None:
    assert WRITER["outcome"](game, case) == case["outcome"]


def test_every_game_has_its_seeds() -> None:
    ours = [
        name
        for name, registered in host().games.items()
        if registered.provider.folder and registered.provider.folder != "./core"
    ]
    assert sorted(GAMES) == sorted(ours)


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
