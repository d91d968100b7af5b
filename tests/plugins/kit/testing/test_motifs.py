"""Motifs of a small game, each with one fault, and what the kit says of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stackyard.motifs import Motif
from stackyard_kit.testing import GameConformance

Made = Callable[..., type[GameConformance]]
Told = Callable[[Callable[[], object]], str]


def motif(words: Any) -> Motif:
    return Motif("taken", lambda game, before, after: words)


def test_sound_motifs_pass(conformance: Made, told: Told) -> None:
    sound = (motif("takes a counter"), Motif("nothing", lambda game, before, after: ""))
    assert told(conformance(game={"motifs": sound})().test_motifs) == ""


@pytest.mark.parametrize(
    ("motifs", "why"),
    [
        ((motif(None),), "it returns None, not a text"),
        ((motif("takes\na counter"),), "its words are one line of at most 120 characters"),
        ((motif("takes a counter."),), "its words go on a sentence, and end without a full stop"),
        ((motif("x"), motif("y")), "motifs need different names, not taken, taken"),
        (("taken",), "`motifs` holds something else than stackyard.motifs.Motif"),
    ],
)
def test_a_fault_of_a_motif_is_told(
    motifs: tuple[object, ...], why: str, conformance: Made, told: Told
) -> None:
    assert why in told(conformance(game={"motifs": motifs})().test_motifs)
