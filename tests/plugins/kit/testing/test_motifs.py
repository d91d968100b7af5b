"""Motifs of a small game, each with one fault, and what the kit says of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stackyard_coach.motifs import Motif
from stackyard_kit.testing import GameConformance

Made = Callable[..., type[GameConformance]]
Told = Callable[[Callable[[], object]], str]
Contribute = Callable[[str, object], None]


def motif(words: Any) -> Motif:
    return Motif("taken", lambda game, before, after: words)


def test_sound_motifs_pass(conformance: Made, told: Told, contribute: Contribute) -> None:
    sound = (motif("takes a counter"), Motif("nothing", lambda game, before, after: ""))
    contribute("motifs", sound)
    assert told(conformance()().test_motifs) == ""


@pytest.mark.parametrize(
    ("motifs", "why"),
    [
        ((motif(None),), "it returns None, not a text"),
        ((motif("takes\na counter"),), "its words are one line of at most 120 characters"),
        ((motif("takes a counter."),), "its words go on a sentence, and end without a full stop"),
        ((motif("x"), motif("y")), "two have one name: taken, taken"),
        (("taken",), "'taken' is no stackyard_coach.motifs.Motif"),
        (5, "5 is no sequence of stackyard_coach.motifs.Motif"),
        ((Motif(" ", lambda game, before, after: ""),), "' ' is no name of a motif"),
    ],
)
def test_a_fault_of_a_motif_is_told(
    motifs: object, why: str, conformance: Made, told: Told, contribute: Contribute
) -> None:
    contribute("motifs", motifs)
    assert why in told(conformance()().test_motifs)
