"""The sound game passes every standard test, and each test is proved by a fault."""

from __future__ import annotations

import gc
import re

import pytest
from tests.plugins.kit.testing import (
    test_faults_of_display,
    test_faults_of_keys,
    test_faults_of_matches,
    test_faults_of_moves,
    test_faults_of_texts,
    test_faults_of_time,
)
from tests.plugins.kit.testing.faults import (
    Made,
    Told,
    code_by_colours,
    code_by_players,
    play_with_shared_memory,
)

from stackyard_kit.testing import GameConformance

EVERY = [
    module.FAULTS
    for module in (
        test_faults_of_moves,
        test_faults_of_keys,
        test_faults_of_texts,
        test_faults_of_display,
        test_faults_of_matches,
        test_faults_of_time,
    )
]

STANDARD = [name for name in vars(GameConformance) if name.startswith("test_")]

MAKING = {"test_making", "test_silence", "test_options", "test_starts", "test_rules_page"}

PROVED_ELSEWHERE = {
    "test_evaluate",
    "test_perft",
    "test_builds",
    "test_reference",
    "test_claims",
    "test_lesson",
    "test_motifs",
    "test_hooks",
    "test_knowledge",
    "test_puzzles",
} | MAKING


NOTHING_TO_CHECK = {
    "test_claims": "no plugin registers claims about the game",
    "test_hooks": "the game's plugin has no optional hook",
    "test_knowledge": "no plugin registers knowledge of the game",
    "test_lesson": "no plugin registers a lesson of the game",
    "test_motifs": "no plugin registers motifs of the game",
    "test_puzzles": "no plugin registers puzzles of the game",
    "test_playouts": "the game has no playout of its own, since its rules are not compiled",
    "test_reference": "no second source of the rules is named, as in reference = Judge()",
    "test_starts": "the game names no `starts`, and the class no `positions`",
    "test_evaluate": "the game's positions have no evaluate",
    "test_symmetries": "the game's positions have no symmetric_code",
}


@pytest.mark.parametrize("test", NOTHING_TO_CHECK)
def test_a_test_without_anything_to_check_says_so(test: str, conformance: Made) -> None:
    with pytest.raises(pytest.skip.Exception, match=re.escape(NOTHING_TO_CHECK[test])):
        getattr(conformance()(), test)()


def test_a_game_without_options_says_so(conformance: Made) -> None:
    tests = conformance(game={"options": ()})()
    with pytest.raises(pytest.skip.Exception, match="the game has no options"):
        tests.test_options()


@pytest.mark.parametrize(
    "test", sorted((set(STANDARD) - PROVED_ELSEWHERE | MAKING) - set(NOTHING_TO_CHECK))
)
def test_the_sound_game_passes(test: str, conformance: Made) -> None:
    getattr(conformance()(), test)()


def test_symmetric_codes_may_exchange_the_colours(conformance: Made) -> None:
    codes = {"code": code_by_colours, "symmetric_code": code_by_players}
    conformance(codes)().test_symmetries()


def test_a_game_that_only_repeats_itself_ends_as_a_match(conformance: Made) -> None:
    pass_on = {"play": lambda p, move: setattr(p, "player", 1 - p.player)}
    conformance(pass_on, longest=None, endless=True)().test_termination()


def test_shared_memory_is_found_at_the_same_place_each_time(conformance: Made, told: Told) -> None:
    tests = conformance({"play": play_with_shared_memory})()
    failures = {told(tests.test_threads) for _ in range(3)}
    assert len(failures) == 1
    assert "" not in failures


def test_the_interpreter_is_left_as_it_was(conformance: Made, told: Told) -> None:
    for position in ({}, {"play": play_with_shared_memory}):
        told(conformance(position)().test_threads)
        assert gc.isenabled()


def test_every_check_is_proved_by_a_fault() -> None:
    proved = {fault.test for faults in EVERY for fault in faults.values()}
    assert proved == set(STANDARD) - PROVED_ELSEWHERE
