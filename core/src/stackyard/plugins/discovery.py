"""Find plugins, installed or named in STACKYARD_PLUGINS, without loading them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

from stackyard.plugins.entry_points import packages
from stackyard.text import normalize_name

GROUP = "stackyard"
CORE = "stackyard-core"
CLI = "stackyard-cli"
PLUGINS = "STACKYARD_PLUGINS"  # the variable that names plugins which are not installed
NO_PLUGINS = "STACKYARD_NO_PLUGINS"  # the variable that names the plugins to block
FILE = "stackyard_file_"  # before the name of a module that is a plugin's file
IN_CLONE = "run in the clone of Stackyard"
# The folders of plugins/ that hold a game, for hints.
OUR_GAMES = ("silo", "filo", "slicron", "pit_of_pillars", "splay")
# The folders without a game, and those that each requires. Released packages bring them, those of a
# clone are installed with them.
OUR_TOOLS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("engine", "kit", "clock", "dask", "notations", "pictures", "tensors"), ()),
    "coach": ("engine",),
    "web": ("coach", "notations", "pictures"),
    "lab": ("engine", "coach", "pictures"),
    "language_models": ("pictures",),
    "openspiel": ("tensors",),
    "pettingzoo": ("pictures", "tensors"),
    "protocols": ("clock",),
    "site": ("web",),
}
# The distribution `stackyard` has no extra for these.
NO_EXTRAS = ("coach", "engine", "kit", "tensors")
# Extras of it that are extras of one package, by the folder of that.
EXTRAS_OF = {"mcp": "language_models", "puzzles": "coach", "training": "engine"}


class Provider:
    """A plugin: its origin, and its module once it is loaded.

    `package` is the distribution, or the file or module that the user `named`, which has no
    `version`; `folder` is where our own packages lie in the clone; `target` is what `load` imports.
    `module` is None when it is not in use; `seconds` is how long it took to load.
    """

    def __init__(
        self, name: str, package: str, version: str = "", target: str = "", named: bool = False
    ) -> None:
        self.name = name
        self.package = package
        self.version = version
        self.target = target
        self.named = named
        self.folder = _our_folder(package) if version else ""
        self.module: object | None = None
        self.seconds = 0.0
        self.provides: dict[str, list[str]] = {}
        self.hooks: list[str] = []

    @property
    def source(self) -> str:
        """The package with its version."""
        return f"{self.package} {self.version}".rstrip()

    def load(self) -> object:
        """Import the plugin, whatever that raises."""
        if self.named and _is_file(self.target):
            return _load_file(self.target)
        return import_target(self.target)

    def told(self, failure: BaseException) -> str:
        """An exception in words, with the last line of the plugin in its traceback, if any."""
        is_file = self.named and _is_file(self.target)
        own = f"{FILE}{_stem(self.target)}" if is_file else self.target.partition(":")[0]
        trace, place = failure.__traceback__, ""
        while trace is not None:
            code, module = trace.tb_frame.f_code, str(trace.tb_frame.f_globals.get("__name__"))
            if module.partition(".")[0] == own.partition(".")[0]:
                file = code.co_filename.rpartition(os.sep)[2]
                place = f" ({file}, line {trace.tb_lineno})"
            trace = trace.tb_next
        return words_of(failure) + place

    def __str__(self) -> str:
        return f"{self.name} ({self.source})"


def import_target(target: str) -> Any:
    """The object for a text `module:attribute`, or the module for one without an attribute."""
    module, _, attributes = target.partition(":")
    found: Any = import_module(module)
    for attribute in filter(None, attributes.split(".")):
        found = getattr(found, attribute)
    return found


def is_from_clone() -> bool:
    """Tell if core was installed from a folder, such as a clone, and not from a wheel."""
    origin = _origin(CORE)
    return origin is None or '"dir_info"' in origin  # without one it runs from its sources


def is_editable(package: str) -> bool:
    """Tell if a package was installed so that the files of its folder run, as its author does."""
    return '"editable":true' in (_origin(package) or "").replace(" ", "")


def _origin(package: str) -> str | None:
    """The source of an installed package in JSON, empty if it is not told; None without it."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        return distribution(package).read_text("direct_url.json") or ""
    except PackageNotFoundError:
        return None


def install_command(name: str) -> str:
    """The command that installs one of our packages, or what an extra of ours brings.

    It is for the clone if core was installed from there; else it names an extra of the
    distribution `stackyard`.
    """
    if is_from_clone():
        there = {package.name for package in packages()}
        folder = EXTRAS_OF.get(name, name)
        required = [each for each in _required(folder) if f"stackyard-{each}" not in there]
        folders = [f"./plugins/{each} " for each in dict.fromkeys(required)]
        wanted = f"./plugins/{folder}" if folder == name else f'"./plugins/{folder}[{name}]"'
        return f"python -m pip install {''.join(folders)}{wanted}, {IN_CLONE}"
    if name in NO_EXTRAS:
        return f"python -m pip install stackyard-{name}"
    return f'python -m pip install "stackyard[{name.replace("_", "-")}]"'


def _required(folder: str) -> Iterator[str]:
    """The folders of plugins/ that one of them requires, each after those it requires itself."""
    for each in OUR_TOOLS.get(folder, ()):
        yield from _required(each)
        yield each


def _our_folder(distribution: str) -> str:
    """The folder of one of our distributions in the clone; empty for others."""
    prefix, _, name = normalize_name(distribution).partition("_")
    if distribution in (CORE, CLI):
        return f"./{name}"
    ours = prefix == "stackyard" and name in (*OUR_GAMES, *OUR_TOOLS)
    return f"./plugins/{name}" if ours else ""


def find_plugins() -> Iterator[Provider]:
    """All plugins, not loaded: core, then ours, then the others by name, then those named."""
    installed = [
        Provider(name, package.name, package.version, target)
        for package in packages()
        for name, target in package.points(GROUP)
    ]
    yield from sorted(installed, key=lambda one: (one.package != CORE, not one.folder, one.name))
    for named in dict.fromkeys(filter(None, os.environ.get(PLUGINS, "").split(os.pathsep))):
        name = _stem(named) if _is_file(named) else named
        yield Provider(name, named, target=named, named=True)


def blocked_plugins() -> set[str]:
    """The names of plugins that the user blocks; core cannot be blocked."""
    names = os.environ.get(NO_PLUGINS, "").split(os.pathsep)
    return {normalize_name(name) for name in names} - {"", "core"}


def _is_file(name: str) -> bool:
    """Tell if a plugin that the user named is a file, and no module."""
    return name.endswith(".py") or os.sep in name


def _stem(path: str) -> str:
    """The name of a file without its last suffix."""
    from pathlib import Path  # takes long to import

    return Path(path).stem


def _load_file(path: str) -> ModuleType:
    """Import a plugin that is a single file; it can import its neighbours in the same folder."""
    from importlib.util import module_from_spec, spec_from_file_location
    from pathlib import Path

    if not Path(path).is_file():
        raise FileNotFoundError(f"there is no file {path}")
    folder = str(Path(path).resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)  # last, so that no neighbour hides an installed module
    name = FILE + _stem(path)
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


def words_of(failure: BaseException) -> str:
    """An exception as one line: its type and, if it has one, its message without a file's path.

    A server shows it to its visitors.
    """
    message = " ".join(str(failure).split())
    if isinstance(failure, ImportError):
        message = message.removesuffix(f" ({failure.path})")
    if isinstance(failure, OverflowError) and "convert" in message:
        message += (
            " (a number of a vec or an i64 has at most 64 bits; a set of stackyard.cells.bits holds"
            " 62 cells, one of stackyard.cells.pairs 124, one of stackyard.cells.wide any number)"
        )
    return f"{type(failure).__name__}: {message}" if message else type(failure).__name__
