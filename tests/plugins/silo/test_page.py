from __future__ import annotations

from stackyard_silo.game import SiloGame


def test_the_rules_page_comes_with_the_package_and_names_the_designer() -> None:
    page = SiloGame().rules_page()
    assert page.startswith("# Silo\n")
    assert "Mark Steere" in page
    assert len(page.split()) > 200


def test_the_rules_page_says_what_is_a_reconstruction() -> None:
    assert "reconstruction" in SiloGame().rules_page()
    for goal in ("any", "end", "home"):
        assert f"`{goal}`" in SiloGame().rules_page()
