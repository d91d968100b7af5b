from __future__ import annotations

import asyncio
from collections import Counter
from unittest.mock import Mock

import pytest

from stackyard_web.errors import LimitExceededError
from stackyard_web.server.limits import ConcurrencyLimit
from stackyard_web.workers.queue import WAITING, CallQueue, Priority, WorkerCall


def call(priority: Priority, client: str = "x") -> WorkerCall:
    return WorkerCall(priority, client, "", print, {}, 1.0, Mock())


def queue_of(*calls: WorkerCall, size: int = 3, first: Priority = Priority.MOVE) -> CallQueue:
    queue = CallQueue(size, first)
    for one in calls:
        queue.add(one)
    return queue


def begun(queue: CallQueue) -> list[WorkerCall]:
    """All calls that begin now, as if there were workers enough."""
    found = []
    while (one := queue.next()) is not None:
        found.append(one)
    return found


def test_moves_come_before_analyses_whenever_they_were_asked_for() -> None:
    analysis, move = call(Priority.ANALYSIS, "a"), call(Priority.MOVE, "b")
    assert begun(queue_of(analysis, move)) == [move, analysis]


def test_clients_come_in_turn_however_much_each_asks_for() -> None:
    many = [call(Priority.ANALYSIS, "many") for _ in range(9)]
    other = call(Priority.ANALYSIS, "other")
    queue = queue_of(*many, other, size=2)
    assert queue.next() is many[0]
    assert queue.next() is None
    queue.remove(many[0])
    assert queue.next() is other


def test_analyses_leave_a_worker_free_for_a_move() -> None:
    analyses = [call(Priority.ANALYSIS, str(number)) for number in range(9)]
    queue = queue_of(*analyses)
    assert begun(queue) == analyses[:2]
    move = call(Priority.MOVE, "new")
    queue.add(move)
    assert begun(queue) == [move]


def test_one_client_leaves_a_worker_free_for_others() -> None:
    mine = [call(Priority.MOVE, "me") for _ in range(5)]
    queue = queue_of(*mine)
    assert begun(queue) == mine[:2]
    yours = call(Priority.MOVE, "you")
    queue.add(yours)
    assert begun(queue) == [yours]


def test_a_single_worker_works_for_everybody() -> None:
    analysis = call(Priority.ANALYSIS)
    assert begun(queue_of(analysis, size=1)) == [analysis]


def test_a_client_has_one_film_at_a_time_and_pictures_beside_it() -> None:
    films = [call(Priority.FILM) for _ in range(3)]
    picture = call(Priority.PICTURE)
    queue = queue_of(*films, picture, size=4, first=Priority.PICTURE)
    assert begun(queue) == [picture, films[0]]
    queue.remove(films[0])
    assert begun(queue) == [films[1]]


def test_a_call_that_is_not_wanted_any_more_never_begins() -> None:
    calls = [call(Priority.MOVE) for _ in range(3)]
    queue = queue_of(*calls)
    queue.remove(calls[1])
    assert begun(queue) == [calls[0], calls[2]]


def test_a_client_may_have_only_a_number_of_calls_waiting() -> None:
    queue = queue_of(*[call(Priority.MOVE, "me") for _ in range(WAITING)])
    with pytest.raises(LimitExceededError, match="too many requests from your address"):
        queue.add(call(Priority.FILM, "me"))
    queue.add(call(Priority.FILM, "you"))


def test_a_client_s_questions_wait_for_its_own_and_not_for_others() -> None:
    turns, under_way = ConcurrencyLimit(2), Counter[str]()
    most: Counter[str] = Counter()

    async def ask(client: str) -> None:
        async with turns.slot(client):
            under_way[client] += 1
            most[client] = max(most[client], under_way[client])
            await asyncio.sleep(0.001)
            under_way[client] -= 1

    async def use() -> None:
        await asyncio.gather(*(ask(client) for client in "a" * 10 + "b"))

    asyncio.run(use())
    assert most == {"a": 2, "b": 1}
