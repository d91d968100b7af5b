"""The page of puzzles, and what the judge answers to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from stackyard.plugins.registry import load_game
from stackyard_coach.puzzles import puzzles_of
from stackyard_web.pages import forms

if TYPE_CHECKING:
    from tests.plugins.web.conftest import Server

GAMES = ("silo", "filo", "slicron", "pit_of_pillars", "splay")


def ask(server: Server, game: str = "silo", **question: object) -> dict[str, Any]:
    answer = server.client.post(f"/games/{game}/puzzles", json={"puzzle": 0, **question})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize("game", GAMES)
def test_the_first_page_and_the_page_of_each_game_lead_to_its_puzzles(
    server: Server, game: str
) -> None:
    link = f'href="/games/{game}/puzzles"'
    assert link in server.client.get("/").text
    assert link in server.client.get(f"/games/{game}").text
    names = [puzzle.name for puzzle in puzzles_of(load_game(game))]
    assert f'data-puzzles="{" ".join(names)}"' in server.client.get(f"/games/{game}/puzzles").text


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("place", [0, 0.5, 1])
def test_a_puzzle_is_solved_move_by_move(server: Server, game: str, place: float) -> None:
    puzzles = puzzles_of(load_game(game))
    number = round(place * (len(puzzles) - 1))
    puzzle = puzzles[number]
    told = ask(server, game, puzzle=number)
    assert told["verdict"] == ""
    assert told["choices"]
    for _ in filter(None, puzzle.wrong):  # the moves with a choice
        move = told["hints"][-1].split("Play ")[1].split(":")[0]
        told = ask(server, game, puzzle=number, moves=told["moves"], tried=move)
    assert told["verdict"] == "done"
    assert "Solved: " in told["told"]


def test_a_wrong_move_is_met_by_its_refutation_and_the_position_stays(server: Server) -> None:
    before = ask(server)
    wrong = next(iter(puzzles_of(load_game("silo"))[0].wrong[0]))
    told = ask(server, tried=wrong)
    assert told["verdict"] == "other"
    assert len(told["made"]) > 1
    assert "Try again." in told["told"]
    assert told["picture"] == before["picture"]
    refuted = [picture["ply"] for picture in told["line"]]
    assert refuted == [*range(len(refuted))]
    assert len(refuted) > 2
    assert told["line"][0]["board"] == before["picture"]["board"]
    assert before["line"] == []
    assert told["prompt"] == before["prompt"]
    assert told["line"][1]["status"] == f"After {wrong}: red to move"


def test_a_solved_puzzle_shows_what_its_tempting_move_runs_into(server: Server) -> None:
    puzzles = puzzles_of(load_game("silo"))
    number = next(n for n, each in enumerate(puzzles) if len([*filter(None, each.wrong)]) == 1)
    move = ask(server, puzzle=number)["hints"][-1].split("Play ")[1].split(":")[0]
    told = ask(server, puzzle=number, tried=move)
    assert told["verdict"] == "done"
    line = puzzles[number].wrong[0][puzzles[number].tempting].line.split()
    assert [picture["ply"] for picture in told["line"]] == [*range(len(line) + 2)]


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ({"puzzle": 1000}, f"Silo has {len(puzzles_of(load_game('silo')))} puzzles"),
        ({"puzzle": -1}, "puzzle"),
        ({"puzzle": 0, "more": 1}, "unknown field"),
        ({"puzzle": 0, "moves": ["z"]}, "this task does not go on after z"),
    ],
)
def test_questions_that_cannot_be_answered_get_a_sentence(
    server: Server, question: dict[str, object], why: str
) -> None:
    answer = server.client.post("/games/silo/puzzles", json=question)
    assert answer.status_code == 422
    assert why in answer.json()["error"]


def test_a_game_without_puzzles_has_no_button_and_its_page_says_so(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stackyard_coach.puzzles.text_of", lambda hook, game: "")
    monkeypatch.setattr(forms, "_facts", forms._facts.__wrapped__)
    assert "/puzzles" not in server.client.get("/games/silo").text
    page = server.client.get("/games/silo/puzzles")
    assert page.status_code == 409
    assert "Silo has no puzzles" in page.text
