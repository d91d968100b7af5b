"""Links between the documents lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")


def test_a_link_leads_to_a_file(page: Path) -> None:
    prose = re.sub(r"(?ms)^```.*?^```$", "", page.read_text("utf-8"))
    targets = [target for target in LINK.findall(prose) if "://" not in target]
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert not missing
