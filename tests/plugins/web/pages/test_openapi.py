from __future__ import annotations

import json
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.routing import Route
from starlette.testclient import TestClient
from tests.plugins.web.conftest import Server

from stackyard.records.archive import Archive
from stackyard_web.app import make_app
from stackyard_web.server.assets import STATIC
from stackyard_web.server.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.plugins.web.conftest import MakeServer, Open

DOCUMENT: dict[str, Any] = json.loads((STATIC / "openapi.json").read_text("utf-8"))
OPERATIONS = [
    (method, path) for path, operations in DOCUMENT["paths"].items() for method in operations
]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
ENDLESS = Limits(matches=10**6)
DRAWN = (
    "picture",
    "film",
    "replay",
    "export",
    "letter",
)  # in another process, which takes its time


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all: what draws takes long to start."""
    archive = Archive(tmp_path_factory.mktemp("openapi") / "web.sqlite3")
    app = make_app(ENDLESS, archive=archive, lobby=True)
    with TestClient(app, "http://localhost") as client:
        yield Server(client, archive)


def test_the_document_names_every_address_and_no_other(server: Server) -> None:
    routes = server.client.app.routes  # type: ignore[attr-defined]
    answered = {
        (method.lower(), route.path)
        for route in routes
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert set(OPERATIONS) == answered


def test_the_document_is_served(server: Server) -> None:
    assert server.client.get("/openapi.json").json() == DOCUMENT


def test_why_a_film_makes_no_progress_is_told_as_promised(
    make_server: MakeServer, page: Open
) -> None:
    server = make_server(Limits(film=0))
    url = server.begin(second="me")
    page(server, url).play("c")
    answer = server.client.get(f"{url}/export/gif/progress.json")
    promised = DOCUMENT["paths"]["/t/{token}/export/{name}/progress.json"]["get"]["responses"]
    assert answer.status_code == 409
    assert answer.headers["content-type"] in promised["409"]["content"]


def narrowed(record: dict[str, Any]) -> dict[str, Any]:
    """The document as somebody reads it who fills in forms, and has a record."""
    told = deepcopy(DOCUMENT)

    def body(path: str) -> dict[str, Any]:
        content: dict[str, Any] = told["paths"][path]["post"]["requestBody"]["content"]
        return next(iter(content.values()))

    seats = {"enum": ["me", "friend", "level:1"]}
    positions = {"enum": ["", "nonsense", "rrr/bbb/rrr/bbb/rrr/bbb b"]}
    properties = {"first": seats, "second": seats, "position": positions}
    body("/games/{name}")["schema"] = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    body("/replay")["schema"] = {"enum": [record, {**record, "game": "nix"}]}
    body("/replay/change")["schema"]["properties"] |= {
        "record": {"enum": [json.dumps(record)]},
        "path": {"enum": [[], [0]]},
        "text": {"enum": ["a", "b", "c"]},
    }
    return told


@pytest.mark.parametrize("examples", [6, pytest.param(30, marks=pytest.mark.nightly)])
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_answer_is_one_that_the_document_promises(
    server: Server, page: Open, method: str, path: str, examples: int
) -> None:
    page(server, server.begin(lobby="1")).ask("state", "resign")
    page(server, server.begin(lobby="1"))
    url = server.begin(second="me")
    page(server, url).play("c")
    record = server.client.get(f"{url}/export/json").json()
    real = {"name": "svg" if "export" in path else "silo", "token": url.rpartition("/")[2]}
    there = {name: value for name, value in real.items() if f"{{{name}}}" in path}
    told, known = [
        schemathesis.openapi.from_dict(each)[path][method] for each in (DOCUMENT, narrowed(record))
    ]
    good, bad = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
    cases = st.one_of(
        told.as_strategy(good),
        told.as_strategy(bad),
        known.as_strategy(good, path_parameters=there),
        known.as_strategy(bad, path_parameters=there),
    )

    @settings(
        max_examples=min(examples, 12) if any(word in path for word in DRAWN) else examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def ask(case: schemathesis.Case[Any]) -> None:
        asked = case.as_transport_kwargs(base_url="http://localhost")
        if not isinstance(asked.get("data", {}), dict):
            asked["content"] = asked.pop("data")
        asked.pop("cookies", None)
        answer = server.client.request(**asked, follow_redirects=False)
        print(
            method,
            path,
            answer.status_code,
            str(asked.get("data") or asked.get("content") or asked.get("json"))[:60],
            asked.get("params"),
        )
        case.validate_response(answer, checks=CHECKS)

    ask()
