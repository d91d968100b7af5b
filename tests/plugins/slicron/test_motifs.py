"""The words of Slicron's motifs for turns whose effect can be read off the position texts."""

from __future__ import annotations

import pytest
from tests.plugins.motifs import words_of

from stackyard_slicron.game import SlicronGame


@pytest.mark.parametrize(
    ("side", "position", "move", "words"),
    [
        (
            4,
            "2b1/5/w2b2/2b4/w1b3/4w/w3 b -",
            "g7",
            {
                "making a path": "makes a path of 2 stones from g6 to g7",
                "closing or opening cells": "closes 4 cells to black",
                "taking stones off": "",
            },
        ),
        (
            4,
            "wwbb/b3w/bwwbb1/w2bwwb/bwwwwb/bw3/wbbb w -",
            "e7 xc5",
            {"taking stones off": "takes 2 white stones off"},
        ),
        (
            4,
            "w1bb/w4/w2b1b/b1bb1b1/w1bb1w/w3w/w3 b -",
            "b3",
            {"leaving few cells": "leaves white 7 cells to place on"},
        ),
        (
            5,
            "wb2w/b1bww1/w3bbb/2b1b2w/1wbb2b2/2w1w1bw/1b1wbw1/1bwb2/w1w2 w -",
            "d2",
            {
                "cutting a path": "keeps black from joining two groups on d2",
                "joining groups": "joins 2 white groups",
            },
        ),
        (
            5,
            "1w1w1/1wbwb1/1b1w1b1/b2wbw1w/1bww3b1/w2bb1b1/b1bwwwb/bww1b1/wb2b w -",
            "e1",
            {
                "cutting a path": "keeps black from a path between e1 and f2",
                "staying clear of the edge": "",
                "using a shared cell": "fills a cell open to both sides "
                "(white keeps 1 that black cannot use)",
                "keeping more cells open": "leaves more cells open to white than to black "
                "(24 to 23)",
            },
        ),
        (
            4,
            "1b1b/b4/w1b1w1/3w1wb/1bb1ww/1w3/1wbb w -",
            "f4",
            {"cutting a path": "keeps black from a path through f4 between f3 and g5"},  # not by g4
        ),
        (
            5,
            "5/6/5b1/4b3/5w3/8/1w5/1w4/5 b -",
            "e4",
            {
                "linking groups": "links up with f6 by two cells of which white can fill only one",
                "staying clear of the edge": "leaves the black stone 3 steps from the edge, "
                "so that no path closes cells to black yet",
            },
        ),
        (
            5,
            "5/6/4w2/8/4w4/2bw4/7/3b2/b4 b -",
            "e4",
            {
                "linking groups": "",
                "staying clear of the edge": "leaves the black group 2 steps from the edge, "
                "so that no path closes cells to black yet",
            },
        ),
        (
            5,
            "3w1/6/1b3b1/8/2w6/w5b1/2b4/3b2/4w w -",
            "f2",
            {"linking groups": ""},  # f3 for black, and the other cell makes a path
        ),
        (
            5,
            "5/b5/1b5/2bb4/bb2b4/2bb4/bb5/1b4/1b3 b -",
            "e3",
            {
                "shortening a path": "shortens the path from a2 to h4 from 10 stones to 8",
                "taking stones off": "takes 3 black stones off",
            },
        ),
    ],
)
def test_the_words_of_a_turn(side: int, position: str, move: str, words: dict[str, str]) -> None:
    found = words_of(SlicronGame(side=side), position, move)
    assert {name: found.get(name, "") for name in words} == words


def test_by_the_revised_rules_a_path_that_is_cut_could_have_stood() -> None:
    """Through d5, a third edge stone, no path from e3 could."""
    found = words_of(SlicronGame(side=3, rules="revised"), "1bw/1wbb/2wb1/bw2/3 w -", "e3")
    assert found["cutting a path"] == "keeps black from a path between e3 and e4"
