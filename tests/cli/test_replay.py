from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from stackyard.scenes import Scene
from stackyard_cli.screen import Screen
from stackyard_silo.refusals import refused

Run = Callable[..., Result]
Text = Callable[..., str]
Keep = Callable[..., int]
Write = Callable[..., str]
Record = dict[str, Any]

TRANSCRIPT = """\
Silo, red: human, blue: human

  r  b  r  b
--------------
  a  b  c  d
1. red moves a checker from a to b (a)

     r
     b  r  b
--------------
  a* b* c  d
2. blue moves a checker from d to c (d)

     r  b
     b  r
--------------
  a  b  c* d*
3. red moves a checker from b to c (b)

        r
        b
     b  r
--------------
  a  b* c* d
4. blue moves 2 checkers from c to b (c)

     r
     b
     b  r
--------------
  a  b! c* d
blue wins: all blue checkers form one unbroken run in column b
"""


def prompts(shown: str) -> list[str]:
    """Where it stood each time something was typed, and what that was."""
    return re.findall(r"^(\d+/\d+ >.*)$", shown, re.MULTILINE)


def plies(shown: str) -> list[str]:
    return [prompt.partition("/")[0] for prompt in prompts(shown)]


@pytest.mark.parametrize("seconds", ["0", "0.001"])
def test_auto_shows_the_whole_game_and_asks_nothing(seconds: str, keep: Keep, output: Text) -> None:
    assert output("replay", str(keep()), "--auto", seconds) == TRANSCRIPT


def test_the_latest_match_of_a_person_is_shown_without_its_number(
    keep: Keep, run: Run, output: Text
) -> None:
    keep()
    run("play", "silo", "--first", "random", "--second", "random", "--keep")
    assert output("replay", "--auto", "0") == TRANSCRIPT


def test_enter_steps_through_the_game(keep: Keep, output: Text) -> None:
    shown = output("replay", str(keep()), typed="\n" * 4 + "quit\n")
    assert prompts(shown) == ["0/4 > ", "1/4 > ", "2/4 > ", "3/4 > ", "4/4 > quit"]
    shown = shown.replace("Enter for the next move, ? for help.\n", "")
    assert re.sub(r"(?m)^\d/4 > .*\n", "", shown) == TRANSCRIPT


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("next|back|3|last|first|4|0", "0 1 0 3 4 0 4 0"),
        ("next|BACK|  LAST |first|play", "0 1 0 4 0 4"),
        ("last|next|back", "0 4 4 3"),
        ("back||", "0 0 1 2"),
        ("5|99999|" + "9" * 5000, "0 0 0 0"),
        ("flip|?|x|-1|1.5|next 2", "0 0 0 0 0 0 0"),
    ],
)
def test_the_words_lead_to_a_position(
    typed: str,
    expected: str,
    keep: Keep,
    output: Text,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("stackyard_cli.replay.PACE", 0.0)
    shown = output("replay", str(keep()), typed=typed.replace("|", "\n") + "\nq\n")
    assert plies(shown) == expected.split()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("back", "This is the start."),
        ("5", "This match has 4 moves: back and first lead back, quit leaves."),
        ("last\nnext", "This match has 4 moves: back and first lead back, quit leaves."),
        ("x", "'x' is neither a number, a command nor a move; ? lists the commands."),
        ("\0", "'\\x00' is neither a number, a command nor a move; ? lists the commands."),
    ],
)
def test_what_leads_nowhere_says_why(typed: str, sentence: str, keep: Keep, output: Text) -> None:
    assert f"\n{sentence}\n" in output("replay", str(keep()), typed=f"{typed}\nquit\n")


def test_a_question_mark_explains_every_word(keep: Keep, output: Text) -> None:
    shown = output("replay", str(keep()), typed="?\nquit\n").partition(" > ?\n")[2]
    for word in ("Enter", "back", "first", "last", "play", "flip", "quit", "?"):
        assert re.search(rf"(^|\s){re.escape(word)}[,\s]", shown), word


def test_the_end_of_input_leaves(keep: Keep, output: Text) -> None:
    assert output("replay", str(keep())).endswith("0/4 > \n")


def test_it_may_begin_at_any_move(keep: Keep, output: Text) -> None:
    number = str(keep())
    shown = output("replay", number, "--ply", "2", typed="\n")
    assert shown.startswith("2. blue moves a checker from d to c (d)\n")
    assert plies(shown) == ["2", "3"]
    assert plies(output("replay", number, "--ply", "99")) == ["4"]


def test_the_board_can_be_turned_round(keep: Keep, output: Text) -> None:
    shown = output("replay", str(keep()), typed="flip\nnext\nflip\nquit\n")
    names = [line.rstrip() for line in shown.splitlines() if re.match("  [ad][ *]", line)]
    assert names == ["  a  b  c  d", "  d  c  b  a", "  d  c  b* a*", "  a* b* c  d"]


def test_comments_are_told_where_they_stand(keep: Keep, output: Text) -> None:
    number = str(keep())
    output("annotate", number, "Two of a kind.\nBoth new to the game.")
    output("annotate", number, "--ply", "2", "Better was nothing.")
    shown = output("replay", number, "--auto", "0")
    assert shown.startswith(
        "Silo, red: human, blue: human\n  Two of a kind.\n  Both new to the game.\n\n"
    )
    assert "(d)\n  Better was nothing.\n\n" in shown


def test_a_turn_of_several_moves_is_shown_move_by_move(toys: str, run: Run, output: Text) -> None:
    run("--plugin", toys, "play", "pairs", "--second", "human", typed="2 2 1 quit\n")
    lines = output("replay", "1", "--auto", "0").splitlines()
    assert [line for line in lines if line[:1].isdecimal()] == [
        "1. white plays 2 (2)",
        "2. white plays 2 (2)",
        "3. black plays 1 (1)",
    ]
    assert " wins: " not in lines[-1]


def test_a_match_that_was_given_up_ends_with_that(keep: Keep, output: Text) -> None:
    shown = output("replay", str(keep("a resign")), "--auto", "0")
    assert shown.endswith("\nred wins: blue resigns\n")


def test_a_record_is_replayed_from_a_file_or_from_standard_input(
    small: Record, write: Write, output: Text
) -> None:
    assert output("replay", write("game.json", small), "--auto", "0") == TRANSCRIPT
    assert output("replay", "-", "--auto", "0", typed=json.dumps(small)) == TRANSCRIPT
    pretty = json.dumps(small, indent=2)
    assert output("replay", write("pretty.txt", pretty), "--auto", "0") == TRANSCRIPT


def test_a_game_that_was_saved_while_it_was_played_is_replayed(
    keep: Keep, write: Write, output: Text, small: Record
) -> None:
    write("folder")
    keep("a d\nsave game.json\nb c\n")
    assert output("replay", "game.json", "--check") == (
        "2 moves replayed: as the rules of Silo have it\n"
    )


def test_a_file_named_like_a_number_is_reached_by_its_path(
    small: Record, write: Write, output: Text, refusal: Text
) -> None:
    assert refusal("replay", write("7", small)).startswith("there is no match 7; ")
    assert "4 moves" in output("replay", "./7", "--check")


def test_check_verifies_every_move_and_shows_nothing(keep: Keep, output: Text) -> None:
    checked = "replayed: as the rules of Silo have it\n"
    assert output("replay", str(keep()), "--check") == f"4 moves {checked}"
    assert output("replay", str(keep("a")), "--check") == f"1 move {checked}"


def changed(record: Record, turn: int, **changes: Any) -> Record:
    """The record with a turn that is written down otherwise."""
    turns = [dict(played) for played in record["turns"]]
    turns[turn] |= changes
    return record | {"turns": turns}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda record: changed(record, 2, moves=["d"]),
            f"move 3, d by red: {refused('empty-cell', column='d').sentence}",
        ),
        (
            lambda record: changed(record, 2, moves=["e4"]),
            "move 3, e4 by red: 'e4' is no move; name the column to move from, a to d",
        ),
        (
            lambda record: changed(record, 2, colour="blue"),
            "move 3, b by blue: a turn of red begins here",
        ),
        (
            lambda record: changed(record, 1, check="00000000"),
            "move 2, d by blue: it leads to another position now",
        ),
        (
            lambda record: record | {"turns": record["turns"][:2]},
            "after move 2 the position is not the one given",
        ),
        (
            lambda record: record | {"turns": record["turns"] + record["turns"][:1]},
            "move 5, a by red: the match is over: all blue checkers form one unbroken run in "
            "column b",
        ),
        (
            lambda record: record | {"result": record["result"] | {"winner": "red"}},
            "after move 4 the game is not won by red",
        ),
        (
            lambda record: record | {"start": "rr/bb w"},
            "the match cannot begin: columns a to d: 2 written, but there are 4, with / between",
        ),
        (
            lambda record: record | {"rules_version": 1000},
            "the record follows version 1000 of the rules of Silo, and those installed are "
            "version 1",
        ),
        (
            lambda record: record | {"options": {"size": 5}},
            "silo, option size: 5 is not allowed; choose 4, 6, 8, … 26",
        ),
        (
            lambda record: record | {"game": "chess"},
            "no game 'chess' is installed (installed: silo); it was played with plugin silo 0.1.0",
        ),
    ],
)
@pytest.mark.parametrize("words", [[], ["--check"], ["--auto", "0"]])
def test_a_record_that_the_rules_refuse_is_not_shown(
    change: Callable[[Record], Record],
    sentence: str,
    words: list[str],
    small: Record,
    write: Write,
    refusal: Text,
) -> None:
    assert refusal("replay", write("game.json", change(small)), *words) == sentence


NO_RECORDS = [
    ("", "this is no JSON: Input data was truncated"),
    ("Dear reader", "this is no JSON: "),
    ("[1, 2]", "this is no record of a match: it names no game"),
    ('{"format": "go"}', "this is no record of a match: it names no game"),
    (
        '{"game": "silo", "version": "x"}',
        "the record has version 'x', and this program reads version 1",
    ),
    ('{"game": "silo", "version": 1}', "the record is not as it should be: "),
]


@pytest.mark.parametrize(("content", "sentence"), NO_RECORDS)
def test_a_file_that_holds_no_record_is_refused(
    content: str, sentence: str, write: Write, refusal: Text
) -> None:
    assert refusal("replay", write("game.json", content)).startswith(f"game.json: {sentence}")


def test_exactly_one_record_is_replayed(
    small: Record, write: Write, refusal: Text, tmp_path: Path
) -> None:
    write("folder/a.json", small)
    write("folder/b.json", small)
    assert refusal("replay", write("two.jsonl", small, small)) == (
        "two.jsonl holds 2 records; name a file that holds one"
    )
    assert refusal("replay", "folder") == "folder holds 2 records; name a file that holds one"
    (tmp_path / "empty").mkdir()
    assert refusal("replay", "empty") == "empty: the folder holds no .json or .jsonl file"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["1"], "there is no match 1; `stackyard matches` lists those there are"),
        (["9" * 30], f"there is no match {'9' * 30}; `stackyard matches` lists those there are"),
        (["no.json"], "no.json: it cannot be read: No such file or directory"),
        (["1", "--ply", "-1"], "Invalid value for '--ply': "),
        (["1", "--auto", "nan"], "Invalid value for '--auto': "),
        (["1", "--auto", "61"], "Invalid value for '--auto': "),
        ([], "no match is kept yet; `stackyard play GAME` begins one"),
        (["silo," + 500 * "A"], "this link is mistyped, or made by version 0 of the rules of Silo"),
    ],
)
def test_what_cannot_be_replayed_is_refused(words: list[str], sentence: str, refusal: Text) -> None:
    assert refusal("replay", *words).startswith(sentence)


RIGHT, LEFT, HOME, END, DELETE = "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[3~"


def test_the_arrow_keys_step_through_the_game_in_a_terminal(
    keep: Keep, open_terminal: Callable[..., Any]
) -> None:
    terminal = open_terminal("replay", str(keep()))
    terminal.wait(r"0/4 >\Z")
    for key, ply, told in [
        (RIGHT, 1, "1. red moves a checker from a to b"),
        (RIGHT, 2, "2. blue moves a checker from d to c"),
        (LEFT, 1, "1. red moves a checker from a to b"),
        (END, 4, "blue wins: "),
        (LEFT, 3, "3. red moves a checker from b to c"),
        (HOME, 0, "Silo, red: human, blue: human"),
        (LEFT, 0, "This is the start."),
    ]:
        terminal.screen.reset()
        terminal.child.send(key)
        terminal.wait(rf"(?s){re.escape(told)}.*{ply}/4 >\Z")
    terminal.type("quit")
    assert terminal.end() == 0


@pytest.mark.nightly
def test_keys_move_within_the_line_once_something_is_typed(
    keep: Keep, open_terminal: Callable[..., Any]
) -> None:
    terminal = open_terminal("replay", str(keep()))
    terminal.wait(r"0/4 >\Z")
    terminal.child.send("4" + LEFT + DELETE + "3" + RIGHT + "\r")
    terminal.wait(r"(?s)0/4 > 3\n3\. red moves.*3/4 >\Z")


@pytest.mark.nightly
def test_control_c_stops_the_play_and_not_the_replay(
    keep: Keep, open_terminal: Callable[..., Any]
) -> None:
    terminal = open_terminal("replay", str(keep()))
    terminal.type("play")
    terminal.wait("1. red moves")
    terminal.child.sendintr()
    shown = terminal.wait(r"[123]/4 >\Z")
    stopped = int(shown[-5])
    assert shown.rindex(f"{stopped}. ") > shown.rindex("play")
    terminal.child.send(END)
    terminal.wait(r"(?s)blue wins.*4/4 >\Z")
    terminal.child.sendeof()
    assert terminal.end() == 0


def test_control_c_in_the_middle_of_a_picture_has_it_drawn_again(
    keep: Keep, output: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = str(keep())
    drawn: list[Scene] = []
    draw = Screen.show

    def show(screen: Screen, scene: Scene, flip: bool, notes: bool) -> None:
        drawn.append(scene)
        if len(drawn) == 2:
            raise KeyboardInterrupt
        draw(screen, scene, flip, notes)

    monkeypatch.setattr("stackyard_cli.replay.PACE", 0.0)
    monkeypatch.setattr(Screen, "show", show)
    shown = output("replay", number, typed="play\nquit\n")
    assert prompts(shown) == ["0/4 > play", "1/4 > quit"]
    assert "a* b*" in shown


@pytest.mark.nightly
def test_control_c_at_the_prompt_leaves(keep: Keep, open_terminal: Callable[..., Any]) -> None:
    terminal = open_terminal("replay", str(keep()))
    terminal.wait(r"0/4 >\Z")
    terminal.child.sendintr()
    terminal.wait(r"again leaves\) 0/4 >\Z")
    terminal.child.sendintr()
    assert terminal.end() == 0


def test_a_match_by_earlier_rules_is_shown_up_to_the_difference(
    outdated: tuple[str, str], run: Run
) -> None:
    file, words = outdated
    shown = run("replay", file, "--auto", "0")
    assert (shown.exit_code, shown.stderr) == (0, f"Warning: {words}.\n")
    assert shown.stdout == TRANSCRIPT[: TRANSCRIPT.index("3. red")]
    checked = run("replay", file, "--check")
    assert (checked.exit_code, checked.stdout) == (2, "")
    assert words in " ".join(checked.stderr.split())
    assert run("records", "check", file).exit_code == 1
