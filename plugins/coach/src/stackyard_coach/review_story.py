"""The story of a reviewed match in words: how it went, and each turning point with its reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stackyard.notation import listed
from stackyard.position import DRAW, ONGOING
from stackyard.text import capitalized, plural
from stackyard.turnloop.history import Course
from stackyard.turnloop.outcome import Reason, Result
from stackyard.turnloop.ply import Ply
from stackyard.turnloop.wording import outcome
from stackyard_coach.motifs import motifs_between
from stackyard_coach.review import Review, Standing
from stackyard_coach.review_wording import chance_words, line_words, stopped
from stackyard_coach.turning_points import TurningPoint
from stackyard_coach.turns import played_on, texts, turns_of

WINNING = 0.8  # the least value with which a player stands to win
LOOKED = 3  # of a player's turns in a line that may show why it is good
REASONS = 2  # of a turn
OPEN = 0.6  # the value below which nobody stands better
SWINGS = 3  # changes of the lead that are worth counting


@dataclass(frozen=True)
class Told:
    """A turning point in words: the heading, and sentences.

    These say how the chances changed, then what was better and why, and what the move allowed.
    """

    heading: str
    sentences: list[str]


def course_of_events(review: Review) -> list[str]:
    """One to three sentences about the course of a match; none if it is not over."""
    course, colours = review.course, review.course.game.colours
    if review.result is None:
        return []
    winner, first, final = review.result.winner, review.standings[0], review.standings[-1]
    sentences = [f"{capitalized(_ending(review))}."]
    led = [change for change in review.changes if change.after != DRAW]
    lost = _last_lead(review, winner)
    if lost is not None:
        ply, standing = lost
        if ply < course.ply:  # at the end it is told with the result
            sentences.append(f"Yet {_standing(standing, course)} until move {ply + 1}.")
    elif led and final is not None and final.leader == winner != DRAW:
        since = led[-1].number
        sentences.append(f"{capitalized(colours[winner])} stood better from move {since} on.")
    elif first is not None and not review.changes and _ahead(first) == winner != DRAW:
        sentences.append(f"{capitalized(_standing(first, course))} from the start.")
    swings = len([change for change in led if change.before in {0, 1}])
    if swings >= SWINGS:
        sentences.append(f"The lead changed hands {swings} times.")
    return sentences


def _ending(review: Review) -> str:
    """The result, and how the players stood when somebody ended the match."""
    result, course, final = review.result, review.course, review.standings[-1]
    assert result is not None
    if course.result == result:
        return outcome(course)
    words = _deed(result, course)
    if not words:
        words = outcome(course.end(result))
    elif result.winner != DRAW:
        words = f"{course.game.colours[result.winner]} wins: {words}"
    if final is None:
        return words
    leader = _ahead(final)
    return f"{words}{' when' if leader == result.winner else ', though'} {_standing(final, course)}"


def _deed(result: Result, course: Course) -> str:
    """The deed that ended the match, such as `blue resigned`; empty if it was none of a player."""
    loser = "" if result.winner == DRAW else course.game.colours[1 - result.winner]
    deeds: dict[str, str] = {
        Reason.RESIGNATION: f"{loser} resigned",
        Reason.TIME: f"the time of {loser} ran out",
        Reason.AGREEMENT: "the players agreed on a draw",
    }
    return deeds.get(result.reason, "")


def _ahead(standing: Standing) -> int:
    """The proven winner, or else the player whose chances are clearly better, or DRAW."""
    if standing.proven != ONGOING:
        return standing.proven
    return next((side for side in (0, 1) if standing.value(side) >= OPEN), DRAW)


def _last_lead(review: Review, winner: int) -> tuple[int, Standing] | None:
    """The last number of plies at which one who did not win led, and the standing there."""
    for ply in reversed(range(len(review.standings))):
        standing = review.standings[ply]
        if standing is not None and _ahead(standing) not in {winner, DRAW}:
            return ply, standing
    return None


def told(point: TurningPoint, review: Review) -> Told:
    """A turning point in words."""
    move, colours = point.move, review.course.game.colours
    words = [_swing(point, review), _better(point, review), _answer(point, review)]
    sentences = [stopped(each) for each in words if each]
    return Told(f"Move {move.number}, {colours[move.player]} {move.text}", sentences)


def _swing(point: TurningPoint, review: Review) -> str:
    """The change of the chances at a turning point, and its duration."""
    player, colours = point.move.player, review.course.game.colours
    mine, other = colours[player], colours[1 - player]
    was, now = [_standing(each, review.course) for each in (point.before, point.after)]
    words = f"Before it {was}, after it {now}" if was != now else f"Before and after it {was}"
    if ONGOING in {point.before.proven, point.after.proven}:
        shares = [chance_words(each, player) for each in (point.before, point.after)]
        words += f" (the chances of {mine} fall from {shares[0]} to {shares[1]})"
    if point.earlier:
        best, earlier = point.move.best[0], _moves(point.earlier)
        words += f". {capitalized(mine)} had overlooked {best} before, at {earlier}"
    if point.until is None:
        if point.after.value(player) > 1 - WINNING or review.result is None:
            return words
        if review.result.winner == 1 - player:
            return f"{words}. This decided the match"
        deed = _deed(review.result, review.course)
        return f"{words}. Yet {deed}" if deed else words
    if point.until == point.end + 1:
        return f"{words}. {capitalized(other)} gave it back at once"
    return f"{words}. This lasted until move {point.until}"


def _standing(standing: Standing, course: Course) -> str:
    """A standing in words: `red had a sure win`, `blue stood better`, `the game was open`."""
    colours = course.game.colours
    if standing.proven == DRAW:
        return "it was a sure draw"
    if standing.proven != ONGOING:
        return f"{colours[standing.proven]} had a sure win"
    leader = _ahead(standing)
    if leader == DRAW:
        return "the game was open"
    won = standing.value(leader) >= WINNING
    return f"{colours[leader]} {'stood to win' if won else 'stood better'}"


def _moves(numbers: Sequence[int]) -> str:
    noun = "move" if len(numbers) == 1 else "moves"
    return f"{noun} {listed([str(number) for number in numbers])}"


def _better(point: TurningPoint, review: Review) -> str:
    """The better play, and why."""
    move = point.move
    line = point.before.line or move.best[:1]
    if not line:
        return ""
    course = review.course.at(move.number - 1)
    return f"Better: {_reasoned(course, line, point.before, move.player)}"


def _answer(point: TurningPoint, review: Review) -> str:
    """The other player's best answer to the turn, and why it is good."""
    course, line = review.course.at(point.end), point.after.line
    if not line or course.result is not None:
        return ""
    other = course.player
    answer = [ply.text for ply in turns_of(played_on(course, line).plies(course.ply))[0]]
    moves = review.moves[point.end : point.end + len(answer)]
    verb = "answered" if [move.text for move in moves] == answer else "could answer"
    reasoned = _reasoned(course, line, point.after, other)
    return f"{capitalized(course.game.colours[other])} {verb} {reasoned}"


def _reasoned(course: Course, line: Sequence[str], standing: Standing, player: int) -> str:
    """The first turn of a line, why it is good for the player, and the line if it goes on."""
    turns = turns_of(played_on(course, line).plies(course.ply))
    words = f"{texts(turns[0])}{_why(turns, player)}"
    if len(turns) > 1:
        words += f": {line_words(course, line)}"
    if standing.proven != player:
        return words
    distance = f" in {plural(standing.plies, 'move')}" if standing.plies else ""
    return f"{words}, and {course.game.colours[player]} wins{distance}"


def _why(turns: Sequence[Sequence[Ply]], player: int) -> str:
    """The effect of the player's first turn that has one, as a relative clause; or nothing."""
    own = [turn for turn in turns if turn[0].player == player]
    for turn in own[:LOOKED]:
        game = turn[0].game
        found = [*motifs_between(game, turn[0].before, turn[-1].after).values()][:REASONS]
        if found:
            that = ", which" if turn is turns[0] else f"; later {texts(turn)}"
            return f"{that} {listed(found)}"
    return ""
