"""Build wheels in the background while pip prepares other packages.

pip asks each package for its metadata, then each for its wheel, one after the other, which keeps
one core busy. In an environment that pip made for this build, a process of its own begins with the
wheel once pip has the metadata. No other build starts one. Installing our packages from a clone
would otherwise take almost twice as long on two cores.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

if sys.platform == "linux":
    import fcntl

FOLDER: Final = Path("build/background")
LOCK: Final = FOLDER / "lock"  # held until the process ends
LOG: Final = FOLDER / "log"
DRAFT: Final = FOLDER / "draft"  # of the wheel; a build that fails may leave a part of one
WHOLE: Final = FOLDER / "whole"
# As many files as there are cores: a build holds the lock of one while it works.
CORES: Final = sorted(Path(__file__).parent.glob("*.py"))[: os.cpu_count()]


def start(build: Callable[[], None]) -> None:
    """Begin with the wheel if pip has asked for metadata; `build` finds the command in sys.argv."""
    if not _is_asked_by_pip("prepare_metadata_for_build_wheel"):
        return
    FOLDER.mkdir(parents=True)
    pip = os.getppid()
    sys.stdout.flush()
    sys.stderr.flush()
    with LOCK.open("w") as lock, LOG.open("w") as log:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if os.fork():
            return
        try:
            for stream in (1, 2):
                os.dup2(log.fileno(), stream)  # pip waits until its own are closed
            with _free_core():
                os.kill(pip, 0)  # fails if pip has ended
                sys.argv[1:] = ["bdist_wheel", "--dist-dir", str(DRAFT)]
                build()
                DRAFT.rename(WHOLE)
        finally:
            sys.stdout.flush()
            os._exit(0)


def take() -> bool:
    """Move the wheel to the folder that sys.argv names; False if it was not begun, or failed."""
    if not _is_asked_by_pip("build_wheel") or not LOCK.exists():
        return False
    with LOCK.open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
    print(LOG.read_text("utf-8", "replace"))
    for wheel in WHOLE.glob("*.whl"):
        shutil.move(wheel, sys.argv[sys.argv.index("--dist-dir") + 1])
        return True
    return False


def _is_asked_by_pip(hook: str) -> bool:
    """Tell if pip calls this hook in an environment that it made, and a process can be forked."""
    isolated = "pip-build-env-" in os.environ.get("PYTHONPATH", "")
    return sys.platform == "linux" and isolated and hook in sys.orig_argv


def _free_core() -> IO[bytes]:
    """Wait for one of the cores; it is taken until the file is closed."""
    while True:
        for path in CORES:
            core = path.open("rb")
            with suppress(BlockingIOError):
                fcntl.flock(core, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return core
            core.close()
        time.sleep(0.1)
