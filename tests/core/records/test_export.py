from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from stackyard.descriptions import Exporter
from stackyard.errors import PluginError, RecordError
from stackyard.plugins.registry import registry
from stackyard.records.export import View, export
from stackyard.records.format import Record, decode
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker, Yard

COUNT = """
from stackyard import hookimpl
from stackyard.descriptions import Exporter

def count(records, view):
    return f"{len(records)} of {view}".encode()

@hookimpl
def stackyard_register_exporters(register):
    register(Exporter("count", "How many there are.", (".n",), "text/plain", many=True), count)
    register(Exporter("text-ual", "Text.", (".t",), "text/plain"), lambda records, view: "text")
    register(Exporter("of-silo", "Text.", (".o",), "text/plain", games=("Si-Lo",)), count)
"""


@pytest.fixture
def record(known_walk: WalkMaker) -> Record:
    """A match of three moves, which is over."""
    match = Match(known_walk("a 0 b", "b 1 c", "c 0 d", "d 1 won 1"))
    for move in "bcd":
        match.play(move)
    return record_of(match)


def written(form: str, *records: Record, view: View = View()) -> bytes:  # noqa: B008 - frozen
    return export(registry().exporters[form], records, view)


def test_a_record_is_written_so_that_it_can_be_read_again(record: Record) -> None:
    assert decode(written("json", record)) == record
    assert written("json", record).startswith(b'{\n  "format": ')
    assert written("json", record).endswith(b"}\n")


def test_several_records_are_written_a_line_each(record: Record) -> None:
    lines = written("json", record, record).splitlines()
    assert [decode(line) for line in lines] == [record, record]
    assert written("jsonl", record, record) == written("json", record, record)
    assert written("jsonl", record) == lines[0] + b"\n"


def test_every_form_of_core_has_endings_of_its_own() -> None:
    abouts: list[Exporter] = [registered.about for registered in registry().exporters.values()]
    endings = [suffix for about in abouts for suffix in about.suffixes]
    assert len(set(endings)) == len(endings)
    assert all(suffix.startswith(".") for suffix in endings)
    assert [about.name for about in abouts if about.many] == ["json", "jsonl"]


def test_a_plugin_writes_in_a_form_of_its_own(record: Record, yard: Yard) -> None:
    yard.install("counting", COUNT)
    view = View(ply=1)
    assert written("count", record, record, view=view) == f"2 of {view}".encode()


def test_a_form_that_is_not_bytes_is_laid_to_its_plugin(record: Record, yard: Yard) -> None:
    yard.install("counting", COUNT, version="0.3")
    with pytest.raises(PluginError) as failed:
        written("text_ual", record)
    assert str(failed.value) == (
        "plugin counting (counting 0.3): the form text-ual came out as str, not as bytes "
        "(to mend it: tell its author, or leave it out by --no-plugin counting)"
    )


def test_a_form_for_other_games_is_refused(record: Record, yard: Yard) -> None:
    yard.install("counting", COUNT)
    sentence = "the format of-silo is for matches of si_lo, not of walk"
    with pytest.raises(RecordError, match=sentence):
        written("of_silo", record)
    assert registry().exporters["of_silo"].about.writes("si_lo")


def test_json_of_a_match_that_goes_on_has_no_result(known_walk: WalkMaker) -> None:
    match = Match(known_walk("a 0 b", "b 1 a"))
    assert json.loads(written("json", record_of(match)))["result"] is None
