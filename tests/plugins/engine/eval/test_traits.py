"""The words of compiled games about a position for learned weights, against their scenes."""

from __future__ import annotations

from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from stackyard import Rng, load_game
from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.rng import derive
from stackyard_engine.knowledge import knowledge_of

SEED = 20
LONGEST = 200


def traits(game: Game[Any], position: Any) -> list[int]:
    patterns = knowledge_of(game).patterns()
    assert patterns is not None
    found = vec[i64]([0] * len(patterns.radices))
    position.traits(found)
    assert all(0 <= trait < radix for trait, radix in zip(found, patterns.radices, strict=True))
    return [int(trait) for trait in found]


def stacks(game: Game[Any], position: Position) -> list[list[int]]:
    """For each cell, from the left of the player to act, 1 for each checker of that player."""
    player = position.player
    cells = [
        [int(piece.player == player) for piece in game.pieces(position).get(cell, ())]
        for cell in range(len(game.board))
    ]
    return cells if player == 0 else cells[::-1]


def numbered(stack: list[int], seen: int) -> int:
    """A stack's number by its highest checkers."""
    leading = 2 if len(stack) > seen else 1
    top = stack[-seen:]
    return leading * (1 << len(top)) + sum(own << n for n, own in enumerate(reversed(top)))


def of_silo(game: Game[Any], position: Position) -> list[int]:
    columns = stacks(game, position)
    size = len(columns)

    def counts(own: int) -> list[int]:
        held = [column for column, stack in enumerate(columns) if own in stack]
        checkers = [stack.count(own) for stack in columns]
        far = size - 1 if own else 0
        front = max(held) if own else min(held)
        runs = sum(
            [stack[n] == own and stack[n - 1 : n] != [own] for n in range(len(stack))].count(True)
            for stack in columns
        )
        return [
            min(runs, 15),
            len(held),
            min(sum(abs(far - column) * checkers[column] for column in held), 63),
            min(sum(abs(front - column) * checkers[column] for column in held), 63),
            len([column for column in held if column != far]),
        ]

    whole = [numbered(stack, 9) for stack in columns]
    return [*whole, *[numbered(stack, 4) for stack in columns], *counts(1), *counts(0)]


def of_filo(game: Game[Any], position: Position) -> list[int]:
    cells = stacks(game, position)
    reserves = [0, 0]
    for tray in game.trays(position):
        if "reserve" in tray.title:
            reserves[tray.player != position.player] += len(tray.pieces)
    found = [numbered(stack, 4) for stack in cells]
    for own in (1, 0):
        reserve = reserves[1 - own]
        men = reserve + sum(stack.count(own) for stack in cells)
        found += [reserve, men, len([stack for stack in cells if stack[-1:] == [own]])]
    return found


def of_splay(game: Game[Any], position: Any) -> list[int]:
    board, player, pieces = game.board, position.player, game.pieces(position)
    stands = {cell: stack for cell, stack in pieces.items() if stack}
    towers = {cell for cell, stack in stands.items() if stack[-1].kind != "marker"}
    spaces = [sum(there not in stands for there in near) for near in board.neighbours]
    slack = {cell: spaces[cell] - len(stands[cell]) for cell in towers}
    whole, small = [], []
    for cell in board.interior:
        theirs = int(cell in stands and stands[cell][-1].player != player)
        if cell not in stands:
            blocked = any(slack.get(there) == 1 for there in board.neighbours[cell])
            whole.append(7 * blocked + spaces[cell])
            small.append(int(blocked))
        elif cell not in towers:
            whole.append(14 + theirs)
            small.append(2 + theirs)
        else:
            whole.append(16 + 25 * theirs + 5 * (spaces[cell] - 2) + slack[cell] - 1)
            small.append(3 + 5 * theirs + slack[cell])
    owned = [sum(stack[-1].player == side for stack in stands.values()) for side in (0, 1)]
    if player == 1:
        owned.reverse()
    ready = [
        [cell for cell in slack if slack[cell] == 1 and (stands[cell][-1].player != player) == who]
        for who in (False, True)
    ]
    counts = [int(position.may_swap()), max(0, min(owned[0] - owned[1] + 32, 63)), sum(owned) // 8]
    counts += [min(len(splaying), 7) for splaying in ready]
    return (
        whole
        + small
        + counts
        + [max([0, *[spaces[cell] for cell in splaying]]) for splaying in ready]
    )


def of_slicron(game: Game[Any], position: Any) -> list[int]:
    board, player = game.board, position.player
    stones = {cell: stack[-1].player for cell, stack in game.pieces(position).items() if stack}
    rows, *_ = game.format_position(position).split()
    closed = []
    for side in (player, 1 - player):
        turned = game.parse_position(f"{rows} {game.letters[side]} -")
        may = {int(move) for move in turned.legal_moves()}
        closed.append([cell not in stones and cell not in may for cell in range(len(board))])

    def ends(cell: int) -> int:
        group, left = {cell}, [cell]
        while left:
            for there in board.neighbours[left.pop()]:
                if stones.get(there) == stones[cell] and there not in group:
                    group.add(there)
                    left.append(there)
        return min(len(group & set(board.edge)), 2)

    found = []
    for cell in range(len(board)):
        if cell in stones:
            found.append(4 + 3 * (stones[cell] != player) + ends(cell))
        else:
            found.append(closed[0][cell] + 2 * closed[1][cell])
    mine, theirs, free = found.count(1), found.count(2), found.count(0)
    counts = [min(mine, 31), min(theirs, 31)]
    counts += [min(open_to, 63) // 2 for open_to in (free + theirs, free + mine)]
    return [*found, 2 if position.swap else 0, *counts]


def of_pit(game: Game[Any], position: Any) -> list[int]:
    board, player, pieces = game.board, position.player, game.pieces(position)
    stands = {cell: stack for cell, stack in pieces.items() if stack}
    pillars = {cell for cell, stack in stands.items() if stack[-1].kind == "pillar"}
    whole, small = [], []
    numbers = [[0, 0], [0, 0]]
    for cell in range(len(board)):
        stack = stands.get(cell, ())
        theirs = int(bool(stack) and stack[-1].player != player)
        numbers[cell in pillars][theirs] += bool(stack)
        if cell in pillars or not stack:
            whole.append(1 + theirs if stack else 0)
            small.append(1 + theirs if stack else 0)
            continue
        open_beside = [there for there in board.neighbours[cell] if there not in pillars]
        room = max(0, min(len(open_beside) - len(stack), 2))
        mixed = len({man.player for man in stack}) == 2
        whole.append(3 + 24 * theirs + 6 * (min(len(stack), 4) - 1) + 2 * room + mixed)
        small.append(3 + 6 * theirs + 2 * (min(len(stack), 3) - 1) + (room == 0))
    _, _, men, phase = game.format_position(position).split()
    reserves = [int(number) for number in men.split(",")]
    if player == 1:
        reserves.reverse()
    phases = ["open", "next", "free", "move", "pillar"]
    counts = [phases.index(phase.split(":")[0]), *[min(number, 15) for number in reserves]]
    own, other = numbers[False]
    return [*whole, *small, *counts, *numbers[True], own - other + 32, (own + other) // 4]


@pytest.mark.parametrize(
    ("name", "options", "plain"),
    [
        ("silo", {}, of_silo),
        ("silo", {"size": 8, "height": 4}, of_silo),
        ("filo", {}, of_filo),
        ("filo", {"size": 9}, of_filo),
        ("splay", {"side": 5, "fill": True, "pie": True}, of_splay),
        ("slicron", {}, of_slicron),
        ("slicron", {"side": 6, "rules": "revised"}, of_slicron),
        ("pit_of_pillars", {"size": 5}, of_pit),
    ],
)
def test_traits_are_what_the_scene_shows(name: str, options: dict[str, Any], plain: Any) -> None:
    game = load_game(name, **options)
    for number in range(3):
        rng = Rng(seed := derive(SEED, number))
        position, plies = game.initial(), 0
        while position.winner == ONGOING and plies < LONGEST:
            plies += 1
            if name == "slicron" and position.mid_turn:  # shown as it was when the turn began
                position.play(position.random_move(rng.bits()))
                continue
            assert traits(game, position) == plain(game, position), (
                f"seed {seed}: {game.format_position(position)}"
            )
            position.play(position.random_move(rng.bits()))
