"""The metrics of games: `METRICS` describes them, `measure` computes them from games."""

from stackyard_lab.study.metrics.catalogue import METRICS, measure

__all__ = ["METRICS", "measure"]
