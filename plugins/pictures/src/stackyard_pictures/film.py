"""A sequence of scenes as one animated SVG picture, without scripts.

A constant part is drawn once, a changing part once for each run of scenes that show it. If the
reader prefers reduced motion, or cannot animate, the last scene is shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, islice, pairwise

from stackyard.scenes import Scene
from stackyard_pictures import motion, themes
from stackyard_pictures.motion import Flight
from stackyard_pictures.plane import Box, Part, Slot
from stackyard_pictures.svg import describe, document, drawn_colours, sketch

LEAST, MOST = 0.02, 60.0  # limits of the seconds for a scene, close to those of GIF
PAUSE = 2.0  # extra seconds for the last scene before the film restarts

STEP = 0.2  # seconds for a step of a movement, if there is time for it
EACH = 4  # pictures of a step
MOVING = 0.7  # the largest part of a scene's time that pieces may travel
LONG = 200  # scenes; in a longer film pieces do not travel

Run = tuple[int, int]  # the first scene that shows something, and the first that no longer does


@dataclass(frozen=True, slots=True)
class Film:
    """The pictures of a film, the box that holds them all, and the last scene.

    A picture is stored as its changed parts, by slot; a part without elements clears the slot.
    `times` are the seconds for which each is shown. `count` is the number of scenes, which is
    smaller than that of pictures if pieces travel between scenes.
    """

    changes: list[dict[Slot, Part]]
    times: list[float]
    count: int
    box: Box
    tone: str
    last: Scene


def animate(
    scenes: Iterable[Scene], title: str = "Game", seconds: float = 1.0, flip: bool = False
) -> str:
    """An SVG document that shows each scene for `seconds`, the last for longer, again and again.

    `flip` shows the board from the other side. Raises ValueError without scenes, and for `seconds`
    outside 0.02 to 60.
    """
    film = filmed(scenes, seconds, flip)
    count = len(film.changes)
    elements: list[str] = []
    runs: set[Run] = set()
    for run, shapes in _runs(film):
        if run == (0, count):
            elements += shapes
            continue
        runs.add(run)
        last = " last" if run[1] == count else ""
        elements += [f'<g class="run {_name(run)}{last}">', *shapes, "</g>"]
    words = describe(film.last)
    style = themes.style(film.tone, colours=drawn_colours(elements))
    if runs:
        words = f"A film of {film.count} pictures. At the end: {words}"
        style += _timetable(sorted(runs), film.times)
    return document(title, words, style, film.box, elements)


def filmed(scenes: Iterable[Scene], seconds: float, flip: bool) -> Film:
    """The film of these scenes.

    Raises ValueError without scenes, and for `seconds` outside 0.02 to 60.
    """
    if not LEAST <= seconds <= MOST:
        raise ValueError(f"a scene is shown for {LEAST:g} to {MOST:g} seconds, not {seconds:g}")
    changes: list[dict[Slot, Part]] = []
    times: list[float] = []
    parts: dict[Slot, Part] = {}
    box: Box | None = None
    count = 0
    levels, all_scenes = _planned(scenes)
    scene: Scene | None = None
    for earlier, scene in pairwise(chain([None], all_scenes)):
        assert scene is not None
        moving: list[tuple[Scene, list[Flight]]] = []
        steps = motion.steps(scene)
        if levels and earlier is not None and steps:
            moving = list(motion.moments(earlier, scene, EACH))
        each = min(STEP, MOVING * seconds / steps) / EACH if steps else 0.0
        if each < LEAST:
            moving = []
        for shown, flights in [*moving, (scene, [])]:
            drawn = sketch(shown, flip, levels=levels, flights=flights)
            changed = {slot: part for slot, part in drawn.parts.items() if parts.get(slot) != part}
            gone = {slot: Part([], part.reach) for slot, part in parts.items()}
            changes.append(
                {slot: part for slot, part in gone.items() if slot not in drawn.parts} | changed
            )
            box = drawn.box if box is None else box | drawn.box
            parts = drawn.parts
        times += [each] * len(moving) + [seconds - each * len(moving)]
        count += 1
    if box is None or scene is None:
        raise ValueError("a film needs at least one scene")
    return Film(changes, times, count, box, drawn.tone, scene)


def _planned(scenes: Iterable[Scene]) -> tuple[int | None, Iterable[Scene]]:
    """The number of levels to draw if pieces travel in this film, else None; and the scenes."""
    rest = iter(scenes)
    first = list(islice(rest, LONG + 1))
    if len(first) > LONG or not any(scene.movements for scene in first):
        return None, chain(first, rest)
    return max([2, *[len(pieces) for each in first for pieces in each.cells.values()]]), first


def _runs(film: Film) -> Iterator[tuple[Run, list[str]]]:
    """The runs of each slot, from back to front, with their elements; empty runs are left out."""
    shown: defaultdict[Slot, list[tuple[int, list[str]]]] = defaultdict(list)
    for number, changed in enumerate(film.changes):
        for slot, part in changed.items():
            shown[slot].append((number, part.elements))
    for slot in sorted(shown):
        for (first, shapes), (end, _) in pairwise([*shown[slot], (len(film.changes), [])]):
            if shapes:
                yield (first, end), shapes


def _name(run: Run) -> str:
    first, end = run
    return f"p{first}-{end}"


def _timetable(runs: Iterable[Run], times: Sequence[float]) -> str:
    """The style that shows each run at its time.

    All runs have the same period, and a run begins at exactly the percentage where the previous
    one ends, so that there is no gap.
    """
    starts = list(accumulate(times, initial=0.0))
    period = starts[-1] + PAUSE
    lines = [
        ".run { visibility: hidden } .last { visibility: visible }",
        "@media (prefers-reduced-motion: no-preference) {",
        f".run {{ animation: {period:g}s step-end infinite }}",
    ]
    for first, end in runs:
        changes = [(first, "visible")]
        if first > 0:
            changes.insert(0, (0, "hidden"))
        if end < len(times):
            changes.append((end, "hidden"))
        steps = [
            f"{100 * starts[scene] / period:.7g}% {{ visibility: {what} }}"
            for scene, what in changes
        ]
        name = _name((first, end))
        lines.append(f".{name} {{ animation-name: {name} }}")
        lines.append(f"@keyframes {name} {{ {' '.join(steps)} }}")
    return "\n".join([*lines, "}", ""])
