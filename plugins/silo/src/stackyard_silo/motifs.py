"""The effects of a turn of Silo, in words."""

from __future__ import annotations

from itertools import groupby

from stackyard.game import Game
from stackyard.notation import plural
from stackyard_coach.motifs import Motif, opponent_stuck
from stackyard_silo.rules import Silo


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
    return f"makes a run of {length} {game.colours[player]} checkers on {game.board.names[column]}"


def runs_joined(game: Game[Silo], before: Silo, after: Silo) -> str:
    """The player's checkers lie in fewer runs."""
    player = int(before.player)
    then, now = (len(runs(game, position, player)) for position in (before, after))
    if now >= then:
        return ""
    return f"leaves {game.colours[player]} {plural(now, 'run')} instead of {then}"


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


def carried_back(game: Game[Silo], before: Silo, after: Silo) -> str:
    """Checkers of the opponent have been carried along, which takes them back."""
    other = 1 - int(before.player)
    pieces = game.pieces(before), game.pieces(after)
    then, now = (
        [[piece.player for piece in stack].count(other) for _, stack in sorted(stacks.items())]
        for stacks in pieces
    )
    carried = sum([max(0, b - a) for a, b in zip(then, now, strict=True)])
    if not carried:
        return ""
    what = plural(carried, f"{game.colours[other]} checker", one="a")
    return f"carries {what} back"


MOTIFS = (
    Motif("run lengthened", run_lengthened),
    Motif("runs joined", runs_joined),
    Motif("stragglers moved", stragglers_moved),
    Motif("checkers carried back", carried_back),
    Motif("opponent stuck", opponent_stuck),
)
