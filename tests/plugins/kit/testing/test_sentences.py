"""The file of sentences holds the faults of the tests, each with the test that finds it."""

from __future__ import annotations

import pytest
from tests.plugins.kit.testing import (
    test_faults_of_display,
    test_faults_of_keys,
    test_faults_of_matches,
    test_faults_of_moves,
    test_faults_of_texts,
    test_faults_of_time,
)
from tests.plugins.kit.testing.faults import sentences

FAULTS = {
    **test_faults_of_moves.FAULTS,
    **test_faults_of_keys.FAULTS,
    **test_faults_of_texts.FAULTS,
    **test_faults_of_display.FAULTS,
    **test_faults_of_matches.FAULTS,
    **test_faults_of_time.FAULTS,
}


def test_each_fault_has_a_sentence_on_file_and_no_other_is_there() -> None:
    assert sorted(sentences()) == sorted(FAULTS)


@pytest.mark.parametrize("name", FAULTS)
def test_the_words_of_a_fault_are_in_its_sentence(name: str) -> None:
    test, sentence = sentences()[name]
    fault = FAULTS[name]
    assert test == fault.test
    words = fault.words.replace("takes 2", "takes 20").replace("'999", "'999…")
    assert words.rstrip() in sentence
