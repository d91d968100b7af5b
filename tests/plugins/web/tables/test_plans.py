"""Conditional moves, and the moves that can be chosen in advance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from stackyard.plugins.registry import load_game
from stackyard.turnloop.history import Course
from stackyard_web.tables import plans, replies

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open, Page, Server


def legal(*moves: str) -> list[str]:
    """The legal moves of Silo after some moves."""
    course = Course(load_game("silo"))
    for move in moves:
        course = course.play(move)
    return [course.game.format_move(int(one), course.position) for one in _moves(course)]


def _moves(course: Course) -> Any:
    return course.position.legal_moves()


def line(length: int, *, begins: str = "") -> list[str]:
    """A line of legal moves of Silo from the start."""
    moves = [begins] if begins else []
    while len(moves) < length:
        moves.append(legal(*moves)[0])
    return moves


@pytest.fixture
def pair(server: Server, page: Open) -> tuple[Page, Page]:
    url = server.begin()
    return page(server, url), page(server, server.invitation(url))


def plan(page: Page, ply: int, moves: list[str]) -> list[list[str]]:
    lines: list[list[str]] = page.ask("plans", "plan", ply=ply, moves=moves)["lines"]
    return lines


def test_a_planned_answer_is_played_while_its_player_is_away_and_after_a_restart(
    make_server: MakeServer, page: Open
) -> None:
    before = make_server()
    url = before.begin()
    guest = page(before, before.invitation(url))
    moves = line(4)
    assert plan(guest, 0, moves) == [moves]
    guest.leave()
    host = page(make_server(), url)
    assert host.play(moves[0])["ply"] == 2
    assert host.play(moves[2])["ply"] == 4
    assert [made["move"] for made in page(make_server(), url).state["plies"]] == moves


def test_lines_are_dropped_and_told_so_when_another_move_is_played(pair: tuple[Page, Page]) -> None:
    host, guest = pair
    first, other = legal()[:2]
    plan(guest, 0, line(2, begins=first))
    host.play(other)
    assert guest.hear("plans") == {"type": "plans", "ply": 1, "lines": []}
    assert host.state["ply"] == 1


def test_several_lines_wait_and_a_new_answer_replaces_the_former(pair: tuple[Page, Page]) -> None:
    host, guest = pair
    one, two = legal()[:2]
    former, better = [[one, answer] for answer in legal(one)[:2]]
    plan(guest, 0, former)
    assert plan(guest, 0, line(2, begins=two)) == [former, line(2, begins=two)]
    assert plan(guest, 0, better) == [line(2, begins=two), better]
    left = guest.ask("plans", "drop_plan", moves=line(2, begins=two))["lines"]
    assert left == [better]
    assert host.play(one)["plies"][-1]["move"] == better[1]


def test_a_takeback_makes_lines_void(pair: tuple[Page, Page]) -> None:
    host, guest = pair
    moves = line(3)
    host.play(moves[0])
    guest.hear("state")
    guest.play(moves[1])
    plan(guest, 2, line(4)[2:])
    host.hear("state")
    guest.say("ask_back")
    host.hear("state")
    assert host.ask("state", "answer_back", accept=True)["ply"] == 1
    assert guest.hear("plans")["lines"] == []


def test_the_other_player_and_watchers_hear_nothing_of_a_line(
    server: Server, page: Open, pair: tuple[Page, Page]
) -> None:
    host, guest = pair
    plan(guest, 0, line(2))
    host.say("name", name="Ada")
    host.say("ping")
    heard = []
    while (message := host.session.receive_text()) != '{"type":"pong"}':
        heard.append(message)
    assert not any('"plans"' in message for message in heard)


@pytest.mark.parametrize(
    ("ply", "moves", "sentence"),
    [
        (0, ["c"], "end the line with a move of your own"),
        (1, ["c", "b"], "a move has been played meanwhile; begin the line after it"),
        (0, [], "end the line with a move of your own"),
    ],
)
def test_a_line_that_cannot_be_played_is_refused(
    pair: tuple[Page, Page], ply: int, moves: list[str], sentence: str
) -> None:
    host, guest = pair
    assert guest.ask("error", "plan", ply=ply, moves=moves)["sentence"] == sentence
    assert "your turn" in host.ask("error", "plan", ply=0, moves=line(2))["sentence"]
    assert guest.ask("refusal", "plan", ply=0, moves=["c", "c", "a"])["sentence"]


def test_lines_are_bounded(pair: tuple[Page, Page], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "MOST_LINES", 1)
    monkeypatch.setattr(plans, "MOST_PLIES", 2)
    _, guest = pair
    one, two = legal()[:2]
    sentence = guest.ask("error", "plan", ply=0, moves=line(4, begins=one))["sentence"]
    assert sentence == "a line has at most 2 moves"
    plan(guest, 0, line(2, begins=one))
    sentence = guest.ask("error", "plan", ply=0, moves=line(2, begins=two))["sentence"]
    assert sentence == "you have 1 line; drop one first"


def test_moves_to_choose_in_advance_are_those_after_some_turn_of_the_other(
    pair: tuple[Page, Page],
) -> None:
    _, guest = pair
    told = guest.ask("replies", "replies")
    wanted = {answer for move in legal() for answer in legal(move)}
    assert {choice["move"] for choice in told["choices"]} == wanted


@pytest.mark.parametrize("game", ["filo", "slicron", "pit_of_pillars", "splay"])
def test_other_games_have_moves_to_choose_in_advance(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replies, "SECONDS", 2.0)
    course = Course(load_game(game))
    found = replies.replies(course, 1 - course.player)
    assert found
    assert all(choice.cells or choice.button for choice in found)
