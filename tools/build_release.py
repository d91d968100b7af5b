"""Build every file of a release into a folder: `python -m tools.build_release FOLDER`.

Each package gets a source archive and a wheel `py3-none-any`; those with compiled modules also get
a compiled wheel, which pip and uv prefer where it fits. Without `--cibuildwheel` that wheel is for
this Python and, by auditwheel, for Linux with a C library not newer than the wheel's symbols need.
With it cibuildwheel builds for all supported Pythons of this system, as the release workflow does.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tools.packages import ROOT, Distribution, distributions, version

REQUIRED: Final = ROOT / "build/required"  # plain wheels for the tests of cibuildwheel


def main() -> None:
    """Build what the arguments ask for."""
    parser = argparse.ArgumentParser(prog="build_release")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cibuildwheel", action="store_true", help="compile with cibuildwheel")
    parser.add_argument(
        "--only", choices=["compiled", "plain"], help="only the compiled wheels, or only the others"
    )
    asked = parser.parse_args()
    version()
    folder: Path = asked.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if asked.only != "plain":
        compiled = [one for one in distributions() if one.compiled]
        if asked.cibuildwheel:
            for one in distributions():
                if one.name == "stackyard-cli":  # the engine requires it
                    _build(one, REQUIRED, "0", "--wheel")
            for one in compiled:
                build_with_cibuildwheel(one, folder)
        else:
            _each(compiled, folder, build_compiled)
    if asked.only != "compiled":
        _each(distributions(), folder, build_plain)
    print(*sorted(path.name for path in folder.iterdir()), sep="\n")


def build_compiled(package: Distribution, folder: Path) -> None:
    """A compiled wheel for this Python, with the tag that its symbols allow."""
    with TemporaryDirectory() as made:
        _build(package, Path(made), "all", "--wheel")
        (wheel,) = Path(made).glob("*.whl")
        if sys.platform == "linux":
            _run([sys.executable, "-m", "auditwheel", "repair", "-w", str(folder), str(wheel)])
        else:
            shutil.move(wheel, folder)


def build_plain(package: Distribution, folder: Path) -> None:
    """The source archive, and from it the wheel `py3-none-any`."""
    _build(package, folder, "0")


def build_with_cibuildwheel(package: Distribution, folder: Path) -> None:
    """Compiled wheels for all Pythons that pyproject.toml names under tool.cibuildwheel.

    Each is tested there, with the wheels that were built before.
    """
    command = [sys.executable, "-m", "cibuildwheel", "--config-file", "pyproject.toml"]
    command += ["--output-dir", str(folder), package.folder.relative_to(ROOT).as_posix()]
    searches = {"CIBW_TEST_REQUIRES": "stackyard-engine"} if package.game else {}
    _run(command, **searches)


def _each(
    packages: Sequence[Distribution], folder: Path, build: Callable[[Distribution, Path], None]
) -> None:
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda package: build(package, folder), packages))


def _build(package: Distribution, folder: Path, compile: str, *kind: str) -> None:
    """Build a wheel, compiled for every processor of its platform or not, or an archive as well."""
    command = [sys.executable, "-m", "build", "--no-isolation", *kind, "--outdir", str(folder)]
    _run([*command, str(package.folder)], STACKYARD_COMPILE=compile)


def _run(command: list[str], **variables: str) -> None:
    """Run a program in the repository; its output is shown only if it fails."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    env = {**os.environ, "PATH": path, **variables}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}\n{done.stderr}\nfailed: {' '.join(command)}")


if __name__ == "__main__":
    main()
