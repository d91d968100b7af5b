"""Fetch Pyodide by npm, and the wheels that are built for it by pip, into a folder.

`python -m tools.pyodide FOLDER` fetches what `stackyard site --runtime FOLDER` needs.
"""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from stackyard_site.runtime import ARCHIVE, HASHES, PLATFORM, PYTHON, VERSION, WHEELS


def fetch(folder: Path) -> None:
    """Fetch the files that are not in the folder yet; a sentence ends it without pip."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / ARCHIVE).is_file():
        subprocess.run(["npm", "pack", f"pyodide@{VERSION}"], cwd=folder, check=True)
    if not all((folder / name).is_file() for name in HASHES):
        if find_spec("pip") is None:
            sys.exit(f"Wheels are fetched by pip, which is missing: {sys.executable} -m ensurepip")
        wheels = [f"{name}=={version}" for name, version in WHEELS.items()]
        command = [sys.executable, "-m", "pip", "download", "--no-deps", *wheels]
        command += ["--platform", PLATFORM, "--python-version", PYTHON, "--only-binary=:all:"]
        subprocess.run(command, cwd=folder, check=True)


if __name__ == "__main__":
    fetch(Path(sys.argv[1]))
