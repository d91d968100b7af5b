from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from stackyard.errors import PluginError
from stackyard.plugins.discovery import words_of
from stackyard.plugins.problems import Problem
from stackyard.plugins.registry import registry

if TYPE_CHECKING:
    from tests.toy_games import Yard

GOOD = """
from stackyard import GameInfo, hookimpl
@hookimpl
def stackyard_register_games(register):
    register(GameInfo({name!r}, "T", "D", 2000, "S."), "builtins:dict")
"""
HOOKED = """
from stackyard import hookimpl
@hookimpl
def {hook}({arguments}):
    {body}
"""


def hooked(hook: str, body: str = "pass", arguments: str = "register") -> str:
    return HOOKED.format(hook=hook, body=body, arguments=arguments)


@pytest.fixture(autouse=True)
def neighbours(yard: Yard) -> None:
    """A plugin that is looked at before the bad one, and one after it."""
    yard.install("aaa-good", GOOD.format(name="before"))
    yard.install("zzz-good", GOOD.format(name="after"))


def only_problem(yard: Yard) -> Problem:
    """The one problem there is, all other plugins being at work."""
    yard.look_again()
    plugins = registry()
    assert {"before", "after"} <= set(plugins.games)
    assert plugins.games["after"].load() is dict
    assert {"human", "random", "mcts"} <= set(plugins.players)
    (problem,) = plugins.problems
    return problem


def test_a_plugin_that_cannot_be_imported_is_named_with_what_mends_it(yard: Yard) -> None:
    yard.install("bad-one", "import no_such_module\n", version="4.5")
    problem = only_problem(yard)
    assert problem.plugin == "bad_one (bad-one 4.5)"
    assert problem.sentence == (
        "cannot be loaded: ModuleNotFoundError: No module named 'no_such_module' "
        "(bad_one.py, line 1)"
    )
    assert problem.kind == "not-loaded"
    assert problem.remedy == "python -m pip install --upgrade --force-reinstall bad-one"
    assert str(problem) == (
        f"plugin {problem.plugin}: {problem.sentence} (to mend it: {problem.remedy})"
    )


@pytest.mark.usefixtures("from_clone")
@pytest.mark.parametrize("name", ["silo", "lab"])
def test_a_plugin_of_ours_is_mended_by_installing_it_again(name: str, yard: Yard) -> None:
    yard.install(f"stackyard-{name}", "", points=f"{name} = no_such_module")
    again = f"python -m pip install --force-reinstall --no-deps ./plugins/{name}"
    assert only_problem(yard).remedy == f"{again}, run in the clone of Stackyard"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("raise SystemExit('enough')\n", "SystemExit: enough"),
        ("import sys\nsys.exit(2)\n", "SystemExit: 2"),
        ("1 / 0\n", "ZeroDivisionError: division by zero"),
        ("def (\n", "SyntaxError: "),
        ("raise ValueError('two\\nlines')\n", "ValueError: two lines"),
        ("raise GeneratorExit\n", "loaded: GeneratorExit"),
    ],
)
def test_whatever_a_plugin_raises_at_import_is_reported_on_one_line(
    yard: Yard, source: str, words: str
) -> None:
    yard.install("bad", source)
    sentence = only_problem(yard).sentence
    assert words in sentence
    assert "\n" not in sentence
    assert not sentence.endswith(":")


def test_an_entry_point_that_leads_nowhere_is_reported(yard: Yard) -> None:
    yard.install("bad", "x = 1\n", points="bad = bad:missing")
    assert "AttributeError" in only_problem(yard).sentence


def test_an_entry_point_that_is_no_module_is_reported(yard: Yard) -> None:
    yard.install("bad", "number = 3\n", points="bad = bad:number")
    assert only_problem(yard).plugin == "bad (bad 1.0)"


def test_a_plugin_without_any_hook_is_reported(yard: Yard) -> None:
    yard.install("bad", "x = 1\n")
    assert only_problem(yard).sentence == "module has no hook of Stackyard"


def test_a_misspelt_hook_of_an_object_is_reported(yard: Yard) -> None:
    source = """
        from stackyard import hookimpl
        class Plugin:
            __slots__ = ()
            @hookimpl
            def stackyard_register_game(self, register):
                pass
        plugin = Plugin()
        """
    yard.install("bad", source, points="bad = bad:plugin")
    assert "did you mean stackyard_register_games?" in only_problem(yard).sentence


def test_an_object_can_be_a_plugin_too(yard: Yard) -> None:
    source = """
        from stackyard import GameInfo, hookimpl
        class Plugin:
            @hookimpl
            def stackyard_register_games(self, register):
                register(GameInfo("object_game", "T", "D", 2000, "S."), "builtins:dict")
        plugin = Plugin()
        """
    yard.install("objective", source, points="objective = objective:plugin")
    assert registry().problems == []
    assert "object_game" in registry().games


@pytest.mark.parametrize(
    "hook",
    [
        "stackyard_register_games",
        "stackyard_register_players",
        "stackyard_register_commands",
        "stackyard_register_executors",
    ],
)
@pytest.mark.parametrize("failure", ["RuntimeError('oh')", "SystemExit('oh')"])
def test_a_hook_that_raises_is_reported(yard: Yard, hook: str, failure: str) -> None:
    arguments = "commands" if hook.endswith("commands") else "register"
    yard.install("bad", hooked(hook, f"raise {failure}", arguments))
    problem = only_problem(yard)
    name = failure.partition("(")[0]
    assert problem.sentence == f"{hook} failed: {name}: oh (bad.py, line 5)"


def test_what_a_hook_registered_before_it_raised_stays(yard: Yard) -> None:
    source = GOOD.format(name="kept") + "    raise RuntimeError('late')\n"
    yard.install("bad", source)
    assert "late" in only_problem(yard).sentence
    assert "kept" in registry().games


def test_a_duplicate_game_is_reported_and_the_first_one_stays(yard: Yard) -> None:
    yard.install("bad", GOOD.format(name="Before").replace(":dict", ":list"))
    problem = only_problem(yard)
    assert problem.plugin == "bad (bad 1.0)"
    assert problem.sentence == ("the game Before is already provided by aaa_good (aaa-good 1.0)")
    assert registry().games["before"].load() is dict


def test_a_duplicate_player_is_reported_and_ours_stays(yard: Yard) -> None:
    source = """
        from stackyard.descriptions import PlayerKind
        from stackyard import hookimpl
        @hookimpl
        def stackyard_register_players(register):
            register(PlayerKind("random", "Mine."), dict)
        """
    yard.install("ddd", source)
    assert "the player random is already provided by core" in only_problem(yard).sentence
    assert registry().player("random").provider.name == "core"


@pytest.mark.parametrize("name", ["", "2048", "two words", "käse", "a/b", "_x", "x" + "!" * 99])
def test_a_name_that_nobody_can_type_is_reported(yard: Yard, name: str) -> None:
    yard.install("bad", GOOD.format(name=name))
    sentence = only_problem(yard).sentence
    assert sentence.endswith("cannot be the name of a game")
    assert len(sentence) < 80


@pytest.mark.parametrize("name", ["Hexa_Pawn", "hexa-pawn", " hexa_pawn"])
def test_a_name_that_no_game_would_have_as_it_is_typed_is_reported(yard: Yard, name: str) -> None:
    yard.install("bad", GOOD.format(name=name))
    problem = only_problem(yard)
    assert problem.kind == "bad-name"
    assert problem.sentence == f"{name!r} cannot be the name of a game: write hexa_pawn"


def test_two_plugins_of_the_same_entry_point_name_are_reported(yard: Yard) -> None:
    yard.install("bad-twin", GOOD.format(name="twin"), points="aaa_good = bad_twin")
    problem = only_problem(yard)
    assert problem.sentence.startswith("there is a plugin of that name already: aaa_good (")
    assert problem.plugin.startswith("aaa_good (")


def test_a_misspelt_hook_is_reported_with_the_one_that_was_meant(yard: Yard) -> None:
    yard.install("bad", hooked("stackyard_register_game"))
    assert only_problem(yard).sentence == (
        "there is no hook stackyard_register_game; did you mean stackyard_register_games?"
    )


def test_a_misspelt_hook_without_a_mark_is_reported_too(yard: Yard) -> None:
    yard.install("bad", "def stackyard_mach_started(match):\n    pass\n")
    assert "did you mean stackyard_match_started?" in only_problem(yard).sentence


def test_an_unheard_of_hook_is_reported_without_a_guess(yard: Yard) -> None:
    yard.install("bad", hooked("stackyard_qqqqqqqqq", arguments=""))
    assert only_problem(yard).sentence == "there is no hook stackyard_qqqqqqqqq"


def test_a_hook_that_is_not_marked_is_reported(yard: Yard) -> None:
    yard.install("bad", "def stackyard_register_games(register):\n    pass\n")
    assert only_problem(yard).sentence == (
        "stackyard_register_games is not marked with @stackyard.hookimpl"
    )


def test_a_hook_with_a_wrong_argument_is_reported(yard: Yard) -> None:
    yard.install("bad", hooked("stackyard_register_games", arguments="registry"))
    sentence = only_problem(yard).sentence
    assert "cannot be loaded" in sentence
    assert "registry" in sentence


def test_nothing_of_a_plugin_with_a_wrong_argument_is_called(yard: Yard) -> None:
    source = hooked("stackyard_match_started", arguments="game") + GOOD.format(name="half")
    yard.install("bad", source)
    only_problem(yard)
    assert "half" not in registry().games


def test_a_file_that_is_missing_is_reported(yard: Yard) -> None:
    yard.use(yard.folder / "nowhere.py")
    problem = only_problem(yard)
    assert problem.plugin.startswith("nowhere (")
    assert "FileNotFoundError: there is no file" in problem.sentence
    assert problem.remedy == (
        "correct the name given to --plugin or in STACKYARD_PLUGINS; that of a file ends in .py"
    )


def test_a_folder_in_place_of_a_file_is_reported(yard: Yard) -> None:
    yard.use(f"{yard.folder}/")
    assert "FileNotFoundError" in only_problem(yard).sentence


def test_a_module_that_is_missing_is_reported(yard: Yard) -> None:
    yard.use("no.such.module")
    problem = only_problem(yard)
    assert "ModuleNotFoundError" in problem.sentence
    assert problem.remedy == (
        "correct the name given to --plugin or in STACKYARD_PLUGINS; that of a file ends in .py"
    )


def test_a_plugin_that_is_named_twice_is_loaded_once(yard: Yard) -> None:
    path = yard.write("files/fine.py", GOOD.format(name="fine"))
    yard.use(path, path)
    assert "fine" in registry().games
    assert registry().problems == []


def test_a_plugin_that_is_named_and_installed_is_loaded_once(yard: Yard) -> None:
    yard.install("fine", GOOD.format(name="fine"))
    yard.use("fine")
    assert "fine" in registry().games
    assert registry().problems == []
    assert [provider.name for provider in registry().providers].count("fine") == 1


def test_a_file_that_fails_can_be_mended_and_loaded_again(yard: Yard) -> None:
    yard.use_file("mended", "1 / 0\n")
    only_problem(yard)
    assert [name for name in sys.modules if name.endswith("mended")] == []
    yard.use(yard.write("files/mended.py", GOOD.format(name="mended") + "# longer than before\n"))
    assert "mended" in registry().games
    assert registry().problems == []


def test_a_distribution_whose_metadata_are_lost_does_not_stop_the_others(yard: Yard) -> None:
    yard.write("left_over-1.0.dist-info/entry_points.txt", "[stackyard]\nleft = left_over\n")
    assert "left" in only_problem(yard).plugin


def test_a_problem_is_noted_once(yard: Yard) -> None:
    yard.install("bad", "1 / 0\n")
    problem = only_problem(yard)
    plugins = registry()
    provider = next(provider for provider in plugins.providers if provider.name == "bad")
    plugins.report(Problem(provider, problem.kind, problem.sentence, remedy=problem.remedy))
    assert plugins.problems == [problem]
    plugins.report(Problem(provider, "bad-hook", "module has no hook of Stackyard"))
    assert len(plugins.problems) == 2


def test_every_plugin_reports_its_own_problem(yard: Yard) -> None:
    yard.install("bad", "1 / 0\n")
    yard.install("worse", hooked("stackyard_register_game"))
    assert [problem.plugin.split()[0] for problem in registry().problems] == ["bad", "worse"]


@pytest.mark.parametrize(
    "source",
    [
        "import no_such_module\n",
        "raise SystemExit(1)\n",
        hooked("stackyard_register_games", "raise RuntimeError"),
        hooked("stackyard_register_game"),
        hooked("stackyard_register_games", arguments="registry"),
        GOOD.format(name="before"),
        "def stackyard_register_games(register):\n    pass\n",
    ],
    ids=["import", "exit", "hook", "misspelt", "argument", "duplicate", "unmarked"],
)
def test_a_strict_author_gets_the_first_problem_as_an_error(
    yard: Yard, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    yard.install("bad", source)
    monkeypatch.setenv("STACKYARD_STRICT", "1")
    with pytest.raises(PluginError, match=r"^plugin bad \(bad 1.0\): .* \(to mend it: ") as caught:
        registry()
    assert str(caught.value).count("to mend it") == 1


def test_a_strict_author_without_problems_sees_none(
    yard: Yard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_STRICT", "1")
    assert set(registry().games) == {"before", "after"}


@pytest.mark.parametrize(
    ("kind", "call", "sentence"),
    [
        ("game", "None, dict", "a game is registered by its description first, not by None"),
        ("player", "'odd', dict", "a player is registered by its description first, not by 'odd'"),
        (
            "executor",
            "'odd', dict",
            "an executor is registered by its name, a target and a sentence, not by 'odd'",
        ),
        (
            "game",
            "GameInfo('odd', None, 'D', 2000, None), dict",
            "the game 'odd' has no description in words",
        ),
    ],
)
def test_what_is_not_described_in_words_is_reported(
    yard: Yard, kind: str, call: str, sentence: str
) -> None:
    hook = f"@hookimpl\ndef stackyard_register_{kind}s(register): register({call})\n"
    yard.install("bad", f"from stackyard import GameInfo, hookimpl\n{hook}")
    assert only_problem(yard).sentence == sentence


def test_a_command_without_a_sentence_is_reported(yard: Yard) -> None:
    source = """
        from stackyard import hookimpl
        @hookimpl
        def stackyard_register_commands(commands): commands('odd', 'no:where', None)
        """
    yard.install("bad", source)
    assert only_problem(yard).sentence == "the command 'odd' has no description in words"
    assert "odd" not in registry().commands


def test_an_import_that_fails_is_told_without_the_path_of_the_file() -> None:
    with pytest.raises(ImportError) as caught:
        exec("from stackyard.errors import no_such_name")
    assert str(caught.value.path) in str(caught.value)
    assert words_of(caught.value).endswith("'no_such_name' from 'stackyard.errors'")


def test_a_set_with_a_cell_too_many_is_told_what_has_room() -> None:
    with pytest.raises(OverflowError) as caught:
        vec[i64]([sum(2**cell for cell in range(64))])
    assert (
        "a set of stackyard.cells.bits holds 62 cells, one of stackyard.cells.pairs 124"
        in words_of(caught.value)
    )
    assert words_of(OverflowError("math range error")) == "OverflowError: math range error"
