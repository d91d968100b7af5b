"""Write a bill of materials of a release: `python -m tools.sbom FOLDER OUT`.

`FOLDER` holds the files of a release. They are installed into a fresh environment with what they
need from others; OUT lists all of that in the format of CycloneDX, with versions and licences, and
the hash of each of our files.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tools.packages import ROOT, distributions, version
from tools.publish import files_of
from tools.reproducible import commit_time

PROGRAMS: Final = Path(sys.executable).parent


def main() -> None:
    """Write it."""
    parser = argparse.ArgumentParser(prog="sbom")
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    asked = parser.parse_args()
    os.environ.setdefault("SOURCE_DATE_EPOCH", str(commit_time()))
    with TemporaryDirectory() as scratch:
        python = environment(Path(scratch, "all"), asked.folder.resolve())
        words = [
            "environment",
            "--output-reproducible",
            "--pyproject",
            str(ROOT / "pyproject.toml"),
        ]
        done = subprocess.run(
            [PROGRAMS / "cyclonedx-py", *words, python], stdout=subprocess.PIPE, check=True
        )
    bill = json.loads(done.stdout)
    add_hashes(bill, asked.folder)
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    asked.out.write_text(json.dumps(bill, indent=1) + "\n", "utf-8")
    print(f"{asked.out}: {len(bill['components'])} components of stackyard {version()}")


def environment(home: Path, files: Path) -> Path:
    """A fresh environment with every distribution installed; its interpreter."""
    uv = str(PROGRAMS / "uv")
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, str(home)], check=True)
    python = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    install = [uv, "pip", "install", "--quiet", "--python", str(python), "--find-links", str(files)]
    wanted = [f"{one.name}{one.extras}=={one.version}" for one in distributions()]
    subprocess.run([*install, *wanted], check=True)
    return python


def add_hashes(bill: dict[str, Any], folder: Path) -> None:
    """Name our files with their hashes, each with its component."""
    known = {part["name"]: part for part in [*bill["components"], bill["metadata"]["component"]]}
    for one in distributions():
        known[one.name]["externalReferences"] = [
            {
                "type": "distribution",
                "url": file.name,
                "hashes": [
                    {"alg": "SHA-256", "content": hashlib.sha256(file.read_bytes()).hexdigest()}
                ],
            }
            for file in files_of(one.name, folder)
        ]


if __name__ == "__main__":
    main()
