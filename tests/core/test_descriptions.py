from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stackyard.plugins.registry import registry

if TYPE_CHECKING:
    from tests.toy_games import Yard

PLUGIN = """
from stackyard import Option, hookimpl
from stackyard.descriptions import Exporter, Importer, PlayerKind
@hookimpl
def stackyard_register_{kind}s(register):
    register({described}, dict)
"""
DEEP = "Option({name!r}, 1, range(3), 'How far it looks.')"

FAULTS = [
    (
        "player",
        f"PlayerKind('deep', 'Dives.', ({DEEP.format(name='Max-Depth')},))",
        "ValueError: player deep has an option 'Max-Depth': write lower-case letters, digits and _",
    ),
    (
        "player",
        f"PlayerKind('deep', 'Dives.', ({DEEP.format(name='depth')}))",
        "ValueError: player deep has options that are no tuple of Option: Option('depth', 1, ",
    ),
    (
        "player",
        "PlayerKind('deep', 'Dives.', games=('silo'))",
        "TypeError: the games are a tuple of names, such as ('silo',), not 'silo'",
    ),
    (
        "exporter",
        "Exporter('form', 'Text.', ('.form'), 'text/plain')",
        "TypeError: the suffixes of exporter form are a tuple, not '.form'",
    ),
    (
        "importer",
        "Importer('form', 'Text.', ('.form'))",
        "TypeError: the suffixes of importer form are a tuple, not '.form'",
    ),
]


@pytest.mark.parametrize(("kind", "described", "words"), FAULTS)
def test_a_fault_of_a_description_is_told_its_author(
    kind: str, described: str, words: str, yard: Yard
) -> None:
    yard.install("bad", PLUGIN.format(kind=kind, described=described))
    (problem,) = registry().problems
    assert problem.plugin == "bad (bad 1.0)"
    assert problem.sentence.startswith(f"stackyard_register_{kind}s failed: {words}")
