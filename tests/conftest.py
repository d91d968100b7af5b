"""Which build is tested: named in the header, asserted where the environment asks for one."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, settings

COMPILED_CORE = ("bits", "enumeration", "playouts", "rng", "search", "stacks")
COMPILED_GAMES = ("stackyard_silo.rules",)

# How long an example takes on a busy machine proves nothing.
settings.register_profile("stackyard", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("stackyard")


def builds() -> dict[str, str]:
    """`compiled` or `pure` for each installed module that can be either."""
    if find_spec("stackyard") is None:
        return {}
    build_of = import_module("stackyard.game").build_of
    modules = [f"stackyard.{name}" for name in COMPILED_CORE]
    modules += [name for name in COMPILED_GAMES if find_spec(name.partition(".")[0])]
    found = {}
    for name in modules:
        import_module(name)
        found[name] = build_of(name)
    return found


def pytest_report_header() -> str:
    kinds = sorted(set(builds().values()))
    return f"stackyard build: {' and '.join(kinds) or 'not installed'}"


@pytest.fixture(scope="session", autouse=True)
def expected_build() -> None:
    """STACKYARD_EXPECT_BUILD=pure or compiled says what must be installed."""
    expected = os.environ.get("STACKYARD_EXPECT_BUILD", "")
    if not expected:
        return
    assert expected in {"pure", "compiled"}, f"STACKYARD_EXPECT_BUILD={expected!r}"
    found = builds()
    assert found, "stackyard is not installed"
    other = [name for name, build in found.items() if build != expected]
    assert not other, f"these modules are not {expected}: {', '.join(other)}"
