"""Lasca once more, written for plainness and from the rules alone, to be compared with."""

from __future__ import annotations

from typing import Any

FILES = "abcdefg"
ROWS = [[f"{FILES[x]}{y + 1}" for x in range(7) if (x + y) % 2 == 0] for y in range(7)]


class Board:
    """Columns by the names of their cells, bottom first; who acts, and who has jumped what."""

    def __init__(self, text: str) -> None:
        rows, self.player, *rest = text.split()
        self.columns: dict[str, str] = {}
        for names, row in zip(reversed(ROWS), rows.split("/"), strict=True):
            cells = iter(names)
            for item in row.split(","):
                if item.isdigit():
                    for _ in range(int(item)):
                        next(cells)
                else:
                    self.columns[next(cells)] = item
        self.jumper, *self.jumped = rest[0].split(",") if rest else [""]

    def text(self) -> str:
        rows = []
        for names in reversed(ROWS):
            items: list[str] = []
            for name in names:
                if name in self.columns:
                    items.append(self.columns[name])
                elif items and items[-1].isdigit():
                    items[-1] = str(int(items[-1]) + 1)
                else:
                    items.append("1")
            rows.append(",".join(items))
        text = f"{'/'.join(rows)} {self.player}"
        if self.jumper:
            order = [name for names in ROWS for name in names if name in self.jumped]
            text += f" {','.join([self.jumper, *order])}"
        return text

    def ways(self, name: str) -> list[tuple[str, str]]:
        """The pairs of cells, next and next but one, in the directions in which a column may go."""
        x, y = FILES.index(name[0]), int(name[1])
        top = self.columns[name][-1]
        ups = (1, -1) if top.isupper() else ((1,) if top == "w" else (-1,))
        found = []
        for up in ups:
            for right in (-1, 1):
                steps = [(x + n * right, y + n * up) for n in (1, 2)]
                one, two = [
                    f"{FILES[a]}{b}" if 0 <= a < 7 and 1 <= b <= 7 else "" for a, b in steps
                ]
                found.append((one, two))
        return found

    def jumps(self, name: str) -> list[str]:
        found = []
        for over, beyond in self.ways(name):
            prey = self.columns.get(over, "")
            is_enemy = bool(prey) and prey[-1].lower() != self.player
            if is_enemy and beyond and beyond not in self.columns and over not in self.jumped:
                found.append(name + beyond)
        return found

    def steps(self, name: str) -> list[str]:
        return [name + one for one, _ in self.ways(name) if one and one not in self.columns]

    def moves(self) -> list[str]:
        if self.jumper:
            return self.jumps(self.jumper)
        own = [name for name, column in self.columns.items() if column[-1].lower() == self.player]
        jumps = [move for name in own for move in self.jumps(name)]
        return jumps or [move for name in own for move in self.steps(name)]

    def play(self, move: str) -> None:
        source, target = move[:2], move[2:]
        column = self.columns.pop(source)
        far = abs(int(source[1]) - int(target[1])) == 2
        if far:
            x = (FILES.index(source[0]) + FILES.index(target[0])) // 2
            over = f"{FILES[x]}{(int(source[1]) + int(target[1])) // 2}"
            prey = self.columns.pop(over)
            column = prey[-1] + column
            if prey[:-1]:
                self.columns[over] = prey[:-1]
            self.jumped.append(over)
        arrived = (column[-1], target[1]) in (("w", "7"), ("b", "1"))
        if arrived:
            column = column[:-1] + column[-1].upper()
        self.columns[target] = column
        if far and not arrived and self.jumps(target):
            self.jumper = target
            return
        self.jumper, self.jumped = "", []
        self.player = "b" if self.player == "w" else "w"


class Judge:
    """The plain program as a second source."""

    def legal_moves(self, position: str, **options: Any) -> list[str]:
        return Board(position).moves()

    def winner(self, position: str, **options: Any) -> int:
        board = Board(position)
        return -1 if board.moves() else int(board.player == "w")


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
