"""The words of Pit of Pillars's refusals, by the rule that forbids the move."""

from __future__ import annotations

from stackyard.errors import Refusals

refused = Refusals(
    {
        "compulsory-step": "you must first move a stack or enter a man from your reserve",
        "pillar-too-early": (
            "first move a stack or enter a man; one of your pillars may move after that"
        ),
        "pillar-there": (
            "a pillar stands on {cell}: no man enters there, and a pillar moves only after the "
            "compulsory step"
        ),
        "empty-reserve": "you have no man in reserve to enter",
        "entering-stage": "nothing moves in the entering stage: {prompt}",
        "occupied": "{cell} is not vacant: in the entering stage men enter vacant squares",
        "not-beside": ("{cell} is not next to {last}, where your opponent has entered a man last"),
        "not-isolated": (
            "{cell} is next to {near}: this man must have only vacant squares beside it"
        ),
        "empty-cell": "{cell} is vacant: there is no stack to move",
        "no-stack": (
            "a pillar stands on {cell}: it may move only after the compulsory step, "
            "and with a p before its square"
        ),
        "not-yours": (
            "the {piece} on {cell} is {owner} (a stack has the colour of its top man): "
            "you move your own"
        ),
        "too-low": (
            "the stack on {cell} is {height} high, so it moves at most {squares}: "
            "as many as men are moved"
        ),
        "pillar-in-the-way": (
            "the pillar on {cell} is in the way: stacks move neither over nor onto pillars"
        ),
        "pillar-now": (
            "you have made your compulsory step: move one of your pillars now, or - to leave them"
        ),
        "no-pillar": "there is no pillar on {cell}",
        "pillar-blocked": (
            "the {piece} on {cell} is in the way: a pillar moves over vacant squares only"
        ),
    }
)
