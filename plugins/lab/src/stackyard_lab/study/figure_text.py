"""The figures of a study as texts, rounded to what their intervals support."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10

from stackyard.options import show_value
from stackyard_lab.study.report import Figure, Metric, VariantReport

EXACT = 4  # significant digits of values whose interval is one point
UNKNOWN = "–"
RESULTS = {1.0: "a win", 0.5: "a draw", 0.0: "a loss"}


def value_text(metric: Metric, figure: Figure) -> str:
    """The value, such as `54 %`, `+70 Elo`, `61 turns` `10^23` or `a win`; a dash without one."""
    if figure.value is None:
        return UNKNOWN
    if metric.unit == "points" and figure.value in RESULTS:
        return RESULTS[figure.value]
    if figure.proven or figure.low == figure.value == figure.high:
        return _with_unit(metric, _exact(metric, figure.value))
    step = _step(metric, figure)
    return _with_unit(metric, _rounded(metric, round(_scaled(metric, figure.value) / step), step))


def interval_text(metric: Metric, figure: Figure) -> str:
    """The interval rounded outwards, such as `48 to 60 %`, or `proven`; a dash without one."""
    if figure.proven:
        return "proven"
    if figure.low is None or figure.high is None:
        return UNKNOWN
    if figure.low == figure.high:
        least = most = _exact(metric, figure.low)
    else:
        step = _step(metric, figure)
        least = _rounded(metric, floor(_scaled(metric, figure.low) / step + 1e-9), step)
        most = _rounded(metric, ceil(_scaled(metric, figure.high) / step - 1e-9), step)
    least = _with_unit(metric, least) if metric.unit == POWERS else least
    return f"{least} to {_with_unit(metric, most)}"


def estimate_text(metric: Metric, figure: Figure) -> str:
    """The value with its interval in parentheses."""
    return f"{value_text(metric, figure)} ({interval_text(metric, figure)})"


def options_text(variant: VariantReport) -> str:
    """The options of a variant, such as `size=4, goal=any`."""
    options = ", ".join([f"{name}={show_value(value)}" for name, value in variant.options.items()])
    return options or "no options"


def differing_options(variants: Sequence[VariantReport]) -> list[str]:
    """For each variant the options in which not all agree, such as `size=4, goal=any`."""
    shown = [
        {name: f"{name}={show_value(value)}" for name, value in variant.options.items()}
        for variant in variants
    ]
    varied = [name for name in shown[0] if len({each[name] for each in shown}) > 1]
    return [", ".join([each[name] for name in varied]) for each in shown]


POWERS = "powers of 10"


def _step(metric: Metric, figure: Figure) -> float:
    """The place to round to, in which the interval is 4 to 40 wide."""
    width = _scaled(metric, (figure.high or 0.0) - (figure.low or 0.0))
    if width <= 0:
        return 1.0
    step = 10.0 ** floor(log10(width / 4))
    return min(step, 1.0) if metric.unit == "share" else step


def _scaled(metric: Metric, value: float) -> float:
    return 100 * value if metric.unit == "share" else value


def _sign(metric: Metric) -> str:
    return "+" if metric.unit == "Elo" else ""


def _exact(metric: Metric, value: float) -> str:
    return f"{_scaled(metric, value):{_sign(metric)},.{EXACT}g}"


def _rounded(metric: Metric, steps: int, step: float) -> str:
    decimals = max(0, -floor(log10(step) + 0.5))
    return f"{steps * step:{_sign(metric)},.{decimals}f}"


def _with_unit(metric: Metric, number: str) -> str:
    if metric.unit == POWERS:
        return f"10^{number}"
    return f"{number} %" if metric.unit == "share" else f"{number} {metric.unit}".rstrip()
