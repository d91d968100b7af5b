"""The effects of a turn of Silo, in words."""

from __future__ import annotations

from itertools import groupby

from stackyard.game import Game
from stackyard.notation import plural
from stackyard.position import ONGOING
from stackyard.scenes import Piece
from stackyard_coach.motifs import Motif, opponent_stuck
from stackyard_silo.rules import Silo

FEW = 2  # columns to move from that are worth a sentence


def runs(game: Game[Silo], position: Silo, player: int) -> list[tuple[int, int]]:
    """The unbroken runs of a player: the length and the column of each."""
    return [
        (len(list(pieces)), column)
        for column, stack in game.pieces(position).items()
        for owner, pieces in groupby(stack, key=lambda piece: piece.player)
        if owner == player
    ]


def run_lengthened(game: Game[Silo], before: Silo, after: Silo) -> str:
    """The player's longest run has grown."""
    player = int(before.player)
    length, column = max(runs(game, after, player))
    if length <= max(runs(game, before, player))[0]:
        return ""
    colour, name = game.colours[player], game.board.names[column]
    return f"puts {length} {colour} checkers together on {name} (the longest {colour} run)"


def runs_joined(game: Game[Silo], before: Silo, after: Silo) -> str:
    """The player's checkers lie in fewer runs."""
    player = int(before.player)
    then, now = (len(runs(game, position, player)) for position in (before, after))
    if now >= then:
        return ""
    return f"leaves the {game.colours[player]} checkers in {plural(now, 'group')} instead of {then}"


def stragglers_moved(game: Game[Silo], before: Silo, after: Silo) -> str:
    """The player's last column has been cleared of that colour."""
    player = int(before.player)
    hindmost = max if player else min
    then, now = (
        hindmost([column for _, column in runs(game, position, player)])
        for position in (before, after)
    )
    if now == then:
        return ""
    return f"brings up the last {game.colours[player]} checker of column {game.board.names[then]}"


def run_extended(game: Game[Silo], before: Silo, after: Silo) -> str:
    """A checker has come to lie on a run of the player's that is not the longest."""
    player = int(before.player)
    stacks_then, stacks_now = game.pieces(before), game.pieces(after)
    grown = {(length, column) for length, column in runs(game, after, player)}
    new = [each for each in grown - {*runs(game, before, player)} if each[0] > 1]
    then, now = runs(game, before, player), runs(game, after, player)
    if not new or max(now)[0] > max(then)[0]:
        return ""
    for length, column in sorted(new, reverse=True):
        has_grown = len(stacks_now[column]) > len(stacks_then[column])
        if has_grown and (length - 1, column) in then:
            name = game.board.names[column]
            return f"puts {length} {game.colours[player]} checkers together on {name}"
    return ""


def columns_held(game: Game[Silo], position: Silo, player: int) -> list[int]:
    """The columns that hold checkers of a player, from the left."""
    return sorted({column for _, column in runs(game, position, player)})


def columns_gathered(game: Game[Silo], before: Silo, after: Silo) -> str:
    """The player's checkers lie in fewer columns."""
    player = int(before.player)
    then, now = (len(columns_held(game, position, player)) for position in (before, after))
    if now >= then or now == 1:
        return ""
    return f"gathers {game.colours[player]} in {now} columns instead of {then}"


def opponent_set_back(game: Game[Silo], before: Silo, after: Silo) -> str:
    """Checkers of the opponent have been carried along, each of them back by a column."""
    other = 1 - int(before.player)
    then, now = (_steps(game, position, other) for position in (before, after))
    if now <= then:
        return ""
    return f"sets {plural(now - then, f'{game.colours[other]} checker', one='a')} back one column"


def _steps(game: Game[Silo], position: Silo, player: int) -> int:
    """The number of steps that a player's checkers are from the last column on the right."""
    return sum(
        [
            (column if player else len(game.board) - 1 - column)
            for column, stack in game.pieces(position).items()
            for piece in stack
            if piece.player == player
        ]
    )


def run_covered(game: Game[Silo], before: Silo, after: Silo) -> str:
    """The player's checker lies on one of the opponent's that was on top, and must be carried."""
    player = int(before.player)
    then, now = game.pieces(before), game.pieces(after)
    grown = [column for column in then if len(now[column]) > len(then[column])]
    for column in grown:
        if then[column] and then[column][-1].player != player:
            checker, length = f"{game.colours[1 - player]} checker", _top_run(then[column])
            return f"covers {plural(length, checker, one='a')} on {game.board.names[column]}"
    return ""


def _top_run(stack: tuple[Piece, ...]) -> int:
    """The number of checkers of one colour on top of a stack."""
    return len(list(next(groupby(reversed(stack), key=lambda piece: piece.player))[1]))


def run_uncovered(game: Game[Silo], before: Silo, after: Silo) -> str:
    """A run of the player's comes to lie on top of the column that was moved from."""
    player = int(before.player)
    then, now = game.pieces(before), game.pieces(after)
    for column in then:
        left = now[column]
        if left and len(left) < len(then[column]) and left[-1].player == player:
            covered = then[column][len(left) + 1 :]
            length = _top_run(left)
            if covered and length > 1:
                name = game.board.names[column]
                return f"uncovers {length} {game.colours[player]} checkers on {name}"
    return ""


def few_columns_left(game: Game[Silo], before: Silo, after: Silo) -> str:
    """The opponent has one column to move from, or few and had more."""
    other = int(after.player)
    if after.winner != ONGOING or other == before.player:
        return ""
    last = 0 if other else len(game.board) - 1
    then = [column for column in columns_held(game, before, other) if column != last]
    number = len(after.legal_moves())
    if number > FEW or 1 < number >= len(then):
        return ""
    return f"leaves {game.colours[other]} {plural(number, 'column', one='one')} to move from"


MOTIFS = (
    Motif("joining more checkers", run_lengthened),
    Motif("adding to a group", run_extended),
    Motif("joining groups", runs_joined),
    Motif("bringing up the last checkers", stragglers_moved),
    Motif("gathering in fewer columns", columns_gathered),
    Motif("carrying enemy checkers back", opponent_set_back),
    Motif("uncovering checkers", run_uncovered, slight=True),
    Motif("covering checkers", run_covered, slight=True),
    Motif("leaving few columns to move from", few_columns_left),
    Motif("leaving the opponent without a move", opponent_stuck),
)
