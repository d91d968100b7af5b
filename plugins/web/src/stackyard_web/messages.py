"""Encodes messages to pages as JSON without control characters or reversed text."""

from __future__ import annotations

from typing import Any

import msgspec

from stackyard.text import all_printable, printable


def encode_message(content: Any) -> str:
    """Encode a message to a page as JSON."""
    try:
        text = msgspec.json.encode(content).decode()
        if "\\u00" not in text and printable(text) == text:  # the usual case, and quick
            return text
    except UnicodeEncodeError:  # it contains an unpaired surrogate
        pass
    return msgspec.json.encode(all_printable(msgspec.to_builtins(content))).decode()
