from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from stackyard import load_game

if TYPE_CHECKING:
    from tests.cli.conftest import Terminal

Text = Callable[..., str]
Answer = Callable[..., Any]

SMALL = ["analyse", "silo", "-o", "size=4", "-o", "height=1"]
BRIEF = ["--simulations", "200"]


def test_a_person_reads_balance_moves_and_best_play(output: Text) -> None:
    title, asked, _, balance, _, head, *moves, _, tried = output(
        "analyse", "silo", *BRIEF
    ).splitlines()
    assert title == "Silo (size=6, height=3, goal=any)"
    assert asked == "red: choose a column to move from"
    found = re.fullmatch(r"red (\d+)% \[(#*)(-*)\] (\d+)% blue", balance)
    assert found, balance
    assert int(found[1]) + int(found[4]) in {99, 100, 101}
    assert len(found[2]) + len(found[3]) == 40
    assert abs(len(found[2]) / 40 - int(found[1]) / 100) < 0.03
    assert head.split("  ")[0] == "move"
    assert [line.split()[0] for line in moves] == sorted(
        [line.split()[0] for line in moves], key=lambda move: -visits(moves, move)
    )
    assert {line.split()[0] for line in moves} == {"a", "c", "e"}
    assert sum(visits(moves, move) for move in "ace") == 200
    assert tried == "An estimate: shares of 200 games, not chances"


def visits(lines: list[str], move: str) -> int:
    return int(next(line.split()[3] for line in lines if line.split()[0] == move))


def test_a_program_reads_the_same(answer: Answer) -> None:
    shown = answer("analyse", "silo", *BRIEF)
    assert list(shown) == [
        *("game", "options", "position", "player", "source", "evaluator", "simulations"),
        *("positions", "memory", "prunings", "balance", "proven", "lines"),
    ]
    assert (shown["game"], shown["player"], shown["proven"]) == ("silo", "red", None)
    assert shown["options"] == {"size": 6, "height": 3, "goal": "any"}
    assert shown["position"] == "rrr/bbb/rrr/bbb/rrr/bbb r"
    assert shown["simulations"] == sum(line["visits"] for line in shown["lines"]) == 200
    best = shown["lines"][0]
    assert list(best) == [
        *("move", "words", "value", "interval", "visits", "images", "result", "moves", "variation")
    ]
    low, high = best["interval"]
    assert low < best["value"] < high
    assert (best["images"], shown["prunings"], 0 < shown["memory"] < 10**6) == ([], 0, True)
    assert (shown["source"], best["result"], best["moves"]) == ("estimate", None, None)
    assert shown["evaluator"] is None
    assert best["words"].startswith("moves a checker from")
    assert best["variation"][0] == best["move"]
    assert shown["balance"] == {"red": best["value"], "blue": pytest.approx(1 - best["value"])}


def test_a_move_with_too_few_simulations_has_no_chance(answer: Answer, output: Text) -> None:
    few = ["analyse", "silo", "--simulations", "12"]
    for line in answer(*few)["lines"]:
        if line["visits"] < 10:
            assert line["value"] is line["interval"] is None
    assert "unclear" in output(*few)


def test_best_play_is_legal_to_its_end(answer: Answer) -> None:
    best = answer("analyse", "silo", "-o", "size=4", "--simulations", "2000")["lines"][0]
    assert len(best["variation"]) > 2
    game = load_game("silo", size=4)
    position = game.initial()
    for text in best["variation"]:
        position.play(game.parse_move(text, position))


@pytest.mark.parametrize(("position", "winner"), [("r/b/r/b r", "blue"), ("b/r/b/r b", "red")])
def test_a_small_game_is_solved(answer: Answer, output: Text, position: str, winner: str) -> None:
    shown = answer(*SMALL, position)
    assert shown["proven"] == winner
    assert shown["balance"][winner] == 1
    assert {line["result"] for line in shown["lines"]} == {"loses"}
    assert output(*SMALL, position).splitlines()[-1].endswith(f"with best play {winner} wins")


def test_a_position_that_is_small_enough_is_solved_on_the_way(answer: Answer, output: Text) -> None:
    small = "analyse", "silo", "-o", "size=4", "--simulations", "2000"
    shown = answer(*small)
    assert (shown["source"], shown["proven"]) == ("solved", "red")
    assert (shown["simulations"], shown["positions"]) == (0, 10_956)
    assert [(line["move"], line["moves"]) for line in shown["lines"]] == [("c", 31), ("a", 33)]
    last = output(*small).splitlines()[-1]
    assert last == ("Solved, with 10,956 positions visited; with best play red wins")


def test_a_kept_table_is_asked_first(
    answer: Answer, output: Text, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_TABLES", str(tmp_path))
    output("solve", "silo", "-o", "size=4", "--keep")
    after = "analyse", "silo", "-o", "size=4", "rr/bb/r/bbr b", "--simulations", "1"
    shown = answer(*after)
    assert (shown["source"], shown["simulations"], shown["positions"]) == ("table", 0, 0)
    assert all(line["moves"] for line in shown["lines"])
    assert output(*after).splitlines()[-1].startswith("From a table of solved positions; with best")
    (tmp_path / next(tmp_path.iterdir())).unlink()
    assert answer(*after)["source"] == "estimate"


def test_a_move_that_wins_comes_first_and_says_so(answer: Answer, output: Text) -> None:
    won = "bbb/bb/rb/bbrrrrrrrr/-/b r"
    best = answer("analyse", "silo", won, *BRIEF)["lines"][0]
    assert (best["result"], best["value"]) == ("wins", 1)
    line = output("analyse", "silo", won, *BRIEF).splitlines()[6]
    assert line.split()[0] == best["move"]
    assert "wins" in line.split()


def test_as_many_moves_are_shown_as_one_wants(answer: Answer) -> None:
    every = answer("analyse", "silo", *BRIEF)["lines"]
    assert len(every) == 3
    assert answer("analyse", "silo", *BRIEF, "--lines", "2")["lines"] == every[:2]


def test_the_same_simulations_give_the_same_answer(answer: Answer) -> None:
    first = answer("analyse", "silo", *BRIEF)
    assert answer("analyse", "silo", *BRIEF) == first
    assert answer("analyse", "silo", *BRIEF, "--seed", "2") != first


def test_it_searches_for_so_many_seconds(answer: Answer) -> None:
    assert answer("analyse", "silo", "--seconds", "0.01")["simulations"] > 0


@pytest.mark.alone
def test_several_processes_search_together(answer: Answer) -> None:
    shown = answer("analyse", "silo", *BRIEF, "--workers", "2")
    assert shown["simulations"] == 200
    assert {line["variation"][0] for line in shown["lines"]} == {"a", "c", "e"}


def test_a_position_that_begins_with_an_empty_column_needs_no_special_care(
    answer: Answer,
) -> None:
    shown = answer("analyse", "silo", "-o", "size=4", "-/bb/rrr/rbb r", *BRIEF)
    assert shown["position"] == "-/bb/rrr/rbb r"


def test_a_turn_of_several_moves_is_analysed_in_its_middle(toys: str, answer: Answer) -> None:
    # Two are left, and White has begun a turn: taking both wins.
    shown = answer("--plugin", toys, "analyse", "pairs", "2'w+", *BRIEF)
    assert (shown["player"], shown["proven"]) == ("white", "white")
    assert shown["lines"][0]["move"] == "2"


def test_a_finished_game_has_nothing_to_be_analysed(refusal: Text) -> None:
    assert refusal("analyse", "silo", "-o", "size=4", "b/bb/rrrr/- b") == (
        "nothing to analyse: red wins: all red checkers form one unbroken run in column c"
    )


@pytest.mark.parametrize(
    "words",
    [
        ["--seconds", "0"],
        ["--seconds", "nan"],
        ["--simulations", "0"],
        ["--lines", "0"],
        ["--workers", "0"],
        ["--seed", "x"],
    ],
)
def test_a_number_that_makes_no_sense_is_refused(words: list[str], refusal: Text) -> None:
    assert f"'{words[0]}'" in refusal("analyse", "silo", *words)


def test_a_terminal_shows_a_bar_in_colours(open_terminal: Callable[..., Terminal]) -> None:
    terminal = open_terminal("analyse", "silo", *BRIEF)
    assert terminal.end() == 0
    assert re.search(r"red \d+% +█+░+ +\d+% blue", terminal.text)
    assert "An estimate: shares of 200 games, not chances" in terminal.text


def test_ctrl_c_ends_the_search_and_shows_what_was_found(
    open_terminal: Callable[..., Terminal],
) -> None:
    terminal = open_terminal("analyse", "silo", "--seconds", "600", columns=100)
    terminal.wait(re.escape("the adviser thinks (Ctrl-C: stop thinking)"))
    terminal.child.sendintr()
    assert terminal.end() == 0
    assert "not chances" in terminal.text
