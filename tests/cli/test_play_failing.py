"""Other people's code that misbehaves while a match is played, and what becomes of the match."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.core.plugins.ladder import GAME, ladder

from stackyard.plugins.registry import registry
from stackyard.records.archive import Archive
from stackyard_cli.main import main
from stackyard_silo.refusals import refused

Text = Callable[..., str]
Run = Callable[..., Any]
UsePlugin = Callable[[str, str], Path]

PLAYERS = """
import os
from stackyard import hookimpl
from stackyard.descriptions import PlayerKind

class Player:
    def __init__(self, game, seed):
        pass
    def choose(self, match):
        if match.ply == 2:
            return self.answer(match)
        return int(match.position.legal_moves()[0])
    def close(self):
        with open(os.environ["CLOSED"], "a") as file:
            file.write(f"{self.name}\\n")

class Failing(Player):
    name = "failing"
    def answer(self, match):
        raise ZeroDivisionError("no way to divide")

class Cheating(Player):
    name = "cheating"
    def answer(self, match):
        return "f"

class Muttering(Player):
    name = "muttering"
    def answer(self, match):
        return "what?"

@hookimpl
def stackyard_register_players(register):
    for kind in (Failing, Cheating, Muttering):
        register(PlayerKind(kind.name, "Is a trial."), kind)
"""


@pytest.fixture(autouse=True)
def closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, use_plugin: UsePlugin) -> Path:
    """The file in which the players write that they were closed."""
    monkeypatch.setenv("CLOSED", str(tmp_path / "closed"))
    use_plugin("trial", PLAYERS)
    return tmp_path / "closed"


def fail(*words: str) -> BaseException:
    """The exception that the program ends with."""
    failure = CliRunner().invoke(main, ["play", "silo", *words]).exception
    assert failure is not None
    return failure


@pytest.mark.parametrize("player", ["failing", "cheating", "muttering"])
def test_a_computer_that_fails_leaves_the_match_to_be_resumed(
    player: str, run: Run, tmp_path: Path
) -> None:
    words = ["--first", player, "--second", "random", "--keep"]
    assert not isinstance(fail(*words), KeyboardInterrupt)
    assert Archive().record(1).plies == 2
    resumed = run("resume", "1", "--first", "random")
    assert resumed.exit_code == 0
    assert "Going on after move 2: " in resumed.stdout


@pytest.mark.parametrize("keep", ["--keep", "--no-keep"])
def test_what_fails_is_named_and_then_the_way_on(keep: str, run: Run, tmp_path: Path) -> None:
    failed = run("play", "silo", "--first", "failing", "--second", "random", keep)
    assert failed.exit_code == 1
    sentence, advice, announced, command = failed.stderr.splitlines()
    assert sentence.startswith(
        f"Error: plugin trial ({tmp_path / 'trial.py'}) failed in choose: ZeroDivisionError: "
        "no way to divide (trial.py, line "
    )
    assert advice.startswith("What to do: mend ")
    assert announced == "To go on from here:"
    plugin = ["stackyard", "--plugin", str(tmp_path / "trial.py")]
    words = shlex.split(command)
    assert words[:3] == plugin
    if keep == "--keep":
        assert words[3:] == ["resume", "1"]
    else:
        assert words[3:5] == ["play", "silo"]
        assert "--position" in words


def spoilt(old: str, new: str) -> str:
    """The source of the ladder with a line that goes wrong."""
    assert GAME.count(old) == 1
    return GAME.replace(old, new) + ladder().removeprefix(GAME)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "        self.__init__(self.top, ",
            "        1 // (2 - self.rung)\n        self.__init__(self.top, ",
            "failed in play: ZeroDivisionError: ",
        ),
        (
            "        self.__init__(self.top, ",
            "        if self.rung == 2: raise SystemExit(0)\n        self.__init__(self.top, ",
            "failed in play: SystemExit: 0",
        ),
        (
            "return str(position.rung)",
            "return str(position.rung) if position.rung < 3 else position",
            "returned something that cannot be used: AttributeError: ",
        ),
    ],
)
def test_a_game_that_fails_in_a_match_is_named_and_then_the_way_on(
    old: str, new: str, words: str, run: Run, use_plugin: UsePlugin
) -> None:
    path = use_plugin("climber", spoilt(old, new))
    failed = run("play", "ladder", "--second", "human", typed="1 1 1 1\n")
    assert failed.exit_code == 1
    sentence, advice, announced, command = failed.stderr.splitlines()
    assert sentence.startswith(f"Error: plugin climber ({path}) {words}")
    assert advice.startswith(f"What to do: mend {path}, ")
    assert announced == "To go on from here:"
    assert command.endswith("climber.py resume 1")
    path.write_text(ladder(), "utf-8")
    registry.cache_clear()
    assert "Going on after move 2: " in run("resume", "1", typed="quit\n").stdout


def test_a_game_that_cannot_tell_its_position_is_named_all_the_same(
    run: Run, use_plugin: UsePlugin
) -> None:
    path = use_plugin("climber", spoilt("return str(position.rung)", "return str(1 // 0)"))
    failed = run("play", "ladder", "--second", "human", "--no-keep", typed="1 quit\n")
    assert failed.stderr.startswith(f"Error: plugin climber ({path}) failed in format_position: ")


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        ("cheating", refused("not-yours", column="f", colour="red").sentence),
        ("muttering", "'what?' is no move; name the column to move from, a to f"),
    ],
)
def test_an_illegal_move_of_a_computer_is_laid_to_its_plugin(
    player: str, sentence: str, tmp_path: Path
) -> None:
    words = ["play", "silo", "--first", player, "--second", "random", "--seed", "1"]
    failed = CliRunner().invoke(main, words)
    assert failed.exit_code == 2
    assert (
        f"plugin trial ({tmp_path / 'trial.py'}): player {player} chose a move that cannot be "
        f"played: {sentence}"
    ) in failed.stderr
    assert "Not played" not in failed.stdout


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (["--second", "human"], "quit\n"),
        (["--second", "human"], ""),
        (["--second", "human"], "resign\n"),
        (["--second", "cheating"], ""),
    ],
)
def test_players_are_closed_however_a_match_ends(
    words: list[str], typed: str, closed: Path
) -> None:
    CliRunner().invoke(main, ["play", "silo", "--first", "failing", *words], input=typed)
    names = closed.read_text("utf-8").split()
    assert names == ["failing", *[word for word in words if word == "cheating"]]
