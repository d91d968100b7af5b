"""What is claimed about Silo, and how each claim is checked."""

from __future__ import annotations

from typing import Any, Final

from stackyard.checks import Counts, Everywhere, Finite, Games, Solves
from stackyard.claims import Claim
from stackyard.game import Game
from stackyard.position import DRAW, ONGOING, Position

STEERE: Final = "Mark Steere"
SHEET: Final = "the rule sheet, 2021"
PROJECT: Final = "the Stackyard project"
GOALS: Final = ("any", "end", "home")
LETTERS: Final = {"b": "0", "|": "1", "r": "2"}
SIZES: Final[list[dict[str, Any]]] = [
    {"size": size, "height": height, "goal": goal}
    for size, height in ((4, 1), (4, 2), (6, 1))
    for goal in GOALS
]


def word(game: Game[Any], position: Position) -> str:
    """The columns from the last to the first, each bottom to top, in an order of three letters."""
    columns = game.format_position(position).split()[0].replace("-", "").split("/")
    return "".join([LETTERS[letter] for letter in "|".join(reversed(columns))])


def grows(game: Game[Any], before: Position, move: int, after: Position) -> str:
    """What is wrong if a move does not make the word larger."""
    return "" if word(game, after) > word(game, before) else "the word does not grow"


def no_draw(game: Game[Any], before: Position, move: int, after: Position) -> str:
    """What is wrong if a move ends the game in a draw."""
    return "a draw" if after.winner == DRAW else ""


def can_move(game: Game[Any], before: Position, move: int, after: Position) -> str:
    """What is wrong if neither player can move."""
    stuck = after.winner == ONGOING and not len(after.legal_moves())
    return "neither player can move" if stuck else ""


def claims() -> list[Claim]:
    """The claims about Silo."""
    return [
        Claim(
            "The rules allow as many sequences of moves as an independent program counts",
            PROJECT,
            "node counts",
            [
                Counts((3, 9, 31, 110, 403, 1506, 5705, 21982)),
                Counts((2, 4, 9, 22, 50, 117, 262, 574, 1216, 2477), {"size": 4}),
            ],
        ),
        Claim(
            "Draws cannot occur",
            STEERE,
            SHEET,
            [
                *[Everywhere(no_draw, options) for options in SIZES],
                *[Finite(options) for options in ({"size": 4}, {"size": 6, "height": 1})],
                Games(no_draw, games=200),
                Games(grows, games=50),
                Games(grows, {"size": 8}, games=10),
            ],
            "write the columns from the last to the first, each from the bottom, with | between "
            "them, and let b < | < r: every move makes that word larger, so no position comes "
            "back, the game ends, and it ends with a run of one colour.",
        ),
        Claim(
            "At least one of the two players will always have a move available",
            STEERE,
            SHEET,
            [
                *[Everywhere(can_move, options) for options in SIZES],
                Games(can_move, games=200),
                Games(can_move, {"size": 8}, games=10),
            ],
        ),
        Claim(
            "With best play the second player wins on 4 columns of one checker, and Red on 4 "
            "columns of 2, 6 columns of 1 and 8 columns of 1",
            PROJECT,
            "solved",
            [
                Solves("blue", {"size": 4, "height": 1}),
                Solves("red", {"size": 4, "height": 2}),
                Solves("red", {"size": 6, "height": 1}),
                Solves("red", {"size": 8, "height": 1}),
            ],
        ),
        Claim(
            "On 6 columns of 2, Red wins by any first move",
            PROJECT,
            "solved",
            [
                Solves("red", {"height": 2}, position, long=True)
                for position in (
                    "r/bbr/rr/bb/rr/bb b",
                    "rr/bb/r/bbr/rr/bb b",
                    "rr/bb/rr/bb/r/bbr b",
                )
            ],
        ),
        Claim(
            "Red wins the standard game, by c and e and not by a",
            PROJECT,
            "solved",
            [
                Solves("red", {}, "rrr/bbb/rr/bbbr/rrr/bbb b", memory=4 * 10**9, long=True),
                Solves("red", {}, "rrr/bbb/rrr/bbb/rr/bbbr b", memory=4 * 10**9, long=True),
                Solves("blue", {}, "rr/bbbr/rrr/bbb/rrr/bbb b", memory=4 * 10**9, long=True),
            ],
        ),
    ]
