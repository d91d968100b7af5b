"""Moves and results of a course in words."""

from __future__ import annotations

from stackyard.position import DRAW, LONGEST, ONGOING
from stackyard.text import in_one_line, plural
from stackyard.turnloop.history import Course
from stackyard.turnloop.outcome import Reason, Result
from stackyard.turnloop.ply import Ply

MOST_WORDS = 1000  # characters of the sentence about a fault


def move_words(ply: Ply) -> str:
    """The player of a move and the move in words."""
    return f"{ply.game.colours[ply.player]} {ply.words} ({ply.text})"


def sitting_out(ply: Ply) -> str:
    """The player who has no move after a ply and sits out, in a sentence; empty if nobody does."""
    after = ply.after
    if after.winner != ONGOING or after.mid_turn or after.player != ply.player:
        return ""
    return f"{ply.game.colours[1 - ply.player]} has no move and sits out"


def ending(course: Course) -> str:
    """The reason for the end, in a sentence without the full stop; empty during play."""
    return "" if course.result is None else sentence_of(course, course.result)


def outcome(course: Course) -> str:
    """The winner and the reason; empty during play."""
    result = course.result
    if result is None:
        return ""
    if result.winner == DRAW:
        return f"draw: {ending(course)}"
    return f"{course.game.colours[result.winner]} wins: {ending(course)}"


def forfeit(course: Course, side: int, reason: Reason, cause: str) -> Result:
    """The result of a course that a side, 0 or 1, loses by a fault of its player."""
    words = sentence_of(course, Result(1 - side, reason))
    return Result(1 - side, reason, f"{words}: {in_one_line(cause)}"[:MOST_WORDS])


def stopped_words(stopped: int, games: int) -> str:
    """A sentence, with its full stop: this many of some games were stopped."""
    return (
        f"{stopped:,} of {plural(games, 'game')} had not ended after {plural(LONGEST, 'move')} and "
        "were stopped: a rule that ends such games would help."
    )


def sentence_of(course: Course, result: Result) -> str:
    """The reason for that result, in a sentence."""
    if result.sentence:
        return result.sentence
    loser = "" if result.winner == DRAW else course.game.colours[1 - result.winner]
    match result.reason:
        case Reason.RULES:
            return course.game.ending(course.position)
        case Reason.REPETITION:
            return f"the same position has stood {course.times_stood} times"
        case Reason.RESIGNATION:
            return f"{loser} resigns"
        case Reason.AGREEMENT:
            return "the players agree on it"
        case Reason.TIME:
            return f"the time of {loser} is up"
        case Reason.FAULT:
            return f"{loser} failed"
        case Reason.ILLEGAL:
            return f"{loser} made an illegal move"
        case Reason.LENGTH:
            return f"stopped, since it had not ended after {plural(LONGEST, 'move')}"
        case _:
            return result.reason
