"""A heat map of first moves on the board of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from stackyard.boards import Row
from stackyard.game import Game
from stackyard.position import DRAW, ONGOING
from stackyard_lab.study.report import FirstMove
from stackyard_pictures.ground import UNIT
from stackyard_pictures.plane import number
from stackyard_pictures.svg import sketch

STEPS = 9  # shades, the middle one for equal chances
ABOVE = 3  # levels of a row board above its towers, for the words
LEAST = 0.1  # from 50 % to the strongest shade, at least
SHADES = (  # from orange to blue
    *("d98a4b", "e6a873", "f1c7a3", "f8e4d3"),
    "f2f2ee",
    *("d9e7f1", "b3d0e4", "86b5d6", "559bc6"),
)

STYLE = "\n".join(
    [f".board .cell.heat{at} {{ fill: #{shade}; }}" for at, shade in enumerate(SHADES)]
    + [
        ".board .chance { fill: #111; stroke: #fff; stroke-width: 3px; paint-order: stroke;",
        "  stroke-linejoin: round; text-anchor: middle; font-weight: 700; }",
        ".board .between { font-weight: 400; }",
    ]
)


@dataclass(frozen=True)
class HeatMap:
    """The map as an SVG element, and the chances of its strongest shades."""

    svg: str
    low: float
    high: float


def heat_map(game: Game, moves: Sequence[FirstMove]) -> HeatMap | None:
    """The first player's chances after the best first move of each cell, None without cells."""
    best = _best(game, moves)
    if not best:
        return None
    open_moves = [move for move in best.values() if move.proven == ONGOING]
    reach = max([LEAST, *[abs(move.chance - 0.5) for move in open_moves]])
    shades = {cell: f"heat{_step(move.chance, reach)}" for cell, move in best.items()}
    scene = game.scene(game.initial())
    tallest = max([len(pieces) for pieces in scene.cells.values()], default=0)
    drawn = sketch(scene, captions=False, levels=tallest + ABOVE, shades=shades)
    box = drawn.box
    texts = []
    for cell, move in best.items():
        x, y = scene.board.points[cell]
        middle = box.top + 50 if isinstance(scene.board, Row) else -y * UNIT
        texts += _texts(move, x * UNIT, middle)
    view = " ".join(map(number, (box.left, box.top, box.width, box.height)))
    names = scene.board.names
    said = "; ".join([f"{names[cell]} {in_words(move)}" for cell, move in best.items()])
    svg = (
        f'<svg class="board tone-{drawn.tone}" role="img" viewBox="{view}" '
        f'aria-label="{escape(f"The first player’s chances by first moves. {said}")}">\n'
        + "\n".join([*drawn.elements, *texts])
        + "\n</svg>"
    )
    return HeatMap(svg, 0.5 - reach, 0.5 + reach)


def in_words(move: FirstMove) -> str:
    """The first player's chance, or the proven result."""
    if move.proven != ONGOING:
        return {0: "wins", 1: "loses", DRAW: "draws"}[move.proven]
    return f"{100 * move.chance:.0f} % ({100 * move.low:.0f} to {100 * move.high:.0f} %)"


def _best(game: Game, moves: Sequence[FirstMove]) -> Mapping[int, FirstMove]:
    """The best of the moves that begin in each cell."""
    names = game.scene(game.initial()).board.names
    cells = {name: cell for cell, name in enumerate(names)}
    found: dict[int, FirstMove] = {}
    for move in sorted(moves, key=lambda move: move.chance):
        found |= {cells[name]: move for name in move.cells if name in cells}
    return dict(sorted(found.items()))


def _step(chance: float, reach: float) -> int:
    """The shade of a chance; a proven win or loss has the strongest."""
    share = (chance - 0.5 + reach) / (2 * reach)
    return round((STEPS - 1) * min(max(share, 0.0), 1.0))


def _texts(move: FirstMove, x: float, y: float) -> list[str]:
    """The chance in a cell, with its interval."""
    if move.proven != ONGOING:
        return [_text("chance", x, y, 15, in_words(move))]
    low, high = f"{100 * move.low:.0f}", f"{100 * move.high:.0f}"
    return [
        _text("chance", x, y - 7, 19, f"{100 * move.chance:.0f}"),
        _text("chance between", x, y + 12, 13, f"{low}–{high}"),
    ]


def _text(kind: str, x: float, y: float, size: int, text: str) -> str:
    return f'<text class="{kind}" x="{number(x)}" y="{number(y)}" font-size="{size}">{text}</text>'
