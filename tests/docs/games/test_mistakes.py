"""Mistakes that authors make, injected into the example games, are told by the kit as it is set."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

import pytest
from tests.docs.games import test_dvonn, test_lasca, test_mill

from stackyard_dvonn.rules import Dvonn
from stackyard_kit.testing import GameConformance
from stackyard_lasca.game import LascaGame
from stackyard_lasca.rules import Lasca
from stackyard_mill.rules import Mill

DVONN, LASCA = test_dvonn.TestDvonn, test_lasca.TestLasca
MILL = test_mill.TestMill


class Mistake(NamedTuple):
    """The fault of a class of rules, or of a game, in a method; the test and words that tell."""

    broken: type
    method: str
    instead: Callable[..., Any]
    tests: type[GameConformance]
    test: str
    words: str


def copy_without_the_jumper(position: Any) -> Any:
    return Lasca(position._columns[:], position.player, position.winner, -1, 0)


def key_without_the_jumper(position: Any) -> Any:
    return int(position.player), bytes(position._columns)


def copy_that_shares_its_stacks(position: Any) -> Any:
    own = position._reds[:], position._tops[:], position._alive
    return Dvonn(position._stacks, *own, position.placed, position.player, position.winner)


def score_of_white_alone(position: Any, player: int) -> int:
    return int(player == 0)


def everything_taken(position: Any) -> Any:
    return position._men[1 - position.player]


def moves_that_fall(position: Any, jumps: bool) -> Any:
    moves = REAL_MOVES(position, jumps)
    return type(moves)(sorted(moves, reverse=True))


def blank_ending(game: Any, position: Any) -> str:
    return ""


REAL_MOVES = Lasca._of_player
MISTAKES = {
    "a copy that forgets the turn in progress": Mistake(
        *(Lasca, "copy", copy_without_the_jumper),
        *(LASCA, "test_copies", "a copy has another "),
    ),
    "a key that forgets the turn in progress": Mistake(
        *(Lasca, "key", key_without_the_jumper),
        *(LASCA, "test_keys", "two positions have one key: "),
    ),
    "a copy that shares its memory": Mistake(
        *(Dvonn, "copy", copy_that_shares_its_stacks),
        *(DVONN, "test_copies", "the original, after play in the other one, has another text: "),
    ),
    "a wrong winner": Mistake(
        *(Dvonn, "score", score_of_white_alone),
        *(DVONN, "test_reference", "the winner"),
    ),
    "a move too many in the middle of a turn": Mistake(
        *(Mill, "_prey", everything_taken),
        *(MILL, "test_reference", "does not allow"),
    ),
    "moves in another order": Mistake(
        *(Lasca, "_of_player", moves_that_fall),
        *(LASCA, "test_legal_moves", "ascend"),
    ),
    "an ending without words": Mistake(
        *(LascaGame, "ending", blank_ending),
        *(LASCA, "test_words", "ending is ''; words are wanted"),
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_in_a_readable_sentence(
    mistake: Mistake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mistake.broken, mistake.method, mistake.instead)
    with pytest.raises(pytest.fail.Exception) as caught:
        getattr(mistake.tests(), mistake.test)()
    told = str(caught.value)
    assert mistake.words in told
    assert "seed" in told
    assert max(map(len, told.splitlines())) < 500


def test_a_longest_that_lies_is_told() -> None:
    class TooShort(DVONN):  # type: ignore[misc, valid-type]
        longest = 60

    with pytest.raises(pytest.fail.Exception, match="not over after 60 moves"):
        TooShort().test_termination()


@pytest.mark.parametrize("test", ["test_legal_moves", "test_refusals"])
def test_a_space_of_ten_million_moves_takes_no_longer(
    test: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare = LascaGame.prepare

    def prepare_widely(game: LascaGame) -> None:
        prepare(game)
        game.move_space = 10**7

    monkeypatch.setattr(LascaGame, "prepare", prepare_widely)
    begun = time.process_time()
    with suppress(Exception, pytest.fail.Exception):  # most of these moves have no text
        getattr(LASCA(), test)()
    assert time.process_time() - begun < 10
