"""Messages that come as patches, put together as a page does."""

from __future__ import annotations

import re


def applied(earlier: list[list[str]], parts: list[str | int]) -> str:
    """The message that a page puts together, as message_patches.js does."""
    known = [piece for text in earlier for piece in text]
    text, rest = "", iter(parts)
    for part in rest:
        if isinstance(part, str):
            text += part
        else:
            number = next(rest)
            assert isinstance(number, int)
            text += "".join(known[part : part + number])
    earlier.append(re.findall(r"[<{][^<{]*", text))
    del earlier[:-2]
    return text
