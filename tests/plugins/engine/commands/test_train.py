from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from tests.conftest import PATIENCE, ROOT

from stackyard import load_game
from stackyard.analysis import Limit
from stackyard_engine.commands.phase_progress import PhaseProgress
from stackyard_engine.eval.calibration import Calibration
from stackyard_engine.eval.lookup import weights_for
from stackyard_engine.eval.transfer import transferred
from stackyard_engine.eval.weights import (
    FeatureSet,
    MatchResult,
    Weights,
    heading_of,
    read_weights,
    write_weights,
)
from stackyard_engine.train.match_test import Side

Text = Callable[..., str]
Answer = Callable[..., Any]
Run = Callable[..., Result]
SMALL = ("silo", "-o", "size=4", "-o", "height=1")
BOARDS = ("silo", "--board", "size=4,height=1", "--board", "size=6,height=1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path / "weights"))
    monkeypatch.setenv("STACKYARD_TABLES", str(tmp_path / "tables"))
    monkeypatch.setattr("stackyard_engine.commands.phase_progress.FIRST_LINE", 600.0)
    monkeypatch.setattr("stackyard_engine.train.match_test.LIMIT", Limit(simulations=2))
    return tmp_path / "weights"


@pytest.fixture
def decide(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let all matches end with these points of 20."""

    def decide(points: float) -> None:
        def play(*given: object) -> MatchResult:
            return MatchResult(str(given[6]), 20, points, points > 15)

        monkeypatch.setattr("stackyard_engine.train.acceptance.play_match", play)

    return decide


def taken_over(path: Path, sign: int) -> Path:
    """A file for Silo 4 x 3 with the weights of 4 x 4, or their opposite."""
    weights = weights_for(load_game("silo", size=4, height=4))
    assert weights is not None
    features = FeatureSet(load_game("silo", size=4, height=3))
    taken = transferred(features.patterns, weights.patterns, weights.numbers)
    numbers = [sign * number for number in taken]
    write_weights(path, Weights(features.heading(numbers, {}), numbers, features))
    return path


def test_it_tells_what_was_learned_and_where_it_is_kept(
    output: Text, folder: Path, decide: Callable[[float], None]
) -> None:
    decide(18)
    shown = output("train", *SMALL, "--games", "20").splitlines()
    assert shown[:3] == [
        "Silo (size=4, height=1, goal=any)",
        "Patterns: 28,928 weights, 15 to a position.",
        "Exact results are known and used.",
    ]
    assert re.match(r"20 games of self-play take about \d+:\d\d; then the weights are", shown[3])
    assert shown[4].startswith("20 games, ")
    assert shown[5].startswith("Error on held-out games: 0.")
    path = folder / "silo-4-1-any.weights"
    assert shown[-6:] == [
        "Alpha-beta search by them against tree search: 18 of 20 points, +382 Elo.",
        "Against weights learned on 9 boards together: 18 of 20 points, +382 Elo; better.",
        "Against playouts: 18 of 20 points, +382 Elo; better.",
        f"in use: {path} ({path.stat().st_size:,} bytes)",
        "`stackyard train silo -o size=4 -o height=1 --use shipped` stops using them.",
        "To ship it, put this file into the folder `weights` of the package that knows the game.",
    ]


def test_weights_that_are_not_shown_to_be_better_are_kept_aside(
    output: Text, answer: Answer, folder: Path, decide: Callable[[float], None]
) -> None:
    before = output("analyse", *SMALL, "--simulations", "3")
    decide(11)
    shown = output("train", *SMALL, "--games", "20")
    aside = folder / "aside/silo-4-1-any.1.weights"
    assert (
        "learned on 9 boards together: 11 of 20 points, +35 Elo; not shown to be better.\n" in shown
    )
    assert "Against playouts" not in shown
    assert "\nStill in use: weights learned on 9 boards together.\n" in shown
    kept = f"kept aside: {aside} ({aside.stat().st_size:,} bytes)\n"
    words = "train silo -o size=4 -o height=1 --games 40"
    assert shown.endswith(f"{kept}More games may teach more: `stackyard {words}`.\n")
    assert output("analyse", *SMALL, "--simulations", "3") == before
    found = answer("train", *SMALL, "--games", "20")
    assert (found["used"], found["file"]) == (False, str(aside).replace(".1.", ".2."))
    assert found["matches"] == [
        {
            "against": "weights learned on 9 boards together",
            "games": 20,
            "points": 11.0,
            "better": False,
        }
    ]


def test_winners_take_the_place_of_former_ones_which_can_be_used_again(
    output: Text, answer: Answer, run: Run, folder: Path, decide: Callable[[float], None]
) -> None:
    decide(18)
    used, aside = folder / "silo-4-1-any.weights", folder / "aside/silo-4-1-any.2.weights"
    output("train", *SMALL, "--games", "20")
    first = used.read_bytes()
    shown = output("train", *SMALL, "--games", "30")
    assert f"kept aside: {aside}\n" in shown
    assert (aside.read_bytes(), used.read_bytes() != first) == (first, True)
    assert f"in use: {used}" in output("train", "--use", "aside/silo-4-1-any.2")
    assert used.read_bytes() == first
    shown = output("train", *SMALL, "--use", "shipped")
    assert shown.startswith("In use: weights learned on 9 boards together.\n")
    assert not used.exists()
    names = [one["name"] for one in answer("train", "--list")]
    assert names == ["aside/silo-4-1-any.1", "aside/silo-4-1-any.2"]
    for name in names:
        assert output("train", "--remove", name) == f"weights {name} are removed\n"
    assert output("train", "--list").startswith("No weights were learned here;")


def test_the_list_tells_the_match_and_the_use_of_each_file(
    answer: Answer, output: Text, folder: Path, decide: Callable[[float], None]
) -> None:
    decide(18)
    output("train", *SMALL, "--games", "10")
    decide(3)
    output("train", *SMALL, "-o", "goal=end", "--games", "10", "--match", "16")
    (folder / "silo-4-2-end.weights").write_bytes(b"")
    taken_over(folder / "good.weights", 1)
    told = [(one["name"], one["match"], one["state"][:8]) for one in answer("train", "--list")]
    both = "18 of 20 against weights learned on 9 boards together; 18 of 20 against playouts"
    assert told == [
        ("good", "not tested", "not used"),
        ("silo-4-1-any", both, "in use"),
        ("silo-4-2-end", "not tested", "not used"),
        ("aside/silo-4-1-end.1", "3 of 20 against weights learned on 7 boards together", "aside"),
    ]
    shown = output("train", *SMALL, "--list").splitlines()
    assert shown[0] == "silo-4-1-any"
    assert re.fullmatch(rf"  in use; 10 games, learned on [\d-]+; {both}", shown[1])
    assert [one["name"] for one in answer("train", *SMALL, "--list")] == ["silo-4-1-any"]
    assert answer("train", "silo", "-o", "size=6", "--list") == []


def test_bad_weights_in_use_lose_the_match_that_tests_them(output: Text, folder: Path) -> None:
    path = taken_over(folder / "silo-4-3-any.weights", -1)
    words = ("analyse", "silo", "-o", "size=4", "-o", "height=3", "--simulations", "3")
    assert "untested weights learned here on 20" in output(*words)
    shown = output("train", "--use", "silo-4-3-any")
    assert re.search(r"boards together: \d\S* of \d+ points.*; not shown to be better\.\n", shown)
    assert not path.exists()
    assert (folder / "aside/silo-4-3-any.1.weights").is_file()
    assert "chances by weights learned on 9 boards together" in output(*words)


def test_a_file_from_elsewhere_is_tested_before_it_is_used(
    output: Text, run: Run, folder: Path, tmp_path: Path
) -> None:
    bad = taken_over(tmp_path / "bad.weights", -1)
    good = taken_over(tmp_path / "good.weights", 1)
    shown = output("train", "--use", str(bad))
    assert "kept aside: " in shown
    assert bad.exists()
    lost = tmp_path / "lost.weights"
    lost.write_bytes((folder / "aside/silo-4-3-any.1.weights").read_bytes())
    assert f"Error: {lost} took " in run("train", "--use", str(lost)).stderr
    assert len(list(folder.rglob("*.weights"))) == 1  # no copy of it
    folder.joinpath("silo-4-3-any.weights").write_bytes(bad.read_bytes())
    shown = output("train", "--use", str(good))
    assert "Against untested weights learned here on 20" in shown
    again = run("train", "--use", "aside/silo-4-3-any.1")
    assert again.exit_code == 1
    assert "and so is not shown to be better; --match GAMES tests it again" in again.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--list", "--use", "shipped"), "--list, --remove and --use exclude each other"),
        (("--use", "shipped"), "GAME is missing"),
        (("--remove", "nothing"), "there are no weights nothing in "),
        (("--use", "nothing"), "there are no weights nothing; `stackyard train --list` lists them"),
        ((), "GAME is missing"),
        (("-o", "size=4", "--list"), "GAME is missing"),
        ((*SMALL, "--match", "15"), "fewer than 16 games decide nothing"),
        ((*SMALL, "--workers", "2", "--executor", "dask:a"), "not for --executor"),
        ((*SMALL, "--executor", "moon"), "there is no executor 'moon'; the executors are"),
        (("silo", "--board", "size=4"), "at least two different boards and a file, as in"),
        ((*BOARDS, "--output", "x", "--match", "20"), "--match has no effect with --board: leave"),
        ((*BOARDS, "--list"), "--board has no effect with --list: leave it out"),
        ((*BOARDS, "--remove", "x"), "--board has no effect with --remove: leave it out"),
        ((*BOARDS, "--use", "shipped"), "--board has no effect with --use shipped: leave it out"),
        ((*SMALL, "--use", "x", "--output", "y"), "--output has no effect with --use x: leave it"),
        ((*SMALL, "--use", "x", "--workers", "2"), "--workers has no effect with --use x: leave"),
        ((*SMALL, "--use", "shipped", "--match", "20"), "--match has no effect with --use shipped"),
    ],
)
def test_what_makes_no_sense_is_refused(
    words: tuple[str, ...], sentence: str, refusal: Text
) -> None:
    assert sentence in refusal("train", *words)


def test_a_file_that_is_no_weights_is_never_used(run: Run, folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"nothing")
    for name in (str(path), str(tmp_path / "missing")):
        shown = run("train", "--use", name)
        assert shown.exit_code == 2
        assert name in shown.stderr
    assert not folder.exists()


def test_weights_disabled_cannot_be_trained_for_play(
    refusal: Text, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = taken_over(tmp_path / "good.weights", 1)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STACKYARD_WEIGHTS", "none")
    assert "name a file by --output" in refusal("train", *SMALL)
    assert "disables weights: unset it" in refusal("train", "--use", str(path), "--match", "0")
    assert not Path("none").exists()


@pytest.mark.parametrize("played", [0, 15])
def test_a_stopped_training_tells_what_is_kept(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, played: int
) -> None:
    def watched(self: PhaseProgress, what: str, done: int, total: int | None) -> None:
        if what == "games" and done == played:
            raise KeyboardInterrupt

    monkeypatch.setattr(PhaseProgress, "tell", watched)
    shown = run("train", *SMALL, *(("--games", "20") if played else ()))
    assert shown.exit_code == 130
    if played:
        told = "Stopped after 15 games: the weights after 14 are kept aside. "
        assert told + "`stackyard train --use aside/silo-4-1-any.1` tests them" in shown.stderr
        assert (folder / "aside/silo-4-1-any.1.weights").is_file()
    else:
        told = "no weights were written; the same command with --games 2000 continues."
        assert f"Stopped after no games: {told}" in shown.stderr
    assert not (folder / "silo-4-1-any.weights").exists()


def test_a_stopped_match_leaves_the_weights_aside(
    run: Run, output: Text, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*given: object) -> MatchResult:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("stackyard_engine.train.acceptance.play_match", stop)
        shown = run("train", *SMALL, "--games", "20")
    assert shown.exit_code == 130
    assert "The match was stopped: the weights are not used and kept aside." in shown.stderr
    assert "chances by weights learned on 9 boards together" in output(
        "analyse", *SMALL, "--simulations", "3"
    )
    assert "not tested" in output("train", "--list")


def test_weights_of_a_stopped_training_are_calibrated_before_their_match(
    run: Run,
    output: Text,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    decide: Callable[[float], None],
) -> None:
    def stop(*given: object) -> None:
        raise KeyboardInterrupt

    kept = "after 20 are kept aside. `stackyard train --use aside/silo-4-1-any.1` tests them"
    with monkeypatch.context() as patched:
        patched.setattr("stackyard_engine.train.trainer.calibration", stop)
        for _ in range(2):  # the second one goes on
            shown = run("train", *SMALL, "--games", "20")
            assert (shown.exit_code, kept in shown.stderr) == (130, True)
        patched.setattr("stackyard_engine.commands.train.calibration", stop)
        shown = run("train", "--use", "aside/silo-4-1-any.1")
        assert "The match was stopped: the weights are not used and kept aside" in shown.stderr
    assert not heading_of(folder / "aside/silo-4-1-any.1.weights").chances
    decide(20)
    output("train", "--use", "aside/silo-4-1-any.1")
    chances = heading_of(folder / "silo-4-1-any.weights").chances
    assert len(chances) == len(fields(Calibration))


def test_a_stopped_training_keeps_its_place_for_its_weights(
    run: Run, output: Text, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(self: PhaseProgress, what: str, *given: object) -> None:
        if what == "games":
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(PhaseProgress, "tell", stop)
        assert run("train", *SMALL, "--games", "10").exit_code == 130
    words = ("train", *SMALL, "--games", "10", "--match", "0")
    assert "aside/silo-4-1-any.2.weights" in output(*words, "--seed", "2")
    assert "aside/silo-4-1-any.1.weights" in output(*words)
    assert "aside/silo-4-1-any.3.weights" in output(*words)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(1, 6))
def test_ten_games_do_not_replace_the_shipped_weights(
    output: Text, folder: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr("stackyard_engine.train.match_test.LIMIT", Limit(simulations=50))
    shown = output("train", "silo", "--games", "10", "--seed", str(seed))
    assert "\nStill in use: the shipped weights.\n" in shown
    assert not list(folder.glob("*.weights"))
    assert "chances by learned weights, " in output("analyse", "silo", "--simulations", "50")


def test_levels_and_analyses_say_that_weights_were_learned_here(
    run: Run, output: Text, decide: Callable[[float], None]
) -> None:
    decide(20)
    output("train", *SMALL, "--games", "20")
    today = f"{datetime.now().astimezone():%Y-%m-%d}"
    words = f"weights learned here on {today}"
    assert f"chances by {words}, " in output("analyse", *SMALL, "--simulations", "1")
    for level, told in (("level:8", True), ("level:5", False)):
        played = run("play", *SMALL, "--second", level, "--no-keep", typed="quit\n")
        assert (f"{level.replace(':', ' ')} plays by {words}.\n" in played.stdout) == told


@pytest.mark.alone
def test_a_signal_keeps_the_weights_of_the_last_round(folder: Path) -> None:
    words = [sys.executable, "-m", "stackyard_cli", "train", *SMALL, "--games", "1000"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as program:
        until = time.monotonic() + PATIENCE
        while not list(folder.glob("aside/*.weights")):
            assert program.poll() is None
            assert time.monotonic() < until
            time.sleep(0.02)
        time.sleep(0.3)  # until the disk has it
        program.send_signal(signal.SIGTERM)
        _, errors = program.communicate(timeout=PATIENCE)
    (path,) = folder.glob("aside/*.weights")
    assert program.returncode == 143
    assert re.fullmatch(
        r"Stopped after [\d,]+ games: the weights after [\d,]+ are kept aside\. "
        r"`stackyard train --use aside/silo-4-1-any\.1` tests them and uses them if .* better;"
        r" the same command continues\.",
        errors.splitlines()[-1],
    )
    read_weights(path, load_game("silo", size=4, height=1))


def test_the_same_seed_writes_the_same_file(output: Text, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a", "b", "c")]
    for path, seed in zip(paths, ("1", "1", "2"), strict=True):
        output("train", *SMALL, "--games", "20", "--seed", seed, "--output", str(path))
    first, again, other = [path.read_bytes() for path in paths]
    assert first == again != other


@pytest.mark.nightly
def test_doubling_ends_when_it_does_not_pay_and_tells_the_curve(
    output: Text, answer: Answer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = {20: 1.0, 40: 0.5, 80: 0.375}  # by the games of the stronger side

    def pair(game: object, one: Side, *given: object) -> float:
        assert one.weights is not None
        return shares[int(one.weights.heading.report["games"])]

    monkeypatch.setattr("stackyard_engine.train.match_test.play_pair", pair)
    path = tmp_path / "taught"
    words = ("train", *SMALL, "--games", "10", "--until-flat", "--match", "20")
    shown = output(*words, "--output", str(path))
    found = [line for line in shown.splitlines() if "points against" in line]
    assert [line.partition(" Elo")[0] for line in found[1:]] == [
        "40 games: 10 of 20 points against 20, +0",
        "80 games: 7.5 of 20 points against 40, -80",
    ]
    assert re.match(r"20 games: 1[4-9] of 1[4-9] points against 10, .*; it pays\.", found[0])
    assert "\nTwo doublings in a row gained less than 20 Elo each.\n" in shown
    assert heading_of(path).report["games"] == 20
    as_json = answer(*words, "--output", str(path))
    assert [one["games"] for one in as_json["doublings"]] == [20, 40, 80]


def test_a_program_reads_it(answer: Answer, tmp_path: Path) -> None:
    path = tmp_path / "taught"
    found = answer("train", *SMALL, "--games", "20", "--output", str(path))
    assert found["game"] == "silo"
    assert (found["weights"], found["games"], found["file"]) == (28_928, 20, str(path))


def test_a_game_of_one_file_is_taught_as_well(output: Text) -> None:
    plugin = ROOT / "docs/authors/hexapawn.py"
    words = ("train", "hexapawn", "--games", "20", "--match", "0")
    shown = output("--plugin", str(plugin), *words)
    assert "\n20 games, " in shown
    again = f"`stackyard --plugin {plugin} train --use aside/hexapawn-3.1` tests them"
    assert again in shown.replace("\n", " ")


def test_weights_that_cannot_be_written_are_refused_with_a_sentence(
    refusal: Text, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    shown = refusal("train", *SMALL, "--games", "10", "--output", str(tmp_path / "file/w"))
    assert "cannot be written" in shown


def test_weights_of_no_use_are_told_of_and_play_goes_on(
    run: Run, folder: Path, decide: Callable[[float], None]
) -> None:
    decide(20)
    run("train", *SMALL, "--games", "20")
    path = folder / "silo-4-1-any.weights"
    path.write_bytes(path.read_bytes()[:-1])
    sentence = f"Warning: learned weights are not used: {path} is damaged: "
    analysed = run("analyse", *SMALL, "--simulations", "3")
    assert (analysed.exit_code, analysed.stderr.startswith(sentence)) == (0, True)
    played = run("play", *SMALL, "--second", "mcts:3", "--no-keep", typed="a\nquit\n")
    assert sentence in played.stdout + played.stderr
    assert played.exit_code == 0
    people = run("play", *SMALL, "--second", "human", "--no-keep", typed="quit\n")
    assert "learned" not in people.stdout + people.stderr


def test_boards_are_trained_together_into_a_file(
    output: Text, answer: Answer, tmp_path: Path
) -> None:
    path = tmp_path / "general"
    shown = output("train", *BOARDS, "--games", "20", "--output", str(path))
    assert re.match(r"20 games, \d+ positions, on 2 boards, 2 of them with exact results.", shown)
    assert shown.endswith(f"weights: {path} ({path.stat().st_size:,} bytes)\n")
    found = answer("train", *BOARDS, "--games", "20", "--output", str(path))
    assert found["boards"] == [{"size": 4, "height": 1}, {"size": 6, "height": 1}]


def test_boards_trained_together_have_the_same_other_options(refusal: Text, tmp_path: Path) -> None:
    other = ("--board", "size=4,goal=end", "--output", str(tmp_path / "general"))
    assert "differ in sizes and numbers alone" in refusal("train", *BOARDS, *other)
