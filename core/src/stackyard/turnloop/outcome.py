"""Results of a course of play: the winner, and the reason as a code."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from stackyard.position import DRAW


class Reason(StrEnum):
    """Reasons for the end of a course. A plugin may use a reason of its own."""

    RULES = "rules"
    REPETITION = "repetition"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIME = "time"
    FAULT = "fault"  # a computer player failed
    ILLEGAL = "illegal"  # a computer player made an illegal move
    LENGTH = "length"  # nobody had ended it after `stackyard.position.LONGEST` moves


@dataclass(frozen=True)
class Result:
    """The end of a course: `winner` is 0, 1 or DRAW; `reason` a Reason, or a plugin's own word.

    `sentence` adds what the reason does not express. If it is empty, it is generated when it
    is shown (`stackyard.turnloop.wording`).
    """

    winner: int
    reason: str
    sentence: str = ""

    def __post_init__(self) -> None:
        if self.winner not in (0, 1, DRAW):
            raise ValueError(f"the winner is 0, 1 or DRAW ({DRAW}), not {self.winner!r:.40}")
