"""Claims about Slicron, and their checks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from stackyard.game import Game
from stackyard.position import DRAW, ONGOING, Position
from stackyard_engine.checks import Counts, Everywhere, Finite, Games, Solves
from stackyard_engine.claims import Claim

GALDSEID: Final = "Saïd Galdseid"
TEXT: Final = "the designer's description, 2024"
PROJECT: Final = "the Stackyard project"
RULES: Final = ("2024", "revised")
INNER: Final = ("b2", "b3", "c2", "c3", "c4", "d3", "d4")  # cells of side 3 that win if revised


def no_draw(game: Game[Any], before: Position, move: int, after: Position) -> str:
    """The fault if a move ends the game in a draw."""
    return "a draw" if after.winner == DRAW else ""


def last_wins(game: Game[Any], before: Position, move: int, after: Position) -> str:
    """The fault if a game ends and the player who moved has not won."""
    return "" if after.winner in {ONGOING, before.player} else "the last stone did not win"


def claims() -> Sequence[Claim]:
    """The claims about Slicron."""
    return [
        Claim(
            "The rules allow as many sequences of moves as an independent program counts",
            PROJECT,
            "node counts",
            [
                Counts((7, 49, 252, 1050, 2928, 5832, 5016, 1272, 0), {"side": 2}),
                Counts((7, 49, 252, 1050, 3072, 6552, 7920, 6024), {"side": 2, "rules": "revised"}),
                Counts((19, 361, 6156), {"side": 3}),
            ],
        ),
        Claim(
            "It is a drawless game",
            GALDSEID,
            TEXT,
            [
                *[Everywhere(no_draw, {"side": 2, "rules": rules}) for rules in RULES],
                *[Finite({"side": 2, "rules": rules}) for rules in RULES],
                *[Games(no_draw, {"rules": rules}, games=20) for rules in RULES],
            ],
            "by the rules of 2024 each turn raises, in this order, the player's edge stones, the "
            "nearness of the pairs of them, and the player's stones; by the revised rules it "
            "shortens the list of the player's path lengths or adds a stone. So the game ends, and "
            "somebody cannot move.",
        ),
        Claim(
            "The player who places the last stone wins",
            GALDSEID,
            TEXT,
            [
                *[Everywhere(last_wins, {"side": 2, "rules": rules}) for rules in RULES],
                *[Games(last_wins, {"rules": rules}, games=20) for rules in RULES],
            ],
        ),
        Claim(
            "On side 2 without the pie rule, White wins by the rules of 2024, and Black by the "
            "revised ones, only with the centre",
            PROJECT,
            "solved",
            [
                Solves("white", {"side": 2, "pie": False}, plies=6),
                Solves(
                    "black",
                    {"side": 2, "pie": False, "rules": "revised"},
                    plies=7,
                    winning=("b2",),
                ),
            ],
        ),
        Claim(
            "With the pie rule the second player wins",
            PROJECT,
            "solved",
            [Solves("white", {"side": 2, "rules": rules}, whole=False) for rules in RULES],
            "the game has no draws; so the second player takes over a first stone that wins, and "
            "leaves one that loses.",
        ),
        Claim(
            "On side 3 without the pie rule, Black wins: by the rules of 2024 only with the "
            "centre, by the revised ones only with an interior cell",
            PROJECT,
            "solved",
            [
                Solves(
                    "black",
                    {"side": 3, "pie": False},
                    winning=("c3",),
                    method="exhaustive",
                    long=True,
                ),
                Solves(
                    "black",
                    {"side": 3, "pie": False, "rules": "revised"},
                    winning=INNER,
                    method="exhaustive",
                    long=True,
                ),
            ],
        ),
    ]
