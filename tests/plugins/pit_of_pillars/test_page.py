from __future__ import annotations

from stackyard_pit_of_pillars.game import PitOfPillarsGame


def test_the_rules_page_comes_with_the_package_and_names_the_designer() -> None:
    page = PitOfPillarsGame().rules_page()
    assert page.startswith("# Pit of Pillars\n")
    assert "Christian Freeling" in page
    assert len(page.split()) > 200


def test_the_rules_page_says_what_is_a_ruling_of_ours() -> None:
    page = PitOfPillarsGame().rules_page()
    assert "ours" in page
    for word in ("plays-on", "loses", "size", "self_elimination"):
        assert f"`{word}`" in page
