"""The notebook among the documents shows what its cells print today."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from tests.conftest import PATIENCE


@pytest.mark.nightly
@pytest.mark.filterwarnings("default")  # of the kernel's libraries
def test_the_outputs_of_the_notebook_are_those_of_today(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(tmp_path / "archive.sqlite3"))
    path = root / "docs/researchers/notebook.ipynb"
    stored = nbformat.read(path, as_version=4)
    run = nbformat.read(path, as_version=4)
    NotebookClient(run, timeout=PATIENCE, kernel_name="python3").execute(cwd=str(root))
    assert len(outputs(stored)) > 4
    message = f"look at it after: jupyter execute --inplace {path.relative_to(root)}"
    assert outputs(run) == outputs(stored), message


def outputs(notebook: Any) -> list[list[Any]]:
    """The outputs of each cell of code, without the numbers of the execution.

    Those of a cell tagged `varies` depend on the search and its speed, so only their kinds count.
    """
    return [
        [
            sorted(output.data) if "varies" in cell.metadata.get("tags", ()) else output.data
            for output in cell.outputs
        ]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]
