"""The words of F.I.L.O.'s refusals, by the rule that forbids the move."""

from __future__ import annotations

from stackyard.errors import Refusals

refused = Refusals(
    {
        "empty-reserve": "your reserve is empty: sow a stack, named by its cell",
        "small-reserve": "you cannot enter {count}: your reserve holds only {reserve}",
        "full-cells": (
            "you cannot enter {count}: each goes to a cell of its own, and full cells ({full}) "
            "are skipped, so at most {most} can enter"
        ),
        "entry-phase": (
            "stacks are sown only when both reserves are empty: "
            "{waiting} still {have} checkers to enter"
        ),
        "empty-cell": "cell {cell} is empty: there is nothing to sow",
        "not-yours": (
            "the top checker on {cell} is {owner}: you sow only stacks whose top is yours "
            "({colour})"
        ),
        "escape-entry": "an escape follows a sowing, never an entry",
        "escape-reserve": (
            "an escape needs an empty reserve, but after {move} yours holds {reserve}"
        ),
        "escape-over": (
            "{move} ends the game before an escape: it leaves {colour} with {left}, and so "
            "{colour} has won"
        ),
        "escape-many": "after {move} you still have {left} checkers; 2 to 4 can escape",
        "escape-late": (
            "the stack on {cell} could escape only in the turn that formed it: {move} breaks it up"
        ),
        "escape-scattered": (
            "after {move} your checkers lie on {cells}; an escape takes them off as one stack"
        ),
        "escape-foreign": (
            "after {move} the stack on {cell} holds a checker of your opponent's; "
            "only a stack all your own can escape"
        ),
    }
)
