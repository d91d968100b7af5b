"""The pytest plugin (entry point `stackyard`): command-line options for the random games."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import pytest

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
