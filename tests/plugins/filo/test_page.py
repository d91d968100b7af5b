from __future__ import annotations

from stackyard_filo.game import VARIANTS, FiloGame


def test_the_rules_page_comes_with_the_package_and_names_the_designer() -> None:
    page = FiloGame().rules_page()
    assert page.startswith("# F.I.L.O.\n")
    assert "Richard Hutnik" in page
    assert "Ralf Gering" in page
    assert len(page.split()) > 200


def test_the_rules_page_tells_every_option_and_what_is_ours() -> None:
    page = FiloGame().rules_page()
    for option in FiloGame.options:
        assert f"`{option.name}`" in page
    for variant in VARIANTS:
        assert f"`{variant}`" in page
    assert "what is ours" in page
