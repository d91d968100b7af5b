"""Objects draw themselves in a notebook that has loaded the extension."""

from __future__ import annotations

from base64 import b64decode
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from IPython.core.interactiveshell import InteractiveShell

from stackyard import Analysis, Course, Line, Match
from stackyard.position import ONGOING
from stackyard_pictures import html, load_ipython_extension, svg

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker

FORKS = ("a 0 bc", "b 1 de", "c 1 de", "d 0 a", "e 0 a")


def shown(thing: object, form: str = "image/svg+xml") -> str:
    """The form in which a notebook shows a thing."""
    shell = InteractiveShell()  # type: ignore[no-untyped-call]
    load_ipython_extension(shell)
    assert shell.display_formatter is not None
    found, _ = shell.display_formatter.format(  # type: ignore[no-untyped-call]
        thing, include={form}
    )
    return str(found[form])


def analysis_of(course: Course, variation: list[int]) -> Analysis:
    """An analysis of the first move of a variation."""
    line = Line(variation[0], 0.625, 40, ONGOING, None, course, lambda: variation)
    return Analysis(course, (line,), ONGOING, simulations=40)


def test_a_course_shows_its_last_position_with_the_last_turn_marked(walk: WalkMaker) -> None:
    course = Course(walk(*FORKS)).play("b")
    picture = shown(course)
    assert picture == svg.draw(course.scene, "Walk")
    assert 'class="cell touched"' in picture
    assert '<title id="title">Walk</title>' in picture


def test_a_match_shows_its_position(walk: WalkMaker) -> None:
    match = Match(walk(*FORKS))
    start = shown(match)
    match.play("c")
    assert start != shown(match) == shown(match.course)


def test_a_position_is_shown_by_a_course_from_it(walk: WalkMaker) -> None:
    game = walk(*FORKS)
    position = game.initial()
    position.play(3)
    assert '<desc id="desc">d: ' in shown(Course(game, position))


def test_an_analysis_shows_the_position_and_its_moves(walk: WalkMaker) -> None:
    course = Course(walk(*FORKS)).play("b")
    page = shown(analysis_of(course, [3, 0]), "text/html")
    parsed = ElementTree.fromstring(f"<div>{page}</div>")
    picture = parsed.findall("img")[0].attrib
    assert b64decode(picture["src"].partition(",")[2]).decode() == shown(course)
    assert picture["alt"].startswith("Walk. b: ")
    assert [cell.text for cell in parsed.iter("th")] == ["move", "value", "best play", "d"]
    assert [cell.text for cell in parsed.iter("td")] == ["wins 62% of 40 games", "d a"]
    assert [each.text for each in parsed.iter("p")] == [
        "An estimate: shares of 40 games, not chances."
    ]


def test_the_text_of_an_analysis_is_short_and_the_same_in_each_run(walk: WalkMaker) -> None:
    analysis = analysis_of(Course(walk(*FORKS)), [1])
    assert repr(analysis) == "<Analysis of walk: b, wins 62% of 40 games>"
    assert "0x" not in repr(analysis.lines[0])


@pytest.mark.parametrize("text", ["<script>", 'a"b', "a\x1b[2Jb"])
def test_texts_cannot_leave_their_cells(text: str) -> None:
    table = html.table((text,), [(text, text)])
    assert "<script>" not in table
    assert "\x1b" not in table
    assert len(list(ElementTree.fromstring(table).iter("td"))) == 1
