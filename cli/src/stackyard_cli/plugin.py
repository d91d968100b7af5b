"""The plugin of the command line: the hooks that it adds."""

from __future__ import annotations

import pluggy

from stackyard.plugins.hookspecs import hookimpl
from stackyard_cli import hookspecs


@hookimpl
def stackyard_addhooks(pluginmanager: pluggy.PluginManager) -> None:
    """Add the hooks of prompts."""
    pluginmanager.add_hookspecs(hookspecs)
