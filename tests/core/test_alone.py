"""Core without the engine, the kit and the command line, as if they were not installed."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests import toy_games

from stackyard import Archive, Match, Result, restore
from stackyard.drawing.text import draw
from stackyard.plugins.registry import registry
from stackyard.records.export import View, export

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker, Yard

OTHERS = ("stackyard_engine", "stackyard_kit", "stackyard_cli")
# White goes on until one of the ways leads to the end.
SPOTS = ("a 0 bc", "b 1 cd", "c 1 de", "d 0 ef", "e 0 f", "f 1 won 0")


class Wall(MetaPathFinder):
    """Makes packages look as if they were not installed."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name.partition(".")[0] in OTHERS:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


class Scripted:
    """A player whose moves are written down before."""

    name = "scripted"

    def __init__(self, *moves: str) -> None:
        self.moves = list(moves)

    def choose(self, match: Match) -> str:
        return self.moves.pop(0)


@pytest.fixture(autouse=True)
def _alone(_own_yard: None, yard: Yard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy_games, "INSTALLED", {"stackyard-core"})
    monkeypatch.setattr(sys, "meta_path", [Wall(), *sys.meta_path])
    for name in list(sys.modules):
        if name.partition(".")[0] in OTHERS:
            monkeypatch.delitem(sys.modules, name)
    yard.look_again()


@pytest.mark.parametrize("package", OTHERS)
def test_the_others_cannot_be_imported(package: str) -> None:
    with pytest.raises(ModuleNotFoundError):
        import_module(package)


def test_core_brings_two_players_two_exporters_and_no_game() -> None:
    plugins = registry()
    assert [provider.name for provider in plugins.providers] == ["core"]
    assert list(plugins.players) == ["human", "random"]
    assert list(plugins.exporters) == ["json", "jsonl"]
    assert plugins.games == plugins.commands == plugins.executors == {}
    assert plugins.problems == []


def test_a_match_is_played_kept_exported_and_drawn(known_walk: WalkMaker, tmp_path: Path) -> None:
    game = known_walk(*SPOTS)
    match = Match(game, (Scripted("b", "f"), "random"), seed=3)
    archive = Archive(tmp_path / "archive.sqlite3")
    said: list[str] = []
    kept = archive.keep(match, said.append)
    assert match.run() == Result(0, "rules")
    assert kept.number is not None
    record = archive.record(kept.number)
    assert restore(record).course.position.key() == "f"
    assert said == []
    for form, begins in (("json", b"{"), ("jsonl", b"{")):
        assert export(registry().exporters[form], [record], View()).startswith(begins)
    assert "white wins" in draw(game.scene(match.position))


def test_every_module_of_core_can_be_imported() -> None:
    sources = Path(str(import_module("stackyard").__file__)).parent
    for path in sources.rglob("*.py"):
        import_module(".".join(path.relative_to(sources.parent).with_suffix("").parts))
