from __future__ import annotations

from stackyard_splay.game import SplayGame


def test_the_rules_page_comes_with_the_package_and_names_the_designer() -> None:
    page = SplayGame().rules_page()
    assert page.startswith("# Splay\n")
    assert "Greg Schmidt" in page
    assert len(page.split()) > 200


def test_the_rules_page_says_what_is_ours() -> None:
    page = SplayGame().rules_page()
    assert "what is ours" in page
    for option in SplayGame.options:
        assert f"`{option.name}`" in page
