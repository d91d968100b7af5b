"""`stackyard lesson GAME`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from stackyard.plugins.registry import registry
from stackyard.text import plural
from stackyard_cli import completion
from stackyard_cli.command_lines import command_line
from stackyard_cli.common import plain_option, screen_for
from stackyard_cli.match_prompt import MatchPrompt
from stackyard_cli.output import OurCommand
from stackyard_coach.errors import LessonError
from stackyard_coach.lesson import lesson_of
from stackyard_coach.prompts.lesson_prompt import LessonPrompt


@click.command("lesson", cls=OurCommand, example="lesson silo")
@click.argument("game", shell_complete=completion.games)
@click.option("--step", type=click.IntRange(1), default=1, metavar="N", help="Begin with step N.")
@plain_option
@click.pass_context
def command(ctx: click.Context, game: str, step: int, plain: bool) -> None:
    """Learn a game by making its moves.

    A lesson has a few steps, and you make each move yourself. An illegal move is answered with the
    rule that it breaks. The last step is a small game to win. Type ? for the commands.
    """
    kind = registry().game(game)
    lesson = lesson_of(kind())
    if lesson is None:
        name = kind.about.name
        raise LessonError(f"{name} has no lesson; its rules: {command_line('rules', name)}")
    if step > len(lesson.steps):
        steps = plural(len(lesson.steps), "step")
        raise click.UsageError(f"--step {step}: the lesson of {kind.about.name} has {steps}")
    ctx.exit(LessonPrompt(lesson, kind, screen_for(plain=plain), step - 1).run())


def lesson_in_match(prompt: MatchPrompt, arguments: Sequence[str]) -> None:
    """Say how to get from a match to the lesson of its game."""
    name = prompt.game.name
    if lesson_of(prompt.game) is None:
        prompt.refuse(f"{name} has no lesson; `rules` shows its rules")
    else:
        words = command_line("lesson", name)
        prompt.screen.say(f"The lesson waits outside the match: quit, then `{words}`.")
