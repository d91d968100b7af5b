"""Registrations of games for the coach: who is asked, when it is read, what is refused."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from tests.core.plugins.ladder import ladder

from stackyard.errors import PluginError
from stackyard.plugins.problems import ProblemError
from stackyard.plugins.registry import load_game
from stackyard_coach.lesson import lesson_of
from stackyard_coach.motifs import motifs_between
from stackyard_coach.puzzles import puzzles_of

if TYPE_CHECKING:
    from tests.toy_games import Yard

LESSON = """
opening = "{opening}"
closing = "Done."
[[steps]]
title = "Climb"
text = "One rung."
moves = ["1"]
"""
PUZZLES = """[{"position": "2", "line": "2", "keeps": "wins", "wrong": [{"1": ["1", "loses"]}]}]"""
PLUGIN = """
from stackyard import hookimpl

@hookimpl(optionalhook=True{how})
def stackyard_register_{what}(register):
    register("ladder", {target})
"""
MOTIFS = """
from stackyard_coach.motifs import Motif

MOTIFS = (
    Motif("top", lambda game, before, after: "reaches the top" if after.winner >= 0 else ""),
    Motif("never", lambda game, before, after: ""),
)
"""


@pytest.fixture(autouse=True)
def _ladder(yard: Yard) -> None:
    yard.install("game", ladder())


def tell(yard: Yard, what: str, target: str, name: str = "expert", how: str = "") -> None:
    """Install a package with this hook; it has the files lesson.toml, puzzles.json, motifs.py."""
    yard.write(f"{name}_book/__init__.py", "")
    yard.write(f"{name}_book/lesson.toml", LESSON.format(opening=name))
    yard.write(f"{name}_book/puzzles.json", PUZZLES)
    yard.write(f"{name}_book/motifs.py", MOTIFS)
    yard.install(name, PLUGIN.format(what=what, target=target, how=how))


def test_without_a_plugin_a_game_has_nothing_of_the_coach() -> None:
    game = load_game("ladder")
    start = game.initial()
    assert lesson_of(game) is None
    assert puzzles_of(game) == ()
    assert motifs_between(game, start, start) == {}


def test_a_package_brings_a_lesson_for_somebody_else_s_game(yard: Yard) -> None:
    tell(yard, "lessons", '"expert_book/lesson.toml"')
    lesson = lesson_of(load_game("ladder"))
    assert lesson is not None
    assert lesson.opening == "expert"


def test_who_comes_later_is_asked_first_if_he_says_so(yard: Yard) -> None:
    tell(yard, "lessons", '"a_book/lesson.toml"', "a", how=", tryfirst=True")
    tell(yard, "lessons", '"z_book/lesson.toml"', "z")
    lesson = lesson_of(load_game("ladder"))
    assert lesson is not None
    assert lesson.opening == "a"


def test_a_function_returns_the_text(yard: Yard) -> None:
    tell(yard, "puzzles", f"lambda: {PUZZLES!r}")
    [puzzle] = puzzles_of(load_game("ladder"))
    assert puzzle.line == "2"


def test_a_file_of_puzzles_is_read(yard: Yard) -> None:
    tell(yard, "puzzles", '"expert_book/puzzles.json"')
    assert len(puzzles_of(load_game("ladder"))) == 1


def test_motifs_are_imported_when_they_are_asked_for(yard: Yard) -> None:
    tell(yard, "motifs", '"expert_book.motifs:MOTIFS"')
    game = load_game("ladder")
    assert "expert_book.motifs" not in sys.modules
    before, after = game.parse_position("3"), game.parse_position("4")
    assert motifs_between(game, before, after) == {"top": "reaches the top"}


@pytest.mark.parametrize(
    "target",
    [
        '"expert_book/lessen.toml"',
        '"nowhere/lesson.toml"',
        '"expert/lesson.toml"',  # in a module that is no package
        "5",
        "lambda: 5",
    ],
)
def test_a_text_that_cannot_be_had_names_the_plugin(yard: Yard, target: str) -> None:
    tell(yard, "lessons", target)
    with pytest.raises(PluginError, match="plugin expert .*stackyard_register_lessons for ladder"):
        lesson_of(load_game("ladder"))


@pytest.mark.parametrize(("what", "text"), [("lessons", LESSON), ("puzzles", PUZZLES)])
def test_a_text_in_place_of_a_function_is_told(what: str, text: str, yard: Yard) -> None:
    tell(yard, what, repr(text.replace("rung", "rung/step").replace(": ", ":/")))
    read = lesson_of if what == "lessons" else puzzles_of
    with pytest.raises(PluginError, match="…' is neither a file, .*nor a function that") as told:
        read(load_game("ladder"))
    assert "\n" not in str(told.value)


def test_a_target_that_cannot_be_imported_names_the_plugin(yard: Yard) -> None:
    tell(yard, "motifs", '"expert_book.motifs:MOTIF"')
    game = load_game("ladder")
    with pytest.raises(ProblemError, match="expert"):
        motifs_between(game, game.initial(), game.initial())


def test_something_else_than_motifs_names_the_plugin(yard: Yard) -> None:
    tell(yard, "motifs", '("top",)')
    game = load_game("ladder")
    with pytest.raises(PluginError, match="plugin expert .*'top' is no stackyard_coach"):
        motifs_between(game, game.initial(), game.initial())


def test_after_a_motif_that_fails_the_game_has_none(
    yard: Yard, caplog: pytest.LogCaptureFixture
) -> None:
    tell(yard, "motifs", '"expert_book.motifs:MOTIFS"')
    yard.write("expert_book/motifs.py", MOTIFS.replace('"")', 'after["top"])', 1))
    game = load_game("ladder")
    before, after = game.parse_position("2"), game.parse_position("3")
    assert motifs_between(game, before, after) == {}
    (record,) = caplog.records
    assert record.message.startswith("plugin expert (")
    assert "motif top of game ladder failed: TypeError: " in record.message
    assert motifs_between(game, before, game.parse_position("4")) == {}
    assert len(caplog.records) == 1


def test_strictly_a_motif_that_fails_is_raised(yard: Yard, monkeypatch: pytest.MonkeyPatch) -> None:
    tell(yard, "motifs", '"expert_book.motifs:MOTIFS"')
    yard.write("expert_book/motifs.py", MOTIFS.replace('"")', 'after["top"])', 1))
    game = load_game("ladder")
    monkeypatch.setenv("STACKYARD_STRICT", "1")
    with pytest.raises(ProblemError, match="motif top of game ladder failed"):
        motifs_between(game, game.parse_position("2"), game.parse_position("3"))
