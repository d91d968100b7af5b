"""Scenes as pixels: one as a PNG, several as a GIF that moves. Needs the extra `pictures`.

resvg draws the SVG pictures and Pillow writes the files. The letters come from a font that is part
of Pillow, so that pictures are the same on every machine, whatever fonts it has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from stackyard.drawing.film import PAUSE, frames
from stackyard.drawing.svg import Box, Sketch, describe, document, sketch
from stackyard.errors import PictureError
from stackyard.plugins.finding import IN_CLONE
from stackyard.scenes import Scene

if TYPE_CHECKING:
    from PIL.Image import Image

NARROWEST, WIDEST = 16, 4096  # pixels
COLOURS = 255  # of a GIF, which has one more that is transparent
APART = 8  # of 256: colours that differ less in red, green and blue are one in a GIF

Colour = tuple[int, int, int]
Rasterise = Callable[[Sketch, Box, int], bytes]


def png(scene: Scene, title: str = "Board", flip: bool = False, width: int | None = None) -> bytes:
    """A PNG file of a scene, `width` pixels wide: 16 to 4096, or else twice as wide as the SVG.

    `flip` shows the board from the other side; the title and the scene in words go into the file's
    text. Raises ValueError for another width, PictureError without the extra's libraries.
    """
    drawn = sketch(scene, flip)
    with _rasteriser() as rasterise:
        pixels = _pixels(rasterise(drawn, drawn.box, _width(drawn.box, width, 2)))
    from PIL.PngImagePlugin import PngInfo

    words = PngInfo()
    words.add_text("Title", title)
    words.add_text("Description", describe(scene))
    file = BytesIO()
    pixels.save(file, "PNG", pnginfo=words)
    return file.getvalue()


def gif(
    scenes: Sequence[Scene],
    title: str = "Game",
    seconds: float = 1.0,
    flip: bool = False,
    width: int | None = None,
) -> bytes:
    """A GIF file that shows each scene for `seconds`, the last for longer, again and again.

    It is `width` pixels wide: 16 to 4096, or else as wide as the SVG. The title goes into the
    file's comment. Raises ValueError without scenes, for another width and for `seconds` outside
    0.02 to 60, PictureError without the extra's libraries.
    """
    sketches, box = frames(scenes, seconds, flip)
    pixels_wide = _width(box, width, 1)
    with _rasteriser() as rasterise:
        # Kept as files and opened twice: the pixels of a long game would fill the memory.
        pictures = [rasterise(each, box, pixels_wide) for each in sketches]
    from PIL import Image

    colours = _most_common(map(_pixels, pictures))
    palette = bytes([level for colour in colours for level in colour])
    sample = Image.new("P", (1, 1))
    sample.putpalette(palette)
    first, *others = [
        _pixels(picture).quantize(palette=sample, dither=Image.Dither.NONE) for picture in pictures
    ]
    hundredths = [round(seconds * 100)] * len(pictures)
    hundredths[-1] += round(PAUSE * 100)
    file = BytesIO()
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=others,
        loop=0,
        duration=[10 * each for each in hundredths],
        palette=palette + bytes(3),
        transparency=len(colours),  # what does not change is transparent, and packs to nothing
        optimize=True,
        comment=title.encode(),
    )
    return file.getvalue()


@contextmanager
def _rasteriser() -> Iterator[Rasterise]:
    """A function that draws a sketch within a box, some pixels wide, as a PNG file."""
    try:
        import resvg_py
        from PIL import ImageFont

        font = ImageFont.load_default(size=16)
    except ImportError as missing:
        sentence = (
            f"PNG and GIF pictures need more libraries ({missing}): "
            f'python -m pip install "./core[pictures]", {IN_CLONE}'
        )
        raise PictureError(sentence) from missing
    assert isinstance(font, ImageFont.FreeTypeFont)
    family = font.getname()[0]
    with TemporaryDirectory() as folder:
        file = Path(folder, "letters.ttf")
        file.write_bytes(font.font_bytes)

        def rasterise(drawn: Sketch, box: Box, width: int) -> bytes:
            picture = document("", "", box, drawn.elements)
            return resvg_py.svg_to_bytes(
                svg_string=picture,
                width=width,
                font_files=[str(file)],
                sans_serif_family=family,
                # Pillow's font has the letters of ASCII; for others the machine's own must do.
                skip_system_fonts=picture.isascii(),
            )

        yield rasterise


def _width(box: Box, wanted: int | None, scale: int) -> int:
    if wanted is None:
        return min(round(scale * box.width), WIDEST)
    if not NARROWEST <= wanted <= WIDEST:
        raise ValueError(f"a picture is {NARROWEST} to {WIDEST} pixels wide, not {wanted}")
    return wanted


def _pixels(picture: bytes) -> Image:
    """The pixels of a PNG file without transparency."""
    from PIL import Image

    return Image.open(BytesIO(picture)).convert("RGB")


def _most_common(images: Iterable[Image]) -> list[Colour]:
    """The most common colours of some images, each APART from the others.

    So areas keep their very colours, and the blends along their edges share what is left.
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
