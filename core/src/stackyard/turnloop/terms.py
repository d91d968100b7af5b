"""Terms: agreements for a match beside the rules, read by the plugins that apply them."""

from __future__ import annotations

from collections.abc import Mapping

from stackyard.errors import UnknownNameError
from stackyard.plugins.discovery import install_command
from stackyard.plugins.registry import registry
from stackyard.text import normalize_name, quoted

LONGEST = 200  # characters of a term: as many as a record can hold
OURS = {"clock": "clock"}  # terms of our own packages, and their folders


def read_terms(given: Mapping[str, str]) -> dict[str, str]:
    """The terms of a match by name, from texts that a user gave.

    Raises OptionError for an invalid text, UnknownNameError for a term that no installed plugin
    provides, PluginError if a plugin returns a value that a record cannot hold.
    """
    return {normalize_name(name): _read(normalize_name(name), text) for name, text in given.items()}


def unknown_terms(terms: Mapping[str, str]) -> list[str]:
    """A sentence for each term that no installed plugin provides."""
    return [_unknown(name) for name in terms if name not in registry().terms]


def _read(name: str, text: str) -> str:
    registered = registry().terms.get(name)
    if registered is None:
        raise UnknownNameError(_unknown(name))
    read = registered.call(text)
    if not isinstance(read, str) or len(read) > LONGEST or not read.isprintable():
        raise registered.fault(
            f"it read the {name} {quoted(text)} as {quoted(read)}, which is not a line of text "
            "that a record can hold"
        )
    return read


def _unknown(name: str) -> str:
    """The message for a missing term, with a remedy."""
    if name in OURS:
        remedy = install_command(OURS[name])
        return f"no installed plugin provides the term {name}; to install it: {remedy}"
    known = ", ".join(registry().terms) or "none"
    return f"no installed plugin provides the term {quoted(name)} (known terms: {known})"
