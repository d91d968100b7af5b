from __future__ import annotations

from xml.etree import ElementTree

from stackyard.plugins.registry import load_game
from stackyard.position import DRAW, ONGOING
from stackyard_lab.study.heat_map import heat_map, in_words
from stackyard_lab.study.report import FirstMove


def move(cells: str, chance: float, proven: int = ONGOING) -> FirstMove:
    return FirstMove((cells,), tuple(cells.split()), chance, chance - 0.1, chance + 0.1, proven)


def test_a_cell_shows_the_best_chance_of_its_moves_with_its_interval() -> None:
    game = load_game("splay", side=2)
    found = heat_map(game, [move("a1 a2", 0.4), move("a1", 0.55), move("b1", 0.0, 1)])
    assert found is not None
    assert (found.low, found.high) == (0.4, 0.6)
    root = ElementTree.fromstring(found.svg)
    texts = [each.text for each in root.iter("text") if "chance" in (each.get("class") or "")]
    assert texts == ["55", "45–65", "40", "30–50", "loses"]
    shades = [each.get("class") for each in root.iter() if "heat" in (each.get("class") or "")]
    assert sorted(shade.split()[-1] for shade in shades if shade) == ["heat0", "heat0", "heat6"]
    assert "a1 55 % (45 to 65 %)" in (root.get("aria-label") or "")


def test_moves_without_cells_give_no_map() -> None:
    assert heat_map(load_game("splay", side=2), [move("", 0.5), move("z9", 0.5)]) is None


def test_proven_results_are_told_for_the_first_player() -> None:
    results = [in_words(move("a1", 0.5, winner)) for winner in (0, 1, DRAW)]
    assert results == ["wins", "loses", "draws"]
