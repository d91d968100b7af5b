"""The metrics of games: `METRICS` describes them, `measure` computes them from games."""

from stackyard_lab.study.metrics.catalogue import BY_NAME, METRICS, measure

__all__ = ["BY_NAME", "METRICS", "measure"]
