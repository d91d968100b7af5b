from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageSequence
from PIL.PngImagePlugin import PngImageFile

from stackyard.boards import Board, HexHex, Row, Square
from stackyard.scenes import Piece, Scene, Tray
from stackyard_pictures.film import PAUSE
from stackyard_pictures.raster import gif, png
from stackyard_pictures.svg import describe, sketch

ROOT = Path(__file__).parents[3]
BOARDS = [Row(5), Square(4, 3, omit=["a1"]), HexHex(3)]
PAPER, TOUCHED, DECISIVE = (255, 255, 255), (0xFB, 0xD9, 0x8B), (0xCF, 0xE8, 0xB4)
RED, BLUE = (0xD3, 0x54, 0x13), (0x11, 0x76, 0xBD)


def scene(board: Board, stacks: dict[str, str], **more: Any) -> Scene:
    cells = {
        board.cell(name): tuple(Piece("rb".index(letter.lower()), letter) for letter in letters)
        for name, letters in stacks.items()
    }
    rest: dict[str, Any] = {"player": 0, "prompt": "your move"} | more
    return Scene(board, cells, ("red", "blue"), **rest)


def some_scenes(board: Board, seed: int, count: int) -> list[Scene]:
    """Scenes that differ, the last of them decided."""
    chance = random.Random(seed)
    trays = (Tray("reserve", 0, (Piece(0, "r"),)),)
    stacks: dict[str, str] = {}
    scenes = []
    for _ in range(count):
        name = chance.choice(board.names)
        stacks[name] = "".join(chance.choices("rb", k=1 + len(stacks.get(name, "")) % 4))
        touched = frozenset({board.cell(name)})
        scenes.append(scene(board, stacks, touched=touched, trays=trays))
    return [*scenes, scene(board, stacks, winner=0, decisive=touched, trays=trays)]


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


def pictures(film: bytes) -> list[Image.Image]:
    return [each.convert("RGB") for each in ImageSequence.Iterator(Image.open(BytesIO(film)))]


def seconds(film: bytes) -> list[float]:
    return [
        each.info["duration"] / 1000 for each in ImageSequence.Iterator(Image.open(BytesIO(film)))
    ]


def areas(picture: Image.Image) -> set[Any]:
    """The colours that fill at least the top of a small checker."""
    found = picture.getcolors(picture.width * picture.height) or []
    return {colour for count, colour in found if count > 100}


def difference(one: Image.Image, other: Image.Image) -> int:
    """How far the two most different pixels lie apart, of 255."""
    bands = ImageChops.difference(one, other).split()
    return max(level for band in bands for level, count in enumerate(band.histogram()) if count)


def test_a_png_is_twice_as_wide_as_the_svg_or_as_wide_as_one_likes() -> None:
    shown = scene(Square(3), {"a1": "rb"})
    box = sketch(shown).box
    assert opened(png(shown)).size == (round(2 * box.width), round(2 * box.height))
    assert opened(png(shown, width=100)).width == 100
    assert opened(gif([shown])).size == (round(box.width), round(box.height))
    assert opened(gif([shown], width=100)).width == 100


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_a_picture_is_light_and_in_its_very_colours(board: Board) -> None:
    *middle, end = some_scenes(board, 1, 30)
    first, *_, last = pictures(gif([*middle, end]))
    for picture in (opened(png(middle[0])), first):
        assert {PAPER, TOUCHED} <= areas(picture)
        assert DECISIVE not in areas(picture)
    for picture in (opened(png(end)), last):
        assert {PAPER, DECISIVE, RED, BLUE} <= areas(picture)
        assert TOUCHED not in areas(picture)


@pytest.fixture
def without_fonts(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Called, it makes the machine one that has no fonts."""
    real = resvg_py.svg_to_bytes

    def draw(**options: Any) -> bytes:
        return real(**options | {"skip_system_fonts": True})

    return lambda: monkeypatch.setattr(resvg_py, "svg_to_bytes", draw)


def test_letters_need_no_font_of_the_machine(without_fonts: Callable[[], None]) -> None:
    shown = scene(Row(2), {"a": "rb"}, prompt='place a "checker" (#2): a/b, <3 & so on')
    with_fonts = png(shown)
    without_fonts()
    assert png(shown) == with_fonts
    both = {"b": (Piece(1, "k", "king"),)}
    named, nameless = [
        opened(png(Scene(Row(2), {0: (Piece(0, letter),), 1: both["b"]}, ("red", "blue"), 0)))
        for letter in "rR"
    ]
    letter = ImageChops.difference(named, nameless).getbbox()
    assert letter is not None
    assert 10 <= letter[2] - letter[0] <= 50  # pixels, on a checker of 96


def test_words_that_need_more_than_ascii_keep_their_other_letters(
    without_fonts: Callable[[], None],
) -> None:
    without_fonts()
    some, none = [
        opened(png(scene(Row(2), {}, prompt=words), width=400)) for words in ("é é é", "é z é")
    ]
    assert ImageChops.difference(some, none).getbbox() is not None


def test_a_png_is_told_in_words_too() -> None:
    shown = scene(Row(3), {"c": "rb"})
    file = Image.open(BytesIO(png(shown, "Ply 7 – après")))
    assert isinstance(file, PngImageFile)
    assert file.text == {"Title": "Ply 7 – après", "Description": describe(shown)}


def restless_scenes(board: Board) -> list[Scene]:
    """Scenes whose high stacks, pillars, flags, long letters and texts stand in others' way."""
    chance = random.Random(7)
    cells: dict[int, tuple[Piece, ...]] = {}
    scenes = []
    for number in range(16):
        for cell in chance.sample(range(len(board)), 2):
            cells[cell] = tuple(
                Piece(
                    chance.randrange(2),
                    chance.choice(["r", "W", "@@@", "é"]),
                    chance.choice(["checker", "pillar", "marker"]),
                )
                for _ in range(chance.randrange(10))
            )
        marked = "decisive" if number % 5 == 4 else "touched"
        tray = Tray("reserve", 0, (Piece(0, "r"),) * number)
        more: dict[str, Any] = {marked: frozenset([*cells][-3:]), "prompt": "go! " * (number % 4)}
        shown = dict(cells)
        scenes.append(Scene(board, shown, ("red", "blue"), number % 2, trays=(tray,), **more))
    return scenes


@pytest.mark.nightly
@pytest.mark.parametrize("make", [partial(some_scenes, seed=2, count=20), restless_scenes])
@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_each_picture_of_a_gif_is_its_scene(
    board: Board, make: Callable[[Board], list[Scene]]
) -> None:
    scenes = make(board)
    film = pictures(gif(scenes, flip=True))
    for number, (each, picture) in enumerate(zip(scenes, film, strict=True)):
        alone = opened(png(each, flip=True, width=picture.width))
        whole = Image.new("RGB", picture.size, PAPER)
        whole.paste(alone, (0, picture.height - alone.height))  # the towers of a row may be lower
        assert difference(whole, picture) <= 30, number  # the palette


def test_of_a_long_film_only_what_changes_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    real, drawn = resvg_py.svg_to_bytes, []

    def draw(**options: Any) -> bytes:
        file = real(**options)
        image = Image.open(BytesIO(file))
        drawn.append(image.width * image.height)
        return file

    monkeypatch.setattr(resvg_py, "svg_to_bytes", draw)
    names = HexHex(4).names
    scenes = (scene(HexHex(4), {names[n]: "r", names[-1 - n]: "b"}) for n in range(15))
    told: list[tuple[int, int]] = []
    gif(scenes, tell=lambda *count: told.append(count))
    # Each of the 14 later scenes changes four of 37 cells. A patch is drawn with the whole of every
    # cell, stack and shadow that it meets, hence 5.1 pictures in all.
    assert sum(drawn[1:]) < 5.5 * drawn[0]
    assert told == [(number, 15) for number in range(1, 16)]


def test_a_film_is_given_up_when_what_is_told_of_it_says_so() -> None:
    def tell(done: int, total: int) -> None:
        if done == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        gif([scene(Row(2), {"a": "r" * height}) for height in range(9)], tell=tell)


def test_a_gif_keeps_time_and_begins_again() -> None:
    scenes = [scene(Row(3), {"a": letters}) for letters in ("r", "b", "rb")]
    film = gif(scenes, "Three – plies", 0.25)
    assert seconds(film) == [0.25, 0.25, 0.25 + PAUSE]
    info = Image.open(BytesIO(film)).info
    assert info["loop"] == 0
    assert info["comment"].decode() == "Three – plies"


def test_scenes_that_look_alike_keep_their_time() -> None:
    one, other = scene(Row(3), {"a": "r"}), scene(Row(3), {"b": "r"})
    assert sum(seconds(gif([one, one, other, other, one], seconds=0.5))) == 2.5 + PAUSE
    assert len(pictures(gif([one, one]))) == 1


def test_a_gif_stores_what_changes() -> None:
    names = HexHex(4).names
    far_apart = [{names[n]: "r", names[-1 - n]: "b"} for n in range(15)]
    scenes = [scene(HexHex(4), stacks) for stacks in far_apart]
    assert len(gif(scenes)) < 3 * len(gif(scenes[:1]))


def test_the_same_scenes_give_the_same_bytes_everywhere() -> None:
    program = """
import hashlib
from stackyard.boards import HexHex
from stackyard_pictures import film, raster
from stackyard.scenes import Piece, Scene
cells = {cell: (Piece(cell % 2, "rb"[cell % 2]),) * (cell % 4) for cell in range(37)}
scenes = [Scene(HexHex(4), {c: cells[c] for c in range(n)}, ("red", "blue"), 0) for n in (20, 37)]
made = [film.animate(scenes).encode(), raster.png(scenes[1]), raster.gif(scenes)]
print(*[hashlib.sha256(each).hexdigest() for each in made])
"""
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1, printed


@pytest.mark.parametrize("width", [0, -5, 15, 4097])
def test_a_width_that_is_no_picture_is_refused(width: int) -> None:
    shown = scene(Row(2), {})
    with pytest.raises(ValueError, match=f"16 to 4096 pixels wide, not {width}"):
        png(shown, width=width)
    with pytest.raises(ValueError, match=f"16 to 4096 pixels wide, not {width}"):
        gif([shown], width=width)


def test_a_very_wide_picture_is_as_wide_as_allowed() -> None:
    assert opened(png(scene(Row(4), {}, prompt="what now? " * 40))).width == 4096


def test_a_gif_needs_scenes_and_a_time_that_it_can_keep() -> None:
    with pytest.raises(ValueError, match="at least one scene"):
        gif([])
    with pytest.raises(ValueError, match=r"0\.02 to 60 seconds, not 0\.001"):
        gif([scene(Row(2), {})], seconds=0.001)
