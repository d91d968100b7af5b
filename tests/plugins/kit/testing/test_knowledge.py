"""A small game's registered knowledge, each time with one fault; and mistyped hooks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest

from stackyard import PositionError
from stackyard.boards import Row, Square
from stackyard.notation import Grid
from stackyard.position import ONGOING
from stackyard_engine import Knowledge, MctsParams
from stackyard_engine.eval.patterns import Patterns
from stackyard_kit.testing import GameConformance
from stackyard_kit.testing.knowledge import check_images, check_symmetries

Made = Callable[..., type[GameConformance]]
Told = Callable[[Callable[[], object]], str]
Contribute = Callable[[str, object], None]


def knowing(**parts: Any) -> type[Knowledge]:
    """Knowledge with these parts; functions without arguments give what methods return."""
    body = {
        name: (lambda self, *asked, part=part: part(*asked)) if callable(part) else part
        for name, part in parts.items()
    }
    return type("ShareKnowledge", (Knowledge,), body)


def one_trait(radix: int) -> Patterns:
    return Patterns((radix,), (((0,),),))


def write_left(position: Any, found: Any) -> None:
    found[0] = position.left


def change_left(position: Any, before: Any, player: int, found: Any, changed: Any) -> int:
    found[0] = position.left
    changed[0] = 0
    return 1


def test_sound_knowledge_passes(conformance: Made, contribute: Contribute) -> None:
    contribute("knowledge", knowing(patterns=lambda: one_trait(41), symmetries=lambda: [(0,)]))
    conformance({"traits": write_left, "changes": change_left})().test_knowledge()


@pytest.mark.parametrize(
    ("knowledge", "position", "why"),
    [
        (knowing(mcts_params="fast"), {}, "knowledge of game share: mcts_params is no MctsParams"),
        (
            knowing(mcts_params=MctsParams(horizon=5)),
            {},
            "mcts_params has a horizon, and the game's position lacks evaluate",
        ),
        (knowing(symmetries=lambda: [(0, 1)]), {}, "not the image of each cell once"),
        (knowing(patterns=lambda: one_trait(41)), {}, "the position lacks `traits`"),
        (knowing(patterns=lambda: one_trait(5)), {"traits": write_left}, "not from 0 to 4"),
        (
            knowing(patterns=lambda: one_trait(41)),
            {"traits": write_left, "changes": lambda *_: 0},
            "`changes` and `traits` differ after",
        ),
        (
            knowing(passed=lambda position: position),
            {},
            "after `passed` it is not the opponent's turn",
        ),
    ],
)
def test_a_fault_of_knowledge_is_told(
    knowledge: type[Knowledge],
    position: dict[str, Any],
    why: str,
    conformance: Made,
    told: Told,
    contribute: Contribute,
) -> None:
    contribute("knowledge", knowledge)
    assert why in told(conformance(position)().test_knowledge)


@pytest.mark.parametrize(
    ("images", "words"),
    [
        ([1, 0, 3, 2], ""),
        ([2, 3, 0, 1], "`symmetries` leads to w./.. w, which is refused: no man stands on a2"),
        ([3, 2, 1, 0], "`symmetries` leads to .w/.. w, where 0 moves are legal"),
    ],
)
def test_an_image_that_is_not_played_alike_is_told(
    images: list[int], words: str, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parse(text: str) -> Any:
        if text.startswith("w"):
            raise PositionError("no man stands on a2")
        men = text.split()[0].count("w", text.index("/"))
        return SimpleNamespace(legal_moves=lambda: range(men))

    board = Square(2)
    game = SimpleNamespace(
        board=board, grid=Grid(board, {"w": "a man"}, empty="."), parse_position=parse
    )
    known = SimpleNamespace(symmetries=lambda: [images])
    monkeypatch.setattr("stackyard_kit.testing.knowledge.knowledge_of", lambda game: known)
    start: Any = SimpleNamespace(game=game, text="../w. w", position=parse("../w. w"))
    failure = told(lambda: check_images(start))
    assert words in failure
    assert bool(words) == bool(failure)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("knowlege", "stackyard_register_knowledge"),
        ("claim", "stackyard_register_claims"),
        ("commands_", "stackyard_register_commands"),
        ("lesson", "stackyard_register_lessons"),
        ("puzles", "stackyard_register_puzzles"),
        ("knowledge", ""),
        ("tensors", ""),  # of a package that is not installed
    ],
)
def test_a_mistyped_optional_hook_is_told(
    typed: str, meant: str, conformance: Made, told: Told, contribute: Contribute
) -> None:
    contribute(typed, ())
    failure = told(conformance()().test_hooks)
    assert failure == "" if not meant else f"did you mean {meant}?" in failure


@dataclass
class Steps:
    """Two men on a row of three cells: a turn picks one up, then puts it in the middle."""

    men: tuple[int, int] = (0, 2)
    picked: int = -1
    player = 0
    winner = ONGOING

    @property
    def mid_turn(self) -> bool:
        return self.picked >= 0

    def copy(self) -> Steps:
        return replace(self)

    def legal_moves(self) -> list[int]:
        return [1] if self.mid_turn else [] if 1 in self.men else [0, 2]

    def play(self, move: int) -> None:
        if self.mid_turn:
            left = sum(self.men) - self.picked
            self.men, self.picked = (min(left, 1), max(left, 1)), -1
        else:
            self.picked = move


@pytest.mark.parametrize(("lost", "words"), [((), ""), ((2,), "is not played alike")])
def test_an_image_is_followed_where_positions_within_a_turn_look_alike(
    lost: tuple[int, ...], words: str, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Lame(Steps):
        def legal_moves(self) -> list[int]:
            return [move for move in super().legal_moves() if self.mid_turn or move not in lost]

    game: Any = SimpleNamespace(
        board=Row(3),
        initial=Lame,
        pieces=lambda position: dict.fromkeys(position.men, ()),
        trays=lambda position: (),
        format_position=str,
    )
    known = SimpleNamespace(symmetries=lambda: [(2, 1, 0)])
    monkeypatch.setattr("stackyard_kit.testing.knowledge.knowledge_of", lambda game: known)
    failure = told(lambda: check_symmetries(game))
    assert words in failure
    assert bool(words) == bool(failure)


def test_a_position_string_may_begin_with_something_else_than_the_board(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Square(2)
    game = SimpleNamespace(board=board, grid=Grid(board, {"w": "a man"}, empty="."))
    known = SimpleNamespace(symmetries=lambda: [(1, 0, 3, 2)])
    monkeypatch.setattr("stackyard_kit.testing.knowledge.knowledge_of", lambda game: known)
    start: Any = SimpleNamespace(game=game, text="w ../w.")
    assert told(lambda: check_images(start)) == ""
