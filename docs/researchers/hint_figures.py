"""Measure hints: `python docs/researchers/hint_figures.py [GAME …]`.

It takes middle positions of games of level 3 after six random moves, the same for a seed. It tells
how often a search with another seed, and one twice as long, names the same move or one of
equal value; what share of hints has a reason for the move; and how many reasons stand when they
are played out by the plain rules below, which share no code with the motifs.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from stackyard import ONGOING, Analysis, Game, Limit, Match, Rng, analyse, load_game, make_player
from stackyard.errors import StackyardError
from stackyard.rng import derive
from stackyard.turnloop.history import Course
from stackyard_coach.hint import Hint, hint
from stackyard_coach.position_seed import position_seed

GAMES = "silo", "filo", "slicron", "pit_of_pillars", "splay"
POSITIONS = 100
EACH = 5  # positions of a game, from the second and third quarter of it
RANDOM = 6  # moves at its start
LONGEST = 300  # moves of a game
EQUAL = 0.02  # chances that differ by less, in both searches, are of equal value
PROOF = Limit(simulations=60_000)  # of a claim that a line wins

Side = int
Check = Callable[["Turn", re.Match[str]], bool]


def positions(game: Game, number: int, seed: int) -> list[Course]:
    """Positions of games, whose seeds begin with `seed`, without those that occurred before."""
    found: dict[str, Course] = {}
    while len(found) < number:
        match = Match(game, seed=seed)
        players = [make_player("level:3", game, derive(seed, side)) for side in range(2)]
        while match.result is None and match.ply < LONGEST:
            moves = match.position.legal_moves()
            if match.ply < RANDOM:
                match.play(int(moves[Rng(derive(seed, match.ply)).below(len(moves))]))
            else:
                chosen = players[match.position.player].choose(match)
                match.play(moves[0] if chosen is None else chosen)
        for part in range(EACH):
            ply = match.ply // 4 + part * (match.ply // 2) // EACH
            while match.course.at(ply).position.mid_turn:
                ply += 1
            course = match.course.at(ply)
            if course.result is None and len(found) < number:
                text = game.format_position(course.position)
                found[text] = Course(game, course.position, repetition=0)
        seed += 1
    return list(found.values())


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
    """The moves of a player in a position, whoever acts."""
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
    """What a player's reserve has gained."""
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


def wins(game: Game, position: Any, side: Side) -> bool:
    """Tell if a player has won, or is proven to win by a longer search with another seed."""
    if position.winner != ONGOING:
        return bool(position.winner == side)
    return analyse(Course(game, position, repetition=0), PROOF, seed=99).proven == side


class Referee:
    """Plays the reasons of a hint out."""

    def __init__(self, found: Hint) -> None:
        self.game = found.course.game
        self.before = found.course.position
        self.player = int(self.before.player)
        turn = found.best.plies[0].turn
        best = " ".join([ply.text for ply in found.best.plies if ply.turn == turn])
        self.after = played(self.game, self.before, best)

    def holds(self, reason: str) -> bool | None:
        """Tell if a sentence is true; None for a kind that gives no reason."""
        game, before, after, mine = self.game, self.before, self.after, self.player
        if reason.startswith("Expect ") or " moves again, with " in reason:
            return None
        if reason == "It is the only move.":
            return len(game.legal_texts(before)) == 1
        if reason.startswith("Every move loses"):
            if reason == "Every move loses.":
                return None
            return all(
                wins(game, played(game, before, text), 1 - mine)
                for text in game.legal_texts(before)
            )
        if found := re.fullmatch(r"A threat: (.*), which would win (.*)\.", reason):
            there = played(game, other_to_act(game, after), found[1])
            return there is not None and (
                there.winner == mine if found[2] == "at once" else wins(game, there, mine)
            )
        if found := re.fullmatch(r"A threat: (.*?), which (.*)\.", reason):
            return self._turn(other_to_act(game, after), found[1], found[2])
        if found := re.fullmatch(
            r"It meets a threat by \w+: (.*) would win (.*)\. "
            r"Now .* (is impossible|does not win.*)\.",
            reason,
        ):
            threat = played(game, other_to_act(game, before), found[1])
            now = played(game, after, found[1])
            met = now is None if "impossible" in found[3] else now is None or now.winner != 1 - mine
            return threat is not None and wins(game, threat, 1 - mine) and met
        if found := re.fullmatch(r"It prevents (.*) by \w+, which otherwise (.*)\.", reason):
            there = other_to_act(game, before)
            return self._turn(there, found[1], found[2]) and played(game, after, found[1]) is None
        if found := re.fullmatch(r"After it, (.*) by \w+ no longer (.*)\.", reason):
            there = other_to_act(game, before)
            return self._turn(there, found[1], found[2]) and not self._turn(after, *found.groups())
        if found := re.fullmatch(
            r"(.*) (?:seems worse|is less sure): "
            r"\w+ answers (.*?)(?:, which (.*))?\.",
            reason,
        ):
            there = played(game, before, found[1])
            return there is not None and self._turn(there, found[2], found[3] or "")
        if found := re.match(
            r"(?:All other moves lose|The other move loses|These lose|One move loses): (.*)\.",
            reason,
        ):
            named = re.findall(r"([^,()]+?) \(reply ([^)]*)\)", found[1].replace(" and ", ", "))
            lost = [played(game, before, f"{move} {reply}") for move, reply in named]
            return all(each is not None and wins(game, each, 1 - mine) for each in lost)
        found = re.fullmatch(r"It (.*)\.", reason)
        return found is not None and phrases_hold(Turn(game, before, after), found[1])

    def _turn(self, before: Any, texts: str, words: str) -> bool:
        """Tell if the phrases are true of these moves from a position."""
        after = None if before is None else played(self.game, before, texts)
        return after is not None and phrases_hold(Turn(self.game, before, after), words)


def agreement(courses: list[Course]) -> Iterator[tuple[str, int]]:
    """How many searches with another seed, and longer ones, agree with the first."""
    counts: Counter[str] = Counter()
    for course in courses:
        first = analyse(course, seed=position_seed(course, 1))
        work = first.simulations
        longer = Limit(simulations=max(2 * work, 1))
        for name, second in (
            ("another seed", analyse(course, seed=position_seed(course, 2))),
            ("twice as long", analyse(course, longer, seed=position_seed(course, 2))),
        ):
            counts[f"{name}: same move"] += second.move in first.lines[0].moves
            counts[f"{name}: same move or equal value"] += _equal(first, second)
    yield from counts.items()


def _equal(one: Analysis, two: Analysis) -> bool:
    """Tell if the best move of each analysis has the best value in the other, or nearly."""
    gaps = []
    for here, there in ((one, two), (two, one)):
        values = {move: line.value for line in here.lines for move in line.moves}
        gaps.append(here.lines[0].value - values[there.move])
    return max(gaps) <= EQUAL


def main() -> None:
    """Print the figures of each game."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--seed", type=int, default=0, help="that of the first game")
    parser.add_argument("--show", action="store_true", help="show each reason that fails")
    asked = parser.parse_args()
    for name in asked.games:
        game = load_game(name)
        courses = positions(game, asked.positions, asked.seed)
        reasoned, seconds = 0, []
        checked: Counter[bool] = Counter()
        for course in courses:
            begin = time.perf_counter()
            found = hint(course)
            seconds.append(time.perf_counter() - begin)
            referee = Referee(found)
            verdicts = {reason: referee.holds(reason) for reason in found.reasons}
            told = [each for each in verdicts.values() if each is not None]
            reasoned += bool(told)
            checked.update(told)
            for reason, verdict in verdicts.items():
                if verdict is False and asked.show:
                    print(
                        f"  {game.format_position(course.position)}: {found.best.text}: {reason}",
                        flush=True,
                    )
        print(f"{name}: {len(courses)} positions")
        print(f"  a hint takes {sum(seconds) / len(seconds):.1f} s, at most {max(seconds):.1f} s")
        for words, number in agreement(courses):
            print(f"  {words}: {number}")
        print(f"  with a reason for the move: {reasoned}")
        print(f"  reasons played out: {checked.total()}, of which {checked[False]} do not hold")


if __name__ == "__main__":
    main()
