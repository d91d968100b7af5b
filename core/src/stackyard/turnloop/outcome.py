"""How a course of play ends: who won, and the reason as a code."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Why a course of play is over. A plugin may end a match for a reason of its own."""

    RULES = "rules"
    REPETITION = "repetition"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIME = "time"
    FAULT = "fault"  # a computer player failed
    ILLEGAL = "illegal"  # a computer player made an illegal move


@dataclass(frozen=True)
class Result:
    """How a course ended: `winner` is 0, 1 or DRAW; `reason` a Reason, or a plugin's own word.

    `sentence` is for what the reason alone does not tell. Where it is empty, it is made when it
    is shown (`stackyard.turnloop.wording`).
    """

    winner: int
    reason: str
    sentence: str = ""
