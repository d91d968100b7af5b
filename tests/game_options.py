"""Every value of every option of a game, on its smallest boards, and games of third parties."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import GAMES, ROOT

from stackyard.errors import OptionError
from stackyard.game import Game
from stackyard.options import Span, Value
from stackyard.plugins.registry import registry

AUTHORS = ROOT / "docs/authors"
THIRD_PARTY = {  # their names, and what STACKYARD_PLUGINS says of each
    "domineering": str(AUTHORS / "tutorial/domineering.py"),
    "dvonn": "stackyard_dvonn.plugin",  # with pieces that belong to neither player
    "lasca": "stackyard_lasca.plugin",  # with turns of several moves
}

WIDE = '''
from stackyard import GameInfo, hookimpl
from stackyard.boards import Board
from tests.toy_games import WalkGame, Spot

class WideWalk(WalkGame):
    """Go from letter to letter, far apart."""

    about = GameInfo("wide_walk", "Wide Walk", "Nobody", 2020, "Go from letter to letter.")
    graph = {"a": Spot(0, "b"), "b": Spot(1, "", 0)}

    def prepare(self):
        super().prepare()
        self.board = Board([(0, 0), (0, 70)], [(0, 1)], 1)

    def pieces(self, position):
        return {}

@hookimpl
def stackyard_register_games(register):
    register(WideWalk.about, WideWalk)
'''


def one_at_a_time(game_class: type[Game]) -> Iterator[dict[str, Value]]:
    """The options with one of them at each of its values, and the other numbers at their least."""
    least = {
        option.name: option.values[0]
        for option in game_class.options
        if isinstance(option.values, range)
    }
    for option in game_class.options:
        assert not isinstance(option.values, Span)
        for value in option.values:
            with suppress(OptionError):  # not together with the others
                game = game_class(**{**least, option.name: value})
                yield {name: chosen for name, chosen in game.settings.items() if chosen is not None}


def all_cases() -> list[tuple[str, dict[str, Value]]]:
    """The five games, each with its options one at a time."""
    return [(name, chosen) for name in GAMES for chosen in one_at_a_time(registry().game(name))]


def _case_name(case: object) -> str:
    """A game, or its options, in the name of a test."""
    return ",".join(map(str, case.values())) if isinstance(case, dict) else str(case)


def _cases() -> Iterator[Any]:
    for _, (first, *between, last) in groupby(all_cases(), key=itemgetter(0)):
        yield from (first, last)
        yield from (pytest.param(*case, marks=pytest.mark.nightly) for case in between)


# A test of the name and the options of a game: those between its first and its last by night.
every_option = pytest.mark.parametrize(("name", "options"), list(_cases()), ids=_case_name)


@pytest.fixture(scope="module")  # tests of other packages run in the same process
def third_party() -> Iterator[None]:
    """Games of third parties are found beside the five."""
    with pytest.MonkeyPatch.context() as patch:
        for name in THIRD_PARTY:
            patch.syspath_prepend(AUTHORS / "games" / name / "src")
        patch.setenv("STACKYARD_PLUGINS", ":".join(THIRD_PARTY.values()))
        registry.cache_clear()
        yield
    registry.cache_clear()


@pytest.fixture
def wide_walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a game whose board has too many columns for a tensor."""
    path = tmp_path / "wide_walk.py"
    path.write_text(WIDE, "utf-8")
    monkeypatch.setenv("STACKYARD_PLUGINS", str(path))
    registry.cache_clear()
    yield "wide_walk"
    registry.cache_clear()
