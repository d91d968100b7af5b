"""Scenes as pixels: a PNG of one scene, an animated GIF of several.

resvg draws the SVG pictures and Pillow writes the files. The font is part
of Pillow, so that pictures are the same on every machine, whatever fonts are installed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from io import SEEK_END, BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from stackyard.scenes import Scene
from stackyard_pictures.film import PAUSE, filmed
from stackyard_pictures.patches import Area, Patch, Viewport, patches
from stackyard_pictures.plane import Box
from stackyard_pictures.svg import describe, sketch
from stackyard_pictures.themes import MODES, THEMES, style

if TYPE_CHECKING:
    from PIL.Image import Image

NARROWEST, WIDEST = 16, 4096  # pixels
COLOURS = 255  # of a GIF, besides the transparent one
APART = 12  # of 256: colours that differ less in red, green and blue are merged in a GIF

LONGEST = 65535  # hundredths of a second: how long a GIF can show a frame
REPEATED = 1000  # patches of a film that are cached

END = b";"  # of a GIF file
PIXEL = 0, 0, 1, 1

Colour = tuple[int, int, int]
Rasterise = Callable[[Iterable[str], Viewport], bytes]
Picture = list[tuple[Patch, bytes]]  # the patches of a frame, with PNG files of their rooms
Tell = Callable[[int, int], object]  # pictures drawn, and pictures in all


def _unheard(done: int, total: int) -> None:
    """Ignore progress."""


def png(
    scene: Scene,
    title: str = "Board",
    flip: bool = False,
    width: int | None = None,
    notes: bool = False,
    captions: bool = True,
    theme: str = THEMES[0],
    mode: str = MODES[0],
) -> bytes:
    """A PNG file of a scene, `width` pixels wide: 16 to 4096, or else twice as wide as the SVG.

    `flip` shows the board from the other side, `notes` the scene's notes, `captions`
    trays and the status line; the title and the scene in words go into the file's
    text. Raises ValueError for another width.
    """
    drawn = sketch(scene, flip, notes, captions)
    with _rasteriser(style(drawn.tone, theme, mode)) as rasterise:
        pixels = _pixels(rasterise(drawn.elements, _viewport(drawn.box, width, 2)))
    from PIL.PngImagePlugin import PngInfo

    words = PngInfo()
    words.add_text("Title", title)
    words.add_text("Description", describe(scene))
    file = BytesIO()
    pixels.save(file, "PNG", pnginfo=words)
    return file.getvalue()


def gif(
    scenes: Iterable[Scene],
    title: str = "Game",
    seconds: float = 1.0,
    flip: bool = False,
    width: int | None = None,
    tell: Tell = _unheard,
) -> bytes:
    """A GIF file that shows each scene for `seconds`, the last for longer, again and again.

    It is `width` pixels wide: 16 to 4096, or else as wide as the SVG. The title goes into the
    file's comment. `tell` is called after each frame; an exception from it ends the work. Raises
    ValueError without scenes, for another width and for `seconds` outside 0.02 to 60.
    """
    film = filmed(scenes, seconds, flip)
    viewport = _viewport(film.box, width, 1)
    drawn: list[Picture] = []
    with _rasteriser(style(film.tone, mode=MODES[0])) as rasterise:

        @lru_cache(REPEATED)
        def png_of(full_area: Area, elements: tuple[str, ...]) -> bytes:
            return rasterise(elements, viewport.part(full_area))

        for picture in patches(film, viewport):
            drawn.append([(patch, png_of(patch.full_area, patch.elements)) for patch in picture])
            tell(len(drawn), len(film.changes))
    return _packed(drawn, title, film.times)


def _packed(pictures: Sequence[Picture], title: str, times: Sequence[float]) -> bytes:
    """The GIF file of some pictures.

    Frames are packed one by one; Pillow's own way to save several holds them all in memory.
    """
    from PIL import GifImagePlugin

    colours = _most_common(_inside(*drawn) for picture in pictures for drawn in picture)
    palette = bytes([level for colour in colours for level in colour])
    clear = len(colours)
    file = BytesIO()
    for number, (image, area, hundredths) in enumerate(_frames(pictures, palette, times)):
        told: dict[str, Any] = {"duration": 10 * hundredths, "transparency": clear}
        if number:
            file.writelines(GifImagePlugin.getdata(image, area[:2], **told))
            continue
        told |= {"palette": palette + bytes(3), "loop": 0, "comment": title.encode()}
        image.save(file, "GIF", interlace=0, **told)
        file.seek(-len(END), SEEK_END)
    file.write(END)
    return file.getvalue()


def _frames(
    pictures: Sequence[Picture], palette: bytes, times: Sequence[float]
) -> Iterator[tuple[Image, Area, int]]:
    """The frames of a GIF: the pixels each adds, their place, and its time in hundredths.

    Unchanged pixels are transparent, which compress to almost nothing.
    """
    from PIL import Image, ImageChops

    sample = Image.new("P", (1, 1))
    sample.putpalette(palette)

    def quantised(patch: Patch, png: bytes) -> Image.Image:
        return _inside(patch, png).quantize(palette=sample, dither=Image.Dither.NONE)

    clear = len(palette) // 3
    ((whole, png),), *others = pictures
    now = frame = quantised(whole, png)
    area, shown = whole.area, round(times[0] * 100)
    for picture, seconds in zip(others, times[1:], strict=True):
        hundredths = round(seconds * 100)
        before, now = now, now.copy()
        for patch, png in picture:
            now.paste(quantised(patch, png), patch.area)
        changes = ImageChops.difference(before, now)
        changed = changes.getbbox()
        if changed is None and shown + hundredths <= LONGEST:
            shown += hundredths
            continue
        yield frame, area, shown
        area, shown = changed or PIXEL, hundredths
        frame = now.crop(area)
        frame.paste(clear, mask=changes.crop(area).point([255, *[0] * 255], "1"))
    yield frame, area, min(shown + round(PAUSE * 100), LONGEST)


@contextmanager
def _rasteriser(style: str) -> Iterator[Rasterise]:
    """The function that renders elements in a viewport as a PNG file, in this style."""
    import resvg_py
    from PIL import ImageFont

    font = ImageFont.load_default(size=16)
    assert isinstance(font, ImageFont.FreeTypeFont)
    family = font.getname()[0]
    with TemporaryDirectory() as folder:
        file = Path(folder, "letters.ttf")
        file.write_bytes(font.font_bytes)

        def rasterise(elements: Iterable[str], viewport: Viewport) -> bytes:
            picture = _document(elements, viewport, style)
            return resvg_py.svg_to_bytes(
                svg_string=picture,
                font_files=[str(file)],
                sans_serif_family=family,
                # Pillow's font covers ASCII; other letters come from fonts of the machine.
                skip_system_fonts=picture.isascii(),
            )

        yield rasterise


def _document(elements: Iterable[str], viewport: Viewport, style: str) -> str:
    """An SVG document whose units are the pixels of the viewport."""
    box = viewport.box
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" preserveAspectRatio="none" '
            f'viewBox="{box.left} {box.top} {box.width} {box.height}" '
            f'width="{viewport.width}" height="{viewport.height}">',
            f"<style>{style}</style>",
            f'<rect class="paper" x="{box.left}" y="{box.top}" '
            f'width="{box.width}" height="{box.height}"/>',
            *elements,
            "</svg>",
        ]
    )


def _viewport(box: Box, wanted: int | None, scale: int) -> Viewport:
    """The viewport of a box, `wanted` pixels across or `scale` pixels for each unit."""
    if wanted is None:
        wanted = min(round(scale * box.width), WIDEST)
    if not NARROWEST <= wanted <= WIDEST:
        raise ValueError(f"a picture is {NARROWEST} to {WIDEST} pixels wide, not {wanted}")
    each = box.width / wanted  # of its units
    height = max(1, round(box.height / each))
    return Viewport(Box(box.left, box.top, box.right, box.top + height * each), wanted, height)


def _pixels(png: bytes) -> Image:
    """The pixels of a PNG file without transparency."""
    from PIL import Image

    return Image.open(BytesIO(png)).convert("RGB")


def _inside(patch: Patch, png: bytes) -> Image:
    """The pixels of a patch, cut out of the PNG file of its room."""
    (left, top, _, _), (x, y, right, bottom) = patch.full_area, patch.area
    return _pixels(png).crop((x - left, y - top, right - left, bottom - top))


def _most_common(images: Iterable[Image]) -> list[Colour]:
    """The most common colours of some images, all at least APART from each other.

    Areas thus keep their exact colours, and the blends along edges share the rest of the palette.
    """
    counted: Counter[Colour] = Counter()
    for image in images:
        colours = image.getcolors(image.width * image.height)
        assert colours is not None, "there are no more colours than pixels"
        for count, colour in colours:
            assert isinstance(colour, tuple)
            red, green, blue = colour
            counted[red, green, blue] += count
    chosen: list[Colour] = []
    for candidate in sorted(counted, key=lambda colour: (-counted[colour], colour)):
        if all(_are_apart(candidate, other) for other in chosen):
            chosen.append(candidate)
    return chosen[:COLOURS]


def _are_apart(one: Colour, other: Colour) -> bool:
    return max([abs(a - b) for a, b in zip(one, other, strict=True)]) >= APART
