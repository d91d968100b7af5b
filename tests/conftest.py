"""Which build is tested: named in the header, asserted where the environment asks for one."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

COMPILED_CORE = (
    *("bits", "rng", "stacks"),
    *("search.alphabeta", "search.enumeration", "search.mcts", "search.playouts", "search.tree"),
)
SETUPS = sorted(Path(__file__).parents[1].glob("plugins/*/setup.py"))

# How long an example takes on a busy machine proves nothing.
settings.register_profile("stackyard", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("stackyard")


def builds() -> dict[str, str]:
    """`compiled` or `pure` for each installed module that can be either."""
    if find_spec("stackyard") is None:
        return {}
    build_of = import_module("stackyard.builds").build_of
    modules = [f"stackyard.{name}" for name in COMPILED_CORE]
    for setup in SETUPS:
        game = re.search(r'setup_game\(\s*"(\w+)",\s*compile=\[([^]]*)\]', setup.read_text("utf-8"))
        if game and find_spec(game[1]):
            modules += [f"{game[1]}.{name}" for name in re.findall(r"\w+", game[2])]
    found = {}
    for name in modules:
        import_module(name)
        found[name] = build_of(name)
    return found


def pytest_report_header() -> str:
    kinds = sorted(set(builds().values()))
    return f"stackyard build: {' and '.join(kinds) or 'not installed'}"


@pytest.fixture(scope="session", autouse=True)
def _no_real_archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test touches the archive of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        path = tmp_path_factory.mktemp("archive") / "archive.sqlite3"
        patch.setenv("STACKYARD_ARCHIVE", str(path))
        yield


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
