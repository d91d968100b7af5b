"""The colours of boards and pieces: three themes, each in light and dark.

A board has one of three tones, chosen by the colours of its pieces, so that each piece has a
contrast of at least 3 to 1 with its cell: `light` for red and blue, `mid` for white and black,
`deep` for white and red. Pictures carry the colours in a style of their own, pages in custom
properties.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import product
from typing import Final

THEMES: Final = ("wood", "slate", "paper")
MODES: Final = ("light", "dark")
TONES: Final = ("light", "mid", "deep")
COLOURS: Final = ("red", "blue", "white", "black", "neutral")  # with fills of their own

# The uses of a board's colours: `slab` paints the body of the board, `line` the edges of its cells.
BOARD: Final = ("slab", "line", "cell", "turn", "won", "name", "mark", "good")

_BOARDS: Final[Mapping[tuple[str, str, str], str]] = {
    ("wood", "light", "light"): "8d5f35 6a4322 f5e3c1 fbd98b cfe8b4 fdf0d8 8a5300 2c6a1f",
    ("wood", "light", "mid"): "4c2e17 402510 9c794b a37b35 7a8643 f6e3c4 fff6d4 d6ffbe",
    ("wood", "light", "deep"): "7a5230 b08a62 38230f 3a2605 1a2c13 fbead0 ffd277 9fe07c",
    ("wood", "dark", "light"): "4a3220 8f6a48 26190f 3d2a06 1c2e15 ecd9bd f0b94e 8fd070",
    ("wood", "dark", "mid"): "2e1d10 2e1d10 9c794b a07c37 7a8643 e9d3b0 fff6d4 d6ffbe",
    ("wood", "dark", "deep"): "4f351f 987250 2c1b0d 3b2509 192d14 f0dcbf ffcc66 95d873",
    ("slate", "light", "light"): "56636f 6c7a87 e4eaee f3e3ae c9e9cd f3f7fa 7a5200 1f6a35",
    ("slate", "light", "mid"): "38424b 293238 75818c 88835b 688772 eef3f7 fff6d4 d6ffbe",
    ("slate", "light", "deep"): "5a6874 8697a5 1f2931 2e2a11 132d20 f1f6fa ffd873 8be3a6",
    ("slate", "dark", "light"): "313c46 71818f 171f26 332c0e 12301f dfe7ee f2c661 7fd99a",
    ("slate", "dark", "mid"): "1f272e 1f272e 74818c 8a8356 688772 dde5ec fff6d4 d6ffbe",
    ("slate", "dark", "deep"): "36424c 74848f 1a232a 2f2a0f 122d20 e6edf2 ffd266 82dd9e",
    ("paper", "light", "light"): "fffdf8 857b66 faf2e0 fbe3a0 d3ecc9 5b5445 8a5300 2c6a1f",
    ("paper", "light", "mid"): "f1ead8 253426 6c8665 94803f 558b71 3f4a38 fffae6 d6ffbe",
    ("paper", "light", "deep"): "f3ead8 8f94ad 242737 2f2a13 142c23 474331 ffd877 8fe0a4",
    ("paper", "dark", "light"): "35322c 8d8676 201e1a 383010 1c3020 e2dccd efc262 8bd49a",
    ("paper", "dark", "mid"): "2e3a2f 1c261d 6a8764 93813d 528b71 e6e8d8 fff6d4 d6ffbe",
    ("paper", "dark", "deep"): "3a3d4a 838aa4 1d2130 2f2a14 142c26 e4e6f0 ffd26b 86da9c",
}

# The face of a piece, its side, the line around it, and the ink on its face.
PIECE: Final = ("face", "side", "rim", "ink")

_WHITE: Final = "fffdf6 ede6d6 40382a 1d1b17"
_BLACK: Final = "2b2926 171614 9a9384 ffffff"
_PIECES: Final[Mapping[tuple[str, str], Mapping[str, str]]] = {
    ("light", "light"): {
        "red": "d35413 bb470d 0a0300 ffffff",
        "blue": "1176bd 0d68a8 000409 ffffff",
        "white": _WHITE,
        "black": _BLACK,
        "neutral": "7d7566 6e6759 0c0a07 ffffff",
    },
    ("light", "dark"): {
        "red": "f58a4c dc7438 1d0d04 1a0d05",
        "blue": "5cb2ec 4499d4 04141f 04141f",
        "white": _WHITE,
        "black": _BLACK,
        "neutral": "a49c8c 8d8575 17140f 17140f",
    },
    ("mid", "light"): {
        "red": "5c0f08 3a0703 e8a493 ffffff",
        "blue": "0f2f57 081b35 9db9e0 ffffff",
        "white": _WHITE,
        "black": _BLACK,
        "neutral": "3c352b 221d16 b3a893 ffffff",
    },
    ("deep", "light"): {
        "red": "e5641f d75815 140600 1c0a02",
        "blue": "3f9bdd 2f86c4 04141f 04141f",
        "white": _WHITE,
        "black": _BLACK,
        "neutral": "a49c8c 8d8575 17140f 17140f",
    },
}


# The rules that all themes share: widths, texts, and the light on pieces and boards.
COMMON_RULES: Final = """.under { fill: #000; stroke: #000; opacity: .3; stroke-linejoin: round }
.slab, .lit { stroke-linejoin: round } .lit { fill: #fff; stroke: #fff; opacity: .22 }
.cell { stroke-width: 1.6 }
.border, .track, .ring, .bond, .link, .pip, .shine { fill: none }
.border { stroke-width: 1.2; opacity: .7 } .track { stroke-width: 2 } .touched { stroke-width: 2 }
.decisive { stroke-width: 3.5 } .piece { stroke-width: 1.3 } .face { stroke-width: 1 }
.ring { stroke-width: 1.6 } .shade { fill: #000; stroke: #000; stroke-width: 2.4; opacity: .22 }
.shine { stroke: #fff; stroke-width: 2.2; stroke-linecap: round; opacity: .4 }
.bond { stroke-width: 13 } .link { stroke-width: 10 }
.pip { stroke-width: 4.4; stroke-linecap: round } .full { stroke-width: 7 }
.rim { stroke-width: 10 } .hollow { stroke-width: 3.6 }
.trail, .way { fill: none; stroke-width: 4; stroke-linecap: round; stroke-linejoin: round }
text { font-family: Figtree, system-ui, sans-serif; text-anchor: middle;
dominant-baseline: central }
.numeral, .kept { font-weight: 700 } .status, .tray { text-anchor: start }"""


def tone(colours: Iterable[str]) -> str:
    """The tone of the board for pieces of these colours."""
    found = set(colours)
    if "white" not in found:
        return "light"
    return "mid" if "black" in found else "deep"


def board_colours(theme: str, mode: str, tone: str) -> dict[str, str]:
    """The colours of a board by their use, each as #rrggbb."""
    return _named(BOARD, _BOARDS[theme, mode, tone])


def piece_colours(mode: str, tone: str, colour: str) -> dict[str, str]:
    """The face, side, rim and ink of pieces of a colour on a board of a tone, as #rrggbb."""
    fills = _PIECES.get((tone, mode)) or _PIECES[tone, "light"]
    return _named(PIECE, fills[colour])


def page_style() -> str:
    """The style sheet for pages: all themes, as custom properties of boards by tone."""
    blocks = []
    for theme, mode in product(THEMES, MODES):
        chosen = "" if theme == THEMES[0] else f":root[data-theme={theme}] "
        rules = [
            f"{chosen}.tone-{tone} {{ {_listed(board_colours(theme, mode, tone))} }}"
            for tone in TONES
        ]
        if theme == THEMES[0]:
            rules += [f".tone-{tone} {{ {_listed(_pieces(mode, tone))} }}" for tone in TONES]
        blocks.append(_of_mode(rules, mode))
    names = [*BOARD, *[f"{name}-{use}" for name, use in product(COLOURS, PIECE)]]
    colours = {name: f"var(--board-{name})" for name in names}
    return "\n".join([*blocks, *_rules(colours, ":is(.board, .lens) "), COMMON_RULES, ""])


def style(
    tone: str, theme: str = THEMES[0], mode: str = "", colours: Collection[str] = COLOURS
) -> str:
    """The style sheet of a picture with pieces of `colours`: of one mode, or the reader's own."""
    rules = [COMMON_RULES]
    for each in [mode] if mode else MODES:
        painted = _rules(_of(theme, each, tone), colours=colours)
        rules.append(_of_mode([*_captions(each), *painted], "" if mode else each))
    return "\n".join(["", *rules, ""])


def _of_mode(rules: Iterable[str], mode: str) -> str:
    block = "\n".join(rules)
    return f"@media (prefers-color-scheme: dark) {{\n{block}\n}}" if mode == "dark" else block


def _rules(
    colour: Mapping[str, str], within: str = "", colours: Collection[str] = COLOURS
) -> list[str]:
    """The rules that paint a drawing; the keys are those of BOARD, and `red-face` and so on."""
    painted = [
        ("slab", f"fill: {colour['slab']}; stroke: {colour['slab']}"),
        ("cell", f"fill: {colour['cell']}; stroke: {colour['line']}"),
        ("field", f"fill: {colour['cell']}"),
        ("border", f"stroke: {colour['line']}"),
        ("track", f"stroke: {colour['line']}"),
        ("touched", f"fill: {colour['turn']}; stroke: {colour['mark']}"),
        ("decisive", f"fill: {colour['won']}; stroke: {colour['good']}"),
        ("name", f"fill: {colour['name']}"),
        ("note", f"fill: {colour['mark']}"),
        ("pip", f"stroke: {colour['line']}"),
        ("full", f"stroke: {colour['mark']}"),
        ("rim", f"stroke: {colour['cell']}"),
        ("hollow", f"stroke: {colour['cell']}"),
        ("trail", f"stroke: {colour['mark']}"),
        ("way", f"stroke: {colour['name']}"),
    ]
    for name in colours:
        face, side, rim, ink = [colour[f"{name}-{use}"] for use in PIECE]
        painted += [
            (f"piece.{name}", f"fill: {side}; stroke: {rim}"),
            (f"face.{name}", f"fill: {face}; stroke: {rim}"),
            (f"ring.{name}", f"stroke: {ink}"),
            (f"ink.{name}", f"fill: {ink}"),
            (f"bond.{name}", f"stroke: {rim}"),
            (f"link.{name}", f"stroke: {side}"),
        ]
    return [f"{within}.{names} {{ {rule} }}" for names, rule in painted]


def _captions(mode: str) -> list[str]:
    """The rules of a picture's ground and of the words beside the board."""
    paper, words = ("#1c1b19", "#c9c3b4") if mode == "dark" else ("#ffffff", "#5b564c")
    return [f".paper {{ fill: {paper} }} .status, .tray, .aside {{ fill: {words} }}"]


def _of(theme: str, mode: str, tone: str) -> dict[str, str]:
    return board_colours(theme, mode, tone) | _pieces(mode, tone)


def _pieces(mode: str, tone: str) -> dict[str, str]:
    """The colours of all pieces, by names such as `red-face`."""
    return {
        f"{name}-{use}": colour
        for name in COLOURS
        for use, colour in piece_colours(mode, tone, name).items()
    }


def _listed(colours: Mapping[str, str]) -> str:
    return "; ".join([f"--board-{name}: {value}" for name, value in colours.items()])


def _named(uses: Iterable[str], colours: str) -> dict[str, str]:
    return {use: f"#{value}" for use, value in zip(uses, colours.split(), strict=True)}
