"""Pieces and marks stand out from the cells they lie on, in every game, theme and mode."""

from __future__ import annotations

from itertools import product

import pytest

from stackyard.plugins.registry import load_game
from stackyard.scenes import NEUTRAL, Piece, Scene
from stackyard_pictures import svg, themes

GAMES = ("silo", "filo", "pit_of_pillars", "slicron", "splay")
# Of games in the documentation: the colours of the players, and of neutral pieces.
OTHERS = {"dvonn": ("white", "black", "red"), "tak": ("white", "black", "")}
LEAST, OF_WORDS = 3.0, 4.5


def contrast(one: str, other: str) -> float:
    """The contrast of two colours #rrggbb as WCAG 2 defines it, 1 to 21."""
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def colours_of(name: str) -> tuple[str, list[str]]:
    """The tone of a game's board and the fills of its pieces."""
    if name in OTHERS:
        used = [colour for colour in OTHERS[name] if colour]
        return themes.tone(used[:2]), used
    scene = load_game(name).scene(load_game(name).initial())
    return svg.tone(scene), [svg.fill(scene, Piece(player, "x")) for player in (0, 1)]


@pytest.mark.parametrize("mode", themes.MODES)
@pytest.mark.parametrize("theme", themes.THEMES)
@pytest.mark.parametrize("name", [*GAMES, *OTHERS])
def test_every_piece_and_every_mark_has_three_to_one_with_its_cell(
    name: str, theme: str, mode: str
) -> None:
    tone, used = colours_of(name)
    board = themes.board_colours(theme, mode, tone)
    faint = []
    for colour, cell in product(used, ("cell", "turn", "won")):
        for part in ("face", "side"):
            shade = themes.piece_colours(mode, tone, colour)[part]
            faint += [(colour, part, cell)] if contrast(shade, board[cell]) < LEAST else []
    marks = [
        ("line", "cell"),
        ("mark", "turn"),
        ("mark", "cell"),
        ("good", "won"),
        ("good", "cell"),
    ]
    faint += [
        (mark, "on", cell) for mark, cell in marks if contrast(board[mark], board[cell]) < LEAST
    ]
    assert faint == []
    assert contrast(board["name"], board["slab"]) >= OF_WORDS


@pytest.mark.parametrize("mode", themes.MODES)
@pytest.mark.parametrize("tone", themes.TONES)
def test_the_pieces_of_a_stack_are_told_apart_by_the_lines_between_them(
    tone: str, mode: str
) -> None:
    for colour in themes.COLOURS:
        piece = themes.piece_colours(mode, tone, colour)
        for other in ("face", "side"):
            assert contrast(piece["rim"], piece[other]) >= LEAST, (colour, other)
        assert contrast(piece["ink"], piece["face"]) >= LEAST, colour


@pytest.mark.parametrize("theme", themes.THEMES)
def test_a_dark_board_is_lighter_than_black_pieces(theme: str) -> None:
    board = themes.board_colours(theme, "dark", "mid")
    black = themes.piece_colours("dark", "mid", "black")["face"]
    assert contrast(board["cell"], "#000000") > 3 * contrast(black, "#000000")


def test_a_board_for_red_pieces_beside_white_and_black_ones_is_one_for_white_and_black() -> None:
    stones = (Piece(NEUTRAL, "r"), Piece(0, "w"), Piece(1, "b"))
    board = load_game("slicron").board
    shown = Scene(board, {0: stones}, ("white", "black"), 0, neutral="red")
    assert svg.sketch(shown).tone == "mid"


@pytest.mark.parametrize("mode", themes.MODES)
def test_a_picture_of_one_mode_asks_nobody_for_theirs(mode: str) -> None:
    scene = load_game("silo").scene(load_game("silo").initial())
    picture = svg.draw(scene, mode=mode, theme="slate")
    assert "prefers-color-scheme" not in picture
    assert themes.board_colours("slate", mode, "light")["cell"] in picture
    assert "prefers-color-scheme" in svg.draw(scene)
