"""A Dask cluster as an executor of `concurrent.futures`."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, InvalidStateError
from concurrent.futures import wait as wait_for
from contextlib import suppress
from threading import Event, Thread
from typing import Any, ParamSpec, TypeVar

from distributed import CancelledError, Client, KilledWorker
from distributed import Future as Task
from distributed.comm.addressing import resolve_address
from distributed.comm.core import CommClosedError

from stackyard.errors import StackyardError

PATIENCE = 10.0  # seconds to reach the scheduler
WORKERLESS = 30.0  # seconds to wait for a worker; a crashed one may be restarted
LEAVING = 1.0  # seconds to disconnect from the scheduler

P = ParamSpec("P")
T = TypeVar("T")


class ClusterError(StackyardError):
    """The cluster cannot be reached, or has no workers."""


class Cluster(Executor):
    """The workers of a cluster.

    If a worker crashes, its task goes to another one. A task that has crashed too many workers
    (Dask's setting `allowed-failures`) raises BrokenExecutor, as with other executors. It raises
    ClusterError if the scheduler is lost, or if there is no worker for WORKERLESS seconds.
    """

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._loop: Any = client.loop
        self._address = address
        self._waiting: set[Future[Any]] = set()
        self._closed = Event()
        Thread(target=self._watch_workers, daemon=True).start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a call to the workers."""
        task = self._client.submit(fn, *args, pure=False, **kwargs)  # not one for equal calls
        outcome: Future[T] = Future()
        self._waiting.add(outcome)

        def discard(done: Future[T]) -> None:
            self._waiting.discard(done)
            if done.cancelled():
                self._loop.add_callback(task.cancel)

        outcome.add_done_callback(discard)
        self._loop.add_callback(self._settle, task, outcome)
        return outcome

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect from the cluster."""
        if wait and not cancel_futures:
            wait_for(list(self._waiting))
        self._closed.set()
        with suppress(TimeoutError):
            self._client.close(LEAVING)

    async def _settle(self, task: Task[T], outcome: Future[T]) -> None:
        """Pass on the result of a task; runs in the event loop of the client."""
        failure: BaseException
        try:
            result = await task
        except KilledWorker as killed:
            failure = BrokenExecutor(str(killed))
        except (CancelledError, CommClosedError):  # by Dask, or because `outcome` was
            failure = ClusterError(f"the Dask scheduler at {self._address} is gone")
        except Exception as raised:
            failure = raised
        else:
            with suppress(InvalidStateError):  # cancelled, or failed already
                outcome.set_result(result)
            return
        with suppress(InvalidStateError):
            outcome.set_exception(failure)

    def _watch_workers(self) -> None:
        """Fail the waiting tasks if there is no worker for WORKERLESS seconds."""
        missing = 0
        checks = 10  # while there is none
        while not self._closed.wait(WORKERLESS / checks):
            with suppress(Exception):  # the futures report a lost scheduler
                missing = 0 if self._client.nthreads() or not self._waiting else missing + 1
            if missing >= checks:
                failure = (
                    f"the Dask cluster at {self._address} has had no worker for {WORKERLESS:g} s"
                )
                for future in list(self._waiting):
                    with suppress(InvalidStateError):
                        future.set_exception(ClusterError(failure))


def cluster(address: str = "") -> Cluster:
    """Make the executor `dask:ADDRESS`; ClusterError if no scheduler answers there."""
    if not address:
        raise ClusterError("name the scheduler's address, as in dask:tcp://127.0.0.1:8786")
    _silence_logs()
    try:
        resolve_address(address)  # a Client of a text that is no address hangs when it is dropped
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as failure:  # TimeoutError is an OSError
        raise ClusterError(f"no Dask scheduler answers at {address}: {failure}") from failure
    return Cluster(client, address)


def _silence_logs() -> None:
    """Turn off the logs of Dask; failures are reported as exceptions."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
