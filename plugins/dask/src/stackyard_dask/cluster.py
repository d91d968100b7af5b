"""A Dask cluster as an executor of `concurrent.futures`."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, InvalidStateError
from contextlib import suppress
from threading import Event, Thread
from typing import Any, ParamSpec, TypeVar

from distributed import Client, KilledWorker

from stackyard.errors import StackyardError

PATIENCE = 10.0  # seconds to reach the scheduler
WORKERLESS = 30.0  # seconds to wait for a worker; one that has died may be started again
LEAVING = 1.0  # seconds to say goodbye to the scheduler, which may be gone

P = ParamSpec("P")
T = TypeVar("T")


class ClusterError(StackyardError):
    """The cluster cannot be reached, or has no workers."""


class Cluster(Executor):
    """The workers of a cluster.

    A task whose worker dies goes to another; one that has outlived too many (Dask's setting
    `allowed-failures`) raises BrokenExecutor, as with any executor that has lost its workers. A
    task raises ClusterError if the scheduler is lost, or if there is no worker for WORKERLESS
    seconds.
    """

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._address = address
        self._executor = client.get_executor(pure=False)  # the same call twice is two tasks
        self._waiting: set[Future[Any]] = set()
        self._left = Event()
        Thread(target=self._watch, daemon=True).start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a call made by one of the workers."""
        inner: Future[T] = self._executor.submit(fn, *args, **kwargs)
        outer: Future[T] = Future()
        self._waiting.add(outer)

        def settle(done: Future[T]) -> None:
            failure: BaseException | None
            if done.cancelled():  # by Dask, and not because `outer` was
                failure = ClusterError(f"the Dask scheduler at {self._address} is gone")
            else:
                failure = done.exception()
            if isinstance(failure, KilledWorker):
                failure = BrokenExecutor(str(failure))
            with suppress(InvalidStateError):  # it was cancelled, or has failed already
                if failure is None:
                    outer.set_result(done.result())
                else:
                    outer.set_exception(failure)

        def forget(done: Future[T]) -> None:
            self._waiting.discard(done)
            if done.cancelled():
                inner.cancel()

        outer.add_done_callback(forget)
        inner.add_done_callback(settle)
        return outer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, which goes on for others."""
        self._left.set()
        self._executor.shutdown(wait=wait and not cancel_futures)
        with suppress(TimeoutError):
            self._client.close(LEAVING)

    def _watch(self) -> None:
        """Fail what waits for a worker when there is none for long."""
        missing = 0
        looks = 10  # while there is none
        while not self._left.wait(WORKERLESS / looks):
            with suppress(Exception):  # a lost scheduler is told by the futures
                missing = 0 if self._client.nthreads() or not self._waiting else missing + 1
            if missing >= looks:
                failure = (
                    f"the Dask cluster at {self._address} has had no worker for {WORKERLESS:g} s"
                )
                for future in list(self._waiting):
                    with suppress(InvalidStateError):
                        future.set_exception(ClusterError(failure))


def cluster(address: str = "") -> Cluster:
    """The executor `dask:ADDRESS`; ClusterError if no scheduler answers there."""
    if not address:
        raise ClusterError("name the scheduler's address, as in dask:tcp://127.0.0.1:8786")
    _silence()
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as failure:  # TimeoutError is an OSError
        raise ClusterError(f"no Dask scheduler answers at {address}: {failure}") from failure
    return Cluster(client, address)


def _silence() -> None:
    """Have Dask log nothing in this process: what fails is told in a sentence."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
