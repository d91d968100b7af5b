"""The commands that the coach adds to the prompts of matches and replays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from stackyard.errors import NoEngineError
from stackyard.rng import derive
from stackyard_cli.prompt_commands import PromptCommand

if TYPE_CHECKING:
    from stackyard_cli.hookspecs import ReplayPrompt
    from stackyard_cli.match_prompt import MatchPrompt
    from stackyard_coach.commands.review_run import ReviewRun
    from stackyard_coach.review import Review

# A prompt lists its commands as it begins: what they need is imported when one of them runs.


def match_commands(prompt: MatchPrompt) -> list[PromptCommand]:
    """The commands of a match that goes on; `review` gets an answer, too."""
    words = "the best moves; hint 10 searches for 10 seconds"
    return [
        PromptCommand("hint", words, partial(_hint_in_match, prompt), "[N]", 1),
        PromptCommand("review", "", partial(prompt.refuse_until_end, "review"), hidden=True),
    ]


def post_game_commands(prompt: MatchPrompt) -> list[PromptCommand]:
    """The commands of a match that is over."""
    words = "where it was decided, and what was better"
    return [
        PromptCommand("review", words, partial(_review, prompt)),
        PromptCommand("learn", "find the better moves yourself", partial(_learn, prompt)),
    ]


def replay_commands(prompt: ReplayPrompt) -> list[PromptCommand]:
    """The commands of a replay."""
    words = "the best moves here, after N seconds"
    return [PromptCommand("hint", words, partial(_hint_in_replay, prompt), "[N]", 1)]


def _hint_in_match(prompt: MatchPrompt, arguments: Sequence[str]) -> None:
    """Show the best moves that a search finds."""
    from stackyard_coach.commands.hints import read_seconds, show_hint

    try:
        seconds = read_seconds(arguments[0]) if arguments else None
    except ValueError as wrong:
        prompt.refuse(str(wrong))
        return
    match = prompt.match
    seed = derive(match.seed or 0, match.ply)
    try:
        show_hint(match.course, seconds, prompt.screen, seed, prompt.flip)
        prompt.note_help(hints=1)
    except NoEngineError as missing:
        prompt.refuse(str(missing))


def _hint_in_replay(prompt: ReplayPrompt, arguments: Sequence[str]) -> None:
    """The best moves of the position that is shown."""
    from stackyard_coach.commands.hints import read_seconds, show_hint

    if prompt.course.result is not None:
        prompt.refuse("The match is over here; go back first")
        return
    try:
        seconds = read_seconds(" ".join(arguments)) if arguments else None
    except ValueError as wrong:
        prompt.refuse(str(wrong))
        return
    show_hint(prompt.course, seconds, prompt.screen, derive(1, prompt.ply), prompt.flip)


def _review(prompt: MatchPrompt, arguments: Sequence[str]) -> None:
    from stackyard_coach.commands.review_report import show_review

    run, review = _reviewed(prompt)
    show_review(review, run.assessments, prompt.screen, spoken=bool(prompt.screen.options))


def _learn(prompt: MatchPrompt, arguments: Sequence[str]) -> None:
    from stackyard_coach.prompts.question_prompt import QuestionPrompt

    run, review = _reviewed(prompt)
    QuestionPrompt(review, prompt.sides or (0, 1), prompt.screen, run.limit).run()
    prompt.forget_drawn()


def _reviewed(prompt: MatchPrompt) -> tuple[ReviewRun, Review]:
    """The review of the match, or of the part that was analysed before Ctrl-C."""
    from stackyard.records.writer import record_of
    from stackyard_cli.resume_hint import archive_number
    from stackyard_coach.assessment import EACH
    from stackyard_coach.commands.review_run import ReviewRun, cores
    from stackyard_coach.review import judge

    match, screen = prompt.match, prompt.screen
    number = archive_number(match)
    run = ReviewRun(record_of(match), match.course, number, EACH, again=False)
    if not run.analyse(cores()):
        screen.complain(f"Stopped after {len(run.assessments)} of {match.ply + 1} positions.")
    for warning in run.warnings:
        screen.warn(warning)
    return run, judge(run.course, run.assessments)
