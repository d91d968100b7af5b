"""Links between the documents lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.conftest import GAMES, ROOT

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")


def test_a_link_leads_to_a_file(page: Path) -> None:
    prose = re.sub(r"(?ms)^```.*?^```$", "", page.read_text("utf-8"))
    targets = [target for target in LINK.findall(prose) if "://" not in target]
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert not missing


@pytest.mark.parametrize("game", GAMES)
def test_the_site_in_the_documentation_is_named_below_the_rules(game: str) -> None:
    """`nox -s playable-docs` puts it there."""
    text = (ROOT / "docs/games" / f"{game}.md").read_text("utf-8")
    assert f'rules.md\n```\n\n:::{{only}} play\n<a href="../play/#/games/{game}">Play ' in text
