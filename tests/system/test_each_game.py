from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.conftest import GAMES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.system.conftest import MakeEnvironment

# A computer to play against, and what draws.
NEEDED = ("stackyard-cli", "stackyard-engine", "stackyard-pictures")
# Of each game: perft(3) from the start, from the rules file.
PERFT = {
    "filo": 432,
    "pit_of_pillars": 10976,
    "silo": 31,
    "slicron": 219600,
    "splay": 219600,
}


def distribution(game: str) -> str:
    return f"stackyard-{game.replace('_', '-')}"


def test_every_game_is_tried() -> None:
    assert sorted(PERFT) == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_game_alone_needs_nothing_but_core_and_the_command_line(
    game: str, wheels: Path, make_environment: MakeEnvironment
) -> None:
    environment = make_environment(wheels)
    environment.install(*NEEDED, distribution(game))
    assert [entry["name"] for entry in json.loads(environment.output("list", "--json"))] == [game]
    assert environment.builds() == dict.fromkeys(["core", "engine", game], "compiled")
    assert environment.output("perft", game, "3") == f"{PERFT[game]}\n"
    words = ["--first", "mcts:simulations=50", "--second", "random", "--seed", "1", "--json"]
    played = json.loads(environment.output("play", game.replace("_", "-"), *words))
    assert played["result"]["reason"] in {"rules", "repetition"}
    assert environment.output("rules", game).startswith("# ")
    assert "<svg" in environment.output("show", game, "--svg", "-")
    left = environment.run("play", game, "--second", "random", typed="moves\n")
    assert left.returncode == 1
    assert "To go on from here:" in left.stdout


def test_all_games_live_together_and_apart(wheels: Path, make_environment: MakeEnvironment) -> None:
    environment = make_environment(wheels)
    environment.install(*NEEDED, *map(distribution, GAMES))
    listed = json.loads(environment.output("list", "--json"))
    assert [entry["name"] for entry in listed] == GAMES
    assert json.loads(environment.output("plugins", "--json"))["problems"] == []
    assert "No broken requirements" in environment.pip("check")
    environment.pip(
        "uninstall", "--yes", *(distribution(game) for game in GAMES if game != "splay")
    )
    assert environment.output("list").startswith("splay  Splay, Greg Schmidt 2011  ")
    words = ["--first", "mirror", "--second", "random", "-o", "side=3", "--seed", "2", "--quiet"]
    assert environment.output("play", "splay", *words).startswith("white wins: ")
