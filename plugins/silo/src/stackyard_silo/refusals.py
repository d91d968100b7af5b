"""The words of Silo's refusals, by the rule that forbids the move."""

from __future__ import annotations

from stackyard.errors import Refusals

refused = Refusals(
    {
        "empty-cell": "column {column} is empty: there is nothing to move",
        "not-yours": (
            "column {column} holds no checker of yours ({colour}): "
            "you move your own highest checker and what lies on it"
        ),
        "far-right": (
            "column {column} is your far-right one: there is no column further to your right"
        ),
    }
)
