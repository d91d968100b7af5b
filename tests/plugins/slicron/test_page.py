from __future__ import annotations

from stackyard_slicron.game import SlicronGame


def test_the_rules_page_comes_with_the_package_and_names_the_designer() -> None:
    page = SlicronGame().rules_page()
    assert page.startswith("# Slicron\n")
    assert "Saïd Galdseid" in page
    assert len(page.split()) > 500


def test_the_rules_page_says_what_is_ours_and_names_the_options() -> None:
    page = SlicronGame().rules_page()
    assert "These rulings are ours" in page
    for option in SlicronGame.options:
        assert f"`{option.name}`" in page
