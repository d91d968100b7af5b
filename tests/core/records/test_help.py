"""The help noted in memos."""

from __future__ import annotations

import pytest

from stackyard.records.help import Help, read_help


def test_help_is_counted_and_read_back() -> None:
    memo = Help().plus(hints=1).plus(takebacks=2).memo()
    assert read_help(memo) == Help(1, 2)
    assert read_help(memo).plus(hints=1).memo() == Help(2, 2).memo()


def test_a_match_without_help_has_no_memo() -> None:
    assert Help().memo() == ""
    assert not Help()


@pytest.mark.parametrize("memo", ["", "[]", "no JSON", '{"hints":"many"}', '{"offer":0}'])
def test_memos_of_other_programs_hold_no_help(memo: str) -> None:
    assert read_help(memo) == Help()


def test_help_is_found_among_the_data_of_a_page() -> None:
    assert read_help('{"offer":0,"hints":3}') == Help(hints=3)
