"""Examples for the conformance kit: refused options, texts and moves, words, endings."""

from __future__ import annotations

from typing import Any

from stackyard_pit_of_pillars.refusals import refused

Examples = list[tuple[Any, ...]]
START = "6/8/8/8/8/8/8/6 w 0,0 open"
FIELDS = "a position is the rows, the player to act, the reserves and the phase"
FULL = "r,w,r,w,r,w,r,w"
NEXT = "6/8/8/3,w,4/8/8/8/6 r 0,0 next:d5"
APART = "6/8/3,r,4/3,w,4/8/8/8/6 r 0,0 free"
MOVING = "6/8/8/1,ww,1,W,wr,3/8/2,R,5/8/5,r w 0,0 move"
SLIDING = "6/8/8/1,ww,1,W,wr,3/8/2,R,5/8/5,r w 0,0 pillar"
BUSY = "6/8/8/1,ww,1,W,wrw,3/2,rr,5/2,R,5/8/5,r w 2,1 move"
BAD_OPTIONS: Examples = [
    ("size", 2, "3 to 8"),
    ("size", 9, "3 to 8"),
    ("self_elimination", "wins", "plays-on or loses"),
    ("height", 3, "size, self_elimination"),
]
BAD_POSITIONS: Examples = [
    ("", f"^{FIELDS}, with single blanks between, as in {START}; this has 1 field$"),
    ("6/8/8/8/8/8/8/6", "this has 1 field$"),
    ("6/8/8/8/8/8/8/6 w 0,0", "this has 3 fields$"),
    (f"{START} ", "this has 5 fields$"),
    (f" {START}", "this has 5 fields$"),
    (START.replace(" w", "  w"), "this has 5 fields$"),
    ("6/8/8/8/8/8/6 w 0,0 open", "^rows: 7 written, but there are 8, with / between$"),
    ("6/8/8/8/8/8/8/8/6 w 0,0 open", "^rows: 9 written"),
    ("8/8/8/8/8/8/8/6 w 0,0 open", "^squares b8 to g8: 8 written, but there are 6$"),
    ("6/8/8/7/8/8/8/6 w 0,0 open", "^squares a5 to h5: 7 written, but there are 8$"),
    ("6/8/8/1/8/8/8/6 w 0,0 open", "^squares a5 to h5: 1 written, but there are 8"),
    ("6/8/8/8/8/8/8/6,w w 0,0 move", "^squares b1 to g1: 7 written"),
    ("6/8/8/8/8/8/8/5,99 w 0,0 move", "^square g1: a number of empty squares follows another"),
    ("6/8/8/3,5/8/8/8/6 w 0,0 open", "^square d5: a number .* follows another; write their sum$"),
    (
        "6/8/8/0,8/8/8/8/6 w 0,0 open",
        "^square a5: '0' is neither .* nor a number of empty squares$",
    ),
    ("6/8/8/08/8/8/8/6 w 0,0 open", "^square a5: '08' is neither"),
    ("6/8/8/w,999/8/8/8/6 w 0,0 move", "^square b5: '999' is neither"),
    ("6/8/8/٣,5/8/8/8/6 w 0,0 open", "^square a5: '٣' is neither"),
    ("6/8/8//8/8/8/6 w 0,0 open", "^square a5: '' is neither"),
    ("6/8/8/3,,4/8/8/8/6 w 0,0 open", "^square d5: '' is neither"),
    (
        "6/8/8/3,wxr,4/8/8/8/6 w 0,0 move",
        "^square d5: 'wxr' is neither a stack of at most 62 w and r nor",
    ),
    ("6/8/8/3,WR,4/8/8/8/6 w 0,0 move", "^square d5: 'WR' is neither"),
    ("6/8/8/3,wW,4/8/8/8/6 w 0,0 move", "^square d5: 'wW' is neither"),
    ("6/8/8/3w4/8/8/8/6 w 0,0 move", "^square a5: '3w4' is neither"),
    ("6/8/8/8,x/8/8/8/6 w 0,0 move", "^squares a5 to h5: 'x' is neither"),
    (START.replace(" w", " b"), "^player to act: 'b' is not w or r$"),
    (START.replace(" w", " W"), "^player to act: 'W' is not w or r$"),
    (START.replace("0,0", "0"), "^reserves: '0' is not white's and red's number, as in 2,0$"),
    (START.replace("0,0", "0,0,0"), "^reserves: '0,0,0' is not white's"),
    (START.replace("0,0", "-1,0"), "^reserves: '-1,0' is not white's"),
    (START.replace("0,0", "00,0"), "^reserves: '00,0' is not white's"),
    (START.replace("0,0", "0,+1"), r"^reserves: '0,\+1' is not white's"),
    (START.replace("0,0", ","), "^reserves: ',' is not white's"),
    (START.replace("0,0", "1" * 99 + ",0"), "^reserves: '1{39}…' is not white's"),
    (f"{START[:-4]}end", "^phase: 'end' is not open, next, free, move or pillar$"),
    (f"{START[:-4]}OPEN", "^phase: 'OPEN' is not"),
    (f"{START[:-4]}next", "^phase: 'next' should name a square after next, as in next:d4"),
    (
        f"{START[:-4]}open:d4",
        "^phase: 'open:d4' should name a square after next, .* and after no other phase",
    ),
    (f"{START[:-4]}next:", "^phase: '' is no square of the board$"),
    (f"{START[:-4]}next:a1", "^phase: 'a1' is no square of the board$"),
    (f"{START[:-4]}next:D4", "^phase: 'D4' is no square of the board$"),
    (f"{START}\n", r"^phase: 'open\\n' is not"),
    (f"6/8/8/3,{'w' * 60},www,3/8/8/8/6 w 0,0 move", "^white has 63 men on the board"),
    (f"6/8/8/3,{'r' * 60},4/8/8/8/6 w 0,3 move", "^red has 63 men .*, at most 62 are allowed$"),
    (
        f"6/8/8/3,{'wr' * 32},4/8/8/8/6 w 0,0 move",
        "^square d5: '(wr){19}w…' is neither a stack of at most 62",
    ),
    (START.replace("0,0", "0,1"), "^phase open: there are no reserves in the entering stage$"),
    (
        "6/8/8/3,W,w,3/8/8/8/6 r 0,0 next:e5",
        "^phase next:e5: there are no pillars in the entering stage, but one is on d5$",
    ),
    ("6/8/8/3,W,4/8/8/8/6 r 0,0 free", "^phase free: there are no pillars .* one is on d5$"),
    ("6/8/8/3,w,4/8/8/8/6 w 0,0 open", "^phase open: the board is empty, but d5 holds men$"),
    (START.replace(" w", " r"), "^phase open: it is white who enters the first man$"),
    ("6/8/8/3,w,4/8/8/8/6 r 0,0 next:d4", "^phase next:d4: there is no man on d4$"),
    ("6/8/8/8/8/8/1,r,6/w,r,4 r 0,0 next:b1", "^phase next:b1: no square next to b1 is vacant$"),
    (
        "/".join(["r,w,r,w,r,w", *[FULL] * 6, "r,w,r,w,r,1"]) + " w 0,0 free",
        "^phase free: no vacant square has only vacant squares beside it$",
    ),
    ("6/8/8/3,w,r,3/8/8/8/6 w 0,0 pillar", "^phase pillar: white has no pillar that can move$"),
    ("6/8/8/3,w,r,3/8/8/8/R,5 w 0,0 pillar", "^phase pillar: white has no pillar"),
    (
        "6/8/8/3,w,4/8/8/8/W,5 w 0,0 pillar",
        "^phase pillar: red controls no stack: the game is over$",
    ),
    (START, "^rows: 8 written, but there are 5", {"size": 5}),
    (
        "6/8/8/8/8/8/W,7/5,r w 1,0 pillar",
        "^phase pillar: white controls no stack and has lost$",
        {"self_elimination": "loses"},
    ),
]
BAD_MOVES: Examples = [
    ("", "^'' is no move; write d4 to enter a man, d4-d6 to move the top 2 men 2 squares, pc3"),
    ("pass", "^'pass' is no move; write d4 to enter"),
    ("--", "^'--' is no move; write d4"),
    ("pd4", "^'pd4' is no move; write d4"),
    ("d4-", "^'d4-' is no move; write d4"),
    ("d4-d5-d6", "^'d4-d5-d6' is no move; write d4"),
    ("wd4-d6", "^'wd4-d6' is no move; write d4"),
    ("a1", "^'a1' is no move; a1 is a corner, which is left out$"),
    ("h9", "^'h9' is no move; h9 is beyond the edge$"),
    ("i3", "^'i3' is no move; i3 is beyond the edge$"),
    ("d08", "^'d08' is no move; d08 is beyond the edge$"),
    ("a2-a1", "^'a2-a1' is no move; a1 is a corner"),
    ("pd5-h1", "^'pd5-h1' is no move; h1 is a corner, which is left out$"),
    ("d4-e5", "^'d4-e5' is no move; a stack moves along a rank or a file, to another square$"),
    ("d4-d4", "^'d4-d4' is no move; a stack moves along a rank or a file, to another square$"),
    ("pd4-e6", "^'pd4-e6' is no move; a pillar moves like a queen, to another square$"),
    ("E5", "e5 is a corner, which is left out$", {"size": 5}),
]
REFUSALS: Examples = [
    (
        START,
        "d4-d5",
        "entering-stage",
        refused("entering-stage", prompt="enter the first man, on any square").sentence,
        "",
    ),
    (
        NEXT,
        "-",
        "entering-stage",
        refused("entering-stage", prompt="enter a man next to d5").sentence,
        "",
    ),
    (
        APART,
        "pd5-d4",
        "entering-stage",
        refused(
            "entering-stage", prompt="enter another man, with only vacant squares beside it"
        ).sentence,
        "",
    ),
    (
        NEXT,
        "d5",
        "occupied",
        refused("occupied", cell="d5").sentence,
        "d5",
    ),
    (
        NEXT,
        "e4",
        "not-beside",
        refused("not-beside", cell="e4", last="d5").sentence,
        "e4 d5",
    ),
    (
        APART,
        "d7",
        "not-isolated",
        refused("not-isolated", cell="d7", near="d6").sentence,
        "d7 d6",
    ),
    (
        "6/8/4,w,3/3,w,4/8/8/8/6 r 0,0 free",
        "d6",
        "not-isolated",
        refused("not-isolated", cell="d6", near="d5 and e6").sentence,
        "d6 d5 e6",
    ),
    (
        MOVING,
        "-",
        "compulsory-step",
        refused("compulsory-step").sentence,
        "",
    ),
    (
        MOVING,
        "pd5-d6",
        "pillar-too-early",
        refused("pillar-too-early").sentence,
        "d5",
    ),
    (MOVING, "a4-a5", "empty-cell", refused("empty-cell", cell="a4").sentence, "a4"),
    (
        MOVING,
        "d5-d6",
        "no-stack",
        refused("no-stack", cell="d5").sentence,
        "d5",
    ),
    (
        MOVING,
        "e5-e6",
        "not-yours",
        refused("not-yours", piece="stack", cell="e5", owner="red").sentence,
        "e5",
    ),
    (
        MOVING,
        "c3-c4",
        "not-yours",
        refused("not-yours", piece="pillar", cell="c3", owner="red").sentence,
        "c3",
    ),
    (
        MOVING,
        "b5-b8",
        "too-low",
        refused("too-low", cell="b5", height="2", squares="2 squares").sentence,
        "b5",
    ),
    (
        MOVING.replace(" w ", " r "),
        "g1-g3",
        "too-low",
        refused("too-low", cell="g1", height="1", squares="1 square").sentence,
        "g1",
    ),
    (
        MOVING,
        "b5-d5",
        "pillar-in-the-way",
        refused("pillar-in-the-way", cell="d5").sentence,
        "d5",
    ),
    (
        MOVING.replace("1,ww,1,W", "1,ww,W,1"),
        "b5-d5",
        "pillar-in-the-way",
        refused("pillar-in-the-way", cell="c5").sentence,
        "c5",
    ),
    (MOVING, "a4", "empty-reserve", refused("empty-reserve").sentence, ""),
    (
        MOVING.replace("0,0", "1,0"),
        "c3",
        "pillar-there",
        refused("pillar-there", cell="c3").sentence,
        "c3",
    ),
    (
        SLIDING,
        "b5-b6",
        "pillar-now",
        refused("pillar-now").sentence,
        "",
    ),
    (SLIDING, "pb5-b6", "no-pillar", refused("no-pillar", cell="b5").sentence, "b5"),
    (SLIDING, "pa4-a5", "no-pillar", refused("no-pillar", cell="a4").sentence, "a4"),
    (
        SLIDING,
        "pc3-c4",
        "not-yours",
        refused("not-yours", piece="pillar", cell="c3", owner="red").sentence,
        "c3",
    ),
    (
        SLIDING,
        "pd5-h5",
        "pillar-blocked",
        refused("pillar-blocked", piece="stack", cell="e5").sentence,
        "e5",
    ),
    (
        SLIDING.replace("2,R,5", "3,R,4"),
        "pd5-d2",
        "pillar-blocked",
        refused("pillar-blocked", piece="pillar", cell="d3").sentence,
        "d3",
    ),
    (
        "6/8/8/3,wrwr,4/8/8/8/6 w 0,0 move",
        "d5-d6",
        "game-over",
        "the game is over: white controls no stack",
        "",
    ),
]
DESCRIPTIONS: Examples = [
    ("6/8/8/8/8/8/8/6 w 0,0 open", "d4", "enters a man on d4", "d4"),
    (BUSY, "d4", "enters a man on d4", "d4"),
    (BUSY, "b5-b7", "moves 2 men from b5 to b7", "b5 b7"),
    (BUSY, "b5-b6", "moves a man from b5 to b6", "b5 b6"),
    (
        "6/8/8/wrw,7/8/8/8/r,5 w 0,0 move",
        "a5-a2",
        "moves 3 men from a5 to a2, and captures what is there: a pillar rises",
        "a5 a2",
    ),
    (
        "6/8/8/8/8/www,7/8/2,r,3 r 0,1 move",
        "a3",
        "enters a man on a3, and captures what is there: a pillar rises",
        "a3",
    ),
    (BUSY.replace("move", "pillar"), "pd5-b7", "moves a pillar from d5 to b7", "d5 b7"),
    (BUSY.replace("move", "pillar"), "-", "leaves the pillars where they are", ""),
]
ENDINGS: Examples = [
    ("6/8/8/3,wrwr,4/8/8/8/6 w 0,0 move", "red", "white controls no stack", ""),
    ("6/8/8/8/8/8/W,7/6 r 1,0 move", "white", "nobody controls a stack, and white moved last", ""),
    (
        "6/8/8/8/8/W,7/r,W,3,w,2/6 r 0,0 move",
        "white",
        "red has no step: no stack can move, no man is in reserve",
        "a2",
    ),
]
