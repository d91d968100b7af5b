"""Worker processes that are left alone in the middle of something."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.conftest import PATIENCE

LEAVING = """
from concurrent.futures import BrokenExecutor
from stackyard_lab.pool import processes

def leave(busy, *task):
    pool = processes("1")
    assert pool.submit(int).result() == 0
    future = pool.submit(*task)
    while not busy(pool, future):
        assert not future.done()
    pool.shutdown(wait=False)
    assert isinstance(future.exception(), BrokenExecutor)

def sending(pool, future):
    (worker,) = pool._workers
    return worker._pipe.poll()

if __name__ == "__main__":
    for _ in range(3):
        {}
"""


@pytest.mark.parametrize(
    "what",
    [
        "leave(sending, bytes, 2**27)",
        "leave(lambda pool, future: future.running(), sum, range(2**33))",  # nothing interrupts it
    ],
)
def test_a_worker_ends_with_its_pool_whatever_it_is_doing(what: str) -> None:
    script = [sys.executable, "-c", LEAVING.format(what)]
    done = subprocess.run(script, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, "")
