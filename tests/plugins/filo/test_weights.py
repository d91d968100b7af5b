"""The learned weights that serve the rules and boards of F.I.L.O."""

from __future__ import annotations

from pathlib import Path

import pytest

from stackyard.position import ONGOING
from stackyard_engine.eval.lookup import evaluator_words, weights_for
from stackyard_engine.knowledge import knowledge_of
from stackyard_filo.game import VARIANTS, FiloGame

pytestmark = pytest.mark.builds


@pytest.fixture(autouse=True)
def of_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path / "none-learned-here"))


@pytest.mark.parametrize("size", [5, 6, 8])
@pytest.mark.parametrize("word", ["loses", "skip"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_weights_serve_every_rule_on_small_boards_and_the_default_one(
    variant: str, word: str, size: int
) -> None:
    assert weights_for(FiloGame(size=size, variant=variant, empty_reserve=word)) is not None


@pytest.mark.parametrize("variant", ["proposal-1", "proposal-1+2"])
@pytest.mark.parametrize("size", [6, 8])
def test_a_word_without_effect_takes_the_weights_of_the_other(variant: str, size: int) -> None:
    other, same = (
        FiloGame(size=size, variant=variant, empty_reserve=word) for word in ("loses", "skip")
    )
    expected, found = weights_for(other), weights_for(same)
    assert expected is not None
    assert found is not None
    assert list(found.numbers) == list(expected.numbers)
    assert found.heading == expected.heading
    assert evaluator_words(same, found) == evaluator_words(other, expected)


@pytest.mark.parametrize("variant", ["proposal-1", "proposal-1+2"])
def test_both_words_play_alike_under_the_first_proposal(variant: str) -> None:
    games = [
        FiloGame(size=5, pieces=5, variant=variant, empty_reserve=word)
        for word in ("loses", "skip")
    ]
    first, second = (game.initial() for game in games)
    moves = 0
    while first.winner == second.winner == ONGOING and moves < 200:
        assert list(first.legal_moves()) == list(second.legal_moves())
        move = int(first.random_move(moves * 2654435761 & 0xFFFFFFFF))
        first.play(move)
        second.play(move)
        moves += 1
    assert first.key() == second.key()
    for game in games:
        assert knowledge_of(game).idle_options() == {"empty_reserve": "loses"}
    assert not knowledge_of(FiloGame(empty_reserve="skip")).idle_options()
