"""The server behind Debian's nginx and Caddy, set up as docs/players/online.md says."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.conftest import PATIENCE

if TYPE_CHECKING:
    from tests.system.conftest import Environment, MakeEnvironment

pytestmark = pytest.mark.nightly

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/players/online.md").read_text("utf-8")
NGINX = """daemon off; pid {folder}/pid; error_log {folder}/errors;
events {{ worker_connections 2000; }}
http {{
access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
fastcgi_temp_path {folder}/a; uwsgi_temp_path {folder}/b; scgi_temp_path {folder}/c;
{lines}
}}
"""
CADDY = """{{
admin off
auto_https off
storage file_system {folder}/caddy
}}
{lines}
"""


def block(title: str) -> str:
    """The lines that the page gives for a proxy."""
    found = re.search(rf"## {title}\n\n```\w+\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def web(wheels: Path, make_environment: MakeEnvironment) -> Environment:
    """Core, CLI, Silo and the server from compiled wheels."""
    environment = make_environment(wheels)
    environment.install("stackyard-cli", "stackyard-engine", "stackyard-silo", "stackyard-web")
    return environment


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """One for yard.example, beside its key."""
    path = tmp_path / "yard.pem"
    words = [
        "-days",
        "2",
        "-subj",
        "/CN=yard.example",
        "-addext",
        "subjectAltName=DNS:yard.example",
    ]
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    out = ["-keyout", str(tmp_path / "yard.key"), "-out", str(path)]
    subprocess.run(["openssl", "req", "-x509", *key, *words, *out], check=True, capture_output=True)
    return path


@contextmanager
def serving(web: Environment, folder: Path) -> Iterator[int]:
    """The port of a server that lets an address begin one match and open two pages."""
    found = re.search(r"stackyard serve (--trust-proxy .*)", PAGE)
    assert found
    bounds = ["--port", "0", "--matches", "1", "--connections", "2"]
    server = subprocess.Popen(
        [str(web.program), "serve", *bounds, *found[1].split()],
        stdout=subprocess.PIPE,
        text=True,
        env={"STACKYARD_ARCHIVE": str(folder / "archive.sqlite3")},
    )
    assert server.stdout is not None
    said = re.search(r"http://127.0.0.1:([0-9]+)/stackyard/", server.stdout.readline())
    assert said
    try:
        yield int(said[1])
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


@contextmanager
def proxy(name: str, folder: Path, behind: int, certificate: Path) -> Iterator[int]:
    """The port of a proxy before a server."""
    program = shutil.which(name)
    assert program, f"there is no {name}: apt-get install nginx-light caddy openssl"
    port = free_port()
    key = certificate.with_suffix(".key")
    lines = block({"nginx": "nginx", "caddy": "Caddy"}[name]).replace(":8000", f":{behind}")
    if name == "nginx":
        lines = lines.replace("listen 443", f"listen 127.0.0.1:{port}")
        lines = lines.replace("/etc/ssl/yard.example.pem", str(certificate))
        lines = lines.replace("/etc/ssl/yard.example.key", str(key))
        file = folder / "nginx.conf"
        file.write_text(NGINX.format(folder=folder, lines=lines), "utf-8")
        words = [program, "-c", str(file), "-p", str(folder)]
    else:
        own = f"https://yard.example:{port} {{\nbind 127.0.0.1\ntls {certificate} {key}"
        lines = lines.replace("yard.example {", own)
        file = folder / "Caddyfile"
        file.write_text(CADDY.format(folder=folder, lines=lines), "utf-8")
        words = [program, "run", "--adapter", "caddyfile", "--config", str(file)]
    with (folder / "said").open("w") as said:
        process = subprocess.Popen(words, stdout=said, stderr=said, env={"HOME": str(folder)})
    try:
        end = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < end:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        assert process.poll() is None, (folder / "said").read_text("utf-8")
        yield port
    finally:
        process.terminate()
        process.wait()


@pytest.mark.parametrize(("name", "count"), [("nginx", 200), ("caddy", 50)])
def test_visitors_come_through_a_proxy_each_by_an_address_of_its_own(
    web: Environment, tmp_path: Path, certificate: Path, name: str, count: int
) -> None:
    visitors = Path(__file__).with_name("visitors.py")
    with (
        serving(web, tmp_path) as behind,
        proxy(name, tmp_path, behind, certificate) as port,
    ):
        done = subprocess.run(
            [str(web.python), str(visitors), str(port), str(certificate), str(count)],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "begun": [303],
        "paths": ["/stackyard/t"],
        "played": [1],
        "again": [429, 429],
        "base": f"https://yard.example:{port}",
        "codes": [200, 200],
    }
