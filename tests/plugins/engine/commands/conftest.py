"""The fixtures of the command line, under which the engine's commands run as well."""

from __future__ import annotations

from tests.cli.conftest import (
    _no_games,
    _own_archive,
    _own_plugins,
    answer,
    keep,
    open_terminal,
    output,
    refusal,
    run,
    small,
    toys,
    write,
)

__all__ = [
    "_no_games",
    "_own_archive",
    "_own_plugins",
    "answer",
    "keep",
    "open_terminal",
    "output",
    "refusal",
    "run",
    "small",
    "toys",
    "write",
]
