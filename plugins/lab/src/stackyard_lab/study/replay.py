"""A game that a page replays: the drawings and words of its turns, as changes, compressed."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from stackyard.drawing.spoken import cell_in_words
from stackyard.records.format import decode
from stackyard.records.reader import course_of
from stackyard.scenes import Scene
from stackyard.turnloop.history import Course
from stackyard.turnloop.ply import Ply
from stackyard.turnloop.wording import ending
from stackyard_lab.study.report import Curve
from stackyard_pictures.ground import UNIT
from stackyard_pictures.plane import number
from stackyard_pictures.svg import Sketch, sketch

STRIDES = (1, 2, 3, 5, 10, 20, 50, 100)  # turns from one picture to the next
# The absolute points of a drawing: where a path begins, centres, corners, places of texts.
POINT = re.compile(r'(M|(?<= )c?x=")(-?[0-9.]+)(?:" c?y="| |(?=-))(-?[0-9.]+)')
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


def replay(record: str, curve: Curve | None, most: int) -> Replay:
    """The replay of a record in JSON; turns are left out until it takes at most `most` bytes.

    A `curve` gives the judge's chances before each turn.
    """
    course = course_of(decode(record))
    frames = _drawn(list(_frames(course, curve)))
    turns = len(frames) - 1
    for stride in STRIDES:
        shown = [frame for at, frame in enumerate(frames) if at % stride == 0 or at == turns]
        data = b64encode(zlib.compress(_written(shown).encode(), 9)).decode()
        if len(data) <= most:
            break
    return Replay(data, turns, stride, ending(course))


@dataclass(frozen=True)
class _Frame:
    words: str
    scene: Scene


def _drawn(frames: Sequence[_Frame]) -> list[tuple[_Frame, Sketch]]:
    """The frames with their pictures, all with room for the tallest stack."""
    stacks = [len(pieces) for frame in frames for pieces in frame.scene.cells.values()]
    levels = max([LEVELS, *stacks])
    return [(frame, sketch(frame.scene, captions=False, levels=levels)) for frame in frames]


def _frames(course: Course, curve: Curve | None) -> Iterator[_Frame]:
    """The start, and the scene after each turn."""
    chances = curve.chances if curve else ()
    yield _Frame(_words("Before the first turn", 0, chances), course.game.scene(course.start))
    plies: list[Ply] = []
    for ply in course.plies():
        if ply.opens and plies:
            yield _frame(plies, chances)
            plies = []
        plies.append(ply)
    if plies:
        yield _frame(plies, chances)


def _frame(plies: Sequence[Ply], chances: Sequence[float]) -> _Frame:
    turn, scene = plies[-1].turn + 1, plies[-1].scene
    moves = ", ".join([ply.text for ply in plies])
    words = f"Turn {turn}, {scene.colours[plies[-1].player]}: {moves}"
    trays = "".join([f"; {tray.title}: {len(tray.pieces) or 'none'}" for tray in scene.trays])
    return _Frame(_words(words + trays, turn, chances), scene)


def _words(words: str, turn: int, chances: Sequence[float]) -> str:
    if turn >= len(chances) - 1:  # the last is the result
        return f"{words}."
    return f"{words}. The judge gives the first player about {100 * chances[turn]:.0f} %."


class _Changes:
    """States of numbered slots, each stored as the texts that differ from the state before."""

    def __init__(self, texts: dict[str, int]) -> None:
        self.texts = texts  # their numbers, shared by all changes of a game
        self.frames: list[list[int]] = []
        self.before: Mapping[int, str] = {}

    def add(self, state: Mapping[int, str]) -> None:
        """Store another state."""
        changed = {slot: "" for slot in self.before if slot not in state}
        changed |= {slot: text for slot, text in state.items() if self.before.get(slot) != text}
        self.before = state
        self.frames.append(
            [
                each
                for slot, text in sorted(changed.items())
                for each in (slot, self.texts.setdefault(text, len(self.texts)))
            ]
        )


class _Slots:
    """The slots of all pictures of a game, in painting order, and the place of each.

    Elements are written relative to the place of their slot, so that equal stacks have equal texts.
    """

    def __init__(self, frames: Sequence[tuple[_Frame, Sketch]]) -> None:
        used = sorted({slot for _, drawn in frames for slot in drawn.parts})
        points = frames[0][0].scene.board.points
        self.numbers = {slot: at for at, slot in enumerate(used)}
        self.points = [
            (round(UNIT * points[cell][0], 1), round(-UNIT * points[cell][1], 1))
            if cell < len(points)
            else (0.0, 0.0)
            for _, _, cell in used
        ]

    def state(self, drawn: Sketch) -> dict[int, str]:
        """The relative elements of a picture."""
        return {
            number: self.relative("".join(part.elements), *self.points[number])
            for slot, part in drawn.parts.items()
            for number in [self.numbers[slot]]
        }

    def relative(self, elements: str, x: float, y: float) -> str:
        """Elements with their absolute points as ~x,y~ from a place."""

        def point(found: re.Match[str]) -> str:
            kind, right, down = found.groups()
            return f"{kind}~{number(float(right) - x)},{number(float(down) - y)}~"

        return POINT.sub(point, elements)


def _written(frames: Sequence[tuple[_Frame, Sketch]]) -> str:
    """The JSON that the page's script reads."""
    slots, texts = _Slots(frames), {"": 0}
    board, cells = _Changes(texts), _Changes(texts)
    box = frames[0][1].box
    for frame, drawn in frames:
        box |= drawn.box
        board.add(slots.state(drawn))
        scene = frame.scene
        words = {cell: cell_in_words(scene, cell, False) for cell in sorted(scene.cells)}
        cells.add({cell: text.partition(": ")[2] for cell, text in words.items()})
    content = {
        "view": " ".join(map(number, (box.left, box.top, box.width, box.height))),
        "tone": frames[0][1].tone,
        "places": slots.points,
        "names": frames[0][0].scene.board.names,
        "board": board.frames,
        "cells": cells.frames,
        "words": [frame.words for frame, _ in frames],
        "texts": list(texts),
    }
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False)
