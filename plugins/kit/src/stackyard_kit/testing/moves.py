"""Checks of the hot side: legal and random moves, copies, pickles, playouts."""

from __future__ import annotations

import pickle
from collections.abc import Hashable, Iterable
from copy import deepcopy
from itertools import chain, pairwise
from math import sqrt
from typing import NamedTuple

from stackyard import playouts
from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard_kit.testing.samples import (
    STUCK,
    ConformanceError,
    RandomGame,
    Sample,
    Trial,
    any_move,
    at,
    differing,
    winner_of,
)

WORDS = 2**32  # random_move takes a number below it
ON = 10  # moves for which two positions are compared in play
PLAYOUT = 1000  # longest playout compared
FEW = 2  # positions of a game in which small biases are looked for
MOST = 8  # moves to choose from there
TURNS = 4  # after the first in random games, among which player 1 has one
OFTEN, SELDOM = 600, 25  # random moves for each legal one, there and elsewhere


class Snapshot(NamedTuple):
    """Everything that can be read from a position."""

    text: str
    player: int
    winner: int
    mid_turn: bool
    moves: tuple[int, ...]
    key: Hashable


def snapshot(game: Game, position: Position) -> Snapshot:
    """Everything that can be read from a position now."""
    return Snapshot(
        game.format_position(position),
        int(position.player),
        int(position.winner),
        bool(position.mid_turn),
        tuple([int(move) for move in position.legal_moves()]),
        position.key(),
    )


def compare(what: str, now: Snapshot, then: Snapshot) -> None:
    """Raise an error if `now` differs from `then`; `what` names the subject."""
    for name, one, other in zip(Snapshot._fields, now, then, strict=True):
        if one != other:
            told, expected = differing(one, other)
            words = f": {told} instead of {expected}" if name != "key" else f" than {then.text} had"
            article = "other" if name == "moves" else "another"
            raise ConformanceError(f"{what} has {article} {name}{words}")


def check_position(game: Game, position: Position) -> None:
    """The contract of every position, whatever its history."""
    moves = [int(move) for move in position.legal_moves()]
    player, winner, finished = position.player, winner_of(position), position.winner != ONGOING
    if player not in (0, 1):
        raise ConformanceError(f"player is {player!r}, not 0 or 1")
    if any(one >= other for one, other in pairwise(moves)):
        raise ConformanceError(f"the legal moves are not ascending, each once: {moves}")
    if moves and not 0 <= moves[0] <= moves[-1] < game.move_space:
        raise ConformanceError(
            f"a legal move is outside the move space, 0 to {game.move_space - 1}: {moves}"
        )
    if moves and finished:
        raise ConformanceError(f"the game is over, winner {winner}, and moves are legal: {moves}")
    if not moves and not finished:
        raise ConformanceError(STUCK)
    if finished and position.mid_turn:
        raise ConformanceError("the game is over, and yet it is the middle of a turn")
    again = [int(move) for move in position.legal_moves()]
    if again != moves:
        raise ConformanceError(f"the legal moves are {moves}, and {again} when asked once more")


def check_legal_moves(played: RandomGame) -> None:
    """Every position of a game keeps the contract, and a turn belongs to one player."""
    mover = None
    for sample in played.samples():
        position = sample.position
        with at(sample):
            check_position(played.game, position)
            if position.mid_turn and mover is None:
                raise ConformanceError("the game begins in the middle of a turn")
            if position.mid_turn and position.player != mover:
                raise ConformanceError(
                    f"it is the middle of a turn that player {mover} began, "
                    f"and player {position.player} is to act"
                )
        mover = int(position.player)


def check_turns(trials: Iterable[Trial]) -> None:
    """Player 1 has a turn in some variant, unless hardly any game goes on after the first."""
    samples = chain.from_iterable([trial.samples() for trial in trials])
    later = (sample for sample in samples if sample.ply and sample.moves)
    turns = [int(sample.position.player) for sample in later if not sample.position.mid_turn]
    if len(turns) >= TURNS and 1 not in turns:
        raise ConformanceError(
            f"player 1 has none of {len(turns)} turns: let `play` change `player`"
        )


def check_random_moves(sample: Sample) -> None:
    """Any 32 bits give a legal move, and -1 once the game is over."""
    rng, legal = sample.rng(), sample.moves or [-1]
    for bits in (0, WORDS - 1, WORDS // 2, *[int(rng.bits()) for _ in range(8)]):
        move = sample.position.random_move(bits)
        if move not in legal:
            allowed = "-1, the game being over" if legal == [-1] else f"one of {legal}"
            raise ConformanceError(f"random_move({bits}) is {move!r}, not {allowed}")


def check_fairness(played: RandomGame) -> None:
    """Bits spread evenly over their range lead to each legal move about equally often.

    With few moves to choose from, a move that is a third likelier than the others is told.
    """
    numbers = [(len(sample.moves), sample.ply) for sample in played.samples()]
    few = [ply for number, ply in sorted(numbers) if 1 < number <= MOST][:FEW]
    many = {sample.ply for sample in played.samples(4)}
    for sample in played.samples():
        if sample.ply in few or sample.ply in many:
            with at(sample):
                _check_fairness(sample, OFTEN if sample.ply in few else SELDOM)


def _check_fairness(sample: Sample, each: int) -> None:
    rng, legal = sample.rng(), sample.moves
    if len(legal) < 2:
        return
    tries = min(max(1000, each * len(legal)), 5000)
    reached = dict.fromkeys(legal, 0)
    for number in range(tries):
        bits = (number * WORDS + int(rng.bits())) // tries
        move = int(sample.position.random_move(bits))
        if move not in reached:
            raise ConformanceError(f"random_move({bits}) is {move}, not one of {legal}")
        reached[move] += 1
    expected = tries / len(legal)
    freedom = len(legal) - 1
    # Pearson's chi-square, with room for six standard deviations: only a real bias gets there.
    chi_square = sum([(times - expected) ** 2 / expected for times in reached.values()])
    if chi_square > freedom + 6 * sqrt(2 * freedom) + 6:
        most, least = max(legal, key=reached.__getitem__), min(legal, key=reached.__getitem__)
        raise ConformanceError(
            f"random_move is biased: of {tries} moves {reached[most]} are {most} and "
            f"{reached[least]} are {least}; each should be about {expected:.0f}"
        )


def check_copies(sample: Sample) -> None:
    """Moves played in a copy leave the original unchanged, and vice versa."""
    game, position = sample.game, sample.position
    then = snapshot(game, position)
    original, rng = position.copy(), sample.rng()
    compare("a copy", snapshot(game, original), then)
    twin = original.copy()
    for played, kept, what in ((twin, original, "the original"), (original, position, "a copy")):
        for _ in range(ON):
            if played.winner != ONGOING:
                break
            played.play(any_move(played, rng))
            compare(f"{what}, after play in the other one,", snapshot(game, kept), then)


def check_copies_inside_turns(played: RandomGame) -> None:
    """A copy preserves the moves made in a turn in progress."""
    for sample in played.inside_turns():
        with at(sample):
            then = snapshot(played.game, sample.position)
            compare("a copy", snapshot(played.game, sample.position.copy()), then)


def check_pickling(sample: Sample) -> None:
    """A pickled and a deep-copied position equal the original and continue alike."""
    for made in ("pickled", "deep-copied"):
        game, position, rng = sample.game, sample.position.copy(), sample.rng()
        try:
            if made == "pickled":
                again: Position = pickle.loads(pickle.dumps(position))  # noqa: S301 - our own
            else:
                again = deepcopy(position)
        except Exception as error:
            raise ConformanceError(f"the position cannot be {made}: {error}") from error
        compare(f"a {made} position", snapshot(game, again), snapshot(game, position))
        for _ in range(ON):
            if position.winner != ONGOING:
                break
            move = any_move(position, rng)
            position.play(move)
            again.play(move)
            what = f"a {made} position, played on with {move},"
            compare(what, snapshot(game, again), snapshot(game, position))


def check_playouts(sample: Sample) -> None:
    """The game's own playout and core's generic one play alike."""
    game, seed = sample.game, int(sample.rng().word())
    own, generic = sample.position.copy(), sample.position.copy()
    moves, others = game.playout(own, seed, PLAYOUT), playouts.playout(generic, seed, PLAYOUT)
    if moves != others:
        raise ConformanceError(f"the game's playout makes {moves} moves, core's makes {others}")
    compare("the end of the game's playout", snapshot(game, own), snapshot(game, generic))
