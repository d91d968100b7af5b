from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from stackyard.errors import StackyardError
from stackyard.plugins.registry import registry
from stackyard.records.export import View
from stackyard.records.format import Ending, PlayedTurn, Plugin, Record, Seat
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match
from stackyard_cli.commands.export import in_pieces
from stackyard_notations.text_writer import as_text

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker

WHITE = Seat("white", "human", "human")
BLACK = Seat("black", "mcts", "mcts:20,seed=1")


def record(*turns: str, **fields: Any) -> Record:
    """A record of turns such as `white b` or `black c d`."""
    played = [PlayedTurn(colour, moves) for colour, *moves in map(str.split, turns)]
    known: dict[str, Any] = {
        "game": "walk",
        "options": {},
        "plugin": Plugin("walks"),
        "rules_version": 1,
        "players": (WHITE, BLACK),
        "turns": played,
    }
    return Record(**{**known, **fields})


def moves(*turns: str, **fields: Any) -> str:
    """The part below the tags, on one line."""
    _tags, blank, below = as_text(record(*turns, **fields)).partition("\n\n")
    assert blank
    assert below.endswith("\n")
    return " ".join(below.split())


def tags(**fields: Any) -> list[str]:
    return as_text(record(**fields)).partition("\n\n")[0].splitlines()


def test_the_tags_say_what_was_played_by_whom_and_when() -> None:
    whole = record(
        "white b",
        options={"size": 6, "pie": True, "komi": 6.5, "limit": None},
        began=datetime(2026, 5, 1, 23, 30, tzinfo=UTC),
        start="a w",
        result=Ending("white", "resignation", "black resigns"),
    )
    assert as_text(whole) == (
        '[Game "walk"]\n'
        '[Options "size=6 pie=on komi=6.5"]\n'
        '[Date "2026.05.01"]\n'
        '[White "human"]\n'
        '[Black "mcts:20,seed=1"]\n'
        '[Start "a w"]\n'
        '[Result "white"]\n'
        '[Ending "black resigns"]\n'
        "\n"
        "1. b white\n"
    )


def test_what_is_not_known_has_no_tag() -> None:
    assert tags() == [
        '[Game "walk"]',
        '[White "human"]',
        '[Black "mcts:20,seed=1"]',
        '[Result "*"]',
    ]


def test_a_player_with_a_name_of_his_own_is_called_by_it() -> None:
    ann = Seat("white", "Ann", "human")
    assert '[White "Ann (human)"]' in tags(players=(ann, BLACK))


@pytest.mark.parametrize(
    ("result", "word"),
    [
        (None, "*"),
        (Ending("black", "rules", "black has won"), "black"),
        (Ending(None, "repetition", "it has stood 3 times"), "draw"),
    ],
)
def test_the_result_stands_at_the_end_and_in_a_tag(result: Ending | None, word: str) -> None:
    assert moves("white b", "black c", result=result) == f"1. b c {word}"
    assert f'[Result "{word}"]' in tags(result=result)


def test_a_number_stands_before_each_turn_of_whoever_comes_first() -> None:
    assert moves("white a", "black b", "white c", "black d", "white e") == "1. a b 2. c d 3. e *"


def test_the_moves_of_one_turn_are_joined() -> None:
    assert moves("white a b", "black c d e") == "1. a,b c,d,e *"


def test_dots_stand_for_a_turn_that_was_sat_out() -> None:
    assert moves("white a", "black b", "black c", "white d") == "1. a b … c 2. d *"
    assert moves("white a", "white b", "black c") == "1. a … 2. b c *"
    assert moves("white a", "white b", "white c") == "1. a … 2. b … 3. c *"


def test_dots_stand_where_the_second_begins() -> None:
    assert moves("black a", "white b", "black c") == "1. … a 2. b c *"


def test_a_match_without_a_move_has_only_its_result() -> None:
    assert moves() == "*"


def test_comments_stand_in_braces_behind_their_turn() -> None:
    turns = [
        PlayedTurn("white", ["a"], comment="bold"),
        PlayedTurn("black", ["b"], comment="too bold"),
    ]
    text = moves(turns=turns, comment="A game\nin the train")
    assert text == "{A game in the train} 1. a {bold} b {too bold} *"


def test_no_text_can_end_its_tag_or_its_comment_or_command_a_terminal() -> None:
    turns = [PlayedTurn("white", ["a"], comment='} 2. z {\x1b[2J "')]
    text = as_text(record(turns=turns, start='a "w"]\n[Result "black'))
    assert "[Start \"a 'w'] [Result 'black\"]\n" in text
    assert text.endswith("1. a {) 2. z (?[2J '} *\n")


def test_lines_are_broken_between_words_and_hold_80_letters() -> None:
    turns = [f"{colour} {move}" for move in ("a-1", "b7-b8") for colour in ("white", "black")]
    text = as_text(record(*turns * 30))
    below = text.partition("\n\n")[2].splitlines()
    assert len(below) > 3
    assert max(map(len, below)) <= 80
    assert set(" ".join(below).split()) == {"a-1", "b7-b8", "*", *[f"{n}." for n in range(1, 61)]}


def test_a_turn_longer_than_a_line_is_not_broken() -> None:
    long = " ".join([f"m{number}" for number in range(40)])
    assert f"\n{long.replace(' ', ',')}\n" in as_text(record(f"white {long}", "black n"))


def test_texts_have_the_moves_in_order_and_a_line_between_them(known_walk: WalkMaker) -> None:
    match = Match(known_walk("a 0 b", "b 1 c", "c 0 d", "d 1 won 1"))
    for move in "bcd":
        match.play(move)
    record = record_of(match)

    def refuse(record: Record, error: StackyardError) -> None:
        raise error

    pieces = in_pieces(registry().exporters["text"], iter([record] * 60), View(), refuse)
    text = b"".join(pieces)
    one, *others = text.split(b"\n\n[Game ")
    assert one.endswith(b"\n\n1. b c 2. d black")
    assert len(others) == 59
