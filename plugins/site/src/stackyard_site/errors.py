"""Errors while a site is made."""

from __future__ import annotations

from stackyard.errors import StackyardError


class SiteError(StackyardError):
    """A site cannot be made; the message tells what to do."""
