"""The legend of a board: what each mark means."""

from __future__ import annotations

from dataclasses import replace

from stackyard.boards import Square
from stackyard.drawing.picture import TERMINAL, Look
from stackyard.scenes import Piece, Scene
from stackyard_cli.legend import legend

RED, BLUE = Piece(0, "r"), Piece(1, "b")


def scene(*stack: Piece) -> Scene:
    """A small board with a stack on its first cell, where a move can begin."""
    return Scene(Square(3, 2), {0: stack}, ("red", "blue"), 0, "your move", choices=frozenset([0]))


def test_a_stack_that_is_shortened_is_explained() -> None:
    told = "twelve pieces with b on top"
    tall = scene(*6 * [RED, BLUE])
    assert told in " ".join(legend(tall, Look(width=24)).split())
    assert told not in " ".join(legend(tall, Look(width=80)).split())


def test_a_note_is_explained_without_a_command_that_is_not_there_after_the_match() -> None:
    noted = replace(scene(RED), notes={0: "7"}, notes_legend="steps: how far a piece moves")
    assert legend(noted, TERMINAL).endswith("  /7       steps: how far a piece moves")


def test_the_legend_speaks_of_colours_only_where_they_are_shown() -> None:
    held = scene(RED)
    assert "brackets are green" in legend(held, TERMINAL)
    colourless = legend(held, replace(TERMINAL, coloured=False))
    assert "green" not in colourless
    assert "the command moves lists those that begin with a piece" in " ".join(colourless.split())
