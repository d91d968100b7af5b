"""The effects of a turn of Nine Men's Morris, in words."""

from __future__ import annotations

from stackyard.game import Game
from stackyard.notation import cell_names, listed
from stackyard_coach.motifs import Motif
from stackyard_mill.rules import BOARD, EMPTY, Mill


def rows(position: Mill, *wanted: int) -> set[tuple[int, ...]]:
    """The rows that hold these men and empty points, in any order."""
    points = position.points()
    return {row for row in BOARD.tracks if sorted([points[p] for p in row]) == sorted(wanted)}


def mill_closed(game: Game[Mill], before: Mill, after: Mill) -> str:
    """The player has three men in a row, and takes one."""
    player = int(before.player)
    closed = rows(after, player, player, player) - rows(before, player, player, player)
    if not closed:
        return ""
    return f"closes the mill {listed(cell_names(game.board, min(closed)))}"


def mill_prepared(game: Game[Mill], before: Mill, after: Mill) -> str:
    """The player has two men and an empty point in a row."""
    player = int(before.player)
    ready = rows(after, player, player, EMPTY) - rows(before, player, player, EMPTY)
    if not ready:
        return ""
    names = cell_names(game.board, min(ready))
    return f"has two men in the row {listed(names)}"


def mill_blocked(game: Game[Mill], before: Mill, after: Mill) -> str:
    """A man of the player stands in a row with two of the opponent."""
    player, other = int(before.player), 1 - int(before.player)
    blocked = rows(after, other, other, player) & rows(before, other, other, EMPTY)
    if not blocked:
        return ""
    colour, names = game.colours[other], cell_names(game.board, min(blocked))
    return f"keeps {colour} from a mill on {listed(names)}"


MOTIFS = (
    Motif("closing a mill", mill_closed),
    Motif("preparing a mill", mill_prepared),
    Motif("blocking a mill", mill_blocked),
)
