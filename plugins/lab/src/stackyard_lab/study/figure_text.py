"""The figures of a study as texts, rounded to what their intervals support."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, isfinite, log10

from stackyard.options import show_value
from stackyard_lab.study.report import Figure, Metric, VariantReport

EXACT = 4  # significant digits of proven values
UNKNOWN = "–"


def value_text(metric: Metric, figure: Figure) -> str:
    """The value, such as `54 %`, `+70 Elo`, `61 turns` or `10^23`; a dash without one."""
    if figure.value is None:
        return UNKNOWN
    if figure.proven:
        return _with_unit(metric, f"{_scaled(metric, figure.value):{_sign(metric)},.{EXACT}g}")
    step = _step(metric, figure)
    return _with_unit(metric, _rounded(metric, round(_scaled(metric, figure.value) / step), step))


def interval_text(metric: Metric, figure: Figure) -> str:
    """The interval, such as `48 to 60 %`, `proven`, or a dash; it is rounded outwards."""
    if figure.proven:
        return "proven"
    if figure.low is None or figure.high is None:
        return UNKNOWN
    step = _step(metric, figure)
    low = high = ""
    if isfinite(figure.low):
        low = _rounded(metric, floor(_scaled(metric, figure.low) / step + 1e-9), step)
    if isfinite(figure.high):
        high = _rounded(metric, ceil(_scaled(metric, figure.high) / step - 1e-9), step)
    if not (low and high):
        words = f"at least {_with_unit(metric, low)}" if low else UNKNOWN
        return f"at most {_with_unit(metric, high)}" if high else words
    return (
        f"{_with_unit(metric, low) if metric.unit == POWERS else low} to {_with_unit(metric, high)}"
    )


def estimate_text(metric: Metric, figure: Figure) -> str:
    """The value with its interval in parentheses."""
    return f"{value_text(metric, figure)} ({interval_text(metric, figure)})"


def variant_names(variants: Sequence[VariantReport]) -> list[str]:
    """Each variant by the options in which they differ, such as `size=4, goal=any`."""
    varied = [
        name
        for name in variants[0].options
        if len({variant.options[name] for variant in variants}) > 1
    ]
    return [
        ", ".join([f"{name}={show_value(variant.options[name])}" for name in varied])
        for variant in variants
    ]


def points_text(figure: Figure) -> str:
    """A share with its interval in points of a hundred, such as `+12 (+3 to +20)`."""
    if figure.value is None or figure.low is None or figure.high is None:
        return UNKNOWN
    low, high = floor(100 * figure.low), ceil(100 * figure.high)
    return f"{100 * figure.value:+.0f} ({low:+} to {high:+})"


def options_text(variant: VariantReport) -> str:
    """The options of a variant, such as `size=4, goal=any`."""
    options = ", ".join([f"{name}={show_value(value)}" for name, value in variant.options.items()])
    return options or "no options"


POWERS = "powers of 10"


def _step(metric: Metric, figure: Figure) -> float:
    """The place to round to, in which the interval is 4 to 40 wide."""
    if figure.value is None or figure.low is None or figure.high is None:
        return 1.0
    width = _scaled(metric, figure.high) - _scaled(metric, figure.low)
    if not isfinite(width):
        width = abs(_scaled(metric, figure.value)) or 1.0
    if width <= 0:  # all samples are alike
        return 10.0 ** (floor(log10(abs(_scaled(metric, figure.value)) or 1.0)) - EXACT + 1)
    step = 10.0 ** floor(log10(width / 4))
    return min(step, 1.0) if metric.unit == "share" else step


def _scaled(metric: Metric, value: float) -> float:
    return 100 * value if metric.unit == "share" else value


def _sign(metric: Metric) -> str:
    return "+" if metric.unit == "Elo" else ""


def _rounded(metric: Metric, steps: int, step: float) -> str:
    decimals = max(0, -floor(log10(step) + 0.5))
    return f"{steps * step:{_sign(metric)},.{decimals}f}"


def _with_unit(metric: Metric, number: str) -> str:
    if metric.unit == POWERS:
        return f"10^{number}"
    return f"{number} %" if metric.unit == "share" else f"{number} {metric.unit}".rstrip()
