"""Executors: worker processes on this machine, and executors registered by plugins."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor

from stackyard.errors import StackyardError
from stackyard.plugins.discovery import normalize_name, words_of
from stackyard.plugins.registry import registry
from stackyard.processes import WorkerProcesses
from stackyard.text import quoted
from stackyard_lab.errors import ArenaError

MakeExecutor = Callable[[], Executor]


def processes(workers: str = "") -> WorkerProcesses:
    """Make the executor `processes:WORKERS`."""
    number = int(workers[:40]) if workers.isdecimal() else 0 if workers else os.cpu_count() or 1
    if not 1 <= number <= 1024:
        raise ArenaError(f"processes:{workers:.40}: the number of workers is 1 to 1024")
    return WorkerProcesses(number, _prepare)


def _prepare() -> None:
    """Import what plays the games, which takes long, before the first one."""
    import stackyard_lab.game_runner  # noqa: F401


def executor_maker(described: str) -> MakeExecutor:
    """A factory of the executor described by `NAME[:ARGUMENT]`.

    Raises ArenaError if no executor has that name.
    """
    name, _, argument = described.partition(":")
    registered = registry().executors.get(normalize_name(name))
    if registered is None:
        known = ", ".join(registry().executors)
        raise ArenaError(f"there is no executor {quoted(name)}; the executors are {known}")
    load = registered.load

    def make() -> Executor:
        try:
            executor: Executor = load()(argument)
        except StackyardError:
            raise
        except Exception as failure:
            raise ArenaError(f"executor {described}: {words_of(failure)}") from failure
        return executor

    return make
