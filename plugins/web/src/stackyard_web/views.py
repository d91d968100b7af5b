"""Matches as the pages show them: pictures, lists of moves, states of play."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from stackyard.drawing import clickable
from stackyard.drawing.text import status
from stackyard.errors import RecordError
from stackyard.game import Game
from stackyard.match import Match, Result
from stackyard.position import DRAW, Position
from stackyard.records.format import decode
from stackyard.records.replays import restore
from stackyard_web import choosing
from stackyard_web.playing import Playing
from stackyard_web.protocol import Made, Picture, Seat, State, Tray
from stackyard_web.seats import HUMAN, name_of


def state(playing: Playing, version: int, notice: str, flip: bool, since: int) -> State:
    """How a match stands, with its moves from number `since` on."""
    match = playing.match
    game, position, result = match.game, match.position, match.result
    last, turns = match.last_move, match.so_far
    first, second = [
        Seat(colour, name_of(spec, game.name), spec == HUMAN)
        for colour, spec in zip(game.colours, match.specs, strict=True)
    ]
    return State(
        version=version,
        ply=match.ply,
        player=int(position.player),
        winner=None if result is None else result.winner,
        result=ended(match),
        asked="" if result else game.asked(position),
        picture=picture(game, position, turns[-1].before if turns else None, flip),
        choices=[] if result else choosing.choices(game, position),
        since=since,
        plies=made(match, since),
        last=[] if last is None else list(game.move_cells(*last)),
        seats=(first, second),
        undo=playing.undoable(),
        redo=playing.redoable(),
        advice=playing.advises(),
        offer=playing.beside.offer,
        thinking=result is None and not playing.is_human(int(position.player)),
        notice=notice,
        position=game.format_position(position),
    )


def picture(
    game: Game, position: Position, before: Position | None = None, flip: bool = False
) -> Picture:
    """The board, the trays and the state of play in words."""
    scene = game.scene(position, before)
    trays = [
        Tray(tray.title, tray.player, list(Counter([p.letter for p in tray.pieces]).items()))
        for tray in scene.trays
    ]
    return Picture(clickable.draw(scene, f"{game.title} board", flip), trays, status(scene))


def ended(match: Match) -> str:
    """How a match ended, in a sentence without the full stop; nothing while it goes on."""
    result = match.result
    return "" if result is None else _outcome(match, result)


def _outcome(match: Match, result: Result) -> str:
    if result.winner == DRAW:
        return f"Draw: {result.sentence}"
    return f"{match.game.colours[result.winner].capitalize()} wins: {result.sentence}"


def made(match: Match, since: int = 0) -> list[Made]:
    """The moves from number `since` on, in words."""
    game, found, ply = match.game, [], 0
    for turn in match.so_far:
        if ply + len(turn.moves) <= since:
            ply += len(turn.moves)
            continue
        position = turn.before.copy()
        for number, move in enumerate(turn.moves):
            ply += 1
            if ply > since:
                text, words = game.format_move(move, position), game.describe(move, position)
                found.append(Made(ply, turn.player, text, words, number == 0))
            position.play(move)
    return found


def stands(match: Match, ply: int) -> tuple[Position, Position | None]:
    """The position after so many plies, and the one that its last turn began with."""
    left = ply
    for turn in match.so_far:
        if left <= 0:
            break
        position = turn.before.copy()
        for move in turn.moves[:left]:
            position.play(move)
        left -= len(turn.moves)
        if left <= 0:
            return position, turn.before
    return (match.position, None) if ply > 0 else (match.start, None)


def replayed(document: str, ply: int, flip: bool, plies: int) -> dict[str, Any]:
    """One ply of a record that anybody may have written, with the list of its moves."""
    record = decode(document)
    if record.plies > plies:
        raise RecordError(f"the record has {record.plies} moves; {plies} are shown here at most")
    match = restore(record)
    ply = min(ply, match.ply)
    return {
        "game": match.game.title,
        "name": match.game.name,
        "players": [f"{seat.colour}: {seat.name}" for seat in record.players],
        "result": ended(match) or "Not finished",
        "comment": record.comment,
        "ply": ply,
        "plies": msgspec.to_builtins(made(match)),
        "picture": msgspec.to_builtins(picture(match.game, *stands(match, ply), flip)),
    }
