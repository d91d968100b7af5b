from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from stackyard import Course, Match, load_game, record_of
from stackyard.records.format import encode
from stackyard_engine.regret import Judged, judge

if TYPE_CHECKING:
    from click.testing import Result

Text = Callable[..., str]
Answer = Callable[..., Any]
Run = Callable[..., "Result"]


def played(tmp_path: Path, name: str, seed: int) -> str:
    match = Match(load_game("silo", size=4, height=1), ("random", "level:8"), seed=seed)
    match.run()
    (tmp_path / name).write_bytes(encode(record_of(match)))
    return str(tmp_path / name)


def test_a_person_reads_the_regret_of_each_player(tmp_path: Path, output: Text) -> None:
    files = [played(tmp_path, f"{seed}.json", seed) for seed in range(3)]
    head, *rows = output("regret", *files).splitlines()
    assert head.split() == [
        *("player", "matches", "judged", "deciding", "kept", "regret", "a", "match"),
        *("95", "%", "interval"),
    ]
    assert [row.split()[0] for row in rows] == ["random", "level:8"]


def test_a_program_reads_the_same(tmp_path: Path, answer: Answer) -> None:
    files = [played(tmp_path, f"{seed}.json", seed) for seed in range(3)]
    shown = answer("regret", *files)
    assert (shown["matches"], shown["unknown"]) == (3, 0)
    random, level = shown["players"]
    assert level["kept"] == level["deciding"]  # the search sees the end of so small a board
    assert level["regret"] == 0
    assert 0 <= random["kept"] <= random["deciding"] <= random["judged"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["9"], "match 9: there is no match 9"),
        (["nothing.json"], "nothing.json: it cannot be read"),
        (["bad.json"], "bad.json: "),
        (["empty"], "empty: the folder holds no .json or .jsonl file"),
    ],
)
def test_what_cannot_be_read_is_named(
    words: list[str],
    sentence: str,
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    Path("bad.json").write_text(json.dumps({"format": "another"}), "utf-8")
    result = run("regret", *words)
    assert result.exit_code == 1
    assert sentence in result.output


def test_matches_without_a_decision_are_told_apart_from_none(tmp_path: Path, run: Run) -> None:
    match = Match(load_game("silo", size=4, height=1), ("random", "random"), seed=1)
    match.resign(0)
    (tmp_path / "resigned.json").write_bytes(encode(record_of(match)))
    result = run("regret", str(tmp_path / "resigned.json"))
    assert result.exit_code == 1
    assert result.output == "No move could be judged: no player had a decision.\n"


def test_ctrl_c_shows_what_has_been_judged_and_ends_with_its_own_code(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [played(tmp_path, f"{seed}.json", seed) for seed in range(3)]

    def interrupted(course: Course, *given: Any) -> Judged:
        signal.raise_signal(signal.SIGINT)
        return judge(course, *given)

    monkeypatch.setattr("stackyard_engine.commands.regret.judge", interrupted)
    result = run("regret", *files)
    assert result.exit_code == 130
    assert result.stdout.splitlines()[0].split()[:2] == ["player", "matches"]
