"""The prompt of a match: what is drawn and listed for it, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

from stackyard import Course, load_game
from stackyard_cli import terminal
from stackyard_cli.board_cursor import selectable_board
from stackyard_cli.screen import Screen
from stackyard_cli.terminal import BoardPrompt
from stackyard_silo.game import SiloGame


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[Counter[str]]:
    """The calls of Silo's methods between one prompt and the next; the last are under way."""
    counted = [Counter[str]()]
    for name in ("scene", "pieces", "format_move"):
        method: Callable[..., Any] = getattr(SiloGame, name)

        def call(
            self: SiloGame, *given: Any, name: str = name, method: Callable[..., Any] = method
        ) -> Any:
            counted[-1][name] += 1
            return method(self, *given)

        monkeypatch.setattr(SiloGame, name, call)
    ask = Screen.ask

    def ask_and_count(self: Screen, *given: Any, **named: Any) -> str:
        typed = ask(self, *given, **named)
        counted.append(Counter())
        return typed

    monkeypatch.setattr(Screen, "ask", ask_and_count)
    return counted


def test_one_prompt_makes_one_scene_and_lists_pieces_and_moves_once(
    calls: list[Counter[str]], output: Callable[..., str]
) -> None:
    output("play", "silo", "--second", "human", "--no-keep", typed="c\nmoves\nboard\nquit\n")
    _, after_a_move, after_a_list, again, _ = calls
    assert after_a_move["scene"] == 1
    # Of the position and of the one before the turn, for the scene and for the ways of pieces.
    assert after_a_move["pieces"] == 4
    assert after_a_list["scene"] == after_a_list["pieces"] == 0  # the board is known
    assert again["scene"] == again["pieces"] == again["format_move"] == 0


def test_the_board_of_a_prompt_is_drawn_anew_only_when_the_cursor_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = []
    draw = terminal.in_colours

    def counted(*given: Any) -> Any:
        drawn.append(given)
        return draw(*given)

    monkeypatch.setattr(terminal, "in_colours", counted)
    board = replace(selectable_board(Course(load_game("silo"))), notes=True)
    prompt = BoardPrompt(Console(width=80, height=40), board, drawn=False)
    assert prompt.fits("red: choose a column to move from")
    assert prompt.picture() is prompt.picture()
    assert len(drawn) == 1
    before = prompt.picture()
    prompt.cursor.move(1, 0)
    assert prompt.picture() is not before
    assert len(drawn) == 2
