"""`stackyard review --all`: one's own matches reviewed, and what they have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import mean

from stackyard.analysis import Limit
from stackyard.errors import RecordError, StackyardError
from stackyard.plugins.registry import registry
from stackyard.position import DRAW
from stackyard.records.archive import Archive
from stackyard.records.reader import course_of
from stackyard.text import plural
from stackyard_cli.common import echo_table, warn
from stackyard_cli.output import echo
from stackyard_coach.commands.review_run import ReviewRun, too_brief
from stackyard_coach.prompts.question_prompt import players_to_ask
from stackyard_coach.review import Grade, JudgedMove, Review, judge
from stackyard_engine.successors import points_of

SHOWN = 10  # openings
OPENING = 2  # moves
PHASES = ("opening", "middle", "end")  # thirds of a match
LEAD, LEVEL = 0.6, 0.4  # the least share of the points of a lead, and of a level game
NONE = "no finished match of one person{} is kept here; `stackyard play GAME` plays one"


@dataclass(frozen=True)
class ReviewedMatch:
    """The review of a finished match, and the person's side."""

    review: Review
    player: int

    @property
    def points(self) -> float:
        """The person's points."""
        assert self.review.result is not None
        return points_of(self.review.result.winner, self.player)

    @property
    def moves(self) -> list[JudgedMove]:
        """The person's moves."""
        return [move for move in self.review.moves if move.player == self.player]


def show_summary(game: str | None, limit: Limit, workers: int) -> bool:
    """Review one's own matches, of one game or all; False if Ctrl-C ended it before it was done."""
    own = list(_own_matches(game))
    if not own:
        if game:
            registry().game(game)  # which may be misspelt
        echo(NONE.format(f" of {game}" if game else ""))
    matches: list[ReviewedMatch] = []
    is_done = True
    for number, player in own:
        try:
            record = Archive().record(number)
            course = course_of(record)
            run = ReviewRun(record, course, number, limit)
            if run.missing:
                echo(f"Reviewing match {number}, {plural(course.ply, 'move')}", err=True)
            is_done = run.analyse(workers)
        except StackyardError as error:
            warn(f"match {number} is left out: {error}")
            continue
        for warning in filter(None, (*run.warnings, too_brief(run.assessments, limit))):
            warn(f"match {number}: {warning}")
        if not is_done:
            break
        matches.append(ReviewedMatch(judge(course, run.assessments), player))
    matches.sort(key=_name)
    for name, group in groupby(matches, key=_name):
        _show_game(name, [*group])
    return is_done


def _name(match: ReviewedMatch) -> str:
    """The name of the game."""
    return match.review.course.game.name


def _own_matches(game: str | None) -> Iterator[tuple[int, int]]:
    """The numbers of the finished matches of one person, with the person's side."""
    for entry in Archive().entries(game, finished=True):
        if isinstance(entry.record, RecordError) or not entry.plies:
            continue
        players = players_to_ask(entry.record)
        if len(players) == 1:
            yield entry.number, players[0]


def _show_game(name: str, matches: list[ReviewedMatch]) -> None:
    points = sum([match.points for match in matches])
    echo(f"{name}: {points:g} of {plural(len(matches), 'point')}\n")
    head = ("opening", "you are", "played", "points", "chances then")
    echo_table(head, _openings(matches)[:SHOWN], plain_header=True)
    echo()
    header = ("phase", "moves", "lost a move", *[f"{grade}" for grade in reversed(Grade)])
    echo_table(header, _phases(matches), plain_header=True)
    echo()
    bad = [move for match in matches for move in match.moves if move.grade is not None]
    if not bad:
        judged = any(move.loss is not None for match in matches for move in match.moves)
        echo("No bad move was found.\n" if judged else "No move was judged.\n")
        return
    kinds = Counter([_kind(move) for move in bad]).most_common()
    counted = [(kind, str(count)) for kind, count in kinds]
    echo_table(("bad moves that", "number"), counted, plain_header=True)
    echo()


def _openings(matches: Sequence[ReviewedMatch]) -> list[tuple[str, ...]]:
    """The first moves, the side, and how it went, the most played first."""
    found: dict[tuple[tuple[str, ...], int], list[ReviewedMatch]] = {}
    for match in matches:
        moves = tuple([move.text for move in match.review.moves[:OPENING]])
        found.setdefault((moves, match.player), []).append(match)
    rows: list[tuple[str, ...]] = []
    for (moves, player), several in sorted(
        found.items(), key=lambda opening: (-len(opening[1]), opening[0])
    ):
        after = [match.review.standings[len(moves)] for match in several]
        chances = [standing.value(player) for standing in after if standing is not None]
        points = sum([match.points for match in several])
        rows.append(
            (
                " ".join(moves),
                ("first", "second")[player],
                str(len(several)),
                f"{points:g}",
                f"{mean(chances):.0%}" if chances else "",
            )
        )
    return rows


def _phases(matches: Sequence[ReviewedMatch]) -> list[tuple[str, ...]]:
    """For each phase the number of the person's moves, their mean loss, and the bad ones."""
    moves: dict[str, list[JudgedMove]] = {name: [] for name in PHASES}
    for match in matches:
        length = len(match.review.moves)
        for move in match.moves:
            if move.loss is not None:
                moves[PHASES[(move.number - 1) * len(PHASES) // length]].append(move)
    rows = []
    for name, several in moves.items():
        lost = mean([move.loss or 0.0 for move in several]) if several else 0.0
        grades = Counter([move.grade for move in several])
        counts = [str(grades[grade]) for grade in reversed(Grade)]
        rows.append((name, str(len(several)), f"{lost:.1%}", *counts))
    return rows


def _kind(move: JudgedMove) -> str:
    """The result that a bad move gave away."""
    assert move.before is not None
    value = move.before.value(move.player)
    if move.before.proven == move.player:
        return "let a sure win go"
    if move.before.proven == DRAW:
        return "let a sure draw go"
    if value >= LEAD:
        return "gave a lead away"
    return "spoiled a level game" if value >= LEVEL else "made a bad position worse"
