"""The check of the rules page: its heading, designer, options, pictures and example moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc

from stackyard.drawing.text import draw
from stackyard.errors import PositionError, StackyardError
from stackyard.game import Game
from stackyard.options import Option
from stackyard.position import Position
from stackyard_kit.testing.samples import ConformanceError, at, differing

BLOCK = re.compile(r"(?ms)^```(\w*)\n(.*?)^```$")
CODE = re.compile(r"(\S*)\s*`([^`\n]+)`")  # with the word before it


def check_rules_page(game: Game) -> None:
    """The page `rules.md` describes the game, and its pictures and moves match the game.

    A picture, which is a block marked `text`, draws the position named last before it. A move
    after the word "plays" is legal in the position named last, and the next position named is the
    one it leads to. Positions are named as code and have the default options.
    """
    page = game.rules_page()
    if page == f"# {game.title}\n\n{cleandoc(type(game).__doc__ or game.about.summary)}\n":
        return  # the docstring serves as a first rules page
    with at("the rules page"):
        _check_words(game, page)
        _check_pictures(game, page)
        _check_moves(game, page)


def _check_words(game: Game, page: str) -> None:
    """The page has the title, the designer, and each option with its values, if they are words."""
    first, title = page.partition("\n")[0], f"# {game.title}"
    if first != title:
        raise ConformanceError(f"its first line is {first!r:.60} instead of {title!r}")
    if game.designer.lower() not in page.lower():
        raise ConformanceError(f"it does not name the designer, {game.designer}")
    for option in game.options:
        for word in _words_of(option):
            if f"`{word}`" not in page:
                raise ConformanceError(
                    f"it does not describe the option {option.name}: `{word}` is missing"
                )


def _words_of(option: Option) -> list[str]:
    """The name of an option, and its values if they are words."""
    values = option.values if isinstance(option.values, tuple) else ()
    return [option.name, *(value for value in values if isinstance(value, str))]


def _check_pictures(game: Game, page: str) -> None:
    for block in BLOCK.finditer(page):
        if block[1] != "text":
            continue
        named = [_position(span, game) for _, span in _spans(page[: block.start()])]
        positions = [position for position in named if position is not None]
        if not positions:
            continue
        picture = draw(game.scene(positions[-1])).rpartition("\n")[0]
        if block[2].rstrip() != picture:
            text = game.format_position(positions[-1])
            shown, drawn = differing(block[2].rstrip(), picture)
            raise ConformanceError(
                f"the picture does not draw {text}, the last position before it that the default "
                f"options allow: {shown} instead of {drawn}"
            )


def _check_moves(game: Game, page: str) -> None:
    position: Position | None = None
    played = ""
    for word, span in _spans(page):
        if word == "plays" and position is not None:
            before = game.format_position(position)
            try:
                position.play(game.parse_move(span, position))
            except StackyardError as error:
                raise ConformanceError(f"`{span}` is not legal at {before}: {error}") from error
            played = span
        elif (named := _position(span, game)) is not None:
            if played and position is not None and game.format_position(position) != span:
                leads = game.format_position(position)
                raise ConformanceError(f"`{played}` leads to {leads}, and the page says {span}")
            position, played = named, ""


def _spans(page: str) -> Iterator[tuple[str, str]]:
    """Each `code` outside of blocks, with the word before it."""
    for found in CODE.finditer(BLOCK.sub("", page)):
        yield found[1], found[2]


def _position(span: str, game: Game) -> Position | None:
    """The position named by a code span, if any."""
    try:
        return game.parse_position(span)
    except PositionError:
        return None
