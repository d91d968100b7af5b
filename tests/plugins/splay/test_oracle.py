"""Both rules modules against a third writing of the rules, as plain and slow as can be."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from stackyard.position import DRAW, ONGOING
from stackyard.rng import Rng
from stackyard_splay import wide
from stackyard_splay.game import SplayGame, SplayPosition
from stackyard_splay.knowledge import SplayKnowledge

pytestmark = [pytest.mark.builds, pytest.mark.no_cover]

Widened = Callable[[SplayGame, SplayPosition], wide.WideSplay]


class Plain:
    """A position as a dict from the names of its cells to what stands there in a text."""

    def __init__(self, game: SplayGame) -> None:
        self.game = game
        names, board = game.board.names, game.board
        self.near = {
            names[cell]: [names[there] for there in board.neighbours[cell]]
            for cell in range(len(names))
        }
        self.inner = [name for name in names if len(self.near[name]) == 6]
        self.cells = dict.fromkeys(names, "")
        self.player = "w"
        self.turn = 0
        self.winner = ONGOING

    def spaces(self, name: str) -> list[str]:
        return [there for there in self.near[name] if not self.cells[there]]

    def owned(self, player: str) -> int:
        return sum(item[:1].lower() == player for item in self.cells.values())

    def moves(self, player: str) -> list[str]:
        if self.winner != ONGOING:
            return []
        found = []
        for name in self.inner:
            item = self.cells[name]
            if item.islower() and item[0] == player:
                found.append(name)
            elif not item:
                room = all(
                    not self.cells[there].islower()
                    or len(self.spaces(there)) >= int(self.cells[there][1]) + 2
                    for there in self.near[name]
                )
                if room and (self.spaces(name) or self.game.fill):
                    found.append(name)
        if self.game.pie and self.turn == 1 and player == "b":
            found.append("swap")
        return found

    def play(self, move: str) -> None:
        player = self.player
        other = "b" if player == "w" else "w"
        if move == "swap":
            self.cells = {name: item.replace("w", "b") for name, item in self.cells.items()}
        else:
            height = int(self.cells[move][1]) + 1 if self.cells[move] else 1
            self.cells[move] = f"{player}{height}"
            taken = self.spaces(move)
            if height >= len(taken):
                for name in [move, *taken]:
                    self.cells[name] = player.upper()
                for name, item in list(self.cells.items()):
                    if item.islower() and len(self.spaces(name)) <= int(item[1]):
                        self.cells[name] = item[0].upper()
        self.turn += 1
        white, black = self.owned("w"), self.owned("b")
        over = not self.moves(player) and not self.moves(other)
        if 2 * self.owned(player) > len(self.cells) or over:
            self.winner = DRAW if white == black else int(black > white)
        if over or self.winner != ONGOING or self.moves(other):
            self.player = other

    def text(self) -> str:
        rows = []
        for line in self.game.board.lines[::-1]:
            row: list[str] = []
            for cell in line:
                item = self.cells[self.game.board.names[cell]]
                if item or not row or not row[-1].isdecimal():
                    row.append(item or "1")
                else:
                    row[-1] = str(int(row[-1]) + 1)
            rows.append(",".join(row))
        swap = " s" if self.game.pie and self.turn < 2 else ""
        return f"{'/'.join(rows)} {self.player}{swap}"


def told(position: SplayPosition, traits: int) -> list[int]:
    """The words that a position tells learned weights of itself."""
    found = vec[i64]([-1] * traits)
    position.traits(found)
    return [int(number) for number in found]


def compare(game: SplayGame, seed: int, widened: Widened) -> None:
    plain, rng = Plain(game), Rng(seed)
    radices = SplayKnowledge(game).patterns().radices
    position = game.initial()
    other = widened(game, position)
    while True:
        for one in (position, other):
            assert game.format_position(one) == plain.text(), f"seed {seed}"
            assert game.legal_texts(one) == plain.moves(plain.player), f"seed {seed}"
            assert one.winner == plain.winner, f"seed {seed}"
        if plain.winner != ONGOING:
            return
        traits = told(other, len(radices))
        assert traits == told(position, len(radices)), f"seed {seed}"
        assert all(0 <= trait < radix for trait, radix in zip(traits, radices, strict=True))
        bits = rng.bits()
        move = position.random_move(bits)
        assert other.random_move(bits) == move
        plain.play(game.format_move(int(move), position))
        position.play(move)
        other.play(move)


@pytest.mark.parametrize("fill", [False, True])
@pytest.mark.parametrize("pie", [False, True])
@pytest.mark.parametrize("side", range(2, 9))
def test_the_rules_agree_with_plain_ones(
    side: int, fill: bool, pie: bool, widened: Widened
) -> None:
    game = SplayGame(side=side, fill=fill, pie=pie)
    for seed in range(8 if side < 5 else 1):
        compare(game, seed, widened)


@pytest.mark.nightly
@pytest.mark.parametrize("fill", [False, True])
@pytest.mark.parametrize("pie", [False, True])
@pytest.mark.parametrize("side", range(2, 9))
def test_the_rules_agree_with_plain_ones_in_many_games(
    side: int, fill: bool, pie: bool, widened: Widened
) -> None:
    game = SplayGame(side=side, fill=fill, pie=pie)
    for seed in range(100, 150 if side > 4 else 500):
        compare(game, seed, widened)


@given(st.sampled_from(range(2, 7)), st.booleans(), st.integers(0, 2**62 - 1), st.integers(1, 90))
def test_both_rules_modules_agree(side: int, fill: bool, seed: int, moves: int) -> None:
    game = SplayGame(side=side, fill=fill)
    one = game.initial()
    other = wide.place(side, one.cells(), 0, fill, False)
    rng = Rng(seed)
    for _ in range(moves):
        assert one.cells() == other.cells()
        assert list(one.legal_moves()) == list(other.legal_moves())
        assert (one.player, one.winner) == (other.player, other.winner)
        if one.winner != ONGOING:
            break
        move = one.random_move(rng.bits())
        one.play(move)
        other.play(move)
