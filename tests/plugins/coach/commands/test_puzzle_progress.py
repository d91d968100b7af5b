from __future__ import annotations

import pytest

from stackyard_coach.prompts.puzzle_progress import PuzzleProgress


def test_each_failure_of_a_puzzle_counts_and_a_solution_takes_none_back() -> None:
    progress = PuzzleProgress("silo", pytest.fail)
    for solved, failures in [(True, 0), (False, 1), (True, 1), (False, 2)]:
        progress.add("one", solved=solved)
        progress.add("other", solved=True)
        known = PuzzleProgress("silo", pytest.fail).read()
        assert (known["one"].failures, known["other"].failures) == (failures, 0)
