"""Finding plugins: those installed, and those named in STACKYARD_PLUGINS; none is loaded here."""

from __future__ import annotations

import os
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


@dataclass(frozen=True)
class Problem:
    """What is wrong with a plugin, and the command that mends it, perhaps in the clone."""

    plugin: str
    sentence: str
    mend: str
    in_clone: bool = False

    def __str__(self) -> str:
        where = f", {IN_CLONE}" if self.in_clone else ""
        return f"plugin {self.plugin}: {self.sentence} (to mend it: {self.mend}{where})"


@dataclass
class Provider:
    """A plugin that was found: where it comes from and what it provides.

    `source` is a distribution with its version, or a file or module named by the user; `folder`
    is where our own packages lie in the clone; `module` is None when it could not be loaded.
    """

    name: str
    source: str
    mend: str
    folder: str = ""
    module: object | None = None
    distribution: Distribution | None = None
    provides: dict[str, list[str]] = field(default_factory=dict)
    hooks: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.name} ({self.source})"

    def problem(self, sentence: str) -> Problem:
        """Something that is wrong with it."""
        return Problem(str(self), sentence, self.mend, bool(self.folder))


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


def found() -> Iterator[tuple[Provider, Any]]:
    """Each plugin there is, with the function that loads it: first ours, then by name."""
    installed = [_installed(*found) for found in _entry_points()]
    yield from sorted(installed, key=lambda found: (not found[0].folder, found[0].name))
    for name in os.environ.get("STACKYARD_PLUGINS", "").split(os.pathsep):
        if name:
            is_file = name.endswith(".py") or os.sep in name
            label = Path(name).stem if is_file else name
            mend = f"mend {name}, or leave it out of --plugin and STACKYARD_PLUGINS"
            load = _load_file if is_file else import_module
            yield Provider(label, name, mend), (lambda load=load, name=name: load(name))


def _entry_points() -> Iterator[tuple[EntryPoint | None, Distribution]]:
    """Those of our group, once for each distribution; None for one whose list is garbled."""
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
    value = point.value if point else "a garbled list of entry points"
    source = f"{title} {metadata_of(distribution, 'Version')}" if title else value
    title = title or value
    folder, mend = _our_folder(title), f"python -m pip uninstall {title}"
    if folder:
        mend = f"python -m pip install --force-reinstall --no-deps {folder}"
    name = point.name if point else plain(title)
    provider = Provider(name, source, mend, folder, distribution=distribution)
    return provider, point.load if point else _garbled


def metadata_of(distribution: Distribution, field: str) -> str | None:
    """A field of the distribution's metadata, such as Name; None if that is lost."""
    metadata = distribution.metadata
    return metadata[field] if field in metadata else None  # noqa: SIM401 - 3.11 types no get


def _garbled() -> object:
    raise ValueError("its entry_points.txt cannot be read")


def _load_file(path: str) -> object:
    """Import a plugin that is a single file."""
    if not Path(path).is_file():
        raise FileNotFoundError(f"there is no file {path}")
    name = f"stackyard_file_{Path(path).stem}"
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
    """An exception as one line: its type and message."""
    try:
        message = str(failure)
    except Exception:
        message = "(its message cannot be read)"
    return " ".join(f"{type(failure).__name__}: {message}".split())
