"""Examples for the conformance kit: refused options, texts and moves, words, endings."""

from __future__ import annotations

from typing import Any

from stackyard_slicron.refusals import refused

Examples = list[tuple[Any, ...]]
SIDE_4 = {"side": 4}
MID_TURN = "4/1b3/2b3/2bb3/1bbb2/1bb2/1b2 b - +g4"
ROW = "4/5/6/7/2bbbb/1b3/b3 b -"
START = "4/5/6/7/6/5/4 b s"
LAST = "wwbb/5/wwwwww/b1bbb1b/bwbwww/b3b/1wwb w -"
LOST = (
    "white cannot place a stone: each of 11 empty cells touches a white path "
    "that it would not shorten"
)
ROWS = "4/5/6/7/6/5/4"
BAD_OPTIONS: Examples = [
    ("side", 1, "2 to 6"),
    ("side", 7, "2 to 6"),
    ("rules", "2025", "2024 or revised"),
    ("pie", "maybe", "off or on"),
    ("size", 5, "side, rules, pie"),
]
BAD_POSITIONS: Examples = [
    ("", "as in 4/5/6/7/6/5/4 b s; this has 1 field$", SIDE_4),
    (ROWS, "this has 1 field$", SIDE_4),
    (f"{ROWS} b", "this has 2 fields$", SIDE_4),
    (f"{ROWS}  b s", r"^player to act: '' is not b or w$", SIDE_4),
    (f"{ROWS} b s ", r"^turn: '' is not \+ and a cell", SIDE_4),
    (f"{ROWS} b s + x", "this has 5 fields$", SIDE_4),
    ("4/5/6/7/6/5 b s", "^rows: 6 written, but there are 7, with / between$", SIDE_4),
    ("5/6/7/8/9/8/7/6/5 b s", "^rows: 9 written, but there are 7", SIDE_4),
    ("4/5/6/6/6/5/4 b s", "^cells d1 to d7: 6 written, but there are 7$", SIDE_4),
    ("5/5/6/7/6/5/4 b s", "^cells g4 to g7: 5 written, but there are 4$", SIDE_4),
    ("4/5/6/7/6/5/bbbbb w -", "^cells a1 to a4: 5 written, but there are 4$", SIDE_4),
    ("4/5/6/7/6/5/ b s", "^cells a1 to a4: 0 written, but there are 4$", SIDE_4),
    (
        "4/5/6/7/6/5/3x b s",
        "^cell a4: 'x' is neither a stone \\(b or w\\) nor a number of empty cells$",
        SIDE_4,
    ),
    ("4/5/6/7/6/5/3B b s", "^cell a4: 'B' is neither", SIDE_4),
    ("4/5/6/7/6/5/3² b s", "^cell a4: '²' is neither", SIDE_4),
    ("4/5/6/7/6/5/3\n b s", r"^cell a4: '\\n' is neither", SIDE_4),
    ("4/5/6/7/6/5/04 b s", "^cell a1: '04' is neither", SIDE_4),
    ("4/5/6/7/6/5/b0b2 b -", "^cell a2: '0' is neither", SIDE_4),
    (f"4/5/6/7/6/5/{'9' * 5000} b s", "^cell a1: '9{39}…' is neither", SIDE_4),
    (f"{ROWS} r s", "^player to act: 'r' is not b or w$", SIDE_4),
    (f"{ROWS} B s", "^player to act: 'B' is not b or w$", SIDE_4),
    (f"{ROWS} bw s", "^player to act: 'bw' is not", SIDE_4),
    (f"{ROWS} b S", "^swap: 'S' is not s or -$", SIDE_4),
    (f"{ROWS} b s-", "^swap: 's-' is not s or -$", SIDE_4),
    (f"{ROWS} w s", "^swap: s stands .* white to act and one black stone and no other on", SIDE_4),
    (
        "4/5/6/3b3/6/5/4 b s",
        "^swap: s .* black to act and no stone on .*; here are 1 black",
        SIDE_4,
    ),
    ("4/5/6/3w3/6/5/4 w s", "here are 0 black and 1 white$", SIDE_4),
    ("4/5/6/2bb3/6/5/4 w s", "here are 2 black and 0 white$", SIDE_4),
    (f"{MID_TURN[:-3]}g4", r"^turn: 'g4' is not \+ and a cell", SIDE_4),
    (f"{MID_TURN[:-3]}+", r"^turn: '\+' is not", SIDE_4),
    (f"{MID_TURN}-", "^turn: ", SIDE_4),
    (f"{MID_TURN}+b2", "^turn: ", SIDE_4),
    (f"{MID_TURN}-x9-", "^turn: ", SIDE_4),
    (f"{MID_TURN[:-3]}+h4", "^turn: there is no cell h4$", SIDE_4),
    (f"{MID_TURN[:-3]}+g04", "^turn: there is no cell g04$", SIDE_4),
    (f"{MID_TURN}-b9", "^turn: there is no cell b9$", SIDE_4),
    (f"{MID_TURN}-c2-b2", "^turn: name each stone taken off once, row by row", SIDE_4),
    (f"{MID_TURN}-b3-b3", "^turn: name each stone taken off once", SIDE_4),
    (f"{MID_TURN[:-3]}+a2", "^turn: no stone can be placed on a2$", SIDE_4),
    (
        f"{MID_TURN[:-3]}+g7",
        "^turn: after g7 nothing is left to be chosen; the turn is over$",
        SIDE_4,
    ),
    (f"{MID_TURN}-b2", "^turn: c2 would have come off too; name every stone", SIDE_4),
    (f"{MID_TURN}-a2", "^turn: a2 cannot have come off$", SIDE_4),
    (f"{MID_TURN}-a2-b3-c4", "cannot have come off$", SIDE_4),
    (f"{MID_TURN}-g4", "^turn: g4 cannot have come off$", SIDE_4),
    (f"{MID_TURN}-b2-c2-c3-d3", "nothing is left to be chosen", SIDE_4),
    ("4/5/6/3b3/6/5/4 w s +a1", "^turn: after a1 nothing is left", SIDE_4),
    (f"{ROWS} b s", "^swap: s stands where the pie is off; write -$", {**SIDE_4, "pie": False}),
]
BAD_MOVES: Examples = [
    ("", "is no move; name a cell, a1 to g7, or x and a cell", SIDE_4),
    ("x", "is no move; name a cell, a1 to g7, or x and a cell", SIDE_4),
    ("a0", "is no move; name a cell, a1 to g7, or x and a cell", SIDE_4),
    ("a5", "is no move; name a cell, a1 to g7, or x and a cell", SIDE_4),
    ("e1x", "is no move; name a cell, a1 to g7, or x and a cell", SIDE_4),
    ("xx", "is no move; name a cell, a1 to g7, or x and a cell", SIDE_4),
    ("xswap", "is no move; name a cell, a1 to g7, or x and a cell", SIDE_4),
    ("j9", "is no move; name a cell, a1 to g7, or x and a cell", SIDE_4),
    ("a01", "is no move; name a cell, a1 to g7, or x and a cell", SIDE_4),
    ("h1", "is no move; name a cell, a1 to g7, or x and a cell", SIDE_4),
    ("pass", "is no move; name a cell, a1 to g7, or x and a cell", SIDE_4),
    ("-b2", "is no move; name a cell, a1 to g7, or x and a cell", SIDE_4),
    ("d 4", "is no move; name a cell, a1 to g7, or x and a cell", SIDE_4),
    ("ä1", "is no move; name a cell, a1 to g7, or x and a cell", SIDE_4),
    ("e5e5", "is no move"),
]
REFUSALS: Examples = [
    (ROW, "a1", "occupied", refused("occupied", cell="a1").sentence, "a1", SIDE_4),
    (
        ROW,
        "b4",
        "unchanged-path",
        refused("unchanged-path", cell="b4", path="a1-b2-c3-c4-c5-c6").sentence,
        "a1 b2 c3 c4 c5 c6",
        SIDE_4,
    ),
    (
        "4/5/6/7/6/5/bb2 b -",
        "b2",
        "unchanged-path",
        refused("unchanged-path", cell="b2", path="a1-a2").sentence,
        "a1 a2",
        SIDE_4,
    ),
    (
        ROW,
        "b3",
        "not-shorter",
        refused(
            "not-shorter",
            cell="b3",
            new_length="6",
            new="a1-b2-b3-c4-c5-c6",
            length="6",
            path="a1-b2-c3-c4-c5-c6",
        ).sentence,
        "a1 b2 c3 c4 c5 c6",
        {**SIDE_4, "rules": "revised"},
    ),
    (
        "1w1/2wb/w1wbb/4/2b b -",
        "b3",
        "not-shorter",
        "a stone on b3 makes a path of 4 (a3-b3-c4-c5), which is not shorter than the path of 2 "
        "of a group it would touch, c5-d5",
        "c5 d5",
        {"side": 3, "rules": "revised"},
    ),
    (
        START,
        "swap",
        "no-swap",
        refused("no-swap", second="white", first="black").sentence,
        "",
        SIDE_4,
    ),
    (
        "4/5/6/3b3/6/5/4 w -",
        "swap",
        "no-pie",
        refused("no-pie").sentence,
        "",
        {**SIDE_4, "pie": False},
    ),
    (
        MID_TURN,
        "swap",
        "turn-not-over",
        refused("turn-not-over", choices="b2, b3, c2, c3, c4, d3 or d4").sentence,
        "b2 b3 c2 c3 c4 d3 d4",
        SIDE_4,
    ),
    (
        MID_TURN,
        "a1",
        "turn-not-over",
        refused("turn-not-over", choices="b2, b3, c2, c3, c4, d3 or d4").sentence,
        "b2 b3 c2 c3 c4 d3 d4",
        SIDE_4,
    ),
    (
        MID_TURN,
        "xa2",
        "must-stay",
        refused("must-stay", cell="a2", choices="b2, b3, c2, c3, c4, d3 or d4").sentence,
        "a2",
        SIDE_4,
    ),
    (
        MID_TURN,
        "xa1",
        "not-yours",
        refused("not-yours", cell="a1", choices="b2, b3, c2, c3, c4, d3 or d4").sentence,
        "a1",
        SIDE_4,
    ),
    (
        ROW,
        "xa1",
        "nothing-to-take-off",
        refused("nothing-to-take-off").sentence,
        "a1",
        SIDE_4,
    ),
    (LAST, "e4", "game-over", f"the game is over: {LOST}", "", SIDE_4),
]
DESCRIPTIONS: Examples = [
    ("4/5/6/7/6/5/4 b s", "d4", "places a stone on d4", "d4", SIDE_4),
    ("4/5/6/3b3/6/5/4 w s", "swap", "swaps: the black stone becomes white", "", SIDE_4),
    ("4/1b3/2b3/2bb3/1bbb2/1bb2/1b2 b -", "g4", "places a stone on g4", "g4", SIDE_4),
    (MID_TURN, "xb2", "takes off b2 and with it c2", "b2", SIDE_4),
    (MID_TURN + "-b2-c2", "xc4", "takes off c4", "c4", SIDE_4),
    (
        "5/b5/1b5/2bb4/bb2b4/2bb4/bb5/1b4/1b3 b -",
        "e3",
        "places a stone on e3 and removes d4, e5 and f5",
    ),
]
ENDINGS: Examples = [
    (LAST, "black", LOST, None, SIDE_4),
    (
        "bw/wbb/bw w -",
        "black",
        "the board is full, and white cannot place a stone",
        None,
        {"side": 2},
    ),
    (
        "bww/bb1b/ww1bb/wb2/bwb b -",
        "white",
        "black cannot place a stone: on each of 4 empty cells it would make a path no shorter than "
        "one of a group it touches",
        None,
        {"side": 3, "rules": "revised"},
    ),
    (
        "bw/w1b/bb b -",
        "white",
        "black cannot place a stone: the empty cell touches a black path that it would not shorten",
        None,
        {"side": 2},
    ),
]
