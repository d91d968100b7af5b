from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from click.testing import Result
from tests.plugins.coach.commands.conftest import _own_archive, run

__all__ = ["_own_archive", "run"]

Run = Callable[..., Result]
PEOPLE = "play silo --first human --second human --plain --no-keep"


def test_a_game_goes_from_terminal_to_terminal_by_links(run: Run) -> None:
    one = run(*PEOPLE.split(), typed="c\nd\nlink\nq\n").output
    (link,) = re.findall(r"^stackyard play (silo,\S+)$", one, re.M)
    other = run("play", link, "--plain", "--no-keep", typed="c\nlink\nq\n").output
    assert "Going on after move 2: blue moves 2 checkers from d to c (d)" in other
    (second,) = re.findall(r"^stackyard play (silo,\S+)$", other, re.M)
    shown = run("replay", f"https://example.org/letter#{second}", typed="3\nq\n").output
    assert "3/3" in shown


def test_a_link_that_is_cut_short_is_told(run: Run) -> None:
    refused = run("play", "silo,B-FzC")
    assert refused.exit_code == 2
    assert refused.stderr == (
        "Error: this link is cut short or mistyped: copy it whole, or ask for it again\n"
    )


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        *[
            (link, "this is no link to a game; one reads GAME,CODE as in silo,B-FzCE")
            for link in (
                "https://example.org/letter#",
                "https://example.org/x/#/letter/silo",
                "silo,size=4",
                "silo,from=b%2F-",
            )
        ],
        ("silo,B-FzCE silo,B-FzCE", "these are 2 links; name one"),
    ],
)
def test_what_was_meant_as_a_link_is_told_as_one(run: Run, link: str, sentence: str) -> None:
    for command in ("play", "replay"):
        assert run(command, link).stderr == f"Error: {sentence}\n"


def test_the_link_of_a_match_that_is_over_leads_to_replay(run: Run) -> None:
    refused = run("play", "filo,BEAhF12")
    assert "the end of the match; `stackyard replay filo,BEAhF12` shows it" in refused.stderr
    assert "5/5" in run("replay", "filo,BEAhF12", typed="5\nq\n").output
