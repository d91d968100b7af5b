"""Two toy games and a pretended environment to install plugins in: core is tested alone."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import Distribution, DistributionFinder, MetadataPathFinder
from pathlib import Path
from string import ascii_lowercase
from textwrap import dedent
from typing import Any, ClassVar

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from stackyard.boards import Row
from stackyard.descriptions import GameInfo
from stackyard.errors import NotationError, PositionError, Refusal
from stackyard.game import Game
from stackyard.plugins import discovery
from stackyard.plugins.entry_points import Package, packages
from stackyard.plugins.registry import registry
from stackyard.position import DRAW, ONGOING, Position, uniform
from stackyard.scenes import Piece


@dataclass(frozen=True)
class Spot:
    """A place of a Walk: who acts there, where he can go, whether the game ends there."""

    player: int
    to: str = ""
    winner: int = ONGOING
    mid_turn: bool = False


def read_spot(text: str) -> tuple[str, Spot]:
    """Read `a 0 bc`, `a 0 mid bc`, `a 0 won 1` or `a 0 drawn`."""
    name, player, *rest = text.split()
    match rest:
        case ["drawn"]:
            return name, Spot(int(player), winner=DRAW)
        case ["won", winner]:
            return name, Spot(int(player), winner=int(winner))
        case ["mid", to]:
            return name, Spot(int(player), to, mid_turn=True)
        case [to]:
            return name, Spot(int(player), to)
        case _:
            raise ValueError(text)


class Walk:
    """A position: somebody stands on a letter; a move is the letter to go to."""

    def __init__(self, graph: Mapping[str, Spot], at: str) -> None:
        self.graph = graph
        self.stand(at)

    def stand(self, at: str) -> None:
        spot = self.graph[at]
        self.at = at
        self.player: i64 = spot.player
        self.winner: i64 = spot.winner
        self.mid_turn = spot.mid_turn

    def copy(self) -> Walk:
        return Walk(self.graph, self.at)

    def legal_moves(self) -> vec[i64]:
        return vec[i64]([ascii_lowercase.index(letter) for letter in self.graph[self.at].to])

    def random_move(self, bits: i64) -> i64:
        return uniform(self.legal_moves(), bits)

    def play(self, move: i64) -> None:
        self.stand(ascii_lowercase[move])

    def key(self) -> str:
        return self.at


class WalkGame(Game):
    """Go from letter to letter."""

    about = GameInfo("walk", "Walk", "Nobody", 2020, "Go from letter to letter.")
    graph: ClassVar[Mapping[str, Spot]]

    def prepare(self) -> None:
        self.board = Row(26)
        self.move_space = 26

    def initial(self) -> Walk:
        return Walk(self.graph, next(iter(self.graph)))

    def parse_position(self, text: str) -> Walk:
        if text not in self.graph:
            raise PositionError(f"there is no spot {text}")
        return Walk(self.graph, text)

    def format_position(self, position: Position) -> str:
        assert isinstance(position, Walk)
        return position.at

    def read_move(self, text: str) -> int:
        if text not in self.board.names:
            raise NotationError(f"{text!r} is no letter")
        return self.board.cell(text)

    def format_move(self, move: int, position: Position) -> str:
        return self.board.names[move]

    def refusal(self, move: int, position: Position) -> Refusal:
        here, there = self.format_position(position), self.board.names[move]
        return Refusal("no-way", f"no way leads from {here} to {there}", [move])

    def pieces(self, position: Position) -> dict[int, tuple[Piece, ...]]:
        here = self.board.cell(self.format_position(position))
        return {here: (Piece(int(position.player), "wb"[int(position.player)]),)}


WalkMaker = Callable[..., WalkGame]


INSTALLED = {"stackyard-core", "stackyard-engine"}


@pytest.fixture
def walk() -> WalkMaker:
    """`walk("a 0 bc", "b 1 won 0", …)`: a game on that graph, which begins at the first spot."""

    def make(*spots: str) -> WalkGame:
        graph = dict(map(read_spot, spots))
        made: WalkGame = type("ThisWalk", (WalkGame,), {"graph": graph})()
        return made

    return make


@pytest.fixture
def known_walk(walk: WalkMaker, yard: Yard) -> WalkMaker:
    """Like `walk`, and the last one made can be loaded by its name, with these attributes."""
    yard.write("walk_games.py", "")
    yard.install(
        "walks",
        """
        from stackyard import GameInfo, hookimpl
        ABOUT = GameInfo("walk", "Walk", "Nobody", 2020, "Go from letter to letter.")
        @hookimpl
        def stackyard_register_games(register):
            register(ABOUT, "walk_games:WalkGame")
        """,
        version="1.2",
    )

    def make(*spots: str, **attributes: object) -> WalkGame:
        kind = type("KnownWalk", (type(walk(*spots)),), attributes)
        importlib.import_module("walk_games").__dict__["WalkGame"] = kind
        made: WalkGame = kind()
        return made

    return make


class Heap:
    """A position: a heap of counters; take one to three, and the last one to win."""

    def __init__(self, left: int, player: int) -> None:
        self.left = left
        self.player: i64 = player
        self.winner: i64 = ONGOING if left else 1 - player
        self.mid_turn = False

    def copy(self) -> Heap:
        return Heap(self.left, int(self.player))

    def legal_moves(self) -> vec[i64]:
        return vec[i64](list(range(1, min(3, self.left) + 1)))

    def random_move(self, bits: i64) -> i64:
        return uniform(self.legal_moves(), bits)

    def play(self, move: i64) -> None:
        self.left -= move
        if not self.left:
            self.winner = self.player
        self.player = 1 - self.player

    def key(self) -> tuple[int, int]:
        return self.left, int(self.player)


HeapMaker = Callable[..., Heap]


@pytest.fixture
def heap() -> HeapMaker:
    """`heap(counters, player=0)`: a position."""

    def make(counters: int, player: int = 0) -> Heap:
        return Heap(counters, player)

    return make


class Yard:
    """An environment in which core is installed and nothing else, until a test adds it."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._patch = patch

    def install(
        self,
        distribution: str,
        source: str,
        *,
        points: str = "",
        requires: Iterable[str] = (),
        version: str = "1.0",
    ) -> None:
        """Install one module, named as the distribution with underscores.

        `points` are lines such as `walk = walk_plugin`; without, there is one that names the
        module as the module is named.
        """
        module = distribution.replace("-", "_")
        self.write(f"{module}.py", source)
        info = f"{module}-{version}.dist-info"
        lines = ["Metadata-Version: 2.1", f"Name: {distribution}", f"Version: {version}"]
        lines += [f"Requires-Dist: {line}" for line in requires]
        self.write(f"{info}/METADATA", "\n".join(lines) + "\n")
        points = points or f"{module} = {module}"
        self.write(f"{info}/entry_points.txt", f"[stackyard]\n{points}\n")
        self.look_again()

    def write(self, path: str, text: str) -> Path:
        """Write a file in the folder that is first on sys.path."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text), "utf-8")
        return file

    def use(self, *plugins: str | Path) -> None:
        """Name plugins in STACKYARD_PLUGINS."""
        self._patch.setenv("STACKYARD_PLUGINS", os.pathsep.join(map(str, plugins)))
        self.look_again()

    def use_file(self, name: str, source: str) -> None:
        """Write a plugin of one file and name it in STACKYARD_PLUGINS, after those before it."""
        path = self.write(f"files/{name}.py", source)
        known = os.environ.get("STACKYARD_PLUGINS", "")
        self.use(*filter(None, known.split(os.pathsep)), path)

    def look_again(self) -> None:
        """Let core forget what it has found."""
        importlib.invalidate_caches()
        registry.cache_clear()

    def module(self, plugin: str) -> Any:
        """The loaded module of a plugin."""
        (module,) = [p.module for p in registry().providers if p.name == plugin and p.module]
        return module


@pytest.fixture
def yard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Yard]:
    """Core and the engine, whatever is installed beside them."""
    folder = tmp_path / "site"
    folder.mkdir()
    real = MetadataPathFinder.find_distributions

    def find(
        context: DistributionFinder.Context = DistributionFinder.Context(),  # noqa: B008
    ) -> Iterator[Distribution]:
        here = DistributionFinder.Context(name=context.name, path=[str(folder)])
        yield from real(here)
        for distribution in real(context):
            if "Name" in distribution.metadata and distribution.name in INSTALLED:
                yield distribution

    def listed() -> Iterator[Package]:
        for package in packages():
            if package.folder.startswith(str(folder)) or package.name in INSTALLED:
                yield package

    monkeypatch.setattr(MetadataPathFinder, "find_distributions", find)
    monkeypatch.setattr(discovery, "packages", listed)
    monkeypatch.syspath_prepend(folder)
    for name in ("PLUGINS", "NO_PLUGINS", "TRACE_HOOKS", "STRICT"):
        monkeypatch.delenv(f"STACKYARD_{name}", raising=False)
    registry.cache_clear()
    before = set(sys.modules)
    yield Yard(folder, monkeypatch)
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", None)).startswith(str(tmp_path)):
            del sys.modules[name]
    registry.cache_clear()
