"""Build a package while pip still prepares others.

pip asks every package for its metadata, and builds one after the other when it has all. So that
both cores work, the build of a package starts in a process of its own once its metadata is there,
as many at a time as there are cores; when pip asks for the wheel, it is there or nearly. The
process ends with pip.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO

from stackyard_kit.building import tools

if sys.platform != "win32":
    import fcntl

LOCK = "lock"  # held while the process builds
DONE = "done"  # the name of the wheel, once it is complete
LOG = "log"
UNCOMPILED = re.compile(r"^(\w+) is installed uncompiled: (.*)$", re.MULTILINE)


def start() -> None:
    """Start to build the package in the working folder, if the installer is pip."""
    folder = _folder()
    if folder is None or folder.exists():
        return
    folder.mkdir()
    module = f"from {__name__} import main; main()"
    with (folder / LOCK).open("w") as lock, (folder / LOG).open("w") as log:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", module, str(folder), str(os.getppid())],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            pass_fds=[lock.fileno()],  # the lock is released when the process ends
            start_new_session=True,
        )


def take(target: str) -> str | None:
    """Move the wheel that was built ahead to a folder; None if there is none, or it failed."""
    folder = _folder()
    if folder is None or not folder.exists():
        return None
    with (folder / LOCK).open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
    log = (folder / LOG).read_text("utf-8", "replace")
    print(UNCOMPILED.sub("", log), end="", file=sys.stderr)
    for package, reason in UNCOMPILED.findall(log):
        tools.warn_uncompiled(package, reason)
    done = folder / DONE
    name = done.read_text("utf-8") if done.exists() else None
    if name:
        shutil.move(folder / name, Path(target, name))
    shutil.rmtree(folder, ignore_errors=True)
    return name


def main() -> None:
    """The process that builds."""
    folder, pip = Path(sys.argv[1]), int(sys.argv[2])
    Thread(target=_end_with, args=(pip, folder), daemon=True).start()
    core = _core(folder.parent)
    for tool in (tools.SETUPTOOLS, tools.MYPY):
        tools.has(tool)
    from setuptools import build_meta

    name = build_meta.build_wheel(str(folder))
    (folder / DONE).write_text(name, "utf-8")
    core.close()


def _folder() -> Path | None:
    """The folder of this package's build, within one that pip keeps while its command runs."""
    kept = tools.command_folder()
    if kept is None or os.name != "posix":
        return None
    return kept / f"stackyard-{hashlib.sha256(os.fsencode(Path.cwd())).hexdigest()[:16]}"


def _core(kept: Path) -> IO[str]:
    """Wait for one of the cores; it is taken until the file is closed.

    One more build than cores runs, so that no core waits for the last build to end on another.
    """
    cores = (os.cpu_count() or 1) + 1
    while True:
        for number in range(cores):
            core = (kept / f"stackyard-core-{number}").open("w")
            with suppress(BlockingIOError):
                fcntl.flock(core, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return core
            core.close()
        time.sleep(0.1)


def _end_with(pip: int, folder: Path) -> None:
    """End this process, and what it started, when pip or its folder is gone."""
    with suppress(OSError):
        while folder.exists():
            os.kill(pip, 0)
            time.sleep(0.5)
    os.killpg(os.getpgrp(), signal.SIGKILL)
