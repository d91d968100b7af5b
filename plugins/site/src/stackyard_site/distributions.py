"""The installed distributions that a site needs, and their files.

Only Python files and data go: compiled modules of this machine do not run in a browser, and every
distribution that goes works without its own, or has a wheel for Pyodide (`runtime.WHEELS`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.metadata import packages_distributions as modules_and_distributions
from importlib.util import find_spec
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from stackyard_site.errors import SiteError
from stackyard_site.runtime import PYTHON, WHEELS

SITE = "stackyard-site"
COMPANIONS = ("stackyard-clock",)  # that go if they are installed
# Servers, terminals, and what makes pixels: no page of a site needs them.
LEFT_OUT = {"pillow", "prompt-toolkit", "resvg-py", "rich", "uvicorn", "websockets"}
BROWSER = {
    "extra": "",
    "platform_system": "Emscripten",
    "python_full_version": f"{PYTHON}.0",
    "python_version": PYTHON,
    "sys_platform": "emscripten",
}
COMPILED = {".so", ".pyd", ".dylib", ".c", ".h"}
USELESS = {".pyc", ".pyi", ".typed"}
OWN_FILES = {"METADATA", "entry_points.txt"}


def needed(games: Iterable[str]) -> list[Distribution]:
    """The distributions for a site, by name; `games` are those of the games.

    SiteError if one is not installed.
    """
    found: dict[str, Distribution] = {}
    waiting = [(SITE, SITE), *((name, SITE) for name in games)]
    waiting += [(name, SITE) for name in COMPANIONS if _installed(name)]
    while waiting:
        name, by = waiting.pop()
        name = canonicalize_name(name)
        if name in found or name in LEFT_OUT:
            continue
        one = _installed(name)
        if one is None:
            raise SiteError(f"{by} requires {name}, which is not installed")
        found[name] = one
        if name not in WHEELS:
            waiting += [(required, name) for required in _required(one)]
    return [found[name] for name in sorted(found) if name not in WHEELS]


def files(one: Distribution) -> Iterator[tuple[str, Path]]:
    """The files of a distribution that go: their paths in a folder of packages, and where they lie.

    SiteError if it has compiled modules without a Python file beside them.
    """
    for module in _modules(canonicalize_name(one.name)):
        spec = find_spec(module)
        if spec is None or spec.origin is None:
            continue
        origin = Path(spec.origin)
        if not spec.submodule_search_locations:
            if origin.suffix == ".py":
                yield origin.name, origin
            continue
        yield from _tree(origin.parent, module)
    home = f"{canonicalize_name(one.name).replace('-', '_')}-{one.version}.dist-info"
    for file in one.files or ():
        within = file.as_posix().partition(".dist-info/")[2]
        if within in OWN_FILES or "LICEN" in within.upper():
            yield f"{home}/{within}", Path(str(file.locate()))


def _tree(folder: Path, module: str) -> Iterator[tuple[str, Path]]:
    for file in sorted(folder.rglob("*")):
        within = file.relative_to(folder)
        hidden = {"__pycache__", "tests"} & set(within.parts)
        if file.is_file() and not hidden and file.suffix not in COMPILED | USELESS:
            yield f"{module}/{within.as_posix()}", file


def _required(one: Distribution) -> list[str]:
    read = [Requirement(line) for line in one.requires or ()]
    return [each.name for each in read if each.marker is None or each.marker.evaluate(BROWSER)]


def _installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _modules(name: str) -> list[str]:
    """The importable names of a distribution; an editable one need not tell its own."""
    told = [module for module, owners in _owners().items() if name in owners]
    return told or [name.replace("-", "_")]


@cache
def _owners() -> dict[str, set[str]]:
    """The distributions of each importable name."""
    found = modules_and_distributions().items()
    return {module: {canonicalize_name(name) for name in names} for module, names in found}
