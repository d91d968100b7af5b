from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from stackyard import playouts
from stackyard.builds import build_of
from stackyard.descriptions import GameInfo
from stackyard.errors import (
    IllegalMoveError,
    NotationError,
    OptionError,
    PositionError,
    Refusal,
    Refusals,
)
from stackyard.game import Game
from stackyard.options import Option
from stackyard.plugins.registry import load_game
from stackyard.position import DRAW, ONGOING
from stackyard.scenes import Piece
from stackyard_engine.mcts import search

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker, Yard

# A game of one file, as the simplest author writes it: count to the goal, one or two at a time.
ONE_FILE = '''
"""Counting."""
from librt.vecs import vec
from mypy_extensions import i64
from stackyard import GameInfo, Game, Option, OptionError, Piece, PositionError, Refusal, hookimpl
from stackyard.boards import Row
from stackyard.position import ONGOING, uniform

ABOUT = GameInfo("counting", "Counting", "A. Uthor", 1999, "Count to the goal.")


class Count:
    def __init__(self, total, goal):
        self.total, self.goal = total, goal
        self.player, self.mid_turn = total % 2, False
        self.winner = 1 - self.player if total == goal else ONGOING

    def copy(self):
        return Count(self.total, self.goal)

    def legal_moves(self):
        return vec[i64]([1]) if self.total < self.goal else vec[i64]()

    def random_move(self, bits):
        return uniform(self.legal_moves(), bits)

    def play(self, move):
        self.__init__(self.total + move, self.goal)

    def key(self):
        return self.total


class CountingGame(Game):
    """Say the next number. Who reaches the goal wins."""

    about = ABOUT
    options = (
        Option("goal", 5, range(1, 100), "Where to stop."),
        Option("twice", lambda chosen: 2 * chosen["goal"], range(1, 200), "Twice.", "twice that"),
    )

    def prepare(self):
        if self.settings["twice"] < self.settings["goal"]:
            raise OptionError("twice", self.settings["twice"], "more", "twice is less than goal")
        self.board, self.move_space = Row(1), 2

    def initial(self):
        return Count(0, self.settings["goal"])

    def parse_position(self, text):
        return Count(int(text), self.settings["goal"])

    def format_position(self, position):
        return str(position.total)

    def read_move(self, text):
        return int(text)

    def format_move(self, move, position):
        return str(move)

    def refusal(self, move, position):
        return Refusal("one", "one at a time")

    def pieces(self, position):
        return {0: (Piece(position.player, "x"),) * position.total}


@hookimpl
def stackyard_register_games(register):
    register(ABOUT, CountingGame)
'''


@pytest.fixture
def counting(yard: Yard) -> type[Game]:
    yard.use_file("counting", ONE_FILE)
    made: type[Game] = yard.module("counting").CountingGame
    return made


def test_a_game_tells_what_is_known_about_it(walk: WalkMaker) -> None:
    game = walk("a 0 drawn")
    assert (game.name, game.title, game.designer, game.year) == ("walk", "Walk", "Nobody", 2020)
    assert game.colours == ("white", "black")
    assert game.rules_version == 1
    assert game.settings == {}


def test_colours_are_written_by_their_first_letters(walk: WalkMaker) -> None:
    assert walk("a 0 drawn").letters == "wb"


def test_a_game_shows_its_start_position_as_an_example(counting: type[Game]) -> None:
    assert counting(goal=3).start_text == "0"


def test_settings_are_given_as_values_or_texts(counting: type[Game]) -> None:
    assert counting(goal=7).settings == {"goal": 7, "twice": 14}
    assert counting(goal="9", twice="20").settings == {"goal": 9, "twice": 20}
    assert repr(counting(goal=7)) == "CountingGame(goal=7, twice=14)"


def test_an_option_that_is_unknown_or_not_allowed_is_refused(counting: type[Game]) -> None:
    with pytest.raises(
        OptionError, match=r"^counting has no option 'size'; its options: goal, twi"
    ):
        counting(size=3)
    with pytest.raises(OptionError, match=r"^counting, option goal: 100 is not allowed"):
        counting(goal=100)


def test_a_game_may_refuse_options_that_clash(counting: type[Game]) -> None:
    with pytest.raises(OptionError, match=r"^twice is less than goal$"):
        counting(goal=7, twice=6)


def test_a_game_of_one_file_is_played_to_its_end(counting: type[Game]) -> None:
    game = load_game("counting", goal=4)
    assert type(game) is counting
    position = game.initial()
    assert game.playout(position, 1, 100) == 4
    assert position.winner == 1
    assert game.ending(position) == "black has won"


def test_the_rules_of_a_game_of_one_file_are_its_docstring(counting: type[Game]) -> None:
    page = counting().rules_page()
    assert page == "# Counting\n\nSay the next number. Who reaches the goal wins.\n"


def test_the_rules_of_a_package_are_the_page_beside_its_module(yard: Yard) -> None:
    yard.write("countdown/__init__.py", "")
    yard.write("countdown/rules.md", "# Count down\n\nTo nought.\n")
    yard.write("countdown/game.py", ONE_FILE)
    yard.use("countdown.game")
    assert load_game("counting").rules_page() == "# Count down\n\nTo nought.\n"


def test_the_rules_of_a_package_without_a_page_are_the_docstring(yard: Yard) -> None:
    yard.write("countdown/__init__.py", "")
    yard.write("countdown/game.py", ONE_FILE)
    yard.use("countdown.game")
    assert load_game("counting").rules_page().startswith("# Counting\n\nSay the next number.")


@pytest.mark.parametrize("text", ["b", "B", "  b\n"])
def test_a_legal_move_is_read_in_either_case(walk: WalkMaker, text: str) -> None:
    game = walk("a 0 bc", "b 1 c", "c 0 drawn")
    assert game.parse_move(text, game.initial()) == 1


def test_what_is_no_move_in_any_position_is_a_notation_error(walk: WalkMaker) -> None:
    game = walk("a 0 b", "b 1 drawn")
    for at in ("a", "b"):
        with pytest.raises(NotationError, match="'7' is no letter"):
            game.parse_move("7", game.parse_position(at))


def test_what_the_rules_forbid_here_is_refused_with_a_reason(walk: WalkMaker) -> None:
    game = walk("a 0 b", "b 1 drawn")
    with pytest.raises(IllegalMoveError, match="no way leads from a to c") as caught:
        game.parse_move("C", game.initial())
    refusal = caught.value.refusal
    assert (refusal.rule, refusal.cells) == ("no-way", (2,))
    assert refusal.sentence == str(caught.value)


@pytest.mark.parametrize(("end", "why"), [("b 1 drawn", "a draw"), ("b 0 won 0", "white has won")])
def test_after_the_end_every_move_is_refused_because_the_game_is_over(
    walk: WalkMaker, end: str, why: str
) -> None:
    game = walk("a 0 b", end)
    with pytest.raises(IllegalMoveError, match=f"^the game is over: {why}$") as caught:
        game.parse_move("b", game.parse_position("b"))
    assert caught.value.refusal.rule == "game-over"
    assert caught.value.refusal.cells == ()


def test_a_refusal_keeps_its_cells_and_shows_them() -> None:
    refusal = Refusal("far", "too far", [3, 4])
    assert refusal.cells == (3, 4)
    assert repr(refusal) == "Refusal('far', 'too far', (3, 4))"


def test_legal_moves_are_told_as_texts_in_their_order(walk: WalkMaker) -> None:
    game = walk("a 0 bde", "b 0 drawn", "d 0 drawn", "e 0 drawn")
    assert game.legal_texts(game.initial()) == ["b", "d", "e"]
    assert game.legal_texts(game.parse_position("b")) == []


def test_positions_are_read_and_written(walk: WalkMaker) -> None:
    game = walk("a 0 b", "b 1 drawn")
    assert game.format_position(game.parse_position("b")) == "b"
    with pytest.raises(PositionError, match="no spot z"):
        game.parse_position("z")


def test_a_game_says_the_least_by_itself(walk: WalkMaker) -> None:
    game = walk("a 0 b", "b 1 won 1")
    position = game.initial()
    assert game.prompt(position) == "your move"
    assert game.describe(1, position) == "plays b"
    assert game.trays(position) == ()
    assert game.decisive(position) == ()
    assert game.notation == ""


def test_a_scene_shows_what_lies_where_and_who_acts(walk: WalkMaker) -> None:
    game = walk("a 0 b", "b 1 a")
    scene = game.scene(game.parse_position("b"))
    assert scene.board == game.board
    assert scene.cells == {1: (Piece(1, "b"),)}
    assert (scene.player, scene.winner, scene.prompt) == (1, ONGOING, "your move")
    assert scene.colours == ("white", "black")
    assert scene.touched == scene.decisive == frozenset()


def test_a_scene_marks_the_cells_that_have_changed(walk: WalkMaker) -> None:
    game = walk("a 0 b", "b 1 a")
    before, after = game.parse_position("a"), game.parse_position("b")
    assert game.scene(after, before).touched == {0, 1}
    assert game.scene(after, after).touched == frozenset()


def test_a_game_may_say_itself_what_a_turn_touched_and_what_is_noteworthy(walk: WalkMaker) -> None:
    game = walk("a 0 b", "b 1 drawn")
    own = {"touched": lambda self, position, before: [7], "notes": lambda self, position: {3: "x"}}
    told = type("Told", (type(game),), own)()
    before, after = told.parse_position("a"), told.parse_position("b")
    assert told.scene(after, before).touched == {7}
    assert told.scene(after).touched == frozenset()
    assert told.scene(after).notes == {3: "x"}
    assert game.scene(after).notes == {}


def test_a_scene_leaves_out_cells_that_a_game_calls_empty(counting: type[Game]) -> None:
    game = counting()
    empty, full = game.parse_position("0"), game.parse_position("2")
    assert game.scene(empty).cells == {}
    assert game.scene(full, empty).touched == {0}
    assert game.scene(empty, full).touched == {0}


def test_the_scene_of_a_finished_game_says_how_it_ended(walk: WalkMaker) -> None:
    game = walk("a 0 bc", "b 1 drawn", "c 1 won 0")
    drawn, won = game.scene(game.parse_position("b")), game.scene(game.parse_position("c"))
    assert (drawn.winner, drawn.prompt) == (DRAW, "a draw")
    assert (won.winner, won.prompt) == (0, "white has won")


def test_what_decided_is_shown_only_at_the_end(walk: WalkMaker) -> None:
    game = walk("a 0 b", "b 1 won 0")
    decided = type("Decided", (type(game),), {"decisive": lambda self, position: [3, 4]})()
    assert decided.scene(decided.initial()).decisive == frozenset()
    assert decided.scene(decided.parse_position("b")).decisive == {3, 4}


def test_a_scene_shows_the_cells_that_a_legal_move_starts_with(walk: WalkMaker) -> None:
    game = walk("a 0 bc", "b 1 drawn", "c 1 drawn")
    assert game.move_cells(1, game.initial()) == ()
    assert game.scene(game.initial()).choices == frozenset()
    touching = type("Touching", (type(game),), {"move_cells": lambda self, move, at: (move, 0)})()
    assert touching.scene(touching.initial()).choices == {1, 2}
    assert touching.scene(touching.parse_position("b")).choices == frozenset()


def test_uncompiled_rules_are_pure_and_use_the_playout_of_core(counting: type[Game]) -> None:
    game = counting()
    assert game.build == "pure"
    assert game.playout is playouts.playout


def test_the_build_of_a_module_is_known_from_its_file() -> None:
    assert build_of("stackyard.game") == "pure"
    assert build_of("builtins") == "pure"  # it has no file to be compiled from
    assert build_of(search.__name__) in {"pure", "compiled"}


def test_what_a_game_must_say_of_itself_cannot_be_left_out() -> None:
    class Silent(Game):
        about = GameInfo("silent", "Silent", "Nobody", 2020, "Says nothing.")
        options = (Option("size", 4, range(4, 9), "None."),)

    with pytest.raises(TypeError, match="abstract"):
        Silent()  # type: ignore[abstract]


@pytest.mark.parametrize(
    ("rule", "words", "told"),
    [
        ("ocupied", {"cell": "b2"}, "there is no sentence for the refusal ocupied"),
        ("occupied", {"sell": "b2"}, "refusal occupied has {cell} to fill in, which is not given"),
    ],
)
def test_a_refusal_that_cannot_be_worded_is_named(
    rule: str, words: dict[str, str], told: str
) -> None:
    refused = Refusals({"occupied": "there is a stone on {cell}"})
    assert refused("occupied", [4], cell="b2").sentence == "there is a stone on b2"
    with pytest.raises(LookupError, match=f"{re.escape(told)}$"):
        refused(rule, **words)


def test_the_rules_in_short_need_no_title(yard: Yard) -> None:
    page = "## In short\n\nCount.\n\n## In full\n\nGo on counting.\n"
    yard.write("counting_rules/__init__.py", "")
    yard.write("counting_rules/rules.md", page)
    yard.write("counting_rules/game.py", ONE_FILE)
    yard.use("counting_rules.game")
    assert load_game("counting").rules_in_short().strip() == "## In short\n\nCount."
