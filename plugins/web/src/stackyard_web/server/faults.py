"""Error messages for pages, and log entries for faults."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from stackyard.errors import StackyardError
from stackyard.plugins.attribution import attribute
from stackyard.plugins.discovery import Provider, words_of
from stackyard.turnloop.hooks import HookFailure
from stackyard_web.errors import CallError

if TYPE_CHECKING:
    from stackyard.game import Game

NOTHING_CHANGED = (
    "The match is as it was: play something else, take back a turn, or come back to this address "
    "when that is fixed"
)
NOT_SHOWN = (
    "This position cannot be shown: take back the last turn, or come back to this address when "
    "that is mended"
)

log = logging.getLogger("stackyard.web")
_warned: set[str] = set()


def report_failure(
    failure: Exception, where: str, game: Game | None = None, way_on: str = ""
) -> str:
    """A sentence about a failure for the page, without the full stop.

    A refusal is only worded. A fault is also logged with its traceback, and `way_on`, a sentence
    about how to continue, is added.
    """
    if isinstance(failure, CallError) and failure.report:
        log.error("%s: a worker process failed\n%s", where, failure.report)
        words = str(failure)
    elif isinstance(failure, StackyardError):
        return str(failure)
    else:
        words, advised = describe_failure(failure, game)
        log.error("%s: %s; %s", where, words, advised, exc_info=failure)
    return f"{words}. {way_on}" if way_on else words


def plugin_label(provider: Provider) -> str:
    """The name of a plugin for pages: with its package, without folders of the server."""
    return f"{provider.name} ({Path(provider.package).name} {provider.version}".rstrip() + ")"


def hook_failure_text(failure: HookFailure) -> str:
    """A sentence about the plugin that was switched off and the reason."""
    label = plugin_label(failure.provider)
    return f"plugin {label}: {failure.what}; it is switched off for this match"


def log_warning(warning: str) -> None:
    """Log each sentence of the warning of a player or an analysis, once."""
    for line in warning.splitlines():
        if line not in _warned:
            _warned.add(line)
            log.warning("%s", line)


def describe_failure(failure: Exception, game: Game | None = None) -> tuple[str, str]:
    """A sentence that attributes a failure, and advice for the owner of the server."""
    found = attribute(failure, game)
    if found is None:
        return f"Stackyard itself has failed ({words_of(failure)})", "please report it"
    return str(replace(found, package=Path(found.package).name)), found.remedy
