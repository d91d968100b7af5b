"""Descriptions of players that run programs."""

from __future__ import annotations

from typing import Any

import pytest
from tests.toy_games import WalkGame

from stackyard.descriptions import PlayerKind
from stackyard.errors import PlayerSpecError
from stackyard.plugins.registry import Registered, registry
from stackyard.turnloop.player_specs import read_player_spec, recorded_spec, runs_program


@pytest.fixture(autouse=True)
def runner(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind of player that runs programs."""
    kind: Any = PlayerKind("runner", "Runs a program.", runs="command")
    known = Registered(kind, "nowhere:Player", registry().providers[0])
    monkeypatch.setitem(registry().players, "runner", known)


def test_everything_after_the_colon_is_the_command_line() -> None:
    spec = read_player_spec(" Runner: prog -a=1,b=2 x:y ,", WalkGame())
    assert spec.settings == {"command": "prog -a=1,b=2 x:y ,"}
    assert spec.seed is None


@pytest.mark.parametrize("spec", ["runner", "runner:", "runner:  "])
def test_a_command_line_is_needed(spec: str) -> None:
    with pytest.raises(PlayerSpecError) as refused:
        read_player_spec(spec, WalkGame())
    assert str(refused.value) == (
        "player runner runs a program: write its command line after a colon, "
        "as in runner:program --option"
    )


def test_programs_are_told_from_other_players() -> None:
    assert runs_program("runner:x")
    assert runs_program(" RUNNER : x")
    assert not runs_program("random")
    assert not runs_program("nobody:runner")


def test_no_record_starts_a_program() -> None:
    assert recorded_spec("random", "red") == "random"
    with pytest.raises(PlayerSpecError, match="^red was played by a program, 'runner:rm -rf', "):
        recorded_spec("runner:rm -rf", "red")
