"""Examples for the conformance kit: refused options, texts and moves, words, endings."""

from __future__ import annotations

from typing import Any

from stackyard_silo.refusals import refused

Examples = list[tuple[Any, ...]]
START = "rrr/bbb/rrr/bbb/rrr/bbb r"
BAD_OPTIONS: Examples = [
    ("size", 5, "4, 6, 8, … 26"),
    ("size", 2, "4, 6, 8, … 26"),
    ("size", 28, "4, 6, 8, … 26"),
    ("height", 0, "1 to 15"),
    ("height", 16, "1 to 15"),
    ("goal", "original", "any, end or home"),
    ("depth", 3, "size, height, goal"),
]
BAD_POSITIONS: Examples = [
    ("", "^a position is the columns and the player to act, .*, as in .* r; this has 1 field$"),
    ("rrr/bbb/rrr/bbb/rrr/bbb", "this has 1 field$"),
    (f"{START} ", "this has 3 fields$"),
    (f" {START}", "this has 3 fields$"),
    ("rrr/bbb/rrr/bbb/rrr/bbb  r", "this has 3 fields$"),
    ("rrr / bbb r", "this has 4 fields$"),
    ("rrr/bbb/rrr/bbb/rrr r", "^columns a to f: 5 written, but there are 6, with / between$"),
    ("rrr/bbb/rrr/bbb/rrr/bbb/- r", "^columns a to f: 7 written, but there are 6"),
    ("rrrbbb r", "^columns a to f: 1 written"),
    ("/rrr/bbb/rrr/bbb/rrr/bbb r", "^columns a to f: 7 written"),
    (
        "rrr/bbb//bbb/rrr/bbb r",
        "^column c: '' is neither a stack of r and b nor - for an empty column$",
    ),
    ("rrr/bbb/-/bbb/rrr/ r", "^column f: '' is neither"),
    ("rrr/bbx/rrr/bbb/rrr/bbb r", "^column b: 'bbx' is neither a stack of r and b nor -"),
    ("rrr/bbb/rrr/bbb/rRr/bbb r", "^column e: 'rRr' is neither"),
    ("rrr/bbb/r-r/bbb/rrr/bbb r", "^column c: 'r-r' is neither"),
    ("rrr/--/rrr/bbb/rrr/bbb r", "^column b: '--' is neither"),
    ("rrr/3b/rrr/bbb/rrr/bbb r", "^column b: '3b' is neither"),
    ("rrr\n/bbb/rrr/bbb/rrr/bbb r", r"^column a: 'rrr\\n' is neither"),
    ("rrr/bbb/rrr/bbb/rrr/bbb w", "^player to act: 'w' is not r or b$"),
    ("rrr/bbb/rrr/bbb/rrr/bbb R", "^player to act: 'R' is not r or b$"),
    ("rrr/bbb/rrr/bbb/rrr/bbb rb", "^player to act: 'rb' is not r or b$"),
    (f"{START}\n", r"^player to act: 'r\\n' is not r or b$"),
    (f"{START[:-1]}{'x' * 99}", "^player to act: 'x{39}…' is not r or b$"),
    ("rrr/-/rrr/-/rrr/- r", "^columns: blue has no checker$"),
    ("-/bbb/-/bbb/-/bbb b", "^columns: red has no checker$"),
    ("-/-/-/-/-/- r", "^columns: red has no checker$"),
    (f"{'r' * 40}/{'b' * 23}/-/-/-/- r", "^columns: 63 checkers, at most 62 are allowed$"),
    (f"{'rb' * 5000}/-/-/-/-/- r", "^columns: 10000 checkers, at most 62 are allowed$"),
    ("bbb/-/-/b/b/rrrrrrrbbrbbr r", "^player to act: red has no move here and sits out$"),
    (START, "^columns a to h: 6 written, but there are 8", {"size": 8}),
    ("?", "as in rr/bb/rr/bb r;", {"size": 4}),
]
BAD_MOVES: Examples = [
    ("", "is no move; name the column to move from, a to f$"),
    ("g", "is no move; name the column to move from, a to f$"),
    ("aa", "is no move; name the column to move from, a to f$"),
    ("a1", "is no move; name the column to move from, a to f$"),
    ("1", "is no move; name the column to move from, a to f$"),
    ("-", "is no move; name the column to move from, a to f$"),
    ("pass", "is no move; name the column to move from, a to f$"),
    ("ä", "is no move; name the column to move from, a to f$"),
    ("e!", "is no move; name the column to move from, a to f$"),
    ("e", "'e' is no move; name the column .*, a to d$", {"size": 4}),
]
REFUSALS: Examples = [
    (
        "rrr/-/rrr/bbb/rrr/bbb r",
        "b",
        "empty-cell",
        refused("empty-cell", column="b").sentence,
        "b",
    ),
    (
        START,
        "B",
        "not-yours",
        refused("not-yours", column="b", colour="red").sentence,
        "b",
    ),
    (
        START.replace(" r", " b"),
        "c",
        "not-yours",
        refused("not-yours", column="c", colour="blue").sentence,
        "c",
    ),
    (
        "rr/bbb/rrr/bbb/rrr/bbbr r",
        "f",
        "far-right",
        refused("far-right", column="f").sentence,
        "f",
    ),
    (
        "rrrb/bb/rrr/bbb/rrr/bbb b",
        "a",
        "far-right",
        refused("far-right", column="a").sentence,
        "a",
    ),
    (
        "bbb/bb/-/bbrrrrrrrrrb/-/b b",
        "b",
        "game-over",
        "the game is over: all red checkers form one unbroken run in column d",
        "",
    ),
]
DESCRIPTIONS: Examples = [
    ("rrr/bbb/rrr/bbb/rrr/bbb r", "e", "moves a checker from e to f", "e f"),
    ("rrr/bbb/rrr/bbb/rr/bbbr b", "f", "moves 2 checkers from f to e", "f e"),
    ("rrrrrrrr/bbbb/rbbbb/b/-/- r", "c", "moves 5 checkers from c to d", "c d"),
]
ENDINGS: Examples = [
    (
        "bbb/bb/-/bbrrrrrrrrrb/-/b b",
        "red",
        "all red checkers form one unbroken run in column d",
        "d",
    ),
    (
        "bbb/-/-/b/-/rrrrrrrbbrbbrb b",
        "red",
        "all red checkers are home in column f",
        "f",
        {"goal": "home"},
    ),
]
