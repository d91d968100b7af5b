from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stackyard.errors import StackyardError
from stackyard_web.server import metrics

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open, Server

HERE = ("testclient",)  # the address from which the client of these tests comes


def test_nobody_reads_the_metrics_unless_asked(server: Server) -> None:
    assert server.client.get("/metrics").status_code == 404


def test_moves_and_tables_are_measured_for_the_reader_alone(
    make_server: MakeServer, page: Open
) -> None:
    parser = pytest.importorskip("prometheus_client.parser")
    server = make_server(metrics_readers=HERE)
    alone = page(server, server.begin(second="me"))
    alone.play("a")
    answer = server.client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    told = {
        (sample.name, sample.labels.get("type")): sample.value
        for family in parser.text_string_to_metric_families(answer.text)
        for sample in family.samples
    }
    assert told["stackyard_message_seconds_count", "Play"] == 1
    assert told["stackyard_tables", None] == told["stackyard_pages", None] == 1
    assert told["process_cpu_seconds_total", None] > 0
    proxied = server.client.get("/metrics", headers={"x-forwarded-for": "testclient"})
    assert proxied.status_code == 404


def test_another_address_reads_no_metrics(make_server: MakeServer) -> None:
    pytest.importorskip("prometheus_client")
    assert make_server(metrics_readers=("127.0.0.1",)).client.get("/metrics").status_code == 404


def test_without_the_library_the_option_says_how_to_install_it(
    make_server: MakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(metrics, "import_module", missing)
    with pytest.raises(StackyardError, match="pip install prometheus-client"):
        make_server(metrics_readers=HERE)
