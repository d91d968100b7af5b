"""No text of a plugin, a record or a request is sent or logged with what a terminal would obey."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

from tests.hostile import EVIL, HOSTILE

from stackyard_web.protocol import ErrorMessage, encode
from stackyard_web.server.logs import SafeFormatter

if TYPE_CHECKING:
    from tests.plugins.web.conftest import Open, Server, UsePlugin

OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def test_pages_pictures_and_documents(server: Server, use_plugin: UsePlugin) -> None:
    use_plugin(HOSTILE)
    table = server.begin("hostile", option_rungs="3")
    for path in (
        "/",
        "/games/hostile",
        "/games/hostile/rules",
        "/games/hostile/picture.svg",
        table,
        f"{table}/summary.json",
        f"{table}/picture.svg",
    ):
        text = server.client.get(path).text
        assert "evil" in text
        assert not OBEYED.search(text), path
        assert "\\u00" not in text
    refused = server.client.post("/games/silo", data={"option_size": f"evil{EVIL}"}).text
    assert "evil" in refused
    assert not OBEYED.search(refused)


def test_messages_to_a_page(server: Server, use_plugin: UsePlugin, page: Open) -> None:
    use_plugin(HOSTILE)
    opened = page(server, server.begin("hostile"))
    said = [opened.state, opened.ask("refusal", "why", cells=[0]), opened.play("2")]
    assert "evil" in str(said)
    assert not OBEYED.search("".join(map(str, texts_of(said))))


def texts_of(content: object) -> list[str]:
    """All texts in a message, however deep."""
    if isinstance(content, dict):
        return texts_of([*content, *content.values()])
    if isinstance(content, list):
        return [text for part in content for text in texts_of(part)]
    return [content] if isinstance(content, str) else []


def test_texts_are_found_however_deep_they_lie() -> None:
    evil = {"a\x1b": [1, "b\u202e", ("c\x1b", None, {"d": 2.5}), "e\b\r\f"]}
    assert encode(evil) == '{"a?":[1,"b?",["c?",null,{"d":2.5}],"e???"]}'
    assert encode(["f\b"]) == '["f?"]'


def test_half_a_character_is_sent_as_a_question_mark() -> None:
    assert encode(ErrorMessage("a\ud800")) == '{"type":"error","sentence":"a?"}'


def test_lines_of_the_log_and_their_tracebacks() -> None:
    try:
        raise ValueError(EVIL)
    except ValueError as failure:
        told = (type(failure), failure, failure.__traceback__)
    entry = logging.LogRecord("web", logging.ERROR, "", 0, "%s failed", (EVIL,), told)
    line = SafeFormatter("%(levelname)s: %(message)s").format(entry)
    assert line.startswith("ERROR: ?]0;evil?")
    assert "ValueError: ?]0;evil?" in line
    assert not OBEYED.search(line)
