"""Scenes one after the other as one SVG picture that moves by itself, without any script.

What stays the same is drawn once; what changes is drawn once for each run of scenes that show it.
Where motion is not wanted, or not understood, the last scene stands still.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import groupby
from operator import or_

from stackyard.drawing.svg import Box, Sketch, describe, document, sketch
from stackyard.scenes import Scene

LEAST, MOST = 0.02, 60.0  # seconds that a scene may be shown; GIF cannot say much more or less
PAUSE = 2.0  # seconds that the last scene stays longer, before the film begins again

Run = tuple[int, int]  # the first scene that shows something, and the first that no longer does


def animate(
    scenes: Sequence[Scene], title: str = "Game", seconds: float = 1.0, flip: bool = False
) -> str:
    """An SVG document that shows each scene for `seconds`, the last for longer, again and again.

    `flip` shows the board from the other side. Raises ValueError without scenes, and for `seconds`
    outside 0.02 to 60.
    """
    sketches, box = frames(scenes, seconds, flip)
    whole = (0, len(sketches))
    elements: list[str] = []
    runs: set[Run] = set()
    for slot in sorted({slot for each in sketches for slot in each.shapes}):
        for run, shapes in _runs([each.shapes.get(slot, []) for each in sketches]):
            if run == whole:
                elements += shapes
                continue
            runs.add(run)
            last = " last" if run[1] == len(sketches) else ""
            elements += [f'<g class="run {_name(run)}{last}">', *shapes, "</g>"]
    words = describe(scenes[-1])
    if not runs:
        return document(title, words, box, elements)
    words = f"A film of {len(sketches)} pictures. At the end: {words}"
    return document(title, words, box, elements, _timetable(sorted(runs), len(sketches), seconds))


def frames(scenes: Sequence[Scene], seconds: float, flip: bool) -> tuple[list[Sketch], Box]:
    """The pictures of a film, and the box that holds them all.

    Raises ValueError without scenes, and for `seconds` outside 0.02 to 60.
    """
    if not scenes:
        raise ValueError("a film needs at least one scene")
    if not LEAST <= seconds <= MOST:
        raise ValueError(f"a scene is shown for {LEAST:g} to {MOST:g} seconds, not {seconds:g}")
    sketches = [sketch(scene, flip) for scene in scenes]
    return sketches, reduce(or_, [each.box for each in sketches])


def _runs(contents: Iterable[list[str]]) -> Iterator[tuple[Run, list[str]]]:
    """What one slot shows, scene by scene, as runs of the same; runs of nothing are left out."""
    first = 0
    for shapes, same in groupby(contents):
        end = first + len(list(same))
        if shapes:
            yield (first, end), shapes
        first = end


def _name(run: Run) -> str:
    first, end = run
    return f"p{first}-{end}"


def _timetable(runs: Iterable[Run], count: int, seconds: float) -> str:
    """The style that shows each run at its time.

    All runs have the same period, and one begins at the very number at which another ends, so that
    there is never a gap between them.
    """
    period = count * seconds + PAUSE
    lines = [
        ".run { visibility: hidden } .last { visibility: visible }",
        "@media (prefers-reduced-motion: no-preference) {",
        f".run {{ animation: {period:g}s step-end infinite }}",
    ]
    for first, end in runs:
        changes = [(first, "visible")]
        if first > 0:
            changes.insert(0, (0, "hidden"))
        if end < count:
            changes.append((end, "hidden"))
        steps = [
            f"{100 * scene * seconds / period:.7g}% {{ visibility: {what} }}"
            for scene, what in changes
        ]
        name = _name((first, end))
        lines.append(f".{name} {{ animation-name: {name} }}")
        lines.append(f"@keyframes {name} {{ {' '.join(steps)} }}")
    return "\n".join([*lines, "}", ""])
