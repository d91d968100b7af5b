"""Measurements for Prometheus, in its text format; only for the addresses that may read them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from stackyard.errors import StackyardError

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # bounds of the histograms
FORWARDED = ("x-forwarded-for", "forwarded")  # a proxy hands the request on


class Metrics:
    """The measurements of one server; `readers` are the addresses that may read them.

    StackyardError without prometheus-client.
    """

    def __init__(self, readers: tuple[str, ...]) -> None:
        try:
            library: Any = import_module("prometheus_client")
        except ImportError:
            raise StackyardError(
                "--metrics needs a library: python -m pip install prometheus-client"
            ) from None
        self._readers = readers
        self._library = library
        self._registry = library.CollectorRegistry()
        library.ProcessCollector(registry=self._registry)
        self._handled = library.Histogram(
            "stackyard_message_seconds",
            "Time to handle a message of a page, by its type; moves include writing to the disk.",
            ["type"],
            buckets=SECONDS,
            registry=self._registry,
        )

    def gauge(self, name: str, words: str, count: Callable[[], int]) -> None:
        """Measure a number whenever somebody reads."""
        self._library.Gauge(name, words, registry=self._registry).set_function(count)

    @contextmanager
    def timed(self, message: object) -> Iterator[None]:
        """Measure the handling of a message."""
        began = time.perf_counter()
        try:
            yield
        finally:
            kind = type(message).__name__
            self._handled.labels(type=kind).observe(time.perf_counter() - began)

    def may_read(self, request: Request) -> bool:
        """Tell if a request comes from a reader itself, not through a proxy on its machine."""
        address = request.client.host if request.client else ""
        return address in self._readers and not any(name in request.headers for name in FORWARDED)

    def text(self) -> Response:
        """All measurements."""
        content: bytes = self._library.generate_latest(self._registry)
        kind = self._library.CONTENT_TYPE_LATEST
        headers = {"cache-control": "no-store", "content-type": kind}
        return Response(content, headers=headers)
