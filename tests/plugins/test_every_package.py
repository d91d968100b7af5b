"""Files and settings that each of our packages and each game must have, found in plugins/."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import GAMES, PLUGINS, ROOT

from stackyard.plugins.discovery import OUR_GAMES, OUR_TOOLS
from stackyard.plugins.registry import registry

TESTS = ["perft.json", "seeds.json", "search_seeds.json", "forced_wins.json", "test_conformance.py"]


def test_core_knows_every_package_as_ours() -> None:
    assert sorted(OUR_GAMES) == GAMES
    assert sorted([*OUR_GAMES, *OUR_TOOLS]) == [folder.name for folder in PLUGINS]


def test_every_package_is_installed_where_the_tests_run() -> None:
    provided = {game.provider.folder for game in registry().games.values()}
    assert {f"./plugins/{game}" for game in GAMES} <= provided


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_its_pages_and_its_files_of_tests(game: str) -> None:
    (rules,) = ROOT.glob(f"plugins/{game}/src/*/rules.md")
    needed = [Path("docs/games", f"{game}.md"), Path("tests/records", f"{game}.jsonl")]
    needed += [Path("tests/plugins", game, name) for name in TESTS]
    assert [str(path) for path in needed if not (ROOT / path).is_file()] == []
    assert rules.relative_to(ROOT).as_posix() in (ROOT / "README.md").read_text("utf-8")
    shipped = (ROOT / "plugins" / game / "pyproject.toml").read_text("utf-8")
    assert rules.with_name("lesson.toml").is_file()
    assert '"lesson.toml"' in shipped


def test_the_command_in_the_readme_installs_every_game() -> None:
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    assert {f"./plugins/{game}" for game in GAMES} <= set(lines)
