"""The effects of a turn of Pit of Pillars, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from stackyard.game import Game
from stackyard.notation import listed_cells, plural
from stackyard.position import ONGOING
from stackyard.scenes import Piece
from stackyard_coach.motifs import Motif
from stackyard_engine.knowledge import knowledge_of
from stackyard_pit_of_pillars.rules import MOVE, NEXT, PILLAR, PitOfPillars

FEW = 2  # stacks left to the opponent that are worth a sentence
NARROW = 3  # squares beside a man, of the four at most

Stacks = Mapping[int, tuple[Piece, ...]]


def stacks(game: Game[PitOfPillars], position: PitOfPillars) -> Stacks:
    """The men on each square that holds some, bottom first."""
    pieces = game.pieces(position).items()
    return {cell: stack for cell, stack in pieces if stack[0].kind == "man"}


def held(of: Stacks, player: int) -> set[int]:
    """The squares whose stacks a player controls."""
    return {cell for cell, stack in of.items() if stack[-1].player == player}


def men(game: Game[PitOfPillars], position: PitOfPillars, player: int) -> int:
    """The number of a player's men on the board and in reserve."""
    on = [piece.player for stack in stacks(game, position).values() for piece in stack]
    return on.count(player) + position.reserves()[player]


def _named(game: Game[PitOfPillars], cells: Iterable[int]) -> str:
    return listed_cells(game.board, sorted(cells))


def _stacks_on(game: Game[PitOfPillars], cells: set[int]) -> str:
    return f"{'stack' if len(cells) == 1 else 'stacks'} on {_named(game, cells)}"


def stack_captured(game: Game[PitOfPillars], before: PitOfPillars, after: PitOfPillars) -> str:
    """A stack has been captured, and a pillar has risen."""
    player = int(before.player)
    if after.pillars()[player].bit_count() == before.pillars()[player].bit_count():
        return ""
    other = game.colours[1 - player]
    lost = men(game, before, 1 - player) - men(game, after, 1 - player)
    return f"captures {plural(lost, f'{other} man', f'{other} men')} (a pillar rises)"


def stack_covered(game: Game[PitOfPillars], before: PitOfPillars, after: PitOfPillars) -> str:
    """A stack of the opponent has come under the player's control."""
    player = int(before.player)
    then, now = stacks(game, before), stacks(game, after)
    cells = [
        cell
        for cell in held(then, 1 - player) & held(now, player)
        if now[cell][: len(then[cell])] == then[cell]
    ]
    return f"covers the {game.colours[1 - player]} stack on {_named(game, cells)}" if cells else ""


def enemy_uncovered(game: Game[PitOfPillars], before: PitOfPillars, after: PitOfPillars) -> str:
    """A man of the opponent has come to light."""
    player = int(before.player)
    cells = held(stacks(game, before), player) & held(stacks(game, after), 1 - player)
    return f"uncovers a {game.colours[1 - player]} man on {_named(game, cells)}" if cells else ""


def capture_prepared(game: Game[PitOfPillars], before: PitOfPillars, after: PitOfPillars) -> str:
    """A stack of both colours is as high as its square allows, so that any man captures it."""

    def full(position: PitOfPillars) -> set[int]:
        capacity = game.notes(position)
        return {
            cell
            for cell, stack in stacks(game, position).items()
            if len({piece.player for piece in stack}) > 1 and len(stack) >= int(capacity[cell])
        }

    cells = full(after) - full(before)
    if not cells:
        return ""
    its, it = ("its", "it") if len(cells) == 1 else ("their", "one")
    stacks_on = _stacks_on(game, cells)
    return f"brings the {stacks_on} to {its} capacity, so that the next man there captures {it}"


def capturable(game: Game[PitOfPillars], position: PitOfPillars) -> set[int]:
    """The squares of the opponent's stacks that a step of the player to act captures."""
    player = int(position.player)
    number = position.pillars()[player].bit_count()
    standing, found = pillars(game, position, player), set()
    for move in position.legal_moves():
        after = position.copy()
        after.play(int(move))
        if after.pillars()[player].bit_count() > number:
            found |= pillars(game, after, player) - standing
    return found & held(stacks(game, position), 1 - player)


def pillars(game: Game[PitOfPillars], position: PitOfPillars, player: int) -> set[int]:
    """The squares of a player's pillars."""
    pieces = game.pieces(position).items()
    return {cell for cell, (*_, top) in pieces if top.kind == "pillar" and top.player == player}


def as_it_stands(game: Game[PitOfPillars], before: PitOfPillars) -> PitOfPillars | None:
    """The position if the player did nothing more, with the opponent to act; None if that ends it.

    In the entering stage it is None, too.
    """
    if before.phase != PILLAR:
        return knowledge_of(game).passed(before)
    after = before.copy()
    after.play(game.parse_move("-", before))
    return after if after.winner == ONGOING else None


def stack_attacked(game: Game[PitOfPillars], before: PitOfPillars, after: PitOfPillars) -> str:
    """A stack of the opponent could be captured next, and could not before."""
    there = knowledge_of(game).passed(after) if after.winner == ONGOING else None
    idle = as_it_stands(game, before)
    if there is None or idle is None or after.player == before.player:
        return ""
    then = knowledge_of(game).passed(idle) if before.phase == PILLAR else before
    cells = capturable(game, there) - (set() if then is None else capturable(game, then))
    if not cells:
        return ""
    return f"attacks the {game.colours[after.player]} {_stacks_on(game, cells)}"


def stack_saved(game: Game[PitOfPillars], before: PitOfPillars, after: PitOfPillars) -> str:
    """A stack of the player could be captured before, and cannot now, here or where it has gone."""
    there = as_it_stands(game, before)
    if there is None or after.winner != ONGOING or after.phase != MOVE:
        return ""
    then, now, exposed = stacks(game, before), stacks(game, after), capturable(game, after)
    cells = (capturable(game, there) - exposed) & held(then, int(before.player))
    if any(len(now[cell]) > len(then.get(cell, ())) for cell in exposed):
        cells = {cell for cell in cells if len(now.get(cell, ())) >= len(then[cell])}
    if stack_captured(game, before, after):  # perhaps of both colours, and the player's own
        cells &= {*now}
    cells -= held(now, 1 - int(before.player))
    if not cells:
        return ""
    return f"saves the {game.colours[before.player]} {_stacks_on(game, cells)} from capture"


def taller_stack(game: Game[PitOfPillars], before: PitOfPillars, after: PitOfPillars) -> str:
    """A stack of the player has grown by its own men, and reaches farther."""
    player = int(before.player)
    then, now = stacks(game, before), stacks(game, after)
    cells = [
        cell
        for cell in held(then, player) & held(now, player)
        if len(now[cell]) > len(then[cell]) and now[cell][: len(then[cell])] == then[cell]
    ]
    if not cells:
        return ""
    cell = cells[0]
    name, height = game.board.names[cell], len(now[cell])
    return f"makes the {game.colours[player]} stack on {name} {height} men high"


def few_stacks_left(game: Game[PitOfPillars], before: PitOfPillars, after: PitOfPillars) -> str:
    """The opponent controls few stacks."""
    other = 1 - int(before.player)
    then, now = (len(held(stacks(game, position), other)) for position in (before, after))
    if now > FEW or now >= then:
        return ""
    left = plural(now, "stack") if now else "no stack"
    return f"leaves {game.colours[other]} {left}"


def reply_confined(game: Game[PitOfPillars], before: PitOfPillars, after: PitOfPillars) -> str:
    """The opponent has to enter beside the last man, where few squares are vacant."""
    squares = len(after.legal_moves()) if after.phase == NEXT else 0
    if not 0 < squares <= NARROW:
        return ""
    name = game.format_position(after).partition(" next:")[2]
    colour = game.colours[after.player]
    return f"leaves {colour} only {plural(squares, 'square')} for the man beside {name}"


def lone_squares(game: Game[PitOfPillars], position: PitOfPillars) -> int:
    """The number of squares that are vacant as are all squares beside them."""
    taken = {*stacks(game, position)}
    near = game.board.neighbours
    return sum([not {cell, *near[cell]} & taken for cell in range(len(game.board))])


def entering_shortened(game: Game[PitOfPillars], before: PitOfPillars, after: PitOfPillars) -> str:
    """There are fewer squares for men that have to stand alone, without which the entering ends."""
    if before.phase in (MOVE, PILLAR):
        return ""
    colour = game.colours[after.player]
    if after.phase == MOVE:
        return f"ends the entering, so that {colour} is the first to move"
    then, left = (lone_squares(game, position) for position in (before, after))
    return f"leaves {left} of {then} squares where a man can be entered alone"


MOTIFS = (
    Motif("confining the reply", reply_confined, slight=True),
    Motif("shortening the entering", entering_shortened, slight=True),
    Motif("capturing a stack", stack_captured),
    Motif("covering a stack", stack_covered),
    Motif("uncovering an enemy", enemy_uncovered, slight=True),
    Motif("preparing a capture", capture_prepared),
    Motif("attacking a stack", stack_attacked),
    Motif("saving a stack", stack_saved),
    Motif("building a taller stack", taller_stack, slight=True),
    Motif("leaving few stacks", few_stacks_left),
)
