"""Plain rules for the words of the motifs, by which hint_figures.py plays reasons out.

They read positions by their pieces and texts alone, and share no code with the motifs.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from plain_turns import (
    Turn,
    alone,
    barred,
    captures,
    falls,
    free,
    full,
    gained,
    group,
    held,
    joining,
    men,
    moved_to,
    new_stone,
    off_edge,
    open_to,
    other_to_act,
    path,
    rivals_groups,
    runs,
    steps_left,
    stones,
    top_run,
    towers,
)

Check = Callable[[Turn, re.Match[str]], bool]

CELLS = r"((?:[a-z]\d*\b)(?:, [a-z]\d*\b)*(?: and [a-z]\d*\b)?)"
MANY = r"(\d+)"
CHECKS: list[tuple[str, Check]] = [
    (
        rf"puts {MANY} (\w+) checkers together on (\w+) \(the longest \w+ run\)",
        lambda t, m: (
            str(t.side(m[2])) * int(m[1]) in t.now[t.names[m[3]]]
            and max(runs(t.then, t.side(m[2]))) < int(m[1])
        ),
    ),
    (
        rf"puts {MANY} (\w+) checkers together on (\w+)(?! \()",
        lambda t, m: (
            [
                runs([cells[t.names[m[3]]]], t.side(m[2])).count(int(m[1]))
                for cells in (t.then, t.now)
            ]
            in ([0, 1], [1, 2])
        ),
    ),
    (
        rf"leaves the (\w+) checkers in {MANY} groups? instead of {MANY}",
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
        rf"sets (?:{MANY}|a) (\w+) checkers? back one column",
        lambda t, m: (
            steps_left(t, t.now, t.side(m[2])) - steps_left(t, t.then, t.side(m[2]))
            == int(m[1] or 1)
        ),
    ),
    (
        rf"uncovers {MANY} (\w+) checkers on (\w)",
        lambda t, m: (
            top_run(t.now[t.names[m[3]]]) == int(m[1])
            and t.now[t.names[m[3]]][-1] == str(t.side(m[2])) != t.then[t.names[m[3]]][-1]
        ),
    ),
    (
        rf"covers (?:{MANY}|a) (\w+) checkers? on (\w)(?!\d)",
        lambda t, m: (
            moved_to(t) == t.names[m[3]]
            and t.then[t.names[m[3]]][-1] == str(t.side(m[2]))
            and top_run(t.then[t.names[m[3]]]) == int(m[1] or 1)
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
        rf"fills {CELLS}, (?:where checkers now leave the board|which entries now skip)",
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
        r"keeps (\w+) from a (?:shorter )?path(?: through \w+)? between (\w+) and (\w+)",
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
        r"links up with (\w+) by two cells of which (\w+) can fill only one",
        lambda t, m: len(joining(t, t.names[m[1]])) > 1 and t.side(m[2]) != t.player,
    ),
    (
        rf"leaves the \w+ (?:stone|group) {MANY} steps from the edge, "
        r"so that no path closes cells to (\w+) yet",
        lambda t, m: (
            off_edge(t) == int(m[1])
            and t.side(m[2]) == t.player
            and len(open_to(t, t.after, t.player)) == t.now.count("")
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
    (
        rf"brings the tower on (\w+) within two checkers of a splay over {MANY} cells?",
        lambda t, m: (
            free(t, t.now, t.names[m[1]])
            == towers(t.now, t.player).get(t.names[m[1]], -1) + 2
            == int(m[2])
        ),
    ),
    (
        rf"threatens the (\w+) towers? on {CELLS} by a splay on (?:\w+)",
        lambda t, m: falls(t, m[2]),
    ),
    (
        rf"leaves the (\w+) tower on (\w+) only {MANY} empty cells?",
        lambda t, m: free(t, t.now, t.names[m[2]]) == int(m[3]) < free(t, t.then, t.names[m[2]]),
    ),
    (
        rf"closes (?:{MANY} cells|{CELLS}) to both sides",
        lambda t, m: len(barred(t)) == int(m[1]) if m[1] else barred(t) == {*t.named(m[2])},
    ),
    (
        rf"puts {MANY} border cells within reach of a splay",
        lambda t, m: (
            int(m[1])
            == sum(
                not t.now[c] and c in {*t.game.board.edge}
                for c in t.game.board.neighbours[moved_to(t)]
            )
        ),
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
        rf"brings the stacks? on {CELLS} to (?:its|their) capacity, "
        r"so that the next man there captures (?:it|one)",
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
        rf"leaves (\w+) only {MANY} squares? for the man beside (\w+)",
        lambda t, m: (
            t.after.player == t.side(m[1])
            and len(t.game.legal_texts(t.after)) == int(m[2])
            and free(t, t.now, t.names[m[3]]) == int(m[2])
            and all(
                t.names[text] in t.game.board.neighbours[t.names[m[3]]]
                for text in t.game.legal_texts(t.after)
            )
        ),
    ),
    (
        r"ends the entering, so that (\w+) is the first to move",
        lambda t, m: t.after.player == t.side(m[1]) and not alone(t, t.after),
    ),
    (
        rf"leaves {MANY} of {MANY} squares where a man can be entered alone",
        lambda t, m: [alone(t, t.after), alone(t, t.before)] == [int(m[1]), int(m[2])],
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
