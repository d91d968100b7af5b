"""Draw the gallery: a start, a middle and an end of each game as SVG.

`python docs/gallery/make.py` writes the pictures and the page beside this file; a test compares
the files with a new drawing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby, product
from pathlib import Path

import stackyard
from stackyard.scenes import Scene
from stackyard.turnloop.history import Course
from stackyard_pictures import film, svg, themes

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Exhibit:
    """One picture: the position after `moves`, the last of which is marked."""

    name: str
    caption: str
    game: str
    position: str = ""
    moves: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)
    flip: bool = False

    def scene(self) -> Scene:
        """The scene of the position."""
        return self.course().scene

    def course(self) -> Course:
        """The course of the moves."""
        game = stackyard.load_game(self.game, **self.options)
        position = game.parse_position(self.position) if self.position else game.initial()
        course = Course(game, position)
        for move in self.moves:
            course = course.play(move)
        return course


EXHIBITS = (
    Exhibit("silo-start", "the start", "silo"),
    Exhibit(
        "silo-middle",
        "Red has just moved three checkers from c to d",
        "silo",
        "r/rbb/brbb/rbr/brr/brbr r",
        ("c",),
    ),
    Exhibit(
        "silo-end",
        "Red has won with a run that blue checkers enclose",
        "silo",
        "bbb/bb/rb/bbrrrrrrrr/-/b r",
        ("c",),
    ),
    Exhibit(
        "silo-large",
        "Eight columns of four, seen from Blue's side",
        "silo",
        moves=("e", "d", "g", "f", "c"),
        options={"size": "8", "height": "4"},
        flip=True,
    ),
    Exhibit(
        "silo-solved",
        "Red has moved e, one of the two first moves that win (solved)",
        "silo",
        moves=("e",),
    ),
    Exhibit("filo-start", "the start, all checkers in reserve", "filo"),
    Exhibit(
        "filo-entering",
        "Black has entered three checkers, skipping a full cell",
        "filo",
        "wwww/-/-/-/-/-/-/bbbb 8,8 0,0 b",
        ("3",),
    ),
    Exhibit(
        "filo-middle",
        "Black has just sown the three checkers of b",
        "filo",
        "-/bwb/w/ww/www/bb/bbb/b 0,0 5,4 b",
        ("b",),
    ),
    Exhibit(
        "filo-end",
        "White's sowing has left Black with one checker, so Black has won",
        "filo",
        "bw/wbww/w/-/-/-/-/- 0,0 7,10 w",
        ("a",),
    ),
    Exhibit(
        "filo-solved",
        "White is to move and loses (solved)",
        "filo",
        "wwww/wwww/wwww/-/-/bbbb/bbbb/bbbb 0,0 0,0 w",
    ),
    Exhibit(
        "filo-skip",
        "White wins from here if a player without a reserve sits out",
        "filo",
        "www/www/www/www/-/bbbb/bbbb/bbbb 0,0 0,0 w",
        options={"empty_reserve": "skip"},
    ),
    Exhibit(
        "pit_of_pillars-start",
        "five men entered; White goes next to g2",
        "pit_of_pillars",
        moves=("d4", "e4", "b7", "b6", "g2"),
    ),
    Exhibit(
        "pit_of_pillars-middle",
        "Red has captured on a2 and may move a pillar",
        "pit_of_pillars",
        "1,rr,2,w,1/w,1,R,wrw,3,w/2,rw,1,W,1,r,1/wwr,3,r,2,ww/1,w,rwr,1,W,3/2,r,3,wr,1/"
        "rr,R,2,w,1,rwww,1/1,w,2,r,1 r 2,3 move",
        ("a5-a2",),
    ),
    Exhibit(
        "pit_of_pillars-end",
        "White has shut in the last red man",
        "pit_of_pillars",
        "6/8/8/8/8/W,7/r,2,W,1,w,2/6 w 0,0 pillar",
        ("pd2-b2",),
    ),
    Exhibit(
        "pit_of_pillars-drawn",
        "On a board of 4, neither player can win from here",
        "pit_of_pillars",
        "2/w,2,r/r,2,w/2 w 0,0 move",
        options={"size": "4"},
    ),
    Exhibit("slicron-start", "the start", "slicron"),
    Exhibit(
        "slicron-middle",
        "White has just shortened a path with a5; five stones come off",
        "slicron",
        "bwwbb/b1b2w/w1bwbbw/bw1b1bbb/wbwbbbwww/bwbww1bb/w1bwwb1/bwwwwb/bwbb1 w -",
        ("a5",),
    ),
    Exhibit(
        "slicron-choice",
        "On side 4, Black must choose which stones to take off",
        "slicron",
        "4/1b3/2b3/2bb3/1bbb2/1bb2/1b2 b -",
        ("g4",),
        {"side": "4"},
    ),
    Exhibit(
        "slicron-end",
        "Black has no placement left and has lost",
        "slicron",
        "bwwbb/b1b2w/w1bwbbw/bwbbwbbb/wbwbbbwww/bwbb2bb/w1bb1bw/b1wwwb/bwbbw w -",
        ("d5",),
    ),
    Exhibit(
        "slicron-solved",
        "On side 2, the only first stone that wins by the revised rules (solved)",
        "slicron",
        moves=("b2",),
        options={"side": "2", "rules": "revised", "pie": "off"},
    ),
    Exhibit("splay-start", "the start", "splay"),
    Exhibit(
        "splay-mirror",
        "White has answered each move with its reflection through the centre",
        "splay",
        moves=("f6", "e5", "g7", "e5", "g7", "c4", "i8"),
    ),
    Exhibit(
        "splay-exception",
        "On side 3, Black's b2 bars d4, and White splays from the centre instead",
        "splay",
        "1,W,W/3,W/1,B,w1,W,1/B,3/B,B,1 b",
        ("b2", "c3"),
        {"side": "3"},
    ),
    Exhibit(
        "splay-tower",
        "White's tower on f6 has splayed; d5 and g7 have collapsed",
        "splay",
        "6/7/8/6,b1,2/5,b3,4/4,b1,w3,5/7,w1,2/4,w4,4/2,b1,5/7/6 w",
        ("f6",),
    ),
    Exhibit(
        "splay-middle",
        "Black's d5 has splayed over c5 and d4, and four towers have collapsed",
        "splay",
        "6/2,b1,w1,w1,2/5,w1,b1,1/1,w1,2,W,W,1,w1,1/2,b1,w2,b1,W,b1,w1,b1,1/"
        "1,w1,B,B,1,B,W,1,b1,2/1,w1,B,B,w1,B,2,w1,1/1,B,W,1,b1,b1,1,w1,1/1,w1,b1,w1,1,b1,2/"
        "1,w1,1,b1,b2,w1,1/6 b",
        ("d5",),
    ),
    Exhibit(
        "splay-end",
        "nobody can move, and Black has won by 42 cells to 39",
        "splay",
        "1,B,W,W,2/1,B,B,W,W,B,B/1,B,B,B,B,W,B,B/1,W,B,B,W,W,B,W,B/W,B,B,W,B,W,B,W,B,B/"
        "W,W,B,B,B,B,W,B,B,W,1/W,W,B,B,W,B,B,B,W,W/W,B,W,B,B,B,B,W,W/W,W,B,W,B,B,2/"
        "W,W,W,B,B,w3,1/W,W,4 w",
        ("b6",),
    ),
)


# Films of a match, the first scene before the first of the moves.
FILMS = (
    Exhibit(
        "filo-sowing",
        "Black sows b, then White sows e",
        "filo",
        "-/bwb/w/ww/www/bb/bbb/b 0,0 5,4 b",
        ("b", "e"),
    ),
    Exhibit(
        "splay-splaying",
        "White's tower on f6 splays",
        "splay",
        "5/6/3,b1,3/5,b3,2/3,b1,w3,4/6,w1,1/4,w4,2/3,b1,2/5 w",
        ("f6",),
        {"side": "5"},
    ),
)
SHEETS = {"light": "themes-light.png", "dark": "themes-dark.png"}
DEVICES = ("desk", "phone")
PAGES = (
    "Start, middle and end of each game in the browser, in the three themes, each in light and "
    "dark. Made by `python tests/browser/page_sheets.py`."
)
WIDE, HIGH = 300, 300  # pixels of a picture on a sheet
SHOWN = ("silo-middle", "filo-middle", "pit_of_pillars-middle", "slicron-middle", "splay-middle")


def sheet(mode: str) -> bytes:
    """A picture of each game in each theme, as PNG."""
    from io import BytesIO

    from PIL import Image

    from stackyard_pictures.raster import png

    ground = "white" if mode == "light" else "#1c1b19"
    drawn = Image.new("RGB", (WIDE * len(SHOWN), HIGH * len(themes.THEMES)), ground)
    scenes = {each.name: each.scene() for each in EXHIBITS if each.name in SHOWN}
    for row, theme in enumerate(themes.THEMES):
        for column, name in enumerate(SHOWN):
            scene, width = scenes[name], WIDE - 20
            made = png(scene, width=width, notes=True, captions=False, theme=theme, mode=mode)
            picture = Image.open(BytesIO(made)).convert("RGB")
            drawn.paste(picture, (WIDE * column + 10, HIGH * row + (HIGH - picture.height) // 2))
    file = BytesIO()
    drawn.quantize(128, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def files() -> dict[str, str]:
    """The name and content of each file of the gallery that is text."""
    page = ["# Gallery", "", "Made by `python docs/gallery/make.py`.", ""]
    pictures = {}
    for name, exhibits in groupby(EXHIBITS, lambda exhibit: exhibit.game):
        title = stackyard.load_game(name).title
        page += [f"## {title}", ""]
        for exhibit in exhibits:
            scene, caption = exhibit.scene(), f"{title}: {exhibit.caption}"
            pictures[f"{exhibit.name}.svg"] = svg.draw(scene, caption, exhibit.flip, notes=True)
            first = exhibit.caption[0].upper() + exhibit.caption[1:]
            page += [f"{first}:", "", f"![{title}]({exhibit.name}.svg)", ""]
    page += ["## In motion", ""]
    for exhibit in FILMS:
        title = stackyard.load_game(exhibit.game).title
        caption = f"{title}: {exhibit.caption}"
        pictures[f"{exhibit.name}.svg"] = film.animate(exhibit.course().scenes(), caption, 1.6)
        page += [f"{caption}:", "", f"![{title}]({exhibit.name}.svg)", ""]
    page += ["## Themes", "", "Wood, slate and paper, in light and in dark:", ""]
    page += [f"![The five games in three themes, {mode}]({SHEETS[mode]})" for mode in SHEETS]
    page += ["", "## Pages", "", PAGES, ""]
    for name, device in product(dict.fromkeys(each.game for each in EXHIBITS), DEVICES):
        title = stackyard.load_game(name).title
        page += [f"![{title} in the browser, on a {device}](pages-{name}-{device}.webp)", ""]
    return pictures | {"index.md": "\n".join(page)}


def main() -> None:
    """Write the gallery; remove pictures no longer in it."""
    wanted = files()
    for old in HERE.glob("*.svg"):
        if old.name not in wanted:
            old.unlink()
    for name, content in wanted.items():
        (HERE / name).write_text(content, "utf-8")
    for mode, name in SHEETS.items():
        (HERE / name).write_bytes(sheet(mode))


if __name__ == "__main__":
    main()
