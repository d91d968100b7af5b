"""A match in play while every package is upgraded: real wheels of a version that does not exist."""

from __future__ import annotations

import json
import re
import shutil
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.system.conftest import Build, Environment, MakeEnvironment

FOLDERS = (
    *("core", "plugins/engine", "cli", "plugins/silo", "plugins/coach", "plugins/pictures"),
    "plugins/web",
)
NAMES = tuple(f"stackyard-{folder.rpartition('/')[2]}" for folder in FOLDERS)
NEXT = "0.1.99"
# Takes a seat, plays moves or asks for a hint, and prints what it is told: the server's own
# libraries are those of the environment.
CLIENT = """
import json, sys
from websockets.sync.client import connect

url, *words = sys.argv[1:]
with connect(url) as socket:
    def hear(*kinds):
        while (told := json.loads(socket.recv(timeout=600)))["type"] not in kinds:
            pass
        return told

    told = hear("state")
    for word in words:
        if word == "hint":
            socket.send(json.dumps({"type": "hint"}))
            told = hear("hint", "error")
        else:
            message = {"type": "move", "move": word, "version": told["version"]}
            socket.send(json.dumps(message))
            told = hear("state", "refusal", "error")
    print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory, tree: Path, build_wheel: Build) -> Path:
    """A folder with wheels of the next version, in which Silo says that its rules have changed."""
    source, house = tmp_path_factory.mktemp("later"), tmp_path_factory.mktemp("later-wheels")
    shutil.copytree(tree / "plugins/kit", source / "plugins/kit")  # builds the others
    for folder in FOLDERS:
        shutil.copytree(tree / folder, source / folder)
        project = source / folder / "pyproject.toml"
        text = project.read_text("utf-8")
        project.write_text(re.sub(r'(?m)^version = ".*"$', f'version = "{NEXT}"', text), "utf-8")
    game = source / "plugins/silo/src/stackyard_silo/game.py"
    raised = game.read_text("utf-8").replace(
        "about = ABOUT", "about = ABOUT\n    rules_version = 2"
    )
    assert "rules_version = 2" in raised
    game.write_text(raised, "utf-8")
    for folder in FOLDERS:
        build_wheel(source / folder, house, {"STACKYARD_COMPILE": "0"}).check_returncode()
    return house


@contextmanager
def serving(environment: Environment, archive: Path) -> Iterator[str]:
    """The address of a server, which is killed at last."""
    server = environment.launch(
        *(environment.program, "serve", "--port", "0"),
        variables={"STACKYARD_ARCHIVE": str(archive)},
    )
    assert server.stdout is not None
    found = re.search(r"http://(127\.0\.0\.1:[0-9]+)/", server.stdout.readline())
    assert found
    try:
        yield found[1]
    finally:
        server.kill()
        server.communicate()


def begin(address: str) -> str:
    """The path of a new table at which one plays both sides."""
    asked = urllib.request.Request(f"http://{address}/games/silo", b"first=me&second=me")
    with urllib.request.urlopen(asked) as answer:
        return str(answer.url).removeprefix(f"http://{address}")


def said(environment: Environment, address: str, table: str, *words: str) -> dict[str, Any]:
    """The table's last answer to somebody who plays and asks."""
    url = f"ws://{address}{table}/live"
    told: dict[str, Any] = json.loads(environment.python_output("-c", CLIENT, url, *words))
    return told


@pytest.mark.nightly
def test_a_match_in_play_survives_an_upgrade_of_every_package(
    wheels: Path, later: Path, make_environment: MakeEnvironment, tmp_path: Path
) -> None:
    environment = make_environment(wheels, later)
    environment.install(*[f"{name}<{NEXT}" for name in NAMES])
    archive = tmp_path / "archive.sqlite3"
    with serving(environment, archive) as address:
        table = begin(address)
        assert said(environment, address, table, "c")["ply"] == 1
        environment.install("--upgrade", *[f"{name}=={NEXT}" for name in NAMES])
        assert NEXT in environment.output("--version")
        assert said(environment, address, table, "b")["ply"] == 2
        told = said(environment, address, table, "hint")
        assert told.get("sentence", "").startswith("Stackyard was upgraded while"), told
    with serving(environment, archive) as address:
        told = said(environment, address, table)
        assert [made["move"] for made in told["plies"]] == ["c", "b"]
        assert said(environment, address, table, told["choices"][0]["move"])["ply"] == 3
        assert said(environment, address, table, "hint")["type"] == "hint"
    variables = {"STACKYARD_ARCHIVE": str(archive)}
    record = json.loads(environment.output("export", "1", "--format", "json", variables=variables))
    assert sum(len(turn["moves"]) for turn in record["turns"]) == 3
