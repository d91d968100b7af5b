"""Movements: the ways of pieces in a move, for animated pictures and the trail of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from stackyard.scenes import ARRIVING, OFF_BOARD, Movement, Piece

Stacks = Mapping[int, Sequence[Piece]]


def derived_movements(before: Stacks, after: Stacks, path: Sequence[int]) -> tuple[Movement, ...]:
    """The movements that turn the stacks `before` a move into those `after` it.

    `path` has the cells of the move in order. If its first cell lost pieces, they go along it, and
    the lowest are dropped on each cell that gained some. Otherwise new pieces enter the board one
    after the other, and missing ones leave it together.
    """
    common = {cell: _common(before, after, cell) for cell in {*before, *after}}
    lost = {cell: len(before.get(cell, ())) - level for cell, level in common.items()}
    new = {cell: len(after.get(cell, ())) - level for cell, level in common.items()}
    if path and lost.get(path[0]) and not new.get(path[0]):
        others = [cell for cell, count in new.items() if count and cell != path[0]]
        way = path if len(path) > 1 else (*path, *others[:1])
        if len(way) > 1:
            return _carried(way, lost[way[0]], new, lost, common[way[0]])
    grown = [cell for cell in new if new[cell] > lost[cell]]
    entered = sorted(grown, reverse=bool(path) and path[-1] == min(grown, default=0))
    steps = [
        Movement((OFF_BOARD, cell), new[cell], at, ARRIVING) for at, cell in enumerate(entered)
    ]
    shrunk = sorted(cell for cell in new if new[cell] < lost[cell])
    gone = [Movement((cell, OFF_BOARD), lost[cell], len(steps), common[cell]) for cell in shrunk]
    return (*steps, *gone)


def trail(movements: Iterable[Movement]) -> tuple[tuple[int, ...], ...]:
    """The distinct ways over the board, without those that are the beginning of a longer one."""
    ways = {tuple([cell for cell in each.cells if cell != OFF_BOARD]) for each in movements}
    long = sorted([way for way in ways if len(way) > 1], key=lambda way: (-len(way), way))
    found: list[tuple[int, ...]] = []
    for way in long:
        if not any(other[: len(way)] == way for other in found):
            found.append(way)
    return tuple(found)


def _common(before: Stacks, after: Stacks, cell: int) -> int:
    """The number of pieces at the bottom of a cell that stay."""
    count = 0
    for one, other in zip(before.get(cell, ()), after.get(cell, ()), strict=False):
        if one != other:
            break
        count += 1
    return count


def _carried(
    way: Sequence[int], count: int, new: Mapping[int, int], lost: Mapping[int, int], level: int
) -> tuple[Movement, ...]:
    """The movements of the upper `count` pieces of the first cell along a way.

    If there is one piece for each cell, each cell gets one; a piece dropped on a full cell leaves
    the board.
    """
    found = []
    one_each = count == len(way) - 1
    for at, cell in enumerate(way[1:], 1):
        if not count:
            break
        dropped = count if at == len(way) - 1 else min(count, 1 if one_each else new.get(cell, 0))
        if dropped:
            leaves = not new.get(cell) and not lost.get(cell)
            cells = (*way[: at + 1], *([OFF_BOARD] if leaves else []))
            found.append(Movement(cells, dropped, 0, level))
            level += dropped
            count -= dropped
    return tuple(found)
