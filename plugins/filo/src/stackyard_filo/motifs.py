"""The effects of a turn of F.I.L.O., in words."""

from __future__ import annotations

from stackyard.notation import listed, listed_cells, plural
from stackyard.position import ONGOING
from stackyard_coach.motifs import Motif
from stackyard_engine.knowledge import knowledge_of
from stackyard_filo.game import FiloGame
from stackyard_filo.rules import TALLEST, Filo

FEW = 3  # checkers left to a player who is close to winning


def tops(game: FiloGame, position: Filo, player: int) -> set[int]:
    """The cells whose top checker is a player's."""
    pieces = game.pieces(position).items()
    return {cell for cell, stack in pieces if stack and stack[-1].player == player}


def checkers_off(game: FiloGame, before: Filo, after: Filo) -> str:
    """Checkers have left the board."""
    player = int(before.player)
    lost = [then - now for then, now in zip(before.men(), after.men(), strict=True)]
    words = [
        plural(lost[side], f"{game.colours[side]} checker")
        for side in (player, 1 - player)
        if lost[side]
    ]
    return f"takes {listed(words)} off the board" if words else ""


def stack_buried(game: FiloGame, before: Filo, after: Filo) -> str:
    """Stacks of the opponent have got a checker of the player on top."""
    player = int(before.player)
    then, now = game.pieces(before), game.pieces(after)
    cells = [
        cell
        for cell in sorted(tops(game, before, 1 - player) & tops(game, after, player))
        if now[cell][: len(then[cell])] == then[cell]
    ]
    if not cells:
        return ""
    noun = "stack" if len(cells) == 1 else "stacks"
    return f"buries the {game.colours[1 - player]} {noun} on {listed_cells(game.board, cells)}"


def few_stacks_left(game: FiloGame, before: Filo, after: Filo) -> str:
    """The opponent has one stack left to sow, or none."""
    other = 1 - int(before.player)
    then, now = (len(tops(game, position, other)) for position in (before, after))
    if any(after.reserves()) or now > 1 or now >= then:
        return ""
    return f"leaves {game.colours[other]} {'one stack' if now else 'no stack'} to sow"


def few_checkers_left(game: FiloGame, before: Filo, after: Filo) -> str:
    """The player is close to the last checker."""
    player = int(before.player)
    left = after.men()[player]
    if not 1 < left <= FEW or left == before.men()[player]:
        return ""
    return f"leaves {game.colours[player]} {plural(left, 'checker')} (the first with one wins)"


def reserve_kept(game: FiloGame, before: Filo, after: Filo) -> str:
    """The player enters few checkers, and so has the larger reserve."""
    player = int(before.player)
    reserves = after.reserves()
    mine, theirs = reserves[player], reserves[1 - player]
    if game.mixed or game.settings["empty_reserve"] == "skip":  # nobody loses by it
        return ""
    if mine <= theirs or mine == before.reserves()[player]:
        return ""
    return f"keeps the larger reserve ({mine} to {theirs}; the first without one loses)"


def reserves_level(game: FiloGame, before: Filo, after: Filo) -> str:
    """Both reserves are as large as each other, and the opponent has to enter next."""
    mine, theirs = after.reserves()
    if mine != theirs or not mine or before.reserves()[0] == before.reserves()[1] or game.mixed:
        return ""
    return f"levels the reserves at {mine}, with {game.colours[after.player]} to enter"


def reserves_emptied(game: FiloGame, before: Filo, after: Filo) -> str:
    """The last checker of both reserves has been entered."""
    player = int(before.player)
    mine, theirs = (after.reserves()[side] for side in (player, 1 - player))
    if mine or theirs or not before.reserves()[player]:
        return ""
    if game.mixed or after.winner != ONGOING:
        return ""
    return f"empties the last reserve, so that {game.colours[after.player]} begins to sow"


def cells_filled(game: FiloGame, before: Filo, after: Filo) -> str:
    """Cells have become full: entries skip them, and what is sown on them leaves the board."""
    then, now = game.pieces(before), game.pieces(after)
    cells = [cell for cell in now if len(now[cell]) == TALLEST > len(then[cell])]
    if not cells:
        return ""
    entering = any(after.reserves()) and not game.mixed
    effect = "which entries now skip" if entering else "where checkers now leave the board"
    return f"fills {listed_cells(game.board, cells)}, {effect}"


def stacks_gained(game: FiloGame, before: Filo, after: Filo) -> str:
    """The player has more stacks to sow."""
    player = int(before.player)
    then, now = (len(tops(game, position, player)) for position in (before, after))
    if any(after.reserves()) or now <= then:
        return ""
    return f"gives {game.colours[player]} {plural(now, 'stack')} to sow instead of {then}"


def escape_prepared(game: FiloGame, before: Filo, after: Filo) -> str:
    """The player could escape with the next move, and could not before."""
    mine = knowledge_of(game).passed(after) if after.winner == ONGOING else None
    if mine is None or any(text.endswith("*") for text in game.legal_texts(before)):
        return ""
    ways = [text for text in game.legal_texts(mine) if text.endswith("*")]
    return f"prepares the escape by {listed(ways, 'or')}" if ways else ""


MOTIFS = (
    Motif("taking checkers off", checkers_off),
    Motif("burying a stack", stack_buried),
    Motif("leaving few stacks", few_stacks_left),
    Motif("having few checkers left", few_checkers_left),
    Motif("keeping the larger reserve", reserve_kept),
    Motif("levelling the reserves", reserves_level, slight=True),
    Motif("emptying the reserves", reserves_emptied, slight=True),
    Motif("filling cells", cells_filled, slight=True),
    Motif("gaining stacks to sow", stacks_gained, slight=True),
    Motif("preparing the escape", escape_prepared),
)
