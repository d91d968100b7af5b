"""The effects of a turn of Slicron, in words."""

from __future__ import annotations

from itertools import combinations

from stackyard.game import Game
from stackyard.notation import plural
from stackyard_coach.motifs import Motif
from stackyard_slicron.passes import passed
from stackyard_slicron.paths import steps_from
from stackyard_slicron.rules import Slicron

FEW = 9  # cells left to the opponent that are worth a sentence


def stones(game: Game[Slicron], position: Slicron, player: int) -> set[int]:
    """The cells of a player's stones."""
    return {cell for cell, (piece,) in game.pieces(position).items() if piece.player == player}


def paths(game: Game[Slicron], position: Slicron, player: int) -> dict[tuple[int, int], int]:
    """The number of stones of a path for each two edge stones that a path joins."""
    own = stones(game, position, player)
    ends = sorted(own & set(game.board.edge))
    steps = {end: steps_from(game.board, end, own) for end in ends}
    return {(a, b): steps[a][b] + 1 for a, b in combinations(ends, 2) if b in steps[a]}


def open_cells(game: Game[Slicron], position: Slicron, player: int) -> int | None:
    """The number of cells on which a player may place; None if that cannot be told."""
    if position.winner == 1 - player:
        return 0
    if position.mid_turn or position.swap:
        return None
    there = position if position.player == player else passed(game, position)
    return None if there is None else len(there.legal_moves())


def path_made(game: Game[Slicron], before: Slicron, after: Slicron) -> str:
    """Two edge stones are joined that were not."""
    player = int(before.player)
    then, now = paths(game, before, player), paths(game, after, player)
    new = [pair for pair in now if pair not in then]
    if not new or before.swap:
        return ""
    a, b = max(new, key=lambda pair: now[pair])
    names = game.board.names
    return f"makes a path of {now[a, b]} stones from {names[a]} to {names[b]}"


def path_shortened(game: Game[Slicron], before: Slicron, after: Slicron) -> str:
    """Two edge stones are joined by a shorter path."""
    player = int(before.player)
    then, now = paths(game, before, player), paths(game, after, player)
    shorter = [pair for pair in now if now[pair] < then.get(pair, 0)]
    if not shorter:
        return ""
    a, b = max(shorter, key=lambda pair: then[pair] - now[pair])
    names = game.board.names
    return (
        f"shortens the path from {names[a]} to {names[b]} from {then[a, b]} stones to {now[a, b]}"
    )


def stones_off(game: Game[Slicron], before: Slicron, after: Slicron) -> str:
    """Stones of the player have come off."""
    player = int(before.player)
    off = len(stones(game, before, player) - stones(game, after, player))
    if before.swap or not off:
        return ""
    return f"takes {plural(off, f'{game.colours[player]} stone')} off"


def cells_closed(game: Game[Slicron], before: Slicron, after: Slicron) -> str:
    """The player may place on more cells than before, or on fewer by more than the one used."""
    player = int(before.player)
    then, now = (open_cells(game, position, player) for position in (before, after))
    if then is None or now is None or then - 1 == now:
        return ""
    change, colour = now - then + 1, game.colours[player]
    if change > 0:
        return f"opens {plural(change, 'cell')} to {colour}"
    return f"closes {plural(-change, 'cell')} to {colour}"


def few_cells_left(game: Game[Slicron], before: Slicron, after: Slicron) -> str:
    """The opponent may place on few cells."""
    other = 1 - int(before.player)
    now = open_cells(game, after, other)
    if not now or now > FEW:
        return ""
    return f"leaves {game.colours[other]} {plural(now, 'cell')} to place on"


MOTIFS = (
    Motif("path made", path_made),
    Motif("path shortened", path_shortened),
    Motif("stones taken off", stones_off),
    Motif("cells closed", cells_closed),
    Motif("few cells left", few_cells_left),
)
