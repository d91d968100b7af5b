"""The compiled rules against a slow reading of the rules page, letter by letter."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stackyard.errors import PositionError
from stackyard.position import ONGOING
from stackyard.rng import Rng
from stackyard_filo.game import VARIANTS, FiloGame
from stackyard_filo.rules import WHITE, Filo

pytestmark = [pytest.mark.builds, pytest.mark.no_cover]


@dataclass(frozen=True)
class Reading:
    """A position as its text says it, and what the rules page says of it."""

    game: FiloGame
    cells: tuple[str, ...]
    reserves: tuple[int, int]
    exits: tuple[int, int]
    player: int

    @staticmethod
    def of(game: FiloGame, text: str) -> Reading:
        cells, reserves, exits, player = text.split()
        white, black = map(int, reserves.split(","))
        out, gone = map(int, exits.split(","))
        stacks = tuple(cell.replace("-", "") for cell in cells.split("/"))
        return Reading(game, stacks, (white, black), (out, gone), "wb".index(player))

    def text(self) -> str:
        cells = "/".join([cell or "-" for cell in self.cells])
        numbers = [f"{white},{black}" for white, black in (self.reserves, self.exits)]
        return " ".join([cells, *numbers, "wb"[self.player]])

    def left(self, player: int) -> int:
        return self.reserves[player] + "".join(self.cells).count("wb"[player])

    def sit_out(self) -> Reading:
        """The same, with the player skipped who is to be."""
        waits = any(self.reserves) and not self.reserves[self.player] and not self.game.mixed
        if waits and self.game.settings["empty_reserve"] == "skip":
            return replace(self, player=1 - self.player)
        return self

    def entered(self, number: int) -> Reading:
        cells, reserves = list(self.cells), list(self.reserves)
        order = list(range(len(cells)))
        for cell in order if self.player == WHITE else order[::-1]:
            if number and len(cells[cell]) < 4:
                cells[cell] += "wb"[self.player]
                reserves[self.player] -= 1
                number -= 1
        return replace(self, cells=tuple(cells), reserves=(reserves[0], reserves[1]))

    def sown(self, cell: int) -> Reading:
        cells, exits = list(self.cells), list(self.exits)
        stack, cells[cell] = cells[cell], ""
        for checker in stack:
            cell = (cell + (1 if self.player == WHITE else -1)) % len(cells)
            if len(cells[cell]) == 4:
                exits["wb".index(checker)] += 1
            else:
                cells[cell] += checker
        return replace(self, cells=tuple(cells), exits=(exits[0], exits[1]))

    def escaped(self) -> Reading | None:
        letter, foreign = "wb"[self.player], "bw"[self.player]
        mine = [stack for stack in self.cells if letter in stack]
        if self.reserves[self.player] or len(mine) != 1 or foreign in mine[0]:
            return None
        if min(self.left(0), self.left(1)) < 2:
            return None
        cells = tuple("" if stack == mine[0] else stack for stack in self.cells)
        exits = list(self.exits)
        exits[self.player] += len(mine[0])
        return replace(self, cells=cells, exits=(exits[0], exits[1]))

    def steps(self) -> dict[str, Reading]:
        """Every step and what it leads to, the player not yet changed."""
        found = {}
        entering = any(self.reserves) and not self.game.mixed
        room = sum([len(stack) < 4 for stack in self.cells])
        for number in range(1, min(self.reserves[self.player], room) + 1):
            found[str(number)] = self.entered(number)
        if not entering:
            for cell, stack in enumerate(self.cells):
                if stack.endswith("wb"[self.player]):
                    found["abcdefghi"[cell]] = self.sown(cell)
        if not entering:
            for text, after in list(found.items()):
                escaped = after.escaped()
                if escaped is not None:
                    found[text + "*"] = escaped
        return found

    def winner(self) -> int:
        for player in (0, 1):
            if self.left(player) < 2:
                return player
        if self.steps():
            return ONGOING
        other = 1 - self.player
        by_exits = self.game.settings["variant"] in ("proposal-2", "proposal-1+2")
        return self.player if by_exits and self.exits[self.player] > self.exits[other] else other

    def agrees(self, position: Filo) -> None:
        """Compare everything that can be seen of a position, and of all that follow."""
        game = self.game
        assert game.format_position(position) == self.text()
        assert position.winner == self.winner(), self.text()
        steps = self.steps() if position.winner == ONGOING else {}
        assert sorted(game.legal_texts(position)) == sorted(steps), self.text()
        for text, after in steps.items():
            then = position.copy()
            then.play(game.parse_move(text, position))
            reading = replace(after, player=1 - self.player).sit_out()
            assert game.format_position(then) == reading.text(), f"{self.text()} {text}"
            assert then.winner == reading.winner(), f"{self.text()} {text}"


@st.composite
def games(draw: st.DrawFn) -> FiloGame:
    size = draw(st.integers(5, 9))
    return FiloGame(
        variant=draw(st.sampled_from(list(VARIANTS))),
        empty_reserve=draw(st.sampled_from(["loses", "skip"])),
        size=size,
        pieces=draw(st.integers(5, 2 * size)),
    )


@given(games(), st.integers(0, 2**62 - 1))
def test_a_random_game_goes_as_the_rules_page_says(game: FiloGame, seed: int) -> None:
    position, rng = game.initial(), Rng(seed)
    for _ in range(40):
        Reading.of(game, game.format_position(position)).agrees(position)
        if position.winner != ONGOING:
            break
        position.play(position.random_move(rng.bits()))


@st.composite
def endgames(draw: st.DrawFn) -> tuple[FiloGame, str]:
    """Any position with few checkers left, where the game ends in all its ways."""
    game = draw(games())
    few = draw(st.lists(st.text("wb", max_size=4), min_size=game.size, max_size=game.size))
    cells = "".join(few)
    left = [game.checkers - cells.count(letter) for letter in "wb"]
    mixed = game.mixed and draw(st.booleans())
    inside = [draw(st.integers(0, min(2, max(0, number)))) if mixed else 0 for number in left]
    exits = [number - reserve for number, reserve in zip(left, inside, strict=True)]
    row = "/".join([stack or "-" for stack in few])
    numbers = f"{inside[0]},{inside[1]} {exits[0]},{exits[1]}"
    return game, f"{row} {numbers} {draw(st.sampled_from('wb'))}"


@given(endgames())
def test_any_position_is_judged_as_the_rules_page_says(case: tuple[FiloGame, str]) -> None:
    game, text = case
    reading = Reading.of(game, text)
    fit = min(reading.exits) >= 0 and min(reading.exits) < game.checkers - 1
    if not fit:  # too many checkers, or both players down to one
        with pytest.raises(PositionError):
            game.parse_position(text)
        return
    reading.agrees(game.parse_position(text))


def test_thousands_of_positions_are_played_as_the_rules_page_says() -> None:
    seed = 2011
    rng = Rng(seed)
    for variant in VARIANTS:
        for empty_reserve in ("loses", "skip"):
            for size in range(5, 10):
                pieces = 5 + rng.below(2 * size - 4)
                game = FiloGame(
                    variant=variant, empty_reserve=empty_reserve, size=size, pieces=pieces
                )
                position = game.initial()
                while position.winner == ONGOING and rng.below(200):
                    Reading.of(game, game.format_position(position)).agrees(position)
                    position.play(position.random_move(rng.bits()))
