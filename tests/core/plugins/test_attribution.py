from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from tests.core.plugins.ladder import GAME, ladder

from stackyard.analysis import Limit
from stackyard.builds import original
from stackyard.drawing import text
from stackyard.enumeration import perft
from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.playouts import random_playout
from stackyard.plugins.attribution import Attribution, attribute, attributed
from stackyard.plugins.registry import load_game, registry
from stackyard.position import Position
from stackyard.records.writer import record_of
from stackyard.rng import Rng
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard_engine.engine import MctsEngine

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker, Yard

PLAYER = """
from stackyard import hookimpl
from stackyard.descriptions import PlayerKind

class Player:
    name = "sleepy"
    def __init__(self, game, seed):
        pass
    def choose(self, match):
        raise {failure}

@hookimpl
def stackyard_register_players(register):
    register(PlayerKind("sleepy", "Sleeps."), Player)
"""
OBJECT = """
from stackyard import hookimpl

class Plugin:
    @hookimpl
    def stackyard_match_started(self, match):
        1 // 0

plugin = Plugin()
"""


def failure_of(act: Callable[[], Any]) -> BaseException:
    """The exception with which an act ends."""
    try:
        act()
    except BaseException as failure:
        return failure
    raise AssertionError("nothing went wrong")


def blamed(act: Callable[[], Any], game: Game | None = None) -> Attribution:
    """Who is blamed for the exception with which an act ends."""
    found = attribute(failure_of(act), game)
    assert found is not None
    return found


Spoil = Callable[..., Game]


@pytest.fixture
def spoil(yard: Yard) -> Spoil:
    """`spoil(method, line)`: the ladder, installed, with a line more at the start of a method."""

    def spoil(method: str, line: str, more: str = "") -> Game:
        before, found, rest = GAME.partition(f"    def {method}(")
        assert found
        signature, _, body = rest.partition("\n")
        source = f"{before}{found}{signature}\n        {line}\n{body}{more}"
        yard.install("climber", ladder(target="'climber_rules:Ladder'"), version="2.3")
        yard.write("climber_rules.py", source)
        return load_game("ladder")

    return spoil


def below_the_top(game: Game) -> Position:
    """A position with one move to the top."""
    return game.parse_position("3")


# Methods, a condition that lets the game be loaded, and what core does when they fail.
FAILING: dict[str, tuple[str, Callable[[Game], Any]]] = {
    "legal_moves": ("self.rung", lambda game: perft(below_the_top(game), 2)),
    "play": ("self.rung", lambda game: random_playout(below_the_top(game), Rng(1))),
    "random_move": ("self.rung", lambda game: random_playout(below_the_top(game), Rng(1))),
    "copy": ("self.rung", lambda game: Match(game, position=below_the_top(game))),
    "key": ("self.rung", lambda game: Match(game, position=below_the_top(game))),
    "read_move": ("text", lambda game: game.parse_move("1", below_the_top(game))),
    "refusal": ("position.rung", lambda game: game.parse_move("2", below_the_top(game))),
    "format_move": ("position.rung", lambda game: game.legal_texts(below_the_top(game))),
    "pieces": ("position.rung", lambda game: text.draw(game.scene(below_the_top(game)))),
}


@pytest.mark.parametrize("method", FAILING)
def test_the_method_that_core_called_is_named(method: str, spoil: Spoil) -> None:
    condition, act = FAILING[method]
    game = spoil(method, f"if {condition}: raise KeyError('no')")
    found = blamed(lambda: act(game))
    assert (found.plugin, found.package, found.version) == ("climber", "climber", "2.3")
    assert found.method == method
    assert str(found) == (
        f"plugin climber (climber 2.3) failed in {method}: KeyError: 'no' "
        f"(climber_rules.py, line {found.line})"
    )
    assert f"def {method}(" in GAME.splitlines()[found.line - 2]


def test_the_method_is_named_and_not_the_helper_or_the_library_in_which_it_failed(
    spoil: Spoil,
) -> None:
    helper = "\n\ndef fail(each):\n    return json.loads(each)\n"
    game = spoil("read_move", "import json; sorted(map(fail, text))", helper)
    found = blamed(lambda: game.parse_move("x", game.initial()))
    assert found.method == "read_move"
    assert found.cause.startswith("NameError: ")
    assert found.line == len(GAME.splitlines()) + 5


def test_a_plugin_that_misuses_core_is_to_blame(spoil: Spoil) -> None:
    game = spoil("read_move", "return self.board.cell(text)")
    found = blamed(lambda: game.parse_move("!", game.initial()))
    assert found.method == "read_move"
    assert found.file == "climber_rules.py"


def test_the_plugin_that_is_called_is_to_blame_and_not_the_one_that_calls(
    yard: Yard, spoil: Spoil
) -> None:
    game = spoil("format_move", "if position.rung: 1 // 0")
    yard.use_file(
        "caller",
        "from stackyard import hookimpl\n@hookimpl\ndef "
        "stackyard_match_started(match): match.game.legal_texts(match.game.parse_position('1'))",
    )
    module = yard.module("caller")
    found = blamed(lambda: module.stackyard_match_started(Match(game)))
    assert (found.plugin, found.method) == ("climber", "format_move")


# What a method answers, and what core does with it.
ANSWERS: list[tuple[str, str, Callable[[Game], Any]]] = [
    ("legal_moves", "if self.rung: return 7", lambda game: game.legal_texts(below_the_top(game))),
    ("legal_moves", "if self.rung: return 7", lambda game: game.scene(below_the_top(game))),
    ("pieces", "if position.rung: return 7", lambda game: game.scene(below_the_top(game))),
]


@pytest.mark.parametrize(("method", "line", "act"), ANSWERS)
def test_an_answer_that_core_cannot_use_is_the_fault_of_the_game_that_is_played(
    method: str, line: str, act: Callable[[Game], Any], spoil: Spoil
) -> None:
    game = spoil(method, line)
    found = blamed(lambda: act(game))
    assert (found.plugin, found.method, found.file) == ("climber", "", "")
    assert str(found) == (
        f"plugin climber (climber 2.3) returned something that cannot be used: {found.cause}"
    )


def test_a_player_that_there_is_not_is_the_fault_of_the_game_that_is_played(spoil: Spoil) -> None:
    game = spoil("play", "self.player = 2; return")
    found = blamed(lambda: Match(game).play("1"), game)
    assert (found.plugin, found.method) == ("climber", "")
    assert "2" in found.cause


def test_where_core_breaks_later_the_game_that_is_played_is_to_blame(spoil: Spoil) -> None:
    game = spoil("pieces", "if position.rung: return {0: (None,)}")
    scene = game.scene(below_the_top(game))
    assert attribute(failure_of(lambda: text.draw(scene))) is None
    found = blamed(lambda: text.draw(scene), game)
    assert (found.plugin, found.method) == ("climber", "")
    assert str(found).startswith(
        "plugin climber (climber 2.3) returned something that cannot be used: AttributeError: "
    )


def test_a_game_that_no_plugin_registered_is_named_by_its_module(walk: WalkMaker) -> None:
    game = walk("a 0 b", "b 1 won 0")
    found = blamed(lambda: text.draw(None), game)  # type: ignore[arg-type]
    assert (found.plugin, found.version) == ("walk", "")
    assert found.package in type(game).__module__


def test_a_player_that_is_a_file_is_named_with_it(yard: Yard, walk: WalkMaker) -> None:
    yard.use_file("sleepy", PLAYER.format(failure="ValueError('zzz')"))
    match = Match(walk("a 0 b", "b 1 won 0"), ("sleepy", "random"))
    found = blamed(match.step)
    path = yard.folder / "files/sleepy.py"
    assert str(found) == (
        f"plugin sleepy ({path}) failed in choose: ValueError: zzz (sleepy.py, line 10)"
    )
    assert found.remedy == (
        f"mend {path}, or leave it out of --plugin and STACKYARD_PLUGINS; "
        "STACKYARD_STRICT=1 shows the traceback"
    )


def test_a_plugin_that_is_an_object_is_named(yard: Yard, walk: WalkMaker) -> None:
    yard.install("watcher", OBJECT, points="watcher = watcher:plugin")
    plugin, match = yard.module("watcher"), Match(walk("a 0 b", "b 1 won 0"))
    found = blamed(lambda: plugin.stackyard_match_started(match))
    assert (found.plugin, found.method) == ("watcher", "stackyard_match_started")


def test_of_two_plugins_in_a_package_the_one_whose_module_failed_is_named(yard: Yard) -> None:
    hook = "from stackyard import hookimpl\n@hookimpl\ndef stackyard_match_started(match): 1 // 0\n"
    yard.install("pair", "", points="one = pair_of.one\ntwo = pair_of.two")
    for module in ("__init__", "one", "two"):
        yard.write(f"pair_of/{module}.py", hook if module != "__init__" else "")
    yard.look_again()
    first, second = yard.module("one"), yard.module("two")
    assert blamed(lambda: first.stackyard_match_started(None)).plugin == "one"
    assert blamed(lambda: second.stackyard_match_started(None)).plugin == "two"


SPOILER = """
from stackyard import hookimpl

@hookimpl
def stackyard_turn_started(match):
    {deed}
"""
# Deeds of a hook at a match after which the turn loop fails.
DEEDS = [
    "match.course = None",
    "match.players = None",
    "match.store = 5",
    "match._hooks = None",
    "match._time_limits = None",
    "match._thinking_since = 'noon'",
    "match.play(int(match.position.legal_moves()[0]))",  # before the move that was chosen
]


@pytest.mark.parametrize("deed", DEEDS)
def test_a_hook_that_has_broken_the_match_is_named(yard: Yard, walk: WalkMaker, deed: str) -> None:
    yard.use_file("spoiler", SPOILER.format(deed=deed))
    yard.write("our_clock.py", SPOILER.format(deed="pass"))  # called after it, and one of ours
    yard.install("stackyard-clock", "", points="clock = our_clock")
    game = walk("a 0 b", "b 1 c", "c 0 d", "d 1 won 1")
    found = blamed(Match(game, ("random", "random")).run, game)
    assert (found.plugin, found.method, found.file) == ("spoiler", "stackyard_turn_started", "")


def test_a_game_that_fails_beside_a_hook_that_was_called_is_named(spoil: Spoil, yard: Yard) -> None:
    yard.use_file("watcher", SPOILER.format(deed="pass"))
    game = spoil("key", "if self.rung: return []")  # nothing that counts repetitions can use it
    assert blamed(Match(game, ("random", "random")).run, game).plugin == "climber"


def test_a_plugin_that_only_registers_is_not_blamed_for_the_game(spoil: Spoil, yard: Yard) -> None:
    specs = "    @hookspec\n    def stackyard_register_rooms(self, register): ..."
    added = "def stackyard_addhooks(pluginmanager): pluginmanager.add_hookspecs(Specs)"
    yard.install(
        "house",
        "import pluggy\nfrom stackyard import hookimpl\n"
        f"hookspec = pluggy.HookspecMarker('stackyard')\nclass Specs:\n{specs}\n@hookimpl\n{added}",
    )
    room = "def stackyard_register_rooms(register): pass"
    yard.install("room", f"from stackyard import hookimpl\n@hookimpl\n{room}")
    game = spoil("format_position", "return None if position.rung else '0'")
    match = Match(game, ("random", "random"))
    match.step()
    registry().manager.hook.stackyard_register_rooms(register=None)
    assert blamed(lambda: record_of(match), game).plugin == "climber"


def test_a_method_of_the_game_that_returns_no_move_is_told(spoil: Spoil) -> None:
    game = spoil("read_move", "return None")
    found = blamed(lambda: game.parse_move("1", game.initial()))
    assert found.cause == "TypeError: read_move returned None, which is no move"


@pytest.mark.parametrize(
    "failure", ["SystemExit(3)", "RecursionError()", "AssertionError", "GeneratorExit"]
)
def test_whatever_a_plugin_raises_is_its_fault(yard: Yard, walk: WalkMaker, failure: str) -> None:
    yard.use_file("sleepy", PLAYER.format(failure=failure))
    match = Match(walk("a 0 b", "b 1 won 0"), ("sleepy", "random"))
    assert blamed(match.step).cause.startswith(failure.partition("(")[0])


@pytest.mark.parametrize("failure", ["KeyboardInterrupt", "StackyardError('so')"])
def test_ctrl_c_and_our_sentences_are_nobodys_fault(
    yard: Yard, walk: WalkMaker, failure: str
) -> None:
    body = PLAYER.format(failure=failure)
    yard.use_file("sleepy", f"from stackyard.errors import StackyardError\n{body}")
    game = walk("a 0 b", "b 1 won 0")
    match = Match(game, ("sleepy", "random"))
    assert attribute(failure_of(match.step), game) is None


def test_failures_of_core_the_machine_and_the_caller_are_no_plugins_fault(spoil: Spoil) -> None:
    game = spoil("format_position", "pass")
    for act in (
        lambda: 1 // 0,
        lambda: Match(game, repetition=1),
        lambda: open("no/such/file"),  # noqa: SIM115, PTH123
    ):
        assert attribute(failure_of(act)) is None
    assert attribute(failure_of(lambda: 1 // 0), game) is None  # not in core


def chained(spoil: Spoil, raising: str, failure: str = "KeyError('deep')") -> BaseException:
    """The exception of a caller that handles the failure of a plugin."""
    game = spoil("read_move", f"raise {failure}")
    code = f"""
try:
    game.parse_move('1', game.initial())
except Exception as error:
    {raising}
"""
    return failure_of(lambda: exec(code, {"game": game, "StackyardError": StackyardError}))


@pytest.mark.parametrize("raising", ["raise ValueError from error", "raise ValueError"])
def test_what_led_to_an_exception_is_looked_at(raising: str, spoil: Spoil) -> None:
    found = attribute(chained(spoil, raising))
    assert found is not None
    assert (found.method, found.cause) == ("read_move", "KeyError: 'deep'")


@pytest.mark.parametrize("raising", ["raise ValueError from None", "raise StackyardError('so')"])
def test_what_was_dealt_with_is_not_looked_at(raising: str, spoil: Spoil) -> None:
    assert attribute(chained(spoil, raising)) is None


def test_a_refusal_that_led_to_an_exception_is_no_fault(spoil: Spoil) -> None:
    assert attribute(chained(spoil, "raise ValueError from error", "NotationError('no')")) is None


def test_an_exception_remembers_who_is_to_blame(spoil: Spoil) -> None:
    game = spoil("pieces", "if position.rung: return {0: (None,)}")
    scene = game.scene(below_the_top(game))

    def show() -> None:
        with attributed(game):
            text.draw(scene)

    failure = failure_of(show)
    found = attribute(failure)
    assert found == attribute(pickle.loads(pickle.dumps(failure)))
    assert found is not None
    assert found.plugin == "climber"


def test_the_author_of_an_installed_plugin_is_told(spoil: Spoil) -> None:
    game = spoil("read_move", "1 // 0")

    def act() -> int:
        return game.parse_move("1", game.initial())

    assert blamed(act).remedy == (
        "tell its author, or leave it out by --no-plugin climber; "
        "STACKYARD_STRICT=1 shows the traceback"
    )


def test_faults_of_our_own_plugins_are_reported_to_us(yard: Yard) -> None:
    yard.write("our_silo.py", ladder().replace("if text", "1 // 0\n        if text"))
    yard.install("stackyard-silo", "", points="silo = our_silo")
    found = blamed(lambda: load_game("ladder").read_move("1"))
    assert str(found).startswith("plugin silo (stackyard-silo 1.0) failed in read_move: ")
    assert found.remedy == ("please report it, with the traceback that STACKYARD_STRICT=1 shows")


def pretend(monkeypatch: pytest.MonkeyPatch, name: str, copy_of: str, source: str = "") -> Any:
    """A module of this name that counts as a compiled copy of another, run from its source."""
    module: Any = ModuleType(name)
    module.COPY_OF, module.__file__ = copy_of, f"{name}.so"
    exec(compile(source, f"{name}.py", "exec"), module.__dict__)
    monkeypatch.setitem(sys.modules, name, module)
    return module


COPIED = "def think(position):\n    position.legal_moves()\n    return position.missing\n"


def test_an_embedded_copy_of_the_model_counts_as_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, "stackyard_silo._model", "stackyard_engine.eval.model")
    assert original("stackyard_silo._model") == "stackyard_engine.eval.model"
    assert original("stackyard_silo") == "stackyard_silo"


@pytest.mark.parametrize("copied", ["stackyard.playouts", "stackyard_engine.mcts.tree"])
def test_a_failure_in_an_embedded_copy_is_that_of_the_game_it_runs(
    copied: str, spoil: Spoil, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = spoil("legal_moves", "1 // 0 if self.rung == 2 else 0")
    copy = pretend(monkeypatch, "climber_rules._copy", copied, COPIED)
    raised = blamed(lambda: copy.think(game.parse_position("2")), game)
    assert (raised.plugin, raised.method) == ("climber", "legal_moves")
    returned = blamed(lambda: copy.think(below_the_top(game)), game)
    assert (returned.plugin, returned.method) == ("climber", "")


def test_a_search_that_breaks_on_what_a_game_returned_names_the_game(spoil: Spoil) -> None:
    game = spoil("legal_moves", "if self.rung == 1: return None")
    course = Course(game)
    found = blamed(lambda: MctsEngine(1).analyse(course, Limit(simulations=100)), game)
    assert (found.plugin, found.method) == ("climber", "")
