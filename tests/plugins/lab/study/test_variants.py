"""Tests of the variants that `--vary` describes."""

from __future__ import annotations

import pytest

from stackyard.errors import OptionError
from stackyard_lab.study.variants import MOST, read_variants


def test_variants_are_the_product_of_the_values_in_the_order_given() -> None:
    found = read_variants("silo", {"height": 2}, ["goal=end,any", "size=6,4"])
    assert [(game.settings["goal"], game.settings["size"]) for game in found.games] == [
        ("end", 6),
        ("end", 4),
        ("any", 6),
        ("any", 4),
    ]
    assert {game.settings["height"] for game in found.games} == {2}
    assert not found.left_out


def test_without_vary_the_game_itself_is_the_only_variant() -> None:
    found = read_variants("silo", {"size": "4"}, [])
    assert [game.settings["size"] for game in found.games] == [4]


def test_a_default_follows_the_varied_option_it_depends_on() -> None:
    found = read_variants("filo", {}, ["size=5,8"])
    assert [game.settings["pieces"] for game in found.games] == [10, 12]


def test_a_switch_is_varied_by_the_words_of_switches() -> None:
    found = read_variants("slicron", {}, ["pie=on,off"])
    assert [game.settings["pie"] for game in found.games] == [True, False]


def test_a_combination_that_the_game_refuses_is_left_out_and_said() -> None:
    found = read_variants("filo", {}, ["size=5,8", "pieces=10,12"])
    assert [(game.settings["size"], game.settings["pieces"]) for game in found.games] == [
        (5, 10),
        (8, 10),
        (8, 12),
    ]
    assert found.left_out == (
        "Left out: filo, option pieces: 12 checkers for each player do not fit on a row of 5; "
        "choose 5 to 10 for size 5.",
    )


def test_an_option_that_suits_some_variants_only_leaves_out_the_others() -> None:
    found = read_variants("filo", {"pieces": 18}, ["size=8,9"])
    assert [game.settings["size"] for game in found.games] == [9]


@pytest.mark.parametrize(
    ("chosen", "vary", "sentence"),
    [
        ({"size": 4}, ["size=4,6"], "--vary: option size is set by -o and varied: give one of the"),
        ({}, ["size=4,6", "size=8"], "--vary: option size is varied twice: give all its values at"),
        ({}, ["Size=4", "SIZE=6"], "--vary: option size is varied twice"),
        ({}, ["size=4,6,04"], "--vary: option size: 4 is given twice"),
        ({}, ["size"], "--vary: 'size': write NAME=VALUE,VALUE, as in size=4,6"),
        ({}, ["=4,6"], "--vary: '=4,6': write NAME=VALUE,VALUE"),
        ({}, ["size="], "--vary: 'size=': a value is missing"),
        ({}, ["size=4,,6"], "--vary: 'size=4,,6': a value is missing"),
        ({}, ["size=4,5"], "silo, option size: 5 is not allowed; choose 4, 6, 8, … 26"),
        ({}, ["width=4"], "silo has no option 'width'; its options: size, "),
        (
            {"width": 4},
            ["size=4"],
            "silo has no option 'width'; its options: size, height, goal",
        ),
        ({"goal": "no"}, ["size=4"], "silo, option goal: no is not allowed; choose any, end or"),
        (
            {},
            ["size=26,24", "height=9"],
            "--vary: no combination can be played: silo, option",
        ),
    ],
)
def test_contradictions_are_refused_in_a_sentence(
    chosen: dict[str, object], vary: list[str], sentence: str
) -> None:
    with pytest.raises(OptionError) as refused:
        read_variants("silo", chosen, vary)
    assert str(refused.value).startswith(sentence)


def test_too_many_combinations_are_refused_before_any_is_loaded() -> None:
    heights = ",".join(map(str, range(1, 16)))
    with pytest.raises(OptionError, match=rf"^--vary: 180 .* at most {MOST}, so vary less$"):
        read_variants("silo", {}, [f"height={heights}", "size=4,6,8,10", "goal=any,end,home"])
