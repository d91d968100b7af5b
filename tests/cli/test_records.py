from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
from click.testing import Result

from stackyard.records.format import Record as RecordType

Run = Callable[..., Result]
Text = Callable[..., str]
Answer = Callable[..., Any]
Keep = Callable[..., int]
Write = Callable[..., str]
Record = dict[str, Any]


def test_records_that_the_rules_accept_are_counted(
    small: Record, write: Write, output: Text
) -> None:
    write("folder/a.json", small)
    write("folder/deeper/b.jsonl", small, small)
    write("folder/c.txt", "no record")
    assert output("records", "check", "folder") == "3 records replayed, 0 refused\n"
    assert output("records", "check", "folder/a.json") == "1 record replayed, 0 refused\n"
    assert output("records", "check", "folder", "folder/a.json", "-", typed=json.dumps(small)) == (
        "5 records replayed, 0 refused\n"
    )


def test_without_a_path_the_matches_of_the_archive_are_replayed(
    keep: Keep, output: Text, run: Run, small: Record, write: Write
) -> None:
    assert output("records", "check") == "0 records replayed, 0 refused\n"
    keep()
    keep("a d")
    assert output("records", "check") == "2 records replayed, 0 refused\n"
    small["turns"][2]["moves"] = ["a"]
    output("import", "--unchecked", write("game.json", small))
    checked = run("records", "check")
    assert checked.exit_code == 1
    assert checked.stdout == (
        "match 3: move 3, a by red: column a is empty: there is nothing to move\n"
        "3 records replayed, 1 refused\n"
    )


def test_each_record_that_is_refused_is_listed_with_the_moves_before(
    small: Record, write: Write, run: Run
) -> None:
    illegal = [dict(turn) for turn in small["turns"]]
    illegal[2]["moves"] = ["a"]
    other = [dict(turn) for turn in small["turns"]]
    other[1]["check"] = "0123abcd"
    write("1.jsonl", small, small | {"turns": illegal}, small | {"turns": other})
    write("2.json", small | {"game": "chess"})
    write("3.json", "[]")
    paths = ["1.jsonl", "2.json", "3.json"]
    checked = run("records", "check", *paths)
    assert checked.exit_code == 1
    assert checked.stderr == ""
    assert checked.stdout.splitlines() == [
        "1.jsonl:2: move 3, a by red: column a is empty: there is nothing to move",
        "1.jsonl:3: move 2, d by blue: it leads to another position now",
        "2.json: no game 'chess' is installed (installed: silo)",
        "3.json: this is no record of a match: it names no game",
        "5 records replayed, 4 refused",
    ]
    as_json = run("records", "check", *paths, "--json")
    assert as_json.exit_code == 1
    found = json.loads(as_json.stdout)
    assert found["records"] == 5
    assert [(refused["record"], refused["ply"]) for refused in found["refused"]] == [
        ("1.jsonl:2", 2),
        ("1.jsonl:3", 1),
        ("2.json", None),
        ("3.json", None),
    ]
    lines = [f"{refused['record']}: {refused['sentence']}" for refused in found["refused"]]
    assert lines == checked.stdout.splitlines()[:-1]


def test_a_program_reads_that_all_is_well(small: Record, write: Write, answer: Answer) -> None:
    write("game.json", small)
    assert answer("records", "check", "game.json") == {"records": 1, "refused": []}


def test_a_path_that_is_not_there_is_refused(refusal: Text) -> None:
    assert refusal("records", "check", "no.json") == (
        "Invalid value for '[PATH]…': Path 'no.json' does not exist."
    )


def test_the_schema_is_printed_and_names_every_field(output: Text) -> None:
    schema = json.loads(output("records", "schema"))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    described = schema["$defs"]["Record"]
    fields = {field.name for field in msgspec.structs.fields(RecordType)}
    assert set(described["properties"]) == fields
    assert {"game", "players", "turns"} <= set(described["required"])
    assert described["additionalProperties"] is False


def test_without_a_command_of_its_own_it_explains_itself(run: Run) -> None:
    shown = run("records")
    assert "check " in shown.output
    assert "schema " in shown.output
    assert shown.output == run("records", "--help").output


def test_an_unknown_word_is_refused(refusal: Text) -> None:
    assert refusal("records", "compare").startswith("No such command 'compare'.")
