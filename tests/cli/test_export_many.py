"""Matches of the archive that are exported together."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from msgspec.structs import replace

from stackyard.errors import StackyardError
from stackyard.plugins.registry import load_game, registry
from stackyard.records.archive import Archive
from stackyard.records.export import View
from stackyard.records.format import decode, encode
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match
from stackyard_cli.commands.export import in_pieces

Run = Callable[..., Result]
Text = Callable[..., str]
Keep = Callable[..., int]
Record = dict[str, Any]


@pytest.fixture
def labelled(keep: Keep) -> list[Record]:
    """Two matches of the archive, and one kept under a label; their records."""
    keep()
    keep("a d")
    archive = Archive()
    number = archive.add(replace(archive.record(1), id="in an arena"), "arena 1")
    return [record_in_archive(number) for number in (1, 2, number)]


def record_in_archive(number: int) -> Record:
    return dict(json.loads(encode(Archive().record(number))))


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        (["--all"], [1, 2, 3]),
        (["--game", "silo"], [1, 2]),
        (["--label", "arena"], [3]),
        (["--all", "--game", "Silo"], [1, 2, 3]),
        (["--game", "silo", "--label", "arena"], [3]),
    ],
)
def test_matches_are_selected_by_game_and_label(
    labelled: list[Record], output: Text, words: list[str], numbers: list[int]
) -> None:
    for form in ("json", "jsonl"):
        lines = output("export", *words, "--format", form).splitlines()
        assert [json.loads(line) for line in lines] == [labelled[n - 1] for n in numbers]


def test_many_matches_are_written_piece_by_piece_in_a_form_that_allows_it() -> None:
    record, asked = record_of(Match(load_game("silo"))), 0

    def records() -> Iterator[Any]:
        nonlocal asked
        for _ in range(120):
            asked += 1
            yield record

    def refuse(record: Any, error: StackyardError) -> None:
        raise error

    pieces = in_pieces(registry().exporters["jsonl"], records(), View(), refuse)
    first = next(pieces)
    assert asked <= 50
    whole = first + b"".join(pieces)
    assert [decode(line) for line in whole.splitlines()] == [record] * 120
    assert [*in_pieces(registry().exporters["json"], records(), View(), refuse)] == [whole]


@pytest.mark.parametrize("name", ["all.jsonl", "all.json", "all.txt"])
def test_all_matches_are_imported_again(
    labelled: list[Record], output: Text, monkeypatch: pytest.MonkeyPatch, name: str, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert output("export", "--all", "--to", name) == ""
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(tmp_path / "other.sqlite3"))
    assert len(output("import", name).splitlines()) == 3
    for number, record in enumerate(labelled, 1):
        again = record_in_archive(number)
        assert [turn["moves"] for turn in again["turns"]] == [
            turn["moves"] for turn in record["turns"]
        ]
        assert (again["id"], again["result"]) == (record["id"], record["result"])
        assert again == record or name == "all.txt"


def test_a_match_that_cannot_be_read_is_named_and_the_others_are_written(
    labelled: list[Record], run: Run
) -> None:
    with closing(sqlite3.connect(Archive().path)) as connection, connection:
        connection.execute("UPDATE matches SET header = '{}' WHERE id = 2")
    done = run("export", "--all")
    assert done.exit_code == 1
    assert len(done.stdout.splitlines()) == 2
    assert done.stderr.startswith("not exported: match 2: it cannot be read: ")


def test_a_match_that_a_format_cannot_write_is_named_and_the_others_are_written(
    labelled: list[Record], run: Run
) -> None:
    Archive().add(replace(Archive().record(2), game="gone", id="x" * 32))
    done = run("export", "--all", "--format", "link")
    assert done.exit_code == 1
    assert [line[:5] for line in done.stdout.splitlines()] == ["silo,"] * 3
    assert done.stderr.startswith("not exported: match 3: no game 'gone' is installed")


def test_a_selection_that_makes_no_sense_is_refused(labelled: list[Record], refusal: Text) -> None:
    assert refusal("export", "1", "--all") == (
        "name matches, such as 1, or select them by --all, --game and --label, not both"
    )
    assert refusal("export", "--all", "--format", "svg") == (
        "--format svg draws one match, and several may be selected"
    )
    assert refusal("export", "--game", "chess") == (
        "no match of the archive fits; `stackyard matches` lists those there are"
    )
