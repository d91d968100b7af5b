from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest
from tests.core.plugins.ladder import GAME, ladder

from stackyard.plugins.isolation import redirect_stdout, standard_output
from stackyard.plugins.registry import registry

if TYPE_CHECKING:
    from tests.toy_games import Yard

HOOK = "from stackyard import hookimpl\n@hookimpl\ndef stackyard_register_games(register):\n    "
PRESSED = "import signal; signal.raise_signal(signal.SIGINT)\n"


@pytest.mark.parametrize("source", [PRESSED, HOOK + PRESSED])
def test_ctrl_c_while_a_plugin_is_loaded_is_the_persons(yard: Yard, source: str) -> None:
    yard.install("slow", source)
    with pytest.raises(KeyboardInterrupt):
        registry()


def test_ctrl_c_while_a_plugin_is_imported_names_it(yard: Yard) -> None:
    yard.install("slow", PRESSED)
    with pytest.raises(KeyboardInterrupt) as pressed:
        registry()
    assert pressed.value.__notes__ == [
        "It was loading plugin slow (--no-plugin slow leaves it out)."
    ]


@pytest.mark.parametrize("hook", ["register_games", "register_commands"])
def test_ctrl_c_in_a_hook_of_registration_names_plugin_and_hook(yard: Yard, hook: str) -> None:
    source = HOOK.replace("register_games", hook).replace("(register)", "()")
    yard.install("slow", source + PRESSED)
    with pytest.raises(KeyboardInterrupt) as pressed:
        registry()
    assert pressed.value.__notes__ == [
        f"It was in stackyard_{hook} of plugin slow (--no-plugin slow leaves it out)."
    ]


def test_ctrl_c_while_a_target_is_imported_is_the_persons(yard: Yard) -> None:
    yard.install("ladder", ladder(target="'ladder_rules:Ladder'"))
    yard.write("ladder_rules.py", PRESSED)
    with pytest.raises(KeyboardInterrupt):
        registry().game("ladder")


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
