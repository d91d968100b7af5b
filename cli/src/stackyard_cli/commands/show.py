"""`stackyard show GAME [POSITION]`."""

from __future__ import annotations

import click

from stackyard.drawing.text import draw, status
from stackyard.game import Game
from stackyard_cli.common import echo_json, game_argument, json_option


@click.command("show")
@game_argument
@click.argument("position", required=False)
@json_option
def command(game: Game, position: str | None, as_json: bool) -> None:
    """Draw a position of a game, the start without one."""
    shown = game.initial() if position is None else game.parse_position(position)
    scene = game.scene(shown)
    if as_json:
        echo_json(
            {
                "game": game.name,
                "options": game.settings,
                "position": game.format_position(shown),
                "player": game.colours[scene.player],
                "winner": scene.winner,
                "status": status(scene),
                "legal_moves": game.legal_texts(shown),
                "cells": {
                    game.board.names[cell]: "".join([piece.letter for piece in pieces])
                    for cell, pieces in scene.cells.items()
                },
            }
        )
        return
    click.echo(draw(scene))
