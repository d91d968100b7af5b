"""Dask is imported by a test that runs, never when tests are collected, and leaves no trace."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder

import pytest


@pytest.fixture(scope="module", autouse=True)
def _own_finders() -> Iterator[None]:
    """Dask brings `importlib_metadata`, which takes the place of Python's own, for all tests."""
    finders, own = sys.meta_path[:], vars(PathFinder).get("find_distributions")
    yield
    sys.meta_path[:] = finders
    if own is not None:
        PathFinder.find_distributions = own  # type: ignore[method-assign]
