"""Learn to play F.I.L.O. from PettingZoo's steps: `python docs/researchers/policy.py [GAMES]`.

For each seat the policy is linear in the planes of an observation. It learns by REINFORCE: moves
of won games become likelier, those of lost games less likely. It plays against random moves.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from stackyard_pettingzoo import GameEnv, env

RATE = 0.002  # of learning

Numbers = NDArray[np.float64]
Played = tuple[float, list[Numbers]]  # the reward, and how each choice is made likelier
Weights = dict[str, Numbers]  # by seat: for each action one of each number seen


def probabilities(weights: Numbers, seen: Numbers, mask: NDArray[np.int8]) -> Numbers:
    """The probability of each action; 0 outside the mask."""
    scores = np.where(mask == 1, weights @ seen, -np.inf)
    raised = np.exp(scores - scores.max())
    return np.asarray(raised / raised.sum())


def play(game: GameEnv, weights: Weights, seat: str, rng: np.random.Generator) -> Played:
    """Play a game against random moves."""
    game.reset()
    slopes: list[Numbers] = []
    reward = 0.0
    for agent in game.agent_iter():
        observation, gained, terminated, truncated, _ = game.last()
        if terminated or truncated:
            reward += gained if agent == seat else 0.0
            game.step(None)
            continue
        mask = observation["action_mask"]
        if agent != seat:
            game.step(rng.choice(np.flatnonzero(mask)))
            continue
        seen = np.append(observation["observation"].ravel(), 1).astype(float)
        chances = probabilities(weights[seat], seen, mask)
        action = rng.choice(len(chances), p=chances)
        slopes.append(np.outer((np.arange(len(chances)) == action) - chances, seen))
        game.step(action)
    return reward, slopes


def untrained(game: GameEnv) -> Weights:
    """Weights by which every legal action is equally likely."""
    shape = game.game.move_space, int(np.prod(game.planes.shape)) + 1
    return {seat: np.zeros(shape) for seat in game.possible_agents}


def train(game: GameEnv, games: int, seed: int) -> Weights:
    """The weights learned from `games` games against random moves."""
    weights, rng = untrained(game), np.random.default_rng(seed)
    for number in range(games):
        seat = game.possible_agents[number % 2]
        reward, slopes = play(game, weights, seat, rng)
        for slope in slopes:
            weights[seat] += RATE * reward * slope
    return weights


def share(game: GameEnv, weights: Weights, games: int, seed: int) -> float:
    """The share of the points that the weights take from random moves."""
    rng = np.random.default_rng(seed)
    seats = [game.possible_agents[number % 2] for number in range(games)]
    return sum((1 + play(game, weights, seat, rng)[0]) / 2 for seat in seats) / games


if __name__ == "__main__":
    board = env("filo", size=5)
    learned = train(board, int(sys.argv[1]) if len(sys.argv) > 1 else 300, seed=1)
    for name, weights in (("random moves", untrained(board)), ("the learned policy", learned)):
        print(f"{name}: {share(board, weights, 400, seed=2):.0%} of the points")
