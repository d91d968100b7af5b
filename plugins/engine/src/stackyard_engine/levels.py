"""Opponents of eight strengths, the same eight for every game.

Levels 1 to 7 play like amateurs of growing experience: they judge moves by a short tree search of
random games and by how they look at a glance. The weaker ones choose with noise and overlook
things. Level 8 is a search at full strength, with learned weights if there are any.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from stackyard.analysis import Limit
from stackyard.game import Game
from stackyard_engine.eval.lookup import weights_for
from stackyard_engine.selection import search_params


@dataclass(frozen=True)
class Amateur:
    """The parameters of one of the levels 1 to 7.

    A tree search has `simulations` for each legal move; a move whose share of points is worse by
    `noise` is chosen e times less often, and without noise the best is played. `wins` is the chance
    to notice a move that decides the game at once, and `threats` the chance to avoid all moves
    after which the opponent can win at once; `endures` is the chance to avoid those that lose in
    the long run to an opponent who repeats one move (see stackyard_engine.perseverance).

    `glance` is the share of points that a move loses for looking worst at a glance, by the game's
    `evaluate` or by the replies that it leaves (see stackyard_engine.glance). One that `presses`
    chooses with less noise the longer a match goes on in which it is ahead, and so ends it.

    In random play the changes of the chance to win add up to the same spread in short and in long
    games. So a noise in units of that chance gives about the same strength in every game.
    """

    simulations: int
    noise: float
    wins: float = 1.0
    threats: float = 1.0
    endures: float = 1.0
    glance: float = 0.0
    presses: bool = True


AMATEURS: Final = (  # found by matches: docs/researchers/levels.md
    Amateur(1, 1.6, wins=0.1, threats=0.0, endures=0.0, presses=False),
    Amateur(2, 0.38, wins=0.9, threats=0.0, endures=0.6, glance=0.14),
    Amateur(6, 0.09, threats=0.5, endures=0.97, glance=0.18),
    Amateur(12, 0.04, endures=0.98, glance=0.12),
    Amateur(28, 0.02, endures=0.99, glance=0.08),
    Amateur(56, 0.01, glance=0.05),
    Amateur(112, 0.0, glance=0.05),
)
# The mean steps between levels in Elo, from matches on nine boards: docs/researchers/levels.md.
# Level 8 won all of its 2 to 10 matches against level 7 on most boards: its step is a guess.
STEPS: Final = (312, 299, 109, 103, 77, 83, 600)
WEAKEST: Final = 915.0  # the strength of level 1, from which the others are counted
STRENGTHS: Final = {
    number: WEAKEST + sum(STEPS[: number - 1]) for number in range(1, len(STEPS) + 2)
}
STRONGEST: Final = len(AMATEURS) + 1  # the level that plays the best move of a full search


def limit_of(game: Game) -> Limit:
    """The effort of the strongest level for a move of a game.

    It is a number of positions, so that a seed gives the same match everywhere: that of the game's
    own parameters, in its `knowledge.py`.
    """
    return Limit(positions=search_params(game, weights_for(game)).positions)
