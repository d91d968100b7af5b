"""The contents of the repository, found by looking; and the build of it that is tested.

The build is named in the header of each run and asserted where the environment asks for one.
"""

from __future__ import annotations

import ast
import os
import signal
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parents[1]
PLUGINS = sorted(file.parent for file in ROOT.glob("plugins/*/pyproject.toml"))
GAMES = [folder.name for folder in PLUGINS if [*folder.glob("src/*/game.py")]]

PATIENCE = 600.0  # seconds after which a program hangs: no measure of a machine's pace

# How long an example takes on a busy machine proves nothing.
settings.register_profile("stackyard", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("stackyard")


@dataclass(frozen=True)
class Compiled:
    """The modules that a package's setup.py compiles."""

    package: str
    sources: Path
    modules: tuple[str, ...]  # under their own names: `rules`, `mcts.tree`
    embedded: tuple[str, ...] = ()  # full names of the modules of which it gets private copies

    def source(self, module: str) -> Path:
        return self.sources.joinpath(*module.split(".")).with_suffix(".py")


def lists_of_modules(source: Path) -> dict[str, tuple[str, ...]]:
    """The constants of a module that are texts or tuples of them, read without importing it."""
    body = ast.parse(source.read_text("utf-8")).body
    named = [(node.target, node.value) for node in body if isinstance(node, ast.AnnAssign)]
    found = {}
    for target, value in named:
        if isinstance(target, ast.Name) and isinstance(value, ast.Tuple | ast.Constant):
            given = ast.literal_eval(value)
            found[target.id] = (given,) if isinstance(given, str) else given
    return found


def modules_in(written: ast.expr) -> tuple[str, ...]:
    """The modules in a list of a setup.py, such as `["stackyard.cells.bits", *SEARCH]`."""
    assert isinstance(written, ast.List)
    found: list[str] = []
    for node in written.elts:
        named = node.value if isinstance(node, ast.Starred) else node
        if isinstance(named, ast.Name):
            found += LISTS[named.id]
        else:
            found.append(ast.literal_eval(node))
    return tuple(found)


LISTS = lists_of_modules(ROOT / "plugins/kit/src/stackyard_kit/building/__init__.py")


def compiled_by(setup: Path) -> Compiled | None:
    """The modules that a setup.py compiles, read without running it."""
    for node in ast.walk(ast.parse(setup.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            given = {keyword.arg: keyword.value for keyword in node.keywords}
            if node.func.id == "setup_package":
                package = ast.literal_eval(node.args[0])
                modules = modules_in(given["compile"])
                embedded = modules_in(given["embed"]) if "embed" in given else ()
                return Compiled(package, setup.parent / "src" / package, modules, embedded)
    return None


SETUPS = sorted([ROOT / "core/setup.py", *ROOT.glob("plugins/*/setup.py")])
COMPILED = [found for setup in SETUPS if (found := compiled_by(setup))]


def builds() -> dict[str, str]:
    """`compiled` or `pure` for each installed module that can be either."""
    found = {}
    for compiled in COMPILED:
        if find_spec(compiled.package):
            build_of = import_module("stackyard.builds").build_of
            for name in [f"{compiled.package}.{module}" for module in compiled.modules]:
                import_module(name)
                found[name] = build_of(name)
    return found


def first_in_check(cases: Iterable[object]) -> list[object]:
    """The cases of a test, the first for the check, the others for the nightly session."""
    first, *others = cases
    return [first, *(pytest.param(case, marks=pytest.mark.nightly) for case in others)]


def pytest_configure() -> None:
    """Let the programs under test be stopped by signals, also where nohup or `&` ignores them."""
    for name in ("SIGHUP", "SIGINT", "SIGQUIT"):
        number = getattr(signal, name, None)  # Windows has SIGINT alone
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            usual = signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL
            signal.signal(number, usual)


def pytest_report_header() -> str:
    kinds = sorted(set(builds().values()))
    return f"stackyard build: {' and '.join(kinds) or 'not installed'}"


@pytest.fixture(scope="session", autouse=True)
def _no_real_archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test touches the archive of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        path = tmp_path_factory.mktemp("archive") / "archive.sqlite3"
        patch.setenv("STACKYARD_ARCHIVE", str(path))
        patch.setenv("STACKYARD_TABLES", str(path.with_name("tables")))
        patch.setenv("STACKYARD_WEIGHTS", "none")
        patch.setenv("PYTEST_ADDOPTS", "-p no:schemathesis")  # nor in a run of pytest by a test
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
