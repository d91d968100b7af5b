"""A second solver, as plain as can be: rounds over all positions until nothing more is decided."""

from __future__ import annotations

from collections.abc import Hashable

from stackyard.position import DRAW, ONGOING, Position

Solved = dict[Hashable, tuple[int, int]]  # by key: the winner, and in how many moves (a draw: 0)


def reachable(start: Position) -> dict[Hashable, Position]:
    """Every position that can come of one, itself included, by key."""
    found: dict[Hashable, Position] = {start.key(): start}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        for move in position.legal_moves():
            after = position.copy()
            after.play(int(move))
            if after.key() not in found:
                found[after.key()] = after
                waiting.append(after)
    return found


def solve_plainly(start: Position) -> Solved:
    """The result of every position that can come of one; what can go on for ever is a draw."""
    positions = reachable(start)
    children: dict[Hashable, list[Hashable]] = {}
    solved: Solved = {}
    for key, position in positions.items():
        if position.winner != ONGOING:
            solved[key] = int(position.winner), 0
            continue
        children[key] = []
        for move in position.legal_moves():
            after = position.copy()
            after.play(int(move))
            children[key].append(after.key())
    distance = 0
    while True:
        distance += 1
        new: Solved = {}
        for key, keys in children.items():
            if key in solved:
                continue
            player = int(positions[key].player)
            known = [solved[child] for child in keys if child in solved]
            winners = [winner for winner, _ in known]
            if player in winners:
                new[key] = player, distance
            elif len(known) == len(keys) and DRAW not in winners:
                new[key] = 1 - player, distance
        if not new:
            return {key: solved.get(key, (DRAW, 0)) for key in positions}
        solved |= new
