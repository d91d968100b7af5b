"""`stackyard review MATCH`."""

from __future__ import annotations

import click

from stackyard.analysis import Limit
from stackyard.errors import RecordError
from stackyard.records.archive import Archive
from stackyard.records.format import Record
from stackyard_cli import completion
from stackyard_cli.command_lines import command_line
from stackyard_cli.common import Seconds, plain_option, screen_for, warn
from stackyard_cli.exit_codes import INTERRUPTED
from stackyard_cli.output import OurCommand
from stackyard_cli.play_from import course_at
from stackyard_cli.record_sources import entry_words, is_link
from stackyard_cli.resume_hint import latest_match, resume_words
from stackyard_coach.assessment import EACH
from stackyard_coach.commands.review_report import show_bad_moves, show_review
from stackyard_coach.commands.review_run import ReviewRun, cores, too_brief
from stackyard_coach.commands.summary_report import show_summary
from stackyard_coach.prompts.question_prompt import QuestionPrompt, players_to_ask
from stackyard_coach.review import judge


@click.command("review", cls=OurCommand, example="review 1")
@click.argument("source", metavar="[MATCH]", required=False, shell_complete=completion.sources)
@click.option(
    "--seconds",
    type=Seconds(0.001, 3600),
    help=f"Analyse each position so long.  [default: {EACH.seconds}]",
)
@click.option(
    "--simulations", type=click.IntRange(1), help="The number of simulations for each position."
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    metavar="N",
    help="The number of processes that share the work.  [default: one for each processor]",
)
@click.option("--learn", is_flag=True, help="Be asked for better moves at the turning points.")
@click.option("--moves", "listed", is_flag=True, help="List every bad move, with a better one.")
@click.option("--all", "every", is_flag=True, help="Review your own matches, and sum them up.")
@click.option("--game", metavar="GAME", shell_complete=completion.games, help="With --all: of it.")
@plain_option
@click.pass_context
def command(
    ctx: click.Context,
    source: str | None,
    seconds: float | None,
    simulations: int | None,
    workers: int | None,
    learn: bool,
    listed: bool,
    every: bool,
    game: str | None,
    plain: bool,
) -> None:
    """Review a finished match: the chances after each move, and the moves that decided it.

    MATCH is a number of the archive, a file with a record, or - for standard input; without it the
    latest match that a person finished is reviewed. A move that loses 10 % of the points is an
    inaccuracy, 20 % a mistake, 30 % a blunder. The analyses of a match of the archive are kept: a
    review that was stopped by Ctrl-C goes on where it was, and a longer one replaces them. With
    --all your matches against others are reviewed, and summed up by openings, phases and kinds of
    mistakes.
    """
    limit = Limit(simulations=simulations, seconds=seconds) if seconds or simulations else EACH
    if every:
        if source is not None or learn or listed:
            raise click.UsageError("--all takes no match, and only --game and limits beside it")
        ctx.exit(0 if show_summary(game, limit, workers or cores()) else INTERRUPTED)
    if game is not None:
        raise click.UsageError("--game is for --all; a match is named by its number")
    if learn and listed:
        raise click.UsageError("of --learn and --moves only one is possible")
    if source is None:
        number = latest_match(Archive(), finished=True)
        if number is None:
            raise click.UsageError("no match is finished yet; `stackyard play GAME` begins one")
        source = str(number)
    record, course = course_at(source, None)
    if course.result is None:
        raise _unfinished(source, record)
    number = int(source) if source.isdecimal() else None
    again = command_line("review", source)
    again += f" --seconds {seconds:g}" if seconds else ""
    again += f" --simulations {simulations}" if simulations else ""
    run = ReviewRun(record, course, number, limit)
    screen = screen_for(plain=plain)
    screen.say(f"{entry_words(record)}.")
    is_done = run.analyse(workers or cores())
    for warning in run.warnings:
        screen.warn(warning)
    review = judge(course, run.assessments)
    if listed:
        show_bad_moves(review, screen)
    elif not learn:  # the report answers the questions
        show_review(review, run.assessments, screen)
    brief = too_brief(run.assessments, limit)
    if brief:
        warn(brief)
    if not is_done:
        done, total = len(run.assessments), course.ply + 1
        screen.complain(f"Stopped after {done} of {total} positions. {_way_on(again, number)}")
        ctx.exit(INTERRUPTED)
    players = players_to_ask(record)
    if learn:
        ctx.exit(QuestionPrompt(review, players, screen, limit).run())
    if not listed and review.mistakes:
        screen.say(f"Every bad move, with a better one: {again} --moves")
    if review.questions(players):
        screen.say(f"To find the better moves yourself: {again} --learn")


def _unfinished(source: str, record: Record) -> RecordError:
    """The refusal of a match that is not over."""
    way = ""
    if source.isdecimal():
        words = resume_words(int(source), [seat.spec for seat in record.players])
        way = f"`{command_line(*words)}` plays on, and "
    analysis = command_line("analyse", source, "--ply", str(record.plies))
    analysis = f"`{analysis}` analyses its last position"
    if is_link(source):  # which stackyard analyse does not take
        way, analysis = f"`{command_line('play', source)}` plays on", ""
    return RecordError(
        f"{source} is not over, and only finished matches are reviewed; {way}{analysis}"
    )


def _way_on(again: str, number: int | None) -> str:
    if number is None:
        return "They are not kept, because the match is not in the archive."
    return f"They are kept: {again} goes on."
