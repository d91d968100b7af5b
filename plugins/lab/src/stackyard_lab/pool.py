"""The executor `processes`: worker processes on this machine."""

from __future__ import annotations

import os

from stackyard.processes import WorkerProcesses
from stackyard_lab.errors import ArenaError


def processes(workers: str = "") -> WorkerProcesses:
    """Make the executor `processes:WORKERS`."""
    number = int(workers[:40]) if workers.isdecimal() else 0 if workers else os.cpu_count() or 1
    if not 1 <= number <= 1024:
        raise ArenaError(f"processes:{workers:.40}: the number of workers is 1 to 1024")
    return WorkerProcesses(number)
