"""`stackyard engine GAME`."""

from __future__ import annotations

import sys
from importlib.metadata import version
from threading import Lock

import click

from stackyard.game import Game
from stackyard_cli import completion
from stackyard_cli.absent import player_spec
from stackyard_cli.common import game_argument
from stackyard_cli.output import OurCommand, echo
from stackyard_protocols.engine_session import EngineSession
from stackyard_protocols.gtp_engine import GtpEngine
from stackyard_protocols.input_lines import InputLines
from stackyard_protocols.ugi_engine import UgiEngine


@click.command("engine", cls=OurCommand, example="engine silo")
@game_argument
@click.option(
    "--protocol",
    type=click.Choice(["ugi", "gtp"]),
    default="ugi",
    show_default=True,
    help="The language of the program on the other side.",
)
@click.option(
    "--player",
    metavar="SPEC",
    shell_complete=completion.players,
    help="Who chooses the moves; by default the strongest level.",
)
@click.option("--seed", default=1, show_default=True, help="Of the player.")
def command(game: Game, protocol: str, player: str | None, seed: int) -> None:
    """Answer a program that speaks UGI or GTP, on standard input and output.

    Such programs are match managers, viewers and other libraries of games. It ends with the input,
    or when it reads quit.
    """
    session = EngineSession(game, player_spec(player), seed)
    lines, lock = InputLines(sys.stdin.fileno()), Lock()

    def write(text: str) -> None:
        with lock:
            echo(text)

    title = f"Stackyard {game.title}"
    engine: UgiEngine | GtpEngine
    if protocol == "ugi":
        engine = UgiEngine(session, title, write, lines.fail)
    else:
        engine = GtpEngine(session, title, version("stackyard-protocols"), write)
    try:
        for line in lines.read(engine.heed):
            engine.receive(line)
            if engine.finished:
                break
    finally:
        engine.end()
