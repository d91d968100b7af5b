"""The pytest plugin (entry point `stackyard`): command-line options for the random games."""

from __future__ import annotations

import pytest


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
