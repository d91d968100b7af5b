"""Writes a site: its pages, Python with the packages, and a service worker that knows them all."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import Distribution
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from packaging.utils import canonicalize_name

from stackyard.plugins.registry import registry
from stackyard_site.distributions import files, needed
from stackyard_site.errors import SiteError
from stackyard_site.pages import addresses, make_pages
from stackyard_site.runtime import VERSION, read_runtime

STATIC: Final = Path(__file__).parent / "static"
WORKER: Final = "service_worker.js"
MARK: Final = "runtime.txt"  # by which a folder is known to be a site
LARGE: Final = ("pyodide/", "python.zip")  # not needed for the first page
DATE: Final = (1980, 1, 1, 0, 0, 0)  # of all files in the archive, so that it is the same each time
CONTENT: Final = "const CONTENT = {}; // filled in"
FILLED: Final = re.compile(r"const CONTENT = (.*);$", re.MULTILINE)
DIGEST: Final = 16  # hexadecimal digits


@dataclass(frozen=True)
class Site:
    """A site that was written: its games, and the bytes that a first visit takes."""

    games: tuple[str, ...]
    bytes: int


def write_site(out: Path, runtime: Path, games: Sequence[str]) -> Site:
    """Write a site with these games into a folder, which is new, empty or a former site.

    It is made elsewhere, so that the former site stays until the new one is whole; of the former
    one only the files that its service worker names are deleted. `runtime` is the folder with
    Pyodide and the wheels. SiteError tells what is missing.
    """
    if out.exists() and not (out.is_dir() and (not any(out.iterdir()) or (out / MARK).is_file())):
        raise SiteError(f"{out} holds other files; name a folder that is new, empty or a site")
    names = [registry().game(name).about.name for name in games]
    owners = [_owner(name) for name in names]
    chosen = needed(owners)
    served, unpacked = read_runtime(runtime)
    with TemporaryDirectory() as made:
        new = Path(made)
        (new / "pyodide").mkdir()
        for file in STATIC.iterdir():
            shutil.copyfile(file, new / file.name)
        for name, content in served.items():
            (new / "pyodide" / name).write_bytes(content)
        (new / "python.zip").write_bytes(packed(chosen, unpacked))
        make_pages(new, _blocked(chosen))
        size = _write_worker(new)
        out.mkdir(parents=True, exist_ok=True)
        # First, so that what an interruption leaves can be written over.
        (out / MARK).write_text(_licences(chosen), "utf-8")
        former, present = _named(out), _named(new)
        for name in (*sorted(present), WORKER):  # last, as it names the files that are there
            file = out / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes((new / name).read_bytes())
        _delete(out, former - present)
    return Site(tuple(names), size)


def _named(site: Path) -> set[str]:
    """The files that the service worker of a site names; none where there is no worker."""
    worker = site / WORKER
    filled = FILLED.search(worker.read_text("utf-8")) if worker.is_file() else None
    return set() if filled is None else {*json.loads(filled[1])["files"]}


def _delete(site: Path, names: set[str]) -> None:
    """Delete the files of these names, and the folders that they leave empty."""
    for path in [*site.rglob("*")]:
        if path.relative_to(site).as_posix() in names:
            path.unlink()
            folder = path.parent
            while folder != site and not any(folder.iterdir()):
                folder.rmdir()
                folder = folder.parent


def packed(chosen: Sequence[Distribution], unpacked: dict[str, bytes]) -> bytes:
    """The packages as a zip file, the same for the same packages."""
    content = dict(unpacked)
    for one in chosen:
        content |= {path: file.read_bytes() for path, file in files(one)}
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in sorted(content):
            entry = zipfile.ZipInfo(path, DATE)
            archive.writestr(entry, content[path], zipfile.ZIP_DEFLATED, 9)
    return buffer.getvalue()


def _write_worker(out: Path) -> int:
    """Write the names and digests of all files into the service worker; the bytes of all."""
    found = {
        file.relative_to(out).as_posix(): file.read_bytes()
        for file in sorted(out.rglob("*"))
        if file.is_file() and file.name != WORKER
    }
    content = {
        "files": {path: sha256(content).hexdigest()[:DIGEST] for path, content in found.items()},
        "pages": addresses(out),
        "large": [path for path in found if path.startswith(LARGE)],
    }
    worker = out / WORKER
    text = worker.read_text("utf-8").replace(CONTENT, f"const CONTENT = {json.dumps(content)};")
    worker.write_text(text, "utf-8")
    return sum(map(len, found.values())) + len(text)


def _owner(game: str) -> str:
    provider = registry().games[game].provider
    if not provider.version:
        raise SiteError(
            f"the game {game} comes from {provider.package}, which is not installed; a site takes "
            "installed packages: make it one with `stackyard new`, and install that"
        )
    return provider.package


def _blocked(chosen: Sequence[Distribution]) -> list[str]:
    """The plugins that are installed here and not in the site."""
    kept = {canonicalize_name(one.name) for one in chosen}
    return [
        provider.name
        for provider in registry().providers
        if canonicalize_name(provider.package) not in kept
    ]


def _licences(chosen: Sequence[Distribution]) -> str:
    """A text that names what the site holds."""
    lines = [f"Pyodide {VERSION} (MPL-2.0), https://pyodide.org, unchanged in pyodide/"]
    lines += [f"{one.name} {one.version}" for one in chosen]
    lines.append("The licences of the packages are in python.zip.")
    return "\n".join(lines) + "\n"
