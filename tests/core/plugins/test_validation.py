from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest
from tests.core.plugins.ladder import GAME, ladder

from stackyard.plugins.problems import ProblemError
from stackyard.plugins.registry import load_game, registry

if TYPE_CHECKING:
    from tests.toy_games import Yard

COUNT = "        global starts; starts += 1\n"
CUT = "\n    def format_move(self, move, position):\n        return str(move + 1)\n"
OPTIONS = 'options = (Option("rungs", 4, range(1, 10), "How many there are."),)'
ONE = 'Option("rungs", 4, range(1, 10), "Twice.")'

# Of a class: what is replaced in a game that is fine, by what, and the words of the fault.
OF_CLASS = [
    ("class Ladder(Game)", "class Ladder", "game ladder is no subclass of stackyard.Game: <class "),
    (CUT, "", "game ladder lacks format_move"),
    (
        f"{CUT}\n    def refusal",
        "\n    def other",
        "game ladder lacks format_move, refusal",
    ),
    ("    about = GameInfo", "    info = GameInfo", "game ladder lacks `about`, a GameInfo"),
    ('about = GameInfo("ladder"', 'about = GameInfo("rungs"', "a class whose `about` says 'rungs'"),
    *[
        (
            OPTIONS,
            f"{OPTIONS}\n    colours = {colours}",
            f"has colours that are not two different words: {colours}",
        )
        for colours in (
            "('red', 'green', 'blue')",
            "('red',)",
            "('red', 'red')",
            "('red', ' ')",
            "('red', None)",
            "None",
        )
    ],
    (OPTIONS, "options = ('rungs',)", "has options that are no tuple of Option: ('rungs',)"),
    (OPTIONS, f"options = {ONE}", "has options that are no tuple of Option: Option("),
    (
        OPTIONS,
        f"options = ({ONE}, {ONE})",
        "declares its option rungs twice",
    ),
    (OPTIONS, OPTIONS.replace("rungs", "Rungs"), "has an option 'Rungs': write lower-case letters"),
    (OPTIONS, OPTIONS.replace("rungs", "the-rungs"), "has an option 'the-rungs': write lower-case"),
]
COPY = "return Rung(self.top, self.rung, self.player)"
SHARING = "made = Rung(self.top); made.__dict__ = self.__dict__; return made"
KEY = "def key(self):"
PIECES = "def pieces(self, position):"
# Of a game that has been made: the same.
OF_GAME = [
    ("self.board =", "self.bord =", "has a prepare that sets no `board`, a Board"),
    ("self.move_space = 2", "pass", "has a prepare that sets no `move_space`, at least 1"),
    ("def key(self)", "def kee(self)", "has a position that lacks key"),
    ("self.winner =", "self.win =", "has a position that lacks winner"),
    ("player=0):", "player=2):", "has a position whose player is not 0 or 1, but 2"),
    ("Piece(0,", "Piece(3,", "player 0 or 1, or is NEUTRAL (2), not 3"),
    ("Piece(0,", "Piece(-1,", "a piece belongs to player 0 or 1"),
    ("Piece(0,", "Piece(None,", "or is NEUTRAL (2), not None"),
    ("return vec[i64]([", "return ([", "returns no vec[i64] from legal_moves, but [0, 1]"),
    ("self.move_space = 2", "self.move_space = 1", "has a move 1 outside its move_space, 0 to 0"),
    ("return uniform(", "return 5 + uniform(", "has a move 5 outside its move_space, 0 to 1"),
    ("self.rung, self.player\n", "[self.rung]\n", "returns a key that cannot be hashed, as a list"),
    (COPY, "return self", "has a copy that is not another position with the same key"),
    (COPY, SHARING, "has positions that change with a move in their copy: copy the lists, too"),
    ("return str(position.rung)", "return 0", "returns no text from format_position, but 0"),
    ("return str(move + 1)", "return move", "returns no text from format_move, but 0"),
    (KEY, f"def evaluate(self): return 0.5\n    {KEY}", "no whole number from evaluate, but 0.5"),
    (PIECES, f"def scene(self, *_): return 'x'\n    {PIECES}", "no Scene from scene, but 'x'"),
]


def spoilt(old: str, new: str) -> str:
    assert old in GAME
    return GAME.replace(old, new)


@pytest.mark.parametrize(("old", "new", "words"), OF_CLASS)
def test_a_class_that_cannot_be_played_is_refused_when_it_is_registered(
    old: str, new: str, words: str, yard: Yard
) -> None:
    yard.install("bad", spoilt(old, new) + ladder().removeprefix(GAME))
    (problem,) = registry().problems
    assert problem.kind == "bad-game"
    assert problem.sentence.startswith("game ladder")
    assert words in problem.sentence
    assert registry().games == {}
    with pytest.raises(
        Exception, match=r"no game 'ladder' is installed .*; plugin bad \(bad 1.0\)"
    ):
        load_game("ladder")


@pytest.mark.parametrize(("old", "new", "words"), [*OF_CLASS, *OF_GAME])
def test_a_game_that_cannot_be_played_is_refused_when_it_is_loaded(
    old: str, new: str, words: str, yard: Yard
) -> None:
    yard.install("bad", ladder(target="'ladder_rules:Ladder'"))
    yard.write("ladder_rules.py", spoilt(old, new))
    assert registry().problems == []
    for _ in range(2):
        with pytest.raises(ProblemError) as caught:
            load_game("ladder")
        assert caught.value.problem.kind == "bad-game"
        assert str(caught.value).startswith("plugin bad (bad 1.0): game ladder")
        assert words in str(caught.value)
    assert registry().problems == [caught.value.problem]


def test_a_game_that_is_fine_is_loaded_with_any_options(yard: Yard) -> None:
    yard.install("fine", ladder())
    assert [load_game("ladder", rungs=rungs).move_space for rungs in (4, 1, 9)] == [2, 2, 2]
    assert registry().problems == []


def test_a_game_is_looked_at_once(yard: Yard) -> None:
    yard.install("fine", ladder().replace("def initial(self):\n", f"def initial(self):\n{COUNT}"))
    yard.module("fine").starts = 0
    for _ in range(3):
        load_game("ladder")
    assert yard.module("fine").starts == 1


def test_what_a_game_raises_when_it_is_made_is_raised(yard: Yard) -> None:
    yard.install("bad", ladder().replace("self.move_space = 2", "1 / 0"))
    with pytest.raises(ZeroDivisionError):
        load_game("ladder")


def test_the_refusal_of_a_game_can_be_sent_to_another_process(yard: Yard) -> None:
    yard.install("bad", ladder().replace("Piece(0,", "Piece(3,"))
    with pytest.raises(ProblemError) as caught:
        load_game("ladder")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (str(copy), copy.problem) == (str(caught.value), caught.value.problem)
