"""Files of records: encodings, and several records in one file."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from stackyard_cli.record_files import text_documents

Run = Callable[..., Result]
Text = Callable[..., str]
Keep = Callable[..., int]
Record = dict[str, Any]


def game(number: int) -> str:
    """A record in the text format."""
    tags = '[Game "silo"]\n[Options "size=4 height=1 goal=any"]\n[Red "Zoë (human)"]\n'
    return f"{tags}\n{{Game {number}}} 1. a d *\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("begin", ["", "\n \n"])
def test_text_records_are_read_with_and_without_a_byte_order_mark(
    encoding: str, begin: str, tmp_path: Path, output: Text
) -> None:
    file = tmp_path / "games.txt"
    file.write_bytes(f"{begin}{game(1)}\n{game(2)}".encode(encoding))
    told = output("import", str(file)).splitlines()
    assert told == [
        f"match {number}: silo, red Zoë (human), blue human: unfinished" for number in (1, 2)
    ]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("lines", [1, 2])
def test_json_records_are_read_with_a_byte_order_mark(
    encoding: str, lines: int, small: Record, tmp_path: Path, output: Text
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes("\n".join([json.dumps(small)] * lines).encode(encoding))
    assert f"{lines} record" in output("records", "check", str(file))


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("number", [1, 2])
def test_another_encoding_is_told_with_the_byte_and_the_line(
    mark: bytes, number: int, tmp_path: Path, run: Run
) -> None:
    games = [game(1), game(2)]
    wrong = mark + "".join(games[: number - 1]).encode() + game(3).encode("latin-1")
    offset = wrong.index(b"\xeb")
    line = wrong.count(b"\n", 0, offset) + 1
    file = tmp_path / "games.txt"
    file.write_bytes(wrong + "".join(games[number - 1 :]).encode())
    done = run("import", str(file))
    assert done.exit_code == 1
    assert done.stderr == (
        f"{file}:{number}: not added: it is not UTF-8: byte 0xeb at offset {offset}, in line "
        f"{line}; save it as UTF-8\n"
    )
    assert len(done.stdout.splitlines()) == 2


def test_json_in_another_encoding_is_told_with_the_byte_and_the_line(
    small: Record, tmp_path: Path, run: Run
) -> None:
    text = json.dumps(small | {"comment": "Zoë"}, ensure_ascii=False, indent=2)
    file = tmp_path / "game.json"
    file.write_bytes(text.encode("latin-1"))
    offset = file.read_bytes().index(b"\xeb")
    line = text[: text.index("ë")].count("\n") + 1
    assert run("records", "check", str(file)).stdout.startswith(
        f"{file}: it is not UTF-8: byte 0xeb at offset {offset}, in line {line}; "
    )


def test_half_a_character_of_utf_16_is_told(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(game(1).encode("utf-16")[:-1])
    told = run("records", "check", str(file)).stdout
    assert f"{file}: it begins as UTF-16 and is none; save it as UTF-8\n" in told


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", [(1, b"")]),
        (b'{"a": 1}\n', [(1, b'{"a": 1}\n')]),
        (b'\n{"a": 1}\r\n\n{"b"\n', [(2, b'{"a": 1}\r\n'), (4, b'{"b"\n')]),
        (b'{\n"a": 1}\n', [(1, b'{\n"a": 1}\n')]),
        (b'[Game "a"]\n1. x\n[Game "b"]', [(1, b'[Game "a"]\n1. x\n'), (2, b'[Game "b"]')]),
        (
            b'[Date "1"]\n[Game "a"]\n\n1. x\n\n[Date "2"]\n\n[Game "b"]\n',
            [(1, b'[Date "1"]\n[Game "a"]\n\n1. x\n\n'), (2, b'[Date "2"]\n\n[Game "b"]\n')],
        ),
    ],
)
def test_a_file_is_cut_into_its_records(content: bytes, found: list[tuple[int, bytes]]) -> None:
    assert [*text_documents(BytesIO(content))] == found


def test_a_text_record_that_is_imported_again_is_known(
    keep: Keep, output: Text, run: Run, tmp_path: Path
) -> None:
    number = str(keep())
    text = output("export", number, "--format", "text")
    here = run("import", "-", typed=text)
    assert here.stderr == f"-: not added: the archive holds it already, as match {number}\n"
    output("delete", number)
    lines = [line for line in text.splitlines() if not line.startswith("[Id ")]
    for known, copy in enumerate((text, "\n".join(lines)), 2):
        assert output("import", "-", typed=copy).startswith(f"match {known}: ")
        again = run("import", "-", typed=copy)
        assert again.stderr == f"-: not added: the archive holds it already, as match {known}\n"
