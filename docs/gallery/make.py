"""Draw the gallery: a start, a middle and an end of each game, as SVG and as text.

`python docs/gallery/make.py` writes the pictures and the page beside this file; the tests compare
what is written with what would be drawn now.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import stackyard
from stackyard.drawing import svg, text
from stackyard.scenes import Scene

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
        """What is to be drawn."""
        game = stackyard.load_game(self.game, **self.options)
        position = game.parse_position(self.position) if self.position else game.initial()
        before = None
        for move in self.moves:
            before = position.copy()
            position.play(game.parse_move(move, position))
        return game.scene(position, before)


EXHIBITS = (
    Exhibit("silo-start", "Silo: the start", "silo"),
    Exhibit(
        "silo-middle",
        "Silo: Red has just moved three checkers from c to d",
        "silo",
        "r/rbb/brbb/rbr/brr/brbr r",
        ("c",),
    ),
    Exhibit(
        "silo-end",
        "Silo: Red has won with a run that blue checkers enclose",
        "silo",
        "bbb/bb/rb/bbrrrrrrrr/-/b r",
        ("c",),
    ),
    Exhibit(
        "silo-large",
        "Silo on eight columns of four, seen from Blue's side",
        "silo",
        moves=("e", "d", "g", "f", "c"),
        options={"size": "8", "height": "4"},
        flip=True,
    ),
)


def files() -> dict[str, str]:
    """What belongs into each file of the gallery."""
    page = ["# Gallery", "", "Made by `python docs/gallery/make.py`.", ""]
    pictures = {}
    for exhibit in EXHIBITS:
        scene = exhibit.scene()
        pictures[f"{exhibit.name}.svg"] = svg.draw(scene, exhibit.caption, exhibit.flip)
        letters = text.draw(scene, text.Look(flip=exhibit.flip))
        page += [f"## {exhibit.caption}", "", f"![{exhibit.caption}]({exhibit.name}.svg)", ""]
        page += ["```text", letters, "```", ""]
    return pictures | {"index.md": "\n".join(page)}


def main() -> None:
    """Write the gallery, and take away pictures that no longer belong to it."""
    wanted = files()
    for old in HERE.glob("*.svg"):
        if old.name not in wanted:
            old.unlink()
    for name, content in wanted.items():
        (HERE / name).write_text(content, "utf-8")


if __name__ == "__main__":
    main()
