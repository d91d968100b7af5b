"""`stackyard bench GAME`."""

from __future__ import annotations

import time
from functools import partial
from statistics import median

import click

from stackyard.builds import nearest
from stackyard.game import Game
from stackyard.position import LONGEST, ONGOING, Position
from stackyard.rng import Rng
from stackyard.turnloop.wording import stopped_words
from stackyard_cli.common import (
    Seconds,
    build_words,
    echo_json,
    game_argument,
    json_option,
    position_option,
    settings_words,
)
from stackyard_cli.output import OurCommand, echo, tell
from stackyard_cli.progress import can_be_shown
from stackyard_engine.commands.weights_files import command_words
from stackyard_engine.eval.lookup import weights_for
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.mcts.factory import search_of
from stackyard_engine.mcts.search import Search
from stackyard_engine.selection import plays_selectively, selective_search
from stackyard_engine.train.validation import random_line, varied_line

LONG = 150  # moves of a playout after which a horizon is worth looking for
ROUNDS = 20  # of playouts, each measured separately
BATCH = 64  # copies of the start position per batch: more would not fit in the processor's cache
BRIEF = 0.0005  # seconds: a faster batch may grow


@click.command("bench", cls=OurCommand, example="bench silo")
@game_argument
@position_option
@click.option(
    "--seconds",
    type=Seconds(0.01, 3600),
    default=2.0,
    show_default=True,
    help="CPU seconds for each of the three measurements.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the random moves.")
@json_option
def command(game: Game, position: str | None, seconds: float, seed: int, as_json: bool) -> None:
    """Measure playouts, MCTS simulations and positions of level 8 per CPU second of one thread.

    Level 8 starts in the middle of a game, where its search sees most of its positions.
    """
    start = game.initial() if position is None else game.parse_position(position)
    if not len(start.legal_moves()):
        raise click.UsageError("--position: the game is over there, so nothing can be measured")
    if can_be_shown():
        echo(f"Measuring for {3 * seconds:g} seconds of processor time ...", err=True)
    try:
        rates, mean_moves, playouts, stopped = _playouts(start, seconds, seed)
        simulations = _simulations(game, start, seconds, seed)
        positions = _positions(game, seconds, seed)
    except KeyboardInterrupt:
        after_key = "\r" if can_be_shown() else ""  # the terminal has shown ^C
        echo(f"{after_key}Stopped before the end; nothing is kept.", err=True)
        raise
    usual, best = median(rates), max(rates)
    figures = {
        "playouts_per_second": round(usual / mean_moves, 1),
        "moves_per_second": round(usual, 1),
        "best_moves_per_second": round(best, 1),
        "mean_moves": round(mean_moves, 3),
        "stopped_playouts": round(stopped / playouts, 6),
        "simulations_per_second": round(simulations, 1),
        "level_8_positions_per_second": round(positions, 1),
    }
    if as_json:
        build = {"build": game.build, "processor": game.processor or None}
        echo_json({"game": game.name, "options": game.settings} | build | figures)
        return
    echo(f"{game.title} ({settings_words(game)}), {build_words(game)}")
    echo(f"  random playouts    {figures['playouts_per_second']:>14,.0f} a second")
    echo(f"  moves in playouts  {usual:>14,.0f} a second; {best:,.0f} in the best round")
    echo(f"  moves a playout    {figures['mean_moves']:>14,.1f}")
    echo(f"  MCTS simulations   {figures['simulations_per_second']:>14,.0f} a second")
    echo(f"  level 8, positions {positions:>14,.0f} a second, in the middle of a game")
    if stopped:
        echo(stopped_words(stopped, playouts))
    if mean_moves > LONG and not knowledge_of(game).mcts_params.horizon:
        first = "" if hasattr(start, "evaluate") else "give its positions an `evaluate`, then "
        tell(
            f"Random games are long, so a search learns little from each: {first}let "
            f"`{command_words('tune', game)}` look for a horizon."
        )


def _playouts(start: Position, seconds: float, seed: int) -> tuple[list[float], float, int, int]:
    """Moves per CPU second in each round of playouts, moves per playout, playouts, those stopped.

    Copying the start position is not measured; random numbers are seeded once per batch.
    """
    play_all = nearest(type(start), "stackyard.playouts").play_all
    rng, batch, rates, spent = Rng(seed), 1, [], 0.0
    playouts = moves = stopped = 0
    while spent < seconds:
        used, before = 0.0, moves
        while used < seconds / ROUNDS:
            positions = [start.copy() for _ in range(batch)]
            begin = time.process_time()
            moves += play_all(positions, rng.word(), LONGEST)
            took = time.process_time() - begin
            used += took
            playouts += batch
            stopped += sum([position.winner == ONGOING for position in positions])
            if took < BRIEF:
                batch = min(batch * 2, BATCH)
        rates.append((moves - before) / used)
        spent += used
    return rates, moves / playouts, playouts, stopped


def _simulations(game: Game, start: Position, seconds: float, seed: int) -> float:
    """MCTS simulations per CPU second, in a tree that grows as in play."""
    params = knowledge_of(game).mcts_params
    search, batch, before = Search(start, game.playout, seed, params), 1, 0
    begin = time.process_time()
    while (used := time.process_time() - begin) < seconds:
        search.run(batch)
        batch = min(batch * 2, 256)
        if search.proven != ONGOING:  # a small game is solved: repeat with another seed
            before += search.simulations
            seed += 1
            search = Search(start, game.playout, seed, params)
    return (before + search.simulations) / used


def _positions(game: Game, seconds: float, seed: int) -> float:
    """The positions that level 8's search makes per CPU second in the middle of games."""
    weights = weights_for(game)
    made, used = 0, 0.0
    while used < seconds:
        if weights is None:
            line = random_line(game, seed)
        else:
            line = varied_line(game, weights.evaluator(), seed)
        middle = line[len(line) // 2]
        begin = time.process_time()
        end = begin + seconds - used
        if plays_selectively(game):
            selective = selective_search(game, middle, seed)
            while selective.proven == ONGOING and selective.deepen(partial(_is_past, end)):
                pass
            made += selective.nodes
        else:
            search = search_of(game, middle, seed)
            while search.run(BATCH) and not _is_past(end):
                pass
            made += search.positions
        used += time.process_time() - begin
        seed += 1
    return made / used


def _is_past(end: float) -> bool:
    return time.process_time() >= end
