"""What compiled games tell of a position for learned weights, against what their scenes show."""

from __future__ import annotations

from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from stackyard import Rng, load_game
from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.rng import derive

SEED = 20


def traits(game: Game[Any], position: Any) -> list[int]:
    patterns = game.patterns()
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


@pytest.mark.parametrize(
    ("name", "options", "plain"),
    [
        ("silo", {}, of_silo),
        ("silo", {"size": 8, "height": 4}, of_silo),
        ("filo", {}, of_filo),
        ("filo", {"size": 9}, of_filo),
    ],
)
def test_traits_are_what_the_scene_shows(name: str, options: dict[str, Any], plain: Any) -> None:
    game = load_game(name, **options)
    for number in range(6):
        rng = Rng(seed := derive(SEED, number))
        position = game.initial()
        while position.winner == ONGOING:
            assert traits(game, position) == plain(game, position), (
                f"seed {seed}: {game.format_position(position)}"
            )
            position.play(position.random_move(rng.bits()))
