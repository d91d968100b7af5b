from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from msgspec.structs import replace

from stackyard.records.archive import Archive

Run = Callable[..., Result]
Text = Callable[..., str]
Answer = Callable[..., Any]
Keep = Callable[..., int]

PLAYERS = ["--first", "random", "--second", "random", "--seed", "1"]
RANDOM = ["play", "silo", "-o", "size=4", "-o", "height=1", *PLAYERS]


@pytest.fixture
def local_time() -> Iterator[Callable[[str], None]]:
    """Put the clock of this process into a time zone."""
    with pytest.MonkeyPatch.context() as patch:

        def local_time(zone: str) -> None:
            patch.setenv("TZ", zone)
            time.tzset()

        yield local_time
    time.tzset()


def test_nothing_is_listed_and_no_file_made_before_a_match_is_kept(
    output: Text, answer: Answer
) -> None:
    assert output("matches") == "no match is kept here that fits\n"
    assert answer("matches") == []
    assert not Archive().path.exists()


def test_the_latest_match_comes_first(keep: Keep, run: Run, output: Text) -> None:
    keep()
    keep("a d")
    keep("a resign")
    run("play", "silo", "--second", "mcts:2", typed="e")
    when = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    rows = [
        "match  game  players         moves  begun",
        rf"4      silo  human – mcts:2  2      {when}  unfinished",
        rf"3      silo  human – human   1      {when}  red won \(resignation\)",
        rf"2      silo  human – human   2      {when}  unfinished",
        rf"1      silo  human – human   4      {when}  blue won",
    ]
    assert re.fullmatch("\n".join(rows), output("matches").rstrip())


def test_a_terminal_gets_a_table(keep: Keep, open_terminal: Callable[..., Any]) -> None:
    keep()
    terminal = open_terminal("matches")
    assert terminal.end() == 0
    assert re.search(r"match +game +players.*\n.*─.*\n *1 +silo +human – human", terminal.text)


def test_a_program_reads_everything_but_the_turns(keep: Keep, answer: Answer, output: Text) -> None:
    keep("a d", "--seed", "5")
    (entry,) = answer("matches")
    record = json.loads(output("export", "1"))
    del record["turns"]
    assert entry == {"match": 1, "moves": 2} | record
    assert (entry["game"], entry["seed"], entry["result"]) == ("silo", 5, None)


def test_matches_can_be_filtered(toys: str, keep: Keep, run: Run, answer: Answer) -> None:
    keep()
    keep("a d")
    run(*RANDOM, "--keep")
    run("play", "silo", "--second", "mcts:2", typed="e")
    run("--plugin", toys, "play", "shuttle", *PLAYERS, "--keep")
    expected = {
        "": [5, 4, 3, 2, 1],
        "--game silo": [4, 3, 2, 1],
        "--game SILO": [4, 3, 2, 1],
        "--game shuttle": [5],
        "--game go": [],
        "--player mcts": [4],
        "--player MCTS:2": [4],
        "--player rand": [5, 3],
        "--player nobody": [],
        "--finished": [5, 3, 1],
        "--unfinished": [4, 2],
        "--limit 2": [5, 4],
        "--game silo --player human --unfinished --limit 1": [4],
    }
    found = {
        words: [entry["match"] for entry in answer("matches", *words.split())] for words in expected
    }
    assert found == expected


def test_a_draw_is_told_with_its_reason(toys: str, run: Run, output: Text) -> None:
    run("--plugin", toys, "play", "shuttle", *PLAYERS, "--keep")
    assert output("matches").rstrip().endswith("draw (repetition)")


def test_a_comment_is_shown_on_the_line_of_its_match(keep: Keep, output: Text) -> None:
    output("annotate", str(keep()), "  a fine\n\tgame ")
    assert output("matches").splitlines()[1].endswith("blue won; a fine game")


def test_a_match_of_computers_is_kept_if_that_is_asked_for(output: Text, answer: Answer) -> None:
    output(*RANDOM)
    assert answer("matches") == []
    output(*RANDOM, "--keep")
    (entry,) = answer("matches")
    assert entry["result"]["reason"] == "rules"


def test_a_match_is_not_kept_if_that_is_not_wanted(run: Run, answer: Answer) -> None:
    run("play", "silo", "--second", "random", "--no-keep", typed="e\n")
    assert answer("matches") == []


@pytest.mark.parametrize("switch", ["--quiet", "--json"])
def test_a_silent_match_is_kept_too(switch: str, keep: Keep, answer: Answer) -> None:
    keep("a d", switch)
    assert [entry["moves"] for entry in answer("matches")] == [2]


@pytest.mark.parametrize(
    ("zone", "began", "shown"),
    [
        ("UTC0", "2026-05-04T23:30:00Z", "2026-05-04 23:30"),
        ("JST-9", "2026-05-04T23:30:00Z", "2026-05-05 08:30"),
        ("JST-9", "2026-05-04T23:30:00+09:00", "2026-05-04 23:30"),
        ("JST-9", "9999-12-31T23:30:00Z", ""),
        ("PST8", "0001-01-01T00:30:00Z", ""),
        ("UTC0", None, ""),
    ],
)
def test_a_match_is_dated_by_the_clock_of_the_reader(
    zone: str,
    began: str | None,
    shown: str,
    local_time: Callable[[str], None],
    small: dict[str, Any],
    write: Callable[..., str],
    output: Text,
) -> None:
    local_time(zone)
    output("import", write("game.json", small | {"began": began}))
    assert re.search(rf" 4 +{shown} *blue won$", output("matches").rstrip())


@pytest.mark.parametrize("limit", ["0", "-1", "x"])
def test_a_limit_that_makes_no_sense_is_refused(limit: str, refusal: Text) -> None:
    assert "'--limit'" in refusal("matches", f"--limit={limit}")


def test_a_file_that_is_no_archive_is_refused_and_left_alone(
    refusal: Text, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader, " * 100, "utf-8")
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(path))
    sentence = refusal("matches")
    assert sentence.startswith(f"the archive {path} is damaged or no archive")
    assert "STACKYARD_ARCHIVE" in sentence
    assert path.read_text("utf-8").startswith("Dear reader, ")


def test_matches_under_a_label_are_listed_for_that_label_only(keep: Keep, answer: Answer) -> None:
    number = keep()
    labelled = replace(Archive().record(number), id="another")
    Archive().add(labelled, "arena 7")
    assert [match["match"] for match in answer("matches")] == [number]
    assert [match["id"] for match in answer("matches", "--label", "arena")] == ["another"]
    assert answer("matches", "--label", "study") == []


def test_all_matches_are_checked_those_under_a_label_too(keep: Keep, output: Text) -> None:
    number = keep()
    Archive().add(replace(Archive().record(number), id="another"), "arena 7")
    assert output("records", "check") == "2 records replayed, 0 refused\n"
