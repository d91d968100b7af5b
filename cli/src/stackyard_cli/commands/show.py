"""`stackyard show GAME [POSITION]`."""

from __future__ import annotations

import click

from stackyard.drawing.picture import Look
from stackyard.drawing.text import draw, status
from stackyard.game import Game
from stackyard.records.export import View, export
from stackyard.records.writer import record_of
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard_cli import files
from stackyard_cli.absent import form_named
from stackyard_cli.board_cursor import selectable_board
from stackyard_cli.common import (
    PositionCommand,
    draws_on_terminal,
    echo_json,
    game_argument,
    json_option,
)
from stackyard_cli.output import echo


@click.command("show", cls=PositionCommand, example="show silo")
@game_argument
@click.argument("position", required=False)
@click.option("--flip", is_flag=True, help="Show the board from the other side.")
@click.option("--notes", is_flag=True, help="Show numbers on the cells, if the game has any.")
@click.option(
    "--svg",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="Write a picture instead; - is standard output.",
)
@files.force_option
@json_option
def command(
    game: Game,
    position: str | None,
    flip: bool,
    notes: bool,
    svg: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Draw a position of a game, the start without one."""
    if as_json and svg is not None:
        raise click.UsageError("--json and --svg: name one of them")
    files.check_output("--svg", svg, force)
    shown = game.initial() if position is None else game.parse_position(position.strip())
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
    if svg is not None:
        record = record_of(Match(game, position=shown))
        picture = export(form_named("svg"), [record], View(0, flip, notes=notes))
        files.write("--svg", svg, picture)
    elif draws_on_terminal():
        from stackyard_cli.terminal import TerminalScreen

        screen = TerminalScreen()
        screen.show(selectable_board(Course(game, shown)).scene, flip, notes)
        screen.say(status(scene))
    else:
        echo(draw(scene, Look(flip=flip, notes=notes)))
