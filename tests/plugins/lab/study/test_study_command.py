"""`stackyard study`, on games that take milliseconds."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from tests.conftest import PATIENCE

from stackyard.records.archive import Archive

Run = Callable[..., Result]
SMALL = ("study", "silo", "-o", "size=4", "-o", "height=1", "--player", "mcts:5", "--judge", "30")
FEW = (*SMALL, "--games", "2", "--executor", "threads:1")


def start(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "stackyard_cli", *words],
        env={**os.environ, "STACKYARD_PLUGINS": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for(games: int, archive: Archive) -> None:
    end = time.monotonic() + PATIENCE
    while len(list(archive.entries(label="arena"))) < games:
        assert time.monotonic() < end
        time.sleep(0.01)


def figures(words: str) -> object:
    """The report without what depends on the time and the machine."""
    report = json.loads(words)
    for variant in report["variants"]:
        del variant["processor_seconds"], variant["games"]  # records say when they were played
    return report


def test_the_table_groups_figures_with_their_intervals(run: Run) -> None:
    done = run(*FEW)
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "Silo: 2 games of mcts:5, seed 1 (size=4, height=1, goal=any)"
    assert {"Balance", "Size"} < {*lines}
    (score,) = [line for line in lines if line.startswith("first player's score  ")]
    assert " to " in score
    assert lines[-2].startswith("These games: stackyard matches --label 'arena silo ")
    assert lines[-1].startswith("The same again: stackyard --plugin ")
    assert lines[-1].endswith(
        "faulty_players.py study silo -o size=4 -o height=1 "
        "--games 2 --player mcts:5 --judge 30 --seed 1"
    )


def test_the_command_names_the_file_of_a_game(run: Run) -> None:
    file = str(Path(__file__).parents[4] / "docs" / "designers" / "ricks.py")
    words = ("-o", "columns=2", "--player", "random", "--games", "2", "--minutes", "0.01")
    done = run("--plugin", file, "study", "ricks", *words, "--executor", "threads:1")
    assert f" --plugin {file} study ricks -o columns=2 " in done.stdout, done.stderr


def test_the_same_games_give_the_same_report_and_none_is_played_twice(
    run: Run, archive: Archive
) -> None:
    first = run(*FEW, "--json")
    kept = len(list(archive.entries(label="arena")))
    again = run(*FEW, "--json")
    assert figures(again.stdout) == figures(first.stdout)
    assert len(list(archive.entries(label="arena"))) == kept
    assert run(*FEW).stdout.startswith("2 games of this study are in the archive already\n")


def test_a_run_that_takes_more_than_its_minutes_says_so(run: Run) -> None:
    lines = run(*FEW, "--minutes", "0.0001").stdout.splitlines()
    assert lines[-2] == "That is more than --minutes, since a game that has begun is finished."
    words = ("study", "silo", "-o", "height=1", "--vary", "size=4,6", *FEW[6:], "--opening", "0")
    lines = run(*words, "--minutes", "0.0001").stdout.splitlines()
    assert lines[-2].endswith(", since all variants play the same number of games.")


def test_with_no_keep_nothing_is_written(run: Run, archive: Archive) -> None:
    assert run(*FEW, "--no-keep").exit_code == 0
    assert list(archive.entries(label="")) == []


def test_a_page_on_standard_output_stands_there_alone(run: Run) -> None:
    for _ in range(2):  # the second time there are games in the archive
        done = run(*FEW, "--html", "-")
        assert (done.exit_code, done.stdout[:15]) == (0, "<!doctype html>")
        assert done.stdout.rstrip().endswith("</html>")


def test_the_page_is_written_but_not_over_a_file_without_force(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "silo.html"
    assert run(*FEW, "--html", str(path)).exit_code == 0
    text = path.read_text(encoding="utf-8")
    assert "<h1>A study of Silo</h1>" in text
    assert text.count('class="replay"') == 3
    refused = run(*FEW, "--html", str(path))
    assert refused.exit_code == 2
    assert "--force" in refused.stderr
    refused = run(*FEW, "--html", "no/silo.html")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--html no/silo.html: there is no folder no" in refused.stderr


@pytest.mark.nightly
@pytest.mark.alone
def test_a_killed_study_goes_on_and_tells_what_an_undisturbed_one_tells(
    run: Run, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = (*SMALL, "--games", "12", "--workers", "1", "--json")
    killed = start(*words)
    wait_for(3, archive)
    killed.kill()
    killed.communicate()
    there = len(list(archive.entries(label="arena")))
    assert 3 <= there < 12
    stopped = start(*words)
    wait_for(there + 3, archive)
    os.killpg(stopped.pid, signal.SIGINT)
    out, err = stopped.communicate(timeout=PATIENCE)
    assert stopped.returncode == 130
    assert "games and what was judged of them are kept, and the same command continues" in err
    assert json.loads(out)["seed"] == 1
    resumed = run(*SMALL, "--games", "12", "--executor", "threads:1", "--json")
    undisturbed = run(*SMALL, "--games", "12", "--executor", "threads:1", "--json", "--no-keep")
    assert figures(resumed.stdout) == figures(undisturbed.stdout)


def test_a_player_that_fails_is_named(run: Run) -> None:
    failed = run(*SMALL, "--player", "raising", "--games", "2", "--executor", "threads:1")
    assert failed.exit_code == 1
    assert "raising failed in a game of silo, so the study says nothing" in failed.stderr


@pytest.mark.nightly
def test_a_player_that_repeats_itself_begins_with_random_turns(run: Run) -> None:
    words = ("study", "silo", "-o", "size=4", "--judge", "3", "--executor", "threads:1")
    player = ("--player", "alphabeta:2", "--games", "4", "--minutes", "0.02")
    for _ in range(2):  # the second time it is known from the archive
        done = run(*words, *player)
        assert done.exit_code == 0, done.stderr
        assert "Each game begins with 2 random turns" in done.stdout
        assert "the same one" not in done.stdout
    done = run(*words, *player, "--opening", "0")
    assert "All 4 games are the same one, so the intervals say nothing" in done.stdout


def test_a_player_that_varies_its_games_begins_at_the_start(run: Run) -> None:
    words = ("--games", "8", "--player", "random", "--executor", "threads:1", "--minutes", "0.02")
    assert "random turns" not in run(*SMALL, *words).stdout
