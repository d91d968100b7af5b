from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

from stackyard.records.archive import Archive
from stackyard.records.format import decode
from stackyard.turnloop.players import HumanPlayer
from stackyard_silo.refusals import refused

Run = Callable[..., Result]
Text = Callable[..., str]
Answer = Callable[..., Any]
Keep = Callable[..., int]
Write = Callable[..., str]
WayOn = Callable[[str], list[str]]
Lasting = Callable[[dict[str, Any]], dict[str, Any]]


@pytest.fixture
def kept(output: Text) -> Callable[..., Any]:
    """The record of a match in the archive."""

    def kept(number: int = 1) -> Any:
        return json.loads(output("export", str(number)))

    return kept


@pytest.mark.parametrize("computer", ["random", "mcts:5"])
def test_a_resumed_match_goes_on_as_if_it_had_not_been_left(
    computer: str, run: Run, kept: Answer, answer: Answer, lasting: Lasting
) -> None:
    words = ["play", "silo", "-o", "size=4", "--second", computer, "--seed", "8"]
    left = run(*words, typed="a\n")
    assert left.stdout.splitlines()[-1] == "  stackyard resume 1"
    before = kept()
    resumed = run("resume", "1", typed="moves\n" * 3 + "a\nresign\n")
    assert resumed.exit_code == 0
    assert "Going on after move 2: blue moves " in resumed.stdout
    record = kept()
    assert (record["id"], record["began"]) == (before["id"], before["began"])
    assert record["turns"][:2] == before["turns"]
    assert [entry["match"] for entry in answer("matches")] == [1]
    run(*words, typed="a\na\nresign\n")
    assert lasting(record) == lasting(kept(2))


def test_it_may_be_left_and_resumed_again_and_again(
    run: Run, way_on: WayOn, keep: Keep, kept: Answer, small: dict[str, Any], lasting: Lasting
) -> None:
    words = ["resume", str(keep("a", "--seed", "1"))]
    for move in ("d", "b", "c"):
        left = run(*words, typed="")
        assert left.exit_code == 1
        assert way_on(left.stdout) == words
        last = run(*words, typed=f"{move}\nquit\n")
        assert last.exit_code == 0
    assert last.stdout.splitlines()[-1].startswith("blue wins: ")
    assert lasting(kept()) == lasting(small)


def test_a_turn_is_resumed_in_its_middle(
    toys: str, run: Run, way_on: WayOn, answer: Answer
) -> None:
    left = run("--plugin", toys, "play", "pairs", "--second", "human", typed="2 2 1 quit\n")
    words = way_on(left.stdout)
    assert words[-2:] == ["resume", "1"]
    resumed = run(*words, typed="2 resign\n")
    assert "Going on after move 3: black plays 1 (1)\n" in resumed.stdout
    assert resumed.stdout.splitlines()[-1] == "black wins: white resigns"
    record = json.loads(run("export", "1").stdout)
    turns = [(turn["colour"], turn["moves"]) for turn in record["turns"]]
    assert turns == [("white", ["2", "2"]), ("black", ["1", "2"])]
    assert [len(turn["seconds"]) for turn in record["turns"]] == [2, 2]


def test_moves_from_before_can_be_taken_back(keep: Keep, run: Run, kept: Answer) -> None:
    resumed = run("resume", str(keep("a d")), typed="undo undo c quit\n")
    assert "red moves a checker from c to d (c)" in resumed.stdout
    assert [turn["moves"] for turn in kept()["turns"]] == [["c"]]


def test_other_players_may_take_over(keep: Keep, run: Run, kept: Answer) -> None:
    number = str(keep("a d"))
    run("resume", number, "--first", "random:seed=1", typed="quit\n")
    assert [seat["spec"] for seat in kept()["players"]] == ["random:seed=1", "human"]
    assert kept()["turns"][2]["colour"] == "red"
    resumed = run("resume", number, "--second", "mcts:2")
    assert resumed.exit_code == 0
    record = kept()
    assert [seat["spec"] for seat in record["players"]] == ["random:seed=1", "mcts:2"]
    assert record["result"]["reason"] == "rules"


def test_a_person_keeps_the_name_that_the_record_tells(keep: Keep, run: Run, kept: Answer) -> None:
    archive = Archive()
    keep("a")
    match, _ = archive.reopen(1, print)
    match.seat(0, HumanPlayer(match.game, name="Anna"), "human")
    match.keep()
    assert run("resume", "1", typed="d\nquit\n").exit_code == 0
    assert kept()["players"][0]["name"] == "Anna"
    assert [turn["moves"] for turn in kept()["turns"]][:2] == [["a"], ["d"]]
    archive.resume(1, print, "human").keep()
    assert kept()["players"][0]["name"] == "human"


def test_computers_are_resumed_where_they_were_interrupted(
    toys: str, run: Run, way_on: WayOn
) -> None:
    players = ["--first", "interrupted:after=2", "--second", "random", "--seed", "3"]
    left = run("--plugin", toys, "play", "silo", "-o", "size=4", *players, "--keep")
    assert left.exit_code == 130
    again = run("--plugin", toys, *way_on(left.stdout))
    assert again.exit_code == 130
    assert way_on(again.stdout)[-2:] == ["resume", "1"]
    assert run("resume", "1", "--first", "random").exit_code == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["2"], "there is no match 2; `stackyard matches` lists those there are"),
        (["9" * 30], f"there is no match {'9' * 30}; `stackyard matches` lists those there are"),
        (["x"], "'x' is no number of a match; `stackyard matches` lists them"),
        (["1", "--first", "nobody"], "there is no player 'nobody'; the players are human, "),
        (["1", "--second", "mcts:0"], "player mcts, option simulations: 0 is not allowed; "),
    ],
)
def test_what_cannot_be_resumed_is_refused(
    words: list[str], sentence: str, keep: Keep, kept: Answer, refusal: Text
) -> None:
    keep("a d")
    before = kept()
    assert refusal("resume", *words).startswith(sentence)
    assert kept() == before


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("a d b c", "all blue checkers form one unbroken run in column b"),
        ("a resign", "blue resigns"),
    ],
)
def test_a_match_that_is_over_is_not_resumed(
    typed: str, sentence: str, keep: Keep, refusal: Text
) -> None:
    assert refusal("resume", str(keep(typed))) == f"match 1 is over: {sentence}"


def test_a_match_of_a_game_that_is_not_here_is_refused(
    toys: str, run: Run, refusal: Text, drop_plugins: Callable[[], None]
) -> None:
    run("--plugin", toys, "play", "shuttle", "--second", "human", typed="b quit\n")
    drop_plugins()
    assert "no game 'shuttle' is installed" in refusal("resume", "1")
    assert run("--plugin", toys, "resume", "1", typed="quit\n").exit_code == 0


def test_a_match_that_the_rules_refuse_is_not_resumed(
    small: dict[str, Any], write: Write, output: Text, refusal: Text
) -> None:
    small["turns"][1]["moves"] = ["a"]
    Archive().add(decode(json.dumps(small | {"result": None})))
    assert refusal("resume", "1") == (
        f"move 2, a by blue: {refused('empty-cell', column='a').sentence}"
    )


def test_a_computer_that_is_not_here_any_more_can_be_replaced(
    toys: str, run: Run, refusal: Text, output: Text, drop_plugins: Callable[[], None]
) -> None:
    run("--plugin", toys, "play", "silo", "--second", "interrupted", typed="e\n")
    drop_plugins()
    assert "there is no player 'interrupted'" in refusal("resume", "1")
    assert "red: human, blue: random" in output("resume", "1", "--second", "random", typed="quit\n")


def test_a_number_is_a_level_as_in_play(keep: Keep, run: Run, kept: Answer) -> None:
    run("resume", str(keep("a d")), "--second", "3", typed="c\nquit\n")
    assert kept()["players"][1]["spec"] == "level:3"
