"""The report of a review: graph, turning points, bad moves, and a table of all moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from shutil import get_terminal_size

from stackyard.text import capitalized
from stackyard_cli.common import draws_on_terminal, echo_table
from stackyard_cli.screen import Screen
from stackyard_coach.assessment import Assessment
from stackyard_coach.commands.chance_graph import chance_graph
from stackyard_coach.review import Grade, JudgedMove, Review, Standing
from stackyard_coach.review_story import course_of_events, told
from stackyard_coach.review_wording import (
    basis_words,
    better_words,
    counts_words,
    loss_words,
    share_words,
)
from stackyard_coach.turning_points import bad_turns, turning_points

SIGNS = {Grade.INACCURACY: "·", Grade.MISTAKE: "?", Grade.BLUNDER: "X"}
LETTERS = SIGNS | {Grade.INACCURACY: "-"}  # in ASCII
HEAD = ("after", "move", "chances", "lost", "judgement", "better")
WIDEST = 100  # columns of a graph


def graph_lines(review: Review, width: int) -> list[str]:
    """The graph of the first player's chances, with a line of signs for each player."""
    blocks = draws_on_terminal()
    colours, signs = review.course.game.colours, SIGNS if blocks else LETTERS
    marks = [
        (colour, {move.number: signs[move.grade] for move in _bad(review, player) if move.grade})
        for player, colour in enumerate(colours)
    ]
    shares = [None if standing is None else standing.share for standing in review.standings]
    lines = chance_graph(shares, marks, width, blocks=blocks)
    legend = ", ".join([f"{signs[grade]} {grade}" for grade in Grade])
    return [f"Chances of {colours[0]} after each move ({legend}):", *lines]


def show_review(
    review: Review, assessments: Mapping[int, Assessment], screen: Screen, flip: bool = False
) -> None:
    """Show the graph, or a table in its place where the board is spoken, and the story."""
    if screen.options:
        show_table(review)
    else:
        lines = graph_lines(review, min(WIDEST, get_terminal_size().columns))
        screen.say("\n".join(lines))
    screen.say("")
    screen.say(" ".join(course_of_events(review)))
    points = turning_points(review)
    if not points and None not in review.standings:
        screen.say("No single move decided it.")
    for number, point in enumerate(points, 1):
        words = told(point, review)
        screen.say(f"\n{number}. {words.heading}; the board before it:")
        before = review.course.at(point.move.number - 1)
        screen.show(replace(before.scene, choices=frozenset()), flip, False)
        screen.say("\n".join(words.sentences))
    screen.say("")
    for player, colour in enumerate(review.course.game.colours):
        screen.say(f"{capitalized(colour)}: {counts_words(review, player)}.")
    screen.say(f"{capitalized(basis_words(review, assessments))}.")


def show_bad_moves(review: Review, screen: Screen) -> None:
    """A line for each bad move of each player, one for a turn."""
    for player, colour in enumerate(review.course.game.colours):
        screen.say(f"\n{capitalized(colour)}: {counts_words(review, player)}.")
        for move in bad_turns(review, player, review.mistakes):
            better = better_words(move, review)
            screen.say(f"  move {move.number}, {move.text}: {loss_words(move)}; better {better}")


def show_table(review: Review) -> None:
    """A row for each position of the match."""
    colours = review.course.game.colours
    rows: list[tuple[str, ...]] = [
        ("start", "", _chances(review.standings[0], colours), "", "", "")
    ]
    for move in review.moves:
        grade = move.grade
        better = move.best[0] if grade is not None else ""
        lost = f"{move.loss:.0%}" if move.loss else ""
        moved = f"{colours[move.player]} {move.text}"
        chances = _chances(move.after, colours)
        rows.append((str(move.number), moved, chances, lost, grade or "", better))
    echo_table(HEAD, rows, plain_header=True)


def _bad(review: Review, player: int) -> list[JudgedMove]:
    return [move for move in review.notable if move.player == player]


def _chances(standing: Standing | None, colours: Sequence[str]) -> str:
    return f"{colours[0]} {share_words(standing)}"
