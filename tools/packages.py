"""The distributions of a release."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
FIRST: Final = ("stackyard-core", "stackyard-cli", "stackyard-engine")
LAST: Final = "stackyard"  # it requires the others in exactly its version


class Distribution(NamedTuple):
    """A distribution: its name, its folder, its version, whether it has compiled modules."""

    name: str
    folder: Path
    version: str
    compiled: bool

    @property
    def stem(self) -> str:
        """Its name in the names of files."""
        return self.name.replace("-", "_")

    @property
    def game(self) -> str:
        """The name of its game; empty if it has none."""
        games = self.folder.glob("src/stackyard_*/game.py")
        return next((file.parent.name[len("stackyard_") :] for file in games), "")


def distributions() -> list[Distribution]:
    """All of them; each that is compiled comes after those it requires."""
    files = [ROOT / "pyproject.toml", ROOT / "core/pyproject.toml", ROOT / "cli/pyproject.toml"]
    found = [_read(file) for file in [*files, *sorted(ROOT.glob("plugins/*/pyproject.toml"))]]
    return sorted(found, key=_place)


def requirements() -> list[str]:
    """The requirements of the distributions from others, with all their extras."""
    found: set[str] = set()
    for one in distributions():
        project = _project(one.folder / "pyproject.toml")
        found.update(project.get("dependencies", []))
        for lines in project.get("optional-dependencies", {}).values():
            found.update(lines)
    return sorted(line for line in found if not line.startswith("stackyard"))


def version() -> str:
    """The one version that all of them have; SystemExit names those that differ."""
    found = distributions()
    wanted = found[-1].version
    others = [f"{one.name} has {one.version}" for one in found if one.version != wanted]
    if others:
        raise SystemExit(
            f"stackyard has version {wanted}, but {', '.join(others)}: run `nox -s bump -- VERSION`"
        )
    return wanted


def _read(file: Path) -> Distribution:
    project = _project(file)
    setup = file.with_name("setup.py")
    compiled = setup.is_file() and "setup_package" in setup.read_text("utf-8")
    return Distribution(project["name"], file.parent, project["version"], compiled)


def _project(file: Path) -> dict[str, Any]:
    """The table `project` of a pyproject.toml."""
    found: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))["project"]
    return found


def _place(distribution: Distribution) -> tuple[int, str]:
    if distribution.name == LAST:
        return len(FIRST) + 1, ""
    known = distribution.name in FIRST
    return FIRST.index(distribution.name) if known else len(FIRST), distribution.name
