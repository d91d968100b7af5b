"""Matches of Tak in the notation of the field: what the hooks of export and import are for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from stackyard import Course, Match, Rng, load_game, record_of
from stackyard.errors import RecordError
from stackyard.plugins.registry import registry
from stackyard.records.archive import Archive
from stackyard.records.export import View, export
from stackyard.records.format import Record
from stackyard_cli.main import main
from stackyard_tak.game import TakGame
from stackyard_tak.ptn import read, write

PTN = """\
[Size "5"]
[Date "2026.05.01"]
[Player1 "Ada"]
[Player2 "Ben"]
[Result "1-0"]
[Clock "10:0"]

1. a1 e5 {the opponent's}
2. c3 Sc2?!
3. Cd2 d4'
4. d2<* c4 1-0
"""
WRONG = PTN.replace("Cd2", "d3-")


@pytest.fixture(autouse=True)
def with_tak(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("STACKYARD_PLUGINS", "stackyard_tak.plugin")
    registry.cache_clear()
    yield
    registry.cache_clear()


def random_match(game: str, **options: object) -> Record:
    course, rng = Course(load_game(game, **options)), Rng(1)
    while course.result is None:
        course = course.play(int(course.position.random_move(rng.bits())))
    return record_of(Match(course.game, course=course))


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_a_match_that_is_written_and_read_is_the_same(size: int) -> None:
    record = random_match("tak", size=size)
    (again,) = read(write([record], View()).decode())
    assert [turn.moves for turn in again.turns] == [turn.moves for turn in record.turns]
    assert (again.result, again.options) == (record.result, record.options)


def test_several_matches_make_one_file() -> None:
    records = [random_match("tak", size=size) for size in (3, 4)]
    assert len(read(write(records, View()).decode())) == 2


def test_a_text_of_another_program_is_read_with_its_comments_and_marks() -> None:
    (record,) = read(PTN)
    assert record.turns[6].moves == ["d2<"]
    assert [seat.name for seat in record.players] == ["Ada", "Ben"]
    assert record.result is not None
    assert (record.result.winner, record.result.reason) == ("white", "resignation")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (PTN.replace('Size "5"', 'Size "9"'), "size 9 is none of 3 to 7"),
        (PTN.replace("[Clock", '[Komi "2"]\n[Clock'), "komi of 2"),
        (WRONG, "move 5, d3-: there is no stack of yours on d3"),
    ],
)
def test_what_cannot_be_read_is_told_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        read(text)


def test_a_match_from_a_position_in_which_black_is_to_act() -> None:
    text = '[Size "3"]\n[TPS "2,1,x/x3/x3 2 2"]\n\n2. -- c1\n3. c3\n'
    (record,) = read(text)
    assert record.start == "2,1,x/x3/x3 2"
    assert [turn.moves for turn in record.turns] == [["c1"], ["c3"]]
    assert write([record], View()).decode().endswith("\n\n1. -- c1\n2. c3\n")


def test_an_exporter_of_one_game_refuses_the_matches_of_others() -> None:
    with pytest.raises(RecordError, match="ptn is for matches of tak, not of silo"):
        export(registry().exporters["ptn"], [random_match("silo")], View())


def test_the_command_imports_a_file_by_its_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(tmp_path / "archive.sqlite3"))
    file, bad = tmp_path / "one.ptn", tmp_path / "bad.ptn"
    file.write_bytes(write([random_match("tak", size=3)], View()))
    bad.write_text(WRONG, "utf-8")
    done = CliRunner().invoke(main, ["import", str(file), str(bad)])
    assert "match 1: tak, " in done.output
    assert f"{bad}: not added: move 5, d3-: there is no stack of yours on d3" in done.output
    assert done.exit_code == 1
    assert isinstance(Archive().record(1), Record)
    told = CliRunner().invoke(main, ["export", "1", "--format", "ptn"])
    assert told.output == file.read_text("utf-8")


def test_texts_of_moves_with_capitals_are_read_in_either_case() -> None:
    game = TakGame()
    position = game.parse_position("x5/x5/x5/x5/2,1,x3 1")
    assert game.parse_move("sa2", position) == game.parse_move(" Sa2 ", position)
