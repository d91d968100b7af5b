"""Two files of one name stand for rules and what was compiled from them: this process has the
first, a process that prefers sources finds the second.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stackyard import load_game
from stackyard_kit.testing import GameConformance

Told = Callable[[Callable[[], object]], str]
Home = Callable[[str], type[GameConformance]]

REGISTER = """
from stackyard import hookimpl

@hookimpl
def stackyard_register_games(register):
    register(ShareGame.about, ShareGame)

"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share_source: str) -> Home:
    """`home(source)`: tests of the game in a module, over whose file `source` is then written."""

    def home(source: str) -> type[GameConformance]:
        folder = tmp_path / "modules"
        folder.mkdir()
        monkeypatch.syspath_prepend(folder)
        file = folder / "share_here.py"
        file.write_text(share_source, "utf-8")
        module = importlib.import_module("share_here")
        file.write_text(f"{source}\n# another file\n", "utf-8")
        return type("TestShare", (GameConformance,), {"game": module.ShareGame, "longest": 40})

    return home


def test_a_process_that_plays_the_same_games_is_content(home: Home, share_source: str) -> None:
    home(share_source)().test_builds()


@pytest.mark.parametrize(
    ("line", "instead", "words"),
    [
        ("uniform(self.takes(), int(bits))", "uniform(self.takes()[:2], int(bits))", "at move "),
        ("self.left > 0", "self.left > 99", "end with another position: "),
        ("(white < black) != few", "(white > black) != few", "end with another winner: "),
        ("DRAW if white == black else", "", "end with another winner: 2 and 0"),
        ("{self.whose(position)}", "?", "end with another position: "),
        ("not left:", "left < 3:", " moves"),
    ],
)
def test_a_process_that_plays_otherwise_is_told_with_game_and_seed(
    line: str, instead: str, words: str, home: Home, told: Told, share_source: str
) -> None:
    assert line in share_source
    said = told(home(share_source.replace(line, instead))().test_builds)
    assert "the game played here (pure) and in a process of its own from the sources" in said
    assert words in said
    assert re.search(r"in ShareGame\(counters=\d+, few=\w+\), seed \d+", said)


def test_a_process_that_fails_is_told_with_what_it_says(home: Home, told: Told) -> None:
    said = told(home("raise RuntimeError('the sources are stale')")().test_builds)
    assert "the process that plays from the sources fails:" in said
    assert "RuntimeError: the sources are stale" in said


def test_what_the_game_prints_does_not_disturb(home: Home, share_source: str) -> None:
    home(f"{share_source}\nprint('hello', end='')")().test_builds()


def test_a_plugin_that_is_a_mere_file_is_found_by_the_other_process(
    yard: Any, share_source: str
) -> None:
    yard.use_file("share_plugin", share_source + REGISTER)
    game = type(load_game("share"))
    assert game.__module__ == "stackyard_file_share_plugin"
    type("TestShare", (GameConformance,), {"game": game, "longest": 40})().test_builds()


def test_compiled_rules_without_their_source_are_told_so(
    yard: Any, told: Told, share_source: str
) -> None:
    plugin = "ShareGame.build = 'compiled'"  # in either process
    yard.use_file("share_plugin", share_source + REGISTER + plugin)
    tests = type("TestShare", (GameConformance,), {"game": type(load_game("share")), "longest": 40})
    said = told(tests().test_builds)
    assert "the source of stackyard_file_share_plugin is not installed beside what was" in said


def test_a_class_in_a_file_that_no_path_leads_to_is_found(share: Any) -> None:
    tests = type("TestShare", (GameConformance,), {"game": share.ShareGame, "longest": 40})
    tests().test_builds()
