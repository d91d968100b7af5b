"""Find plugins, installed or named in STACKYARD_PLUGINS, without loading them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from stackyard.plugins.entry_points import Package, packages

if TYPE_CHECKING:
    from importlib.metadata import Distribution

GROUP = "stackyard"
PLUGINS = "STACKYARD_PLUGINS"  # the variable that names plugins which are not installed
NO_PLUGINS = "STACKYARD_NO_PLUGINS"  # the variable that names the plugins to block
IN_CLONE = "run in the clone of Stackyard"
# The folders of plugins/ that hold a game, for hints.
OUR_GAMES = ("silo", "filo", "slicron", "pit_of_pillars", "splay")
# The folders without a game.
OUR_TOOLS = (
    *("engine", "kit", "clock", "web", "lab", "dask"),
    *("language_models", "openspiel", "pettingzoo", "pictures", "protocols", "tensors"),
)
NO_EXTRAS = ("engine", "kit", "tensors")  # of these the distribution `stackyard` has no extra
# Extras of it that are extras of one package.
EXTRAS_IN_CLONE = {
    "mcp": '"./plugins/language_models[mcp]"',
    "puzzles": '"./cli[puzzles]"',
    "training": '"./plugins/engine[training]"',
}


class Provider:
    """The origin of a plugin, and the function of its module.

    `package` is the distribution, or the file or module that the user named, which has no
    `version` and is not `installed` but `named`; `folder` is where our own packages lie in the
    clone; `module` is None when it could not be loaded; `seconds` is how long it took to load. A
    `blocked` plugin is not loaded.
    """

    def __init__(
        self,
        name: str,
        package: str,
        version: str = "",
        folder: str = "",
        installed: Package | None = None,
    ) -> None:
        self.name = name
        self.package = package
        self.version = version
        self.folder = folder
        self.installed = installed
        self.module: object | None = None
        self.seconds = 0.0
        self.blocked = False
        self.named = False
        self.provides: dict[str, list[str]] = {}
        self.hooks: list[str] = []

    @property
    def source(self) -> str:
        """The package with its version."""
        return f"{self.package} {self.version}".rstrip()

    @property
    def distribution(self) -> Distribution | None:
        """The installed package as `importlib.metadata` shows it."""
        return None if self.installed is None else self.installed.distribution

    def __str__(self) -> str:
        return f"{self.name} ({self.source})"


def normalize_name(name: str) -> str:
    """The canonical form of a name: lower case, with _ for -."""
    return name.strip().lower().replace("-", "_")


def is_from_clone() -> bool:
    """Whether core was installed from a folder, such as a clone, and not from a wheel."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        origin = distribution("stackyard-core").read_text("direct_url.json")
    except PackageNotFoundError:  # run from its sources
        return True
    return '"dir_info"' in (origin or "")


def install_words(name: str) -> str:
    """The command that installs one of our packages, or what an extra of ours brings.

    It is for the clone if core was installed from there; else it names an extra of the
    distribution `stackyard`.
    """
    if is_from_clone():
        return f"python -m pip install {EXTRAS_IN_CLONE.get(name, f'./plugins/{name}')}"
    if name in NO_EXTRAS:
        return f"python -m pip install stackyard-{name}"
    return f'python -m pip install "stackyard[{name.replace("_", "-")}]"'


def install_command(name: str) -> str:
    """The same, and where to run it."""
    return f"{install_words(name)}, {IN_CLONE}" if is_from_clone() else install_words(name)


def _our_folder(distribution: str) -> str:
    """The folder of one of our distributions in the clone; empty for others."""
    name = normalize_name(distribution).removeprefix("stackyard_")
    if name == "core":
        return "./core"
    ours = name in (*OUR_GAMES, *OUR_TOOLS) and name != normalize_name(distribution)
    return f"./plugins/{name}" if ours else ""


def find_plugins() -> Iterator[tuple[Provider, Any]]:
    """All plugins, each with the function that loads it: core, then ours, then by name."""
    installed = [_installed(*found) for found in _entry_points()]

    def place(pair: tuple[Provider, Any]) -> tuple[bool, bool, str]:
        return pair[0].folder != "./core", not pair[0].folder, pair[0].name

    yield from sorted(installed, key=place)
    for name in dict.fromkeys(os.environ.get(PLUGINS, "").split(os.pathsep)):
        if name:
            is_file = name.endswith(".py") or os.sep in name
            load = _load_file if is_file else import_module
            provider = Provider(_stem(name) if is_file else name, name)
            provider.named = True
            yield provider, (lambda load=load, name=name: load(name))


def blocked_plugins() -> set[str]:
    """The names of plugins that the user blocks; core cannot be blocked."""
    names = os.environ.get(NO_PLUGINS, "").split(os.pathsep)
    return {normalize_name(name) for name in names} - {"", "core"}


def _entry_points() -> Iterator[tuple[str, str, Package]]:
    """Names and values of our group, each package once; both empty if its list is malformed."""
    seen = set()
    for package in packages():
        try:
            points = package.points(GROUP)
        except ValueError:  # reported; the others are still read
            points = [("", "")]
        if not points or package.name in seen:
            continue
        seen.add(package.name or package)
        for point, value in points:
            yield point, value, package


def _installed(point: str, value: str, installed: Package) -> tuple[Provider, Any]:
    package = installed.name or value or "a garbled list of entry points"
    provider = Provider(
        point or normalize_name(package),
        package,
        installed.version,
        _our_folder(package),
        installed,
    )

    def load() -> object:
        if not value:
            raise ValueError("its entry_points.txt cannot be read")
        if all(part.isidentifier() for part in value.split(".")):
            return import_module(value)
        from importlib.metadata import EntryPoint

        return EntryPoint(point, value, GROUP).load()

    return provider, load


def _stem(path: str) -> str:
    """The name of a file without its last suffix."""
    from pathlib import Path

    return Path(path).stem


def file_module(path: str) -> str:
    """The module name of a plugin that is a single file."""
    return f"stackyard_file_{_stem(path)}"


def _load_file(path: str) -> object:
    """Import a plugin that is a single file; it can import its neighbours in the same folder."""
    from importlib.util import module_from_spec, spec_from_file_location
    from pathlib import Path

    if not Path(path).is_file():
        raise FileNotFoundError(f"there is no file {path}")
    folder = str(Path(path).resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)  # last, so that no neighbour hides an installed module
    name = file_module(path)
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


# Python's messages contain paths of installed files: (/…/site-packages/towers/rules.py).
_INSTALLED = r" ?\((?:unknown location|[^()]*[/\\](?:site|dist)-packages[/\\][^()]*)\)"


def words_of(failure: BaseException) -> str:
    """An exception as one line: its type and, if it has one, its message."""
    try:
        message = re.sub(_INSTALLED, "", " ".join(str(failure).split()))
    except Exception:
        message = "(its message cannot be read)"
    if isinstance(failure, OverflowError) and "convert" in message:
        message += (
            " (a number of a vec or an i64 has at most 64 bits; a set of stackyard.cells.bits holds"
            " 62 cells, one of stackyard.cells.pairs 124, one of stackyard.cells.wide any number)"
        )
    return f"{type(failure).__name__}: {message}" if message else type(failure).__name__
