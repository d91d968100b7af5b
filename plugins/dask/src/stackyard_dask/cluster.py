"""A Dask cluster as an executor of `concurrent.futures`."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import ParamSpec, TypeVar

from distributed import Client, KilledWorker

from stackyard.errors import StackyardError

PATIENCE = 10.0  # seconds to reach the scheduler

P = ParamSpec("P")
T = TypeVar("T")


class ClusterError(StackyardError):
    """The cluster cannot be reached."""


class Cluster(Executor):
    """The workers of a cluster.

    A task whose worker dies goes to another; one that has outlived too many (Dask's setting
    `allowed-failures`) raises BrokenExecutor, as with any executor that has lost its workers.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._executor = client.get_executor(pure=False)  # the same call twice is two tasks

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a call made by one of the workers."""
        inner: Future[T] = self._executor.submit(fn, *args, **kwargs)
        outer: Future[T] = Future()

        def settle(done: Future[T]) -> None:
            if outer.cancelled():
                return
            if done.cancelled():
                outer.cancel()
                outer.set_running_or_notify_cancel()
                return
            failure = done.exception()
            if isinstance(failure, KilledWorker):
                failure = BrokenExecutor(str(failure))
            if failure is None:
                outer.set_result(done.result())
            else:
                outer.set_exception(failure)

        def withdraw(done: Future[T]) -> None:
            if done.cancelled():
                inner.cancel()

        outer.add_done_callback(withdraw)
        inner.add_done_callback(settle)
        return outer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, which goes on for others."""
        self._executor.shutdown(wait=wait and not cancel_futures)
        self._client.close()


def cluster(address: str = "") -> Cluster:
    """The executor `dask:ADDRESS`; ClusterError if no scheduler answers there."""
    if not address:
        raise ClusterError("name the scheduler's address, as in dask:tcp://127.0.0.1:8786")
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as failure:  # TimeoutError is an OSError
        raise ClusterError(f"no Dask scheduler answers at {address}: {failure}") from failure
    return Cluster(client)
