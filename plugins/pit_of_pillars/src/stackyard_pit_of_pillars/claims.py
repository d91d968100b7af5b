"""Claims about Pit of Pillars, and their checks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from stackyard.game import Game
from stackyard.position import Position
from stackyard_engine.checks import Contrary, Counts, Everywhere, Example, Games, Solves
from stackyard_engine.claims import Claim

FREELING: Final = "Christian Freeling"
TEXT: Final = "the rules, 2013"
PROJECT: Final = "the Stackyard project"
COLOURS: Final = "wr"
FOUR: Final = "2/w,2,r/r,2,w/2 w 0,0 move"  # two men each, on the board of 4
LOSES: Final[dict[str, Any]] = {"size": 4, "self_elimination": "loses"}


def items(game: Game[Any], position: Position) -> list[str]:
    """The contents of the squares: stacks, bottom first, and pillars."""
    ranks = game.format_position(position).split()[0]
    return [item for rank in ranks.split("/") for item in rank.split(",") if item.isalpha()]


def phase(game: Game[Any], position: Position) -> str:
    """The phase of the turn: open, next, free, move or pillar."""
    return game.format_position(position).split()[3].partition(":")[0]


def stacks(game: Game[Any], position: Position, player: int) -> int:
    """The number of stacks that a player controls."""
    return sum([item[-1] == COLOURS[player] for item in items(game, position)])


def pillars(game: Game[Any], position: Position, player: int) -> int:
    """The number of a player's pillars."""
    return items(game, position).count(COLOURS[player].upper())


def can_enter(game: Game[Any], before: Position, move: int, after: Position) -> str:
    """The fault if no man can be entered beside the one just entered."""
    stuck = phase(game, after) == "next" and not len(after.legal_moves())
    return "no man can be entered beside the last one" if stuck else ""


def begins(game: Game[Any], before: Position, after: Position) -> bool:
    """Tell if a move ended the entering stage."""
    return phase(game, before) in {"open", "next", "free"} and phase(game, after) == "move"


def men_equal(game: Game[Any], before: Position, move: int, after: Position) -> str:
    """The fault if the colours have different numbers of men as the movement stage begins."""
    if not begins(game, before, after):
        return ""
    men = "".join(items(game, after))
    return "" if men.count("w") == men.count("r") else "the numbers of men differ"


def white_begins(game: Game[Any], before: Position, move: int, after: Position) -> str:
    """The fault if White begins the movement stage."""
    begun = begins(game, before, after) and after.player == 0
    return "White begins the movement stage" if begun else ""


def red_begins(game: Game[Any], before: Position, move: int, after: Position) -> str:
    """The fault if Red begins the movement stage."""
    begun = begins(game, before, after) and after.player == 1
    return "Red begins the movement stage" if begun else ""


def presence(game: Game[Any], before: Position, after: Position) -> int:
    """The change by a capture in the number of stacks its player controls; 0 without a capture."""
    player = int(before.player)
    if pillars(game, after, player) == pillars(game, before, player):
        return 0
    return stacks(game, after, player) - stacks(game, before, player)


def adds_no_stack(game: Game[Any], before: Position, move: int, after: Position) -> str:
    """The fault if a capture leaves its player with more stacks."""
    added = presence(game, before, after)
    return "a capture leaves its maker with more stacks" if added > 0 else ""


def takes_a_stack(game: Game[Any], before: Position, move: int, after: Position) -> str:
    """The fault if a capture leaves its player with fewer stacks."""
    added = presence(game, before, after)
    return "a capture leaves its maker with fewer stacks" if added < 0 else ""


def claims() -> Sequence[Claim]:
    """The claims about Pit of Pillars."""
    return [
        Claim(
            "The rules allow as many sequences of moves as an independent program counts",
            PROJECT,
            "node counts",
            [
                Counts((60, 208, 10976, 37776)),
                Counts((12, 32, 192, 448, 1280, 2688, 6368, 31712), {"size": 4}),
                Counts((5, 8, 20, 12, 12, 0), {"size": 3}),
            ],
        ),
        Claim(
            "In the entering stage a man can always be entered beside the last one",
            FREELING,
            TEXT,
            [Everywhere(can_enter, {"size": 3}), Games(can_enter, {"size": 5}, games=20)],
        ),
        Claim(
            "The number of white and red men will always be equal when the movement stage begins",
            FREELING,
            TEXT,
            [Everywhere(men_equal, {"size": 3}), Games(men_equal, {"size": 5}, games=20)],
        ),
        Claim(
            "Either player may end up being the one to start the movement stage",
            FREELING,
            TEXT,
            [Example(white_begins, {"size": 6}), Example(red_begins, {"size": 6})],
        ),
        Claim(
            "A capture never increases one's presence on the board",
            FREELING,
            TEXT,
            [Everywhere(adds_no_stack, {"size": 3}), Games(adds_no_stack, {"size": 5}, games=20)],
            "the men captured leave the stacks, a stack that is moved in part leaves at most one "
            "behind, and a pillar is no stack.",
        ),
        Claim(
            "A capture may reduce one's presence on the board",
            FREELING,
            TEXT,
            [Example(takes_a_stack, {"size": 5})],
        ),
        Claim(
            "Draws are only possible by cooperative cycles and thus excluded in regular play",
            FREELING,
            TEXT,
            [
                Contrary(Solves("draw", {"size": 4}, FOUR)),
                Contrary(Solves("draw", LOSES, FOUR)),
                Contrary(Solves("draw", LOSES, memory=4 * 10**9, long=True)),
            ],
            refuted=True,
        ),
        Claim(
            "White wins on the board of 3",
            PROJECT,
            "solved",
            [Solves("white", {"size": 3}, plies=3)],
        ),
        Claim(
            "Red wins on the board of 4 where a player may capture with the last stack and play on",
            PROJECT,
            "solved",
            [Solves("red", {"size": 4}, memory=4 * 10**9, long=True)],
        ),
    ]
