"""Tak once more, written for plainness and from the rules alone, to be compared with."""

from __future__ import annotations

from itertools import product
from typing import Any

FLATS = {3: 10, 4: 15, 5: 21, 6: 30, 7: 40}
CAPSTONES = {3: 0, 4: 0, 5: 1, 6: 1, 7: 2}
WAYS = {"+": (0, 1), "-": (0, -1), ">": (1, 0), "<": (-1, 0)}

Place = tuple[int, int]  # file and rank, from 0


class Board:
    """Stacks by their places, as in TPS: `121S`; the empty ones are left out."""

    def __init__(self, text: str) -> None:
        rows, self.player = text.split()
        self.size = rows.count("/") + 1
        self.stacks: dict[Place, str] = {}
        for rank, row in zip(range(self.size - 1, -1, -1), rows.split("/"), strict=True):
            file = 0
            for item in row.split(","):
                if item[0] == "x":
                    file += int(item[1:] or 1)
                else:
                    self.stacks[file, rank] = item
                    file += 1

    def text(self) -> str:
        rows = []
        for rank in range(self.size - 1, -1, -1):
            row = ",".join([self.stacks.get((file, rank), "x") for file in range(self.size)])
            for run in range(self.size, 1, -1):
                row = ("," + row + ",").replace(",x" * run + ",", f",x{run},")[1:-1]
            rows.append(row)
        return f"{'/'.join(rows)} {self.player}"

    def pieces(self) -> str:
        return "".join(self.stacks.values())

    def left(self, player: str) -> tuple[int, int]:
        """The flat stones and capstones that a player has not placed."""
        capstones = sum([stack.endswith(player + "C") for stack in self.stacks.values()])
        flats = self.pieces().count(player) - capstones
        return FLATS[self.size] - flats, CAPSTONES[self.size] - capstones

    def is_opening(self) -> bool:
        return len(self.pieces()) < 2

    def moves(self) -> list[str]:
        if self.winner() != -1:
            return []
        found, (flats, capstones) = [], self.left(self.player)
        for place in [(file, rank) for file, rank in product(range(self.size), repeat=2)]:
            name, stack = named(place), self.stacks.get(place, "")
            if not stack:
                found += [name] if flats or self.is_opening() else []
                if not self.is_opening():
                    found += [f"S{name}"] if flats else []
                    found += [f"C{name}"] if capstones else []
            elif stack.rstrip("SC")[-1] == self.player and not self.is_opening():
                for way, left in self.slides(place):
                    carried = str(sum(left)) if sum(left) > 1 else ""
                    rest = "".join(map(str, left)) if len(left) > 1 else ""
                    found.append(f"{carried}{name}{way}{rest}")
        return found

    def slides(self, place: Place) -> list[tuple[str, tuple[int, ...]]]:
        """The ways of a stack: a direction, and what is left on each cell."""
        stack = self.stacks[place]
        tall = min(self.size, len(stack.rstrip("SC")))
        found = []
        for way, (right, up) in WAYS.items():
            todo: list[tuple[int, ...]] = [()]
            for left in todo:  # it grows meanwhile
                steps = len(left) + 1
                there = place[0] + right * steps, place[1] + up * steps
                on = self.stacks.get(there, "")
                inside = all(0 <= place < self.size for place in there)
                if not inside or on.endswith("C"):
                    continue
                ways = [(*left, number) for number in range(1, tall - sum(left) + 1)]
                if on.endswith("S"):
                    found += [(way, each) for each in ways if each[-1] == 1 and stack[-1] == "C"]
                else:
                    found += [(way, each) for each in ways]
                    todo += ways
        return found

    def play(self, move: str) -> None:
        other = "2" if self.player == "1" else "1"
        where = next(way for way in (*WAYS, "") if way in move)
        if not where:
            kind, name = move[:-2], move[-2:]
            colour = other if self.is_opening() else self.player
            self.stacks[placed(name)] = colour + kind
        else:
            before, _, left = move.partition(where)
            carried = int(before[:-2] or 1)
            file, rank = placed(before[-2:])
            stack = self.stacks.pop((file, rank))
            kind, pieces = stack[len(stack.rstrip("SC")) :], stack.rstrip("SC")
            rest, hand = pieces[: len(pieces) - carried], pieces[len(pieces) - carried :]
            if rest:
                self.stacks[file, rank] = rest
            for digit in left or str(carried):
                file, rank = file + WAYS[where][0], rank + WAYS[where][1]
                below = self.stacks.get((file, rank), "").rstrip("S")
                self.stacks[file, rank] = below + hand[: int(digit)]
                hand = hand[int(digit) :]
            self.stacks[file, rank] += kind
        self.player = other

    def has_road(self, player: str) -> bool:
        road = {
            place for place, stack in self.stacks.items() if stack.endswith((player, player + "C"))
        }
        for axis in (0, 1):
            met = {place for place in road if place[axis] == 0}
            todo = list(met)
            for file, rank in todo:  # it grows meanwhile
                near = {(file + right, rank + up) for right, up in WAYS.values()} & road - met
                met |= near
                todo += near
            if any(place[axis] == self.size - 1 for place in met):
                return True
        return False

    def winner(self) -> int:
        mover, other = ("2", "1") if self.player == "1" else ("1", "2")
        for player in (mover, other):
            if self.has_road(player):
                return int(player) - 1
        full = len(self.stacks) == self.size**2
        if not full and all(sum(self.left(player)) for player in "12"):
            return -1
        white, black = (
            sum([stack.endswith(player) for stack in self.stacks.values()]) for player in "12"
        )
        return 2 if white == black else int(black > white)


class Judge:
    """The plain program as a second source."""

    def legal_moves(self, position: str, **options: Any) -> list[str]:
        return Board(position).moves()

    def winner(self, position: str, **options: Any) -> int:
        return Board(position).winner()


def named(place: Place) -> str:
    return f"{'abcdefg'[place[0]]}{place[1] + 1}"


def placed(name: str) -> Place:
    return "abcdefg".index(name[0]), int(name[1]) - 1
