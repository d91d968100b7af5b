"""`stackyard review`: judgements, the graph, the questions, and what is kept."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from tests.conftest import PATIENCE
from tests.plain_solver import solve_plainly

from stackyard.analysis import Analysis, Limit, analyse
from stackyard.plugins.registry import load_game
from stackyard.position import ONGOING
from stackyard.records.archive import Archive
from stackyard.records.move_tree import tree_of
from stackyard.records.reader import course_of
from stackyard_cli.exit_codes import INTERRUPTED
from stackyard_coach import assessment
from stackyard_coach.assessment import engines_of
from stackyard_coach.commands.chance_graph import chance_graph
from stackyard_coach.commands.review_run import ReviewRun
from stackyard_coach.records.assessments import AssessmentStore
from stackyard_coach.review import Grade, Review, judge

Start = Callable[..., Any]
Text = Callable[..., str]
Run = Callable[..., Result]
Keep = Callable[..., int]
LONG = "c d a c b b b"  # blue throws a won game away by move 4
LIMIT = Limit(simulations=200)
QUICK = ("--simulations", "200", "--workers", "1")


@pytest.fixture
def analysed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The positions that are analysed from now on, by their number of plies."""
    plies: list[int] = []

    def counted(course: Any, *arguments: Any, **settings: Any) -> Analysis:
        plies.append(course.ply)
        return analyse(course, *arguments, **settings)

    monkeypatch.setattr(assessment, "analyse", counted)
    return plies


def test_the_mistakes_are_those_of_a_plain_solver(keep: Keep) -> None:
    number = keep(LONG)
    record = Archive().record(number)
    course = course_of(record)
    solved = solve_plainly(course.start)
    made = ReviewRun(record, course, number, LIMIT)
    assert made.analyse(1)
    review = judge(course, made.assessments)
    for ply, move in zip(course.plies(), review.moves, strict=True):
        before, after = [
            float(solved[position.key()][0] == ply.player) for position in (ply.before, ply.after)
        ]
        assert move.loss == before - after
    assert [move.number for move in review.moves if move.grade is Grade.BLUNDER] == [4]
    assert all(standing and standing.proven != ONGOING for standing in review.standings)


def test_a_report_tells_the_turning_point_with_its_board_and_what_was_better(
    keep: Keep, output: Text
) -> None:
    keep(LONG)
    shown = output("review", "1", *QUICK)
    assert "Yet blue had a sure win until move 4." in shown
    point = shown.partition("1. Move 4, blue c; the board before it:\n")[2]
    board, _, told = point.partition("Before it ")
    assert "a* b* c  d" in board
    assert told.startswith("blue had a sure win, after it red had a sure win.")
    assert "This decided the match." in told
    assert re.search(r"Better: b.*: 4\. blue b, 5\. red .*, and blue wins in \d moves\.", told)
    assert re.search(r"Red (answered|could answer) .*: 5\. red .*, and red wins in \d mo", told)
    assert "2. Move" not in shown
    assert "8 of 8 positions proven.\n" in shown
    assert "stackyard review 1 --simulations 200 --learn" in shown
    assert "stackyard review 1 --simulations 200 --moves" in shown


def test_the_latest_match_that_a_person_finished_is_reviewed_without_its_number(
    keep: Keep, run: Run, output: Text
) -> None:
    keep(LONG)
    keep("a")  # not over
    run("play", "silo", "--first", "random", "--second", "random", "--keep")
    assert "8 of 8 positions proven.\n" in output("review", *QUICK)


def test_every_bad_move_is_listed_on_request(keep: Keep, output: Text) -> None:
    keep(LONG)
    shown = output("review", "1", *QUICK, "--moves")
    assert "  move 4, c: a blunder, from a sure win to a sure loss; better 4. blue b, 5." in shown
    assert "Red: no blunders, no mistakes, no inaccuracies." in shown
    assert "Before it" not in shown


def test_a_screen_reader_gets_a_table_in_place_of_the_graph(keep: Keep, output: Text) -> None:
    keep(LONG)
    shown = output("review", "1", *QUICK, "--plain")
    assert re.search(r"(?m)^4 +blue c +red 100%, proven +100% +blunder +b", shown)
    assert "##" not in shown
    assert "##" in output("review", "1", *QUICK)


@pytest.fixture
def resigned(run: Run) -> int:
    """The number of a match on a larger board that ended by a resignation after five moves."""
    run("play", "silo", "--second", "human", "--keep", typed="e b c d a resign")
    return next(Archive().entries()).number


def test_analyses_are_kept_and_made_again_for_a_longer_review(
    resigned: int, run: Run, analysed: list[int]
) -> None:
    number = resigned
    run("review", str(number), "--simulations", "20", "--workers", "1")
    assert analysed == [0, 1, 2, 3, 4, 5]
    run("review", str(number), "--simulations", "20", "--workers", "1")
    run("review", str(number), "--simulations", "10", "--workers", "1")
    assert analysed == [0, 1, 2, 3, 4, 5]
    run("review", str(number), "--simulations", "30", "--workers", "1")
    assert analysed == [0, 1, 2, 3, 4, 5] * 2


def test_a_stopped_review_goes_on_where_it_was(
    keep: Keep, run: Run, monkeypatch: pytest.MonkeyPatch, analysed: list[int]
) -> None:
    number = keep(LONG)
    real = assessment.assess

    def stopped(course: Any, *arguments: Any) -> Any:
        if course.ply == 3:
            raise KeyboardInterrupt
        return real(course, *arguments)

    monkeypatch.setattr("stackyard_coach.commands.review_run.assess", stopped)
    stopped_run = run("review", str(number), *QUICK)
    assert stopped_run.exit_code == 130
    kept = "They are kept: stackyard review 1 --simulations 200 goes on."
    assert f"Stopped after 3 of 8 positions. {kept}" in stopped_run.output
    assert "decided" not in stopped_run.output
    monkeypatch.setattr("stackyard_coach.commands.review_run.assess", real)
    assert run("review", str(number), *QUICK).exit_code == 0
    assert sorted(analysed) == [0, 1, 2, 3, 4, 5, 6]


def test_assessments_of_moves_taken_back_or_by_other_plugins_are_not_used(
    keep: Keep, run: Run, analysed: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    number = keep(LONG)
    run("review", str(number), *QUICK)
    course = course_of(Archive().record(number))
    record = Archive().record(number)
    assert ReviewRun(record, course.at(3).play("b"), number, LIMIT).missing == [4]
    monkeypatch.setattr(
        "stackyard_coach.records.assessments.engines_of", lambda game: "engine of another version"
    )
    assert ReviewRun(record, course, number, LIMIT).missing == list(range(8))


def test_learned_weights_are_among_what_made_an_assessment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Those by others, or by none, are not used."""
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path))  # then those of the package serve
    learned = engines_of(load_game("silo"))
    monkeypatch.setenv("STACKYARD_WEIGHTS", "none")
    assert learned.startswith(f"{engines_of(load_game('silo'))}, weights ")


def test_processes_share_the_work_and_tell_the_same(keep: Keep) -> None:
    record = Archive().record(keep(LONG))
    one, two = [ReviewRun(record, course_of(record), None, LIMIT) for _ in range(2)]
    assert one.analyse(1)
    assert two.analyse(2)
    assert one.assessments == two.assessments


def test_a_best_move_that_proves_to_lose_ends_its_question(
    keep: Keep, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def misled(*given: Any) -> Review:
        review = judge(*given)
        moves = [replace(each, best=("c",)) if each.text == "c" else each for each in review.moves]
        return replace(review, moves=tuple(moves))

    monkeypatch.setattr("stackyard_coach.commands.review.judge", misled)
    keep(LONG)
    shown = run("review", "1", *QUICK, "--learn", typed="c\n").output
    assert "The review took c for the best move, wrongly: this question does not count." in shown
    assert "Try another move" not in shown
    assert "at the first try" not in shown


def test_the_questions_accept_what_keeps_the_value_and_refute_the_rest(
    keep: Keep, run: Run
) -> None:
    keep(LONG)
    shown = run("review", "1", *QUICK, "--learn", typed="c\nx\nback\nb\n").output
    asked = (
        "Question 1 of 1: before move 4. Blue played c, a blunder, from a sure win to a sure loss"
    )
    before, _, _ = shown.partition(asked)
    assert before != shown
    assert "better" not in before.replace("Find a better move than the one played.", "").lower()
    assert re.search(r"c loses: red wins for certain in \d moves?\. Best play after it: ", shown)
    assert "Try another move, or type solution or skip." in shown
    assert "Not played: " in shown
    assert "Not done: this is the first question" in shown
    assert re.search(r"Right: b is the best move\. Blue wins for certain in \d moves\.", shown)
    assert "0 of 1 question solved at the first try." in shown
    shown = run("review", "1", *QUICK, "--learn", typed="hint\nsolution\n").output
    assert "The best move begins with b." in shown
    assert "The best play: 4. blue b, 5. red " in shown
    assert "0 of 1 question solved at the first try." in shown
    assert "You have left" in run("review", "1", *QUICK, "--learn", typed="quit\n").output


def test_a_best_move_that_is_no_cell_is_not_hinted_at_by_a_cell(run: Run) -> None:
    filo = ("--plugin", "stackyard_filo.plugin")
    position = "www/ww/ww/bw/bb/bb/bbb/bbb 4,1 0,0 w"
    board = ("-o", "empty_reserve=skip", "--position", position)
    run(*filo, "play", "filo", *board, "--second", "human", typed="2\nresign\n")
    shown = run(*filo, "review", "--learn", "--simulations", "60", typed="hint\nquit\n").output
    assert "The best move begins with no cell; type solution to see it." in shown


def test_one_person_is_asked_about_own_moves_only(run: Run) -> None:
    run("play", "silo", "-o", "size=4", "-o", "height=1", "--second", "random", typed="resign")
    assert "There is no mistake to learn from" in run("review", "1", *QUICK, "--learn").output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["1"],
            "1 is not over, and only finished matches are reviewed; `stackyard resume 1` plays",
        ),
        (["7"], "there is no match 7"),
        (["1", "--moves", "--learn"], "of --learn and --moves only one is possible"),
        (["1", "--seconds", "0"], "0"),
    ],
)
def test_what_cannot_be_reviewed_is_refused(
    words: list[str], sentence: str, keep: Keep, refusal: Text
) -> None:
    keep("a d quit")
    assert sentence in refusal("review", *words)


def test_a_review_that_is_too_short_says_what_would_be_enough(resigned: int, run: Run) -> None:
    shown = run("review", str(resigned), "--simulations", "2", "--workers", "1").stderr
    found = re.search(
        r"2 games a position did not suffice for 6 of 6 positions; --seconds \S+ without", shown
    )
    assert found, shown


def test_a_review_of_a_file_does_not_promise_to_be_kept(
    small: dict[str, Any], write: Text, open_terminal: Start
) -> None:
    terminal = open_terminal("review", write("match.json", small), "--seconds", "600")
    terminal.wait(r"0 of 5 positions \(Ctrl-C: stop\)")


def test_a_match_of_a_game_that_is_not_installed_is_refused(
    small: dict[str, Any], write: Text, refusal: Text
) -> None:
    small["game"] = "gess"
    assert "gess" in refusal("review", write("gess.json", small))


def test_a_graph_shows_shares_gaps_and_marks() -> None:
    lines = chance_graph([1.0, 0.5, None, 0.0], [("red", {1: "X"}), ("blue", {})], 12, blocks=False)
    assert lines[:8] == [
        " 100% #",
        "      #",
        "      #",
        "      #",
        "  50% ##",
        "      ##",
        "      ##",
        "   0% ## .",
    ]
    assert lines[8:] == ["      0", "  red  X"]


def test_a_long_match_fits_the_width_and_keeps_its_marks() -> None:
    shares = [0.5] * 1000
    lines = chance_graph(shares, [("red", {777: "X"})], 80)
    assert max(map(len, lines)) <= 80
    assert lines[-1].count("X") == 1


def test_the_better_play_is_kept_as_a_variation_beside_those_of_people(
    keep: Keep, run: Run
) -> None:
    keep(LONG)
    archive = Archive()
    record = archive.record(1)
    tree = tree_of(record)
    before = tree.course.at(2)
    texts = [
        before.game.format_move(int(move), before.position)
        for move in before.position.legal_moves()
    ]
    texts.remove("a")
    tree, _ = tree.add(texts[:1], 2, comments=["an idea"])
    archive.set_variations(1, record, tree.variations)
    for simulations in ("200", "300"):
        run("review", "1", "--simulations", simulations, "--workers", "1")
        own, ours = archive.record(1).variations
        assert own.comments == ("an idea",)
        assert (ours.ply, ours.moves[0]) == (3, "b")
        assert ours.comments[0] == (
            "Review: better than c, a blunder, from a sure win to a sure loss"
        )
    record = archive.record(1)
    tree = tree_of(record)
    line = tree.line((1,)).at(ours.ply + 1)
    tree, _ = tree.delete((1,), ours.ply + 1)
    others = {line.game.format_move(int(m), line.position) for m in line.position.legal_moves()}
    tree, _ = tree.add([min(others - {ours.moves[1]})], ours.ply + 1, (1,))
    archive.set_variations(1, record, tree.variations)
    run("review", "1", "--simulations", "400", "--workers", "1")
    assert archive.record(1).variations == tree.variations  # somebody has worked on it


def test_own_matches_are_summed_up_by_openings_phases_and_kinds_of_mistakes(
    run: Run, output: Text
) -> None:
    assert "no finished match of one person" in output("review", "--all", *QUICK)
    small = ["play", "silo", "-o", "size=4", "-o", "height=1", "--second", "random", "--seed", "1"]
    run(*small, typed="c a b c d\n" * 9)
    run(*small, typed="c resign\n")
    run("play", "silo", "--second", "human", typed="e resign\n")
    shown = run("review", "--all", *QUICK).stdout
    assert re.search(r"(?m)^silo: \d of 2 points$", shown), shown
    assert re.search(r"(?m)^c [a-d] +first +2 +\d +\d+%$", shown)
    assert re.search(r"(?m)^opening +\d+ +\d+\.\d% +\d+ +\d+ +\d+$", shown)
    assert shown.count("phase ") == 1


def test_a_summary_that_is_stopped_at_once_does_not_deny_the_matches(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("play", "silo", "-o", "size=4", "--second", "random", typed="c resign\n")
    monkeypatch.setattr(ReviewRun, "analyse", lambda self, workers: False)
    shown = run("review", "--all", *QUICK)
    assert "no finished match" not in shown.output
    assert shown.exit_code == INTERRUPTED


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--all", "1"], "--all takes no match"),
        (["1", "--game", "silo"], "--game is for --all"),
        ([], "no match is finished yet; `stackyard play GAME` begins one"),
    ],
)
def test_a_summary_and_a_review_are_told_apart(
    words: list[str], sentence: str, refusal: Text
) -> None:
    assert sentence in refusal("review", *words)


def test_a_killed_review_has_kept_what_was_done(keep: Keep) -> None:
    keep(LONG)
    command = [sys.executable, "-m", "stackyard_cli", "review", "1", "--workers", "1"]
    process = subprocess.Popen([*command, "--seconds", "0.3"], stdout=subprocess.DEVNULL)
    course = course_of(Archive().record(1))
    store = AssessmentStore(Archive(), 1, course)
    end = time.monotonic() + PATIENCE
    while not store.load(Limit(seconds=0.1)):
        assert time.monotonic() < end
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert store.load(Limit(seconds=0.1))
    assert Archive().record(1).plies == len(LONG.split())


def test_a_shallow_review_leaves_a_deep_one_as_it_is(
    resigned: int, run: Run, analysed: list[int]
) -> None:
    number = str(resigned)
    run("review", number, "--simulations", "30", "--workers", "1")
    run("review", number, "--simulations", "2", "--seconds", "9", "--workers", "1")
    done = len(analysed)
    run("review", number, "--simulations", "30", "--workers", "1")
    assert len(analysed) == done


def test_a_review_that_judged_nothing_praises_nobody(run: Run) -> None:
    run("play", "silo", "--second", "level:1", "--keep", typed="e resign")
    options = ("--simulations", "2", "--workers", "1")
    assert "No single move decided it" not in run("review", "1", *options).stdout
    shown = run("review", "--all", *options)
    assert "No move was judged." in shown.stdout
    assert "did not suffice" in shown.stderr


@pytest.mark.parametrize("words", [["review", "--all"], ["stats"]])
def test_a_game_without_a_match_is_named(words: list[str], run: Run) -> None:
    assert " of silo is kept here" in run(*words, "--game", "silo").stdout
    refused = run(*words, "--game", "sillo")
    assert refused.exit_code == 2
    assert "did you mean silo?" in refused.stderr
