"""Traits of scenes that are read from attributes, against the scenes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from stackyard import load_game
from stackyard.boards import Square
from stackyard.cells import pairs
from stackyard.game import Game
from stackyard.position import ONGOING, uniform
from stackyard.rng import Rng
from stackyard.scenes import Piece, Tray
from stackyard_engine.eval import derivation
from stackyard_engine.eval.derivation import reading_of
from stackyard_engine.eval.scene_features import SceneFeatures, piece_kinds

SIDE = 3
MEN = 12


class Heaps:
    """Men are put on any cell, on top of others, until none is left; `store` keeps the cells."""

    def __init__(self, store: Callable[[list[list[int]]], dict[str, Any]]) -> None:
        self._cells: tuple[list[int], ...] = tuple([] for _ in range(SIDE**2))
        self.store = store
        self.player = 0
        self.winner = ONGOING
        self.mid_turn = False
        self.left = MEN
        self.__dict__ |= store([*self._cells])

    def copy(self) -> Heaps:
        other = Heaps(self.store)
        other._cells = tuple([[*cell] for cell in self._cells])
        other.__dict__ |= {
            name: value for name, value in self.__dict__.items() if name not in ("_cells", "store")
        }
        return other

    def legal_moves(self) -> list[int]:
        return [] if self.winner != ONGOING else [*range(SIDE**2)]

    def random_move(self, bits: int) -> int:
        return uniform(self.legal_moves(), bits)

    def play(self, move: int) -> None:
        self._cells[move].append(self.player)
        self.left -= 1
        self.winner = ONGOING if self.left else 0
        self.player = 1 - self.player
        self.__dict__ |= self.store([*self._cells])

    def pieces(self) -> Mapping[int, tuple[Piece, ...]]:
        return {
            cell: tuple([Piece(player, "wb"[player]) for player in men])
            for cell, men in enumerate(self._cells)
            if men
        }


def tops(cells: list[list[int]], player: int) -> list[int]:
    return [cell for cell, men in enumerate(cells) if men and men[-1] == player]


def bits(cells: list[int]) -> int:
    return sum([2**cell for cell in cells])


def packed(men: list[int]) -> int:
    return int("1" + "".join(map(str, men)), 2)


def heights(cells: list[list[int]]) -> vec[i64]:
    return vec[i64]([len(men) for men in cells])


def turned(cell: int) -> int:
    """The number of a cell where columns are counted first, with a margin."""
    row, column = divmod(cell, SIDE)
    return 5 + (SIDE + 1) * column + row


WAYS: dict[str, Callable[[list[list[int]]], dict[str, Any]]] = {
    "sets and heights": lambda cells: {
        "white": bits(tops(cells, 0)),
        "black": bits(tops(cells, 1)),
        "heights": heights(cells),
    },
    "stacks": lambda cells: {"stacks": vec[i64]([packed(men) for men in cells])},
    "stacks by columns, with a margin": lambda cells: {
        "stacks": vec[i64](
            [
                packed(next((cells[c] for c in range(SIDE**2) if turned(c) == place), []))
                for place in range(24)
            ]
        )
    },
    "two layers": lambda cells: {
        "layers": vec[i64]([*map(len, cells), *[2 if not men else men[-1] for men in cells]])
    },
    "pairs": lambda cells: {
        "white": pairs.set_of(tops(cells, 0)),
        "black": pairs.set_of(tops(cells, 1)),
        "heights": heights(cells),
    },
    "fields of a word": lambda cells: {
        "tops": sum([(men[-1] + 1 if men else 0) << 2 * c for c, men in enumerate(cells)]),
        "tall": sum([min(len(men), 3) << 2 * c for c, men in enumerate(cells)]),
    },
    "a word for each row": lambda cells: {
        "white": vec[i64]([bits(tops(cells, 0)) >> SIDE * row & 7 for row in range(SIDE)]),
        "black": vec[i64]([bits(tops(cells, 1)) >> SIDE * row & 7 for row in range(SIDE)]),
        "some": vec[i64]([row_of(cells, row, 2) for row in range(SIDE)]),
        "more": vec[i64]([row_of(cells, row, 3) for row in range(SIDE)]),
    },
}


def row_of(cells: list[list[int]], row: int, height: int) -> int:
    return sum([2**c for c in range(SIDE) if len(cells[SIDE * row + c]) >= height])


class HeapsGame:
    """As much of a game as scenes need."""

    def __init__(self, way: str, *, trays: bool = True) -> None:
        self.board = Square(SIDE)
        self.settings = {"way": way, "trays": trays}
        self._store = WAYS.get(way, lambda cells: {"scrambled": hash(str(cells)) % 10**9})

    def initial(self) -> Heaps:
        return Heaps(self._store)

    def pieces(self, position: Heaps) -> Mapping[int, tuple[Piece, ...]]:
        found = position.pieces()
        if str(self.settings["way"]).startswith("stacks"):
            return found
        # Nothing tells what lies below the highest man, nor heights above three.
        return {cell: (men[-1],) * min(len(men), 3) for cell, men in found.items()}

    def trays(self, position: Heaps) -> tuple[Tray, ...]:
        if not self.settings["trays"]:
            return ()
        return tuple([Tray("", n, (Piece(n, "w"),) * ((position.left + n) // 2)) for n in (0, 1)])


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(derivation, "GAMES", 30)
    monkeypatch.setattr(derivation, "CHECKS", 10)
    monkeypatch.setattr(derivation, "_KNOWN", {})


def walk(game: Any, games: int) -> list[Any]:
    found = []
    for number in range(games):
        position, rng = game.initial(), Rng(1000 + number)
        while position.winner == ONGOING:
            found.append(position.copy())
            position.play(position.random_move(rng.bits()))
    return found


def differences(game: Any) -> int:
    """The positions of other games in which attributes tell other traits than the scene."""
    scene = SceneFeatures(game, piece_kinds(game))
    reading = reading_of(game, scene)
    assert reading is not None
    reader = reading.reader(type(game.initial()), scene)
    found = vec[i64]([0] * len(scene.patterns.radices))
    wrong = 0
    for position in walk(game, 5):
        reader.read(position, found)
        wrong += [int(trait) for trait in found] != scene.traits(position)
    return wrong


@pytest.mark.parametrize("way", WAYS)
def test_scenes_are_read_from_attributes_however_they_are_stored(way: str) -> None:
    game = HeapsGame(way, trays=way != "pairs")
    assert differences(game) == 0


@pytest.mark.parametrize("name", ["silo", "slicron"])
def test_the_scenes_of_a_real_game_are_read_from_its_attributes(name: str) -> None:
    game: Any = load_game(name)
    if game.build == "compiled":  # with traits of its own, it shows no attributes
        assert reading_of(game, SceneFeatures(game, piece_kinds(game))) is None
        return
    assert differences(game) == 0


def test_attributes_that_do_not_tell_the_cells_are_not_used() -> None:
    game: Any = HeapsGame("scrambled")
    assert reading_of(game, SceneFeatures(game, piece_kinds(game))) is None


def test_what_was_never_met_is_asked_of_the_scene() -> None:
    game: Any = HeapsGame("stacks")
    scene = SceneFeatures(game, piece_kinds(game))
    reading = reading_of(game, scene)
    assert reading is not None
    asked = []
    other: Any = copy(scene)
    other.read = lambda position, found: asked.append(position)
    reader = reading.reader(Heaps, other)
    found = vec[i64]([0] * len(scene.patterns.radices))
    start = game.initial()
    reader.read(start, found)
    assert asked == []
    known, left = [*found], start.left
    start.left = 60  # more men beside the board than ever
    reader.read(start, found)
    assert asked == [start]
    start.left = left
    reader.read(start, found)
    assert asked == [start]
    assert [*found] == known


def test_a_game_is_looked_into_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = HeapsGame("stacks")
    scene = SceneFeatures(game, piece_kinds(game))
    first = reading_of(game, scene)
    monkeypatch.setattr(Game, "initial", None)
    assert reading_of(game, scene) is first
