from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest
from click.testing import Result
from tests.conftest import PATIENCE

from stackyard.errors import ArchiveError
from stackyard.plugins.discovery import install_command
from stackyard.plugins.registry import registry
from stackyard.records.archive import Archive
from stackyard.records.format import Record

Run = Callable[..., Result]
SMALL = ("arena", "silo", "-o", "size=4", "-o", "height=2", "--executor", "threads:1")
TWO = (*SMALL, "mcts:10", "random", "--games", "20")


def test_the_report_is_printed_in_columns(run: Run) -> None:
    done = run(*TWO)
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == (
        "Silo: 20 of 20 games, openings of 4 random turns, seed 1 (size=4, height=2, goal=any)"
    )
    assert re.match(r"player +Elo +95 % interval +score +games +won +drawn +lost$", lines[3])
    assert re.match(r"1  mcts:10 +\+\d+ +-?\+?\d+ to \+\d+ +\d+\.\d % +20 ", lines[4])
    assert lines[5].startswith("2  random")
    assert re.fullmatch(
        r"The games: stackyard matches --label 'arena silo [0-9a-f]{16}'", lines[-1]
    )
    for title in ("Ratings", "Points, and 95 % interval of the score", "Length of a game"):
        assert title in lines
    assert "The mean Elo is 0." in lines


def test_what_was_played_is_there_the_next_time(run: Run) -> None:
    first = run(*TWO)
    again = run(*TWO)
    assert again.stdout == "20 of 20 games are in the archive already\n" + first.stdout
    more = run(*TWO[:-1], "24")
    assert more.stdout.startswith("20 of 24 games are in the archive already\nSilo: 24 of 24 games")


def test_an_arena_that_cannot_go_on_says_what_is_kept(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle = Archive.settle

    def settle_four(archive: Archive, record: Record, label: str) -> Record:
        if len(list(archive.entries(label=label))) == 4:
            raise ArchiveError("the archive is full")
        return settle(archive, record, label)

    monkeypatch.setattr(Archive, "settle", settle_four)
    failed = run(*TWO)
    assert (failed.exit_code, failed.stdout) == (1, "")
    assert failed.stderr.endswith(
        "the archive is full\nWhat to do: 4 of 20 games are kept, and the same command continues.\n"
    )


def test_json_holds_the_figures_and_nothing_else_is_printed(run: Run) -> None:
    done = run(*TWO, "--json")
    figures = json.loads(done.stdout)
    assert done.stderr == ""
    assert (figures["game"], figures["played"], figures["planned"]) == ("silo", 20, 20)
    assert figures["options"] == {"size": 4, "height": 2, "goal": "any"}
    assert [player["name"] for player in figures["players"]] == ["mcts:10", "random"]
    assert figures["players"][0]["elo"].keys() == {"value", "low", "high"}
    assert json.loads(run(*TWO, "--json").stdout) == figures


def test_matches_lists_the_games_for_their_label(run: Run) -> None:
    label = json.loads(run(*TWO, "--json").stdout)["label"]
    assert run("matches").stdout == "no match was found\n"
    listed = json.loads(run("matches", "--label", label, "--json").stdout)
    assert len(listed) == 20
    assert listed[0]["comment"].startswith("mcts:10 – random, game ")
    checked = run("records", "check")
    assert checked.stdout == "20 records replayed, 0 refused\n"


def test_with_no_keep_nothing_is_written(run: Run) -> None:
    assert run(*TWO, "--no-keep").exit_code == 0
    assert run(*TWO, "--no-keep").stdout.startswith("Silo: 20 of 20")
    assert run("matches", "--label", "").stdout == "no match was found\n"


def test_the_page_is_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    assert run(*TWO, "--html", str(path)).exit_code == 0
    assert "<h1>Arena of Silo</h1>" in path.read_text("utf-8")
    refused = run(*TWO, "--html", str(tmp_path / "nowhere" / "report.html"))
    assert refused.exit_code == 2
    assert "report.html: there is no folder " in refused.stderr


def test_a_page_on_standard_output_stands_there_alone(run: Run) -> None:
    for _ in range(2):  # the second time all games are in the archive
        done = run(*TWO, "--html", "-")
        assert (done.exit_code, done.stdout[:15]) == (0, "<!doctype html>")
        assert done.stdout.rstrip().endswith("</html>")
    refused = run(*TWO, "--html", "-", "--json")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--json and --html -: name one of them" in refused.stderr


def test_an_anchor_is_heeded(run: Run) -> None:
    words = (*SMALL, "random", "mcts:2", "mcts:3", "--games", "4", "--json")
    figures = json.loads(run(*words, "--anchor", "mcts:simulations=2=0").stdout or "{}")
    assert figures == {}
    figures = json.loads(run(*words, "--anchor", "mcts:2=100").stdout)
    assert [player["tally"]["wins"] >= 0 for player in figures["players"]] == [True] * 3
    assert figures["players"][1]["elo"]["value"] == 100
    assert figures["anchor"] == "mcts:2"


def test_an_sprt_stops_the_arena(run: Run) -> None:
    words = (*SMALL, "mcts:60", "random", "--games", "400", "--sprt", "0,100", "--json")
    figures = json.loads(run(*words).stdout)
    assert figures["test"]["accepted"] == 1
    assert figures["played"] == 2 * figures["test"]["pairs"] < 100


def test_faults_are_in_the_report(run: Run) -> None:
    done = run(*SMALL, "raising:2", "random", "--games", "4")
    assert re.search(r"raising:2 +4 +0 +0\n", done.stdout)
    assert done.exit_code == 0


@pytest.mark.nightly
def test_a_clock_is_kept(run: Run) -> None:
    words = (*SMALL, "dawdling:3", "random", "--games", "4")
    limited = run(*words, "--clock", "1s/move")
    assert limited.stdout.startswith(
        "Silo: 4 of 4 games, openings of 4 random turns, seed 1, clock 1/move ("
    )
    assert re.search(r"dawdling:3 +0 +0 +4\n", limited.stdout)
    again = run(*words, "--clock", "1.00 / move")
    assert again.stdout == "4 of 4 games are in the archive already\n" + limited.stdout
    figures = json.loads(run(*words, "--clock", "1s/move", "--json").stdout)
    assert figures["terms"] == {"clock": "1/move"}
    assert figures["endings"] == {"time": 4}


def test_a_clock_that_is_not_installed_is_asked_for_in_a_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(registry().terms, "clock")
    done = run(*TWO, "--clock", "60")
    assert done.exit_code == 2
    assert "no installed plugin provides the term clock; to install it: " in done.stderr
    assert install_command("clock") in done.stderr
    assert run(*TWO).exit_code == 0


def test_elsewhere_than_on_a_terminal_a_line_now_and_then_tells_how_far_it_is(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stackyard_lab.commands.long_run.FIRST_LINE", 0.0)
    monkeypatch.setattr("stackyard_cli.progress.LINES_APART", 0.0)
    lines = run(*TWO).stderr.splitlines()
    assert len(lines) == 21
    assert lines[0] == "0 of 20 games"
    assert re.fullmatch(r"7 of 20 games, about \d+ s left", lines[7])
    assert run(*TWO[:-1], "24").stderr.splitlines()[1].startswith("21 of 24 games, about ")
    assert run(*TWO[:-1], "30", "--json").stderr == ""


@pytest.mark.nightly
def test_on_a_terminal_a_bar_tells_how_far_it_is(faulty_players: Path) -> None:
    words = ["arena", "silo", "-o", "size=4", "slow:5", "random", "--games", "10", "--workers", "1"]
    child = pexpect.spawn(
        sys.executable,
        ["-m", "stackyard_cli", *words],
        env={**os.environ, "TERM": "xterm-256color"},
        dimensions=(60, 120),
        encoding="utf-8",
        timeout=PATIENCE,
    )
    child.expect(r"[1-9]/10")
    child.expect("games, left")
    child.expect("Ratings")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["random"], "an arena needs two players or more"),
        (["random", "mcts:1", "--games", "3"], "an even number of games, 2 or more"),
        (["random", "human"], "human: people cannot play here; name a computer player"),
        (["random", "mcts:1", "--sprt", "5"], "'5' is not ELO0,ELO1"),
        (["random", "mcts:1", "--sprt", "20,10"], "SPRT 20,10: give two numbers"),
        (["random", "mcts:1", "slow", "--sprt", "0,10"], "compares two players, not 3"),
        (["random", "mcts:1", "--anchor", "random"], "'random' is not SPEC=ELO"),
        (["random", "mcts:1", "--anchor", "random=inf"], "'random=inf' is not SPEC=ELO"),
        (["random", "mcts:1", "--anchor", "slow=0"], "the players are random, mcts:1"),
        (["random", "mcts:1", "--workers", "2"], "--workers is for processes of this machine"),
        (["random", "mcts:1", "--clock", "soon"], "a clock cannot be set to 'soon'; write 5min ("),
        (["random", "mcts:1", "--executor", "moon"], "there is no executor 'moon'"),
        (["random", "nobody"], "there is no player 'nobody'"),
    ],
)
def test_misuse_gets_one_sentence(run: Run, words: list[str], sentence: str) -> None:
    done = run(*SMALL, *words)
    assert done.exit_code == 2
    assert sentence in done.stderr.splitlines()[-1]
    assert done.stdout == ""


def test_processes_of_this_machine_play(run: Run) -> None:
    words = ("arena", "silo", "-o", "size=4", "random", "slow:90", "--games", "4", "--json")
    assert json.loads(run(*words, "--workers", "2").stdout)["played"] == 4


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "finished games are kept, and the same command continues"),
        (["--no-keep"], "nothing is kept"),
    ],
)
def test_ctrl_c_before_the_first_game_says_how_to_go_on(
    words: list[str], told: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(*settings: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("stackyard_lab.arena.Arena", pressed)
    done = run("arena", "silo", "random", "random", *words)
    assert (done.exit_code, done.output) == (130, f"Interrupted: {told}\n")


def test_an_arena_without_players_gives_an_example_that_works(run: Run) -> None:
    refused = run("arena", "silo")
    assert refused.exit_code == 2
    sentence = refused.stderr.splitlines()[-1]
    assert sentence.startswith("Error: SPEC SPEC is missing, as in: stackyard arena silo ")
    words = sentence.partition("stackyard ")[2].split()
    assert run(*words[:-1], "2", "-o", "size=4", "-o", "height=1", "--workers", "1").exit_code == 0
