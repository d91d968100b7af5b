"""Plain rules for the words of the motifs, by which hint_figures.py plays reasons out.

They read positions by their pieces and texts alone, and share no code with the motifs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from typing import Any

from stackyard import ONGOING, Game
from stackyard.errors import StackyardError

Side = int
Check = Callable[["Turn", re.Match[str]], bool]


class Turn:
    """A turn by its positions, read plainly: `cells` tells the content of each cell."""

    def __init__(self, game: Game, before: Any, after: Any) -> None:
        self.game, self.before, self.after = game, before, after
        self.player = int(before.player)
        self.names = {name: cell for cell, name in enumerate(game.board.names)}

    def cells(self, position: Any) -> list[str]:
        """The pieces of each cell: letters of colours, `.` before those that are no men."""
        found = [""] * len(self.game.board)
        for cell, pieces in self.game.pieces(position).items():
            for piece in pieces:
                plain = piece.kind in {"marker", "pillar"}
                found[cell] += "." * plain + "01"[piece.player]
        return found

    @property
    def then(self) -> list[str]:
        """The cells before the turn."""
        return self.cells(self.before)

    @property
    def now(self) -> list[str]:
        """The cells after the turn."""
        return self.cells(self.after)

    def side(self, colour: str) -> Side:
        """The player of a colour."""
        return self.game.colours.index(colour)

    def named(self, text: str) -> list[int]:
        """The cells in `a, b and c`."""
        return [self.names[name] for name in re.split(r", | and ", text)]


def other_to_act(game: Game, position: Any) -> Any:
    """The position with the other player to act, by its text; None where that is refused."""
    words = game.format_position(position).split(" ")
    letters = [colour[0] for colour in game.colours]
    place = next(i for i, word in enumerate(words) if i and word in letters)
    words[place] = letters[1 - letters.index(words[place])]
    try:
        return game.parse_position(" ".join(words))
    except StackyardError:
        return None


def played(game: Game, position: Any, texts: str) -> Any:
    """The position after moves; None if one is not legal."""
    after = position.copy()
    for text in texts.split():
        if after.winner != ONGOING or text not in game.legal_texts(after):
            return None
        after.play(game.parse_move(text, after))
    return after


# The words of the motifs, by plain rules


def runs(cells: list[str], side: Side) -> list[int]:
    """The lengths of unbroken runs."""
    parts = [list(run) for stack in cells for _, run in groupby(stack)]
    return [len(run) for run in parts if run[0] == str(side)]


def path(turn: Turn, own: set[int], one: int, two: int) -> int | None:
    """The number of stones of the shortest path between two stones."""
    if not {one, two} <= own:
        return None
    reached, seen, steps = {one}, {one}, 1
    while reached and two not in reached:
        near = {there for cell in reached for there in turn.game.board.neighbours[cell]}
        reached = (near & own) - seen
        seen |= reached
        steps += 1
    return steps if reached else None


def group(turn: Turn, own: set[int], start: int) -> frozenset[int]:
    """The stones joined with one."""
    found = {start}
    while more := {n for cell in found for n in turn.game.board.neighbours[cell]} & own - found:
        found |= more
    return frozenset(found)


def held(cells: list[str], side: Side) -> set[int]:
    """The cells with a man of a player on top."""
    return {i for i, men in enumerate(cells) if men[-1:] == str(side) and "." not in men}


def moved_to(turn: Turn) -> int:
    """The cell whose content has grown."""
    return next(
        i for i, (a, b) in enumerate(zip(turn.then, turn.now, strict=True)) if len(b) > len(a)
    )


def stones(cells: list[str], side: Side) -> set[int]:
    """The cells of a player's stones."""
    return {cell for cell, men in enumerate(cells) if men == str(side)}


def new_stone(turn: Turn) -> int:
    """The cell of the stone that was placed."""
    (cell,) = stones(turn.now, turn.player) - stones(turn.then, turn.player)
    return cell


def open_to(turn: Turn, position: Any, side: Side) -> set[str]:
    """The moves of a player in a position, as if that player were to act."""
    there = position if position.player == side else other_to_act(turn.game, position)
    return set() if there is None else {*turn.game.legal_texts(there)}


def barred(turn: Turn) -> set[int]:
    """The empty cells that were open to a player and are to none now."""
    then, now = (
        {name for side in range(2) for name in open_to(turn, position, side)}
        for position in (turn.before, turn.after)
    )
    return {cell for name, cell in turn.names.items() if name in then - now and not turn.now[cell]}


def rivals_groups(turn: Turn) -> int:
    """The number of the opponent's groups beside the new stone."""
    own, cell = stones(turn.then, 1 - turn.player), new_stone(turn)
    near = set(turn.game.board.neighbours[cell]) & own
    return len({group(turn, own, there) for there in near})


def free(turn: Turn, cells: list[str], cell: int) -> int:
    """The number of empty cells around a cell."""
    return sum([not cells[there] for there in turn.game.board.neighbours[cell]])


def towers(cells: list[str], side: Side) -> dict[int, int]:
    """The heights of towers."""
    return {i: len(men) for i, men in enumerate(cells) if men and set(men) == {str(side)}}


def falls(turn: Turn, names: str) -> bool:
    """Tell if a splay that is ready collapses these towers."""
    there = turn.after if turn.after.player == turn.player else other_to_act(turn.game, turn.after)
    for cell, height in towers(turn.now, turn.player).items():
        if free(turn, turn.now, cell) == height + 1:
            after = played(turn.game, there, turn.game.board.names[cell])
            left = towers(turn.cells(after), 1 - turn.player)
            if not {*turn.named(names)} & {*left}:
                return True
    return False


def captures(turn: Turn, position: Any, cell: int) -> bool:
    """Tell if a step of the player to act makes a pillar on a cell."""
    for text in turn.game.legal_texts(position):
        after = played(turn.game, position, text)
        if turn.cells(after)[cell] == f".{int(position.player)}":
            return True
    return False


def full(turn: Turn, position: Any, cell: int) -> bool:
    """Tell if a stack of both colours is as high as its square allows."""
    stack = turn.cells(position)[cell]
    return {*stack} == {"0", "1"} and len(stack) >= int(turn.game.notes(position)[cell])


def men(cells: list[str], side: Side) -> int:
    """The number of a player's men on the board."""
    return sum([stack.count(str(side)) for stack in cells if "." not in stack])


def gained(turn: Turn, side: Side) -> int:
    """The gain of a player's reserve."""
    return int(turn.after.reserves()[side] - turn.before.reserves()[side])


def steps_left(turn: Turn, cells: list[str], side: Side) -> int:
    """The steps of a player's checkers to the last column on the right."""
    far = [i if side else len(cells) - 1 - i for i in range(len(cells))]
    return sum([far[i] * stack.count(str(side)) for i, stack in enumerate(cells)])


def top_run(stack: str) -> int:
    """The number of checkers alike on top."""
    return len(stack) - len(stack.rstrip(stack[-1]))


CELLS = r"((?:[a-z]\d*\b)(?:, [a-z]\d*\b)*(?: and [a-z]\d*\b)?)"
MANY = r"(\d+)"
CHECKS: list[tuple[str, Check]] = [
    (
        rf"makes a run of {MANY} (\w+) checkers on (\w+)",
        lambda t, m: (
            str(t.side(m[2])) * int(m[1]) in t.now[t.names[m[3]]]
            and max(runs(t.then, t.side(m[2]))) < int(m[1])
        ),
    ),
    (
        rf"brings the (\w+) run on (\w+) to {MANY} checkers",
        lambda t, m: (
            [
                runs([cells[t.names[m[2]]]], t.side(m[1])).count(int(m[3]))
                for cells in (t.then, t.now)
            ]
            in ([0, 1], [1, 2])
        ),
    ),
    (
        rf"leaves (\w+) {MANY} runs? instead of {MANY}",
        lambda t, m: (
            [len(runs(c, t.side(m[1]))) for c in (t.now, t.then)] == [int(m[2]), int(m[3])]
        ),
    ),
    (
        r"brings up the last (\w+) checker of column (\w)",
        lambda t, m: (
            str(t.side(m[1])) in t.then[t.names[m[2]]]
            and str(t.side(m[1])) not in t.now[t.names[m[2]]]
        ),
    ),
    (
        rf"gathers (\w+) in {MANY} columns instead of {MANY}",
        lambda t, m: (
            [sum(str(t.side(m[1])) in s for s in c) for c in (t.now, t.then)]
            == [int(m[2]), int(m[3])]
        ),
    ),
    (
        rf"costs (\w+) {MANY} steps?",
        lambda t, m: (
            steps_left(t, t.now, t.side(m[1])) - steps_left(t, t.then, t.side(m[1])) == int(m[2])
        ),
    ),
    (
        rf"uncovers the (\w+) run of {MANY} on (\w)",
        lambda t, m: (
            top_run(t.now[t.names[m[3]]]) == int(m[2])
            and t.now[t.names[m[3]]][-1] == str(t.side(m[1])) != t.then[t.names[m[3]]][-1]
        ),
    ),
    (
        r"covers the (\w+) (?:run of (\d+)|checker) on (\w)(?!\d)",
        lambda t, m: (
            moved_to(t) == t.names[m[3]]
            and t.then[t.names[m[3]]][-1] == str(t.side(m[1]))
            and top_run(t.then[t.names[m[3]]]) == int(m[2] or 1)
        ),
    ),
    (
        rf"leaves (\w+) (one|{MANY}) columns? to move from",
        lambda t, m: (
            len(t.game.legal_texts(t.after)) == int(m[3] or 1) and t.after.player == t.side(m[1])
        ),
    ),
    (
        r"leaves (\w+) without a move so that (\w+) moves again",
        lambda t, m: t.after.player == t.side(m[2]) == t.player,
    ),
    (
        rf"takes (?:{MANY}|a) (\w+) checkers?(?: and (?:{MANY}|a) (\w+) checkers?)? off the board",
        lambda t, m: (
            men(t.then, t.side(m[2])) - men(t.now, t.side(m[2])) == int(m[1] or 1)
            and (not m[4] or men(t.then, t.side(m[4])) - men(t.now, t.side(m[4])) == int(m[3] or 1))
        ),
    ),
    (
        rf"buries the (\w+) stacks? on {CELLS}",
        lambda t, m: {*t.named(m[2])} <= held(t.then, t.side(m[1])) & held(t.now, t.player),
    ),
    (
        r"leaves (\w+) (one|no) stack to sow",
        lambda t, m: len(held(t.now, t.side(m[1]))) == (m[2] == "one"),
    ),
    (
        rf"leaves (\w+) {MANY} checkers? \(the first with one wins\)",
        lambda t, m: men(t.now, t.side(m[1])) == int(m[2]),
    ),
    (
        rf"keeps the larger reserve \({MANY} to {MANY}; the first without one loses\)",
        lambda t, m: (
            [t.after.reserves()[s] for s in (t.player, 1 - t.player)] == [int(m[1]), int(m[2])]
            and int(m[1]) > int(m[2])
        ),
    ),
    (
        rf"levels the reserves at {MANY}, with (\w+) to enter",
        lambda t, m: {*t.after.reserves()} == {int(m[1])} and t.after.player == t.side(m[2]),
    ),
    (
        r"empties the last reserve, so that (\w+) begins to sow",
        lambda t, m: not any(t.after.reserves()) and t.after.player == t.side(m[1]),
    ),
    (
        rf"fills {CELLS}, where checkers now leave the board",
        lambda t, m: all(len(t.now[c]) == 4 > len(t.then[c]) for c in t.named(m[1])),
    ),
    (
        rf"gives (\w+) {MANY} stacks? to sow instead of {MANY}",
        lambda t, m: (
            [len(held(c, t.side(m[1]))) for c in (t.now, t.then)] == [int(m[2]), int(m[3])]
        ),
    ),
    (
        r"prepares the escape by (\S+)(?: or (\S+))?",
        lambda t, m: m[1] in t.game.legal_texts(other_to_act(t.game, t.after)),
    ),
    (
        rf"makes a path of {MANY} stones from (\w+) to (\w+)",
        lambda t, m: path(t, stones(t.now, t.player), t.names[m[2]], t.names[m[3]]) == int(m[1]),
    ),
    (
        rf"shortens the path from (\w+) to (\w+) from {MANY} stones to {MANY}",
        lambda t, m: (
            [path(t, stones(c, t.player), t.names[m[1]], t.names[m[2]]) for c in (t.then, t.now)]
            == [int(m[3]), int(m[4])]
        ),
    ),
    (
        rf"takes {MANY} (\w+) stones? off",
        lambda t, m: len(stones(t.then, t.side(m[2])) - stones(t.now, t.side(m[2]))) == int(m[1]),
    ),
    (
        r"keeps (\w+) from a (?:shorter )?path between (\w+) and (\w+)",
        lambda t, m: (
            (
                (old := path(t, stones(t.then, t.side(m[1])), t.names[m[2]], t.names[m[3]])) is None
                or old > 0
            )
            and path(t, stones(t.then, t.side(m[1])) | {new_stone(t)}, t.names[m[2]], t.names[m[3]])
            not in {None, old}
        ),
    ),
    (
        r"keeps (\w+) from joining two groups on (\w+)",
        lambda t, m: (
            t.names[m[2]] == new_stone(t)
            and rivals_groups(t) > 1
            and m[2] in open_to(t, t.before, t.side(m[1]))
        ),
    ),
    (
        rf"joins {MANY} (\w+) groups",
        lambda t, m: (
            len(
                {
                    group(t, stones(t.then, t.player), c)
                    for c in {*t.game.board.neighbours[new_stone(t)]} & stones(t.then, t.player)
                }
            )
            == int(m[1])
        ),
    ),
    (
        rf"(opens|closes) {MANY} cells? to (?!both)(\w+)",
        lambda t, m: (
            len(open_to(t, t.after, t.side(m[3]))) - len(open_to(t, t.before, t.side(m[3]))) + 1
            == int(m[2]) * (1 if m[1] == "opens" else -1)
        ),
    ),
    (
        rf"fills a cell open to both sides \((\w+) keeps {MANY} that (\w+) cannot use\)",
        lambda t, m: (
            len(open_to(t, t.after, t.side(m[1])) - open_to(t, t.after, t.side(m[3]))) == int(m[2])
            and t.game.board.names[new_stone(t)] in open_to(t, t.before, t.side(m[3]))
        ),
    ),
    (
        rf"leaves more cells open to (\w+) than to (\w+) \({MANY} to {MANY}\)",
        lambda t, m: (
            [len(open_to(t, t.after, t.side(m[i]))) for i in (1, 2)] == [int(m[3]), int(m[4])]
        ),
    ),
    (
        rf"leaves (\w+) {MANY} cells? to place on",
        lambda t, m: len(open_to(t, t.after, t.side(m[1]))) == int(m[2]),
    ),
    (
        rf"takes {MANY} cells? by a splay",
        lambda t, m: (
            sum([new == f".{t.player}" and not old for old, new in zip(t.then, t.now, strict=True)])
            == int(m[1])
        ),
    ),
    (
        rf"(?:collapses|gives up) the (\w+) towers? on {CELLS}",
        lambda t, m: all(
            t.then[c][:1] == str(t.side(m[1])) and t.now[c] == f".{t.side(m[1])}"
            for c in t.named(m[2])
        ),
    ),
    (
        rf"makes the tower on (\w+) ready to splay over {MANY} cells?",
        lambda t, m: (
            free(t, t.now, t.names[m[1]])
            == towers(t.now, t.player).get(t.names[m[1]], -1) + 1
            == int(m[2])
        ),
    ),
    (rf"threatens the (\w+) towers? on {CELLS} by that splay", lambda t, m: falls(t, m[2])),
    (
        rf"leaves the (\w+) tower on (\w+) only {MANY} empty cells?",
        lambda t, m: free(t, t.now, t.names[m[2]]) == int(m[3]) < free(t, t.then, t.names[m[2]]),
    ),
    (
        rf"closes (?:{MANY} cells|{CELLS}) to both sides",
        lambda t, m: len(barred(t)) == int(m[1]) if m[1] else barred(t) == {*t.named(m[2])},
    ),
    (
        rf"claims room for a splay over up to {MANY} cells?",
        lambda t, m: free(t, t.now, moved_to(t)) == int(m[1]),
    ),
    (
        rf"captures {MANY} (\w+) m[ae]n \(a pillar rises\)",
        lambda t, m: (
            men(t.then, t.side(m[2])) - men(t.now, t.side(m[2])) - gained(t, t.side(m[2]))
            == int(m[1])
        ),
    ),
    (
        rf"covers the (\w+) stack on {CELLS}",
        lambda t, m: {*t.named(m[2])} <= held(t.then, t.side(m[1])) & held(t.now, t.player),
    ),
    (
        rf"uncovers a (\w+) man on {CELLS}",
        lambda t, m: {*t.named(m[2])} <= held(t.then, t.player) & held(t.now, t.side(m[1])),
    ),
    (
        rf"fills the stacks? on {CELLS} so that one man more captures (?:it|one)",
        lambda t, m: all(full(t, t.after, c) and not full(t, t.before, c) for c in t.named(m[1])),
    ),
    (
        rf"attacks the (\w+) stacks? on {CELLS}",
        lambda t, m: all(captures(t, other_to_act(t.game, t.after), c) for c in t.named(m[2])),
    ),
    (
        rf"saves the (\w+) stacks? on {CELLS} from capture",
        lambda t, m: all(
            captures(t, other_to_act(t.game, t.before), c)
            and not (t.now[c][-1:] == str(t.player) and captures(t, t.after, c))
            for c in t.named(m[2])
        ),
    ),
    (
        rf"makes the (\w+) stack on (\w+) {MANY} men high",
        lambda t, m: len(t.now[t.names[m[2]]]) == int(m[3]) > len(t.then[t.names[m[2]]]),
    ),
    (
        rf"leaves (\w+) (?:(no) stack|{MANY} stacks?)",
        lambda t, m: len(held(t.now, t.side(m[1]))) == int(m[3] or 0),
    ),
]


def phrases_hold(turn: Turn, words: str) -> bool:
    """Tell if each phrase is true of a turn; one that is not known is not."""
    left = words
    while left := re.sub(r"^(?:, | and )", "", left):
        for pattern, check in CHECKS:
            if found := re.match(pattern, left):
                if not check(turn, found):
                    return False
                left = left[found.end() :]
                break
        else:
            return False
    return True
