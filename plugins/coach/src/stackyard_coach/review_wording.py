"""The figures of a review in words; `review_story` tells its turning points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from stackyard.analysis import UNLIKELY
from stackyard.notation import listed
from stackyard.position import DRAW, ONGOING
from stackyard.text import capitalized, plural
from stackyard.turnloop.history import Course
from stackyard_coach.assessment import Assessment
from stackyard_coach.review import Answer, Grade, JudgedMove, Review, Standing
from stackyard_coach.turning_points import bad_turns
from stackyard_coach.turns import played_on, texts, turns_of

SHOWN = 6  # moves of a line


def share_words(standing: Standing | None) -> str:
    """The first player's chances with their interval: `62% (57-67)`, `0%, proven`, `unclear`."""
    chance = chance_words(standing, 0)
    if standing is None or standing.interval is None or not chance[0].isdecimal():
        return chance
    low, high = standing.bounds(0)
    return f"{chance} ({100 * low:.0f}-{100 * high:.0f})"


def chance_words(standing: Standing | None, player: int) -> str:
    """The chances of a player: `62%`, `0%, proven`, `below 1%`, `unclear`."""
    if standing is None:
        return "unclear"
    value = standing.value(player)
    if standing.proven != ONGOING:
        return f"{value:.0%}, proven"
    if value < UNLIKELY:
        return f"below {UNLIKELY:.0%}"
    return f"above {1 - UNLIKELY:.0%}" if value > 1 - UNLIKELY else f"{value:.0%}"


def line_words(course: Course, line: Sequence[str]) -> str:
    """The first moves of a line after a course: `8. blue b, 9. red e d, 11. blue f …`.

    Moves are numbered from the start of the match; those of one turn stand together.
    """
    shown = played_on(course, line[:SHOWN])
    turns = [
        f"{turn[0].number}. {course.game.colours[turn[0].player]} {texts(turn)}"
        for turn in turns_of(shown.plies(course.ply))
    ]
    more = len(line) > SHOWN and shown.result is None
    return ", ".join(turns) + (" …" if more else "")


def standing_words(standing: Standing, review: Review, player: int) -> str:
    """The standing of a position: `blue wins for certain in 9 moves`, `red has 62%`.

    The chances are those of `player`.
    """
    colours = review.course.game.colours
    if standing.proven == DRAW:
        return "it is a sure draw"
    if standing.proven != ONGOING:
        distance = f" in {plural(standing.plies, 'move')}" if standing.plies else ""
        return f"{colours[standing.proven]} wins for certain{distance}"
    return f"{colours[player]} has {chance_words(standing, player)}"


def loss_words(move: JudgedMove) -> str:
    """A bad move in words: `perhaps a mistake, from 62% to 40%`."""
    grade = move.grade
    assert grade is not None
    article = "an" if grade is Grade.INACCURACY else "a"
    perhaps = "" if move.sure else "perhaps "
    was, now = [_chances(each, move.player) for each in (move.before, move.after)]
    return f"{perhaps}{article} {grade}, from {was} to {now}"


def stopped(words: str) -> str:
    """A sentence with its full stop, which an ellipsis replaces."""
    return words if words.endswith("…") else f"{words}."


def better_words(move: JudgedMove, review: Review) -> str:
    """The best play in place of a bad move."""
    line = () if move.before is None else move.before.line
    return line_words(review.course.at(move.number - 1), line or move.best[:1])


def _chances(standing: Standing | None, player: int) -> str:
    """The chances of a player, or the proven result: `62%`, `a sure win`."""
    proven = ONGOING if standing is None else standing.proven
    sure = {player: "a sure win", 1 - player: "a sure loss", DRAW: "a sure draw"}
    return sure.get(proven) or chance_words(standing, player)


def counts_words(review: Review, player: int) -> str:
    """The numbers of a player's bad moves: `1 blunder, 2 mistakes, no inaccuracies`.

    Those of one turn count once. Moves in doubt, or whose loss is not known, are told apart.
    """
    moves = [move for move in review.moves if move.player == player]
    unclear = [move for move in moves if move.loss is None]
    if unclear and len(unclear) == len(moves):
        return "no move was analysed long enough to be judged"
    turns = bad_turns(review, player, review.mistakes)
    sure, doubtful = [
        Counter([move.grade for move in turns if move.sure is is_sure]) for is_sure in (True, False)
    ]
    words = ", ".join([_number_of(grade, sure[grade]) for grade in reversed(Grade)])
    if doubtful:
        perhaps = [
            _number_of(grade, doubtful[grade]) for grade in reversed(Grade) if doubtful[grade]
        ]
        words += f"; perhaps {listed(perhaps)}"
    return f"{words}; {plural(len(unclear), 'move')} not judged" if unclear else words


def _number_of(grade: Grade, number: int) -> str:
    return plural(number, grade, "inaccuracies" if grade is Grade.INACCURACY else "")


def basis_words(review: Review, assessments: Mapping[int, Assessment]) -> str:
    """The basis of a review: how much of it is certain, and what the chances are."""
    known = [standing for standing in review.standings if standing is not None]
    proven = sum([standing.proven != ONGOING for standing in known])
    total = len(review.standings)
    words = f"{proven} of {plural(total, 'position')} proven"
    evaluators = [each.evaluator for each in assessments.values() if each.moves]
    if proven < len(known):
        shares = "estimated chances" if any(evaluators) else "shares of random games"
        words += f"; the rest are {shares}"
    if not proven:
        words += "; a longer analysis may prove more"
    return words


def answer_words(tried: str, given: Answer, question: JudgedMove, review: Review) -> str:
    """The judgement of a move that was tried in place of a bad one."""
    game = review.course.game
    if given.loss is None or given.after is None:
        return f"{tried} was analysed too briefly to judge it."
    now = chance_words(given.after, question.player)
    if given.keeps:
        best = tried in question.best
        praise = "is the best move" if best else "is good enough"
        standing = standing_words(given.after, review, question.player)
        return f"Right: {tried} {praise}. {capitalized(standing)}."
    other = game.colours[1 - question.player]
    reply = ""
    if given.refutation:
        after = review.course.at(question.number - 1).play(tried)
        reply = f" Best play after it: {stopped(line_words(after, given.refutation))}"
    if given.after.proven == 1 - question.player:
        end = f" in {plural(given.after.plies, 'move')}" if given.after.plies else ""
        return f"{tried} loses: {other} wins for certain{end}.{reply}"
    was = chance_words(question.before, question.player)
    if given.after.proven == DRAW:
        now = "a sure draw"
        if question.before is not None and question.before.proven == question.player:
            return f"{tried} gives a won position away: it leads to {now}.{reply}"
    return f"{tried} lets the chances fall from {was} to {now}.{reply}"
