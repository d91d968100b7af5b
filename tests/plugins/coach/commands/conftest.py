"""The fixtures of the command line, under which the coach's commands run as well."""

from __future__ import annotations

from tests.cli.conftest import (
    _own_archive,
    _own_plugins,
    answer,
    keep,
    open_terminal,
    output,
    refusal,
    run,
    small,
    write,
)

__all__ = [
    "_own_archive",
    "_own_plugins",
    "answer",
    "keep",
    "open_terminal",
    "output",
    "refusal",
    "run",
    "small",
    "write",
]
