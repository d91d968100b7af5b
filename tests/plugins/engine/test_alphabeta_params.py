from __future__ import annotations

from typing import Any

import pytest

from stackyard_engine import AlphaBetaParams


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"window": -1}, "window is a whole number from 0, not -1"),
        ({"late": 2.5}, "late is a whole number from 0, not 2.5"),
        ({"margin": 10**9}, "margin is a whole number from 0, not 1000000000"),
        ({"positions": 0}, "positions is a whole number from 1, not 0"),
        ({"whole_turns": 1}, "whole_turns is True or False, not 1"),
    ],
)
def test_a_parameter_out_of_range_is_refused_by_name(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=f"^{words}$"):
        AlphaBetaParams(**given)
