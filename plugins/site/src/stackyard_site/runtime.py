"""Pyodide and the wheels that are built for it: which ones, where to get them, and their hashes.

Nothing is fetched: the files lie in a folder that the user names.
"""

from __future__ import annotations

import tarfile
import zipfile
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final

from stackyard_site.errors import SiteError

VERSION: Final = "314.0.7"
PYTHON: Final = "3.14"
PLATFORM: Final = "pyemscripten_2026_0_wasm32"
ARCHIVE: Final = f"pyodide-{VERSION}.tgz"
# The distributions whose compiled modules no Python file replaces, in the one version each.
WHEELS: Final = {"librt": "0.16.0", "msgspec": "0.22.0"}
HASHES: Final = {  # SHA-256
    ARCHIVE: "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    f"librt-0.16.0-cp314-cp314-{PLATFORM}.whl": (
        "1b384b90ab79a7bc30b566895809a636e0666f21f3cf12b54823d025b7e83839"
    ),
    f"msgspec-0.22.0-cp314-cp314-{PLATFORM}.whl": (
        "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"
    ),
}
SERVED: Final = (  # files of the archive that browsers load
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
HOW_TO_GET: Final = (
    f"run there `npm pack pyodide@{VERSION}` and `python -m pip download --no-deps "
    f"{' '.join(f'{name}=={version}' for name, version in WHEELS.items())} --platform {PLATFORM} "
    f"--python-version {PYTHON} --only-binary=:all:`"
)


def read_runtime(folder: Path) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The files of Pyodide by name, and those of the wheels by path.

    SiteError if a file is not in the folder, or is another one than was tested.
    """
    read = {name: _checked(folder / name, digest) for name, digest in HASHES.items()}
    with tarfile.open(fileobj=BytesIO(read.pop(ARCHIVE))) as archive:
        served = {name: _member(archive, f"package/{name}") for name in SERVED}
    unpacked: dict[str, bytes] = {}
    for content in read.values():
        with zipfile.ZipFile(BytesIO(content)) as wheel:
            unpacked |= {name: wheel.read(name) for name in wheel.namelist()}
    return served, unpacked


def _checked(path: Path, digest: str) -> bytes:
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise SiteError(
            f"{path.name} is not in {path.parent}; a site needs Pyodide {VERSION} and two wheels "
            f"beside it: {HOW_TO_GET}"
        ) from None
    if sha256(content).hexdigest() != digest:
        raise SiteError(
            f"{path} is not the file that this version was tested with; delete it, and {HOW_TO_GET}"
        )
    return content


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(name)
    assert file is not None
    return file.read()
