"""A game that a page replays: the drawings and words of its turns, compressed."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from stackyard.drawing.spoken import cell_in_words
from stackyard.records.format import decode
from stackyard.records.reader import course_of
from stackyard.scenes import Scene
from stackyard.turnloop.history import Course
from stackyard.turnloop.wording import ending
from stackyard_lab.study.report import Curve
from stackyard_pictures.plane import number
from stackyard_pictures.svg import Sketch, sketch

STRIDES = (1, 2, 3, 5, 10, 20, 50, 100)  # turns from one picture to the next
LEVELS = 2  # of a row board, at least


@dataclass(frozen=True)
class Replay:
    """A game for the page's script.

    `data` is JSON, compressed by zlib, in base64. There is a picture after every `stride` turns,
    and after the last.
    """

    data: str
    turns: int
    stride: int
    ending: str


class _Frame(NamedTuple):
    words: str
    pieces: str
    drawn: Sketch


def replay(record: str, curve: Curve | None, most: int) -> Replay:
    """The replay of a record in JSON; turns are left out until it takes at most `most` bytes.

    A `curve` gives the judge's chances before each turn.
    """
    course = course_of(decode(record))
    told = list(_told(course, curve))
    # All pictures have room for the tallest stack.
    heights = [len(pieces) for _, scene in told for pieces in scene.cells.values()]
    levels = max([LEVELS, *heights])
    frames = [
        _Frame(words, _pieces(scene), sketch(scene, captions=False, levels=levels))
        for words, scene in told
    ]
    turns = len(frames) - 1
    for stride in STRIDES:
        shown = [frame for at, frame in enumerate(frames) if at % stride == 0 or at == turns]
        data = b64encode(zlib.compress(_written(shown).encode(), 9)).decode()
        if len(data) <= most:
            break
    return Replay(data, turns, stride, ending(course))


def _told(course: Course, curve: Curve | None) -> Iterator[tuple[str, Scene]]:
    """The words and the scene at the start and after each turn."""
    chances = curve.chances if curve else ()
    yield _words("Before the first turn", 0, chances), course.game.scene(course.start)
    for turn, plies in groupby(course.plies(), lambda ply: ply.turn):
        *_, last = made = list(plies)
        scene = last.scene
        moves = ", ".join([ply.text for ply in made])
        words = f"Turn {turn + 1}, {scene.colours[last.player]}: {moves}"
        trays = "".join([f"; {tray.title}: {len(tray.pieces) or 'none'}" for tray in scene.trays])
        yield _words(words + trays, turn + 1, chances), scene


def _words(words: str, turn: int, chances: Sequence[float]) -> str:
    if turn >= len(chances) - 1:  # the last is the result
        return f"{words}."
    return f"{words}. The judge gives the first player about {100 * chances[turn]:.0f} %."


def _written(frames: Sequence[_Frame]) -> str:
    """The JSON that the page's script reads."""
    box = frames[0].drawn.box
    for frame in frames:
        box |= frame.drawn.box
    content = {
        "view": " ".join(map(number, (box.left, box.top, box.width, box.height))),
        "tone": frames[0].drawn.tone,
        "boards": ["".join(frame.drawn.elements) for frame in frames],
        "pieces": [frame.pieces for frame in frames],
        "words": [frame.words for frame in frames],
    }
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False)


def _pieces(scene: Scene) -> str:
    """The pieces on the board in words."""
    held = [
        cell_in_words(scene, cell, False) for cell, pieces in sorted(scene.cells.items()) if pieces
    ]
    return "; ".join(held) or "the board is empty"
