"""The review of a table's match: after its end, kept, and with answers to attempts."""

from __future__ import annotations

import time
from typing import Any

import pytest
from tests.plugins.web.conftest import MakeServer, Open, Page, Server

from stackyard.analysis import Limit
from stackyard.errors import StackyardError
from stackyard.records.reader import course_of
from stackyard.turnloop.history import Course
from stackyard_coach.records.assessments import AssessmentStore
from stackyard_web.server.limits import Limits
from stackyard_web.tables.reviewer import Reviewer

LONG = "cdacbbb"  # blue throws a won game away by move 4
SMALL = {"option-size": "4", "option-height": "1"}


@pytest.fixture
def path(server: Server) -> str:
    """The path of a small match."""
    return server.begin(second="me", **SMALL)


@pytest.fixture
def reviewed(server: Server, path: str, page: Open) -> Page:
    """The page of that match when it is over."""
    alone: Page = page(server, path)
    for move in LONG:
        alone.play(move)
    assert alone.state["winner"] == 0
    return alone


def whole_review(page: Page) -> dict[str, Any]:
    told = page.ask("review", "review")
    while told["growing"]:
        told = page.hear("review")
    return told


def test_a_match_is_reviewed_after_its_end_and_the_analyses_are_kept(
    server: Server, reviewed: Page
) -> None:
    told = whole_review(reviewed)
    assert told["done"] == len(told["positions"]) == len(LONG) + 1
    (move,) = told["moves"]
    assert (move["number"], move["grade"], move["question"]) == (4, "blunder", True)
    record = server.archive.record(1)
    course = course_of(record)
    kept = AssessmentStore(server.archive, 1, course).load(Limit(seconds=Limits().review))
    assert sorted(kept) == list(range(course.ply + 1))
    assert record.variations[0].comments[0].startswith("Review: better than c, a blunder")
    assert whole_review(reviewed) == told


def test_the_story_tells_that_somebody_resigned(server: Server, path: str, page: Open) -> None:
    alone = page(server, path)
    for move in LONG[:4]:
        alone.play(move)
    assert alone.ask("state", "resign")["winner"] == 1
    story = whole_review(alone)["story"]
    assert story.startswith("Blue wins: red resigned, though red had a sure win.")
    alone.ask("state", "undo")
    for move in LONG[4:]:
        alone.play(move)
    assert "resigned" not in whole_review(alone)["story"]


def test_two_pages_at_once_share_the_kept_review(
    path: str,
    reviewed: Page,
    make_server: MakeServer,
    page: Open,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told, load, made = whole_review(reviewed), AssessmentStore.load, list[int]()

    def slow(store: AssessmentStore, wanted: Limit) -> Any:
        time.sleep(0.3)
        return load(store, wanted)

    async def counted(reviewer: Reviewer, course: Course, within: float, client: str) -> Any:
        made.append(course.ply)
        raise StackyardError("this position was analysed before")

    monkeypatch.setattr(AssessmentStore, "load", slow)
    monkeypatch.setattr(Reviewer, "_assess", counted)
    server = make_server()
    pages = [page(server, path) for _ in range(2)]
    for each in pages:
        each.say("review")
    assert [each.hear("review") for each in pages] == [told, told]
    assert made == []


def test_an_attempt_is_judged_and_refuted(reviewed: Page) -> None:
    whole_review(reviewed)
    wrong = reviewed.ask("attempt", "attempt", number=4, move="c")
    assert not wrong["keeps"]
    assert wrong["line"]
    assert wrong["sentence"].startswith("c loses: red wins for certain in")
    assert reviewed.ask("attempt", "attempt", number=4, move="b")["keeps"]
    assert "empty" in reviewed.ask("refusal", "attempt", number=4, move="d")["sentence"]


def test_a_match_that_goes_on_is_not_reviewed(server: Server, page: Open) -> None:
    alone = page(server, server.begin(second="me", **SMALL))
    assert "reviewed after its end" in alone.ask("error", "review")["sentence"]
    assert "review the match first" in alone.ask("error", "attempt", number=1, move="a")["sentence"]


def test_a_stopped_review_goes_on_where_it_was(make_server: MakeServer, page: Open) -> None:
    server = make_server(Limits(review=0.2))
    alone = page(server, server.begin(second="me"))
    for move in "ebcda":
        alone.play(move)
    alone.ask("state", "resign")
    told = alone.ask("review", "review")
    while told["done"] < 2:
        told = alone.hear("review")
    alone.say("stop_review")
    assert alone.ask("review", "review")["done"] >= 2
    assert whole_review(alone)["done"] == 6
