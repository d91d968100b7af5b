"""A small sound game, classes of tests made for it, and what they have to say."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from stackyard import hookimpl
from stackyard.plugins.registry import registry
from stackyard_kit.testing import GameConformance

SHARE = Path(__file__).with_name("share.py")

Made = Callable[..., type[GameConformance]]
Told = Callable[[Callable[[], object]], str]
Contribute = Callable[..., None]


@pytest.fixture(scope="session")
def share_source() -> str:
    """The source of the game."""
    return SHARE.read_text("utf-8")


@pytest.fixture
def share(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of the game."""
    spec = spec_from_file_location("share", SHARE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "share", module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def conformance(share: Any) -> Made:
    """`conformance(position={…}, game={…}, **attributes)`: a class of tests.

    Its game has these things instead of its own, its positions those; attributes are of the class.
    """

    def make(
        position: dict[str, Any] | None = None, game: dict[str, Any] | None = None, **own: Any
    ) -> type[GameConformance]:
        home = {"__module__": "share"}
        share.Other = type("Other", (share.Share,), {**home, **(position or {})})
        broken = type(
            "ShareGame", (share.ShareGame,), {"kind": share.Other, **home, **(game or {})}
        )
        body = {"longest": 40, "pieces_in": lambda self, text: counted(text), **own}
        return type("TestShare", (GameConformance,), {"game": broken, **body})

    return make


@pytest.fixture
def contribute(share: Any) -> Iterator[Contribute]:
    """`contribute("claims", target)`: the module of the game registers this about it."""

    def contribute(words: str, target: object, game: str = "share") -> None:
        def hook(register: Callable[[str, object], None]) -> None:
            register(game, target)

        name = f"stackyard_register_{words}"
        setattr(share, name, hookimpl(optionalhook=True, specname=name)(hook))

    registry.cache_clear()
    yield contribute
    registry.cache_clear()


def counted(text: str) -> int:
    """How many counters a position string tells of."""
    left, taken, _ = text.split()
    return int(left) + sum([int(number) for number in taken.split(",")])


@pytest.fixture
def told() -> Told:
    """The words of a check that fails, its notes included; nothing if it passes."""

    def told(check: Callable[[], object]) -> str:
        try:
            check()
        except (pytest.fail.Exception, Exception) as error:
            return "\n".join([f"{type(error).__name__}: {error}", *getattr(error, "__notes__", [])])
        return ""

    return told
