"""DVONN once more, written for plainness and from the rules alone, to be compared with."""

from __future__ import annotations

from typing import Any

WIDTHS = (9, 10, 11, 10, 9)
FIRSTS = (1, 1, 1, 2, 3)
NAMES = [
    [f"{'abcde'[row]}{FIRSTS[row] + n}" for n in range(WIDTHS[row])] for row in range(len(WIDTHS))
]
ALL = [name for names in NAMES for name in names]
WAYS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))


def off(name: str, way: tuple[int, int], steps: int) -> str:
    """The cell so many steps off, empty if the board ends before."""
    row, number = "abcde".index(name[0]) + steps * way[0], int(name[1:]) + steps * way[1]
    there = f"{'abcde'[row]}{number}" if 0 <= row < 5 else ""
    return there if there in ALL else ""


class Board:
    """Stacks by the names of their cells, bottom first; who acts; whether pieces are placed."""

    def __init__(self, text: str) -> None:
        rows, self.player, phase = text.split()
        self.placing = phase == "placing"
        self.stacks: dict[str, str] = {}
        for names, row in zip(reversed(NAMES), rows.split("/"), strict=True):
            cells = iter(names)
            for item in row.split(","):
                if item.isdigit():
                    for _ in range(int(item)):
                        next(cells)
                else:
                    self.stacks[next(cells)] = item

    def text(self) -> str:
        rows = []
        for names in reversed(NAMES):
            items: list[str] = []
            for name in names:
                if name in self.stacks:
                    items.append(self.stacks[name])
                elif items and items[-1].isdigit():
                    items[-1] = str(int(items[-1]) + 1)
                else:
                    items.append("1")
            rows.append(",".join(items))
        return f"{'/'.join(rows)} {self.player} {'placing' if self.placing else 'moving'}"

    def near(self, name: str) -> list[str]:
        return [there for way in WAYS if (there := off(name, way, 1))]

    def moves_of(self, player: str) -> list[str]:
        found = []
        for name, stack in self.stacks.items():
            shut_in = sum([there in self.stacks for there in self.near(name)]) == 6
            if stack[-1] == player and not shut_in:
                ends = [off(name, way, len(stack)) for way in WAYS]
                found += [name + end for end in ends if end in self.stacks]
        return found

    def moves(self) -> list[str]:
        if self.placing:
            return [name for name in ALL if name not in self.stacks]
        return self.moves_of(self.player)

    def play(self, move: str) -> None:
        other = "b" if self.player == "w" else "w"
        if self.placing:
            self.stacks[move] = "r" if len(self.stacks) < 3 else self.player
            self.player = other
            if len(self.stacks) == 49:
                self.placing, self.player = False, "w"
        else:
            cut = next(n for n in (2, 3) if move[:n] in ALL and move[n:] in ALL)
            self.stacks[move[cut:]] += self.stacks.pop(move[:cut])
            safe = {name for name, stack in self.stacks.items() if "r" in stack}
            while more := {t for s in safe for t in self.near(s) if t in self.stacks} - safe:
                safe |= more
            self.stacks = {name: self.stacks[name] for name in safe}
            self.player = other
        if not self.placing and not self.moves():
            back = "b" if self.player == "w" else "w"
            self.player = back if self.moves_of(back) else self.player

    def winner(self) -> int:
        if self.placing or self.moves():
            return -1
        white, black = [
            sum([len(stack) for stack in self.stacks.values() if stack[-1] == colour])
            for colour in "wb"
        ]
        return 2 if white == black else int(white < black)


class Judge:
    """The plain program as a second source."""

    def legal_moves(self, position: str, **options: Any) -> list[str]:
        return Board(position).moves()

    def winner(self, position: str, **options: Any) -> int:
        return Board(position).winner()


def perft(text: str, depth: int) -> int:
    """How many sequences of moves there are."""
    if depth == 0:
        return 1
    total = 0
    for move in Board(text).moves():
        board = Board(text)
        board.play(move)
        total += perft(board.text(), depth - 1)
    return total
