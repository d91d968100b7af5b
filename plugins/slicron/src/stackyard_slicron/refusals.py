"""The words of Slicron's refusals, by the rule that forbids the move."""

from __future__ import annotations

from stackyard.errors import Refusals

refused = Refusals(
    {
        "turn-not-over": "your turn is not over: take off {choices} first",
        "no-pie": "nobody swaps in this game: the option pie is off",
        "no-swap": "only {second} may swap, in answer to {first}'s first stone",
        "occupied": "there is a stone on {cell} already",
        "nothing-to-take-off": (
            "no stone is to be taken off now: x is for turns that leave a choice"
        ),
        "not-yours": "there is no stone of yours on {cell}; choose {choices}",
        "must-stay": "the stone on {cell} stays, however you choose; choose {choices}",
        "not-shorter": (
            "a stone on {cell} makes a path of {new_length} ({new}), which is not shorter than "
            "the path of {length} of a group it would touch, {path}"
        ),
        "unchanged-path": (
            "a stone on {cell} would touch your path {path} and not make it shorter"
        ),
    }
)
