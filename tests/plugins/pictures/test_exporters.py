from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stackyard.errors import RecordError
from stackyard.plugins.registry import registry
from stackyard.records.export import View, export
from stackyard.records.format import Record
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker


@pytest.fixture
def record(known_walk: WalkMaker) -> Record:
    """A match of three moves, which is over."""
    match = Match(known_walk("a 0 b", "b 1 c", "c 0 d", "d 1 won 1"))
    for move in "bcd":
        match.play(move)
    return record_of(match)


def written(form: str, record: Record, view: View = View()) -> bytes:  # noqa: B008 - frozen
    return export(registry().exporters[form], [record], view)


def test_an_svg_is_the_whole_match_or_one_position_of_it(record: Record) -> None:
    assert b"@keyframes" in written("svg", record)
    stills = [written("svg", record, view=View(ply=ply)) for ply in range(4)]
    assert len(set(stills)) == 4
    assert not any(b"@keyframes" in still for still in stills)
    assert written("svg", record, view=View(ply=3, flip=True)) != stills[3]
    assert written("svg", record, view=View(seconds=2.0)) != written("svg", record)


@pytest.mark.parametrize(("form", "begins"), [("png", b"\x89PNG"), ("gif", b"GIF8")])
def test_pictures_of_pixels_are_what_they_are_called(
    form: str, begins: bytes, record: Record
) -> None:
    assert written(form, record).startswith(begins)
    last = written(form, record, view=View(ply=3))
    assert (last == written(form, record)) == (form == "png")
    assert last != written(form, record, view=View(ply=2))


@pytest.mark.parametrize("form", ["svg", "png", "gif"])
def test_a_move_that_was_not_played_cannot_be_drawn(form: str, record: Record) -> None:
    with pytest.raises(RecordError, match="^the match has no move 4; it has 3$"):
        written(form, record, view=View(ply=4))


def test_a_picture_tells_an_end_that_the_board_does_not_show(known_walk: WalkMaker) -> None:
    match = Match(known_walk("a 0 b", "b 1 a"))
    match.play("b")
    match.resign()
    record = record_of(match)
    for view in (View(), View(ply=1)):
        assert "white wins: black resigns" in written("svg", record, view).decode()
    assert "wins" not in written("svg", record, View(ply=0)).decode()
