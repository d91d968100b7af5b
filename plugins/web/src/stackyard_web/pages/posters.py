"""The picture of a game on the start page and beside its form: an early position."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from stackyard.plugins.registry import load_game
from stackyard.rng import Rng
from stackyard.turnloop.history import Course
from stackyard_pictures.svg import describe, document, drawn_colours, sketch
from stackyard_pictures.themes import style

OPENING = 14  # moves before the position
SEED = 3


class Poster(NamedTuple):
    """A picture as SVG; a page keeps room for it by its width and height."""

    svg: str
    width: int
    height: int


@lru_cache(100)
def poster(name: str) -> Poster:
    """The poster of a game."""
    game, rng = load_game(name), Rng(SEED)
    course = Course(game)
    while course.result is None and course.ply < OPENING:
        course = course.play(int(course.position.random_move(rng.bits())))
    scene = game.scene(course.begun or course.position)
    drawn = sketch(scene, captions=False)
    box, elements = drawn.box, drawn.elements
    rules = style(drawn.tone, colours=drawn_colours(elements))
    svg = document(game.title, describe(scene), rules, box, elements)
    return Poster(svg, round(box.width), round(box.height))
