"""The sequential probability ratio test (SPRT) decides between two hypotheses in few games.

Wald's test (1945) in its generalised form for results of several kinds (GSPRT): each hypothesis
fixes only the mean score, and its likelihood is that of the best-fitting distribution with that
mean (Michel Van den Bergh's method, used to test chess engines). The unit is a pair of games from
one opening with colours swapped. Its five scores may have any distribution, so neither draws nor
openings that favour a colour distort the test.
"""

from __future__ import annotations

from math import log

from scipy.optimize import brentq

from stackyard_lab.errors import ArenaError

RISK = 0.05  # of either error
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair of games
UNSEEN = 1e-3  # the count of a score that has not occurred


def expected_score(elo: float) -> float:
    """The expected score for a difference in Elo."""
    return float(1 / (1 + 10 ** (-elo / 400)))


class Sprt:
    """A test between two hypotheses about the Elo of the first player over the second.

    `accepted` is 0 or 1 once H0 (`elo0`) or H1 (`elo1`) is accepted, and None before; `llr` is the
    log-likelihood ratio, `trace` its value after each pair.
    """

    def __init__(self, elo0: float, elo1: float, risk: float = RISK) -> None:
        if not -1000 <= elo0 < elo1 <= 1000:
            raise ArenaError(f"SPRT {elo0:g},{elo1:g}: give two numbers, the lower one first")
        self.elo0 = elo0
        self.elo1 = elo1
        self.bound = log((1 - risk) / risk)  # H1 is accepted at this ratio, H0 at its negative
        self.counts = [0] * len(SCORES)
        self.trace: list[float] = []
        self.accepted: int | None = None

    @property
    def llr(self) -> float:
        """The log-likelihood ratio of H1 to H0."""
        return self.trace[-1] if self.trace else 0.0

    def add(self, points: float) -> None:
        """Count a pair of games in which the first player scored 0 to 2 points."""
        self.counts[round(2 * points)] += 1
        score0, score1 = expected_score(self.elo0), expected_score(self.elo1)
        self.trace.append(
            _log_likelihood(self.counts, score1) - _log_likelihood(self.counts, score0)
        )
        if self.accepted is None and abs(self.llr) >= self.bound:
            self.accepted = int(self.llr > 0)


def _log_likelihood(counts: list[int], mean: float) -> float:
    """The highest log-likelihood of the counts, up to a constant, of all distributions with a mean.

    By Lagrange's multipliers each probability is the frequency over 1 + x (score - mean), x being
    the root that gives the mean.
    """
    seen = [max(count, UNSEEN) for count in counts]
    distances = [score - mean for score in SCORES]

    def slope(x: float) -> float:
        return sum([n * d / (1 + x * d) for n, d in zip(seen, distances, strict=True)])

    low, high = -1 / distances[-1], -1 / distances[0]  # where a probability would be infinite
    margin = 1e-9 * (high - low)
    x = brentq(slope, low + margin, high - margin)
    return -sum([n * log(1 + x * d) for n, d in zip(seen, distances, strict=True)])
