"""Programs as players of a page, where the host allows them."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from stackyard.errors import StackyardError
from stackyard_web.pages.forms import read_form
from stackyard_web.serve import command
from stackyard_web.server.limits import Limits
from stackyard_web.tables.seats import name_of, opponents

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open

PROGRAM = """
    import sys
    moves = iter(["b", "z"])
    for line in sys.stdin:
        word = line.split()[0]
        print({"ugi": "ugiok", "isready": "readyok"}.get(word, ""))
        if word == "go":
            print("bestmove", next(moves))
        if word == "quit":
            break
"""


@pytest.fixture
def spec(tmp_path: Path) -> str:
    """A program that moves once, and then makes an illegal move."""
    file = tmp_path / "fickle.py"
    file.write_text(dedent(PROGRAM), "utf-8")
    return f"ugi:{shlex.join([sys.executable, '-u', str(file)])}"


def test_an_allowed_program_plays_and_loses_by_an_illegal_move(
    spec: str, make_server: MakeServer, page: Open
) -> None:
    server = make_server(Limits(programs=(("silo", spec),)))
    player = page(server, server.begin(second=spec))
    player.play("c")
    while player.state["ply"] < 2:
        player.hear("state")
    player.play(player.moves[0])
    while player.state["winner"] is None:
        player.hear("state")
    assert player.state["winner"] == 0
    assert "blue made an illegal move: ugi python" in player.state["result"]
    result = server.archive.record(1).result
    assert result is not None
    assert result.reason == "illegal"


def test_a_program_plays_no_more_where_the_host_has_taken_it_back(
    spec: str, make_server: MakeServer, page: Open
) -> None:
    server = make_server(Limits(programs=(("silo", spec),)))
    path = server.begin(second=spec)
    later = make_server()
    player = page(later, path)
    player.play("c")
    while "does not allow this program" not in player.state["notice"]:
        player.hear("state")
    assert player.state["ply"] == 1


def test_a_page_may_choose_no_other_program(spec: str) -> None:
    offered = {"first": "me", "second": spec}
    for programs in ([], [f"{spec} --more"]):
        with pytest.raises(StackyardError, match="is none of the players offered"):
            read_form("silo", offered, programs)
    assert read_form("silo", offered, [spec]).specs == ("human", spec)
    assert "ugi" not in {each.spec for each in opponents("silo")}


def test_its_name_tells_nothing_of_the_folders_of_the_host(spec: str) -> None:
    assert name_of(spec, "silo") == f"Computer, {Path(sys.executable).name} (ugi)"
    assert [each.name for each in opponents("silo", [spec])][-1] == name_of(spec, "silo")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("silo=level:3", "'silo=level:3' runs no program; write GAME=ugi:COMMAND"),
        ("ugi:program", "runs no program"),
        ("chess=ugi:sh", "chess"),
        ("silo=ugi:no-such-program", "there is no program 'no-such-program'"),
        ("silo=ugi:", "write its command line after a colon"),
    ],
)
def test_the_option_of_the_server_names_a_game_and_a_program(given: str, words: str) -> None:
    ran = CliRunner().invoke(command, ["--allow-program", given])
    assert ran.exit_code == 2
    assert words in " ".join(ran.output.split())
