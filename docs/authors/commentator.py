"""Tells a match in sentences, for people who hear the game instead of seeing it.

Each move is told with what lies on the cells that it changed, so that the position can be kept in
mind; then whose move it is and what is asked. It speaks through `match.say`: a screen reader reads
it, and a program may have a voice listen.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from stackyard import Match, Piece, Scene, hookimpl
from stackyard.scenes import MEN
from stackyard.turnloop.wording import outcome


@hookimpl
def stackyard_match_started(match: Match) -> None:
    """Who plays, and what lies where."""
    seats = zip(match.game.colours, match.players, strict=True)
    tell(match, match.game.title)
    tell(match, ", ".join([f"{colour} is {player.name}" for colour, player in seats]))
    scene = match.game.scene(match.position)
    tell_lying(match, scene, sorted(scene.cells))


@hookimpl
def stackyard_turn_started(match: Match) -> None:
    """Who sits out, whether it stood like this before, and what is asked."""
    colours, player = match.game.colours, int(match.position.player)
    if match.turns and match.turns[-1].player == player:
        tell(match, f"{colours[1 - player]} has no move and sits out")
    if match.course.times_stood > 1:
        tell(match, f"this position has stood {match.course.times_stood} times")
    ask(match)


@hookimpl
def stackyard_move_played(match: Match) -> None:
    """Tell the move, its changes, and the prompt if the turn goes on."""
    ply, game = match.course.last, match.game
    assert ply is not None
    tell(match, f"{game.colours[ply.player]} {ply.words}")
    then, now = game.scene(ply.before), game.scene(ply.after, ply.before)
    tell_lying(match, now, sorted(now.touched), then)
    if match.course.mid_turn:
        ask(match)


@hookimpl
def stackyard_match_finished(match: Match) -> None:
    """Who has won and why."""
    tell(match, outcome(match.course))


def ask(match: Match) -> None:
    """Whose move it is, and what is asked of that player."""
    colour = match.game.colours[int(match.position.player)]
    tell(match, f"move {match.ply + 1}, {colour}: {match.game.prompt(match.position)}")


def tell_lying(
    match: Match, scene: Scene, cells: Iterable[int], before: Scene | None = None
) -> None:
    """Tell the pieces on these cells, and in the trays that differ from those of `before`."""
    told = [(scene.board.names[cell], scene.cells.get(cell, ())) for cell in cells]
    trays = before.trays if before else ()
    told += [(tray.title, tray.pieces) for tray in scene.trays if tray not in trays]
    words = [f"{where}: {named(pieces, scene.colours)}" for where, pieces in told]
    tell(match, f"now {'; '.join(words)}" if words else "")


def named(pieces: tuple[Piece, ...], colours: tuple[str, str]) -> str:
    """Pieces from the bottom up; of mere checkers the colour says enough."""
    words = []
    for piece, same in groupby(pieces):
        number, colour = len(list(same)), colours[piece.player]
        name = colour if piece.kind in MEN else f"{colour} {piece.kind}"
        words.append(name if number == 1 else f"{number} times {name}")
    return f"{', '.join(words)} on top" if len(words) > 1 else "".join(words) or "empty"


def tell(match: Match, words: str) -> None:
    """Say a sentence, if there is anything to say."""
    if words:
        match.say(f"{words[0].upper()}{words[1:]}.")
