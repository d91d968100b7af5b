"""The page of faults lists the faults of the kit's tests, each beside the test that finds it."""

from __future__ import annotations

import re
from pathlib import Path

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


def test_the_page_lists_all_faults_beside_their_tests_and_no_others(root: Path) -> None:
    page = (root / "docs/authors/faults.md").read_text("utf-8")
    table = page.partition("| test | faults |")[2].partition("\n\n")[0]
    rows = re.findall(r"(?m)^\| `(test_\w+)` \| (.+) \|$", table)
    listed = {(fault, test) for test, faults in rows for fault in faults.split("; ")}
    assert listed == {(name, fault.test) for name, fault in FAULTS.items()}


def test_each_fault_has_a_sentence_on_file_and_no_other_is_there() -> None:
    assert sorted(sentences()) == sorted(FAULTS)


@pytest.mark.parametrize("name", FAULTS)
def test_the_words_of_a_fault_are_in_its_sentence(name: str) -> None:
    test, sentence = sentences()[name]
    fault = FAULTS[name]
    assert test == fault.test
    words = fault.words.replace("takes 2", "takes 20").replace("'999", "'999…")
    assert words.rstrip() in sentence
