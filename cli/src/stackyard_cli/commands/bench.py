"""`stackyard bench GAME`."""

from __future__ import annotations

import time

import click

from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.rng import Rng
from stackyard.search.mcts import Search
from stackyard_cli.common import (
    Seconds,
    build_words,
    echo_json,
    game_argument,
    json_option,
    position_option,
    settings_words,
)
from stackyard_cli.output import OurCommand, echo

LONGEST = 1_000_000  # moves of a playout


@click.command("bench", cls=OurCommand)
@game_argument
@position_option
@click.option(
    "--seconds",
    type=Seconds(0.01, 3600),
    default=2.0,
    show_default=True,
    help="CPU seconds for each of the two measurements.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the random moves.")
@json_option
def command(game: Game, position: str | None, seconds: float, seed: int, as_json: bool) -> None:
    """Measure random playouts and MCTS simulations per CPU second of one thread."""
    start = game.initial() if position is None else game.parse_position(position)
    if not len(start.legal_moves()):
        raise click.UsageError("--position: the game is over there, so nothing can be measured")
    playouts, moves, used = _playouts(game, start, seconds, seed)
    simulations = _simulations(game, start, seconds, seed)
    figures = {
        "playouts_per_second": round(playouts / used, 1),
        "moves_per_second": round(moves / used, 1),
        "mean_moves": round(moves / playouts, 3),
        "simulations_per_second": round(simulations, 1),
    }
    if as_json:
        echo_json({"game": game.name, "options": game.settings, "build": game.build} | figures)
        return
    echo(f"{game.title} ({settings_words(game)}), {build_words(game)}")
    echo(f"  random playouts    {figures['playouts_per_second']:>14,.0f} a second")
    echo(f"  moves in playouts  {figures['moves_per_second']:>14,.0f} a second")
    echo(f"  moves a playout    {figures['mean_moves']:>14,.1f}")
    echo(f"  MCTS simulations   {figures['simulations_per_second']:>14,.0f} a second")


def _playouts(game: Game, start: Position, seconds: float, seed: int) -> tuple[int, int, float]:
    """How many playouts were made, of how many moves in all, in how many CPU seconds."""
    playout, rng, count, moves, batch = game.playout, Rng(seed), 0, 0, 1
    begin = time.process_time()
    while (used := time.process_time() - begin) < seconds:
        for _ in range(batch):
            moves += playout(start.copy(), rng.word(), LONGEST)
        count += batch
        batch = min(batch * 2, 256)
    return count, moves, used


def _simulations(game: Game, start: Position, seconds: float, seed: int) -> float:
    """MCTS simulations per CPU second, in a tree that grows as it does in play."""
    search, batch, before = Search(start, game.playout, seed, game.manner), 1, 0
    begin = time.process_time()
    while (used := time.process_time() - begin) < seconds:
        search.run(batch)
        batch = min(batch * 2, 256)
        if search.proven != ONGOING:  # a small game, solved: again with another seed
            before += search.simulations
            seed += 1
            search = Search(start, game.playout, seed, game.manner)
    return (before + search.simulations) / used
