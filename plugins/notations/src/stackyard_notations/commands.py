"""The commands at the prompts of the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stackyard_notations.game_link import link_of


def link(prompt: Any, arguments: Sequence[str]) -> None:
    """Show the match at a `stackyard_cli.match_prompt.MatchPrompt` as a link."""
    prompt.screen.say(f"stackyard play {link_of(prompt.match.course)}")
