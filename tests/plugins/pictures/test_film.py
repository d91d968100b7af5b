from __future__ import annotations

import random
import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import resvg_py

from stackyard.boards import Board, HexHex, Row, Square
from stackyard.scenes import Piece, Scene, Tray
from stackyard_pictures.film import PAUSE, animate
from stackyard_pictures.svg import describe, draw

BOARDS = [Row(5), Square(4, 3, omit=["a1"]), HexHex(3)]
SVG = "{http://www.w3.org/2000/svg}"
HEAD = {f"{SVG}title", f"{SVG}desc", f"{SVG}style"}
MOTION = "@media (prefers-reduced-motion: no-preference)"


def scene(board: Board, stacks: dict[str, str], **more: Any) -> Scene:
    cells = {
        board.cell(name): tuple(Piece("rb".index(letter), letter) for letter in letters)
        for name, letters in stacks.items()
    }
    rest: dict[str, Any] = {"player": 0, "prompt": "your move"} | more
    return Scene(board, cells, ("red", "blue"), **rest)


def some_scenes(board: Board, seed: int, count: int) -> list[Scene]:
    """Scenes in which a few cells change from one to the next."""
    chance = random.Random(seed)
    stacks: dict[str, str] = {}
    scenes = []
    for _ in range(count):
        for name in chance.sample(board.names, 2):
            stacks[name] = "".join(chance.choices("rb", k=chance.randrange(5)))
        reserve = (Piece(0, "r"),) * chance.randrange(3)
        more: dict[str, Any] = {"touched": frozenset({board.cell(name)}), "trays": ()}
        if chance.random() < 0.7:
            more["trays"] = (Tray("reserve", 0, reserve),)
        scenes.append(scene(board, stacks, player=chance.randrange(2), **more))
    return scenes


def style(film: str) -> str:
    return ET.fromstring(film).findtext(f"{SVG}style") or ""


def shown(film: str, moment: float) -> list[str]:
    """The elements that a browser shows so many seconds after the film has begun."""
    (period,) = map(float, re.findall(r"animation: ([\d.]+)s step-end infinite", film))
    percent = 100 * (moment % period) / period
    visible = set()
    for name, steps in re.findall(r"@keyframes ([\w-]+) \{ (.*) \}", film):
        now = [what for at, what in steps_of(steps) if at <= percent][-1]
        if now == "visible":
            visible.add(name)
    return drawn(film, visible)


def steps_of(words: str) -> list[tuple[float, str]]:
    found = [
        (float(at), what) for at, what in re.findall(r"([\d.]+)% \{ visibility: (\w+) \}", words)
    ]
    assert found[0][0] == 0
    assert all(one < other for (one, _), (other, _) in pairwise(found))
    return found


def drawn(picture: str, classes: set[str]) -> list[str]:
    """The elements outside of groups, and those in a group of one of these classes."""
    elements: list[ET.Element] = []
    for element in ET.fromstring(picture):
        kinds = set(element.get("class", "").split())
        if element.tag == f"{SVG}g":
            elements += element if kinds & classes else []
        elif element.tag not in HEAD and kinds != {"paper"}:
            elements.append(element)
    return [ET.tostring(element, "unicode").strip() for element in elements]


def box(picture: str) -> tuple[float, ...]:
    left, top, width, height = map(float, ET.fromstring(picture).get("viewBox", "").split())
    return left, top, left + width, top + height


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_every_scene_is_shown_at_its_time(board: Board, seed: int) -> None:
    scenes = some_scenes(board, seed, 12)
    film = animate(scenes, seconds=0.3, flip=seed % 2 == 1)
    for number, each in enumerate(scenes):
        expected = sorted(drawn(draw(each, flip=seed % 2 == 1), set()))
        for moment in (0.3 * number + 0.001, 0.3 * number + 0.299):
            assert sorted(shown(film, moment)) == expected, (number, moment)


def test_the_last_scene_stays_longer_and_then_the_film_begins_again() -> None:
    scenes = [scene(Row(3), {"a": letters}) for letters in ("r", "b", "rb")]
    film = animate(scenes, seconds=2)
    first, _, last = [sorted(drawn(draw(each), set())) for each in scenes]
    assert sorted(shown(film, 6 + PAUSE - 0.01)) == last
    assert sorted(shown(film, 6 + PAUSE + 0.01)) == first


def test_motion_is_shown_only_to_those_who_have_nothing_against_it() -> None:
    still, motion, moving = style(animate(some_scenes(Row(4), 1, 5))).partition(MOTION)
    assert motion
    assert "animation" not in still
    assert ".run { visibility: hidden } .last { visibility: visible }" in still
    assert "animation" in moving


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_the_last_scene_stands_where_nothing_moves(board: Board) -> None:
    scenes = some_scenes(board, 2, 9)
    film = animate(scenes)
    assert sorted(drawn(film, {"last"})) == sorted(drawn(draw(scenes[-1]), set()))
    others = r'<g class="run p\d+-\d+">.*?</g>\n'
    last_alone = re.sub(r"</?g\b.*\n", "", re.sub(others, "", film, flags=re.DOTALL))
    assert pixels(film) == pixels(last_alone)


def pixels(picture: str) -> bytes:
    """As drawn by a program that knows no animations."""
    return resvg_py.svg_to_bytes(svg_string=picture, skip_system_fonts=True)


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_a_film_has_room_for_all_its_scenes(board: Board) -> None:
    scenes = some_scenes(board, 3, 8)
    scenes.insert(4, scene(board, {board.names[-1]: "rb" * 9}, prompt="a long story " * 12))
    left, top, right, bottom = box(animate(scenes))
    boxes = [box(draw(each)) for each in scenes]
    assert (left, top) == (min(b[0] for b in boxes), min(b[1] for b in boxes))
    assert (right, bottom) == (max(b[2] for b in boxes), max(b[3] for b in boxes))


def test_what_does_not_change_is_drawn_once() -> None:
    scenes = [scene(Square(5), {"c3": "rb", "a1": "r" * height}) for height in range(1, 9)]
    film = animate(scenes)
    assert film.count('class="cell"') == 25
    assert film.count("<svg") == film.count("<style>") == film.count('class="paper"') == 1


def test_a_stack_in_front_is_painted_after_those_behind_it() -> None:
    behind, front = {"b3": "r"}, {"b2": "rrrbb"}
    film = animate([scene(Square(3), front), scene(Square(3), front | behind)])
    heights = [
        float(re.findall(r"-?[0-9.]+", element.get("d", ""))[1])
        for element in ET.fromstring(film).iter(f"{SVG}path")
        if element.get("class", "").startswith("piece")
    ]
    assert heights == sorted(heights, key=lambda height: height > -100)
    assert len({height > -100 for height in heights}) == 2


def test_a_film_is_told_in_words_too() -> None:
    scenes = some_scenes(Row(3), 4, 6)
    root = ET.fromstring(animate(scenes, "A & <B>"))
    assert root.findtext(f"{SVG}title") == "A & <B>"
    assert root.findtext(f"{SVG}desc") == (
        f"A film of 6 pictures. At the end: {describe(scenes[-1])}"
    )
    assert root.get("role") == "img"


@pytest.mark.parametrize("count", [1, 3])
def test_what_never_changes_is_a_picture_that_stands_still(count: int) -> None:
    alone = scene(HexHex(2), {"a1": "rb", "c3": "b"})
    film = animate([alone] * count, "Board")
    assert sorted(film.splitlines()) == sorted(draw(alone).splitlines())


def test_a_film_without_scenes_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one scene"):
        animate([])


@pytest.mark.parametrize("seconds", [0, -1, 0.01, 61, float("nan"), float("inf")])
def test_a_time_that_no_film_can_keep_is_refused(seconds: float) -> None:
    with pytest.raises(ValueError, match=r"0\.02 to 60 seconds, not"):
        animate([scene(Row(2), {})], seconds=seconds)
