from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from stackyard.records.archive import Archive

Run = Callable[..., Result]
Text = Callable[..., str]
Answer = Callable[..., Any]
WayOn = Callable[[str], list[str]]

GAME = ["play", "silo", "-o", "goal=end", "--second", "random", "--seed", "3"]
NOT_KEPT = [*GAME, "--no-keep"]

DELETING = """
from stackyard import hookimpl
from stackyard.records.archive import Archive

@hookimpl
def stackyard_turn_finished(match):
    if match.ply == 2:
        Archive().delete([1])
"""

PLAYING_ON = """
from stackyard import hookimpl
from stackyard.records.archive import Archive

@hookimpl
def stackyard_turn_finished(match):
    if match.ply == 2:
        Archive().resume(1, print).play("c")
"""

INTERRUPTING = """
from stackyard import hookimpl

@hookimpl
def stackyard_match_finished(match):
    raise KeyboardInterrupt
"""


def where(words: list[str]) -> str:
    """The position that a way on begins with, where the match is not kept."""
    return words[words.index("--position") + 1]


def test_input_of_which_nothing_can_be_played_is_not_answered_for_ever(run: Run) -> None:
    left = run(*GAME, typed=99 * "y\n" + "e\na\n" + 500 * "y\n")
    assert left.exit_code == 2
    assert left.stderr.count("Not played:") + left.stdout.count("Not played:") == 199
    sentence = "None of the last 100 moves of the input can be played. To go on from here:"
    assert sentence in left.stdout


@pytest.mark.parametrize("game", [GAME, NOT_KEPT])
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
    game: list[str], typed: str, code: int, sentence: str, run: Run, way_on: WayOn
) -> None:
    left = run(*game, typed=typed)
    assert left.exit_code == code
    assert f"{sentence} To go on from here:" in left.stdout
    assert left.stderr == ""
    words = way_on(left.stdout)
    assert run(*words, typed="quit\n").exit_code == 0


def test_who_leaves_is_told_to_resume_the_match_that_is_kept(run: Run, way_on: WayOn) -> None:
    assert way_on(run(*GAME, typed="e\nquit\n").stdout) == ["resume", "1"]
    assert way_on(run(*GAME, typed="a\nquit\n").stdout) == ["resume", "2"]


def test_before_the_first_move_there_is_nothing_to_resume(run: Run, way_on: WayOn) -> None:
    words = way_on(run(*GAME, typed="quit\n").stdout)
    assert words == ["play", "silo", "-o", "goal=end", "--first", "human", "--second", "random"]
    assert way_on(run("play", "silo", typed="quit\n").stdout) == ["play", "silo"]
    assert not list(Archive().entries())


def test_a_match_that_goes_on_from_another_begins_there_again(run: Run, way_on: WayOn) -> None:
    run(*GAME, typed="e\nquit\n")
    words = ["play", "--from", "1:1", "--first", "human", "--second", "human"]
    assert way_on(run(*words, typed="quit\n").stdout) == words
    for typed, begins_there in (("b undo quit\n", True), ("undo\na quit\n", False)):
        left = way_on(run(*words, "--no-keep", typed=typed).stdout)
        assert (left == words) is begins_there
        assert ("--position" in left) is not begins_there


def test_a_match_that_is_taken_back_to_its_start_can_be_resumed(run: Run, way_on: WayOn) -> None:
    words = way_on(run(*GAME, typed="e undo quit\n").stdout)
    assert words == ["resume", "1"]
    assert "red moves a checker from c" in run(*words, typed="c quit\n").stdout


def test_where_keeping_fails_the_player_is_told_once_and_leaves_with_the_position(
    run: Run, way_on: WayOn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(tmp_path / "archive"))
    (tmp_path / "archive").write_text("this is no archive " * 100, "utf-8")
    left = run(*GAME, typed="e\na\nquit\n").stdout
    assert left.count("Not kept: the archive ") == 1
    assert "is damaged or no archive" in left
    assert left.count("red moves ") == 2
    record = json.loads(run(*NOT_KEPT, "--json", typed="e\na\n").stdout)
    assert where(way_on(left)) == record["position"]
    assert (tmp_path / "archive").read_text("utf-8").startswith("this is no archive")


def test_a_match_that_another_program_plays_on_is_left_with_the_position(
    run: Run, way_on: WayOn, use_plugin: Callable[[str, str], Path]
) -> None:
    use_plugin("playing_on", PLAYING_ON)
    left = run(*GAME, typed="e\na\nquit\n").stdout
    assert left.count("Not kept: match 1 was played on by another program.") == 1
    assert where(way_on(left)).endswith(" r")
    record = Archive().record(1)
    assert [turn.moves for turn in record.turns][::2] == [["e"], ["c"]]


def test_a_match_that_another_program_deletes_is_kept_anew(
    run: Run, way_on: WayOn, use_plugin: Callable[[str, str], Path]
) -> None:
    use_plugin("deleting", DELETING)
    left = run(*GAME, typed="e\na\nquit\n").stdout
    assert "Kept again, as match 2." in left
    assert way_on(left)[-2:] == ["resume", "2"]
    assert len(Archive().record(2).turns) == 4


def test_the_way_on_leads_to_the_same_position_and_options(
    run: Run, way_on: WayOn, answer: Answer
) -> None:
    record = json.loads(run(*NOT_KEPT, "--json", typed="e\na\n").stdout)
    words = way_on(run(*NOT_KEPT, typed="e\na\n").stdout)
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
    words = way_on(run("play", "silo", *players, "--no-keep", typed="").stdout)
    again = json.loads(run(*words, "--json", typed="").stdout)
    assert [seat["spec"] for seat in again["players"]] == [players[1], players[3]]


@pytest.mark.parametrize("keep", ["--keep", "--no-keep"])
def test_the_way_on_leads_to_the_same_count_of_repetitions(
    keep: str, toys: str, run: Run, way_on: WayOn
) -> None:
    words = ["--plugin", toys, "play", "shuttle", "--second", "human", "--repetition", "0", keep]
    again = [*way_on(run(*words, typed="b a\n").stdout), "--first", "human", "--second", "human"]
    going_on = run(*again, typed="b a b a b a b a\n")
    assert "draw" not in going_on.stdout
    assert "The input has ended." in going_on.stdout


@pytest.mark.parametrize(
    "game", [["shuttle", "--second", "human"], ["silo", "--second", "interrupted:after=9"]]
)
@pytest.mark.parametrize("moves", [0, 1])
def test_the_way_on_names_the_plugin_that_was_not_installed(
    game: list[str],
    moves: int,
    toys: str,
    run: Run,
    way_on: WayOn,
    drop_plugins: Callable[[], None],
) -> None:
    typed = {"shuttle": "b\n", "silo": "e\n"}[game[0]] * moves
    words = way_on(run("--plugin", toys, "play", *game, typed=typed).stdout)
    drop_plugins()
    again = run(*words, typed="quit\n")
    assert again.exit_code == 0, again.output


@pytest.mark.parametrize("switch", ["--json", "--quiet"])
def test_a_program_that_leaves_reads_the_way_on_beside_its_output(
    switch: str, run: Run, way_on: WayOn
) -> None:
    kept, left = [run(*game, switch, typed="e\na\n") for game in (GAME, NOT_KEPT)]
    assert way_on(kept.stderr) == ["resume", "1"]
    assert where(way_on(left.stderr)).endswith(" r")
    for result in (kept, left):
        assert result.exit_code == 1
        assert "go on" not in result.stdout


def test_a_game_left_unfinished_has_no_result(run: Run) -> None:
    record = json.loads(run(*GAME, "--json", typed="e\n").stdout)
    assert record["result"] is None
    assert [turn["colour"] for turn in record["turns"]] == ["red", "blue"]
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
    assert len(record["turns"]) == after
    if after:
        assert where(way_on(left.stdout)) == record["position"]
    else:
        assert "--position" not in way_on(left.stdout)


def test_ctrl_c_at_the_prompt_says_how_to_go_on(
    run: Run, way_on: WayOn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(line: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("stackyard_cli.match_prompt.status", interrupted)
    left = run(*GAME)
    assert left.exit_code == 130
    assert way_on(left.stdout)[:2] == ["play", "silo"]


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
    game = ["--plugin", toys, "play", "pairs", "--second", "human", "--no-keep"]
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


def test_ctrl_c_when_the_game_is_over_offers_no_way_on(
    run: Run, use_plugin: Callable[[str, str], Path]
) -> None:
    use_plugin("interrupting", INTERRUPTING)
    left = run(*GAME, typed="resign\n")
    assert left.exit_code == 130
    assert "go on" not in left.output
