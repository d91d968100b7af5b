"""Faults of keys, codes, playouts and shared memory: each is found, and told with its seed."""

from __future__ import annotations

from typing import Any

import pytest
from tests.plugins.kit.testing.faults import (
    ASKED,
    SHARED,
    Fault,
    Made,
    Told,
    check_fault,
    code_by_colours,
    numbers,
    play_with_shared_memory,
    sound,
)

from stackyard.position import uniform


def play_and_keep_the_move(position: Any, move: int) -> None:
    sound(position).play(position, move)
    position.last = int(move)


def last_of(position: Any) -> int:
    return int(getattr(position, "last", -1))


def copy_with_the_move(position: Any) -> Any:
    again = sound(position).copy(position)
    again.last = last_of(position)
    return again


def moves_from_shared_memory(position: Any) -> Any:
    SHARED[:] = position.takes()
    position.takes()  # time for another thread
    return numbers(*sorted(SHARED))


def random_move_from_shared_memory(position: Any, bits: int) -> int:
    SHARED[:] = [uniform(position.takes(), bits)]
    position.takes()  # time for another thread
    return SHARED[0]


def play_alone(position: Any, move: int) -> None:
    if SHARED:
        raise RuntimeError("another move is being made")
    SHARED.append(int(move))
    sound(position).play(position, move)
    SHARED.clear()


def play_with_memory_of_copies(position: Any, move: int) -> None:
    position.memory = memory_of(position)
    position.memory[:] = [position.left - int(move) - 1]
    sound(position).play(position, move)
    position.left = position.memory[0]


def memory_of(position: Any) -> Any:
    return getattr(position, "memory", [])


def copy_with_the_memory(position: Any) -> Any:
    again = sound(position).copy(position)
    again.memory = memory_of(position)
    return again


def takes_the_first(position: Any, seed: int, limit: int) -> int:
    moves = 0
    while len(position.legal_moves()) and moves < limit:
        position.play(position.legal_moves()[0])
        moves += 1
    return moves


def key_that_counts_to_eight(position: Any) -> Any:
    """Two positions share it only on the smallest board, where White has taken nine counters."""
    white, black = position.taken
    if white > 7 and position.left + white + black == 12:
        white, black = 8, 0
    return position.left, white, black, int(position.player), position.mid_turn


def code_that_counts_to_eight(position: Any) -> int:
    left, white, black, player, mid_turn = key_that_counts_to_eight(position)
    return int(4 * ((left * 41 + white) * 41 + black) + 2 * player + mid_turn)


def moves_by_the_last_one(position: Any) -> Any:
    """None of the string and the key tells that the last move may not be repeated."""
    takes = [take for take in position.takes() if take != last_of(position) or position.left < 4]
    return numbers(*takes)


FAULTS = {
    # Keys, codes and playouts
    "a code for several positions": Fault(
        "test_keys", "two positions have the code 5: 12 0,0 w and 9 3,0 w+", {"code": lambda p: 5}
    ),
    "a code that is no number of 62 bits": Fault(
        "test_keys",
        "12 0,0 w has the code 4611686018427387904, not one from 0 to 2^62 - 1 or -1",
        {"code": lambda p: 2**62},
    ),
    "a code that is wrong in rare positions": Fault(
        "test_keys",
        "two positions have the code 8037: 1 8,3 w+ and 1 9,2 w+",
        {"code": code_that_counts_to_eight},
    ),
    "a key that is wrong in rare positions": Fault(
        "test_keys",
        "two positions have one key: 0 9,3 b and 0 8,4 b",
        {"key": key_that_counts_to_eight},
    ),
    "a key that is a list": Fault(
        "test_keys",
        (
            "key is [0, 7, 5, False], which cannot be hashed: return numbers, texts, or tuples of "
            "them"
        ),
        {"key": lambda p: [p.left, *p.taken, p.mid_turn]},
    ),
    "legal moves that the string does not tell": Fault(
        "test_keys",
        (
            "two positions are written 8 4,0 b, with one key and different legal moves: "
            "(1, 2) and (0, 1, 2)"
        ),
        {
            "play": play_and_keep_the_move,
            "copy": copy_with_the_move,
            "legal_moves": moves_by_the_last_one,
        },
    ),
    "a symmetric code without a code": Fault(
        "test_symmetries", "its code is -1, its symmetric code 7", {"symmetric_code": lambda p: 7}
    ),
    "a symmetric code that is too large": Fault(
        "test_symmetries",
        "its symmetric code is 4611686018427387904, not one from 0 to 2^62 - 1 or -1",
        {"code": code_by_colours, "symmetric_code": lambda p: 2**62},
    ),
    "a symmetric code that forgets what was taken": Fault(
        "test_symmetries",
        (
            "two positions have the symmetric code 4, but their moves do not lead to the "
            "same: 2 5,5 w and 2 7,3 b"
        ),
        {"code": code_by_colours, "symmetric_code": lambda p: 2 * p.left + p.mid_turn},
    ),
    "a symmetric code that takes one player for the other": Fault(
        "test_symmetries",
        (
            "two positions have the symmetric code 47569, but their moves do not lead to "
            "the same: 7 3,2 b+ and 7 3,2 w+"
        ),
        {"code": code_by_colours, "symmetric_code": lambda p: code_by_colours(p) & ~2},
    ),
    "a code that changes": Fault(
        "test_keys", "12 0,0 w has two codes: 0 and 7", {"code": lambda p: next(ASKED)}
    ),
    "a key without the player": Fault(
        "test_keys",
        "two positions have one key: 3 6,3 w+ and 3 6,3 b+",
        {"key": lambda p: (p.left, *p.taken)},
    ),
    "a key without the turn": Fault(
        "test_keys",
        "two positions have one key: 3 6,3 w+ and 3 6,3 w",
        {"key": lambda p: (p.left, *p.taken, int(p.player))},
    ),
    "a key with the way there": Fault(
        "test_keys",
        "3 5,4 w has two keys, depending on the way there",
        {
            "play": play_and_keep_the_move,
            "copy": copy_with_the_move,
            "key": lambda p: (p.left, *p.taken, p.player, p.mid_turn, last_of(p)),
        },
    ),
    "a playout of its own kind": Fault(
        "test_playouts",
        "the game's playout makes 12 moves, core's makes 6",
        game={"playout": property(lambda game: takes_the_first)},
    ),
    # Threads
    "memory that all positions share": Fault(
        "test_threads",
        "position is '9 4,3 w' instead of '5 4,3 w'",
        {"play": play_with_shared_memory},
    ),
    "a list of moves that all positions share": Fault(
        "test_threads",
        "legal_moves is (0, 1, 2) instead of ()",
        {"legal_moves": moves_from_shared_memory},
    ),
    "memory for random moves that all positions share": Fault(
        "test_threads",
        "random_move is 1 instead of 0",
        {"random_move": random_move_from_shared_memory},
    ),
    "memory that a position shares with its copies": Fault(
        "test_threads",
        "position is '9 4,3 w' instead of '5 4,3 w'",
        {"play": play_with_memory_of_copies, "copy": copy_with_the_memory},
    ),
    "a move that allows no other meanwhile": Fault(
        "test_threads",
        "RuntimeError: another move is being made",
        {"play": play_alone},
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found_and_told_with_its_seed(
    fault: Fault, conformance: Made, told: Told
) -> None:
    check_fault(fault, conformance, told)
