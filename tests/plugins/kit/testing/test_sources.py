"""A second source is asked along whole games, whatever its kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stackyard_kit.testing import GameConformance

Made = Callable[..., type[GameConformance]]
Told = Callable[[Callable[[], object]], str]


class Judge:
    """Judges single positions of Share."""

    def __init__(self, allowed: int = 3, few_matters: bool = True) -> None:
        self.allowed = allowed
        self.few_matters = few_matters

    def legal_moves(self, position: str, **options: Any) -> list[str]:
        left = int(position.split()[0])
        return ["one", "two", "three", "four"][: min(left, self.allowed)]

    def winner(self, position: str, **options: Any) -> int:
        left, taken, _ = position.split()
        white, black = map(int, taken.split(","))
        if int(left):
            return -1
        few = options["few"] and self.few_matters
        return 2 if white == black else int((white < black) != few)

    def count(self, position: str, depth: int, **options: Any) -> dict[str, int]:
        """The same, as a function that counts the nodes below each move."""
        assert depth == 1
        return dict.fromkeys(self.legal_moves(position), 1)


def three(position: Any) -> list[int]:
    return list(range(min(3, position.left)))


def two(position: Any) -> list[int]:
    return list(range(min(2, position.left)))


@pytest.mark.parametrize("kind", ["judge", "function", "game"])
def test_a_source_that_agrees_passes(kind: str, conformance: Made, share: Any) -> None:
    sources = {"judge": Judge(), "function": Judge().count, "game": share.ShareGame}
    conformance(reference=given(sources[kind]))().test_reference()


@pytest.mark.parametrize("kind", ["judge", "function", "game"])
def test_a_move_that_the_source_forbids_is_named(
    kind: str, conformance: Made, told: Told, share: Any
) -> None:
    fewer = type("Fewer", (share.Share,), {"takes": two})
    game = type("ShareGame", (share.ShareGame,), {"kind": fewer, "__module__": "share"})
    sources = {"judge": Judge(2), "function": Judge(2).count, "game": game}
    failure = told(conformance(reference=given(sources[kind]))().test_reference)
    assert "the second source does not allow three" in failure
    assert "seed 0, ply 0: 12 0,0 w" in failure


def test_a_move_that_the_game_forgets_is_named(conformance: Made, told: Told) -> None:
    failure = told(conformance({"takes": two}, reference=Judge())().test_reference)
    assert "the game does not allow three, the second source does" in failure


def test_another_winner_is_named(conformance: Made, told: Told) -> None:
    failure = told(conformance(reference=Judge(few_matters=False))().test_reference)
    assert "for the second source" in failure
    assert "few=True" in failure


def test_a_game_that_ends_too_soon_is_found_at_the_end(
    conformance: Made, told: Told, share: Any
) -> None:
    def play(position: Any, move: int) -> None:
        share.Share.play(position, move)
        if position.left == 1:
            position.winner, position.mid_turn = 0, False

    def moves(position: Any) -> list[int]:
        return [] if position.winner != -1 else three(position)

    broken = conformance({"play": play, "takes": moves}, reference=Judge())
    assert "the game does not allow one" in told(broken().test_reference)


def given(source: Any) -> Any:
    """As it stands in the body of a class."""
    return source if isinstance(source, (type, Judge)) else staticmethod(source)
