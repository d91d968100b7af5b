"""What a turn of a game has done, read plainly from the pieces and texts of its positions."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

from stackyard import ONGOING, Game
from stackyard.errors import StackyardError

Side = int


class Turn:
    """A turn by its positions, read plainly: `cells` tells the content of each cell."""

    def __init__(self, game: Game, before: Any, after: Any) -> None:
        self.game, self.before, self.after = game, before, after
        self.player = int(before.player)
        self.names = {name: cell for cell, name in enumerate(game.board.names)}

    def cells(self, position: Any) -> list[str]:
        """The pieces of each cell: letters of colours, `.` before those that are no men."""
        found = [""] * len(self.game.board)
        for cell, pieces in self.game.pieces(position).items():
            for piece in pieces:
                plain = piece.kind in {"marker", "pillar"}
                found[cell] += "." * plain + "01"[piece.player]
        return found

    @property
    def then(self) -> list[str]:
        """The cells before the turn."""
        return self.cells(self.before)

    @property
    def now(self) -> list[str]:
        """The cells after the turn."""
        return self.cells(self.after)

    def side(self, colour: str) -> Side:
        """The player of a colour."""
        return self.game.colours.index(colour)

    def named(self, text: str) -> list[int]:
        """The cells in `a, b and c`."""
        return [self.names[name] for name in re.split(r", | and ", text)]


def other_to_act(game: Game, position: Any) -> Any:
    """The position with the other player to act, by its text; None where that is refused."""
    words = game.format_position(position).split(" ")
    letters = [colour[0] for colour in game.colours]
    place = next(i for i, word in enumerate(words) if i and word in letters)
    words[place] = letters[1 - letters.index(words[place])]
    try:
        return game.parse_position(" ".join(words))
    except StackyardError:
        return None


def played(game: Game, position: Any, texts: str) -> Any:
    """The position after moves; None if one is not legal."""
    after = position.copy()
    for text in texts.split():
        if after.winner != ONGOING or text not in game.legal_texts(after):
            return None
        after.play(game.parse_move(text, after))
    return after


def runs(cells: list[str], side: Side) -> list[int]:
    """The lengths of unbroken runs."""
    parts = [list(run) for stack in cells for _, run in groupby(stack)]
    return [len(run) for run in parts if run[0] == str(side)]


def path(turn: Turn, own: set[int], one: int, two: int) -> int | None:
    """The number of stones of the shortest path between two stones."""
    if not {one, two} <= own:
        return None
    reached, seen, steps = {one}, {one}, 1
    while reached and two not in reached:
        near = {there for cell in reached for there in turn.game.board.neighbours[cell]}
        reached = (near & own) - seen
        seen |= reached
        steps += 1
    return steps if reached else None


def group(turn: Turn, own: set[int], start: int) -> frozenset[int]:
    """The stones joined with one."""
    found = {start}
    while more := {n for cell in found for n in turn.game.board.neighbours[cell]} & own - found:
        found |= more
    return frozenset(found)


def held(cells: list[str], side: Side) -> set[int]:
    """The cells with a man of a player on top."""
    return {i for i, men in enumerate(cells) if men[-1:] == str(side) and "." not in men}


def moved_to(turn: Turn) -> int:
    """The cell whose content has grown."""
    return next(
        i for i, (a, b) in enumerate(zip(turn.then, turn.now, strict=True)) if len(b) > len(a)
    )


def stones(cells: list[str], side: Side) -> set[int]:
    """The cells of a player's stones."""
    return {cell for cell, men in enumerate(cells) if men == str(side)}


def new_stone(turn: Turn) -> int:
    """The cell of the stone that was placed."""
    (cell,) = stones(turn.now, turn.player) - stones(turn.then, turn.player)
    return cell


def open_to(turn: Turn, position: Any, side: Side) -> set[str]:
    """The moves of a player in a position, as if that player were to act."""
    there = position if position.player == side else other_to_act(turn.game, position)
    return set() if there is None else {*turn.game.legal_texts(there)}


def joining(turn: Turn, other: int) -> set[str]:
    """The cells on which a stone next turn would join the new stone with another one."""
    there, found = other_to_act(turn.game, turn.after), set()
    for text in turn.game.legal_texts(there):
        own = stones(turn.cells(played(turn.game, there, text)), turn.player)
        if other in group(turn, own, new_stone(turn)):
            found.add(text)
    return found


def off_edge(turn: Turn) -> int:
    """The least number of steps from the new stone's group to a cell with a neighbour missing."""
    near, steps = turn.game.board.neighbours, 0
    reached = group(turn, stones(turn.now, turn.player), new_stone(turn))
    while all(len(near[cell]) == 6 for cell in reached):
        reached, steps = reached.union(*[near[cell] for cell in reached]), steps + 1
    return steps


def barred(turn: Turn) -> set[int]:
    """The empty cells that were open to a player and are to none now."""
    then, now = (
        {name for side in range(2) for name in open_to(turn, position, side)}
        for position in (turn.before, turn.after)
    )
    return {cell for name, cell in turn.names.items() if name in then - now and not turn.now[cell]}


def rivals_groups(turn: Turn) -> int:
    """The number of the opponent's groups beside the new stone."""
    own, cell = stones(turn.then, 1 - turn.player), new_stone(turn)
    near = set(turn.game.board.neighbours[cell]) & own
    return len({group(turn, own, there) for there in near})


def free(turn: Turn, cells: list[str], cell: int) -> int:
    """The number of empty cells around a cell."""
    return sum([not cells[there] for there in turn.game.board.neighbours[cell]])


def towers(cells: list[str], side: Side) -> dict[int, int]:
    """The heights of towers."""
    return {i: len(men) for i, men in enumerate(cells) if men and set(men) == {str(side)}}


def falls(turn: Turn, names: str) -> bool:
    """Tell if a splay that is ready collapses these towers."""
    there = turn.after if turn.after.player == turn.player else other_to_act(turn.game, turn.after)
    for cell, height in towers(turn.now, turn.player).items():
        if free(turn, turn.now, cell) == height + 1:
            after = played(turn.game, there, turn.game.board.names[cell])
            left = towers(turn.cells(after), 1 - turn.player)
            if not {*turn.named(names)} & {*left}:
                return True
    return False


def captures(turn: Turn, position: Any, cell: int) -> bool:
    """Tell if a step of the player to act makes a pillar on a cell."""
    pillar = f".{int(position.player)}"
    if turn.cells(position)[cell] == pillar:
        return False
    return any(
        turn.cells(played(turn.game, position, text))[cell] == pillar
        for text in turn.game.legal_texts(position)
    )


def full(turn: Turn, position: Any, cell: int) -> bool:
    """Tell if a stack of both colours is as high as its square allows."""
    stack = turn.cells(position)[cell]
    return {*stack} == {"0", "1"} and len(stack) >= int(turn.game.notes(position)[cell])


def men(cells: list[str], side: Side) -> int:
    """The number of a player's men on the board."""
    return sum([stack.count(str(side)) for stack in cells if "." not in stack])


def gained(turn: Turn, side: Side) -> int:
    """The gain of a player's reserve."""
    return int(turn.after.reserves()[side] - turn.before.reserves()[side])


def steps_left(turn: Turn, cells: list[str], side: Side) -> int:
    """The steps of a player's checkers to the last column on the right."""
    far = [i if side else len(cells) - 1 - i for i in range(len(cells))]
    return sum([far[i] * stack.count(str(side)) for i, stack in enumerate(cells)])


def top_run(stack: str) -> int:
    """The number of checkers alike on top."""
    return len(stack) - len(stack.rstrip(stack[-1]))


def alone(turn: Turn, position: Any) -> int:
    """The number of squares on which a man could be entered with none beside it."""
    cells, near = turn.cells(position), turn.game.board.neighbours
    taken = {cell for cell, men in enumerate(cells) if men}
    return len([cell for cell in range(len(cells)) if not {cell, *near[cell]} & taken])
