from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import Result
from tests.damaged_files import REPLACEMENTS, damaged, replace

Text = Callable[..., str]
SEED = 25
SMALL = ("silo", "-o", "size=4", "-o", "height=1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STACKYARD_TABLES", str(tmp_path / "tables"))
    return tmp_path / "tables"


def test_a_table_is_kept_listed_and_removed(
    output: Text, answer: Callable[..., Any], folder: Path
) -> None:
    assert output("tables") == "No tables are kept; `stackyard solve GAME --keep` keeps one.\n"
    last = output("solve", *SMALL, "--keep").splitlines()[-1]
    (path,) = folder.iterdir()
    assert last == f"table: {path} (0.0 MB)"
    shown = output("tables").splitlines()
    assert shown[0].split() == ["name", "position", "options", "positions", "size"]
    assert shown[1].split()[:4] == [path.stem, "r/b/r/b", "r", "size=4,"]
    (table,) = answer("tables")
    assert (table["game"], table["problem"]) == ("silo", None)
    assert table["bytes"] == path.stat().st_size
    assert output("tables", "--remove", path.stem) == f"table {path.stem} is removed\n"
    assert answer("tables") == []


def test_a_damaged_table_says_so(output: Text, answer: Callable[..., Any], folder: Path) -> None:
    output("solve", *SMALL, "--keep")
    (path,) = folder.iterdir()
    path.write_bytes(path.read_bytes()[:-1])
    (table,) = answer("tables")
    assert table["problem"].startswith(f"{path} is damaged: it has ")
    path.write_bytes(b"nothing")
    (table,) = answer("tables")
    remedy = f"`stackyard tables --remove {path.stem}` removes it"
    assert table["problem"] == f"{path} is no table of this version of Stackyard; {remedy}"


def test_damaged_tables_are_listed_with_a_remedy(
    output: Text, answer: Callable[..., Any], folder: Path
) -> None:
    output("solve", *SMALL, "--keep")
    (path,) = folder.iterdir()
    whole, rng = path.read_bytes(), Random(SEED)
    print(f"seed {SEED}")
    names = [f"silo-{number:08}" for number in range(100 + len(REPLACEMENTS))]
    for number, name in enumerate(names):
        other = path.with_name(f"{name}.table")
        other.write_bytes(damaged(whole, number, rng) + b"\0")
        if number >= 100:
            replace(other, REPLACEMENTS[number - 100])
    listed = {table["name"]: table for table in answer("tables")}
    assert listed.pop(path.stem)["problem"] is None
    assert sorted(listed) == names
    for name, table in listed.items():
        assert str(path.with_name(f"{name}.table")) in table["problem"]
        removal = f"`stackyard tables --remove {name}` removes it"
        remedies = (removal, "move it away", "other options of silo")
        assert any(remedy in table["problem"] for remedy in remedies), table["problem"]


def test_a_table_is_written_where_it_is_asked_for(output: Text, tmp_path: Path) -> None:
    file = tmp_path / "small.table"
    last = output("solve", *SMALL, "--table", str(file)).splitlines()[-1]
    assert last == f"table: {file} (0.0 MB)"
    assert file.read_bytes().startswith(b"stackyard table 3\n")


def test_a_table_is_not_written_over_another_file(
    refusal: Text, output: Text, tmp_path: Path
) -> None:
    file = tmp_path / "mine.table"
    file.write_text("mine", "utf-8")
    words = ("solve", *SMALL, "--table", str(file))
    sentence = "that file exists; name another, or write over it with --force"
    assert refusal(*words) == f"--table {file}: {sentence}"
    assert file.read_text("utf-8") == "mine"
    output(*words, "--force")
    assert file.read_bytes().startswith(b"stackyard table 3\n")


def test_what_cannot_be_done_is_refused(refusal: Text, folder: Path) -> None:
    assert refusal("tables", "--remove", "silo-1") == f"there is no table silo-1 in {folder}"
    sentence = "a proof fills no table: leave out --method proof"
    assert refusal("solve", *SMALL, "--keep", "--method", "proof") == sentence


def test_perfect_plays_from_a_kept_table(output: Text) -> None:
    output("solve", "silo", "-o", "size=4", "--keep")
    words = ["--first", "perfect", "--second", "random", "--seed", "1", "--quiet"]
    assert output("play", "silo", "-o", "size=4", *words).startswith("red wins: ")


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (("analyse", *SMALL, "--simulations", "10"), ""),
        (("play", *SMALL, "--first", "perfect", "--second", "random", "--seed", "1"), ""),
        (("play", *SMALL, "--first", "human", "--second", "human"), "hint\nhint\na\nhint\nquit\n"),
        (("train", *SMALL, "--games", "10", "--match", "0"), ""),
    ],
)
def test_everything_goes_on_without_a_damaged_table_after_one_sentence(
    run: Callable[..., Result],
    output: Text,
    folder: Path,
    words: tuple[str, ...],
    typed: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(folder.parent / "weights"))
    output("solve", *SMALL, "--keep")
    (path,) = folder.iterdir()
    path.write_bytes(path.read_bytes()[:40] + b"x" + path.read_bytes()[41:])
    shown = run(*words, typed=typed)
    told = [line for line in shown.stderr.splitlines() if "table" in line]
    remedy = f"`stackyard tables --remove {path.stem}` removes it"
    reason = f"{path} is damaged: the checksum of its heading is wrong"
    assert (shown.exit_code, told) == (
        0,
        [f"Warning: a kept table is not used: {reason}; {remedy}."],
    )


def test_one_sentence_is_told_of_each_damaged_file(
    run: Callable[..., Result], output: Text, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = folder.parent / "weights"
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(weights))
    weights.mkdir()
    (weights / "silo-4-1-any.weights").write_bytes(b"")
    folder.mkdir()
    (folder / "silo-1.table").write_bytes(b"")
    (folder / "silo-2.table").write_bytes(b"")
    words = ("--first", "level:8", "--second", "perfect", "--seed", "1", "--quiet")
    shown = run("play", *SMALL, *words)
    assert shown.exit_code == 0
    first, second = shown.stderr.splitlines()
    assert first.startswith(f"Warning: learned weights are not used: {weights}/silo-4-1-any.wei")
    assert second.startswith(f"Warning: a kept table is not used: {folder}/silo-1.table is no tab")
    assert second.endswith("; 2 are unusable, and `stackyard tables` lists them.")
