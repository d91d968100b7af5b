"""Check how long single calls take: a search calls the rules thousands of times in a second."""

from __future__ import annotations

from stackyard.position import ONGOING
from stackyard_kit.testing.random_games import check_time
from stackyard_kit.testing.samples import Sample

SHOWN = 0.25  # seconds that a call of the game may take, which is made once for each move shown
READ = ("legal_moves", "copy", "key", "code", "symmetric_code", "evaluate")


def check_calls(sample: Sample, slowest: float) -> None:
    """No method of the position takes longer than `slowest`, none of the game longer than SHOWN."""
    game, position, text = sample.game, sample.position, sample.text
    finished = position.winner != ONGOING
    for name in READ:
        method = getattr(position, name, None)
        if method is not None and not (finished and name in ("code", "symmetric_code", "evaluate")):
            check_time(name, method, slowest)
    check_time("random_move", lambda: position.random_move(0), slowest)
    check_time("format_position", lambda: game.format_position(position), SHOWN)
    check_time("parse_position", lambda: game.parse_position(text), SHOWN)
    check_time("scene", lambda: game.scene(position), SHOWN)
    if finished:
        check_time("ending", lambda: game.ending(position), SHOWN)
        return
    if not sample.moves:
        return  # a fault that another test tells
    move = sample.moves[0]
    written = game.format_move(move, position)
    check_time("play", position.copy, slowest, lambda copy: copy.play(move))
    check_time("format_move", lambda: game.format_move(move, position), SHOWN)
    check_time("parse_move", lambda: game.parse_move(written, position), SHOWN)
    check_time("describe", lambda: game.describe(move, position), SHOWN)
    check_time("prompt", lambda: game.prompt(position), SHOWN)
