from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

from stackyard.plugins import host

Run = Callable[..., Result]
Text = Callable[..., str]
Answer = Callable[..., Any]
WayOn = Callable[[str], list[str]]

GAME = ["play", "silo", "-o", "goal=end", "--second", "random", "--seed", "3"]


def where(words: list[str]) -> str:
    """The position that a way on begins with."""
    return words[words.index("--position") + 1]


@pytest.mark.parametrize(
    ("typed", "code", "sentence"),
    [
        ("quit\n", 0, "You have left the game."),
        ("Quit\n", 0, "You have left the game."),
        ("", 1, "The input has ended."),
        ("e\na\nquit\n", 0, "You have left the game."),
        ("e\na\n", 1, "The input has ended."),
        ("e\na", 1, "The input has ended."),
    ],
)
def test_who_leaves_is_told_how_to_go_on(
    typed: str, code: int, sentence: str, run: Run, way_on: WayOn
) -> None:
    left = run(*GAME, typed=typed)
    assert left.exit_code == code
    assert f"{sentence} To go on from here:" in left.stdout
    assert left.stderr == ""
    words = way_on(left.stdout)
    assert run(*words, typed="quit\n").exit_code == 0


def test_the_way_on_leads_to_the_same_position_and_options(
    run: Run, way_on: WayOn, answer: Answer
) -> None:
    record = json.loads(run(*GAME, "--json", typed="e\na\n").stdout)
    words = way_on(run(*GAME, typed="e\na\n").stdout)
    assert where(words) == record["position"]
    again = json.loads(run(*words, "--json", typed="").stdout)
    assert again["start"] == record["position"]
    assert again["options"] == record["options"]


@pytest.mark.parametrize(
    "players",
    [
        ["--first", "human", "--second", "random"],
        ["--first", "mcts:simulations=10", "--second", "human"],
        ["--first", "human", "--second", "human"],
    ],
)
def test_the_way_on_leads_to_the_same_players(
    players: list[str], run: Run, way_on: WayOn, answer: Answer
) -> None:
    words = way_on(run("play", "silo", *players, typed="").stdout)
    again = json.loads(run(*words, "--json", typed="").stdout)
    assert again["players"] == {"red": players[1], "blue": players[3]}


def test_the_way_on_leads_to_the_same_count_of_repetitions(
    toys: str, run: Run, way_on: WayOn
) -> None:
    words = ["--plugin", toys, "play", "shuttle", "--second", "human", "--repetition", "0"]
    again = [*way_on(run(*words, typed="b a\n").stdout), "--first", "human", "--second", "human"]
    going_on = run(*again, typed="b a b a b a b a\n")
    assert "draw" not in going_on.stdout
    assert "The input has ended." in going_on.stdout


def test_the_way_on_names_the_plugin_that_was_not_installed(
    toys: str, run: Run, way_on: WayOn, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = way_on(run("--plugin", toys, "play", "shuttle", typed="").stdout)
    monkeypatch.setenv("STACKYARD_PLUGINS", "")
    host.cache_clear()
    again = run(*words, typed="quit\n")
    assert again.exit_code == 0, again.output


@pytest.mark.parametrize("switch", ["--json", "--quiet"])
def test_a_program_that_leaves_reads_the_way_on_beside_its_output(
    switch: str, run: Run, way_on: WayOn
) -> None:
    left = run(*GAME, switch, typed="e\na\n")
    assert left.exit_code == 1
    assert where(way_on(left.stderr)).endswith(" r")
    assert "go on" not in left.stdout


def test_a_game_left_unfinished_has_no_result(run: Run) -> None:
    record = json.loads(run(*GAME, "--json", typed="e\n").stdout)
    assert record["result"] is None
    assert [turn["player"] for turn in record["turns"]] == ["red", "blue"]
    assert run(*GAME, "--quiet", typed="e\n").stdout == ""


@pytest.mark.parametrize("after", [0, 2, 6])
def test_an_interrupted_game_says_how_to_go_on(
    after: int, toys: str, run: Run, way_on: WayOn
) -> None:
    spec = f"interrupted:after={after}"
    words = ["--plugin", toys, "play", "silo", "--first", spec, "--second", "random", "--seed", "2"]
    left = run(*words)
    assert left.exit_code == 130
    assert "Interrupted. To go on from here:" in left.stdout
    record = json.loads(run(*words, "--json").stdout)
    assert where(way_on(left.stdout)) == record["position"]
    assert len(record["turns"]) == after


def test_ctrl_c_at_the_prompt_says_how_to_go_on(
    run: Run, way_on: WayOn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(line: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("stackyard_cli.session.status", interrupted)
    left = run(*GAME)
    assert left.exit_code == 130
    assert where(way_on(left.stdout)) == "rrr/bbb/rrr/bbb/rrr/bbb r"


@pytest.mark.parametrize(
    ("typed", "positions"),  # here, or where the turn began
    [
        ("1\n", {"8'w+", "9'w"}),
        ("2 2\n2\n", {"3'b+", "5'b"}),
        ("1 1 1 1 1\n", {"4'w+", "5'w"}),
    ],
)
def test_who_leaves_in_the_middle_of_a_turn_can_go_on(
    typed: str, positions: set[str], toys: str, run: Run, way_on: WayOn
) -> None:
    game = ["--plugin", toys, "play", "pairs", "--second", "human"]
    left = run(*game, typed=typed)
    assert left.exit_code == 1
    words = way_on(left.stdout)
    assert where(words) in positions
    assert run("--plugin", toys, *words[words.index("play") :], typed="resign\n").exit_code == 0


@pytest.mark.parametrize("typed", ["1\n", "2 2\n2\n", "1 1 1 1 1\n"])
def test_a_program_that_leaves_in_the_middle_of_a_turn_reads_moves_that_lead_to_the_position(
    typed: str, toys: str, run: Run
) -> None:
    words = ["--plugin", toys, "play", "pairs", "--second", "human", "--json"]
    record = json.loads(run(*words, typed=typed).stdout)
    moves = " ".join(move for turn in record["turns"] for move in turn["moves"])
    again = json.loads(run(*words, typed=moves).stdout)
    assert again["position"] == record["position"]
    left = 9 - sum(int(move) for turn in record["turns"] for move in turn["moves"])
    assert record["position"].startswith(f"{left}'")


def test_a_finished_game_offers_no_way_on(output: Text) -> None:
    assert "go on" not in output(
        "play", "silo", "-o", "size=4", "-o", "height=1", "--second", "human", typed="a d b c\n"
    )
