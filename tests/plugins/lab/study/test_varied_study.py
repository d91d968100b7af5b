"""Tests of studies of several variants, by the command, on games that take milliseconds."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

from stackyard import Archive, Record

Run = Callable[..., Result]
SILO = ("study", "silo", "-o", "height=1", "--executor", "threads:1", "--minutes", "0.001")
SMALL = (*SILO, "--player", "mcts:3", "--judge", "3")
GOALS = (*SMALL, "-o", "size=4", "--vary", "goal=any,end,home", "--search", "--budget", "48")


def records(archive: Archive) -> list[Record]:
    """The records of all games in the archive, without their turns."""
    found = [entry.record for entry in archive.entries(label="arena")]
    return [record for record in found if isinstance(record, Record)]


def compared(done: Result) -> Any:
    """The parts of a report that compare variants."""
    assert (done.exit_code, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    names = ("comparisons", "ranking", "given_up", "rounds", "left_out")
    return {name: report[name] for name in names}


@pytest.mark.nightly
def test_a_search_gives_the_same_from_the_archive_and_plays_nothing_twice(
    run: Run, archive: Archive
) -> None:
    first = compared(run(*GOALS, "--json"))
    labels = [record.id for record in records(archive)]
    assert compared(run(*GOALS, "--json")) == first
    again = [record.id for record in records(archive)]
    assert {*labels} <= {*again}
    assert [step["games"] for step in first["rounds"]] == [8, 20]
    assert sorted(first["ranking"] + first["given_up"]) == [0, 1, 2]
    assert first["rounds"][0]["given_up"] == first["given_up"]
    assert compared(run(*GOALS, "--json", "--no-keep")) == first


def test_variants_are_compared_by_games_of_the_same_numbers_and_seeds(
    run: Run, archive: Archive
) -> None:
    done = run(*SMALL, "--vary", "size=4,6", "--budget", "16", "--games", "2", "--json")
    report = json.loads(done.stdout)
    assert [comparison["difference"]["samples"] for comparison in report["comparisons"]] == [8] * 3
    seeds: dict[str, set[int]] = {}
    for record in records(archive):
        assert record.seed is not None
        seeds.setdefault(str(record.options), set()).add(record.seed)
    one, other = seeds.values()
    assert len(one & other) >= 4


def test_the_table_tells_the_best_what_was_given_up_and_what_was_left_out(run: Run) -> None:
    variants = ("--vary", "size=5,6,7", "--vary", "empty_reserve=loses,skip")
    words = ("study", "filo", "-o", "pieces=12", *variants, "--search")
    player = ("--player", "mcts:2", "--judge", "2", "--minutes", "0.001")
    done = run(*words, "--budget", "64", *player, "--executor", "threads:1")
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Left out: filo, option pieces: 12 checkers for each player do not")
    (given_up,) = [line for line in lines if line.startswith("Given up after 8 games each: size=")]
    assert given_up.count("; size=") == 1
    assert sum([line.startswith("size=") and " less " in line for line in lines]) == 1
    assert lines[-1].endswith(
        " study filo -o pieces=12 --vary size=5,6,7 --vary empty_reserve=loses,skip --search "
        "--budget 64 --minutes 0.001 --player mcts:2 --judge 2 --seed 1"
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("-o", "size=4", "--vary", "size=4,6"), "option size is set by -o and varied: give one"),
        (("--search",), "--search compares variants: name some, as in --vary size=4,6"),
        (("--budget", "40"), "--budget compares variants: name some, as in --vary size=4,6"),
        (("--vary", "size=4,6", "--budget", "7"), "7 games for 2 variants are too few: give 8 or"),
        (("--vary", "size=4,6", "--player", "random"), "random: depth is measured by doubling the"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_a_sentence(
    run: Run, words: tuple[str, ...], sentence: str
) -> None:
    refused = run(*SMALL, *words)
    assert refused.exit_code == 2 or sentence.startswith(("7", "random"))
    assert sentence in " ".join(refused.stderr.split())
    assert "Traceback" not in refused.stderr
