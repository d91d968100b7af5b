"""Every example of every document runs and prints what the document says."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs.conftest import LONG, RunExamples


def test_the_examples_of_a_page_print_what_it_says(page: Path, run_examples: RunExamples) -> None:
    failures = run_examples(page, long=False)
    assert not failures, "\n\n".join(failures)


@pytest.mark.nightly
def test_so_do_those_that_take_seconds(page: Path, run_examples: RunExamples) -> None:
    if not LONG.search(page.read_text("utf-8")):
        pytest.skip("it has none")
    failures = run_examples(page)
    assert not failures, "\n\n".join(failures)


@pytest.mark.parametrize(
    "block",
    [
        "```console\n$ stackyard perft silo 1\n4\n```\n",
        "```console\n$ stackyard perft silo 1\n3\n$ stackyard perft silo 2\n8\n```\n",
        "```console\n$ ls\n…\n```\n",
        "```console\nperft\n```\n",
        "```python\n>>> 1 + 1\n3\n```\n",
        "```python\nprint('in no file')\n```\n",
    ],
)
def test_an_example_that_is_wrong_is_noticed(
    block: str, tmp_path: Path, run_examples: RunExamples
) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# A page\n\n{block}", "utf-8")
    assert len(run_examples(page)) == 1


def test_an_example_that_is_right_passes(tmp_path: Path, run_examples: RunExamples) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "```console\n$ stackyard perft silo 1\n3\n$ stackyard --version\nstackyard, …\n```\n\n"
        "```python\n>>> import stackyard\n>>> stackyard.load_game('silo').title\n'Silo'\n```\n",
        "utf-8",
    )
    assert run_examples(page) == []
