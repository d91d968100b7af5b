"""The effects of a turn of Splay, in words."""

from __future__ import annotations

from stackyard.game import Game
from stackyard.notation import cell_names, listed, plural
from stackyard_coach.motifs import Motif, opponent_stuck
from stackyard_splay.rules import COLOUR, Splay
from stackyard_splay.wide import WideSplay

SplayPosition = Splay | WideSplay


def contents(game: Game[SplayPosition], position: SplayPosition) -> list[int]:
    """The content of each cell: 0 or COLOUR * (1 + colour) + height, 0 of a marker."""
    pieces = game.pieces(position)
    found = [0] * len(game.board)
    for cell, stack in pieces.items():
        height = 0 if stack[0].kind == "marker" else len(stack)
        found[cell] = COLOUR * (1 + stack[0].player) + height
    return found


def towers(game: Game[SplayPosition], position: SplayPosition, player: int) -> dict[int, int]:
    """The heights of a player's towers by cell."""
    cells = contents(game, position)
    return {
        cell: code % COLOUR
        for cell, code in enumerate(cells)
        if code // COLOUR == 1 + player and code % COLOUR
    }


def ready(game: Game[SplayPosition], position: SplayPosition, player: int) -> dict[int, int]:
    """The player's towers that splay with one checker more, and over how many cells."""
    cells = contents(game, position)
    heights = towers(game, position, player)
    near = game.board.neighbours
    empty_neighbours = {cell: [cells[there] for there in near[cell]].count(0) for cell in heights}
    return {
        cell: empty_neighbours[cell]
        for cell, height in heights.items()
        if empty_neighbours[cell] == height + 1
    }


def tower_splayed(game: Game[SplayPosition], before: SplayPosition, after: SplayPosition) -> str:
    """A tower has splayed."""
    then, now = contents(game, before), contents(game, after)
    marker = COLOUR * (1 + int(before.player))
    taken = [code for code, old in zip(now, then, strict=True) if code == marker and not old]
    return f"takes {plural(len(taken), 'cell')} by a splay" if taken else ""


def collapsed(
    game: Game[SplayPosition], before: SplayPosition, after: SplayPosition, player: int
) -> list[str]:
    """The names of the cells on which a player's towers have become markers."""
    now, marker = contents(game, after), COLOUR * (1 + player)
    cells = [cell for cell in towers(game, before, player) if now[cell] == marker]
    if player == before.player:  # the tower that splays is no loss
        cells = [cell for cell in cells if cell not in ready(game, before, player)]
    return cell_names(game.board, cells)


def towers_collapsed(game: Game[SplayPosition], before: SplayPosition, after: SplayPosition) -> str:
    """Towers of the opponent have collapsed."""
    other = 1 - int(before.player)
    names = collapsed(game, before, after, other)
    noun = "tower" if len(names) == 1 else "towers"
    return f"collapses the {game.colours[other]} {noun} on {listed(names)}" if names else ""


def towers_given_up(game: Game[SplayPosition], before: SplayPosition, after: SplayPosition) -> str:
    """Towers of the player have collapsed beside the one that splayed."""
    player = int(before.player)
    names = collapsed(game, before, after, player)
    noun = "tower" if len(names) == 1 else "towers"
    return f"gives up the {game.colours[player]} {noun} on {listed(names)}" if names else ""


def about_to_splay(game: Game[SplayPosition], before: SplayPosition, after: SplayPosition) -> str:
    """Towers of the player have come within one checker of a splay."""
    player = int(before.player)
    then, now = ready(game, before, player), ready(game, after, player)
    new = [cell for cell in now if cell not in then]
    if not new or before.may_swap():
        return ""
    cell = max(new, key=lambda cell: now[cell])
    cells = plural(now[cell], "cell")
    return f"makes the tower on {game.board.names[cell]} ready to splay over {cells}"


def stuck(game: Game[SplayPosition], before: SplayPosition, after: SplayPosition) -> str:
    """The opponent cannot place a checker, so that the player acts again; not by a swap."""
    return "" if before.may_swap() else opponent_stuck(game, before, after)


MOTIFS = (
    Motif("tower splayed", tower_splayed),
    Motif("towers collapsed", towers_collapsed),
    Motif("towers given up", towers_given_up),
    Motif("tower about to splay", about_to_splay),
    Motif("opponent stuck", stuck),
)
