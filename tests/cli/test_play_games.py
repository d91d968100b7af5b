"""Single games on the terminal, each played by its own rules."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from stackyard.plugins.registry import registry

Text = Callable[..., str]
PILLAR = "6/8/8/3,W,wrwr,3/8/8/8/r,5 w 3,0 pillar"


@pytest.fixture(autouse=True)
def _more_games(_own_plugins: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pit of Pillars and F.I.L.O. are found, too."""
    modules = [f"stackyard_{game}.plugin" for game in ("pit_of_pillars", "filo")]
    monkeypatch.setenv("STACKYARD_PLUGINS", os.pathsep.join(modules))
    registry.cache_clear()


def play(output: Text, game: str, position: str, *lines: str) -> str:
    words = ["play", game, "--second", "human", "--no-keep", "--position", position]
    return output(*words, typed="".join(f"{line}\n" for line in [*lines, "quit"]))


def test_enter_declines_to_move_a_pillar(output: Text) -> None:
    shown = play(output, "pit_of_pillars", PILLAR, "")
    assert "white: move a pillar, or none (Enter: -) > \n" in shown
    assert "white leaves the pillars where they are (-)" in shown
    assert "red: move a stack > quit" in shown


def test_a_move_without_its_hyphen_is_accepted(output: Text) -> None:
    position = "6/8/8/1,wrw,2,r,3/8/1,w,3,rw,2/8/2,r,3 w 0,0 move"
    assert "white moves 2 men from b5 to d5 (b5-d5)" in play(
        output, "pit_of_pillars", position, "b5d5"
    )
    assert "white moves a pillar from d5 to a2 (pd5-a2)" in play(
        output, "pit_of_pillars", PILLAR, "PD5A2"
    )


def test_a_beginner_is_offered_a_smaller_board(output: Text) -> None:
    offer = "play pit_of_pillars -o size=5\n"
    words = ["play", "pit_of_pillars", "--second", "human", "--no-keep"]
    shown = output(*words, typed="quit\n")
    assert "\nFor a first game: stackyard " in shown
    assert offer in shown
    assert "first game" not in output(*words, "-o", "size=5", typed="quit\n")
    assert "first game" not in output("play", "silo", "--no-keep", typed="quit\n")


def test_a_reserve_that_may_run_out_is_minded(output: Text) -> None:
    few = "wwww/-/-/-/-/-/-/bbbb 8,8 0,0 w"
    assert "mind your reserve" not in play(output, "filo", few)
    emptied = "wwww/ww/w/w/-/-/-/bbbb 4,8 0,0 w"
    sentence = "(mind your reserve)"
    assert f"white: enter 1 to 4 checkers {sentence} >" in play(output, "filo", emptied)


def test_the_last_checkers_are_counted_aloud(output: Text) -> None:
    near = "w/ww/-/-/-/bb/b/- 0,0 9,9 w"
    assert "(one left wins: white 3, black 3) >" in play(output, "filo", near)
    far = "-/bwb/w/ww/www/bb/bbb/b 0,0 5,4 b"
    assert "one left wins" not in play(output, "filo", far)


def test_notes_show_capacities(output: Text) -> None:
    shown = play(output, "pit_of_pillars", PILLAR, "notes")
    assert "Notes are shown." in shown
    assert "wrwr/3" in shown


def test_of_two_people_at_one_keyboard_the_other_is_asked_for_a_draw(output: Text) -> None:
    words = ["play", "pit_of_pillars", "--second", "human", "--no-keep"]
    shown = output(*words, typed="draw\nperhaps\nno\ndraw\nquit\n")
    assert "red (human) declines the draw and plays on." in shown
    assert "Not done: your offer was declined; play a turn before the next one. " in shown
    shown = output(*words, typed="draw\nyes\n")
    assert "white offers a draw. red: accept? yes or no > yes" in shown
    assert shown.splitlines()[-1] == "draw: the players agree on it"


def test_a_computer_that_has_declined_a_draw_is_asked_again_after_a_turn(output: Text) -> None:
    words = ["play", "filo", "--second", "random", "--seed", "5", "--no-keep"]
    shown = output(*words, typed="draw\ndraw\n1\ndraw\nquit\n")
    assert shown.count("black (random) declines the draw and plays on.") == 2
    sentence = "Not done: your offer was declined; play a turn before the next one. "
    assert shown.count(sentence) == 1


def test_a_computer_that_would_lose_at_once_takes_no_draw_before_its_third_turn(
    output: Text,
) -> None:
    words = ["play", "filo", "--second", "1", "--no-keep"]
    shown = output(*words, "--position", "wbw/b/b/b/b/b/b/b 10,4 0,0 w", typed="draw\nquit\n")
    assert "black (level 1) declines the draw and plays on." in shown


def test_the_beginning_of_a_game_s_name_is_enough_if_no_other_begins_so(output: Text) -> None:
    shown = output("play", "Pit", "--second", "human", "--no-keep", typed="quit\n")
    assert shown.startswith("Pit of Pillars by Christian Freeling (2013)\n")
