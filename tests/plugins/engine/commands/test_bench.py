from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from stackyard import load_game

if TYPE_CHECKING:
    from click.testing import Result

Text = Callable[..., str]
Answer = Callable[..., Any]
Run = Callable[..., "Result"]


def test_a_program_reads_exactly_these_figures(answer: Answer) -> None:
    shown = answer("bench", "silo", "-o", "size=4", "--seconds", "0.05")
    assert list(shown) == [
        "game",
        "options",
        "build",
        "processor",
        "playouts_per_second",
        "moves_per_second",
        "best_moves_per_second",
        "mean_moves",
        "stopped_playouts",
        "simulations_per_second",
        "level_8_positions_per_second",
    ]
    assert (shown["game"], shown["build"]) == ("silo", load_game("silo").build)
    assert shown["options"] == {"size": 4, "height": 2, "goal": "any"}
    assert 7 <= shown["mean_moves"] <= 65  # the shortest and the longest 4×2 game
    assert (shown["stopped_playouts"], shown["simulations_per_second"] > 0) == (0, True)
    assert shown["level_8_positions_per_second"] > 0
    assert shown["best_moves_per_second"] >= shown["moves_per_second"]
    assert shown["moves_per_second"] == pytest.approx(
        shown["mean_moves"] * shown["playouts_per_second"], rel=0.01
    )


@pytest.mark.builds
def test_making_copies_of_the_start_is_not_measured(
    answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    position_class = type(load_game("silo").initial())
    if load_game("silo").build == "compiled":
        pytest.skip("a method of a compiled class cannot be replaced")
    copy = position_class.copy

    def slowly(position: Any) -> Any:
        end = time.process_time() + 0.0003  # some eight times what a playout takes
        while time.process_time() < end:
            pass
        return copy(position)

    bench = "bench", "silo", "-o", "size=4", "--seconds", "0.02"
    before = answer(*bench)["moves_per_second"]
    monkeypatch.setattr(position_class, "copy", slowly)
    assert answer(*bench)["moves_per_second"] > before / 4


def test_a_person_reads_the_same_in_words(output: Text) -> None:
    title, *figures = output("bench", "silo", "--seconds", "0.01").splitlines()
    assert title.startswith(f"Silo (size=6, height=3, goal=any), {load_game('silo').build}")
    assert "in the best round" in figures[1]
    assert [line[2:21].rstrip() for line in figures] == [
        "random playouts",
        "moves in playouts",
        "moves a playout",
        "MCTS simulations",
        "level 8, positions",
    ]


def test_playouts_that_never_end_are_stopped_and_told(toys: str, output: Text) -> None:
    lines = output("--plugin", toys, "bench", "shuttle", "--seconds", "0.01").splitlines()
    assert "had not ended after 10,000 moves and were stopped" in "\n".join(lines)


def test_a_stopped_measurement_tells_that_nothing_is_kept(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*given: object) -> float:
        raise KeyboardInterrupt

    monkeypatch.setattr("stackyard_engine.commands.bench._simulations", stop)
    shown = run("bench", "silo", "--seconds", "0.01")
    assert shown.exit_code == 130
    assert (shown.stdout, shown.stderr) == ("", "Stopped before the end; nothing is kept.\n")


def test_it_measures_from_a_position(answer: Answer) -> None:
    nearly = ["--seconds", "0.01", "--position", "bbb/bb/rb/bbrrrrrrrr/-/b r"]
    assert answer("bench", "silo", *nearly)["mean_moves"] >= 1


def test_a_game_from_a_file_is_measured_too(toys: str, answer: Answer) -> None:
    shown = answer("--plugin", toys, "bench", "pairs", "-o", "counters=1", "--seconds", "0.01")
    assert (shown["build"], shown["mean_moves"]) == ("pure", 1)


def test_a_finished_game_cannot_be_measured(refusal: Text) -> None:
    assert refusal("bench", "silo", "-o", "size=4", "--position", "b/bb/rrrr/- b") == (
        "--position: the game is over there, so nothing can be measured"
    )


@pytest.mark.parametrize("seconds", ["0", "-1", "3601", "nan", "inf", "long", ""])
def test_a_time_that_is_no_number_of_seconds_is_refused(seconds: str, refusal: Text) -> None:
    assert "'--seconds'" in refusal("bench", "silo", f"--seconds={seconds}")


@pytest.mark.parametrize(("long", "told"), [(1, True), (1000, False)])
def test_long_random_games_are_told_with_what_helps(
    long: int, told: bool, output: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stackyard_engine.commands.bench.LONG", long)
    words = output("bench", "silo", "--seconds", "0.01")
    assert ("let `stackyard tune silo` look for a horizon.\n" in words) == told
