"""Variations in a replay: walk into them, add, promote, delete, comment."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from stackyard.records.archive import Archive
from stackyard.records.format import Variation
from stackyard_silo.refusals import refused

Run = Callable[..., Result]
Text = Callable[..., str]
Keep = Callable[..., int]
Write = Callable[..., str]
Record = dict[str, Any]


@pytest.fixture
def replay(keep: Keep, output: Text) -> Callable[..., str]:
    """Replay the match of four moves (a d b c in Silo) and type some lines."""
    number = str(keep())

    def run(*lines: str) -> str:
        return output("replay", number, typed="\n".join([*lines, "quit", ""]))

    return run


def stored() -> tuple[Variation, ...]:
    return Archive().record(1).variations


def places(shown: str) -> list[str]:
    """The prompts, without what was typed."""
    return re.findall(r"^(\d+/\d+[^>]*) > ", shown, re.MULTILINE)


def test_a_typed_move_begins_a_variation_and_further_ones_prolong_it(
    replay: Callable[..., str],
) -> None:
    shown = replay("1", "move b", "c", "back", "back", "variation", "main")
    assert places(shown) == [
        *("0/4", "1/4", "2/2 in a variation", "3/3 in a variation", "2/3 in a variation"),
        *("1/4", "2/3 in a variation", "1/4"),
    ]
    assert "Variations here:\n  1  b c\n" in shown
    assert stored() == (Variation(1, ("b", "c")),)


def test_moves_of_the_match_are_walked_and_add_nothing(replay: Callable[..., str]) -> None:
    assert places(replay("move a d")) == ["0/4", "2/4"]
    assert stored() == ()


def test_a_variation_in_a_variation_is_promoted_into_its_line_and_deleted(
    replay: Callable[..., str],
) -> None:
    shown = replay("1", "move b c", "back", "move a", "promote", "promote")
    assert "This variation is now part of the line that it left." in shown
    assert "Not done: it is the first here, and the match's own moves stay as played." in shown
    assert stored() == (Variation(1, ("b", "a"), (), (Variation(2, ("c",)),)),)
    shown = replay("1", "variation 1", "3", "delete", "delete")
    assert "Deleted: a." in shown
    assert "Deleted: b c." in shown
    assert places(shown)[-2:] == ["2/3 in a variation", "1/4"]
    assert stored() == ()


def test_the_second_of_two_variations_is_promoted_before_the_first(run: Run) -> None:
    run("play", "silo", "--second", "human", "--keep", typed="e d quit\n")
    lines = ["1", "move b", "main", "move f", "promote", "comment why not", "back", "quit"]
    shown = run("replay", "1", typed="\n".join(lines)).stdout
    assert "This variation is now the first." in shown
    assert shown.endswith("Variations here:\n  1  f: why not\n  2  b\n1/2 > quit\n")
    assert [each.moves for each in stored()] == [("f",), ("b",)]


def test_comments_are_written_where_one_stands_and_removed_by_an_empty_one(
    replay: Callable[..., str],
) -> None:
    shown = replay("comment On All", "2", "comment On the turn", "move c", "comment Or so", "main")
    assert shown.count("The comment is kept.") == 3
    record = Archive().record(1)
    assert (record.comment, record.turns[1].comment) == ("On All", "On the turn")
    assert record.variations == (Variation(2, ("c",), ("Or so",)),)
    shown = replay("2", "comment", "variation", "comment", "comment")
    assert shown.count("No comment stands here; comment TEXT writes one.") == 1
    assert "  On All\n" in shown
    assert "  On the turn\n" in shown
    assert shown.count("The comment is removed.") == 2
    assert Archive().record(1).turns[1].comment == ""
    assert stored() == (Variation(2, ("c",)),)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["variation"], "No variation begins here; move MOVE begins one."),
        (["move c", "0", "variation 2"], "'2' is no variation here: they are numbered 1 to 1."),
        (["main"], "This is the match itself, not a variation."),
        (["promote"], "This is the match itself; variation N leads into a variation."),
        (["delete"], "The moves of the match itself stay as they were played."),
        (["move"], "Name a move, or several with blanks between them."),
        (["move b b b"], "Not done: column b "),
        (["move z"], "Not done: 'z' is no move; name the column to move from, a to d."),
        (["e"], "'e' is neither a number, a command nor a move; ? lists the commands."),
        (["save"], "Not saved: name a file, as in save game.json."),
        (["d"], f"Not done: {refused('not-yours', column='d', colour='red').sentence}"),
        (["move c", "last", "next"], "This variation ends after 1 move: back"),
    ],
)
def test_what_cannot_be_done_says_why_and_changes_nothing(
    lines: list[str], sentence: str, replay: Callable[..., str]
) -> None:
    shown = " ".join(replay(*lines).split())
    assert sentence in shown
    assert len(stored()) == (lines[0] == "move c")


def test_the_end_of_a_match_is_not_the_end_of_its_variations(keep: Keep, output: Text) -> None:
    number = str(keep("a resign"))
    shown = output("replay", number, typed="last\nmove b c\nquit\n")
    assert places(shown) == ["0/1", "1/1", "3/3 in a variation"]
    assert stored() == (Variation(1, ("b", "c")),)


def test_changes_of_a_file_are_not_lost_without_a_word(
    small: Record, write: Write, output: Text, run: Callable[..., Result]
) -> None:
    file = write("game.json", small)
    told = "The changes are in no file: save FILE writes the record, leaving again loses them."
    assert told in output("replay", file, typed="move c\n")  # the input ends
    shown = run("replay", file, typed="move c\nbranch\nbranch\nquit\nquit\n").output
    assert told in shown.partition("branch")[2]


def test_a_file_is_changed_by_save_alone(
    small: Record, write: Write, output: Text, tmp_path: Path
) -> None:
    file = write("game.json", small)
    before = Path(file).read_bytes()
    shown = output("replay", file, typed="move c\nquit\nsave new.json\nquit\n")
    assert (
        "The changes are in no file: save FILE writes the record, leaving again loses them."
        in shown
    )
    assert shown.endswith("Saved to new.json.\n1/1 in a variation > quit\n")
    assert Path(file).read_bytes() == before
    assert "Variations here:\n  1  c\n" in output("replay", "new.json", typed="quit\n")
    shown = output("replay", file, typed="move c\nquit\nquit\n")
    assert shown.endswith("leaving again loses them.\n1/1 in a variation > quit\n")


def test_two_programs_that_change_a_match_do_not_undo_each_other(
    keep: Keep, output: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = keep()
    read = Archive.record

    def behind(archive: Archive, number: int) -> Any:
        record = read(archive, number)
        archive.set_variations(number, record, [Variation(0, ("c",))])
        return record

    with monkeypatch.context() as patch:
        patch.setattr(Archive, "record", behind)
        shown = output("replay", str(number), typed="1\nmove b\nquit\n")
    assert "Not done: another program has changed match 1 meanwhile; open it again." in shown
    assert stored() == (Variation(0, ("c",)),)


def test_a_comment_does_not_come_to_stand_on_a_move_that_took_the_place_of_its_own(
    keep: Keep, output: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = keep("a d")
    read = Archive.record

    def behind(archive: Archive, number: int) -> Any:
        record = read(archive, number)
        match = archive.resume(number, print)
        match.undo()
        match.play("b")
        return record

    with monkeypatch.context() as patch:
        patch.setattr(Archive, "record", behind)
        shown = output("replay", str(number), typed="2\ncomment d was best\nquit\n")
    assert "Not done: another program has changed match 1 meanwhile; open it again." in shown
    assert not any(turn.comment for turn in Archive().record(number).turns)


def test_a_match_by_earlier_rules_stays_as_it_is(outdated: tuple[str, str], run: Run) -> None:
    shown = run("replay", outdated[0], typed="move c\ncomment so\nquit\n").stdout
    refused = "Not done: the rules have changed since this match, so it stays as it is."
    assert shown.count(refused) == 2


@pytest.fixture
def varied(small: Record) -> Record:
    """The record of four moves with a variation that the rules allow."""
    return small | {"variations": [{"ply": 1, "moves": ["b", "c"], "comments": ["x"]}]}


@pytest.mark.parametrize(
    ("variations", "sentence"),
    [
        (
            [{"ply": 1, "moves": ["b", "b"]}],
            "move 3, b, of the variation that leaves after move 1: column b",
        ),
        ([{"ply": 9, "moves": ["b"]}], "a variation leaves its line after move 9"),
        ([{"ply": 1, "moves": []}], "Expected `array` of length >= 1 - at `$.variations[0].moves`"),
        ([{"ply": 1, "moves": ["b"], "mood": 1}], "unknown field `mood`"),
    ],
)
def test_a_variation_that_the_rules_refuse_is_neither_shown_nor_imported(
    variations: Any, sentence: str, varied: Record, write: Write, run: Run
) -> None:
    file = write("game.json", varied | {"variations": variations})
    for words in (["replay", file], ["replay", file, "--check"], ["import", file]):
        result = run(*words)
        assert result.exit_code != 0
        assert sentence in " ".join(result.stderr.split())
    assert run("records", "check", file).exit_code == 1
    assert list(Archive().entries()) == []


def test_films_pictures_counts_and_statistics_take_the_main_line(
    small: Record, varied: Record, write: Write, output: Text, run: Run
) -> None:
    plain, more = write("plain.json", small), write("more.json", varied)
    for words in (
        ["export", "{}", "--format", "svg"],
        ["export", "{}", "--format", "gif", "--to", "-", "--force"],
        ["export", "{}", "--format", "svg", "--ply", "2"],
        ["replay", "{}", "--auto", "0"],
        ["replay", "{}", "--check"],
    ):
        one, two = (run(*[word.format(file) for word in words]) for file in (plain, more))
        assert one.exit_code == two.exit_code == 0, one.stderr
        assert one.stdout_bytes == two.stdout_bytes, words
    output("import", more)
    (entry,) = json.loads(output("matches", "--json"))
    assert entry["moves"] == 4
    assert "variations" not in entry
    with_variation = output("stats", "--json")
    output("delete", "1")
    output("import", plain)
    assert output("stats", "--json") == with_variation


def test_json_and_text_carry_variations_through_import_and_export(
    varied: Record, write: Write, output: Text, run: Run
) -> None:
    run("import", write("more.json", varied))
    assert json.loads(output("export", "1"))["variations"] == varied["variations"]
    text = output("export", "1", "--format", "text")
    assert "1. a d (1… b {x} c) 2. b c blue" in text
    output("delete", "1")
    output("import", write("again.txt", text))
    assert json.loads(output("export", "2"))["variations"] == varied["variations"]


RIGHT, DOWN, UP = "\x1b[C", "\x1b[B", "\x1b[A"


def test_arrow_keys_lead_into_variations_and_back(
    varied: Record, write: Write, open_terminal: Callable[..., Any]
) -> None:
    terminal = open_terminal("replay", write("more.json", varied))
    terminal.wait(r"0/4 >\Z")
    for key, place in [
        (RIGHT, r"1  b c: x\n1/4"),
        (DOWN, "2/3 in a variation"),
        (RIGHT, "3/3 in a variation"),
        (UP, "1/4"),
    ]:
        terminal.screen.reset()
        terminal.child.send(key)
        terminal.wait(rf"{place} >\Z")
    terminal.type("quit")
    assert terminal.end() == 0
