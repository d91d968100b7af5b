"""The same seed leads to the same moves, on every machine and in either build."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from stackyard import playouts
from stackyard.game import build_of
from stackyard_filo.game import FiloGame

HERE = Path(__file__).parent
WRITER = runpy.run_path(str(HERE / "write_seeds.py"))
KNOWN: list[dict[str, Any]] = json.loads((HERE / "seeds.json").read_text("utf-8"))


def name(case: dict[str, Any]) -> str:
    return "-".join(str(value) for key, value in case.items() if key != "outcome")


@pytest.mark.parametrize("case", KNOWN, ids=name)
def test_a_seed_leads_to_what_is_written_down(case: dict[str, Any]) -> None:
    assert WRITER["outcome"](case) == case["outcome"]


def test_everything_that_would_be_written_is_written_down() -> None:
    written = [{key: case[key] for key in case if key != "outcome"} for case in KNOWN]
    assert written == WRITER["cases"]()


def test_compiled_rules_bring_their_own_playout() -> None:
    game = FiloGame()
    assert game.build == build_of("stackyard_filo.rules")
    own = game.playout is not playouts.playout
    assert own == (game.build == "compiled")


@pytest.mark.parametrize("seed", [0, 5, 2**62 - 1])
def test_the_playout_of_the_rules_and_that_of_core_agree(seed: int) -> None:
    game = FiloGame()
    one, other = game.initial(), game.initial()
    assert game.playout(one, seed, 10**6) == playouts.playout(other, seed, 10**6)
    assert one.key() == other.key()
