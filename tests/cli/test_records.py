from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import Result
from msgspec.structs import replace
from tests.full_disk import room_for

from stackyard.records.archive import Archive
from stackyard.records.format import Record as RecordType
from stackyard.records.format import decode
from stackyard_cli import record_check
from stackyard_cli.commands import records
from stackyard_silo.refusals import refused

Run = Callable[..., Result]
Text = Callable[..., str]
Answer = Callable[..., Any]
Keep = Callable[..., int]
Write = Callable[..., str]
Record = dict[str, Any]


EMPTY = refused("empty-cell", column="a").sentence


def test_the_help_tells_each_command_in_a_whole_sentence(output: Text) -> None:
    commands = output("records", "--help").partition("Commands:\n")[2].splitlines()
    assert len(commands) == 5
    assert all(line.endswith(".") and not line.endswith("..") for line in commands)


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
    Archive().add(decode(json.dumps(small)))
    checked = run("records", "check")
    assert checked.exit_code == 1
    assert checked.stdout == (
        f"match 3: move 3, a by red: {EMPTY}\n3 records replayed, 1 refused\n"
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
        f"1.jsonl:2: move 3, a by red: {EMPTY}",
        "1.jsonl:3: move 2, d by blue: it leads to another position now",
        "2.json: no game 'chess' is installed (installed: silo); "
        "it was played with plugin silo 0.1.0",
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


def damaged_archive(keep: Keep) -> None:
    """Five matches; three cannot be read or are refused, each for a reason of its own."""
    keep()
    keep()
    record = Archive().record(1)
    turns = [replace(turn, check="00000000") for turn in record.turns]
    Archive().add(replace(record, id="of other rules", turns=[record.turns[0], *turns[1:]]))
    keep()
    keep()
    with closing(sqlite3.connect(Archive().path)) as connection, connection:
        connection.execute("UPDATE matches SET header = '{}' WHERE id = 2")
        connection.execute("UPDATE moves SET move = CAST(x'ff' AS TEXT) WHERE match = 4")


def test_the_report_is_the_same_with_any_number_of_workers(
    keep: Keep, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged_archive(keep)
    monkeypatch.setattr(records, "TOGETHER", 2)
    alone, together = [run("records", "check", "--workers", n, "--json") for n in ("1", "2")]
    assert (alone.exit_code, together.exit_code) == (1, 1)
    assert together.stdout == alone.stdout
    found = json.loads(alone.stdout)
    assert found["records"] == 5
    assert [(refused["record"], refused["ply"]) for refused in found["refused"]] == [
        ("match 2", None),
        ("match 3", 1),
        ("match 4", None),
    ]
    assert found["refused"][1]["sentence"] == "move 2, d by blue: it leads to another position now"


def test_files_are_checked_by_workers_too(small: Record, write: Write, run: Run) -> None:
    write("a.jsonl", small, small | {"position": "-/br/rb/- r"}, "{}", small)
    write("b.json", small)
    alone, together = [
        run("records", "check", "--workers", n, "a.jsonl", "b.json") for n in ("1", "2")
    ]
    assert together.stdout == alone.stdout
    assert alone.stdout.endswith("5 records replayed, 2 refused\n")


def test_progress_is_told_where_no_bar_can_be_drawn(
    keep: Keep, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        keep()
    monkeypatch.setattr(records, "TOGETHER", 1)
    monkeypatch.setattr(records, "FIRST_LINE", 0.0)
    assert run("records", "check").stderr == "0 of 3 records\n"
    assert run("records", "check", "--json").stderr == ""


def test_ctrl_c_stops_it_with_what_was_checked(
    keep: Keep, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged_archive(keep)

    def interrupted(*arguments: Any) -> Iterator[record_check.Checked]:
        checked = check_all(*arguments)
        yield next(checked)
        yield next(checked)
        raise KeyboardInterrupt

    check_all = record_check.check_all
    monkeypatch.setattr(records, "TOGETHER", 1)
    monkeypatch.setattr(record_check, "check_all", interrupted)
    stopped = run("records", "check")
    assert stopped.exit_code == 130
    assert stopped.stderr == "stopped: 2 of 5 records replayed, 1 refused\n"
    assert stopped.stdout.startswith("match 2: it cannot be read: ")


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


def test_a_backup_is_the_archive_at_one_moment_while_others_write(
    keep: Keep, output: Text, tmp_path: Path
) -> None:
    keep("a d")
    copy = tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(Archive().path)) as writer:
        writer.execute("INSERT INTO settings VALUES ('unfinished', 'x')")  # not committed
        assert (
            output("records", "backup", str(copy))
            == f"1 match copied to {copy}; the copy is sound\n"
        )
    assert Archive(copy).record(1) == Archive().record(1)
    assert Archive(copy).setting("unfinished", lambda: "none") == "none"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.glob("*.part*"))


def test_three_former_backups_are_kept_and_the_archive_s_place_is_never_taken(
    keep: Keep, output: Text, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.sqlite3"
    for count in range(1, 6):
        keep()
        assert output("records", "backup", str(copy)).startswith(f"{count} match")
    ages = [copy, *(Path(f"{copy}.{age}") for age in (1, 2, 3))]
    assert sorted(tmp_path.glob("copy*")) == ages
    assert [len(Archive(path).numbers()) for path in ages] == [5, 4, 3, 2]
    assert "the archive itself" in run("records", "backup", str(Archive().path)).stderr
    kept = Path(f"{Archive().path}.2")
    Archive().path.rename(kept)
    before = kept.read_bytes()
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(kept))
    refused = run("records", "backup", str(kept.with_suffix("")))
    assert f"{kept} is the archive itself" in refused.stderr
    assert kept.read_bytes() == before
    assert "there is no folder" in run("records", "backup", str(tmp_path / "no" / "x")).stderr
    assert "is no file; name" in run("records", "backup", str(tmp_path)).stderr


def test_a_damaged_archive_gives_no_backup(keep: Keep, run: Run, tmp_path: Path) -> None:
    for _ in range(30):
        keep("a d")
    with closing(sqlite3.connect(Archive().path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute("PRAGMA page_size").fetchone()
    content = bytearray(Archive().path.read_bytes())
    content[2 * page : 3 * page] = bytes(page)  # the root of a table
    Archive().path.write_bytes(content)
    copy = tmp_path / "copy.sqlite3"
    copy.write_text("a former one")
    refused = run("records", "backup", str(copy))
    assert refused.exit_code == 2
    assert "malformed" in refused.stderr
    assert [path.read_text() for path in tmp_path.glob("copy*")] == ["a former one"]


def test_a_backup_on_a_full_disk_blames_the_copy(keep: Keep, run: Run, tmp_path: Path) -> None:
    for _ in range(30):
        keep("a d")
    assert Archive().path.stat().st_size > 32_768
    with room_for(32_768):
        refused = run("records", "backup", str(tmp_path / "copy.sqlite3"))
    assert refused.exit_code == 2
    assert "the copy cannot be written: the disk may be full" in refused.stderr
    assert not list(tmp_path.glob("copy*"))


def test_an_archive_in_use_is_no_place_for_a_backup(keep: Keep, run: Run, tmp_path: Path) -> None:
    keep("a d")
    used = Archive(tmp_path / "used.sqlite3")
    used.add(Archive().record(1))
    with used.held():
        used.setting("name", lambda: "value")  # stands in the log, which outlives a kill
        refused = run("records", "backup", str(used.path))
    assert refused.exit_code == 2
    assert "is an archive itself" in refused.stderr
    assert len(used.numbers()) == 1
