"""What counts towards a rating."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stackyard import Match, load_game
from stackyard.position import DRAW
from stackyard.records.archive import Archive
from stackyard.turnloop.outcome import Reason, Result
from stackyard_coach.records.against_computers import encounters, rated

LEVELS = {1: 1000.0, 7: 1660.0}


@pytest.mark.parametrize(
    ("reason", "results"), [(Reason.AGREEMENT, []), (Reason.REPETITION, [(1660.0, 0.5)])]
)
def test_a_draw_that_a_computer_agreed_to_leaves_the_rating_alone(
    reason: Reason, results: list[tuple[float, float]], tmp_path: Path
) -> None:
    archive = Archive(tmp_path / "matches.sqlite3")
    match = Match(load_game("silo"), ("human", "level:7"))
    archive.keep(match, print)
    match.play(match.game.format_move(int(match.position.legal_moves()[0]), match.position))
    match.end(Result(DRAW, reason))
    assert [found.points for found in encounters(archive)] == [0.5]
    assert rated(encounters(archive), LEVELS) == results


def test_a_match_from_a_set_position_leaves_the_rating_alone(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "matches.sqlite3")
    position = load_game("silo").initial()
    position.play(position.legal_moves()[0])
    match = Match(load_game("silo"), ("human", "level:7"), position=position)
    archive.keep(match, print)
    match.play(match.game.format_move(int(match.position.legal_moves()[0]), match.position))
    match.end(Result(0, Reason.RESIGNATION))
    assert len([*encounters(archive)]) == 1
    assert not rated(encounters(archive), LEVELS)


@pytest.mark.nightly
def test_a_rating_is_wrapped_between_words(open_terminal: Callable[..., Any]) -> None:
    match = Match(load_game("silo"), ("human", "level:7"))
    Archive().keep(match, print)
    match.play("c")
    match.end(Result(0, Reason.RESIGNATION))
    terminal = open_terminal("stats", columns=36)
    assert terminal.end() == 0
    assert " by 1\nmatch without help; " in terminal.text


@pytest.mark.parametrize(
    ("spec", "level"), [("level", 3), ("level:7", 7), ("level:level=2", 2), ("level:seed=3", 3)]
)
def test_however_a_level_is_described_it_counts(spec: str, level: int, tmp_path: Path) -> None:
    archive = Archive(tmp_path / "matches.sqlite3")
    match = Match(load_game("silo"), ("human", spec))
    archive.keep(match, print)
    match.play("c")
    match.end(Result(0, Reason.RESIGNATION))
    (found,) = encounters(archive)
    assert found.level == level
