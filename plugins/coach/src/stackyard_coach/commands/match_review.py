"""The review of a match that has just ended, at its prompt."""

from __future__ import annotations

from collections.abc import Sequence

from stackyard.records.writer import record_of
from stackyard_cli.match_prompt import MatchPrompt
from stackyard_cli.resume_hint import archive_number
from stackyard_cli.stop_signals import end_if_stopping
from stackyard_coach.assessment import EACH
from stackyard_coach.commands.review_report import show_bad_moves, show_review
from stackyard_coach.commands.review_run import ReviewRun, cores
from stackyard_coach.prompts.question_prompt import QuestionPrompt
from stackyard_coach.review import Review, judge


def review_match(prompt: MatchPrompt, arguments: Sequence[str]) -> None:
    """Show where the match was decided, and what was better; `moves` lists every bad move."""
    if arguments and arguments[0] != "moves":
        prompt.refuse("write review, or review moves for every bad move")
        return
    run, review = _reviewed(prompt)
    if arguments:
        show_bad_moves(review, prompt.screen)
        return
    show_review(review, run.assessments, prompt.screen, prompt.flip)
    if review.mistakes:
        prompt.screen.say("Every bad move, with a better one: review moves")


def learn_from_match(prompt: MatchPrompt, arguments: Sequence[str]) -> None:
    """Ask for the better moves."""
    run, review = _reviewed(prompt)
    QuestionPrompt(review, prompt.sides or (0, 1), prompt.screen, run.limit).run()
    end_if_stopping()


def _reviewed(prompt: MatchPrompt) -> tuple[ReviewRun, Review]:
    """The review of the match, or of the part that was analysed before Ctrl-C."""
    match, screen = prompt.match, prompt.screen
    run = ReviewRun(record_of(match), match.course, archive_number(match), EACH)
    if not run.analyse(cores()):
        done = len(run.assessments)
        screen.complain(f"Stopped after {done} of {match.ply + 1} positions.")
    for warning in run.warnings:
        screen.warn(warning)
    return run, judge(match.course, run.assessments)
