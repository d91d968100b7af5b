"""The traits of Silo, read a second time from the text of a position."""

from __future__ import annotations

from itertools import groupby
from random import Random
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from stackyard import load_game
from stackyard.position import ONGOING
from stackyard_engine.knowledge import knowledge_of
from stackyard_silo.rules import FEW, MANY, TOP, WHOLE

COLOURS = "rb"


def number(column: str, colour: str, seen: int) -> int:
    """A stack as a number: its checkers of a colour by their depth, below a leading bit."""
    own = "".join(["01"[checker == colour] for checker in column])
    if len(column) <= seen:
        return int(f"1{own}", 2)
    return int(f"10{own[-seen:]}", 2)


def counts(columns: list[str], colour: str, movable: int) -> list[int]:
    """The counts of a colour; `columns` are listed from the left of its player."""
    held = [place for place, column in enumerate(columns) if colour in column]
    size, front = len(columns), max(held)
    runs = sum([key == colour for column in columns for key, _ in groupby(column)])
    steps = sum([(size - 1 - place) * columns[place].count(colour) for place in held])
    behind = sum([(front - place) * columns[place].count(colour) for place in held])
    few = [min(runs, FEW - 1), min(len(held), FEW - 1)]
    return [*few, min(steps, MANY - 1), min(behind, MANY - 1), min(movable, FEW - 1)]


@pytest.mark.builds
@pytest.mark.parametrize("options", [{}, {"size": 10, "height": 4}, {"size": 4, "height": 2}])
def test_traits_are_what_the_text_of_a_position_tells(options: dict[str, int]) -> None:
    rng, game = Random(4), load_game("silo", **options)
    patterns = knowledge_of(game).patterns()
    assert patterns is not None
    position: Any = game.initial()
    for _ in range(300):
        text, letter = game.format_position(position).split(" ")
        columns = [column.strip("-") for column in text.split("/")]
        own = COLOURS.index(letter)
        seen = columns if own == 0 else columns[::-1]
        expected = [number(column, letter, WHOLE) for column in seen]
        expected += [number(column, letter, TOP) for column in seen]
        for colour in (own, 1 - own):
            turned = columns if colour == 0 else columns[::-1]
            movable = int(position.movable(colour)).bit_count()
            expected += counts(turned, COLOURS[colour], movable)
        found = vec[i64]([0] * len(patterns.radices))
        position.traits(found)
        assert [*found] == expected, game.format_position(position)
        position.play(rng.choice([*position.legal_moves()]))
        if position.winner != ONGOING:
            position = game.initial()
