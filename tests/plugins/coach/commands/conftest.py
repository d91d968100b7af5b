"""The fixtures of the command line, under which the coach's commands run as well."""

from __future__ import annotations

from tests.cli.conftest import (
    _no_games,
    _own_archive,
    _own_plugins,
    answer,
    drop_plugins,
    keep,
    lasting,
    open_terminal,
    outdated,
    output,
    refusal,
    run,
    small,
    toys,
    use_plugin,
    way_on,
    write,
)

__all__ = [
    "_no_games",
    "_own_archive",
    "_own_plugins",
    "answer",
    "drop_plugins",
    "keep",
    "lasting",
    "open_terminal",
    "outdated",
    "output",
    "refusal",
    "run",
    "small",
    "toys",
    "use_plugin",
    "way_on",
    "write",
]
