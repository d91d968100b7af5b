"""A compiled package holds its code twice, and both halves play alike."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from tests.conftest import GAMES, ROOT

from stackyard import load_game
from stackyard.builds import build_of, processor_of
from stackyard_engine.mcts import search

HALVES = ["any", "x86-64-v3"]
EMULATOR = ["qemu-x86_64", "-cpu", "Nehalem"]


def test_a_source_is_for_no_processor() -> None:
    assert processor_of("stackyard.builds") == ""


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_for_the_same_processors_as_core(game: str) -> None:
    loaded = load_game(game)
    if loaded.build == build_of(search.__name__):
        assert loaded.processor == processor_of(search.__name__)
    assert loaded.processor in (HALVES if loaded.build == "compiled" else [""])


@pytest.mark.nightly
@pytest.mark.skipif(load_game("silo").processor != "x86-64-v3", reason="there is one half only")
def test_what_is_for_any_processor_agrees_with_the_slow_twins_and_the_seeds() -> None:
    """The tests of sets and of the seeds, in a process that takes the other half.

    The session `nightly` compiles twice, `wheels` for this machine alone.
    """
    files = [
        "tests/core/cells/test_bits.py",
        "tests/core/test_rng.py",
        "tests/plugins/engine/test_seeds.py",
    ]
    seen = (
        "import stackyard, stackyard.cells.bits as m, stackyard.builds as b; "
        "print(b.processor_of(m.__name__), "
        f"*[stackyard.load_game(game).processor for game in {GAMES}])"
    )
    assert set(in_the_other_half("-c", seen).stdout.split()) == {"any"}
    chosen = " or ".join(["test_bits", "test_rng", *GAMES])
    done = in_the_other_half("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", chosen, *files)
    assert done.returncode == 0, done.stdout[-2000:]


@pytest.mark.nightly
@pytest.mark.skipif(load_game("silo").processor != "x86-64-v3", reason="there is one half only")
@pytest.mark.skipif(shutil.which(EMULATOR[0]) is None, reason="apt-get install qemu-user")
def test_a_processor_without_x86_64_v3_is_given_what_runs_on_any() -> None:
    """The processor is emulated: an instruction that it lacks would end the process."""
    seen = (
        "from stackyard import load_game, perft; game = load_game('silo'); "
        "print(game.processor, perft(game.initial(), 5))"
    )
    command = [*EMULATOR, sys.executable, "-c", seen]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "any 403\n", done.stderr


def in_the_other_half(*words: str) -> subprocess.CompletedProcess[str]:
    """Run Python with what is for any processor."""
    command = [sys.executable, *words]
    env = {**os.environ, "STACKYARD_PROCESSOR": "any", "STACKYARD_EXPECT_BUILD": ""}
    return subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
