"""The plugin of the coach: hints, reviews and the level that fits a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stackyard.plugins.hookspecs import hookimpl

if TYPE_CHECKING:
    from stackyard_cli.hookspecs import FittingLevel, RegisterPromptCommand


@hookimpl(optionalhook=True)
def stackyard_register_prompt_commands(register: RegisterPromptCommand) -> None:
    """Register hint, review and learn."""
    register(
        "match",
        "hint",
        "stackyard_cli.hints:hint_in_match",
        "the best moves; hint 10 searches for 10 seconds",
        "[N]",
    )
    register(
        "replay",
        "hint",
        "stackyard_cli.hints:hint_in_replay",
        "the best moves here, after N seconds",
        "[N]",
    )
    register(
        "end",
        "review",
        "stackyard_cli.match_review:review_match",
        "where it was decided, and what was better",
    )
    register(
        "end",
        "learn",
        "stackyard_cli.match_review:learn_from_match",
        "find the better moves yourself",
    )


@hookimpl(optionalhook=True, trylast=True)
def stackyard_fitting_level(game: str) -> FittingLevel:
    """The level that a person beats about half of the time."""
    from stackyard_cli.fitting_level import fitting_level

    return fitting_level(game)
