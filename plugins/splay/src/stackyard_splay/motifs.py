"""The effects of a turn of Splay, in words."""

from __future__ import annotations

from stackyard.notation import listed_cells, plural
from stackyard_coach.motifs import Motif, opponent_stuck
from stackyard_splay.game import SplayGame, SplayPosition
from stackyard_splay.rules import COLOUR

FEW = 3  # cells that are named
ROOMY = 4  # empty cells around a new tower that are worth a sentence
BORDERING = 3  # empty border cells beside a new tower that are worth a sentence
CROWDED = 3  # empty cells left around a tower that are worth a sentence, at most


def towers(game: SplayGame, position: SplayPosition, player: int) -> dict[int, int]:
    """The heights of a player's towers by cell."""
    cells = game.cells(position)
    return {
        cell: code % COLOUR
        for cell, code in enumerate(cells)
        if code // COLOUR == 1 + player and code % COLOUR
    }


def ready(game: SplayGame, position: SplayPosition, player: int) -> dict[int, int]:
    """The player's towers that splay with one checker more, and over how many cells."""
    cells = game.cells(position)
    heights = towers(game, position, player)
    spaces = {cell: game.spaces(cell, cells) for cell in heights}
    return {cell: spaces[cell] for cell, height in heights.items() if spaces[cell] == height + 1}


def felled(game: SplayGame, position: SplayPosition, cell: int, player: int) -> list[int]:
    """The player's towers that a splay of the opponent's tower on `cell` would collapse."""
    cells, near = game.cells(position), game.board.neighbours
    taken = {there for there in near[cell] if not cells[there]}
    fallen = []
    for tower, height in towers(game, position, player).items():
        free = {there for there in near[tower] if not cells[there]}
        if free & taken and len(free - taken) <= height:
            fallen.append(tower)
    return fallen


def doomed(game: SplayGame, position: SplayPosition, player: int) -> set[int]:
    """The player's towers that the opponent's next splay can collapse."""
    foes = ready(game, position, 1 - player)
    return {tower for foe in foes for tower in felled(game, position, foe, player)}


def tower_splayed(game: SplayGame, before: SplayPosition, after: SplayPosition) -> str:
    """A tower has splayed; a checker that fills a cell takes only that one."""
    then, now = game.cells(before), game.cells(after)
    marker = COLOUR * (1 + int(before.player))
    taken = [code for code, old in zip(now, then, strict=True) if code == marker and not old]
    return f"takes {plural(len(taken), 'cell')} by a splay" if len(taken) > 1 else ""


def collapsed(
    game: SplayGame, before: SplayPosition, after: SplayPosition, player: int
) -> list[int]:
    """The cells on which a player's towers have become markers."""
    now, marker = game.cells(after), COLOUR * (1 + player)
    cells = [cell for cell in towers(game, before, player) if now[cell] == marker]
    if player == before.player:  # the tower that splays is no loss
        then, near = game.cells(before), game.board.neighbours
        taken = {cell for cell, code in enumerate(now) if code == marker and not then[cell]}
        can_splay = ready(game, before, player)
        splayed = [cell for cell in can_splay if {c for c in near[cell] if not then[c]} == taken]
        cells = [cell for cell in cells if cell not in splayed]
    return cells


def _towers_on(game: SplayGame, cells: list[int]) -> str:
    """Towers with their cells, in words."""
    return f"{'tower' if len(cells) == 1 else 'towers'} on {listed_cells(game.board, cells)}"


def towers_collapsed(game: SplayGame, before: SplayPosition, after: SplayPosition) -> str:
    """Towers of the opponent have collapsed."""
    other = 1 - int(before.player)
    cells = collapsed(game, before, after, other)
    return f"collapses the {game.colours[other]} {_towers_on(game, cells)}" if cells else ""


def towers_given_up(game: SplayGame, before: SplayPosition, after: SplayPosition) -> str:
    """Towers of the player have collapsed beside the one that splayed."""
    player = int(before.player)
    cells = collapsed(game, before, after, player)
    return f"gives up the {game.colours[player]} {_towers_on(game, cells)}" if cells else ""


def about_to_splay(game: SplayGame, before: SplayPosition, after: SplayPosition) -> str:
    """Towers of the player have come within one checker of a splay."""
    player = int(before.player)
    then, now = ready(game, before, player), ready(game, after, player)
    lost = doomed(game, after, player)
    new = [cell for cell in now if cell not in then and cell not in lost]
    if not new or before.may_swap():
        return ""
    cell = max(new, key=lambda cell: now[cell])
    cells = plural(now[cell], "cell")
    return f"makes the tower on {game.board.names[cell]} ready to splay over {cells}"


def near_splay(game: SplayGame, before: SplayPosition, after: SplayPosition) -> str:
    """The tower that has grown, or is new, splays with two checkers more."""
    player = int(before.player)
    then, now = towers(game, before, player), towers(game, after, player)
    grown = [cell for cell, height in now.items() if height > then.get(cell, 0)]
    if before.may_swap() or len(grown) != 1 or grown[0] in doomed(game, after, player):
        return ""
    cell = grown[0]
    if room(game, after, cell) != now[cell] + 2:
        return ""
    cells = plural(room(game, after, cell), "cell")
    name = game.board.names[cell]
    return f"brings the tower on {name} within two checkers of a splay over {cells}"


def crowded(game: SplayGame, before: SplayPosition, after: SplayPosition) -> str:
    """A tower of the opponent has fewer empty cells to splay over, by a new checker beside it."""
    other = 1 - int(before.player)
    then, now = towers(game, before, other), towers(game, after, other)
    if tower_splayed(game, before, after) or before.may_swap():
        return ""
    cells = [cell for cell in now if room(game, after, cell) < room(game, before, cell)]
    if not cells or then != now:
        return ""
    cell = max(cells, key=lambda cell: (now[cell], -cell))
    if room(game, after, cell) > CROWDED:
        return ""
    left = plural(room(game, after, cell), "empty cell")
    return f"leaves the {game.colours[other]} tower on {game.board.names[cell]} only {left}"


def room(game: SplayGame, position: SplayPosition, cell: int) -> int:
    """The number of empty cells around a cell."""
    return game.spaces(cell, game.cells(position))


def cells_barred(game: SplayGame, before: SplayPosition, after: SplayPosition) -> str:
    """Empty cells on which a checker could be placed, and cannot any more."""
    if before.may_swap() or tower_splayed(game, before, after):
        return ""
    cells = game.cells(after)
    barred = [
        cell
        for cell in sorted(open_cells(game, before) - open_cells(game, after))
        if not cells[cell]
    ]
    if not barred:
        return ""
    few = len(barred) <= FEW
    names = listed_cells(game.board, barred) if few else f"{len(barred)} cells"
    return f"closes {names} to both sides"


def open_cells(game: SplayGame, position: SplayPosition) -> set[int]:
    """The empty cells on which either player may place a checker, by the rules of placing."""
    cells, near = game.cells(position), game.board.neighbours
    free = [game.spaces(cell, cells) for cell in range(len(game.board))]
    return {
        cell
        for cell in game.board.interior
        if not cells[cell]
        and (free[cell] or game.fill)
        and all(
            free[there] > cells[there] % COLOUR + 1 for there in near[cell] if cells[there] % COLOUR
        )
    }


def tower_threatened(game: SplayGame, before: SplayPosition, after: SplayPosition) -> str:
    """A splay that is ready would collapse towers of the opponent."""
    player = int(before.player)
    lost = doomed(game, after, player)
    for cell in ready(game, after, player):
        if before.may_swap() or cell in ready(game, before, player) or cell in lost:
            continue
        if fallen := felled(game, after, cell, 1 - player):
            words = _towers_on(game, fallen)
            name = game.board.names[cell]
            return f"threatens the {game.colours[1 - player]} {words} by a splay on {name}"
    return ""


def new_tower(game: SplayGame, before: SplayPosition, after: SplayPosition) -> int | None:
    """The cell on which the player has begun a tower; None if there is none, and after a swap."""
    player = int(before.player)
    old = towers(game, before, player)
    new = [cell for cell in towers(game, after, player) if cell not in old]
    return None if before.may_swap() or len(new) != 1 else new[0]


def room_claimed(game: SplayGame, before: SplayPosition, after: SplayPosition) -> str:
    """A tower of one checker has many empty cells around it, as few other cells have."""
    cell = new_tower(game, before, after)
    if cell is None or room(game, after, cell) < ROOMY:
        return ""
    free = [room(game, before, there) for there in open_cells(game, before)]
    most = room(game, before, cell)
    if 2 * len([number for number in free if number >= most]) > len(free):
        return ""
    return f"claims room for a splay over up to {room(game, after, cell)} cells"


def border_reached(game: SplayGame, before: SplayPosition, after: SplayPosition) -> str:
    """A new tower stands beside many empty border cells, which only a splay can take."""
    cell = new_tower(game, before, after)
    if cell is None:
        return ""
    cells, inside = game.cells(after), {*game.board.interior}
    beside = game.board.neighbours[cell]
    free = [there for there in beside if not cells[there] and there not in inside]
    if len(free) < BORDERING:
        return ""
    return f"puts {len(free)} border cells within reach of a splay"


def stuck(game: SplayGame, before: SplayPosition, after: SplayPosition) -> str:
    """The opponent cannot place a checker, so that the player acts again; not by a swap."""
    return "" if before.may_swap() else opponent_stuck(game, before, after)


MOTIFS = (
    Motif("splaying a tower", tower_splayed),
    Motif("collapsing towers", towers_collapsed),
    Motif("giving up towers", towers_given_up),
    Motif("preparing a splay", about_to_splay),
    Motif("threatening towers", tower_threatened),
    Motif("coming near a splay", near_splay, slight=True),
    Motif("crowding a tower", crowded, slight=True),
    Motif("closing cells", cells_barred, slight=True),
    Motif("claiming room", room_claimed, slight=True),
    Motif("reaching the border", border_reached, slight=True),
    Motif("leaving the opponent without a move", stuck),
)
