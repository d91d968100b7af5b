from __future__ import annotations

from collections.abc import Callable

from stackyard import load_game

Text = Callable[..., str]


def test_it_shows_the_page_that_comes_with_the_game(output: Text) -> None:
    shown = output("rules", "silo")
    assert shown.startswith("# Silo\n")
    assert shown.rstrip() == load_game("silo").rules_page().rstrip()


def test_a_game_without_a_page_shows_what_its_class_says(toys: str, output: Text) -> None:
    assert output("--plugin", toys, "rules", "pairs") == (
        "# Pairs\n\nTake twice a turn, each time one counter or two; who takes the last wins.\n"
    )
