"""Files of tables, checkpoints and weights: taken apart, put together again, and damaged."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from stackyard_engine.file_format import checksum

Change = Callable[[dict[str, Any]], object]

WRONG: tuple[Any, ...] = (None, True, -(2**70), 2**70, 10**400, 1.5, 1e300, "", "x", [], [None])
WRONG += ({}, {"a": None}, [[]], "\0", ["a"], {"a": 5})
REPLACEMENTS = ("folder", "pipe", "empty", "device", "nothing")


def split(content: bytes) -> tuple[bytes, dict[str, Any], bytes]:
    """The magic line, the heading and the data of a file."""
    magic, _, line, data = content.split(b"\n", 3)
    return magic, json.loads(line), data


def joined(magic: bytes, heading: object, data: bytes) -> bytes:
    """The content of a file with this heading and its checksum."""
    line = json.dumps(heading).encode() + b"\n"
    return b"\n".join([magic, checksum([line]).encode(), line + data])


def rewrite(path: Path, change: Change) -> None:
    """Change the heading of a file, and its checksum with it."""
    magic, heading, data = split(path.read_bytes())
    change(heading)
    path.write_bytes(joined(magic, heading, data))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _wrong(value: object, rng: Random) -> object:
    """A value of another type, or a number that is too large."""
    while True:
        wrong = rng.choice(WRONG)
        if _is_number(value) and _is_number(wrong):
            if isinstance(wrong, int):
                return wrong
        elif type(wrong) is not type(value) or isinstance(value, list | dict):
            return wrong


def _flipped(content: bytes, at: int, rng: Random) -> bytes:
    return content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]


def with_wrong_field(content: bytes, number: int, rng: Random) -> bytes:
    """A file whose heading has the right checksum, and a field that is wrong or missing."""
    magic, heading, data = split(content)
    field = rng.choice([*heading])
    value = heading[field]
    way = number % 4
    if way == 0:
        del heading[field]
    elif way == 1 and value and isinstance(value, list | dict):
        keys: list[Any] = [*value] if isinstance(value, dict) else [*range(len(value))]
        key = rng.choice(keys)
        value[key] = _wrong(value[key], rng)
    elif way == 2:
        return joined(magic, _wrong(heading, rng), data)
    else:
        heading[field] = _wrong(value, rng)
    return joined(magic, heading, data)


def damaged(content: bytes, number: int, rng: Random) -> bytes:
    """The content after one of the accidents that befall files."""
    head = len(content) - len(split(content)[2])
    way = number % 5
    if way == 0:
        return _flipped(content, rng.randrange(head), rng)
    if way == 1:
        return _flipped(content, rng.randrange(head, len(content)), rng)
    if way == 2:
        return content[: rng.randrange(len(content))]
    if way == 3:
        return with_wrong_field(content, rng.randrange(1000), rng)
    begin, end = sorted(rng.choices(range(len(content)), k=2))
    return content[:begin] + rng.randbytes(rng.choice([0, 1, end - begin])) + content[end:]


def replace(path: Path, way: str) -> None:
    """Put something else in the place of a file, one of REPLACEMENTS."""
    path.unlink()
    if way == "folder":
        path.mkdir()
    elif way == "pipe":
        os.mkfifo(path)
    elif way == "empty":
        path.write_bytes(b"")
    else:
        path.symlink_to({"device": "/dev/zero", "nothing": "/nowhere/at/all"}[way])
