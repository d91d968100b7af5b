from __future__ import annotations

import errno
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import Result
from tests.full_disk import room_for

from stackyard.plugins.registry import load_game
from stackyard.records.archive import Archive
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match
from stackyard_coach.prompts.puzzle_progress import Attempted, PuzzleProgress, progress_path
from stackyard_coach.prompts.puzzle_prompt import rating_words
from stackyard_coach.puzzles import read_puzzles

Run = Callable[..., Result]
Refusal = Callable[..., str]

# Two puzzles on a small board; the second needs two moves.
PUZZLES = """[
{"position":"b/-/r/rbrb r","line":"c","keeps":"wins","wrong":[{"d":["d","loses"]}],
"options":{"size":4,"height":2},"rating":1200},
{"position":"b/b/rb/brr r","line":"c","keeps":"wins","wrong":[{"d":["a","loses"]}],
"options":{"size":4,"height":3},"rating":1400}
]"""


@pytest.fixture
def found(run: Run, tmp_path: Path) -> Path:
    """A file of puzzles that the computer has found."""
    file = tmp_path / "found.json"
    result = run(
        *("puzzles", "silo", "-o", "size=4", "-o", "height=2", "--find", "4"),
        *("--positions", "500", "--output", str(file)),
    )
    assert result.exit_code == 0, result.output
    assert f"4 puzzles in {file}: stackyard puzzles silo --file {file}" in result.output
    return file


def solution(file: Path) -> tuple[list[str], str]:
    """The moves of the solver of each puzzle, and a wrong first move of the first."""
    puzzles = read_puzzles(file.read_bytes(), "it")
    ways = [
        " ".join(
            [
                move
                for move, others in zip(puzzle.line.split()[::2], puzzle.wrong, strict=True)
                if others
            ]
        )
        for puzzle in puzzles
    ]
    return ways, next(iter(puzzles[0].wrong[0]))


def test_puzzles_are_found_solved_and_remembered(run: Run, found: Path) -> None:
    ways, wrong = solution(found)
    typed = f"{wrong}\n{ways[0]}\n\n{ways[1]}\nquit\n"
    shown = run("puzzles", "silo", "--file", str(found), typed=typed).output
    assert "Puzzle 1 of 4: " in shown  # a level by its place would say little
    assert "Puzzle 1, red: " in shown
    assert "Wrong. " in shown
    assert shown.count("Solved: ") == 2
    assert "1 of 2 puzzles solved unaided." in shown
    kept = json.loads(progress_path().read_text())["silo"]
    assert sorted(entry.get("failures", 0) for entry in kept.values()) == [0, 1]
    shown = run("puzzles", "silo", "--file", str(found), typed="quit\n").output
    assert "Puzzle 3 of 4" in shown  # the first that was not tried


def test_hints_count_as_help_and_a_level_and_a_number_choose(run: Run, found: Path) -> None:
    shown = run("puzzles", "silo", "--file", str(found), "--level", "2", typed="q\n")
    assert "Puzzle 2 of 4: " in shown.output
    shown = run("puzzles", "silo", "--level", "2", typed="q\n")
    assert re.search(r"Puzzle \d+ of \d+, level 2: ", shown.output)
    puzzles = read_puzzles(found.read_bytes(), "it")
    number = next(number for number, puzzle in enumerate(puzzles, 1) if puzzle.themes)
    chosen = ("puzzles", "silo", "--file", str(found), "--number", str(number))
    shown = run(*chosen, typed="hint\nhint\nhint\nq\n")
    assert "The idea: " in shown.output
    assert "Play " in shown.output
    assert "0 of 1 puzzle solved unaided." in shown.output
    shown = run("puzzles", "silo", "--file", str(found), "--number", "4", typed="q\n")
    assert f"--file {found} --number 4" in shown.output
    shown = run("puzzles", "silo", "--file", str(found), "--number", "4", typed="solution\nq\n")
    assert "Play " in shown.output
    assert "0 of 1 puzzle solved unaided." in shown.output


def test_help_asked_for_before_a_puzzle_is_seen_does_not_fail_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "two.json"
    file.write_text(PUZZLES)
    arguments = ("puzzles", "silo", "--file", str(file), "--number", "1")
    shown = run(*arguments, typed="c\nhint\nsolution\n\nquit\n").output
    assert shown.count("This puzzle is done; Enter shows the next one.") == 2
    assert "Puzzle 2 of 2" in shown
    assert "1 of 1 puzzle solved unaided." in shown


def test_a_wrong_move_shows_the_board_after_its_refutation(run: Run, found: Path) -> None:
    _, wrong = solution(found)
    shown = run("puzzles", "silo", "--file", str(found), typed=f"{wrong}\nquit\n").output
    refuted, again = shown.split("Wrong. ")
    boards = refuted.split("a  b  c  d")[:-1], again.split("a  b  c  d")[:-1]
    assert [len(each) for each in boards] == [1, 1]
    assert boards[0][0].splitlines()[-3:] == boards[1][0].splitlines()[-3:]  # the puzzle again
    assert "!" in refuted  # marks the cells that decided the game
    assert " moves a checker " in refuted.rpartition("a  b  c  d")[2]  # next to `Wrong`


def test_quit_and_again_after_a_solved_puzzle_do_not_ask_the_next(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "two.json"
    file.write_text(PUZZLES)
    arguments = ("puzzles", "silo", "--file", str(file), "--number", "1")
    left = run(*arguments, typed="c\nquit\n").output
    assert "Puzzle 2 of 2" not in left
    assert f"To go on from here:\n  stackyard puzzles silo --file {file} --number 2\n" in left
    repeated = run(*arguments, typed="c\nagain\nquit\n").output
    assert "Puzzle 2 of 2" not in repeated
    assert repeated.count("Puzzle 1 of 2: red to win") == 2
    repeated = run(*arguments, typed="c\nagain\nc\nquit\n").output
    assert "1 of 1 puzzle solved unaided." in repeated


def test_the_rating_is_told_from_the_fifth_puzzle_on() -> None:
    puzzles = [
        msgspec.structs.replace(puzzle, position=f"{number}", rating=1200 + 100 * number)
        for number, puzzle in enumerate([read_puzzles(PUZZLES, "it")[0]] * 5)
    ]
    failed = {puzzle.name: Attempted(failures=1) for puzzle in puzzles}
    solved = {puzzle.name: Attempted() for puzzle in puzzles}
    assert rating_words(puzzles[:4], solved) == ""
    low, high = rating_words(puzzles, failed), rating_words(puzzles, solved)
    assert low.endswith(" by 5 puzzles.")
    assert int(low.split()[4]) < 1400 < int(high.split()[4])


def test_failed_puzzles_come_back_for_those_who_ask(
    run: Run, found: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ways, wrong = solution(found)
    arguments = ("puzzles", "silo", "--file", str(found))
    assert "no failed puzzle is due" in run(*arguments, "--again").output
    run(*arguments, typed=f"{wrong}\nquit\n")
    left = run(*arguments, "--again", typed="quit\n").output
    assert left.rstrip().endswith(f"--file {found} --again")  # a number may be due no more
    shown = run(*arguments, "--again", typed=f"{ways[0]}\n").output
    assert "Puzzle 1 of 4" in shown
    assert "That was the last puzzle." in shown
    assert "no failed puzzle is due" in run(*arguments, "--again").output
    monkeypatch.setitem(sys.modules, "fsrs", None)
    assert "puzzles]" in run(*arguments, "--again").output
    assert run(*arguments, typed="quit\n").exit_code == 0


def test_puzzles_are_made_from_ones_own_matches(run: Run) -> None:
    board = ("-o", "size=4", "-o", "height=2")
    none = run("puzzles", "silo", "--from-matches")
    assert "no finished match of silo is kept here" in none.output
    game = load_game("silo", size=4, height=2)
    for seed in range(3):
        match = Match(game, ("random", "random"), seed=seed)
        match.run()
        Archive().add(record_of(match))
    search = ("--from-matches", "--positions", "500")
    for options in ((), board):
        assert "Puzzle 1 of" in run("puzzles", "silo", *options, *search, typed="quit\n").output
    other = run("puzzles", "silo", *board[2:], *search)
    assert "no finished match of silo with size=6, height=2, goal=any is kept" in other.output


@pytest.mark.parametrize("damaged", [b"[]", b'{"silo": {"\xff": {"solved": true}}}', b"[" * 9999])
def test_a_damaged_file_of_progress_is_set_aside(run: Run, found: Path, damaged: bytes) -> None:
    ways, _ = solution(found)
    path = progress_path()
    for name in ("puzzles.json.damaged", "puzzles.json.damaged1"):
        path.write_bytes(damaged)
        shown = run("puzzles", "silo", "--file", str(found), typed=f"{ways[0]}\nquit\n")
        assert (shown.exit_code, shown.output.count(f"{path} is damaged, and is now {name}.")) == (
            0,
            1,
        )
        assert path.with_name(name).read_bytes() == damaged
        assert len(json.loads(path.read_text())["silo"]) == 1


def test_puzzles_go_on_where_progress_cannot_be_kept(run: Run, found: Path) -> None:
    ways, _ = solution(found)
    path = progress_path()
    path.mkdir(parents=True)
    typed = f"{ways[0]}\n\n{ways[1]}\nquit\n"
    shown = run("puzzles", "silo", "--file", str(found), typed=typed)
    assert shown.exit_code == 0
    assert shown.output.count(f"Your progress is not kept: {path} cannot be ") == 1
    assert "2 of 2 puzzles solved unaided." in shown.output


def test_what_a_full_disk_refused_is_written_when_there_is_room(tmp_path: Path) -> None:
    told = list[str]()
    progress = PuzzleProgress("silo", told.append)
    with room_for(0):
        progress.add("first", solved=False)
        progress.add("second", solved=True)
    assert len(told) == 1
    assert told[0].startswith(f"Your progress is not kept: {progress_path()} cannot be written: ")
    progress.add("third", solved=True)
    assert [*PuzzleProgress("silo", print).read()] == ["first", "second", "third"]


def test_progress_that_cannot_be_read_for_a_moment_is_not_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("one", "two"):
        PuzzleProgress("silo", pytest.fail).add(name, solved=True)
    told = list[str]()
    progress = PuzzleProgress("silo", told.append)

    def fail(path: Path) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", fail)
        progress.add("three", solved=True)
    assert len(told) == 1
    assert [*PuzzleProgress("silo", pytest.fail).read()] == ["one", "two"]
    progress.add("four", solved=True)
    assert [*PuzzleProgress("silo", pytest.fail).read()] == ["one", "two", "three", "four"]


def test_a_puzzle_that_cannot_begin_leaves_the_one_before(run: Run, tmp_path: Path) -> None:
    """Else the next answer would count for the wrong one."""
    file = tmp_path / "two.json"
    file.write_text(PUZZLES.replace("b/b/rb/brr r", "b/b/rb/brx r"), "utf-8")
    shown = run("puzzles", "silo", "--file", str(file), typed="skip\nc\n").output
    assert "Not done: " in shown
    assert shown.count("Puzzle 1, red: ") == 2
    (solved,) = json.loads(progress_path().read_text())["silo"]
    assert solved == read_puzzles(PUZZLES.encode(), "it")[0].name


def test_a_folder_is_no_place_for_puzzles(refusal: Refusal, tmp_path: Path) -> None:
    """It is refused before the search."""
    words = refusal("puzzles", "silo", "--find", "1000", "--output", str(tmp_path))
    assert words == f"--output {tmp_path}: that is a folder; name a file in it"


def test_progress_and_its_folders_are_for_the_learner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(tmp_path / "home" / "stackyard" / "a.sqlite3"))
    PuzzleProgress("silo", pytest.fail).add("one", solved=True)
    path = progress_path()
    rights = [each.stat().st_mode & 0o777 for each in (path, path.parent, path.parent.parent)]
    assert rights == [0o600, 0o700, 0o700]


@pytest.mark.parametrize(
    "change",
    [
        *({"due": "some day"}, {"due": "2026-01-01T00:00:00"}, {"due": 5}, {"card_id": None}),
        *({"last_review": "2026-01-01"}, {"state": 9}, {"state": 2, "step": "x"}),
        *({"stability": "x"}, {"stability": -1e300, "state": 2}, {"difficulty": 1e308}),
    ],
)
def test_a_puzzle_with_a_damaged_card_comes_back_at_once(change: dict[str, object]) -> None:
    progress = PuzzleProgress("silo", pytest.fail)
    progress.add("one", solved=False)
    progress.follow("one")
    everything = json.loads(progress_path().read_text())
    everything["silo"]["one"]["card"] |= {"stability": 1.0, "difficulty": 5.0} | change
    progress_path().write_text(json.dumps(everything))
    assert progress.due() in ([], ["one"])
    progress.add("one", solved=True)
    assert progress.due() == []


def test_new_puzzles_that_no_file_keeps_are_not_named_by_a_number(run: Run) -> None:
    small = ("-o", "size=4", "-o", "height=2", "--positions", "500")
    shown = run("puzzles", "silo", *small, "--find", "1", typed="quit\n").output
    assert "New puzzles are kept only in a file: --output FILE writes them." in shown
    assert "--number" not in shown


def test_new_puzzles_are_added_to_a_file(run: Run, found: Path) -> None:
    before = read_puzzles(found.read_bytes(), "it")
    more = ("-o", "size=4", "-o", "height=2", "--positions", "500", "--seed", "5", "--find", "1")
    shown = run("puzzles", "silo", *more, "--file", str(found), typed="quit\n").output
    after = read_puzzles(found.read_bytes(), "it")
    assert len(after) == len(before) + 1
    assert {puzzle.name for puzzle in before} < {puzzle.name for puzzle in after}
    assert f"stackyard puzzles silo --file {found}" in shown


def test_puzzles_of_some_boards_go_on_with_these(
    run: Run, refusal: Refusal, tmp_path: Path
) -> None:
    file = tmp_path / "some.json"
    file.write_text(PUZZLES, "utf-8")
    shown = run("puzzles", "silo", "-o", "size=4", "-o", "height=3", "--file", str(file)).output
    assert "Puzzle 2 of 2" in shown
    large = ("puzzles", "silo", "-o", "size=8", "-o", "height=2", "--file", str(file))
    shown = run(*large).output
    assert f"{file} has no puzzles with size=8, height=2, " in shown
    assert f"{' '.join(large[:-2])} --find 10 --file {file}" in shown
    small = ("puzzles", "silo", "-o", "height=2")
    shown = run(*small, typed="quit\n").output
    assert "stackyard puzzles silo -o height=2 --number " in shown
    assert ", " in refusal(*small, "--number", "110").partition("choose one of ")[2]
    chosen = refusal("puzzles", "silo", "--find", "1", "--level", "3")
    assert "--level chooses among known puzzles: leave it out with --find and " in chosen


def test_what_cannot_be_done_gets_a_sentence(
    run: Run, refusal: Refusal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stackyard_coach.puzzles.text_of", lambda hook, game: "")
    none = run("puzzles", "silo")
    assert "silo has no puzzles; find some: stackyard puzzles silo --find 10" in none.output
    small = ("-o", "size=4", "-o", "height=2", "--positions", "1", "--length", "9")
    few = run("puzzles", "silo", "--find", "1", *small)
    assert "no puzzle was found: allow more than --positions 1, or fewer moves" in few.output
    monkeypatch.setattr("stackyard_coach.puzzle_finder.PuzzleFinder.run", lambda finder: None)
    few = run("puzzles", "silo", "--find", "1", "--positions", "7", "--choices", "9")
    assert "allow more than --positions 7, or fewer than --choices 9" in few.output
    file = tmp_path / "some.json"
    assert "No such file" in refusal("puzzles", "silo", "--file", str(file))
    for option in (("--output", str(file)), ("--length", "3"), ("--tempting",)):
        assert f"{option[0]} is for a search: add --find N" in refusal("puzzles", "silo", *option)
    file.write_text("[]")
    assert "holds no puzzle" in run("puzzles", "silo", "--file", str(file)).output
    file.write_text(PUZZLES)
    given = ("puzzles", "silo", "--file", str(file))
    assert "choose one of 1 to 2" in refusal(*given, "--number", "3")
    assert "no puzzle of level 2 is among them" in run(*given, "--level", "2").output
