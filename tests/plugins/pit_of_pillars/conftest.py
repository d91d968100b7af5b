"""A second implementation, slow and plain, that the rules are compared with."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
QUEEN = (*STRAIGHT, (1, 1), (1, -1), (-1, -1), (-1, 1))
OTHER = {"w": "r", "r": "w"}


class Plain:
    """A position read from its text: squares by name, stacks as strings, nothing kept in step."""

    def __init__(self, text: str, size: int, loses: bool) -> None:
        self.size, self.loses = size, loses
        ranks, self.player, reserves, self.phase = text.split(" ")
        self.reserve = dict(zip("wr", map(int, reserves.split(",")), strict=True))
        corners = {(0, 0), (0, size - 1), (size - 1, 0), (size - 1, size - 1)}
        self.names = {
            (x, y): "abcdefgh"[x] + str(y + 1)
            for y in range(size)
            for x in range(size)
            if (x, y) not in corners
        }
        self.board: dict[tuple[int, int], str] = {}
        for y, rank in zip(range(size - 1, -1, -1), ranks.split("/"), strict=True):
            line = [place for place in sorted(self.names) if place[1] == y]
            for item in rank.split(","):
                if item.isdecimal():
                    del line[: int(item)]
                else:
                    self.board[line.pop(0)] = item
            assert not line

    def text(self) -> str:
        ranks = []
        for y in range(self.size - 1, -1, -1):
            items: list[str | int] = []
            for place in sorted(self.names):
                if place[1] != y:
                    continue
                if place in self.board:
                    items.append(self.board[place])
                elif items and isinstance(items[-1], int):
                    items[-1] += 1
                else:
                    items.append(1)
            ranks.append(",".join(map(str, items)))
        reserves = f"{self.reserve['w']},{self.reserve['r']}"
        return f"{'/'.join(ranks)} {self.player} {reserves} {self.phase}"

    def near(self, place: tuple[int, int]) -> list[tuple[int, int]]:
        x, y = place
        return [(x + i, y + j) for i, j in STRAIGHT if (x + i, y + j) in self.names]

    def held(self, colour: str) -> list[tuple[int, int]]:
        return [place for place, stack in self.board.items() if stack[-1] == colour]

    def winner(self) -> int:
        if self.phase != "move":
            return -1
        other = OTHER[self.player]
        if not self.held(self.player):
            return "wr".index(other)
        if self.loses and not self.held(other):
            return "wr".index(self.player)
        return -1 if self.steps() else "wr".index(other)

    def isolated(self) -> list[tuple[int, int]]:
        return [place for place in self.names if not self.board.keys() & {place, *self.near(place)}]

    def slides(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        found = []
        for place, pillar in self.board.items():
            if pillar != self.player.upper():
                continue
            for i, j in QUEEN:
                x, y = place[0] + i, place[1] + j
                while (x, y) in self.names and (x, y) not in self.board:
                    found.append((place, (x, y)))
                    x, y = x + i, y + j
        return found

    def steps(self) -> dict[str, tuple[tuple[int, int], ...]]:
        """The steps, whoever has won: their texts, and the squares they are about."""
        names = self.names
        if self.phase == "open":
            return {names[place]: (place,) for place in names}
        if self.phase.startswith("next"):
            last = next(place for place in names if names[place] == self.phase[5:])
            return {names[p]: (p,) for p in self.near(last) if p not in self.board}
        if self.phase == "free":
            return {names[place]: (place,) for place in self.isolated()}
        if self.phase == "pillar":
            moves = {f"p{names[a]}-{names[b]}": (a, b) for a, b in self.slides()}
            return {"-": (), **moves}
        found: dict[str, tuple[tuple[int, int], ...]] = {}
        if self.reserve[self.player]:
            found = {names[p]: (p,) for p in names if self.board.get(p, "") not in ("W", "R")}
        for place in self.held(self.player):
            for i, j in STRAIGHT:
                for men in range(1, len(self.board[place]) + 1):
                    to = place[0] + i * men, place[1] + j * men
                    if to not in names or self.board.get(to, "") in ("W", "R"):
                        break
                    found[f"{names[place]}-{names[to]}"] = (place, to)
        return found

    def play(self, step: str) -> None:
        places, me, phase = self.steps()[step], self.player, self.phase
        if phase == "open" or phase == "free":
            self.board[places[0]] = me
            self.player, self.phase = OTHER[me], f"next:{step}"
        elif phase.startswith("next"):
            self.board[places[0]] = me
            self.phase = "free"
            if not self.isolated():
                self.player, self.phase = OTHER[me], "move"
        elif phase == "pillar":
            if places:
                self.board[places[1]] = self.board.pop(places[0])
            self.player, self.phase = OTHER[me], "move"
        else:
            if len(places) == 1:
                self.reserve[me] -= 1
                men = me
            else:
                (x, y), (i, j) = places
                stack, number = self.board.pop(places[0]), abs(x - i) + abs(y - j)
                men = stack[-number:]
                if len(stack) > number:
                    self.board[places[0]] = stack[:-number]
            place = places[-1]
            stack = self.board.get(place, "") + men
            self.board[place] = stack
            capacity = len([p for p in self.near(place) if self.board.get(p, "") not in ("W", "R")])
            if len(stack) > capacity and len(set(stack)) == 2:
                self.reserve[me] += stack.count(me)
                self.board[place] = me.upper()
            alive = self.held(OTHER[me]) and (self.held(me) or not self.loses)
            if alive and self.slides():
                self.phase = "pillar"
            else:
                self.player = OTHER[me]


@pytest.fixture(scope="session")
def plain() -> type[Plain]:
    """The class of the second implementation."""
    return Plain


@pytest.fixture(scope="session")
def scattered() -> Callable[[Random, int], str]:
    """Texts of positions that no game need lead to: anything anywhere, in the movement stage."""

    def text(random: Random, size: int) -> str:
        ranks = []
        crowd, pillars = random.random(), random.random() / 2
        for y in range(size):
            items: list[str | int] = []
            for _ in range(size - 2 * (y in (0, size - 1))):
                if random.random() > crowd:
                    if items and isinstance(items[-1], int):
                        items[-1] += 1
                    else:
                        items.append(1)
                elif random.random() < pillars:
                    items.append(random.choice("WR"))
                else:
                    tall = min(random.randint(1, 9) for _ in range(3))
                    items.append("".join(random.choices("wr", k=tall)))
            ranks.append(",".join(map(str, items)))
        reserves = f"{random.choice([0, 0, 1, 3])},{random.choice([0, 0, 2])}"
        return f"{'/'.join(ranks)} {random.choice('wr')} {reserves} move"

    return text
