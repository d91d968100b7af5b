"""The words of Splay's refusals, by the rule that forbids the move."""

from __future__ import annotations

from stackyard.errors import Refusals

refused = Refusals(
    {
        "no-pie": "nobody swaps in this game: the option pie is off",
        "no-swap": "only {second} may swap, in answer to {first}'s first checker",
        "border": (
            "{cell} is on the border: checkers go on interior cells, "
            "and only a splay takes the border"
        ),
        "marker": "{cell} holds a territorial marker, which stays as it is",
        "not-yours": "the tower on {cell} is {owner}: you raise only your own",
        "stifled": "a checker on {cell} would stifle {towers}",
        "closed": (
            "{cell} has no empty neighbour, and a tower needs more of them than its height "
            "(the option fill allows it)"
        ),
    }
)
