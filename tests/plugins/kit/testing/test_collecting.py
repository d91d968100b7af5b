"""The class under pytest itself: collected, skipped, refused, told how many games to play."""

from __future__ import annotations

from typing import Any

import pytest

from stackyard_kit.testing import GameConformance

pytest_plugins = ["pytester"]

STANDARD = [name for name in vars(GameConformance) if name.startswith("test_")]
EMPTY = 11  # of them have nothing to check in this game
FIVE_LINES = """
from stackyard_kit.testing import GameConformance
from share import ShareGame

class TestShare(GameConformance):
    game = ShareGame
    longest = 40
    perft = "perft.json"
"""
UNCOUNTED = FIVE_LINES.replace("perft = ", "left_out = {'test_perft': 'nobody has counted yet'} # ")


@pytest.fixture(autouse=True)
def yard() -> None:
    """Everything that is installed: pytest itself looks for its plugins."""


@pytest.fixture
def run(pytester: pytest.Pytester, share_source: str) -> Any:
    """Run pytest on a test file beside the game, with these arguments."""

    def run(tests: str, *arguments: str) -> pytest.RunResult:
        pytester.makepyfile(share=share_source, test_share=tests)
        pytester.path.joinpath("perft.json").write_text('[{"counts": [3, 9, 27]}]', "utf-8")
        return pytester.runpytest("-rs", *arguments)

    return run


@pytest.mark.parametrize("mode", [pytest.param("prepend", marks=pytest.mark.nightly), "importlib"])
def test_five_lines_are_collected_and_pass(
    mode: str, run: Any, monkeypatch: pytest.MonkeyPatch, pytester: pytest.Pytester
) -> None:
    monkeypatch.syspath_prepend(pytester.path)
    run(FIVE_LINES, f"--import-mode={mode}").assert_outcomes(
        passed=len(STANDARD) - EMPTY, skipped=EMPTY
    )


def test_a_test_that_is_left_out_is_shown_with_its_reason(run: Any) -> None:
    result = run(UNCOUNTED)
    result.assert_outcomes(passed=len(STANDARD) - EMPTY - 1, skipped=EMPTY + 1)
    result.stdout.fnmatch_lines(["SKIPPED*nobody has counted yet"])


@pytest.mark.nightly
def test_reasons_are_inherited_and_added_to(run: Any) -> None:
    more = """
class TestMore(TestShare):
    left_out = {"test_words": "told in another language"}
"""
    result = run(UNCOUNTED + more, "-k", "TestMore")
    result.assert_outcomes(
        passed=len(STANDARD) - EMPTY - 2, skipped=EMPTY + 2, deselected=len(STANDARD)
    )


def test_a_test_may_be_overridden_for_a_reason(run: Any) -> None:
    own = """
    left_out = {"test_words": "the words are checked by hand"}

    def test_words(self):
        print("by hand")

    def test_of_its_own(self):
        pass
"""
    result = run(FIVE_LINES + own, "-s", "-k", "words or own")
    result.assert_outcomes(passed=2, deselected=len(STANDARD) - 1)
    result.stdout.fnmatch_lines(["*by hand*"])


def test_a_test_that_is_overridden_without_a_reason_does_not_run(run: Any) -> None:
    own = """
    def test_words(self):
        print("by hand")
"""
    result = run(FIVE_LINES + own, "-s", "-k", "words or keys")
    result.assert_outcomes(passed=1, errors=1, deselected=len(STANDARD) - 2)
    result.stdout.fnmatch_lines(
        ["TestShare overrides test_words: give the reason, as in left_out*"]
    )
    result.stdout.no_fnmatch_line("*by hand*")


@pytest.mark.parametrize("name", ["test_word", "longest", "words"])
def test_a_reason_for_a_test_that_does_not_exist_is_a_failure(name: str, run: Any) -> None:
    result = run(f"{FIVE_LINES}    left_out = {{'{name}': 'a reason'}}\n", "-k", "words")
    result.assert_outcomes(errors=1, deselected=len(STANDARD) - 1)
    result.stdout.fnmatch_lines([f"left_out names '{name}', which is none of *test_words*"])


def test_a_class_that_names_no_game_is_told_to(run: Any) -> None:
    result = run(FIVE_LINES.replace("game = ", "play = "), "-k", "words")
    result.assert_outcomes(errors=1, deselected=len(STANDARD) - 1)
    result.stdout.fnmatch_lines(["say which game is tested, as in game = SiloGame"])


def test_a_failure_is_told_without_a_traceback_of_the_kit(run: Any) -> None:
    result = run(FIVE_LINES.replace("40", "4"), "-k", "termination")
    result.assert_outcomes(failed=1, deselected=len(STANDARD) - 1)
    result.stdout.fnmatch_lines(["the game is not over after 4 moves, *", "in ShareGame(*seed 0"])
    result.stdout.no_fnmatch_line("*samples.py*")
    result.stdout.no_fnmatch_line("*During handling*")


def test_an_error_of_the_game_is_told_with_its_traceback_and_the_seed(run: Any) -> None:
    broken = FIVE_LINES.replace("game = ShareGame", "game = Broken").replace(
        "class TestShare",
        "class Broken(ShareGame):\n"
        "    def describe(self, move, position):\n"
        "        return {}[move]\n\n"
        "class TestShare",
    )
    result = run(broken, "-k", "words")
    result.assert_outcomes(failed=1, deselected=len(STANDARD) - 1)
    result.stdout.fnmatch_lines(
        ["KeyError: *", "in Broken(*seed 0, ply 0:*", "*, in describe", "*return {}[[]move[]]"]
    )


PLAYED = """
from stackyard_kit.testing import GameConformance
from share import ShareGame

class TestShare(GameConformance):
    game = ShareGame

    def longest_for(self, game):
        print("asked for", game)
        return 40

    def test_what_is_played(self):
        for trial in self._trials():
            print("seeds", *[game.seed for game in trial.games], "of", trial)
"""


def test_the_games_and_their_seed_are_chosen_on_the_command_line(run: Any) -> None:
    result = run(PLAYED, "-s", "-k", "played")
    result.stdout.fnmatch_lines(["*seeds 0 1 of ShareGame(*"])
    result = run(PLAYED, "-s", "-k", "played", "--stackyard-games=3", "--stackyard-seed=0")
    result.stdout.fnmatch_lines(["*seeds 0 1 2 of ShareGame(*"])
    result = run(PLAYED, "-s", "-k", "played", "--stackyard-games=1", "--stackyard-seed=70")
    result.stdout.fnmatch_lines(["*seeds 70 of ShareGame(*"])


def test_the_class_says_how_many_games_it_wants(run: Any) -> None:
    result = run(f"{PLAYED}\n    games = 3\n    seed = 5\n", "-s", "-k", "played")
    result.stdout.fnmatch_lines(["*seeds 5 6 7 of ShareGame(*"])


def test_without_games_nothing_is_checked_and_that_is_told(run: Any) -> None:
    for words in ((f"{PLAYED}\n    games = 0\n",), (PLAYED, "--stackyard-games=0")):
        result = run(*words, "-k", "played")
        result.stdout.fnmatch_lines(["*games: 1 or more are played, not 0*"])


@pytest.mark.nightly
def test_the_kit_works_where_its_plugin_is_not_loaded(run: Any) -> None:
    result = run(UNCOUNTED, "-p", "no:stackyard")
    result.assert_outcomes(passed=len(STANDARD) - EMPTY - 1, skipped=EMPTY + 1)
