from __future__ import annotations

import pytest

from stackyard_coach.prompts.puzzle_progress import PuzzleProgress


def test_the_last_attempt_tells_whether_a_puzzle_is_solved() -> None:
    """A puzzle that was solved and is then failed is not solved any more."""
    progress = PuzzleProgress("silo", pytest.fail)
    for solved, failures in [(True, 0), (False, 1), (True, 1), (False, 2)]:
        progress.add("one", solved=solved)
        progress.add("other", solved=True)
        known = PuzzleProgress("silo", pytest.fail).read()
        assert (known["one"].solved, known["one"].failures) == (solved, failures)
        assert known["other"].solved
