from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

import pytest

from stackyard_pictures import themes
from stackyard_web.server.assets import UNCHANGING, Asset, script_bundle

if TYPE_CHECKING:
    from tests.plugins.web.conftest import Server

FILES = re.compile(r'(?:src|href)="(/static/[^"]+\.(?:css|js))"')


def test_a_page_names_its_files_by_their_content_and_the_browser_keeps_them(server: Server) -> None:
    table = server.begin()
    for page in ("/", "/games/silo", "/mine", "/replay", table):
        files = FILES.findall(server.client.get(page).text)
        assert len(files) == 2
        for file in files:
            answer = server.client.get(file)
            assert answer.status_code == 200
            assert answer.headers["cache-control"] == UNCHANGING
            assert answer.headers["content-encoding"] == "gzip"
            assert not re.search(r"^(import|export)\b", answer.text, re.MULTILINE)


def test_a_page_from_before_an_update_gets_the_new_files_but_keeps_none(server: Server) -> None:
    file = FILES.findall(server.client.get("/").text)[0]
    old = re.sub(r"-[0-9a-f]{10}\.", "-0123456789.", file)
    answer = server.client.get(old)
    assert answer.text == server.client.get(file).text
    assert answer.headers["cache-control"] == "no-cache"


def test_a_browser_that_has_a_file_is_not_sent_it_again(server: Server) -> None:
    answer = server.client.get("/static/icon.svg")
    again = server.client.get("/static/icon.svg", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("identity", False),
        ("", False),
        ("gzip", True),
        ("deflate, gzip;q=0.5", True),
    ],
)
def test_a_client_gets_files_as_it_can_read_them(
    server: Server, accepted: str, packed: bool
) -> None:
    answer = server.client.get("/static/style.css", headers={"accept-encoding": accepted})
    assert ("content-encoding" in answer.headers) == packed
    assert "body" in answer.text


def test_pages_have_the_colours_of_pictures(server: Server) -> None:
    text = server.client.get("/static/themes.css").text
    for theme, mode, tone in product(themes.THEMES, themes.MODES, themes.TONES):
        assert f"--board-cell: {themes.board_colours(theme, mode, tone)['cell']};" in text


def test_nothing_but_the_files_of_pages_is_served(server: Server) -> None:
    for name in (
        "",
        "nothing.js",
        "nothing-0123456789.js",
        "%2e%2e",
        "base.html",
        "style+board.css",
    ):
        assert server.client.get(f"/static/{name}").status_code == 404


def test_a_bundle_holds_each_module_once_after_those_that_it_imports() -> None:
    texts = {
        "page.js": b'import { low as deep } from "./low.js";\nimport "./side.js";\n',
        "side.js": b'import * as all from "./low.js";\nexport class Side {}\n',
        "low.js": b"export const low = 1;\nexport async function go() {}\n",
    }
    made = script_bundle(["page.js", "side.js"], texts)
    assert [line for line in made.splitlines() if line.startswith("const $")] == [
        "const $low = (() => {",
        "const $side = (() => {",
        "const $page = (() => {",
    ]
    assert "const { low: deep } = $low;" in made
    assert "const all = $low;" in made
    assert "return { low, go };" in made


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('import { a } from "./other.js";\n', "import each other"),
        ("export let changing = 1;\n", "export let changing"),
        ('import thing from "elsewhere";\n', "import thing"),
        ("const text = `one\n  // two`;\n", "const text"),
    ],
)
def test_a_module_that_no_bundle_can_hold_is_refused(text: str, words: str) -> None:
    texts = {"a.js": text.encode(), "other.js": b'import "./a.js";\n'}
    with pytest.raises(ValueError, match=words):
        script_bundle(["a.js"], texts)


@pytest.mark.parametrize(("name", "kind"), [("a.js", "text/javascript"), ("a.css", "text/css")])
def test_no_setting_of_the_machine_changes_the_type_of_a_script(
    name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the registry of Windows, scripts are often plain text, which browsers refuse."""
    monkeypatch.setattr("mimetypes.guess_type", lambda name: ("text/plain", None))
    assert Asset(name, b"").media_type == kind
