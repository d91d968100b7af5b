"""Finding plugins: those installed, and those named in STACKYARD_PLUGINS; none is loaded here."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import Distribution, EntryPoint, distributions
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

GROUP = "stackyard"
IN_CLONE = "run in the clone of Stackyard"
# The folders of plugins/ that hold a game, for hints.
OUR_GAMES = ("silo", "filo", "slicron", "pit_of_pillars", "splay")
OUR_TOOLS = ("clock", "web", "lab", "dask")  # and those that hold none


@dataclass
class Provider:
    """A plugin that was found: where it comes from and what it provides.

    `package` is the distribution, or the file or module that the user named, which has no
    `version`; `folder` is where our own packages lie in the clone; `module` is None when it could
    not be loaded.
    """

    name: str
    package: str
    version: str = ""
    folder: str = ""
    module: object | None = None
    distribution: Distribution | None = None
    provides: dict[str, list[str]] = field(default_factory=dict)
    hooks: list[str] = field(default_factory=list)

    @property
    def source(self) -> str:
        """The package with its version."""
        return f"{self.package} {self.version}".rstrip()

    def __str__(self) -> str:
        return f"{self.name} ({self.source})"


def plain(name: str) -> str:
    """A name as tables hold it: lower case, _ for -."""
    return name.strip().lower().replace("-", "_")


def install_command(folder: str) -> str:
    """How to install one of our own packages; none is on a package index yet."""
    return f"python -m pip install ./plugins/{folder}, {IN_CLONE}"


def _our_folder(distribution: str) -> str:
    """Where in the clone a distribution of ours lies; empty for anybody else's."""
    name = plain(distribution).removeprefix("stackyard_")
    if name == "core":
        return "./core"
    ours = name in (*OUR_GAMES, *OUR_TOOLS) and name != plain(distribution)
    return f"./plugins/{name}" if ours else ""


def find_plugins() -> Iterator[tuple[Provider, Any]]:
    """Each plugin there is, with the function that loads it: core, then ours, then by name."""
    installed = [_installed(point, distribution) for point, distribution in _entry_points()]

    def place(pair: tuple[Provider, Any]) -> tuple[bool, bool, str]:
        return pair[0].folder != "./core", not pair[0].folder, pair[0].name

    yield from sorted(installed, key=place)
    for name in os.environ.get("STACKYARD_PLUGINS", "").split(os.pathsep):
        if name:
            is_file = name.endswith(".py") or os.sep in name
            load = _load_file if is_file else import_module
            label = Path(name).stem if is_file else name
            yield Provider(label, name), (lambda load=load, name=name: load(name))


def _entry_points() -> Iterator[tuple[EntryPoint | None, Distribution]]:
    """Those of our group, each distribution once; None for one whose list is garbled."""
    seen = set()
    for distribution in distributions():
        point: EntryPoint | None = None
        try:
            points: list[EntryPoint | None] = list(distribution.entry_points.select(group=GROUP))
        except Exception:
            # A broken list stops nobody; it is ours to report if it names our group.
            try:
                text = distribution.read_text("entry_points.txt") or ""
            except ValueError:
                text = f"[{GROUP}]"
            points = [None] if f"[{GROUP}]" in text else []
        name = metadata_of(distribution, "Name") if points else None
        if name in seen:
            continue
        seen.add(name or distribution)
        for point in points:
            yield point, distribution


def _installed(point: EntryPoint | None, distribution: Distribution) -> tuple[Provider, Any]:
    title = metadata_of(distribution, "Name")
    package = title or (point.value if point else "a garbled list of entry points")
    provider = Provider(
        point.name if point else plain(package),
        package,
        (metadata_of(distribution, "Version") or "") if title else "",
        _our_folder(package),
        distribution=distribution,
    )
    return provider, point.load if point else _garbled


def metadata_of(distribution: Distribution, field: str) -> str | None:
    """A field of the distribution's metadata, such as Name; None if that is lost."""
    metadata = distribution.metadata
    return metadata[field] if field in metadata else None  # noqa: SIM401 - 3.11 types no get


def _garbled() -> object:
    raise ValueError("its entry_points.txt cannot be read")


def file_module(path: str) -> str:
    """The name under which a plugin that is a single file is imported."""
    return f"stackyard_file_{Path(path).stem}"


def _load_file(path: str) -> object:
    """Import a plugin that is a single file."""
    if not Path(path).is_file():
        raise FileNotFoundError(f"there is no file {path}")
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


# Python's messages name the files of what is installed: (/…/site-packages/towers/rules.py).
_INSTALLED = re.compile(r" ?\((?:unknown location|[^()]*[/\\](?:site|dist)-packages[/\\][^()]*)\)")


def words_of(failure: BaseException) -> str:
    """An exception as one line: its type and, if it has one, its message."""
    try:
        message = _INSTALLED.sub("", " ".join(str(failure).split()))
    except Exception:
        message = "(its message cannot be read)"
    return f"{type(failure).__name__}: {message}" if message else type(failure).__name__
