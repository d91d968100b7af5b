"""Worker processes: what comes back, what can be stopped, and what is left of those that die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from multiprocessing import active_children
from pathlib import Path

import pytest
from tests.conftest import PATIENCE
from tests.core import jobs

from stackyard.errors import StackyardError
from stackyard.processes import WorkerProcesses, report, stopped

pytestmark = pytest.mark.alone


@pytest.fixture
def one() -> Iterator[WorkerProcesses]:
    with WorkerProcesses(1) as workers:
        yield workers


def wait_for(happened: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


def test_results_and_exceptions_come_back_and_workers_end_with_the_executor() -> None:
    with WorkerProcesses(2) as workers:
        assert [job.result() for job in [workers.submit(jobs.square, n) for n in range(20)]] == [
            n * n for n in range(20)
        ]
        with pytest.raises(ValueError, match="invalid literal"):
            workers.submit(int, "x").result()
        with pytest.raises(RuntimeError, match="AwkwardError: no words"):
            workers.submit(jobs.be_awkward).result()
    assert not active_children()


@pytest.mark.parametrize("code", [-signal.SIGKILL, -signal.SIGTERM, 0, 7])
def test_a_worker_that_dies_breaks_its_own_task_only(one: WorkerProcesses, code: int) -> None:
    dying, other = one.submit(jobs.die, code), one.submit(jobs.square, 3)
    with pytest.raises(BrokenExecutor):
        dying.result()
    assert other.result() == 9


def test_a_worker_that_is_killed_without_a_task_is_replaced(one: WorkerProcesses) -> None:
    for _ in range(5):
        pid = one.submit(os.getpid).result()
        os.kill(pid, signal.SIGKILL)
        assert one.submit(os.getpid).result() != pid


def test_one_worker_does_one_task_after_the_other(one: WorkerProcesses) -> None:
    kept = [one.submit(jobs.mark, number).result() for number in range(3)]
    assert kept == [[0], [0, 1], [0, 1, 2]]


def test_a_worker_that_ends_before_it_has_read_its_task_is_told(one: WorkerProcesses) -> None:
    with pytest.raises(StackyardError, match="ended with exit code 3 while it started"):
        one.submit(bool, jobs.Unready()).result()
    assert one.submit(jobs.square, 2).result() == 4


def test_a_program_that_its_workers_would_run_again_is_told_once(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from stackyard.processes import WorkerProcesses\nWorkerProcesses(1).submit(int).result()\n"
    )
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 1
    assert "ended with exit code 1 while it started" in done.stderr
    assert done.stderr.count("if __name__ == '__main__':") == 1  # Python's advice


def test_a_job_tells_its_progress_and_obeys(one: WorkerProcesses, tmp_path: Path) -> None:
    job = one.submit(jobs.obey, tmp_path / "begun")
    wait_for(lambda: job.progress > (1, 1))
    assert job.progress[1] == 10**9
    job.stop()
    assert job.result() == "stopped"
    assert one.submit(jobs.is_stopped).result() is False


def test_a_job_that_does_not_obey_is_ended(one: WorkerProcesses, tmp_path: Path) -> None:
    job = one.submit(jobs.disobey, tmp_path / "begun")
    wait_for((tmp_path / "begun").exists)
    begin = time.monotonic()
    job.stop(grace=60)
    job.stop(grace=0.2)
    with pytest.raises(BrokenExecutor):
        job.result()
    assert time.monotonic() - begin < 30
    assert one.submit(jobs.square, 2).result() == 4


def test_a_job_that_has_not_begun_is_cancelled(one: WorkerProcesses, tmp_path: Path) -> None:
    first, second = one.submit(jobs.obey, tmp_path / "begun"), one.submit(int)
    wait_for((tmp_path / "begun").exists)
    second.stop(grace=0)
    first.stop()
    assert second.cancelled()
    assert first.result() == "stopped"


def test_outside_a_worker_a_task_is_never_stopped() -> None:
    report(1, 2)
    assert not stopped()


def test_jobs_that_wait_are_cancelled_or_break_with_the_executor(tmp_path: Path) -> None:
    for cancel in (True, False):
        workers = WorkerProcesses(1)
        path = tmp_path / f"begun {cancel}"
        running, waiting = workers.submit(jobs.disobey, path), workers.submit(int)
        wait_for(path.exists)
        workers.shutdown(wait=False, cancel_futures=cancel)
        assert isinstance(running.exception(), BrokenExecutor)
        assert waiting.cancelled() is cancel
        assert cancel or isinstance(waiting.exception(), BrokenExecutor)
    assert not active_children()


def test_a_worker_that_is_ended_while_it_sends_is_no_trouble() -> None:
    for delay in (0.0, 0.1, 0.2, 0.3):
        workers = WorkerProcesses(1)
        assert workers.submit(int).result() == 0
        job = workers.submit(bytes, 2**28)
        time.sleep(delay)
        workers.shutdown(wait=False)
        assert isinstance(job.exception(), BrokenExecutor) or job.result()
    assert not active_children()


def test_what_a_worker_prints_goes_to_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    with WorkerProcesses(1) as workers:
        workers.submit(jobs.shout).result()
    assert capfd.readouterr() == ("", "loud\n")


PROGRAM = """
import sys, time
from pathlib import Path
from stackyard.processes import WorkerProcesses
from tests.core import jobs

if __name__ == "__main__":
    workers = WorkerProcesses(2)
    running = [workers.submit(jobs.obey, Path(path)) for path in sys.argv[1:]]
    try:
        time.sleep(600)
    except KeyboardInterrupt:
        workers.shutdown(wait=False, cancel_futures=True)
"""


@pytest.mark.parametrize(
    ("number", "everybody"),
    [(signal.SIGINT, True), (signal.SIGINT, False), (signal.SIGKILL, False)],
)
def test_workers_and_what_they_started_end_with_their_program_without_a_traceback(
    number: int, everybody: bool, tmp_path: Path
) -> None:
    paths = [tmp_path / "one", tmp_path / "two"]
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *paths],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_for(lambda: all(path.exists() and path.read_text() for path in paths))
    pids = [int(path.read_text()) for path in paths]
    if everybody:  # as a terminal does
        os.killpg(program.pid, number)
    else:
        program.send_signal(number)
    out, err = program.communicate(timeout=PATIENCE)
    assert (out, err) == ("", "")
    wait_for(lambda: not any(is_running(pid) for pid in pids))
    assert not any(path.exists() for path in paths)


def test_a_program_that_forgets_its_workers_ends() -> None:
    script = "workers = WorkerProcesses(1); assert workers.submit(int).result() == 0"
    program = (
        f"from stackyard.processes import WorkerProcesses\nif __name__ == '__main__': {script}"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
