"""A second source is asked along whole games, whatever its kind."""

from __future__ import annotations

import re
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

    def ending(self, position: str, **options: Any) -> str:
        winner = self.winner(position, **options)
        return "a draw" if winner == 2 else f"{('white', 'black')[winner]} has won"

    def describe(self, position: str, move: str, **options: Any) -> str:
        return f"plays {move}"

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


def reverse_great_wins(position: Any, move: int) -> None:
    super(type(position), position).play(move)
    if position.taken == [9, 3]:
        position.winner = 1


def test_a_wrong_winner_at_a_rare_end_is_found(
    conformance: Made, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    failure = told(conformance({"play": reverse_great_wins}, reference=Judge())().test_reference)
    assert "the winner is black, and white for the second source" in failure
    assert ": 0 9,3 " in failure


def test_other_words_at_a_rare_end_are_found(conformance: Made, told: Told, share: Any) -> None:
    def ending(game: Any, position: Any) -> str:
        return "a tie" if position.taken == [6, 6] else share.ShareGame.ending(game, position)

    failure = told(conformance(game={"ending": ending}, reference=Judge())().test_reference)
    assert "ending is 'a tie', and 'a draw' for the second source" in failure
    assert ": 0 6,6 " in failure


def test_an_ending_that_is_rarely_blank_is_found(conformance: Made, told: Told, share: Any) -> None:
    def ending(game: Any, position: Any) -> str:
        words: str = share.ShareGame.ending(game, position)
        return words if position.taken != [9, 3] else ""

    assert "ending is ''" in told(conformance(game={"ending": ending})().test_words)


def test_other_words_for_a_move_are_found(conformance: Made, told: Told) -> None:
    broken = conformance(game={"describe": lambda game, move, p: "takes"}, reference=Judge())
    failure = told(broken().test_reference)
    assert re.search("describe says 'takes' of the move (.*), and the second source '", failure)


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
