from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass

import pytest

from stackyard_web.errors import LimitExceededError
from stackyard_web.server.limits import ConcurrencyLimit
from stackyard_web.workers.queue import CallQueue, Priority


@dataclass(eq=False)
class Call:
    priority: Priority
    client: str = "x"


def queue_of(*calls: Call, size: int = 3, first: Priority = Priority.MOVE) -> CallQueue[Call]:
    queue = CallQueue[Call](size, first, 50)
    for call in calls:
        queue.add(call)
    return queue


def begun(queue: CallQueue[Call]) -> list[Call]:
    """All calls that begin now, as if there were workers enough."""
    found = []
    while (call := queue.next()) is not None:
        found.append(call)
    return found


def test_moves_come_before_analyses_whenever_they_were_asked_for() -> None:
    analysis, move = Call(Priority.ANALYSIS, "a"), Call(Priority.MOVE, "b")
    assert begun(queue_of(analysis, move)) == [move, analysis]


def test_clients_come_in_turn_however_much_each_asks_for() -> None:
    many = [Call(Priority.ANALYSIS, "many") for _ in range(9)]
    other = Call(Priority.ANALYSIS, "other")
    queue = queue_of(*many, other, size=2)
    assert queue.next() is many[0]
    assert queue.next() is None
    queue.remove(many[0])
    assert queue.next() is other


def test_analyses_leave_a_worker_free_for_a_move() -> None:
    analyses = [Call(Priority.ANALYSIS, str(number)) for number in range(9)]
    queue = queue_of(*analyses)
    assert begun(queue) == analyses[:2]
    move = Call(Priority.MOVE, "new")
    queue.add(move)
    assert begun(queue) == [move]


def test_one_client_leaves_a_worker_free_for_others() -> None:
    mine = [Call(Priority.MOVE, "me") for _ in range(5)]
    queue = queue_of(*mine)
    assert begun(queue) == mine[:2]
    yours = Call(Priority.MOVE, "you")
    queue.add(yours)
    assert begun(queue) == [yours]


def test_a_single_worker_works_for_everybody() -> None:
    analysis = Call(Priority.ANALYSIS)
    assert begun(queue_of(analysis, size=1)) == [analysis]


def test_a_client_has_one_film_at_a_time_and_pictures_beside_it() -> None:
    films = [Call(Priority.FILM) for _ in range(3)]
    picture = Call(Priority.PICTURE)
    queue = queue_of(*films, picture, size=4, first=Priority.PICTURE)
    assert begun(queue) == [picture, films[0]]
    queue.remove(films[0])
    assert begun(queue) == [films[1]]


def test_a_call_that_is_not_wanted_any_more_never_begins() -> None:
    calls = [Call(Priority.MOVE) for _ in range(3)]
    queue = queue_of(*calls)
    queue.remove(calls[1])
    assert (begun(queue), len(queue)) == ([calls[0], calls[2]], 2)


def test_a_client_may_have_only_a_number_of_calls_waiting() -> None:
    queue = queue_of(*[Call(Priority.MOVE, "me") for _ in range(50)])
    with pytest.raises(LimitExceededError, match="too many requests from your address"):
        queue.add(Call(Priority.FILM, "me"))
    queue.add(Call(Priority.FILM, "you"))
    assert len(queue) == 51


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
