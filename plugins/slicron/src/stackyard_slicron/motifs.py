"""The effects of a turn of Slicron, in words."""

from __future__ import annotations

from itertools import combinations

from stackyard.game import Game
from stackyard.notation import listed_cells, plural
from stackyard.position import ONGOING
from stackyard_coach.motifs import Motif
from stackyard_engine.knowledge import knowledge_of
from stackyard_slicron.paths import steps_from
from stackyard_slicron.rules import Slicron

FEW = 9  # cells left to the opponent that are worth a sentence
FAR = 2  # steps to the edge from which a stone stands clear of it


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
    there = position if position.player == player else knowledge_of(game).passed(position)
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


def placed(game: Game[Slicron], before: Slicron, after: Slicron) -> int | None:
    """The cell of the stone that a turn has placed; None after a swap."""
    new = stones(game, after, int(before.player)) - stones(game, before, int(before.player))
    return None if before.swap or len(new) != 1 else next(iter(new))


def path_cut(game: Game[Slicron], before: Slicron, after: Slicron) -> str:
    """The opponent, on this cell, would have made a path, shortened one or joined groups."""
    cell, player = placed(game, before, after), int(before.player)
    there = knowledge_of(game).passed(before)
    if cell is None or there is None or cell not in there.legal_moves():
        return ""
    other = 1 - player
    then = stones(game, before, other)
    now = then | {cell}
    colour, name = game.colours[other], game.board.names[cell]
    ends = sorted(now & set(game.board.edge))
    known, new = paths(game, before, other), {}
    for a, b in combinations(ends, 2):
        steps = steps_from(game.board, a, now).get(b)
        if steps is not None and steps + 1 < known.get((a, b), steps + 2):
            new[a, b] = steps
    if new:
        a, b = min(new, key=lambda pair: new[pair])  # with the revised rules others may not stand
        path = "a shorter path" if (a, b) in known else "a path"
        through = "" if cell in (a, b) else f" through {name}"
        return f"keeps {colour} from {path}{through} between {listed_cells(game.board, (a, b))}"
    if len(_groups_beside(game, then, cell)) > 1:
        return f"keeps {colour} from joining two groups on {name}"
    return ""


def _groups_beside(game: Game[Slicron], own: set[int], cell: int) -> set[int]:
    """The groups beside a cell, each told by its first stone."""
    near = [there for there in game.board.neighbours[cell] if there in own]
    return {min(steps_from(game.board, there, own)) for there in near}


def groups_joined(game: Game[Slicron], before: Slicron, after: Slicron) -> str:
    """The stone has joined groups of the player's without making a path."""
    cell, player = placed(game, before, after), int(before.player)
    then = stones(game, before, player)
    if cell is None or path_made(game, before, after) or path_shortened(game, before, after):
        return ""
    number = len(_groups_beside(game, then, cell))
    return f"joins {number} {game.colours[player]} groups" if number > 1 else ""


def groups_linked(game: Game[Slicron], before: Slicron, after: Slicron) -> str:
    """The stone can be joined with another group on two cells, whatever the opponent does.

    Groups that would make a path are left out: stones of it could come off.
    """
    cell, player = placed(game, before, after), int(before.player)
    there = None if cell is None or after.winner != ONGOING else knowledge_of(game).passed(after)
    if cell is None or there is None:
        return ""
    own, near, edge = stones(game, after, player), game.board.neighbours, {*game.board.edge}
    legal, mine = {int(each) for each in there.legal_moves()}, steps_from(game.board, cell, own)
    for other in sorted(own - {*mine}):
        both = {*near[cell]} & {*near[other]} & legal
        joining = [e for e in both if len({*steps_from(game.board, e, own)} & edge) < 2]
        if len(joining) > 1:
            name, rival = game.board.names[other], game.colours[1 - player]
            return f"links up with {name} by two cells of which {rival} can fill only one"
    return ""


def clear_of_edge(game: Game[Slicron], before: Slicron, after: Slicron) -> str:
    """The stone's group is far from the edge, where paths end, and the player has no path yet."""
    cell, player = placed(game, before, after), int(before.player)
    if cell is None or paths(game, after, player):
        return ""
    board = game.board
    group = steps_from(board, cell, stones(game, after, player))
    steps = [steps_from(board, stone, range(len(board))) for stone in group]
    distance = min([away[end] for away in steps for end in board.edge])
    if distance < FAR:
        return ""
    colour = game.colours[player]
    what = f"the {colour} {'stone' if len(group) == 1 else 'group'} {distance} steps from the edge"
    return f"leaves {what}, so that no path closes cells to {colour} yet"


def shared_cell_used(game: Game[Slicron], before: Slicron, after: Slicron) -> str:
    """The cell was open to both players, while others are open to the player alone."""
    cell, player = placed(game, before, after), int(before.player)
    there = None if cell is None else knowledge_of(game).passed(before)
    left = knowledge_of(game).passed(after) if after.winner == ONGOING else None
    if there is None or left is None or cell not in there.legal_moves():
        return ""
    own = {int(each) for each in left.legal_moves()}
    kept = len(own - {int(each) for each in after.legal_moves()})
    if not kept:
        return ""
    colour, other = game.colours[player], game.colours[1 - player]
    return f"fills a cell open to both sides ({colour} keeps {kept} that {other} cannot use)"


def more_cells_open(game: Game[Slicron], before: Slicron, after: Slicron) -> str:
    """More cells are open to the player than to the opponent."""
    player = int(before.player)
    mine, theirs = (open_cells(game, after, side) for side in (player, 1 - player))
    if not mine or not theirs or mine <= theirs:
        return ""
    colour, other = game.colours[player], game.colours[1 - player]
    return f"leaves more cells open to {colour} than to {other} ({mine} to {theirs})"


def few_cells_left(game: Game[Slicron], before: Slicron, after: Slicron) -> str:
    """The opponent may place on few cells."""
    other = 1 - int(before.player)
    now = open_cells(game, after, other)
    if not now or now > FEW:
        return ""
    return f"leaves {game.colours[other]} {plural(now, 'cell')} to place on"


MOTIFS = (
    Motif("making a path", path_made),
    Motif("shortening a path", path_shortened),
    Motif("taking stones off", stones_off),
    Motif("cutting a path", path_cut, slight=True),
    Motif("joining groups", groups_joined, slight=True),
    Motif("linking groups", groups_linked, slight=True),
    Motif("closing or opening cells", cells_closed),
    Motif("using a shared cell", shared_cell_used, slight=True),
    Motif("keeping more cells open", more_cells_open, slight=True),
    Motif("leaving few cells", few_cells_left),
    Motif("staying clear of the edge", clear_of_edge, slight=True),
)
