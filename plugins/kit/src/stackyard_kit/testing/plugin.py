"""The pytest plugin (entry point `stackyard`): options for the random games, limits of time."""

from __future__ import annotations

import faulthandler
import os
import sys
from collections.abc import Generator
from contextlib import suppress

import pytest

SECONDS = 120.0  # for a conformance test, unless pytest-timeout has a limit
MORE = 10.0  # seconds after which the whole run is ended

errors: int | None = None  # where errors are written while pytest captures output


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --stackyard-games and --stackyard-seed, for the classes made of GameConformance."""
    group = parser.getgroup("stackyard", "conformance of Stackyard games")
    group.addoption(
        "--stackyard-games",
        type=int,
        metavar="N",
        help="random games for each variant of the options, instead of what the classes say",
    )
    group.addoption(
        "--stackyard-seed",
        type=int,
        metavar="SEED",
        help="the seed of the first of them, instead of what the classes say",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Keep the terminal's standard error: output is not captured at this moment."""
    global errors
    if errors is None and sys.__stderr__ is not None:
        with suppress(OSError, ValueError):
            errors = os.dup(sys.__stderr__.fileno())
            config.add_cleanup(_close)


def _close() -> None:
    global errors
    if errors is not None:
        os.close(errors)
        errors = None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Limit the time of the tests of GameConformance, unless pytest-timeout has a limit."""
    if not config.pluginmanager.hasplugin("timeout") or _limit(config):
        return
    for item in items:
        kinds = getattr(getattr(item, "cls", None), "__mro__", ())
        ours = any(kind.__module__ == "stackyard_kit.testing.conformance" for kind in kinds)
        if ours and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(SECONDS))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """End the run with the stack if compiled code exceeds the limit of a test.

    Neither signals nor threads are served meanwhile, so pytest-timeout cannot end it.
    """
    marker = item.get_closest_marker("timeout")
    limit = marker.args[0] if marker and marker.args else _limit(item.config)
    if errors is None or not limit or not float(limit):
        return (yield)
    faulthandler.dump_traceback_later(float(limit) + MORE, exit=True, file=errors)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


def _limit(config: pytest.Config) -> str:
    """The limit that pytest-timeout was given for all tests; empty if there is none."""
    if not config.pluginmanager.hasplugin("timeout"):
        return ""
    option = config.getoption("timeout")
    return str(config.getini("timeout") or "") if option is None else str(option)
