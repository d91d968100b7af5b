"""Messages to pages as JSON: nothing in them commands a terminal or turns letters."""

from __future__ import annotations

from typing import Any

import msgspec

from stackyard.text import all_printable, printable


def message(content: Any) -> str:
    """A message to a page as JSON."""
    try:
        text = msgspec.json.encode(content).decode()
        if "\\u00" not in text and printable(text) == text:  # as it is nearly always, and quick
            return text
    except UnicodeEncodeError:  # it holds half a character
        pass
    return msgspec.json.encode(all_printable(msgspec.to_builtins(content))).decode()
