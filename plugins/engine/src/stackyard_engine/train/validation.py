"""Compares search values with outcomes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Final

from stackyard.analysis import FEW
from stackyard.game import Game
from stackyard.position import DRAW, ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard_engine.eval.calibration import LONGER, Calibration, Told, told
from stackyard_engine.eval.weights import Evaluator, Weights
from stackyard_engine.mcts.search import Child, Search
from stackyard_engine.solver.engine import ResultLookup
from stackyard_engine.train.examples import best_next
from stackyard_engine.train.fit import fit_chances, fit_intervals

LINES: Final = 300  # maximum number of games
KNOWN: Final = 2500  # the same with known results
LONGEST: Final = 2000  # maximum moves of a game
EFFORTS: Final = (100, 400, 1600)  # simulations per evaluation, used in turn
QUICK: Final = 20  # simulations per move when playing on
WATCHED: Final = 4  # positions used per game
COMPARED: Final = 300  # positions searched again for the intervals
OPENING: Final = 8  # maximum random moves at the start of a varied game
STRAYS: Final = (1, 2, 4, 8, 16)  # intervals between random moves; each game draws one


def random_line(game: Game, seed: int) -> list[Position]:
    """The positions of a random game, without the final one."""
    rng = Rng(seed)
    position = game.initial()
    line: list[Position] = []
    while position.winner == ONGOING and len(line) < LONGEST:
        line.append(position.copy())
        position.play(position.random_move(rng.bits()))
    return line


def varied_line(game: Game, evaluator: Evaluator, seed: int) -> list[Position]:
    """The positions of a game of varied strength, without the final one.

    Random games alone are soon decided: few of their positions are balanced.
    """
    rng = Rng(seed)
    opening, stray = int(rng.below(OPENING + 1)), STRAYS[int(rng.below(len(STRAYS)))]
    position = game.initial()
    line: list[Position] = []
    while position.winner == ONGOING and len(line) < LONGEST:
        line.append(position.copy())
        if len(line) <= opening or rng.below(stray) == 0:
            position.play(position.random_move(rng.bits()))
        else:
            position.play(best_next(evaluator.value, position))
    return line


def drawn_from(line: Sequence[Position], seed: int, number: int) -> list[Position]:
    """Positions of a game, drawn at random without repetition."""
    places = {int(Rng(derive(seed, 1, draw)).below(len(line))) for draw in range(number)}
    return [line[place] for place in sorted(places)]


def chances_of(
    game: Game,
    weights: Weights,
    knowledge: ResultLookup | None,
    seed: int,
    lines: int = KNOWN,
    tell: Callable[[int, int], object] = lambda done, total: None,
) -> Calibration:
    """The calibration of a search with weights, by exact results or by playing on.

    `tell` is called with the number of games played and their total.
    """
    lines = min(lines, LINES if knowledge is None else KNOWN)
    again = min(lines, COMPARED)
    chances = _values_of(
        game, weights, knowledge, seed, lines, lambda done, _: tell(done, lines + again)
    )
    return intervals_of(
        game, weights, chances, seed, again, lambda done, _: tell(lines + done, lines + again)
    )


def intervals_of(
    game: Game,
    weights: Weights,
    chances: Calibration,
    seed: int,
    lines: int = COMPARED,
    tell: Callable[[int, int], object] = lambda done, total: None,
) -> Calibration:
    """The calibration of weights with intervals, from longer searches of a position a game."""

    def search(position: Position, seed: int, simulations: int) -> Search:
        return _searched(game, weights, position, seed, simulations)

    seen: list[tuple[float, int, float, bool]] = []
    for number in range(lines):
        tell(number, lines)
        own = derive(seed, number, 7)
        (position,) = drawn_from(varied_line(game, weights.evaluator(), own), own, 1)
        effort = EFFORTS[number % len(EFFORTS)]
        pairs = seen_again(search, position, own, effort, chances)
        for place, (before, later) in enumerate(pairs):
            if later.child.proven == ONGOING:
                seen.append((before.chance, before.child.visits, later.chance, place == 0))
    return fit_intervals(chances, seen)


def seen_again(
    search: Callable[[Position, int, int], Search],
    position: Position,
    seed: int,
    simulations: int,
    chances: Calibration,
) -> list[tuple[Told, Told]]:
    """The moves with intervals, the best first, each with what a longer search tells of it.

    `search` is called with a position, a seed and the simulations.
    """
    found = search(position, derive(seed, 8), simulations)
    before = [one for one in told(found.children(), chances) if one.interval is not None]
    if not before:
        return []
    longer = search(position, derive(seed, 9), LONGER * simulations)
    later = {one.child.move: one for one in told(longer.children(), chances)}
    return [(one, later[one.child.move]) for one in before]


def _values_of(
    game: Game,
    weights: Weights,
    knowledge: ResultLookup | None,
    seed: int,
    lines: int,
    tell: Callable[[int, int], object],
) -> Calibration:
    """The calibration without intervals, from this many games."""
    tried: list[tuple[float, int, float]] = []
    met: set[Hashable] = set()
    evaluator = weights.evaluator()
    for number in range(lines):
        tell(number, lines)
        own = derive(seed, number, 5)
        line = varied_line(game, evaluator, own)
        if knowledge is None:
            (position,) = drawn_from(line, own, 1)
            tried += _follow(game, weights, position.copy(), own, EFFORTS[number % len(EFFORTS)])
            continue
        for position in drawn_from(line, own, WATCHED):
            known = knowledge.known(position)
            if known is None or position.key() in met:
                continue
            effort = EFFORTS[len(met) % len(EFFORTS)]
            met.add(position.key())
            search = _searched(game, weights, position, own, effort)
            if search.proven == ONGOING:
                for child in shown(search):
                    after = position.copy()
                    after.play(child.move)
                    result = knowledge.known(after)
                    if result is not None:
                        won = _share(result.winner, position.player)
                        tried.append((child.value, child.visits, won))
    return fit_chances(tried)


def shown(search: Search) -> list[Child]:
    """The moves of a search whose chances are told: unproven, with enough visits."""
    return [c for c in search.children() if c.proven == ONGOING and c.visits >= FEW]


def _follow(
    game: Game, weights: Weights, position: Position, seed: int, effort: int
) -> list[tuple[float, int, float]]:
    """Values of moves, their visits, and the results of playing on by search.

    The first move is any whose chance would be told; those after it are the best.
    """
    values: list[tuple[float, int, int]] = []
    for ply in range(LONGEST):
        if position.winner != ONGOING:
            break
        simulations = effort if ply < WATCHED else QUICK
        search = _searched(game, weights, position, derive(seed, ply), simulations)
        if search.proven != ONGOING:
            return _with_points(values, int(search.proven))
        chosen = search.children()[0]
        moves = shown(search)
        if ply == 0 and moves:
            chosen = moves[int(Rng(derive(seed, 6)).below(len(moves)))]
        if ply < WATCHED and moves:
            values.append((chosen.value, chosen.visits, int(position.player)))
        position.play(chosen.move)
    winner = DRAW if position.winner == ONGOING else int(position.winner)
    return _with_points(values, winner)


def _with_points(
    values: list[tuple[float, int, int]], winner: int
) -> list[tuple[float, int, float]]:
    """Values and visits, each with the points of its player instead of the player."""
    return [(value, visits, _share(winner, player)) for value, visits, player in values]


def _searched(
    game: Game, weights: Weights, position: Position, seed: int, simulations: int
) -> Search:
    search = Search(
        position, game.playout, seed, game.mcts_params_with_weights, evaluator=weights.evaluator()
    )
    search.run(simulations)
    return search


def _share(winner: int, player: int) -> float:
    """The points of a player."""
    return 0.5 if winner == DRAW else float(winner == player)
