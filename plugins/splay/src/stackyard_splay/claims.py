"""Claims about Splay, and their checks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from stackyard.game import Game
from stackyard.position import DRAW, ONGOING, Position
from stackyard_engine.checks import Counts, Everywhere, Example, Finite, Games, Solves, Strategy
from stackyard_engine.claims import Check, Claim

SCHMIDT: Final = "Greg Schmidt"
TEXT: Final = "the rules, 2011"
PROJECT: Final = "the Stackyard project"
WHITE: Final = 0
INTERIOR: Final = ("b2", "b3", "c2", "c3", "c4", "d3", "d4")  # of side 3


def is_draw(game: Game[Any], before: Position, move: int, after: Position) -> str:
    """The fault if a move ends the game in a draw."""
    return "a draw" if after.winner == DRAW else ""


def stays(game: Game[Any], before: Position, move: int, after: Position) -> str:
    """The fault if a cell that held something is empty."""
    now, then = game.pieces(after), game.pieces(before)
    gone = [game.board.names[cell] for cell in then if cell not in now]
    return f"nothing is left on {', '.join(gone)}" if gone else ""


def has_spaces(game: Game[Any], before: Position, move: int, after: Position) -> str:
    """The fault if a tower has no more empty neighbours than its height."""
    if after.winner != ONGOING:
        return ""
    pieces = game.pieces(after)
    for cell, tower in pieces.items():
        spaces = sum([there not in pieces for there in game.board.neighbours[cell]])
        if tower[0].kind != "marker" and spaces <= len(tower):
            return f"the tower on {game.board.names[cell]} has {spaces} empty neighbours"
    return ""


def can_grow(game: Game[Any], before: Position, move: int, after: Position) -> str:
    """The fault if the player to act may not raise one of its towers."""
    if after.winner != ONGOING:
        return ""
    legal = {game.format_move(int(each), after) for each in after.legal_moves()}
    for cell, tower in game.pieces(after).items():
        own = tower[0].player == after.player and tower[0].kind != "marker"
        if own and game.board.names[cell] not in legal:
            return f"the tower on {game.board.names[cell]} may not be raised"
    return ""


def mirrored(game: Game[Any], position: Position, last: int | None) -> int:
    """The strategy by moves alone: the reflection of Black's last move, or the centre.

    `last` is None if Black has not moved since White's last move.
    """
    (centre,) = game.board.centre
    if last is not None:
        (cell,) = game.move_cells(last, position)
        image = game.board.reflection[cell]
        move = game.read_move(game.board.names[image])
        if move in position.legal_moves():
            return move
    return game.read_move(game.board.names[centre])


def always(holds: Callable[..., str]) -> list[Check]:
    """Checks that every move fulfils a condition."""
    return [Everywhere(holds, {"side": 2}), Games(holds, {"side": 4}), Games(holds, games=20)]


def claims() -> Sequence[Claim]:
    """The claims about Splay."""
    return [
        Claim(
            "The rules allow as many sequences of moves as an independent program counts",
            PROJECT,
            "node counts",
            [
                Counts((7, 42, 252, 1302, 6762, 25506), {"side": 3}),
                Counts((19, 342, 6156), {"side": 4}),
                Counts((61, 3660)),
            ],
        ),
        Claim(
            "Draws are possible",
            SCHMIDT,
            TEXT,
            [Example(is_draw)],
        ),
        Claim(
            "Once a piece is played, it is never removed from the board",
            SCHMIDT,
            TEXT,
            always(stays),
        ),
        Claim(
            "A tower is always surrounded by more spaces than its height",
            SCHMIDT,
            TEXT,
            always(has_spaces),
        ),
        Claim(
            "A checker can always be played on a friendly tower",
            SCHMIDT,
            TEXT,
            always(can_grow),
        ),
        Claim(
            "The game ends: no position comes back",
            PROJECT,
            "solved",
            [Finite({"side": 2}), Finite({"side": 3}), Finite({"side": 3, "fill": True})],
            "pieces stay, and each turn adds a checker; so there are at most six turns for each "
            "interior cell.",
        ),
        Claim(
            "White wins by opening in the centre and answering each move with its reflection "
            "through the centre, or, where that is not possible, with a checker on the centre",
            PROJECT,
            "played against every answer",
            [
                Strategy(WHITE, mirrored, {"side": 2}),
                Strategy(WHITE, mirrored, {"side": 3}),
                Strategy(WHITE, mirrored, {"side": 3, "fill": True}),
                Strategy(WHITE, mirrored, {"side": 4}, long=True),
                Strategy(WHITE, mirrored, {"side": 5}, games=100),
                Strategy(WHITE, mirrored, games=100),
                Strategy(WHITE, mirrored, {"side": 8}, games=20),
            ],
            "after each of White's moves the board is the same as its reflection, colours changed, "
            "but for the centre, so White is a cell ahead. The reflection of a legal move is legal "
            "unless Black has splayed from a cell beside the centre onto another such cell; then "
            "the centre has two empty neighbours, and a checker there takes both.",
        ),
        Claim(
            "White wins on side 3 by any first move, in 13 moves",
            PROJECT,
            "solved",
            [Solves("white", {"side": 3}, plies=13, winning=INTERIOR)],
        ),
    ]
