"""Claims about Silo, and their checks."""

from __future__ import annotations

from typing import Any, Final

from stackyard.game import Game
from stackyard.position import DRAW, ONGOING, Position
from stackyard_engine.checks import Counts, Everywhere, Finite, Games, Solves
from stackyard_engine.claims import Claim

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
# The winner and the number of moves on columns × height, for each goal.
TABLE: Final[dict[tuple[int, int], list[tuple[str, int]]]] = {
    (4, 1): [("blue", 8), ("blue", 10), ("blue", 10)],
    (4, 2): [("red", 31), ("red", 34), ("blue", 30)],
    (4, 3): [("red", 49), ("red", 49), ("blue", 58)],
    (4, 4): [("red", 88), ("red", 88), ("blue", 88)],
    (6, 1): [("red", 20), ("blue", 24), ("blue", 24)],
    (6, 2): [("red", 69), ("red", 67), ("red", 67)],
    (8, 1): [("red", 39), ("blue", 44), ("blue", 44)],
}


def word(game: Game[Any], position: Position) -> str:
    """The columns from the last to the first, each bottom to top, in an order of three letters."""
    columns = game.format_position(position).split()[0].replace("-", "").split("/")
    return "".join([LETTERS[letter] for letter in "|".join(reversed(columns))])


def grows(game: Game[Any], before: Position, move: int, after: Position) -> str:
    """The fault if a move does not make the word larger."""
    return "" if word(game, after) > word(game, before) else "the word does not grow"


def no_draw(game: Game[Any], before: Position, move: int, after: Position) -> str:
    """The fault if a move ends the game in a draw."""
    return "a draw" if after.winner == DRAW else ""


def can_move(game: Game[Any], before: Position, move: int, after: Position) -> str:
    """The fault if neither player can move."""
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
            "Who wins small boards by each goal, and in how many moves, is as the table says",
            PROJECT,
            "docs/researchers/exact.md",
            [
                Solves(winner, {"size": size, "height": height, "goal": goal}, plies=plies)
                for (size, height), results in TABLE.items()
                for goal, (winner, plies) in zip(GOALS, results, strict=True)
            ],
        ),
        Claim(
            "On 6 columns of 2, Red wins by any first move",
            PROJECT,
            "solved",
            [Solves("red", {"height": 2}, winning=("a", "c", "e"))],
        ),
        Claim(
            "Red wins the standard game, by c and e and not by a",
            PROJECT,
            "solved",
            [Solves("red", winning=("c", "e"), memory=4 * 10**9, long=True)],
        ),
    ]
