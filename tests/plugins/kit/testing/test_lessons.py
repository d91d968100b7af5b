"""Lessons of a small game, each with one fault, and what the kit says of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stackyard_kit.testing import GameConformance

Made = Callable[..., type[GameConformance]]
Told = Callable[[Callable[[], object]], str]
Contribute = Callable[[str, object], None]
Said = Callable[..., str]

# Share: white and black take one to three counters twice a turn; more of them win.
BY_PLUGIN = "the lesson of share by plugin share (tested) (share (tested))"
SOUND = """\
opening = "Take counters."
closing = "That is all."
options = { counters = 4 }

[[steps]]
title = "Take"
text = "Take `three`, then one."
moves = ["three one"]
otherwise = "Take three."
hint = "First `three`."

[[steps]]
title = "Too many"
text = "Two counters are left: take both."
position = "2 1,1 w"
moves = ["two"]
wrong = { one = "Take both." }
impossible = { three = "Count them." }

[[steps]]
title = "Win"
text = "Take more than Black."
win = true
solution = "three one"
"""


@pytest.fixture
def said(conformance: Made, told: Told, contribute: Contribute) -> Said:
    """The kit's words about the sound lesson with one change."""

    def said(old: str = "", new: str = "") -> str:
        assert old in SOUND
        text = SOUND.replace(old, new, 1)
        contribute("lessons", lambda: text)
        return told(conformance()().test_lesson)

    return said


def test_a_sound_lesson_passes(said: Said) -> None:
    assert said() == ""


def test_a_lesson_that_cannot_be_had_is_told(
    conformance: Made, told: Told, contribute: Contribute
) -> None:
    contribute("lessons", "share/lesson.toml")
    assert "share/lesson.toml cannot be read" in told(conformance()().test_lesson)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            'solution = "three one"',
            'solution = "one one"',
            "one one does not do what the step asks for: it is judged as lost",
        ),
        ('moves = ["three one"]', 'moves = ["three one one"]', "goes on after the step has ended"),
        (
            'moves = ["two"]',
            'moves = ["three"]',
            "judged as refused. there are not so many counters",
        ),
        ('position = "2 1,1 w"', 'position = "2 1,2 w"', "the lesson of share, step 2: 5 counters"),
        (
            'wrong = { one = "Take',
            'wrong = { three = "Take',
            "three stands in `wrong`, for moves that are legal but not wanted: it is",
        ),
        ("impossible = { three", "impossible = { one", "one is named as impossible, but the rules"),
        ('otherwise = "Take three."', "", "no reason is given: name it in `wrong`"),
        ("First `three`", "First `four`", "`four` in a text is neither a cell nor a move"),
        ("Count them.", "Count them. " * 50, "characters, at most 450 fit"),
        ("win = true", 'moves = ["three one"]', "the last step is a small game to win"),
        ('title = "Take"', "", f"{BY_PLUGIN} cannot be read: "),
    ],
)
def test_a_fault_is_named_with_its_step(said: Said, old: str, new: str, why: str) -> None:
    assert why in said(old, new)


def test_a_lesson_has_three_to_six_steps(said: Said) -> None:
    begin, end = SOUND.index("[[steps]]"), SOUND.rindex("[[steps]]")
    assert "the lesson has 1 steps; 3 to 6 are expected" in said(SOUND[begin:end], "")
