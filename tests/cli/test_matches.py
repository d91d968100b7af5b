from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from msgspec.structs import replace

from stackyard.plugins.registry import load_game
from stackyard.records.archive import Archive
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Reason
from stackyard.turnloop.outcome import Result as MatchResult

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
    assert output("matches") == "no match was found\n"
    assert answer("matches") == []
    assert not Archive().path.exists()


def test_the_latest_match_comes_first(keep: Keep, run: Run, output: Text) -> None:
    keep()
    keep("a d")
    keep("a resign")
    run("play", "silo", "--second", "mcts:2", typed="e")
    when = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    rows = [
        "match  game  players         moves  begun             result",
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
    narrow = open_terminal("matches", columns=40)  # too narrow for the columns of a table
    assert narrow.end() == 0
    assert "\nplayers: human – human\n" in narrow.text
    assert "\nresult: " in narrow.text


def test_a_program_reads_everything_but_the_turns(keep: Keep, answer: Answer, output: Text) -> None:
    keep("a d", "--seed", "5")
    (entry,) = answer("matches")
    record = json.loads(output("export", "1"))
    del record["turns"], record["variations"]
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
        "--finished": [5, 3, 1],
        "--unfinished": [4, 2],
        "--limit 2": [5, 4],
        "--game silo --unfinished --limit 1": [4],
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


@pytest.fixture
def damaged(keep: Keep) -> str:
    """The sentence on match 2 of three, all of which are of one move."""
    for _ in range(3):
        keep("a")
    with closing(sqlite3.connect(Archive().path)) as connection, connection:
        connection.execute("UPDATE matches SET header = '{' WHERE id = 2")
    return (
        "match 2: it cannot be read: its header is damaged, or its last move is missing; "
        "`stackyard records salvage 2` prints what is left of it, `stackyard delete 2` deletes it"
    )


def test_a_damaged_match_is_listed_and_keeps_nobody_from_the_others(
    damaged: str, run: Run, answer: Answer
) -> None:
    listed = run("matches")
    assert (listed.exit_code, listed.stderr) == (0, f"{damaged}\n")
    assert [line.split()[0] for line in listed.stdout.splitlines()] == ["match", "3", "2", "1"]
    assert re.search(r"^2 +1 +cannot be read$", listed.stdout, re.MULTILINE)
    three, two, one = answer("matches")
    assert two == {"match": 2, "moves": 1, "damage": damaged}
    assert (three["game"], one["game"]) == ("silo", "silo")
    assert [entry["match"] for entry in answer("matches", "--unfinished")] == [3, 1]
    assert answer("matches", "--finished") == []


def test_a_damaged_match_is_told_by_a_check_and_by_what_needs_it(
    damaged: str, run: Run, refusal: Text
) -> None:
    checked = run("records", "check")
    assert checked.exit_code == 1
    assert checked.stdout == f"{damaged}\n3 records replayed, 1 refused\n"
    for words in ("export 2", "replay 2", "resume 2"):
        assert refusal(*words.split()) == damaged


def test_what_is_left_of_a_damaged_match_is_printed_and_it_can_be_deleted(
    damaged: str, output: Text, answer: Answer, refusal: Text
) -> None:
    left = json.loads(output("records", "salvage", "2"))
    assert (left["match"]["id"], left["match"]["header"]) == (2, "{")
    assert [(move["turn"], move["colour"], move["move"]) for move in left["moves"]] == [
        (0, "red", "a")
    ]
    assert output("delete", "2") == "match 2 is deleted\n"
    assert [entry["match"] for entry in answer("matches")] == [3, 1]
    assert refusal("records", "salvage", "2").startswith("there is no match 2; ")


def test_all_matches_are_checked_those_under_a_label_too(keep: Keep, output: Text) -> None:
    number = keep()
    Archive().add(replace(Archive().record(number), id="another"), "arena 7")
    assert output("records", "check") == "2 records replayed, 0 refused\n"


def test_the_latest_unfinished_match_is_resumed_without_its_number(keep: Keep, run: Run) -> None:
    refused = run("resume")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "no match is unfinished; `stackyard play GAME` begins one" in refused.stderr
    keep("a")
    keep("a d")
    keep()
    run("play", "silo", "--first", "random", "--second", "random", "--keep")
    shown = run("resume", typed="quit\n").stdout
    assert "Going on after move 2: blue" in shown
    assert "stackyard resume 2" in shown


def test_won_and_lost_are_counted_by_game_level_and_seat(
    keep: Keep, run: Run, output: Text, answer: Answer
) -> None:
    assert output("stats") == "no finished match against a computer is kept here\n"
    keep()  # between two people
    for words in (["--level", "3"], ["--level", "3"], ["--first", "level:2", "--second", "human"]):
        run("play", "silo", *words, typed="resign\n")
    run("play", "silo", "--position", "bbb/bb/rb/bbrrrrrrrr/-/b r", typed="c\n")
    counts = [
        "game  against  help  you are        played  won  lost  drawn",
        "silo  level:1  none  red (first)    1       1    0     0",
        "silo  level:2  none  blue (second)  1       0    1     0",
        "silo  level:3  none  red (first)    2       0    2     0",
    ]
    *listed, rating = output("stats").splitlines()
    assert listed == counts
    # The match from a set position does not count.
    assert rating == "silo: rating 869 (160-1400) by 3 matches without help; level 1 has 915."
    (found,) = answer("stats")["ratings"]
    assert (found["game"], found["matches"], found["level"]) == ("silo", 3, 1)
    assert answer("stats")["counts"][2] == {
        "game": "silo",
        "against": "level:3",
        "help": "none",
        "seat": "red (first)",
        "played": 2,
        "won": 0,
        "lost": 2,
        "drawn": 0,
    }
    assert answer("stats", "--game", "filo") == {"counts": [], "ratings": []}


def test_matches_with_hints_or_takebacks_count_apart(
    run: Run, output: Text, answer: Answer
) -> None:
    for typed in ("a\nundo\nresign\n", "hint 0.2\nresign\n", "resign\n"):
        run("play", "silo", "-o", "size=4", "--level", "1", typed=typed)
    assert [row["help"] for row in answer("stats")["counts"]] == ["hints", "none", "takebacks"]
    assert answer("stats")["ratings"][0]["matches"] == 1
    assert "by 1 match without help;" in output("stats")


def test_the_level_fits_the_results_so_far(run: Run, answer: Answer) -> None:
    auto = ("play", "silo", "-o", "size=4", "-o", "height=1", "--level", "auto", "--no-keep")
    assert "Level 1: no finished match without help counts yet." in run(*auto, typed="q").output
    for _ in range(3):
        match = Match(load_game("silo"), ("human", "level:1"))
        Archive().keep(match, print)
        match.end(MatchResult(0, Reason.RESIGNATION))
    reason = (
        r"Level (\d), with a rating of -?\d+: yours is -?\d+ \(-?\d+ to -?\d+\) by your last 3 "
    )
    found = re.search(reason + "matches without help", run(*auto, typed="q").output)
    assert found is not None
    assert int(found[1]) > 1  # a stronger one after wins
    run(*auto[:-1], typed="a\nquit\n")
    run("resume", typed="resign\n")
    assert sum(row["lost"] for row in answer("stats")["counts"]) == 1
