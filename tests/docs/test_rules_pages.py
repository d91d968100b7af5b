"""What a game's rules page shows is what the game does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conftest import GAMES, ROOT

import stackyard
from stackyard.drawing.text import draw

RULES = [ROOT / f"plugins/{game}/src/stackyard_{game}/rules.md" for game in GAMES]

every_rules_page = pytest.mark.parametrize("rules", RULES, ids=GAMES)


def read_game(page: Path) -> stackyard.Game:
    return stackyard.load_game(page.parts[-4])  # its plugin's folder has the name of the game


def position_in(span: str, game: stackyard.Game) -> stackyard.Position | None:
    """The position that a piece of code stands for, if it is one."""
    try:
        return game.parse_position(span)
    except stackyard.PositionError:
        return None


def spans(text: str) -> Iterator[tuple[str, str]]:
    """Each `code` outside of blocks, with the word in front of it."""
    prose = re.sub(r"(?ms)^```.*?^```$", "", text)
    for found in re.finditer(r"(\S*)\s*`([^`\n]+)`", prose):
        yield found[1], found[2]


@every_rules_page
def test_a_diagram_draws_the_position_named_before_it(rules: Path) -> None:
    game, text = read_game(rules), rules.read_text("utf-8")
    blocks = list(re.finditer(r"(?ms)^```text\n(.*?)^```$", text))
    assert blocks
    for block in blocks:
        named = [position_in(span, game) for _, span in spans(text[: block.start()])]
        positions = [position for position in named if position is not None]
        assert positions, f"no position is named before\n{block[1]}"
        picture = draw(game.scene(positions[-1])).rpartition("\n")[0]
        assert block[1].rstrip() == picture


@every_rules_page
def test_a_move_told_leads_to_the_position_named_after_it(rules: Path) -> None:
    game = read_game(rules)
    position: stackyard.Position | None = None
    played = False
    checked = 0
    for word, span in spans(rules.read_text("utf-8")):
        if word == "plays":
            assert position is not None, f"{span} is played in no position"
            position.play(game.parse_move(span, position))
            played = True
        elif (named := position_in(span, game)) is not None:
            if played:
                assert position is not None
                assert game.format_position(position) == span
                checked += 1
            position, played = named, False
    assert checked
