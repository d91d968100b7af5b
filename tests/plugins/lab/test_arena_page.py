from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from tests.hostile import EVIL, HARMLESS

from stackyard.text import printable
from stackyard_lab.arena import Arena
from stackyard_lab.arena_page import page
from stackyard_lab.arena_report import report_of, sentences, tables
from stackyard_lab.elo_test import EloTest
from stackyard_lab.plan import Plan

Make = Callable[..., Plan]
VOID = {"meta", "br", "link", "img", "input"}


class Reader(HTMLParser):
    """Reads a page and notices what is not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture
def arena(plan: Make) -> Arena:
    arena = Arena(plan("random", "mcts:20", games=40), None, EloTest(0, 400))
    arena.run("threads")
    return arena


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


def test_the_page_is_whole_and_shows_every_figure_of_the_report(arena: Arena) -> None:
    report = report_of(arena)
    text = page(arena, report)
    assert text.startswith("<!doctype html>\n")
    words = "\n".join(read(text).words)
    for table in tables(report):
        for cell in (table.title, *table.header, *[cell for row in table.rows for cell in row]):
            assert cell in words
    for sentence in sentences(report):
        assert sentence in words


def test_nothing_is_fetched_from_anywhere(arena: Arena) -> None:
    text = page(arena, report_of(arena))
    reader = read(text)
    assert not {tag for tag, _ in reader.seen} & {"script", "img", "link", "iframe", "object"}
    for _, attributes in reader.seen:
        for name in ("src", "href", "xlink:href"):
            assert (attributes.get(name) or "#").startswith("#")
    assert not re.findall(r"https?://[^\s\"']+", text)
    assert "@import" not in text
    assert not re.findall(r"url\((?!#)", text)


def test_every_plot_is_an_image_with_a_name_and_a_table_of_its_data(arena: Arena) -> None:
    text = page(arena, report_of(arena))
    plots = re.findall(r"(?s)<svg.*?</svg>\n<details>.*?<table>", text)
    assert len(plots) == text.count("<svg") == 3
    for plot in plots:
        root = ElementTree.fromstring(plot[: plot.index("</svg>") + 6])
        assert root.get("role") == "img"
        assert len(root.get("aria-label") or "") > 30


def test_letters_and_lines_take_the_colour_of_the_page(arena: Arena) -> None:
    plots = "".join(re.findall(r"(?s)<svg.*?</svg>", page(arena, report_of(arena))))
    colours = set(re.findall(r"#[0-9a-f]{6}\b", plots))
    assert "currentColor" in plots
    assert not colours & {"#000000", "#ffffff", "#010203"}


def test_before_the_first_game_there_are_no_plots(plan: Make) -> None:
    arena = Arena(plan("random", "mcts:2"), None)
    text = page(arena, report_of(arena))
    assert "No game has been played yet." in text
    assert "<svg" not in text


def test_nothing_on_the_page_commands_a_terminal(plan: Make) -> None:
    report = report_of(Arena(plan("random", "mcts:1")))
    report = replace(report, title=f"Silo{EVIL}", options={"rules": EVIL})
    text = page(Arena(plan("random", "mcts:1")), report)
    assert f"Arena of Silo{HARMLESS}" in text
    assert printable(text) == text
