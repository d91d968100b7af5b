"""The commands at the prompts of the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stackyard_notations.game_link import link_of

if TYPE_CHECKING:
    from stackyard_cli.match_prompt import MatchPrompt


def link(prompt: MatchPrompt, arguments: Sequence[str]) -> None:
    """Show the match as a link."""
    prompt.screen.say(f"stackyard play {link_of(prompt.match.course)}")
