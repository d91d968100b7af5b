from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from stackyard.records.archive import Archive
from stackyard_cli.commands import import_

Run = Callable[..., Result]
Text = Callable[..., str]
Answer = Callable[..., Any]
Keep = Callable[..., int]
Write = Callable[..., str]
Record = dict[str, Any]


def test_a_record_becomes_a_match_of_the_archive(
    small: Record, write: Write, output: Text, answer: Answer
) -> None:
    assert output("import", write("game.json", small)) == (
        "match 1: silo, red human, blue human: blue won\n"
    )
    assert json.loads(output("export", "1")) == small
    (entry,) = answer("matches")
    assert (entry["match"], entry["moves"], entry["began"]) == (1, 4, small["began"])


def test_an_imported_match_that_is_not_over_can_be_played_on(
    keep: Keep, output: Text, write: Write
) -> None:
    write("folder")
    keep("a d save game.json\n")
    output("delete", "1")
    assert output("import", "game.json") == "match 2: silo, red human, blue human: unfinished\n"
    assert "blue wins: " in output("resume", "2", typed="b c\n")


def test_files_of_many_records_and_folders_are_imported(
    small: Record, write: Write, output: Text
) -> None:
    records = [small | {"id": f"{number:032x}"} for number in range(7)]
    write("folder/one.json", records[0])
    write("folder/deeper/two.jsonl", *records[1:3])
    write("folder/notes.txt", "no record")
    write("folder/pretty.json", json.dumps(records[3], indent=4))
    write("lines.txt", records[4], "", records[5])
    typed = json.dumps(records[6])
    told = output("import", "folder", "lines.txt", "-", typed=typed).splitlines()
    assert [line.partition(":")[0] for line in told] == [f"match {n}" for n in range(1, 8)]
    found = {json.loads(output("export", str(n)))["id"] for n in range(1, 8)}
    assert found == {record["id"] for record in records}


def test_a_folder_without_records_is_told(write: Write, run: Run) -> None:
    write("folder/notes.txt", "no record")
    done = run("import", "folder")
    assert done.exit_code == 1
    assert done.stderr == "folder: not added: the folder holds no .json or .jsonl file\n"


def test_the_same_match_is_imported_once(
    small: Record, write: Write, output: Text, run: Run
) -> None:
    output("import", write("game.json", small))
    again = run("import", "game.json")
    assert (again.exit_code, again.stdout) == (1, "")
    assert again.stderr == "game.json: not added: the archive holds it already, as match 1\n"


def test_a_record_that_names_no_id_is_imported_once_too(
    small: Record, write: Write, output: Text, run: Run
) -> None:
    del small["id"]
    output("import", write("game.json", small))
    assert json.loads(output("export", "1"))["id"]
    assert run("import", "game.json").exit_code == 1


def test_a_match_that_was_played_here_is_not_imported(keep: Keep, output: Text, run: Run) -> None:
    number = str(keep())
    again = run("import", "-", typed=output("export", number))
    assert (again.exit_code, again.stdout) == (1, "")
    assert again.stderr == "-: not added: the archive holds it already, as match 1\n"


def test_what_cannot_be_added_is_named_and_the_others_are_added(
    small: Record, write: Write, run: Run
) -> None:
    broken = {
        "1": "Dear reader",
        "2": small | {"version": 4},
        "3": small | {"turns": small["turns"][:1]},
        "4": small | {"game": "chess"},
        "5": small | {"colour": "green"},
        "6": "",
        "7": small | {"comment": "\x1b[2J"},
    }
    for name, content in broken.items():
        write(f"folder/{name}.json", content)
    write("folder/9.json", small)
    write("lines.jsonl", small | {"id": "a"}, '{"game": "silo", "ver', small | {"id": "b"})
    done = run("import", "folder", "lines.jsonl")
    assert done.exit_code == 1
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == [
        "match 1",
        "match 2",
        "match 3",
    ]
    told = done.stderr.splitlines()
    expected = {
        "folder/1.json": "this is no JSON: ",
        "folder/2.json": "the record has version 4, and this program reads version 1",
        "folder/3.json": "after move 1 the position is not the one given",
        "folder/4.json": "no game 'chess' is installed",
        "folder/5.json": "the record is not as it should be: ",
        "folder/6.json": "this is no JSON: ",
        "folder/7.json": "the record is not as it should be: ",
        "lines.jsonl:2": "this is no JSON: ",
    }
    for line, (name, sentence) in zip(told, expected.items(), strict=True):
        assert line.startswith(f"{name}: not added: {sentence}")


def test_what_the_rules_refuse_is_not_added(small: Record, write: Write, run: Run) -> None:
    small["turns"][0]["moves"] = ["b"]
    name = write("game.json", small)
    refused = run("import", name)
    assert refused.exit_code == 1
    assert refused.stderr.startswith("game.json: not added: move 1, b by red: column b holds no ")


def test_a_path_that_is_not_there_is_refused_before_anything_is_added(
    small: Record, write: Write, refusal: Text
) -> None:
    write("game.json", small)
    assert refusal("import", "game.json", "no.json") == (
        "Invalid value for 'FILE…': Path 'no.json' does not exist."
    )
    assert refusal("import") == "FILE is missing, as in: stackyard import match.json"
    assert not Archive().path.exists()


def test_nothing_is_added_to_a_file_that_is_no_archive(
    small: Record, write: Write, refusal: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_ARCHIVE", write("letter.txt", "Dear reader, " * 100))
    write("games.jsonl", small, small | {"id": "another"})
    assert refusal("import", "games.jsonl").startswith("the archive letter.txt is damaged or no ")
    assert Path("letter.txt").read_text("utf-8").startswith("Dear reader, ")
    assert sorted([path.name for path in Path.cwd().iterdir()]) == ["games.jsonl", "letter.txt"]


def test_ctrl_c_says_how_many_matches_were_added(
    small: Record, write: Write, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("many.jsonl", *[small | {"id": f"{number:032x}"} for number in range(7)])
    add_all, calls = Archive.add_all, 0

    def interrupted(archive: Archive, records: list[Any]) -> list[Any]:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        return add_all(archive, records)

    monkeypatch.setattr(import_, "TOGETHER", 2)
    monkeypatch.setattr(Archive, "add_all", interrupted)
    stopped = run("import", "many.jsonl")
    assert stopped.exit_code == 130
    assert stopped.stderr == "stopped: 4 matches added; the same command adds the others\n"
    assert len(stopped.stdout.splitlines()) == len(Archive().numbers()) == 4


def test_what_was_told_as_imported_is_there_after_a_kill(
    small: Record, write: Write, tmp_path: Path
) -> None:
    many = [small | {"id": f"{number:032x}"} for number in range(2000)]
    write("many.jsonl", *many)
    program = [sys.executable, "-m", "stackyard_cli", "import", "many.jsonl"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, cwd=tmp_path) as importing:
        assert importing.stdout is not None
        told = [importing.stdout.readline() for _ in range(300)]
        importing.kill()
    numbers = [int(line.split()[1].rstrip(b":")) for line in told]
    archive = Archive()
    there = archive.numbers()
    assert set(numbers) <= set(there)
    assert len(there) < len(many)
    assert {record.plies for _, record in archive.records(there)} == {4}  # type: ignore[union-attr]
