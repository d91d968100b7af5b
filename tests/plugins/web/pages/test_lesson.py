"""The lesson's page, and what the judge answers to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from stackyard.plugins.registry import load_game
from stackyard_silo.refusals import refused
from stackyard_web.pages import forms

if TYPE_CHECKING:
    from tests.plugins.web.conftest import Server

GAMES = ("silo", "filo", "slicron", "pit_of_pillars", "splay")


def ask(server: Server, game: str = "silo", **question: object) -> dict[str, Any]:
    answer = server.client.post(f"/games/{game}/lesson", json={"step": 0, **question})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_each_game_and_the_first_page_lead_to_its_lesson(
    server: Server, game: str
) -> None:
    link = f'href="/games/{game}/lesson"'
    assert link in server.client.get("/").text
    assert link in server.client.get(f"/games/{game}").text
    page = server.client.get(f"/games/{game}/lesson").text
    assert 'id="lesson"' in page
    assert f'href="/games/{game}/rules"' in page


@pytest.mark.parametrize("game", GAMES)
def test_every_step_begins_with_a_task_and_moves_to_choose(server: Server, game: str) -> None:
    steps = server.client.get(f"/games/{game}/lesson").text.count("data-step=")
    for step in range(steps):
        told = ask(server, game, step=step)
        assert told["verdict"] == ""
        assert told["text"].startswith("<p>")
        assert told["choices"]
        assert "<svg" in told["picture"]["board"]


def test_a_wanted_move_is_done(server: Server) -> None:
    told = ask(server, tried="c")
    assert told["verdict"] == "done"
    assert told["made"] == ["red moves a checker from c to d (c)."]
    assert told["picture"]["movements"]
    assert told["choices"] == []


def test_cells_that_make_no_move_are_told_the_rule_they_break(server: Server) -> None:
    told = ask(server, cells=[1])
    assert told["verdict"] == "refused"
    assert refused("not-yours", column="b", colour="red").sentence in told["told"]
    assert "<code>a</code>" in told["told"]  # what the step says besides
    assert told["refused"] == [1]


def test_a_cell_where_no_man_may_enter_is_told_why_not(server: Server) -> None:
    told = ask(server, "pit_of_pillars", cells=[load_game("pit_of_pillars").board.cell("b2")])
    assert "b2 is not next to d4" in told["told"]


def test_a_lesson_and_its_puzzles_say_what_the_dots_in_cells_are(server: Server) -> None:
    for page in ("lesson", "puzzles"):
        assert "Dots in a cell are its room" in server.client.get(f"/games/splay/{page}").text
        assert "Dots in a cell" not in server.client.get(f"/games/silo/{page}").text


def test_a_legal_move_that_is_not_wanted_leaves_the_step_at_its_start(server: Server) -> None:
    told = ask(server, step=3, tried="d")
    assert told["verdict"] == "other"
    assert "off the run" in told["told"]
    assert told["moves"] == []
    assert told["picture"] == ask(server, step=3)["picture"]


def test_the_page_is_told_whether_the_turn_goes_on(server: Server) -> None:
    assert ask(server, "slicron", step=4, tried="d2")["turn_goes_on"]
    assert not ask(server, "slicron", step=4, tried="a1")["turn_goes_on"]
    assert not ask(server, "slicron", step=3, tried="e3")["turn_goes_on"]  # done
    assert not ask(server, step=4, tried="c")["turn_goes_on"]  # there is a reply


def test_the_last_game_is_played_move_by_move_and_taken_back(server: Server) -> None:
    moves: list[str] = []
    for tried in "cacacba":
        told = ask(server, step=4, moves=moves, tried=tried)
        assert told["verdict"] == "goes on"
        moves = told["moves"]
    assert ask(server, step=4, moves=moves, back=True)["moves"] == moves[:-1]
    assert ask(server, step=4, moves=moves, tried="b")["verdict"] == "done"


def test_the_board_is_seen_from_the_learners_side(server: Server) -> None:
    board = ask(server, step=2)["picture"]["board"]  # Blue's
    assert board.index('data-cell="0"') > 0
    first, last = [board.split(f'data-cell="{cell}"')[1].split('data-x="')[1] for cell in (0, 5)]
    assert float(first.split('"')[0]) > float(last.split('"')[0])


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ({"step": 9}, "the lesson has 5 steps"),
        ({"step": 4, "moves": ["f"]}, "this task does not go on after f"),
        ({"step": -1}, "step"),
        ({"step": 0, "more": 1}, "unknown field"),
        ({"step": 0, "moves": ["c"] * 300}, "length"),
    ],
)
def test_questions_that_cannot_be_answered_get_a_sentence(
    server: Server, question: dict[str, object], why: str
) -> None:
    answer = server.client.post("/games/silo/lesson", json=question)
    assert answer.status_code == 422
    assert why in answer.json()["error"]


def test_a_game_without_a_lesson_has_no_button_and_its_page_says_so(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stackyard_coach.lesson.text_of", lambda hook, game: "")
    monkeypatch.setattr(forms, "_facts", forms._facts.__wrapped__)
    assert "/lesson" not in server.client.get("/games/silo").text
    page = server.client.get("/games/silo/lesson")
    assert page.status_code == 409
    assert "Silo has no lesson" in page.text
