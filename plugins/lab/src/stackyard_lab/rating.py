"""Ratings by the Bradley-Terry model with a first-move advantage.

If the players are rated r and s, the first one scores 1 / (1 + 10^-((r + a - s) / 400)) on average;
a draw is half a point. Ratings and the advantage a maximise the likelihood, and their intervals
come from its curvature at the maximum.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit, log_expit

from stackyard_engine.confidence import Estimate

ELO = 400 / log(10)  # Elo of one unit on the logistic scale
PRIOR = 1000 / ELO  # the standard deviation of a weak prior, without which 100 : 0 is infinite
SURE = NormalDist().inv_cdf(0.975)  # standard deviations on either side of a 95 % interval

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Ratings:
    """The Elo of each player, and the first-move advantage in Elo."""

    players: tuple[Estimate, ...]
    first_seat: Estimate


def rate(
    players: int,
    results: Iterable[tuple[int, int, float]],
    anchor: tuple[int, float] | None = None,
) -> Ratings:
    """Ratings from results: (first player, second player, points of the first).

    Their mean is 0. With an anchor, that player has the given Elo, and the intervals are those of
    the differences from it.
    """
    games = np.array([*results], dtype=np.float64).reshape(-1, 3)
    first, second, points = games[:, 0].astype(int), games[:, 1].astype(int), games[:, 2]
    rows = np.arange(len(games))
    design: Array = np.zeros((len(games), players + 1))  # a game a row: players, advantage
    design[rows, first] += 1
    design[rows, second] -= 1
    design[:, players] = 1

    def loss(strengths: Array) -> float:
        differences = design @ strengths
        likelihood = points @ log_expit(differences) + (1 - points) @ log_expit(-differences)
        return float(strengths @ strengths / (2 * PRIOR**2) - likelihood)

    def gradient(strengths: Array) -> Array:
        missed: Array = expit(design @ strengths) - points
        return strengths / PRIOR**2 + design.T @ missed

    def curvature(strengths: Array) -> Array:
        share: Array = expit(design @ strengths)
        weights: Array = share * (1 - share)
        return np.eye(players + 1) / PRIOR**2 + (design.T * weights) @ design

    found = minimize(
        loss, np.zeros(players + 1), jac=gradient, hess=curvature, method="trust-exact"
    ).x
    covariance = np.linalg.inv(curvature(found))
    frame = np.eye(players + 1)  # the origin of the ratings
    if anchor is None:
        frame[:players, :players] -= 1 / players
    else:
        frame[:players, anchor[0]] -= 1
    value = ELO * (frame @ found)
    margin = SURE * ELO * np.sqrt(np.diag(frame @ covariance @ frame.T).clip(0))
    margin[players] *= sqrt(2)  # as in a pair of games, whose openings may favour a colour
    value[:players] += anchor[1] if anchor else 0.0
    estimates = [
        Estimate(float(v), float(v - m), float(v + m)) for v, m in zip(value, margin, strict=True)
    ]
    return Ratings(tuple(estimates[:players]), estimates[players])


def share(points: float, games: float) -> Estimate:
    """The score, with Wilson's interval (1927), which is too wide if there are draws."""
    if not games:
        return Estimate(0.5, 0.0, 1.0)
    found, square = points / games, SURE**2
    centre = (found + square / (2 * games)) / (1 + square / games)
    spread = sqrt(found * (1 - found) / games + square / (4 * games**2)) * SURE
    spread /= 1 + square / games
    return Estimate(found, max(0.0, centre - spread), min(1.0, centre + spread))
