from __future__ import annotations

import pytest

from stackyard.text import in_one_line, nearest, printable

OBEYED = [*range(9), 0xB, 0xC, *range(0xE, 0x20), *range(0x7F, 0xA0)]
TURNING = [*range(0x202A, 0x202F), *range(0x2066, 0x206A)]


def test_what_would_be_obeyed_is_a_question_mark() -> None:
    for letter in map(chr, [*OBEYED, *TURNING, 0xD800, 0xDFFF]):
        assert printable(f"a{letter}b") == "a?b"
        assert in_one_line(f"a{letter}b") in {"a?b", "a b"}


def test_a_return_is_shown_at_the_end_of_a_line_alone() -> None:
    assert printable("good\rbad\r\n") == "good?bad\r\n"


@pytest.mark.parametrize(
    "text", ["", "a\n\tb\n", "Saïd – 5 × 5", "שלום\u200f", "日本\u3000語", "👩\u200d🚀", "a\xa0b"]
)
def test_all_that_people_write_stays(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\t", "\x0b", "\x0c", "\x85", "\u2028", "\n\n"])
def test_one_line_has_blanks_for_ends_of_lines(end: str) -> None:
    assert in_one_line(f"a{end}b  c") == "a b  c"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("pit", "pit_of_pillars"),
        ("Pillars", "pit_of_pillars"),
        ("pit of pillars", "pit_of_pillars"),
        ("F.I.L.O.", "filo"),
        ("spaly", "splay"),
        ("chess", ""),
        ("", ""),
        ("...", ""),
    ],
)
def test_the_name_that_was_meant_is_found(typed: str, meant: str) -> None:
    assert nearest(typed, ["filo", "pit_of_pillars", "silo", "splay"]) == meant
