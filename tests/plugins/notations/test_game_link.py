from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from stackyard.errors import StackyardError
from stackyard.plugins.registry import load_game
from stackyard.records.export import View
from stackyard.records.writer import record_of
from stackyard.rng import Rng
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard_notations import game_link
from stackyard_notations.game_link import DIGITS, course_of, link_of

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker

GAMES = ("silo", "filo", "slicron", "pit_of_pillars", "splay")
SMALL: dict[str, dict[str, object]] = {
    "silo": {"size": 4, "goal": "end"},
    "filo": {"pieces": 9, "empty_reserve": "skip"},
    "slicron": {"side": 3},
    "pit_of_pillars": {"size": 4},
    "splay": {"side": 3},
}


def played(course: Course, seed: int, most: int = 400) -> Course:
    """A course that random moves continue."""
    rng = Rng(seed)
    while course.result is None and course.ply < most:
        course = course.play(int(course.position.random_move(rng.bits())))
    return course


def texts(course: Course) -> list[str]:
    return [ply.text for ply in course.plies()]


@pytest.mark.parametrize("name", GAMES)
def test_a_link_is_the_whole_game(name: str) -> None:
    for seed in range(4):
        for options in ({}, SMALL[name]):
            print(name, seed, options)
            course = played(Course(load_game(name, **options)), seed, 50 * seed)
            again = course_of(f"https://example.org/games/letter#{link_of(course)} ")
            assert texts(again) == texts(course)
            assert again.game.settings == course.game.settings
            assert again.game.format_position(again.position) == course.game.format_position(
                course.position
            )


def test_a_game_from_another_position_takes_it_along() -> None:
    game = load_game("silo", size=4, height=2)
    course = Course(game, game.parse_position("b/-/r/rbrb r")).play(2)
    link = link_of(course)
    assert "," in link
    assert "/" not in link
    # Some messengers write commas as %2C, or all signs in this way.
    for sent in (link, link.replace(",", "%2C"), quote(link, safe="")):
        again = course_of(sent)
        assert game.format_position(again.start) == "b/-/r/rbrb r"
        assert texts(again) == texts(course)


def test_a_game_in_which_no_repetition_counted_is_linked(known_walk: WalkMaker) -> None:
    course = Course(known_walk("a 0 b", "b 1 ac", "c 0 a"), repetition=0)
    for move in "babcabab":
        course = course.play(move)
    assert texts(course_of(link_of(course))) == texts(course)


@pytest.mark.parametrize(
    ("name", "most"), [("silo", 45), ("filo", 25), ("slicron", 80), ("splay", 80)]
)
def test_a_link_is_short(name: str, most: int) -> None:
    assert len(link_of(played(Course(load_game(name)), 7))) <= most


def test_forced_moves_cost_nothing() -> None:
    game = load_game("silo", size=4, height=1)
    course = Course(game)
    while course.result is None:
        moves = course.position.legal_moves()
        after = course.play(int(moves[0]))
        if len(moves) == 1:
            assert len(link_of(after)) == len(link_of(course))
            return
        course = after
    pytest.fail("no move was forced")


@pytest.mark.parametrize("name", ["silo", "slicron"])
def test_a_damaged_link_is_refused(name: str) -> None:
    course = played(Course(load_game(name)), 3, 30)
    link = link_of(course)
    begin = link.index(",") + 1
    damaged = [link[:end] for end in range(begin, len(link))]
    for place in range(begin, len(link)):
        other = DIGITS[(DIGITS.index(link[place]) + 1) % len(DIGITS)]
        damaged.append(link[:place] + other + link[place + 1 :])
    damaged += [link[:-2] + link[:-3:-1], link + "B", link + link[begin:]]
    for text in damaged:
        print(text)
        if text == link:
            continue
        with pytest.raises(StackyardError):
            course_of(text)


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("silo", "this is no link to a game; one reads GAME,CODE as in silo,B-FzCE"),
        ("", "this is no link to a game"),
        ("silo,B-Fz", "this link is cut short or mistyped: copy it whole, or ask for it again"),
        ("silo,B-FzC", "this link is cut short or mistyped"),
        ("silo,B-Fz" + "_" * 3000, "this link is cut short or mistyped"),
        (
            "silo,C-FzCE",
            "this link is mistyped, or made by version 2 of the rules of Silo, and version 1 is "
            "installed: both players need the same",
        ),
        ("chess,B-FzCE", "no game 'chess' is installed"),
        ("silo,size=5,B-FzCE", "option size: 5 is not allowed"),
        ("silo,colour=5,B-FzCE", "silo has no option 'colour'"),
        ("silo,from=x,B-FzCE", "a position is the columns and the player to act"),
    ],
)
def test_a_link_that_cannot_be_opened_is_told(link: str, sentence: str) -> None:
    with pytest.raises(StackyardError, match=sentence.replace("(", r"\(")):
        course_of(link)


def test_records_go_to_links_and_back() -> None:
    match = Match(load_game("splay", side=3))
    match.play(match.game.parse_move(match.game.format_move(5, match.position), match.position))
    written = game_link.write([record_of(match), record_of(match)], View())
    first, second = game_link.read(written.decode())
    assert first.turns == second.turns
    assert [turn.moves for turn in first.turns] == [[ply.text] for ply in match.course.plies()]
    assert first.options == dict(match.game.settings)
    assert first.id == second.id  # the same match is imported once


def test_a_link_at_the_end_of_a_sentence_is_read() -> None:
    course = played(Course(load_game("silo")), 3, 20)
    assert texts(course_of(f"{link_of(course)}.")) == texts(course)
