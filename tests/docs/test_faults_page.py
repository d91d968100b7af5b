"""The page of faults lists the faults of the kit's tests, each with the sentence that it gets."""

from __future__ import annotations

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
from tests.plugins.kit.testing.faults import PAGE, documented
from tests.system.test_faulty_games import FOUND

FAULTS = {
    **test_faults_of_moves.FAULTS,
    **test_faults_of_keys.FAULTS,
    **test_faults_of_texts.FAULTS,
    **test_faults_of_display.FAULTS,
    **test_faults_of_matches.FAULTS,
    **test_faults_of_time.FAULTS,
}


def test_the_page_lists_all_faults_and_no_others() -> None:
    assert sorted(documented()) == sorted(FAULTS)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_stands_beside_its_test_and_its_words(name: str) -> None:
    test, sentence = documented()[name]
    fault = FAULTS[name]
    assert test == fault.test
    words = fault.words.replace("takes 2", "takes 20").replace("'999", "'999…")
    assert words.rstrip() in sentence


def test_what_both_builds_say_is_there() -> None:
    rows = PAGE.read_text("utf-8").partition("## Both builds")[2]
    for test, words in FOUND.values():
        assert re.search(rf"\| `test_{test}` \| {re.escape(words.rstrip())}", rows)
