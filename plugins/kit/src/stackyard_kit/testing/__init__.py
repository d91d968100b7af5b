"""The conformance kit: subclass `GameConformance` in a test file, and pytest examines your game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stackyard_kit.testing.conformance import GameConformance

__all__ = ["GameConformance"]


def __getattr__(name: str) -> Any:
    # Imported when first used: pytest loads the plugin of this package in every run.
    if name not in __all__:
        raise AttributeError(f"module 'stackyard_kit.testing' has no attribute {name!r}")
    from stackyard_kit.testing import conformance

    return getattr(conformance, name)
