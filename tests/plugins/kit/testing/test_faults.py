"""Each check fails on a game that is broken in one way, and says what is wrong and where."""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count
from threading import Event, Lock, current_thread, main_thread
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from stackyard import (
    GameInfo,
    IllegalMoveError,
    MctsParams,
    Option,
    Piece,
    PositionError,
    Refusal,
    Tray,
)
from stackyard.position import uniform
from stackyard_kit.testing import GameConformance, matches, threads

Made = Callable[..., type[GameConformance]]
Told = Callable[[Callable[[], object]], str]

STANDARD = [name for name in vars(GameConformance) if name.startswith("test_")]
MAKING = {"test_making", "test_silence", "test_options", "test_starts", "test_rules_page"}
PROVED_ELSEWHERE = {
    "test_left_out",
    "test_perft",
    "test_builds",
    "test_reference",
    "test_claims",
} | MAKING


@dataclass(frozen=True)
class Fault:
    """The test that finds it, some of its words, and what the broken game has instead."""

    test: str
    words: str
    position: dict[str, Any] = field(default_factory=dict)
    game: dict[str, Any] = field(default_factory=dict)
    tests: dict[str, Any] = field(default_factory=dict)


def numbers(*moves: int) -> Any:
    return vec[i64](list(moves))


def sound(broken: Any) -> Any:
    """The class of what a broken position or game was made of."""
    return type(broken).__base__


# Positions that are broken


def play_with(change: Callable[[Any], None]) -> dict[str, Any]:
    """Positions that are changed after each move."""

    def play(position: Any, move: int) -> None:
        sound(position).play(position, move)
        change(position)

    return {"play": play}


def end_inside_a_turn(position: Any) -> None:
    position.mid_turn = position.mid_turn or not position.left


def let_a_third_win(position: Any) -> None:
    position.winner = position.winner if position.left else 3


def rarely_a_seventh(position: Any, bits: int) -> int:
    rare = position.taken == [0, 0] and bits % 113 == 7
    return 7 if rare else uniform(position.takes(), bits)


def pass_the_turn_on(position: Any) -> None:
    if position.mid_turn:
        position.player = 1 - position.player


def let_a_third_play(position: Any) -> None:
    position.player -= 1


def count_moves(position: Any) -> None:
    position.moves = moves_of(position) + 1


def moves_of(position: Any) -> int:
    return int(getattr(position, "moves", 0))


def play_and_keep_the_move(position: Any, move: int) -> None:
    sound(position).play(position, move)
    position.last = int(move)


def last_of(position: Any) -> int:
    return int(getattr(position, "last", -1))


def copy_with_the_move(position: Any) -> Any:
    again = sound(position).copy(position)
    again.last = last_of(position)
    return again


def copy_with_the_moves(position: Any) -> Any:
    again = sound(position).copy(position)
    again.moves = moves_of(position)
    return again


SHARED: list[int] = []  # what broken positions take for memory of their own


def play_with_shared_memory(position: Any, move: int) -> None:
    SHARED[:] = [position.left - int(move) - 1]
    sound(position).play(position, move)
    position.left = SHARED[0]


def moves_from_shared_memory(position: Any) -> Any:
    SHARED[:] = position.takes()
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


def go_on_for_ever(position: Any, move: int) -> None:
    position.player = 1 - position.player
    count_moves(position)


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


def end_early_unless_by_one(position: Any, move: int) -> None:
    sound(position).play(position, move)
    if move and position.left:
        position.left, position.mid_turn, position.winner = 0, False, 0


def code_by_colours(position: Any) -> int:
    white, black = position.taken
    acts = 2 * int(position.player) + position.mid_turn
    return int(4 * ((position.left * 41 + white) * 41 + black) + acts)


def code_by_players(position: Any) -> int:
    """The same for positions with the colours exchanged, which are played alike."""
    taken = position.taken
    own, other = taken[position.player], taken[1 - position.player]
    return int(2 * ((position.left * 41 + own) * 41 + other) + position.mid_turn)


# Games that are broken


def about(**changes: Any) -> dict[str, Any]:
    told = {"name": "share", "title": "Share", "designer": "nobody", "year": 2000}
    return {"about": GameInfo(**{**told, "summary": "Take counters.", **changes})}


def two_moves_only(game: Any) -> None:
    sound(game).prepare(game)
    game.move_space = 2


def six_moves(game: Any) -> None:
    sound(game).prepare(game)
    game.move_space = 6


def no_board(game: Any) -> None:
    sound(game).prepare(game)
    del game.board


def count_the_games(game: Any) -> None:
    sound(game).prepare(game)
    game.settings["number"] = (game.settings["number"] + 1) % 9


def take_anything(game: Any, text: str, position: Any) -> int:
    words = ("one", "two", "three")
    return words.index(text) if text in words else 99


def takes_the_first(position: Any, seed: int, limit: int) -> int:
    moves = 0
    while len(position.legal_moves()) and moves < limit:
        position.play(position.legal_moves()[0])
        moves += 1
    return moves


def no_position(game: Any, text: str) -> Any:
    raise PositionError("no")


def read_loosely(game: Any, text: str) -> Any:
    found = re.fullmatch(r" *(\d+) (\d+),(\d+) ([wb])(\+?)", text)
    if found is None or sum(map(int, found.group(1, 2, 3))) != game.counters:
        raise PositionError("no")
    left, *taken = map(int, found.group(1, 2, 3))
    return game.kind(left, taken, "wb".index(found[4]), bool(found[5] and left), game.few)


def read_without_looking(game: Any, text: str) -> Any:
    left, pair, player = text.split(" ")
    taken = [int(number) for number in pair.split(",")]
    if int(left) + sum(taken) != game.counters or player not in ("w", "b", "w+", "b+"):
        raise PositionError("no")
    return game.kind(int(left), taken, "wb".index(player[0]), player[1:] == "+", game.few)


def refused(*refusal: Any) -> dict[str, Any]:
    return {"refusal": lambda game, move, position: Refusal(*refusal)}


def play_what_is_refused(game: Any, move: int, position: Any) -> Refusal:
    position.taken[0] += move
    return Refusal("too-many", "there are not so many counters left")


def refuse_all_alike(game: Any, text: str, position: Any) -> int:
    move = int(game.read_move(text.strip().lower()))
    if move not in position.legal_moves():
        raise IllegalMoveError(Refusal("too-many", "there are not so many counters left"))
    return move


def scene_with(**changes: Any) -> dict[str, Any]:
    """Scenes in which something stands instead of what the game says."""

    def scene(game: Any, position: Any, before: Any = None) -> Any:
        return replace(sound(game).scene(game, position, before), **changes)

    return {"scene": scene}


def tray_of(player: int, letter: str) -> dict[str, Any]:
    return {"trays": lambda game, position: (Tray("pile", 0, (Piece(player, letter),)),)}


ASKED = count()
WITH_A_NUMBER = (
    Option("counters", 12, range(4, 40), "How many counters there are."),
    Option("few", False, (False, True), "Whether fewer counters win."),
    Option("number", 0, range(9), "A number that changes nothing."),
)
UNCOUNTED = {"pieces_in": lambda self, text: None}
ALL_ALIKE = scene_with(cells={}, trays=(), player=0, asked="take", winner=-1)

FAULTS = {
    # The game in general
    "a summary without a full stop": Fault(
        "test_description", "a sentence with its full stop", game=about(summary="Take counters")
    ),
    "no designer": Fault("test_description", "about.designer is empty", game=about(designer=" ")),
    "a name that cannot be typed": Fault(
        "test_description", "lower-case letters", game=about(name="Share!")
    ),
    "an option without help": Fault(
        "test_description",
        "option few has no help",
        game={
            "options": (
                Option("counters", 12, range(4, 40), "How many."),
                Option("few", False, (False, True), ""),
            )
        },
    ),
    "one colour for both": Fault(
        "test_description", "two different words", game={"colours": ("white", "white")}
    ),
    "a default without words": Fault(
        "test_description",
        "option counters has no text for its default",
        game={
            "options": (
                Option("counters", lambda settings: 12, range(4, 40), "How many."),
                Option("few", False, (False, True), "Whether fewer win."),
            )
        },
    ),
    "a year that is no number": Fault(
        "test_description", "about.year is a number", game=about(year="of old")
    ),
    "a game without a board": Fault(
        "test_description", "prepare has to set `board`", game={"prepare": no_board}
    ),
    "parameters that is none": Fault(
        "test_description", "mcts_params is not an MctsParams", game={"mcts_params": "fast"}
    ),
    "parameters that asks for what its positions lack": Fault(
        "test_description",
        "game share: mcts_params has a horizon, and its position lacks evaluate",
        game={"mcts_params": MctsParams(horizon=5)},
    ),
    "a repetition that every position fulfils": Fault(
        "test_description",
        "repetition is 0 (never) or 2 and more, not 1",
        game={"repetition": 1},
    ),
    "an empty rules page": Fault(
        "test_description", "rules page is empty", game={"rules_page": lambda game: "\n"}
    ),
    # Legal moves
    "legal moves in no order": Fault(
        "test_legal_moves",
        "not ascending, each once: [2, 1, 0]",
        {"legal_moves": lambda p: numbers(*p.takes()[::-1])},
    ),
    "a legal move twice": Fault(
        "test_legal_moves",
        "not ascending, each once: [0, 0, 1, 2]",
        {"legal_moves": lambda p: numbers(*p.takes()[:1], *p.takes())},
    ),
    "a legal move beyond the move space": Fault(
        "test_legal_moves", "outside the move space, 0 to 1", game={"prepare": two_moves_only}
    ),
    "legal moves after the end": Fault(
        "test_legal_moves",
        "the game is over, winner",
        {"legal_moves": lambda p: numbers(*(p.takes() or [0]))},
    ),
    "no legal move before the end": Fault(
        "test_legal_moves",
        "not over, and no move is legal",
        {"legal_moves": lambda p: numbers(*(p.takes() if p.left > 3 else []))},
    ),
    "legal moves that differ when asked again": Fault(
        "test_legal_moves",
        "when asked once more",
        {"legal_moves": moves_by_turns},
    ),
    "a winner 3": Fault("test_legal_moves", "winner is 3", play_with(let_a_third_win)),
    "a start inside a turn": Fault(
        "test_legal_moves",
        "begins in the middle of a turn",
        game={"initial": lambda game: game.kind(game.counters, [0, 0], 0, True, game.few)},
    ),
    "a player -1": Fault(
        "test_legal_moves", "player is -1, not 0 or 1", play_with(let_a_third_play)
    ),
    "a turn that two players share": Fault(
        "test_legal_moves",
        "that player 0 began, and player 1 is to act",
        play_with(pass_the_turn_on),
    ),
    "an end inside a turn": Fault(
        "test_legal_moves", "the middle of a turn", play_with(end_inside_a_turn)
    ),
    # Random moves
    "a random move that is not legal": Fault(
        "test_random_moves", "random_move(", {"random_move": lambda p, bits: 3 * bits >> 32}
    ),
    "a random move that is hardly ever illegal": Fault(
        "test_random_moves", "is 7, not one of [0, 1, 2]", {"random_move": rarely_a_seventh}
    ),
    "a random move after the end": Fault(
        "test_random_moves",
        "not -1, the game being over",
        {"random_move": lambda p, bits: max(0, uniform(p.takes(), bits))},
    ),
    "random moves of which some never come": Fault(
        "test_random_moves",
        "random_move is biased",
        {"random_move": lambda p, bits: uniform(p.takes(), bits // 2)},
    ),
    "random moves of which one comes twice as often": Fault(
        "test_random_moves",
        "random_move is biased",
        {"random_move": lambda p, bits: uniform([*p.takes()[:1], *p.takes()], bits)},
    ),
    # Copies and pickles
    "copies that share what was taken": Fault(
        "test_copies",
        "has another",
        {"copy": lambda p: type(p)(p.left, p.taken, p.player, p.mid_turn, p.few)},
    ),
    "a copy that is the original": Fault("test_copies", "has another", {"copy": lambda p: p}),
    "a copy that forgets the turn": Fault(
        "test_copies",
        "a copy has another key",
        {"copy": lambda p: type(p)(p.left, p.taken[:], p.player, False, p.few)},
    ),
    "a position that cannot be pickled": Fault(
        "test_pickling",
        "the position cannot be pickled: it holds an open file",
        {"__reduce__": not_to_be_pickled},
    ),
    "a copy that forgets the turn, rarely": Fault(
        "test_copies", "a copy has another key", {"copy": copy_that_forgets_the_turn_at_seven}
    ),
    "a pickle that forgets": Fault(
        "test_pickling",
        "a pickled position has another key",
        {"__reduce__": pickled_without_what_was_taken},
    ),
    # Keys, codes and playouts
    "a code for several positions": Fault(
        "test_keys", "two positions have the code 5: ", {"code": lambda p: 5}
    ),
    "a code that is no number of 62 bits": Fault(
        "test_keys", "has the code 4611686018427387904, not one from 0", {"code": lambda p: 2**62}
    ),
    "a symmetric code without a code": Fault(
        "test_symmetries", "its code is -1, its symmetric code ", {"symmetric_code": lambda p: 7}
    ),
    "a symmetric code that is too large": Fault(
        "test_symmetries",
        "its symmetric code is 4611686018427387904, not one from 0",
        {"code": code_by_colours, "symmetric_code": lambda p: 2**62},
    ),
    "a symmetric code that forgets what was taken": Fault(
        "test_symmetries",
        "but their moves do not lead to the same: ",
        {"code": code_by_colours, "symmetric_code": lambda p: 2 * p.left + p.mid_turn},
    ),
    "a symmetric code that takes one player for the other": Fault(
        "test_symmetries",
        "but their moves do not lead to the same: ",
        {"code": code_by_colours, "symmetric_code": lambda p: code_by_colours(p) & ~2},
    ),
    "a code that changes": Fault("test_keys", "has two codes: ", {"code": lambda p: next(ASKED)}),
    "a key without the player": Fault(
        "test_keys", "two positions have the key", {"key": lambda p: (p.left, *p.taken)}
    ),
    "a key without the turn": Fault(
        "test_keys",
        "two positions have the key",
        {"key": lambda p: (p.left, *p.taken, int(p.player))},
    ),
    "a key with the way there": Fault(
        "test_keys",
        "has two keys",
        {
            "play": play_and_keep_the_move,
            "copy": copy_with_the_move,
            "key": lambda p: (p.left, *p.taken, p.player, p.mid_turn, last_of(p)),
        },
    ),
    "a playout of its own kind": Fault(
        "test_playouts", "playout", game={"playout": property(lambda game: takes_the_first)}
    ),
    # Threads
    "memory that all positions share": Fault(
        "test_threads", "key is (", {"play": play_with_shared_memory}
    ),
    "a list of moves that all positions share": Fault(
        "test_threads", "legal_moves is (", {"legal_moves": moves_from_shared_memory}
    ),
    "memory for random moves that all positions share": Fault(
        "test_threads", "random_move is ", {"random_move": random_move_from_shared_memory}
    ),
    "memory that a position shares with its copies": Fault(
        "test_threads",
        "key is (",
        {"play": play_with_memory_of_copies, "copy": copy_with_the_memory},
    ),
    "a move that allows no other meanwhile": Fault(
        "test_threads", "RuntimeError: another move is being made", {"play": play_alone}
    ),
    # Notation
    "a position string that drops the turn": Fault(
        "test_position_texts",
        "read from its string has another",
        game={"whose": lambda game, p: "wb"[p.player]},
    ),
    "a position that cannot be written": Fault(
        "test_position_texts", "KeyError", game={"format_position": lambda game, p: {}[p.left]}
    ),
    "a position string of two lines": Fault(
        "test_position_texts", "one line", game={"whose": lambda game, p: "\nw"}
    ),
    "a position that is refused": Fault(
        "test_position_texts", "refused when read again: no", game={"parse_position": no_position}
    ),
    "moves read with capitals only": Fault(
        "test_move_texts",
        "is refused",
        game={"parse_move": lambda game, text, position: game.read_move(text.strip())},
    ),
    "moves written in capitals": Fault(
        "test_move_texts", "lower case", game={"format_move": lambda game, move, p: f"M{move}"}
    ),
    "two moves with one text": Fault(
        "test_move_texts", "two legal moves", game={"format_move": lambda game, move, p: "one"}
    ),
    "a move read as another": Fault(
        "test_move_texts", "and is read as", game={"read_move": lambda game, text: 0}
    ),
    # Refusals
    "a refusal that plays the move": Fault(
        "test_refusals", "changed by a refusal", game={"refusal": play_what_is_refused}
    ),
    "a refusal that is a mere sentence": Fault(
        "test_refusals", "which is no Refusal", game={"refusal": lambda game, move, p: "no"}
    ),
    "a refusal without a rule": Fault("test_refusals", "the rule is ''", game=refused("", "no")),
    "a rule that is a sentence": Fault(
        "test_refusals", "words-with-hyphens", game=refused("Too many!", "no")
    ),
    "a refusal that says nothing": Fault(
        "test_refusals", "words are wanted", game=refused("too-many", "")
    ),
    "a refusal with a full stop": Fault(
        "test_refusals", "without a full stop", game=refused("too-many", "No.")
    ),
    "a refusal that points beside the board": Fault(
        "test_refusals", "not on the board", game=refused("too-many", "no", [1])
    ),
    "a refusal that is an error": Fault(
        "test_refusals", "IndexError", game={"refusal": lambda game, move, p: [][move]}
    ),
    "a move accepted that is not legal": Fault(
        "test_refusals",
        "not legal here",
        game={"parse_move": lambda game, text, p: game.read_move(text.strip().lower())},
    ),
    "a finished game that is refused like any other": Fault(
        "test_refusals", "the game is over, and the rule is", game={"parse_move": refuse_all_alike}
    ),
    # Nonsense
    "a position that raises whatever comes": Fault(
        "test_nonsense", "ValueError", game={"parse_position": read_without_looking}
    ),
    "a position with more than one string": Fault(
        "test_nonsense",
        "refuse all strings but that one",
        game={"parse_position": read_loosely},
    ),
    "nonsense that is a move": Fault(
        "test_nonsense", "is read as 99, which is not legal", game={"parse_move": take_anything}
    ),
    "a move that raises whatever comes": Fault(
        "test_nonsense", "KeyError", game={"read_move": lambda game, text: {"one": 0}[text]}
    ),
    # What people see
    "an ending without words": Fault(
        "test_words", "ending is ''", game={"ending": lambda game, p: ""}
    ),
    "a question of two lines": Fault(
        "test_words", "asked is one line", game={"asked": lambda game, p: "take\nagain"}
    ),
    "a description with a full stop": Fault(
        "test_words", "describe is one line", game={"describe": lambda game, m, p: "takes."}
    ),
    "a move that touches no board": Fault(
        "test_words", "move_cells", game={"move_cells": lambda game, m, p: (7,)}
    ),
    "a mark beside the board": Fault(
        "test_words", "touched", game={"touched": lambda game, p, before: [-1]}
    ),
    "a piece that is not shown": Fault(
        "test_scenes", "pieces, the scene", game={"trays": lambda game, p: ()}
    ),
    "a scene of its own kind": Fault("test_scenes", "the pieces are", game=scene_with(cells={})),
    "a letter of two letters": Fault(
        "test_scenes", "one character", game=tray_of(0, "oo"), tests=UNCOUNTED
    ),
    "a piece of a third player": Fault(
        "test_scenes", "player 0 or 1", game=tray_of(3, "o"), tests=UNCOUNTED
    ),
    "a note beside the board": Fault(
        "test_scenes", "the notes of a scene", game={"notes": lambda game, p: {9: "9"}}
    ),
    "positions that look alike": Fault(
        "test_scenes",
        "look alike",
        game={"trays": lambda game, p: (), "pieces": lambda game, p: {}},
        tests=UNCOUNTED,
    ),
    "a look that the string does not tell": Fault(
        "test_scenes",
        "looks otherwise",
        play_with(count_moves),
        game={"asked": lambda game, p: f"take, after {moves_of(p)} moves"},
    ),
    "a move that cannot be seen": Fault(
        "test_scenes",
        "changes nothing that is shown",
        game={"trays": lambda game, p: (), "pieces": lambda game, p: {}} | ALL_ALIKE,
        tests=UNCOUNTED,
    ),
    "a piece that no picture can name": Fault(
        "test_drawings",
        "the description of the picture lacks",
        game={"pieces": lambda game, p: {0: (Piece(0, "\r"),)}},
    ),
    "a title that no picture can bear": Fault(
        "test_drawings", "cannot be shown as it is", game=about(title="Sha\x0bre")
    ),
    # Whole games
    "a game longer than declared": Fault(
        "test_termination", "not over after 5 moves", tests={"longest": 5}
    ),
    "a game longer than declared if both players put off the end": Fault(
        "test_termination",
        "the longest is to have 12",
        {"play": end_early_unless_by_one},
        tests={"longest": 12},
    ),
    "a length that is not declared": Fault(
        "test_termination", "declare how long a game can be", tests={"longest": None}
    ),
    "a game that never ends and repeats nothing": Fault(
        "test_termination",
        "a match is not over",
        {"play": go_on_for_ever, "key": moves_of, "copy": copy_with_the_moves},
        tests={"endless": True},
    ),
    "options that do not stay": Fault(
        "test_records",
        "a match read from its record is one of",
        game={"prepare": count_the_games, "options": WITH_A_NUMBER},
    ),
    "two moves that do the same": Fault(
        "test_records",
        "has other turns",
        {
            "legal_moves": lambda p: numbers(*p.takes(), *[take + 3 for take in p.takes()]),
            "play": lambda p, move: sound(p).play(p, move % 3),
        },
        {
            "prepare": six_moves,
            "format_move": lambda game, move, p: ("one", "two", "three")[move % 3],
        },
    ),
    "an ending that is told otherwise each time": Fault(
        "test_records",
        "a match read from its record ends with",
        game={"ending": lambda game, p: f"over, asked {next(ASKED)} times"},
    ),
    "moves written as others": Fault(
        "test_records",
        "the record of a match is refused",
        game={"format_move": lambda game, move, p: ("one", "three", "two")[move]},
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found_and_told_with_its_seed(
    fault: Fault, conformance: Made, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "PATIENCE", 200)
    tests = conformance(fault.position, fault.game, **fault.tests)
    failure = told(getattr(tests(), fault.test))
    assert fault.words in failure
    assert re.search(r"in ShareGame\(counters=\d+, few=\w+", failure)
    assert "seed" in failure or fault.test == "test_description"


@pytest.mark.parametrize("test", sorted((set(STANDARD) - PROVED_ELSEWHERE) | MAKING))
def test_the_sound_game_passes(test: str, conformance: Made) -> None:
    getattr(conformance()(), test)()


def test_symmetric_codes_may_exchange_the_colours(conformance: Made) -> None:
    codes = {"code": code_by_colours, "symmetric_code": code_by_players}
    conformance(codes)().test_symmetries()


def test_a_game_that_only_repeats_itself_ends_as_a_match(conformance: Made) -> None:
    pass_on = {"play": lambda p, move: setattr(p, "player", 1 - p.player)}
    conformance(pass_on, longest=None, endless=True)().test_termination()


def test_shared_memory_is_found_at_the_same_place_each_time(conformance: Made, told: Told) -> None:
    tests = conformance({"play": play_with_shared_memory})()
    failures = {told(tests.test_threads) for _ in range(3)}
    assert len(failures) == 1
    assert "" not in failures


def test_positions_may_share_memory_behind_a_lock(
    conformance: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = Lock()

    def play_behind_a_lock(position: Any, move: int) -> None:
        with lock:
            play_with_shared_memory(position, move)

    monkeypatch.setattr(threads, "DEADLOCK", 0.05)
    conformance({"play": play_behind_a_lock})().test_threads()


def test_threads_that_are_never_done_are_given_up(
    conformance: Made, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = Event()

    def wait_for_the_end(position: Any, move: int) -> None:
        if current_thread() is not main_thread():
            over.wait()
        sound(position).play(position, move)

    monkeypatch.setattr(threads, "DEADLOCK", 0.05)
    monkeypatch.setattr(threads, "PATIENCE", 0.2)
    failure = told(conformance({"play": wait_for_the_end})().test_threads)
    over.set()
    assert "4 threads, each with a position of its own, are not done after 0.2 seconds" in failure


def test_the_interpreter_is_left_as_it_was(conformance: Made, told: Told) -> None:
    interval = sys.getswitchinterval()
    for position in ({}, {"play": play_with_shared_memory}):
        told(conformance(position)().test_threads)
        assert sys.getswitchinterval() == interval
        assert gc.isenabled()


def test_every_check_is_proved_by_a_fault() -> None:
    assert {fault.test for fault in FAULTS.values()} == set(STANDARD) - PROVED_ELSEWHERE
