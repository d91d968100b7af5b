from __future__ import annotations

import pytest


def _install_from(monkeypatch: pytest.MonkeyPatch, *, clone: bool) -> None:
    for module in ("discovery", "problems"):
        monkeypatch.setattr(f"stackyard.plugins.{module}.is_from_clone", lambda: clone)


@pytest.fixture
def from_clone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Core as it is installed from a clone."""
    _install_from(monkeypatch, clone=True)


@pytest.fixture
def released(monkeypatch: pytest.MonkeyPatch) -> None:
    """Core as it is installed from a wheel."""
    _install_from(monkeypatch, clone=False)
