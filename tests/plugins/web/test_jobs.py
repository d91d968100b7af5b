from __future__ import annotations

from base64 import b64decode

import msgspec
import pytest

from stackyard.errors import RecordError
from stackyard.match import Match
from stackyard.plugins.host import load_game
from stackyard.records.format import encode
from stackyard.records.replays import record_of
from stackyard_web.jobs import JOBS
from stackyard_web.views import stands


@pytest.fixture
def match() -> Match:
    """Of Slicron, some moves long."""
    match = Match(load_game("slicron", side=2, pie=False))
    for _ in range(3):
        match.play(int(match.position.legal_moves()[0]))
    return match


@pytest.fixture
def record(match: Match) -> str:
    return encode(record_of(match)).decode()


def test_a_computer_player_chooses_a_legal_move(match: Match, record: str) -> None:
    assert JOBS["choose"](record, "random") in match.game.legal_texts(match.position)


def test_an_analysis_names_the_most_visited_moves_first(match: Match) -> None:
    game = match.game
    position = game.format_position(match.position)
    told = JOBS["analyse"](game.name, {**game.settings, "none": None}, position, 0.01)
    shares = [line["share"] for line in told["lines"]]
    assert shares == sorted(shares, reverse=True)
    assert told["value"] == told["lines"][0]["value"]


def test_a_replay_shows_each_ply_and_never_more(match: Match, record: str) -> None:
    shown = [JOBS["replay"](record, ply, False, 100) for ply in range(6)]
    assert [told["ply"] for told in shown] == [0, 1, 2, 3, 3, 3]
    assert len({told["picture"]["board"] for told in shown}) == 4
    assert shown[0]["result"] == "Not finished"
    with pytest.raises(RecordError, match="3 moves; 2 are shown here at most"):
        JOBS["replay"](record, 0, False, 2)


@pytest.mark.parametrize(
    ("kind", "begins"),
    [("svg", b"<svg"), ("png", b"\x89PNG"), ("film.svg", b"<svg"), ("film.gif", b"GIF89a")],
)
def test_pictures_are_drawn(record: str, kind: str, begins: bytes) -> None:
    assert b64decode(JOBS["draw"](record, kind, 1, False, 0.5)).startswith(begins)


def test_every_answer_can_be_carried_as_json(record: str) -> None:
    told = JOBS["replay"](record, 1, True, 100)
    assert msgspec.json.decode(msgspec.json.encode(told)) == told


def test_a_position_is_found_by_its_ply(match: Match) -> None:
    start, before = stands(match, 0)
    assert start.key() == match.start.key()
    assert before is None
    last, before = stands(match, 3)
    assert last.key() == match.position.key()
    assert before is not None
    assert before.key() == match.turns[-1].before.key()
