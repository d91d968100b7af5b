from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from click.testing import CliRunner
from tests.conftest import PATIENCE

from stackyard_web.serve import command


class Process:
    """`stackyard serve` in a process of its own."""

    def __init__(self, archive: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "stackyard_cli", "serve", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "STACKYARD_ARCHIVE": str(archive)},
        )

    def url(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.fullmatch(r"Stackyard is at (http://\S+:[0-9]+/) \(Ctrl-C ends it\)\n", line)
        assert found, line
        return found[1]

    def end(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """Press Ctrl-C or send a signal; the exit code and what was said on standard error."""
        self.process.send_signal(number)
        _, words = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, words


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGINT, 0),
        (signal.SIGTERM, 143),
        pytest.param(signal.SIGHUP, 129, marks=pytest.mark.nightly),
    ],
)
def test_it_says_where_it_is_and_leaves_quietly(number: int, code: int, tmp_path: Path) -> None:
    server = Process(tmp_path / "a.sqlite3", "--port", "0")
    url = server.url()
    assert url.startswith("http://127.0.0.1:")
    assert "A yard for stacking games" in httpx2.get(url).text
    assert server.end(number) == (code, "Good-bye.\n")


def test_listening_to_everybody_is_warned_of(tmp_path: Path) -> None:
    server = Process(tmp_path / "a.sqlite3", "--port", "0", "--host", "0.0.0.0")
    assert server.url().startswith("http://127.0.0.1:")
    code, words = server.end()
    assert code == 0
    assert words.startswith("Listening on 0.0.0.0: anybody who can reach this machine can")


def test_a_port_that_is_taken_is_an_error(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        server = Process(tmp_path / "a.sqlite3", "--port", port)
        _, words = server.process.communicate(timeout=PATIENCE)
    assert server.process.returncode == 1
    told = f"Error: Port {port} is in use by another program; to take another one: --port "
    assert words == f"{told}{int(port) + 1}\n"


def test_an_archive_that_cannot_be_used_is_an_error(tmp_path: Path) -> None:
    archive = tmp_path / "a.sqlite3"
    archive.write_text("no archive", "utf-8")
    server = Process(archive, "--port", "0")
    _, words = server.process.communicate(timeout=PATIENCE)
    assert server.process.returncode == 2
    assert "damaged or no archive" in words


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The settings that the command would serve."""
    found: dict[str, Any] = {}

    def run(server: Any) -> None:
        found.update(vars(server.config), opens=server._opens)

    monkeypatch.setattr(uvicorn.Server, "run", run)
    return found


def test_only_this_machine_is_served_unless_another_address_is_given(
    served: dict[str, Any],
) -> None:
    done = CliRunner().invoke(command, ["--open"])
    assert (done.exit_code, done.stderr) == (0, "Good-bye.\n")
    assert (served["host"], served["port"], served["opens"]) == ("127.0.0.1", 8000, True)


def test_a_host_that_cannot_be_one_is_refused() -> None:
    done = CliRunner().invoke(command, ["--host", "192.168..5", "--port", "0"])
    assert done.exit_code == 2
    assert "'192.168..5' is no address and no name of a host" in done.stderr


@pytest.mark.parametrize(
    ("host", "warned"),
    [("localhost", False), ("::1", False), ("0.0.0.0", True), ("::", True), ("yard.example", True)],
)
def test_who_listens_farther_is_warned(served: dict[str, Any], host: str, warned: bool) -> None:
    done = CliRunner().invoke(command, ["--host", host])
    assert done.exit_code == 0
    assert ("There is no encryption." in done.stderr) == warned
    assert served["host"] == host
