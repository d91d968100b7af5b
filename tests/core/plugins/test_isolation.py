from __future__ import annotations

import io
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from tests.core.plugins.ladder import GAME, ladder

from stackyard.errors import PluginError
from stackyard.plugins.isolation import redirect_stdout, standard_output
from stackyard.plugins.registry import registry

if TYPE_CHECKING:
    from tests.toy_games import Yard

HOOK = "from stackyard import hookimpl\n@hookimpl\ndef stackyard_register_games(register):\n    "
OWN = "raise KeyboardInterrupt\n"
PRESSED = "import signal; signal.raise_signal(signal.SIGINT)\n"
SWALLOWED = f"""
try:
    {PRESSED}
except KeyboardInterrupt:
    raise ImportError("interrupted")
"""
NOT_PRESSED = "RuntimeError: KeyboardInterrupt was raised, but nobody pressed Ctrl-C"


@contextmanager
def handler(action: Any) -> Iterator[None]:
    before = signal.signal(signal.SIGINT, action)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    ("source", "what"),
    [(OWN, "cannot be loaded"), (HOOK + OWN, "stackyard_register_games failed")],
)
def test_an_interrupt_that_a_plugin_raises_itself_is_its_problem(
    yard: Yard, source: str, what: str
) -> None:
    yard.install("bad", source)
    (problem,) = registry().problems
    assert problem.sentence == f"{what}: {NOT_PRESSED}"


@pytest.mark.parametrize("source", [PRESSED, HOOK + PRESSED, SWALLOWED])
def test_ctrl_c_while_a_plugin_is_loaded_is_the_persons(yard: Yard, source: str) -> None:
    yard.install("slow", source)
    with pytest.raises(KeyboardInterrupt):
        registry()


def test_a_target_that_raises_an_interrupt_itself_is_a_problem(yard: Yard) -> None:
    yard.install("ladder", ladder(target="'ladder_rules:Ladder'"))
    yard.write("ladder_rules.py", OWN)
    with pytest.raises(PluginError, match=NOT_PRESSED):
        registry().game("ladder")


def test_ctrl_c_while_a_target_is_imported_is_the_persons(yard: Yard) -> None:
    yard.install("ladder", ladder(target="'ladder_rules:Ladder'"))
    yard.write("ladder_rules.py", PRESSED)
    with pytest.raises(KeyboardInterrupt):
        registry().game("ladder")


@pytest.mark.parametrize("action", [signal.default_int_handler, signal.SIG_IGN, signal.SIG_DFL])
def test_loading_leaves_the_handler_of_ctrl_c_as_it_was(yard: Yard, action: Any) -> None:
    yard.install("bad", OWN)
    with handler(action):
        assert len(registry().problems) == 1
        assert signal.getsignal(signal.SIGINT) is action


def test_another_signal_that_interrupts_is_the_persons_too(yard: Yard) -> None:
    yard.install("slow", SWALLOWED.replace("SIGINT", "SIGTERM"))
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            registry()
        assert signal.getsignal(signal.SIGTERM) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_handler_of_ctrl_c_goes_on_hearing_it(yard: Yard) -> None:
    yard.install("fine", f"{PRESSED}\n{ladder()}")
    heard: list[int] = []
    with handler(lambda number, frame: heard.append(number)):
        assert "ladder" in registry().games
    assert heard == [signal.SIGINT]


def test_plugins_are_loaded_in_a_thread_too(yard: Yard) -> None:
    yard.install("bad", OWN)
    found: list[str] = []
    thread = Thread(target=lambda: found.extend(p.sentence for p in registry().problems))
    thread.start()
    thread.join()
    assert found == [f"cannot be loaded: {NOT_PRESSED}"]


def test_what_a_plugin_prints_while_it_is_loaded_goes_to_standard_error(
    yard: Yard, capsys: pytest.CaptureFixture[str]
) -> None:
    body = ladder(target="'ladder_rules:Ladder'").replace('"""Register', 'print("hook")\n    """')
    yard.install("chatty", f"print('module')\n{body}")
    yard.write("ladder_rules.py", f"print('target')\n{GAME}")
    registry().game("ladder")
    assert capsys.readouterr() == ("", "module\nhook\ntarget\n")
    print("afterwards")
    assert capsys.readouterr().out == "afterwards\n"


def test_a_plugin_that_fails_leaves_standard_output_as_it_was(yard: Yard) -> None:
    before = sys.stdout
    yard.install("bad", "import sys\nsys.stdout = None\n1 / 0\n")
    assert len(registry().problems) == 1
    assert sys.stdout is before


def test_prints_go_aside_until_the_last_who_asks_is_done() -> None:
    before = sys.stdout
    first, second = redirect_stdout(), redirect_stdout()
    assert standard_output() is before
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)  # in another order than they began, as threads may
    assert sys.stdout is sys.stderr
    assert standard_output() is before
    second.__exit__(None, None, None)
    assert sys.stdout is before


def test_output_that_was_replaced_while_another_thread_loads_is_the_standard_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = sys.stdout
    loading_elsewhere = redirect_stdout()
    loading_elsewhere.__enter__()
    try:
        own = io.StringIO()
        monkeypatch.setattr(sys, "stdout", own)
        with redirect_stdout():
            assert standard_output() is own
            assert sys.stdout is sys.stderr
    finally:
        loading_elsewhere.__exit__(None, None, None)
    assert sys.stdout is before
