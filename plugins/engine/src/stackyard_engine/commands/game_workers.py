"""The workers that play the games of `train` and `tune`."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from functools import partial

import click

from stackyard.plugins.executors import executor_maker
from stackyard.workforce import Workforce

executor_option = click.option(
    "--executor",
    metavar="NAME[:ARGUMENT]",
    help="Play the games elsewhere, such as dask:ADDRESS.",
)


def workers_of(workers: int, executor: str | None) -> AbstractContextManager[Workforce | None]:
    """The workers: processes, an executor of a plugin, or none for this process alone."""
    if executor is not None:
        if workers > 1:
            raise click.UsageError("--workers is for processes of this machine, not for --executor")
        return Workforce(executor_maker(executor))
    if workers == 1:
        return nullcontext()
    from stackyard.processes import WorkerProcesses  # imports multiprocessing

    return Workforce(partial(WorkerProcesses, workers))
