"""What packages that may be absent would bring, and the command that installs each."""

from __future__ import annotations

from typing import Final

import click

from stackyard.plugins.discovery import install_command, normalize_name
from stackyard.plugins.registry import Registered, registry

FORMATS: Final = {"svg": "pictures", "png": "pictures", "gif": "pictures"}


def form_named(name: str) -> Registered:
    """The export format of this name; a click.UsageError says which package brings it."""
    name = normalize_name(name)
    known = registry().exporters
    if name in known:
        return known[name]
    if name in FORMATS:
        package = FORMATS[name]
        raise click.UsageError(
            f"the format {name} comes with stackyard-{package}: {install_command(package)}"
        )
    names = ", ".join([repr(name) for name in known])
    raise click.UsageError(f"{name!r} is not one of {names}.")
