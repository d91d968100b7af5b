"""A plugin without a game: a player, a command and a rule of the house."""

from __future__ import annotations

import click

from stackyard import DRAW, Game, Match, Result, Rng, hookimpl, random_playout
from stackyard.descriptions import PlayerKind
from stackyard.options import Option
from stackyard.plugins.hookspecs import RegisterNamed, RegisterPlayer
from stackyard.rng import derive
from stackyard_cli.common import game_argument

LONGEST = 300


class EagerPlayer:
    """Wins at once where it can, and else plays any legal move."""

    def __init__(self, game: Game, seed: int) -> None:
        self.name = "eager"
        self.seed = seed

    def choose(self, match: Match) -> int:
        """A move that wins, or one that depends on the seed and on how many were played."""
        position = match.position
        for move in position.legal_moves():
            after = position.copy()
            after.play(move)
            if after.winner == position.player:
                return int(move)
        return int(position.random_move(Rng(derive(self.seed, match.ply)).bits()))


@click.command("openings")
@game_argument
@click.option("--games", default=100, show_default=True, help="Random games for each first move.")
def openings(game: Game, games: int) -> None:
    """Show how random games end after each first move."""
    rng = Rng(1)
    start = game.initial()
    for move in start.legal_moves():
        wins = 0
        for _ in range(games):
            position = start.copy()
            position.play(move)
            random_playout(position, rng)
            wins += position.winner == start.player
        text = game.format_move(move, start)
        click.echo(f"{text}: {game.colours[start.player]} wins {wins / games:.0%}")


@hookimpl
def stackyard_register_players(register: RegisterPlayer) -> None:
    """Register the eager player."""
    seed = Option("seed", None, range(2**62), "Makes it repeat its choices.", "random")
    register(PlayerKind("eager", "Wins at once where it can.", (seed,)), EagerPlayer)


@hookimpl
def stackyard_register_commands(commands: RegisterNamed) -> None:
    """Register the command that tries first moves."""
    commands("openings", openings, "Show how random games end after each first move.")


@hookimpl
def stackyard_turn_finished(match: Match) -> None:
    """End a match that goes on for ever."""
    if len(match.turns) >= LONGEST:
        match.end(Result(DRAW, "limit", f"{LONGEST} turns were played"))
