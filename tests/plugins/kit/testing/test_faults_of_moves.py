"""Faults of the rules: each is found, and told with its seed."""

from __future__ import annotations

from typing import Any

import pytest
from tests.plugins.kit.testing.faults import (
    Fault,
    Made,
    Told,
    check_fault,
    numbers,
    play_with,
    sound,
)

from stackyard.position import uniform


def end_inside_a_turn(position: Any) -> None:
    position.mid_turn = position.mid_turn or not position.left


def let_a_third_win(position: Any) -> None:
    position.winner = position.winner if position.left else 3


def let_nobody_win(position: Any) -> None:
    position.winner = position.winner if position.left else None


def rarely_a_seventh(position: Any, bits: int) -> int:
    rare = position.taken == [0, 0] and bits % 113 == 7
    return 7 if rare else uniform(position.takes(), bits)


def pass_the_turn_on(position: Any) -> None:
    if position.mid_turn:
        position.player = 1 - position.player


def let_a_third_play(position: Any) -> None:
    position.player -= 1


def moves_by_turns(position: Any) -> Any:
    position.asked = not getattr(position, "asked", False)
    return numbers(*(position.takes() if position.asked else position.takes()[1:]))


def not_to_be_pickled(position: Any) -> Any:
    raise TypeError("it holds an open file")


def pickled_without_what_was_taken(position: Any) -> Any:
    player, mid_turn = int(position.player), position.mid_turn
    return sound(position), (position.left, [0, 0], player, mid_turn, position.few)


def copy_that_forgets_the_turn_at_seven(position: Any) -> Any:
    again = sound(position).copy(position)
    again.mid_turn = again.mid_turn and again.left != 7
    return again


def two_moves_only(game: Any) -> None:
    sound(game).prepare(game)
    game.move_space = 2


FAULTS = {
    # Legal moves
    "legal moves in no order": Fault(
        "test_legal_moves",
        "the legal moves are not ascending, each once: [2, 1, 0]",
        {"legal_moves": lambda p: numbers(*p.takes()[::-1])},
    ),
    "a legal move twice": Fault(
        "test_legal_moves",
        "the legal moves are not ascending, each once: [0, 0, 1, 2]",
        {"legal_moves": lambda p: numbers(*p.takes()[:1], *p.takes())},
    ),
    "a legal move beyond the move space": Fault(
        "test_legal_moves",
        "a legal move is outside the move space, 0 to 1: [0, 1, 2]",
        game={"prepare": two_moves_only},
    ),
    "legal moves after the end": Fault(
        "test_legal_moves",
        "the game is over, winner 0, and moves are legal: [0]",
        {"legal_moves": lambda p: numbers(*(p.takes() or [0]))},
    ),
    "no legal move before the end": Fault(
        "test_legal_moves",
        "the game is not over, and no move is legal",
        {"legal_moves": lambda p: numbers(*(p.takes() if p.left > 3 else []))},
    ),
    "legal moves that differ when asked again": Fault(
        "test_legal_moves",
        "the legal moves are [0, 1, 2], and [1, 2] when asked once more",
        {"legal_moves": moves_by_turns},
    ),
    "a winner 3": Fault(
        "test_legal_moves", "winner is 3, not ONGOING, 0, 1 or DRAW", play_with(let_a_third_win)
    ),
    "no winner at the end": Fault(
        "test_legal_moves",
        "winner is None, not ONGOING, 0, 1 or DRAW",
        play_with(let_nobody_win),
    ),
    "a start inside a turn": Fault(
        "test_legal_moves",
        "the game begins in the middle of a turn",
        game={"initial": lambda game: game.kind(game.counters, [0, 0], 0, True, game.few)},
    ),
    "a player -1": Fault(
        "test_legal_moves", "player is -1, not 0 or 1", play_with(let_a_third_play)
    ),
    "a turn that two players share": Fault(
        "test_legal_moves",
        "it is the middle of a turn that player 0 began, and player 1 is to act",
        play_with(pass_the_turn_on),
    ),
    "an end inside a turn": Fault(
        "test_legal_moves",
        "the game is over, and yet it is the middle of a turn",
        play_with(end_inside_a_turn),
    ),
    # Random moves
    "a random move that is not legal": Fault(
        "test_random_moves",
        "random_move(4294967295) is 2, not one of [0, 1]",
        {"random_move": lambda p, bits: 3 * bits >> 32},
    ),
    "a random move that is hardly ever illegal": Fault(
        "test_random_moves",
        "random_move(164273418) is 7, not one of [0, 1, 2]",
        {"random_move": rarely_a_seventh},
    ),
    "a random move after the end": Fault(
        "test_random_moves",
        "random_move(0) is 0, not -1, the game being over",
        {"random_move": lambda p, bits: max(0, uniform(p.takes(), bits))},
    ),
    "random moves of which some never come": Fault(
        "test_random_moves",
        ("random_move is biased: of 1800 moves 1200 are 0 and 0 are 2; each should be about 600"),
        {"random_move": lambda p, bits: uniform(p.takes(), bits // 2)},
    ),
    "random moves of which one comes twice as often": Fault(
        "test_random_moves",
        ("random_move is biased: of 1800 moves 900 are 0 and 450 are 1; each should be about 600"),
        {"random_move": lambda p, bits: uniform([*p.takes()[:1], *p.takes()], bits)},
    ),
    # Copies and pickles
    "copies that share what was taken": Fault(
        "test_copies",
        (
            "the original, after play in the other one, has another text: '12 2,0 w' "
            "instead of '12 0,0 w'"
        ),
        {"copy": lambda p: type(p)(p.left, p.taken, p.player, p.mid_turn, p.few)},
    ),
    "a copy that is the original": Fault(
        "test_copies",
        (
            "the original, after play in the other one, has another text: '10 2,0 w+' "
            "instead of '12 0,0 w'"
        ),
        {"copy": lambda p: p},
    ),
    "a copy that forgets the turn": Fault(
        "test_copies",
        "a copy has another text: '9 3,0 w' instead of '9 3,0 w+'",
        {"copy": lambda p: type(p)(p.left, p.taken[:], p.player, False, p.few)},
    ),
    "a position that cannot be pickled": Fault(
        "test_pickling",
        "the position cannot be pickled: it holds an open file",
        {"__reduce__": not_to_be_pickled},
    ),
    "a copy that forgets the turn, rarely": Fault(
        "test_copies",
        "a copy has another text: '7 4,1 b' instead of '7 4,1 b+'",
        {"copy": copy_that_forgets_the_turn_at_seven},
    ),
    "a pickle that forgets": Fault(
        "test_pickling",
        "a pickled position has another text: '9 0,0 w+' instead of '9 3,0 w+'",
        {"__reduce__": pickled_without_what_was_taken},
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found_and_told_with_its_seed(
    fault: Fault, conformance: Made, told: Told
) -> None:
    check_fault(fault, conformance, told)


def test_a_player_who_never_has_a_turn_is_told(conformance: Made, told: Told) -> None:
    def stay(position: Any) -> None:
        position.player = 0

    failure = told(conformance(play_with(stay))().test_legal_moves)
    assert "player 1 has none of " in failure
    assert "turns: let `play` change `player`" in failure
