"""The metrics of games: `METRICS` describes them, `measure` computes them from games."""

from stackyard_lab.study.metrics.catalogue import METRICS, measure
from stackyard_lab.study.metrics.depth import rung, score_figure
from stackyard_lab.study.metrics.size import speed_figures, states_figure

__all__ = ["METRICS", "measure", "rung", "score_figure", "speed_figures", "states_figure"]
