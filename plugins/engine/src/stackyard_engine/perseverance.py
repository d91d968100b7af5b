"""Slow defeats by an opponent who repeats one move, which hardly ever happens in random games.

Whoever uses up a reserve too fast loses to such an opponent many turns later. A random game does
not show that, because its opponent squanders as much.
"""

from __future__ import annotations

from collections.abc import Sequence

from stackyard.position import LONGEST, ONGOING, Playout, Position
from stackyard.rng import Rng
from stackyard_engine.successors import successor

MOST = 16  # moves of a position, and replies to each, that are tried against one another
TIMES = 3  # repetitions that make an opponent stubborn
GAMES = 16  # lost in a row, they make a defeat
LONG = 300  # moves of a game between two stubborn players


def enduring(position: Position, moves: Sequence[int], playout: Playout, rng: Rng) -> Sequence[int]:
    """Those of the moves that lose to no stubborn opponent; if all do, those that last longest.

    The player to act repeats the move, too, as long as possible, and the opponent one reply; what
    else they play is random.
    """
    if not 1 < len(moves) <= MOST:
        return moves
    lengths = [_length(position, move, playout, rng) for move in moves]
    best = max(lengths)
    return [move for move, length in zip(moves, lengths, strict=True) if length == best]


def _length(position: Position, move: int, playout: Playout, rng: Rng) -> float:
    """The mean number of moves until a stubborn opponent has won; LONGEST if none surely wins."""
    after = successor(position, move)
    if after.winner == 1 - position.player:
        return 1
    if after.winner != ONGOING or after.player == position.player:
        return LONGEST
    replies = [int(reply) for reply in after.legal_moves()]
    shortest: float = LONGEST
    for reply in replies if len(replies) <= MOST else ():
        total = 0
        for _ in range(GAMES):
            length = _defeat(position, move, reply, playout, rng)
            if not length:
                break
            total += length
        else:
            shortest = min(shortest, total / GAMES)
    return shortest


def _defeat(position: Position, move: int, reply: int, playout: Playout, rng: Rng) -> int:
    """The number of moves after which the player to act has lost one such game; 0 if not lost.

    It is also 0 if the opponent, in a game that is not over, can no longer repeat the reply and has
    played it less than TIMES times. A reply that wins at once counts.
    """
    game, player = position.copy(), position.player
    played = repeated = 0
    while game.winner == ONGOING and played < LONG:
        wanted = move if game.player == player else reply
        if wanted in game.legal_moves():
            repeated += game.player != player
        elif game.player == player:
            wanted = game.random_move(rng.bits())
        else:
            break
        game.play(wanted)
        played += 1
    if game.winner == ONGOING:
        if repeated < TIMES:
            return 0
        played += int(playout(game, rng.word(), LONGEST))
    return played if game.winner == 1 - player else 0
