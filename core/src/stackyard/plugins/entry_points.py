"""The entry points of installed packages, read without `importlib.metadata`.

Importing that takes as long as importing click, and its parser reads whole METADATA files. This
module reads only the necessary lines, from the folders of sys.path; packages elsewhere, such as in
a zip file, are left to `importlib.metadata`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from functools import cached_property
from importlib.machinery import PathFinder
from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import Distribution

POINTS = "entry_points.txt"
METADATA = ("METADATA", "PKG-INFO")  # the files with the name and version of a package


class Package:
    """An installed package by the folder of its metadata."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    @property
    def distribution(self) -> Distribution:
        """The package as an `importlib.metadata` distribution."""
        from importlib.metadata import Distribution

        return Distribution.at(self.folder)

    def points(self, group: str) -> list[tuple[str, str]]:
        """The names and values of its entry points of one group.

        ValueError: the list names the group, but cannot be read.
        """
        content = self._read(POINTS)
        return _points(content.decode(), group) if f"[{group}]".encode() in content else []

    @property
    def name(self) -> str:
        """Its name; empty if its metadata are lost."""
        return self._fields.get("name", "")

    @property
    def version(self) -> str:
        """Its version; empty if its name or version is lost."""
        return self._fields.get("version", "") if self.name else ""

    def accepts(self, core: str, version: str) -> bool:
        """Whether its requirement of this package holds for this version, in the usual forms.

        False for other forms as well, which the library `packaging` decides. Every command asks
        this, and importing `packaging` takes nearly as long as importing click (69 and 81 ms of
        processor, minima of eight).
        """
        plain = core.replace("-", "_")
        for line in self._metadata.partition("\n\n")[0].splitlines():
            field, _, wanted = line.partition(":")
            name = re.split(r"[\s<>=!~;(\[]", wanted.strip(), maxsplit=1)[0]
            if field.lower() != "requires-dist" or re.sub("[-.]", "_", name.lower()) != plain:
                continue
            if not _holds(wanted.strip()[len(name) :].strip(), version):
                return False
        return True

    @cached_property
    def _metadata(self) -> str:
        contents = (self._read(name) for name in METADATA)
        return next(filter(None, contents), b"").decode(errors="replace")

    @cached_property
    def _fields(self) -> dict[str, str]:
        return _head(self._metadata)

    def _read(self, name: str) -> bytes:
        """The content of a file; nothing if it is missing."""
        try:
            with open(os.path.join(self.folder, name), "rb", 0) as file:  # noqa: PTH118, PTH123
                return file.read()
        except OSError:
            return b""


class _Elsewhere(Package):
    """A package whose metadata are not in a folder that can be listed."""

    def __init__(self, distribution: Distribution) -> None:
        super().__init__("")
        self._distribution = distribution

    @property
    def distribution(self) -> Distribution:
        return self._distribution

    def _read(self, name: str) -> bytes:
        try:
            return (self._distribution.read_text(name) or "").encode()
        except ValueError:
            return b""


def _holds(specifiers: str, version: str) -> bool:
    """Whether a version satisfies specifiers such as >=0.1,<0.2; False for other forms."""
    here = _numbers(version)
    if not specifiers:
        return True
    for one in specifiers.split(","):
        found = re.fullmatch(r"\s*(>=|<)\s*([0-9.]+)\s*", one)
        there = _numbers(found[2]) if found else None
        if found is None or here is None or there is None:
            return False
        if (here < there) == (found[1] == ">="):
            return False
    return True


def _numbers(version: str) -> tuple[int, ...] | None:
    """The numbers of a plain version, at least three; None for others."""
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)*", version):
        return None
    numbers = [int(part) for part in version.split(".")]
    return tuple(numbers + [0] * (3 - len(numbers)))


def packages() -> Iterator[Package]:
    """All installed packages, in the order in which Python would import them."""
    finders = [finder for finder in sys.meta_path if hasattr(finder, "find_distributions")]
    if finders != [PathFinder]:
        yield from _elsewhere()
        return
    for folder in map(str, sys.path):
        try:
            names = os.listdir(folder or ".")  # noqa: PTH208 - pathlib takes long to import
        except (OSError, ValueError):
            names = None
        if names is not None and not folder.lower().endswith(".egg"):
            infos = [name for name in names if name.lower().endswith((".dist-info", ".egg-info"))]
            yield from [Package(os.path.join(folder, name)) for name in infos]  # noqa: PTH118
        elif os.path.exists(folder):  # noqa: PTH110
            yield from _elsewhere(folder)


def _elsewhere(*folders: str) -> Iterator[Package]:
    """The packages that `importlib.metadata` finds, in these folders or in all."""
    from importlib.metadata import distributions

    found = distributions(path=list(folders)) if folders else distributions()
    yield from map(_Elsewhere, found)


def _points(text: str, group: str) -> list[tuple[str, str]]:
    """Read a list of entry points, by the rules of `importlib.metadata`."""
    section, found = "", []
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            section = line.strip("[]")
        elif section and line and not line.startswith("#"):
            name, equals, value = map(str.strip, line.partition("="))
            if not equals:
                raise ValueError(f"{line!r:.40} is no entry point")
            if section == group:
                found.append((name, value))
    return found


def _head(text: str) -> dict[str, str]:
    """The fields of METADATA by lower-case name: the first line of the first of each."""
    fields: dict[str, str] = {}
    for line in StringIO(text):
        name, colon, value = line.partition(":")
        if not colon and not line.startswith((" ", "\t")):
            break
        fields.setdefault(name.lower(), value.strip())
    return fields
