"""The page of metrics has the table of coverage that its program prints."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest


def rows(root: Path, columns: int) -> list[list[str]]:
    """The rows of the table on the page with so many columns."""
    page = (root / "docs/designers/metrics.md").read_text("utf-8")
    lines = re.findall(r"(?m)^\| (.+) \|$", page)
    return [row for line in lines if len(row := line.split(" | ")) == columns][1:]


def test_no_interval_of_the_table_ever_missed_in_more_than_five_of_a_hundred_studies(
    root: Path,
) -> None:
    table = rows(root, 5)
    assert len(table) >= 8
    for row in table:
        assert float(row[1].rstrip("%")) <= 5, row
        assert float(row[2].rstrip("%")) > 10, row


def test_the_simulation_prints_the_rows_of_the_page(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = runpy.run_path(str(root / "docs/researchers/coverage.py"))
    program["main"](["--runs", "2", "--games", "30"])
    printed = [line.strip("| ").split(" | ")[0] for line in capsys.readouterr().out.splitlines()]
    assert printed[2:] == [row[0] for row in rows(root, 5)]
