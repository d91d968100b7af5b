"""Faults of descriptions, words and pictures: each is found, and told with its seed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.plugins.kit.testing.faults import (
    Fault,
    Made,
    Told,
    check_fault,
    count_moves,
    moves_of,
    play_with,
    sound,
)

from stackyard import (
    GameInfo,
    Option,
    Piece,
    Tray,
)
from stackyard.scenes import Movement


def about(**changes: Any) -> dict[str, Any]:
    told = {"name": "share", "title": "Share", "designer": "nobody", "year": 2000}
    return {"about": GameInfo(**{**told, "summary": "Take counters.", **changes})}


def no_board(game: Any) -> None:
    sound(game).prepare(game)
    del game.board


def scene_with(**changes: Any) -> dict[str, Any]:
    """Scenes in which something stands instead of what the game says."""

    def scene(game: Any, position: Any, before: Any = None) -> Any:
        return replace(sound(game).scene(game, position, before), **changes)

    return {"scene": scene}


def tray_of(player: int, letter: str) -> dict[str, Any]:
    return {"trays": lambda game, position: (Tray("pile", 0, (Piece(player, letter),)),)}


UNCOUNTED = {"pieces_in": lambda self, text: None}

ALL_ALIKE = scene_with(cells={}, trays=(), player=0, prompt="take", winner=-1)

FAULTS = {
    # The game in general
    "a summary without a full stop": Fault(
        "test_description",
        "the summary is a sentence with its full stop: 'Take counters'",
        game=about(summary="Take counters"),
    ),
    "no designer": Fault("test_description", "about.designer is empty", game=about(designer=" ")),
    "a name that cannot be typed": Fault(
        "test_description",
        "the name is lower-case letters, digits and _, not 'Share!'",
        game=about(name="Share!"),
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
        "test_description",
        "game share has colours that are not two different words: ('white', 'white')",
        game={"colours": ("white", "white")},
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
        "test_description", "about.year is a number, not 'of old'", game=about(year="of old")
    ),
    "a game without a board": Fault(
        "test_description",
        "game share has a prepare that sets no `board`, a Board",
        game={"prepare": no_board},
    ),
    "a tray that is none": Fault(
        "test_scenes",
        "the game leads to AttributeError: 'int' object has no attribute 'pieces'",
        game={"trays": lambda game, position: (5,)},
    ),
    "a repetition that every position fulfils": Fault(
        "test_description",
        "repetition is 0 (never) or 2 and more, not 1",
        game={"repetition": 1},
    ),
    "a game that Black begins": Fault(
        "test_description",
        "player 0, white, begins, and `initial` says otherwise",
        game={"initial": lambda game: game.kind(game.counters, [0, 0], 1, False, game.few)},
    ),
    "an empty rules page": Fault(
        "test_description", "the rules page is empty", game={"rules_page": lambda game: "\n"}
    ),
    # What people see
    "an ending without words": Fault(
        "test_words",
        "ending is ''; words are wanted, without blanks around them",
        game={"ending": lambda game, p: ""},
    ),
    "a question of two lines": Fault(
        "test_words",
        "prompt is one line without a full stop, not 'take\\nagain'",
        game={"prompt": lambda game, p: "take\nagain"},
    ),
    "a description with a full stop": Fault(
        "test_words",
        "describe is one line without a full stop, not 'takes.'",
        game={"describe": lambda game, m, p: "takes."},
    ),
    "a move that touches no board": Fault(
        "test_words",
        "move_cells: 7 is not on the board, whose cells are 0 to 0",
        game={"move_cells": lambda game, m, p: (7,)},
    ),
    "a mark beside the board": Fault(
        "test_words",
        "touched: -1 is not on the board, whose cells are 0 to 0",
        game={"touched": lambda game, p, before: [-1]},
    ),
    "a piece that is not shown": Fault(
        "test_scenes",
        "the position string holds 12 pieces, the scene 9",
        game={"trays": lambda game, p: ()},
    ),
    "a letter of two letters": Fault(
        "test_scenes",
        "the letter of a piece is one character, not 'oo'",
        game=tray_of(0, "oo"),
        tests=UNCOUNTED,
    ),
    "a piece with the other's letter": Fault(
        "test_scenes",
        "the checker b is shown as a piece of white, but b stands for black",
        game=tray_of(0, "b"),
        tests=UNCOUNTED,
    ),
    "a piece of a third player": Fault(
        "test_scenes",
        "OwnerError: a piece belongs to player 0 or 1, or is NEUTRAL (2), not 3",
        game=tray_of(3, "o"),
        tests=UNCOUNTED,
    ),
    "a note beside the board": Fault(
        "test_scenes",
        "the notes of a scene: 9 is not on the board, whose cells are 0 to 0",
        game={"notes": lambda game, p: {9: "9"}},
    ),
    "positions that look alike": Fault(
        "test_scenes",
        "two positions look alike: 12 0,0 w and 5 4,3 w",
        game={"trays": lambda game, p: (), "pieces": lambda game, p: {}},
        tests=UNCOUNTED,
    ),
    "a look that the string does not tell": Fault(
        "test_scenes",
        "the position read from its string looks otherwise",
        play_with(count_moves),
        game={"prompt": lambda game, p: f"take, after {moves_of(p)} moves"},
    ),
    "a move that cannot be seen": Fault(
        "test_scenes",
        "the move two changes nothing that is shown",
        game={"trays": lambda game, p: (), "pieces": lambda game, p: {}} | ALL_ALIKE,
        tests=UNCOUNTED,
    ),
    "a movement that leads off the board": Fault(
        "test_scenes",
        "the cells of a movement: 1 is not on the board, whose cells are 0 to 0",
        game={"movements": lambda game, move, p, after: [Movement((0, 1))]},
    ),
    "a movement that leads nowhere": Fault(
        "test_scenes",
        "a movement leads from cell to cell, and this one is (0,)",
        game={"movements": lambda game, move, p, after: [Movement((0,))]},
    ),
    "a title that no picture can bear": Fault(
        "test_drawings",
        "the title 'Sha\\x0bre' cannot be shown as it is",
        game=about(title="Sha\x0bre"),
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found_and_told_with_its_seed(
    fault: Fault, conformance: Made, told: Told
) -> None:
    check_fault(fault, conformance, told)
