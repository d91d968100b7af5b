"""The entry points of installed packages, read from the folders of sys.path.

`importlib.metadata` reads them as well, but every command would pay for importing and asking it:
25 ms of processor among 171 packages, where importing click takes 30 ms and this reader 1 ms.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

SUFFIX = ".dist-info"


class Package:
    """An installed package by the folder of its metadata, which names it and its version."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    @property
    def name(self) -> str:
        """Its name, with - for _."""
        return self._parts[0].replace("_", "-")

    @property
    def version(self) -> str:
        """Its version."""
        return self._parts[2]

    def points(self, group: str) -> list[tuple[str, str]]:
        """The names and values of its entry points of one group."""
        if not os.access(f"{self.folder}/entry_points.txt", os.R_OK):  # most packages have none
            return []
        listed = self._read("entry_points.txt")
        if f"[{group}]" not in listed:
            return []
        section, found = "", []
        for line in map(str.strip, listed.splitlines()):
            if line.startswith("["):
                section = line.strip("[]")
            elif section == group and line and not line.startswith("#"):
                name, _, value = line.partition("=")
                found.append((name.strip(), value.strip()))
        return found

    def unmet(self, required: str, version: str) -> str:
        """The versions of a required package that it asks for, if `version` is none of them.

        The form that our packages and `stackyard new` write, such as `>=0.1,<0.2`, is compared as
        text. Others are left to the library `packaging`, which takes as long to import as click.
        """
        numbers = version.split(".")
        usual = {f">={numbers[0]}.{numbers[1]}", f"<{numbers[0]}.{int(numbers[1]) + 1}"}
        for line in self._read("METADATA").partition("\n\n")[0].splitlines():
            field, _, wanted = line.partition(": ")
            if field != "Requires-Dist" or not _plain(wanted).startswith(required):
                continue
            if set(wanted[len(required) :].replace(" ", "").split(",")) <= {*usual, ""}:
                continue
            from packaging.requirements import Requirement

            read = Requirement(wanted)
            if _plain(read.name) != required or read.specifier.contains(version, True):
                continue
            if read.marker is None or read.marker.evaluate({"extra": ""}):
                return str(read.specifier)
        return ""

    @property
    def _parts(self) -> tuple[str, str, str]:
        return self.folder.rpartition("/")[2].removesuffix(SUFFIX).partition("-")

    def _read(self, name: str) -> str:
        """The content of a file of the metadata; empty if it is missing."""
        try:
            # pathlib takes long to import
            with open(f"{self.folder}/{name}", "rb", 0) as file:  # noqa: PTH123
                return file.read().decode(errors="replace")
        except OSError:
            return ""


def packages() -> Iterator[Package]:
    """The installed packages, each once, in the order in which Python would import them."""
    found: set[str] = set()
    for place in sys.path:
        try:
            folders = os.listdir(place or ".")  # noqa: PTH208
        except OSError:  # a zip file, or nothing at all
            continue
        for folder in folders:
            name = folder.partition("-")[0]
            if folder.endswith(SUFFIX) and name not in found:
                found.add(name)
                yield Package(f"{place or '.'}/{folder}")


def _plain(name: str) -> str:
    """A name of a package, or what begins with one, in lower case with - for _."""
    return name.lower().replace("_", "-")
