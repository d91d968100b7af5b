from __future__ import annotations

import re
from collections.abc import Callable

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
