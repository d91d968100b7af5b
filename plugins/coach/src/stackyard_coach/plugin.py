"""The hooks of the coach, its commands, and those it adds to prompts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pluggy

from stackyard.plugins.hookspecs import RegisterNamed, hookimpl
from stackyard_coach import hookspecs

if TYPE_CHECKING:
    from stackyard_cli.hookspecs import FittingLevel, RegisterPromptCommand

RUNS_GAMES = True  # failures inside its package are attributed to the game being taught


@hookimpl
def stackyard_addhooks(pluginmanager: pluggy.PluginManager) -> None:
    """Add the hooks by which plugins tell the coach of games."""
    pluginmanager.add_hookspecs(hookspecs)


@hookimpl
def stackyard_register_commands(commands: RegisterNamed) -> None:
    """Register lesson, puzzles, review and stats."""
    for name, sentence in (
        ("lesson", "Learn a game by making its moves."),
        ("puzzles", "Solve puzzles, or find new ones."),
        ("review", "Show where a match was decided, and what was better."),
        ("stats", "Tell how many matches you won and lost."),
    ):
        commands(name, f"stackyard_coach.commands.{name}:command", sentence)


# The hooks of the command line


@hookimpl(optionalhook=True)
def stackyard_register_prompt_commands(register: RegisterPromptCommand) -> None:
    """Register hint, lesson, review and learn."""
    register(
        "match",
        "hint",
        "stackyard_coach.commands.hints:hint_in_match",
        "the best moves; hint 10 searches for 10 seconds",
        "[N]",
    )
    register(
        "match",
        "lesson",
        "stackyard_coach.commands.lesson:lesson_in_match",
        "how to learn the game step by step",
    )
    register(
        "replay",
        "hint",
        "stackyard_coach.commands.hints:hint_in_replay",
        "the best moves here, after N seconds",
        "[N]",
    )
    register(
        "end",
        "review",
        "stackyard_coach.commands.match_review:review_match",
        "where it was decided; review moves lists every bad move",
        "[moves]",
    )
    register(
        "end",
        "learn",
        "stackyard_coach.commands.match_review:learn_from_match",
        "find the better moves yourself",
    )


@hookimpl(optionalhook=True, trylast=True)
def stackyard_fitting_level(game: str) -> FittingLevel:
    """The level that a person beats about half of the time."""
    from stackyard_coach.fitting_level import fitting_level  # imports the archive

    return fitting_level(game)
