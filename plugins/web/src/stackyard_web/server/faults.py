"""What pages are told when something fails, and what the server's log is told."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from stackyard.errors import StackyardError
from stackyard.plugins.attribution import advice, attribute, sentence
from stackyard.plugins.discovery import Provider, words_of
from stackyard.turnloop.hooks import HookFailure
from stackyard_web.errors import CallError, TooManyError

if TYPE_CHECKING:
    from stackyard.game import Game

NOTHING_CHANGED = (
    "The match is as it was: play something else, take back a turn, or come back to this address "
    "when that is mended"
)
NOT_SHOWN = (
    "This position cannot be shown: take back the last turn, or come back to this address when "
    "that is mended"
)

log = logging.getLogger("stackyard.web")


def told(failure: Exception, where: str, game: Game | None = None, way_on: str = "") -> str:
    """A sentence without the full stop, for the page that asked.

    What is no refusal but a fault is logged with its traceback, and `way_on` says how to go on.
    """
    if isinstance(failure, StackyardError | TooManyError):
        return str(failure)
    if isinstance(failure, CallError):
        if not failure.report:
            return str(failure)
        log.error("%s: a worker process failed\n%s", where, failure.report)
        words = str(failure)
    else:
        words, advised = words_and_advice(failure, game)
        log.error("%s: %s; %s", where, words, advised, exc_info=failure)
    return f"{words}. {way_on}" if way_on else words


def shown(provider: Provider) -> str:
    """A plugin as pages name it: with its package, but without folders of the server."""
    return f"{provider.name} ({Path(provider.package).name} {provider.version}".rstrip() + ")"


def hook_words(failure: HookFailure) -> str:
    """Which plugin was switched off, and why."""
    return f"plugin {shown(failure.provider)}: {failure.what}; it is switched off for this match"


def log_hook(failure: HookFailure, where: str) -> None:
    """Log what a hook of the turn loop has raised, with its traceback."""
    log.error("%s: %s", where, failure, exc_info=failure.cause)


def words_and_advice(failure: Exception, game: Game | None = None) -> tuple[str, str]:
    """Who has failed, at what and why, and what the owner of the server can do about it."""
    found = attribute(failure, game)
    if found is None:
        return f"Stackyard itself has failed ({words_of(failure)})", "please report it"
    return sentence(replace(found, package=Path(found.package).name)), advice(found)
