"""Core installed alone is enough for players of a third party to play a match."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.system.conftest import MakeEnvironment

# A match between two plain players, kept, exported and drawn; it prints what came of it as JSON.
SCRIPT = """
import json
from importlib.util import find_spec
from pathlib import Path
from stackyard import Archive, Match, load_game, restore
from stackyard.drawing.text import draw
from stackyard.plugins.registry import registry
from stackyard.records.export import View, export

class First:
    name = "first"
    def choose(self, match):
        return int(match.position.legal_moves()[0])

plugins = registry()
game = load_game("hexapawn")
match = Match(game, (First(), "random"), seed=5)
archive = Archive(Path("archive.sqlite3"))
kept = archive.keep(match, print)
result = match.run()
record = archive.record(kept.number)
print(json.dumps({
    "players": list(plugins.players),
    "problems": [str(problem) for problem in plugins.problems],
    "others": list(filter(find_spec, ["stackyard_engine", "stackyard_kit", "stackyard_cli",
        "click", "setuptools"])),
    "result": [result.winner, result.reason],
    "plies": match.ply,
    "again": restore(record).course.ply,
    "board": draw(game.scene(match.position)),
    "json": export(plugins.exporters["json"], [record], View()).decode(),
}))
"""


@pytest.mark.parametrize("house", ["wheels", "pure_wheels"])
def test_a_match_is_played_kept_exported_and_drawn(
    house: str, request: pytest.FixtureRequest, make_environment: MakeEnvironment, tmp_path: Path
) -> None:
    environment = make_environment(request.getfixturevalue(house))
    environment.install("stackyard-core")
    packages = environment.pip("list", "--format=json")
    ours = [found["name"] for found in json.loads(packages) if "stackyard" in found["name"]]
    assert ours == ["stackyard-core"]
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, "utf-8")
    plugin = {"STACKYARD_PLUGINS": str(ROOT / "docs/authors/hexapawn.py")}
    found = json.loads(environment.python_output(script, folder=tmp_path, variables=plugin))
    assert found["players"] == ["human", "random"]
    assert found["problems"] == found["others"] == []
    winner, reason = found["result"]
    assert winner in (0, 1)
    assert reason == "rules"
    assert found["plies"] == found["again"] > 2
    assert "wins" in found["board"]
    assert json.loads(found["json"])["game"] == "hexapawn"
