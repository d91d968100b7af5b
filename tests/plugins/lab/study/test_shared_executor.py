"""Tests of an executor that many arenas share."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from stackyard_lab.study.shared_executor import SharedExecutor


class Counted(ThreadPoolExecutor):
    """An executor whose number is counted, with an attribute of its own."""

    made = 0
    in_flight = 7

    def __init__(self) -> None:
        super().__init__(1)
        Counted.made += 1


@pytest.fixture
def shared() -> SharedExecutor:
    Counted.made = 0
    return SharedExecutor(Counted)


def test_executors_with_nothing_left_to_do_share_their_workers(shared: SharedExecutor) -> None:
    for number in range(3):
        executor = shared()
        assert executor.submit(int, number).result() == number
        assert executor.in_flight == 7  # type: ignore[attr-defined]
        executor.shutdown()
    assert Counted.made == 1
    shared.close()


def test_a_task_left_or_failed_ends_the_workers(shared: SharedExecutor) -> None:
    going = Event()
    executor = shared()
    tasks = [executor.submit(going.wait) for _ in range(2)]
    executor.shutdown()
    going.set()
    assert tasks[1].cancelled()
    executor = shared()
    assert Counted.made == 2
    with pytest.raises(ValueError, match="invalid literal"):
        executor.submit(int, "x").result()
    executor.shutdown()
    executor = shared()
    assert executor.submit(int, 1).result() == 1
    assert Counted.made == 3
    shared.close()
