"""Variations in the text of a record, in parentheses as in PGN."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from tests.core.records.test_move_tree import lines

from stackyard.errors import RecordError
from stackyard.records.format import Record, Variation
from stackyard.records.move_tree import MoveTree
from stackyard.records.writer import record_of
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Reason, Result
from stackyard_notations.text_reader import from_text
from stackyard_notations.text_writer import as_text

if TYPE_CHECKING:
    from tests.toy_games import WalkGame, WalkMaker

# White goes once, black twice.
TURNS = ("a 0 bcd", "b 1 acd", "c 1 mid abd", "d 0 abc")
HEAD = '[Game "walk"]\n[White "human"]\n[Black "human"]\n\n'


@pytest.fixture
def turns(known_walk: WalkMaker) -> WalkGame:
    return known_walk(*TURNS)


def record(game: WalkGame, moves: str, *variations: Variation) -> Record:
    course = Course(game, repetition=0)
    for move in moves:
        course = course.play(move)
    course = course.end(Result(0, Reason.RESIGNATION))
    return replace(record_of(Match(game, course=course)), variations=variations)


def below(text: str) -> str:
    """The part below the tags, on one line."""
    return " ".join(text.partition("\n\n")[2].split())


def read(moves: str) -> tuple[Variation, ...]:
    """The variations of a text."""
    return from_text(f"{HEAD}{moves}").variations


def test_a_variation_stands_behind_the_move_that_it_replaces(game: WalkGame) -> None:
    inner = Variation(3, ("b",), ("or this",))
    varied = record(
        game,
        "bab",
        Variation(0, ("c",)),
        Variation(0, ("d",)),
        Variation(2, ("c", "d", "a"), ("better", "", "so"), (inner,)),
        Variation(3, ("c", "d")),
    )
    text = as_text(varied)
    assert below(text) == (
        "1. b (1. c) (1. d) a 2. b (2. c {better} d (b {or this}) a {so}) white (c d)"
    )
    assert from_text(text).variations == varied.variations


def test_a_variation_within_a_turn_has_the_moves_of_the_turn_before_it(turns: WalkGame) -> None:
    varied = record(turns, "bcab", Variation(1, ("d", "a")), Variation(2, ("d", "b"), ("why",)))
    text = as_text(varied)
    assert below(text) == "1. b c,a (1… d a) (1… c,d {why} b) 2. b white"
    assert from_text(text).variations == varied.variations


@pytest.mark.parametrize(
    "text",
    [
        "1. b a 2. b (2. c d (2… b) a) *",
        "1. b a 2. b ( 2. c 2... d ( b ) 3. a ) *",
        "1. b a 2. b (2. c d a) (2. c b) *",
        "b a b (c d a) (c d a) (c b) *",
    ],
)
def test_a_person_may_write_numbers_blanks_and_lines_in_other_ways(
    text: str, game: WalkGame
) -> None:
    assert read(text) == (Variation(2, ("c", "d", "a"), (), (Variation(3, ("b",)),)),)


def test_a_comment_before_the_first_move_of_a_variation_belongs_to_it(game: WalkGame) -> None:
    assert read("1. b a 2. b ({why} c d) *") == (Variation(2, ("c", "d"), ("why",)),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1. b a (1… c", "a \\) is missing"),
        ("1. b a) 2. b", "after move 2 a \\) closes no variation"),
        ("1. b a (1… c c) 2. b", "a variation after move 1, c,c: no way leads from c to c"),
        ("1. b a (1… c {x} (1… b)) 2. b", "no way leads from b to b"),
        ("1. b a (1… c d(b)) 2. b", "d\\(b\\)"),
    ],
)
def test_what_is_no_variation_is_refused_with_its_place(
    text: str, words: str, game: WalkGame
) -> None:
    with pytest.raises(RecordError, match=words):
        read(text)


def test_parentheses_without_moves_are_not_played(
    game: WalkGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls, add = [], MoveTree.add

    def counted(tree: MoveTree, *given: Any, **named: Any) -> Any:
        calls.append(given)
        return add(tree, *given, **named)

    monkeypatch.setattr(MoveTree, "add", counted)
    found = read(f"1. b a 2. b (2. c d {'() ' * 50}{{so}} (2… b) {'(' * 50}{')' * 50}) *")
    assert found == (Variation(2, ("c", "d"), ("", "so"), (Variation(3, ("b",)),)),)
    assert len(calls) <= 4


@pytest.mark.parametrize("seed", range(30))
def test_whatever_the_variations_their_text_is_read_as_it_was_written(
    seed: int, turns: WalkGame
) -> None:
    choose = random.Random(seed)
    course = Course(turns, repetition=0)
    for _ in range(9):
        course = course.play(choose.choice(list(course.position.legal_moves())))
    tree = MoveTree(course)
    for _ in range(12):
        path = choose.choice(list(lines(tree)))
        ply = choose.randint(0, tree.line(path).ply)
        line, moves = tree.line(tree.owner(path, ply)).at(ply), []
        for _ in range(choose.randint(1, 5)):
            move = choose.choice(list(line.position.legal_moves()))
            moves.append(turns.format_move(move, line.position))
            line = line.play(move)
        notes = [choose.choice(["", "", f"comment ({seed}) of a move"]) for _ in moves]
        tree, _ = tree.add(moves, ply, path, notes)
    varied = replace(record_of(Match(turns, course=course)), variations=tree.variations)
    again = from_text(as_text(varied))
    assert again.variations == varied.variations
    assert [turn.moves for turn in again.turns] == [turn.moves for turn in varied.turns]
