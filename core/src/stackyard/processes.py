"""Worker processes: jobs that can be stopped, and workers that may die.

- `WorkerProcesses(2)` is an executor of `concurrent.futures` with two processes.
- `submit` returns a `Job`, a future that can be stopped while it runs: after `job.stop(grace=1.0)`
  the task finds `stopped()` true, and its process is ended if it goes on for a second. What the
  task passes to `report` is `job.progress`. A job whose worker matters needs an executor of one.
- A worker that is ended makes the calls in `before_end` first, which end what its tasks started;
  in a loop that heeds no signal it is killed without them after LAST_SECONDS.
- `stackyard.workforce` shares out many tasks to this executor or another one.

Compiled loops hold Python's global lock, so threads would not help. Workers leave Ctrl-C to this
program, print to standard error, and end with this program, however it ends. Pipes without locks
lead to them: a process that is killed would never release a lock.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterable, MutableSequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from math import inf
from multiprocessing import connection, get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.pool import ExceptionWithTraceback  # type: ignore[attr-defined]
from threading import Lock, Thread, local
from time import monotonic, sleep
from types import FrameType
from typing import Any, ParamSpec, TypeVar
from weakref import finalize

from stackyard.errors import StackyardError

# Those that interrupt a program; Windows has no SIGHUP.
SIGNALS = {getattr(signal, name, signal.SIGINT) for name in ("SIGINT", "SIGTERM", "SIGHUP")}
LOOK_SECONDS = 0.05  # between two looks at a running job
MOST_STARTS = 10  # of workers for a job
LAST_SECONDS = 1.0  # in which a worker ends before it is killed

P = ParamSpec("P")
T = TypeVar("T")

# The numbers that a worker shares about its job: to stop it, that it has begun, and its progress.
Board = MutableSequence[float]
STOP, BEGUN, DONE, TOTAL = range(4)


class Job(Future[T]):
    """A call in a worker, which can be stopped while it runs.

    `progress` is what is done, and the total, as the task reports it.
    """

    progress = (0.0, 0.0)

    def __init__(self, task: bytes) -> None:
        super().__init__()
        self.task = task
        self.stopped = False
        self.end = inf  # the time at which its process is ended

    def stop(self, grace: float = inf) -> None:
        """Ask the task to stop, or cancel it if it has not begun.

        If it goes on for `grace` seconds, its process is ended: then the job raises
        BrokenProcessPool. A further call can only shorten the time.
        """
        self.end = min(self.end, monotonic() + grace)
        self.stopped = True
        self.cancel()


class WorkerProcesses(Executor):
    """Worker processes, each with one task at a time.

    The death of a worker raises BrokenProcessPool for its own task only; another worker takes its
    place. Workers start when they are needed, and end within LAST_SECONDS when the executor is
    shut down without waiting.
    """

    isolated = True  # see stackyard.plugins.hookspecs

    def __init__(self, workers: int) -> None:
        self.in_flight = 2 * workers  # tasks, so that no worker waits for its next one
        self._threads = ThreadPoolExecutor(workers, "stackyard-worker", _block_interrupts)
        self._local = local()  # the worker of each thread
        self._workers: set[_Worker] = set()
        self._lock = Lock()
        self._cancels = self._closed = False
        finalize(self, _end, self._workers)  # when the program ends at the latest

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Job[T]:
        """Submit a call to the workers."""
        job = Job[T](pickle.dumps((fn, args, kwargs)))
        self._threads.submit(self._do, job)
        return job

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the workers finish their tasks, or end them if `wait` is false."""
        self._cancels = cancel_futures
        self._threads.shutdown(wait)
        with self._lock:
            self._closed = True
        _end(self._workers)
        self._threads.shutdown()

    def _do(self, job: Job[Any]) -> None:
        """Do a job in the worker of this thread."""
        if self._cancels:
            job.cancel()
        if job.set_running_or_notify_cancel():
            try:
                job.set_result(self._call(job))
            except BaseException as failure:
                job.set_exception(failure)

    def _call(self, job: Job[T]) -> T:
        """The result of a job; a worker that dies before it has begun the job is replaced."""
        for _ in range(MOST_STARTS):
            worker: _Worker | None = getattr(self._local, "worker", None)
            is_new = worker is None
            try:
                worker = worker or self._start()
            except BrokenPipeError:  # killed before it could be told what to do
                continue
            self._local.worker = worker
            try:
                return worker.call(job)
            except BrokenProcessPool:
                self._local.worker = None
                with self._lock:
                    self._workers.discard(worker)
                _end([worker])
                if worker.board[BEGUN] or job.stopped:
                    raise
                code = worker.process.exitcode
                if is_new and code is not None and code >= 0:  # it was not killed
                    raise StackyardError(
                        f"a worker process has ended with exit code {code} while it started"
                    ) from None
        raise BrokenProcessPool(f"{MOST_STARTS} worker processes in a row died as they started")

    def _start(self) -> _Worker:
        with self._lock:
            if self._closed:
                raise BrokenProcessPool("the workers have been ended")
            worker = _Worker()
            self._workers.add(worker)
            return worker


class _Worker:
    """A process that does one job after the other."""

    def __init__(self) -> None:
        context = get_context("spawn")  # a fork would inherit locks and threads
        self.board: Board = context.RawArray("d", 4)
        self._pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, self.board))
        try:
            self.process.start()
        finally:
            theirs.close()

    def call(self, job: Job[T]) -> T:
        """Do a job and return its result, or raise its exception."""
        board = self.board
        board[:] = [0.0] * len(board)
        try:
            self._pipe.send_bytes(job.task)
            while not self._pipe.poll():
                # A process that the worker has started may hold the pipe open after its death.
                if not self.process.is_alive() and not self._pipe.poll():
                    raise EOFError
                job.progress = board[DONE], board[TOTAL]
                if job.stopped:
                    board[STOP] = 1.0
                if monotonic() > job.end:
                    _end([self])
                connection.wait([self._pipe, self.process.sentinel], LOOK_SECONDS)
            succeeded, result = pickle.loads(self._pipe.recv_bytes())  # noqa: S301 - our own
        except (EOFError, OSError) as closed:
            raise BrokenProcessPool("a worker process has died") from closed
        if not succeeded:
            raise result
        return result  # type: ignore[no-any-return]


def _end(workers: Iterable[_Worker]) -> None:
    """End these workers, whatever they are doing."""
    ending, last = list(workers), monotonic() + LAST_SECONDS
    for worker in ending:
        worker.process.terminate()
    for worker in ending:
        worker.process.join(max(0.0, last - monotonic()))
        worker.process.kill()
        worker.process.join()


def _block_interrupts() -> None:
    """Keep Ctrl-C and the like from this thread and from the processes that it starts.

    In a process that is starting they would print a traceback.
    """
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        resource_tracker.ensure_running()  # starting it would admit some of them again
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)


# In a worker.

_board: Board = []  # empty elsewhere
before_end = set[Callable[[], object]]()


def stopped() -> bool:
    """Tell if the current task was asked to stop; false outside a worker."""
    return bool(_board and _board[STOP])


def report(done: float, total: float = 1.0) -> None:
    """Tell the progress of the current task; nothing happens outside a worker."""
    if _board:
        _board[DONE], _board[TOTAL] = done, total


def _work(pipe: Connection, board: Board) -> None:
    """Do jobs until the other end of the pipe is closed."""
    global _board
    _board = board
    for number in SIGNALS:  # the parent handles Ctrl-C and a closed terminal
        signal.signal(number, _leave if number == signal.SIGTERM else signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    Thread(target=_exit_with_parent, daemon=True).start()
    sys.stdout.flush()
    os.dup2(2, 1)
    while True:
        try:
            task = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        pipe.send_bytes(_outcome(task))


def _leave(number: int, frame: FrameType | None) -> None:
    """End by this signal; an exception instead might be caught as a fault of a player or a hook."""
    for call in list(before_end):
        with suppress(Exception):
            call()
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


def _outcome(task: bytes) -> bytes:
    """The packed result of a call, or the exception that it raised."""
    try:
        function, args, kwargs = pickle.loads(task)  # noqa: S301 - of our own program
        _board[BEGUN] = 1.0  # what was imported for it may take long
        return pickle.dumps((True, function(*args, **kwargs)))
    except Exception as failure:
        try:
            answer = pickle.dumps((False, ExceptionWithTraceback(failure, failure.__traceback__)))
            pickle.loads(answer)  # noqa: S301 - fails for an exception with arguments of its own
        except Exception:
            answer = pickle.dumps((False, RuntimeError(f"{type(failure).__name__}: {failure}")))
        return answer


def _exit_with_parent() -> None:
    """Exit when the parent has ended, however that came about."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)  # which the main thread handles
    sleep(LAST_SECONDS)
    os._exit(0)
