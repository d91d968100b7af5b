from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from tests.core.plugins.ladder import GAME, ladder

from stackyard.descriptions import PlayerKind
from stackyard.errors import PluginError, UnknownGameError, UnknownNameError
from stackyard.plugins.discovery import IN_CLONE, OUR_GAMES, install_command
from stackyard.plugins.registry import load_game, registry

if TYPE_CHECKING:
    from tests.toy_games import Yard


def test_an_installed_game_is_found(yard: Yard) -> None:
    yard.install("ladder-game", ladder("ladder"), version="2.3")
    provider = registry().games["ladder"].provider
    assert str(provider) == "ladder_game (ladder-game 2.3)"
    assert provider.provides == {"game": ["ladder"]}
    assert provider.hooks == ["stackyard_register_games"]
    assert registry().games["ladder"].about.title == "T"
    assert registry().problems == []


def test_core_comes_first_then_our_plugins_then_the_others_by_name(yard: Yard) -> None:
    yard.install("aaa", ladder("first"))
    yard.write("our_clock.py", ladder("second"))
    yard.install("stackyard-clock", "", points="clock = our_clock")
    names = [provider.name for provider in registry().providers]
    assert names == ["core", "clock", "engine", "aaa"]


def test_plugins_are_found_once_until_told_to_look_again(yard: Yard) -> None:
    first = registry()
    assert registry() is first
    yard.install("ladder", ladder("ladder"))
    assert registry() is not first
    assert "ladder" in registry().games


@pytest.mark.parametrize("name", ["pit_of_pillars", "pit-of-pillars", " Pit-Of_Pillars "])
def test_names_match_with_hyphens_and_underscores_alike(yard: Yard, name: str) -> None:
    yard.install("pits", ladder("pit_of_pillars"))
    found = registry().game(name)
    assert found.about.name == "pit_of_pillars"
    assert issubclass(found, yard.module("pits").Ladder)


def test_load_game_passes_the_options_on(yard: Yard) -> None:
    yard.install("ladder", ladder())
    assert load_game("ladder", rungs="3").settings == {"rungs": 3}


def test_a_target_in_words_is_imported_when_it_is_first_used(yard: Yard) -> None:
    yard.install("ladder", ladder(target="'ladder_rules:Ladder'"))
    yard.write("ladder_rules.py", GAME)
    assert registry().game("ladder").__module__ == "ladder_rules"


def test_a_plugin_takes_only_the_arguments_it_needs(yard: Yard) -> None:
    source = """
        from stackyard import hookimpl
        @hookimpl
        def stackyard_register_games():
            pass
        @hookimpl
        def stackyard_move_played(move):
            pass
        """
    yard.install("modest", source)
    assert registry().problems == []
    hooks = next(p.hooks for p in registry().providers if p.name == "modest")
    assert sorted(hooks) == ["stackyard_move_played", "stackyard_register_games"]


def test_players_commands_and_executors_are_registered(yard: Yard) -> None:
    source = """
        from stackyard.descriptions import PlayerKind
        from stackyard import hookimpl
        @hookimpl
        def stackyard_register_players(register):
            register(PlayerKind("lazy", "Sleeps."), "lazy:Player")
        @hookimpl
        def stackyard_register_commands(commands):
            commands("tidy-up", "lazy:tidy", "Tidies up.")
        @hookimpl
        def stackyard_register_executors(register):
            register("queue", "lazy:queue", "Waits in a queue.")
        """
    yard.install("lazy", source)
    plugins = registry()
    assert plugins.players["lazy"].about == PlayerKind("lazy", "Sleeps.")
    assert plugins.commands["tidy_up"].about == "Tidies up."
    assert plugins.executors["queue"].target == "lazy:queue"
    provider = plugins.players["lazy"].provider
    assert provider.provides == {
        "player": ["lazy"],
        "command": ["tidy-up"],
        "executor": ["queue"],
    }


def test_an_unknown_player_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownNameError, match=r"no player 'alice'; the players are human, random"):
        registry().player("alice")


def test_an_unknown_game_is_answered_with_those_installed(yard: Yard) -> None:
    yard.install("ladder", ladder("ladder", "snake"))
    with pytest.raises(
        UnknownGameError, match=r"^no game 'chess' is installed \(installed: ladder"
    ):
        load_game("chess")
    with pytest.raises(UnknownGameError, match=r"ladder, snake\)$"):
        load_game("chess")


def test_where_no_game_is_installed_the_answer_says_so() -> None:
    with pytest.raises(
        UnknownGameError, match=r"^no game 'chess' is installed \(installed: none\)$"
    ):
        load_game("chess")


def test_a_near_miss_is_recognised(yard: Yard) -> None:
    yard.install("ladder", ladder("ladder"))
    with pytest.raises(UnknownGameError, match=r"did you mean ladder\?$"):
        load_game("lader")


@pytest.mark.usefixtures("from_clone")
def test_a_game_of_ours_comes_with_the_command_that_installs_it() -> None:
    assert "silo" in OUR_GAMES
    with pytest.raises(UnknownGameError) as caught:
        load_game("Silo")
    sentence = str(caught.value)
    assert sentence.startswith("no game 'Silo' is installed (installed: none); to install it: ")
    assert sentence.endswith(f"python -m pip install ./plugins/silo, {IN_CLONE}")
    assert install_command("silo") in sentence
    assert caught.value.sentence == "no game 'Silo' is installed (installed: none)"


def test_a_broken_game_is_answered_with_what_is_wrong_with_it(yard: Yard) -> None:
    yard.install("silo", "import no_such_module\n")
    with pytest.raises(UnknownGameError, match=r"plugin silo .*No module named 'no_such_module'"):
        load_game("silo")


def test_a_plugin_can_be_a_file_that_is_not_installed(yard: Yard) -> None:
    path = yard.write("anywhere/my-ladder.py", ladder("ladder"))
    yard.use(path)
    provider = registry().games["ladder"].provider
    assert (provider.name, provider.source) == ("my-ladder", str(path))


def test_a_file_imports_its_neighbours_and_hides_nothing_that_is_installed(yard: Yard) -> None:
    yard.write("anywhere/rungs_beside.py", "import json\nRUNGS = 3\n")
    yard.write("anywhere/json.py", "raise RuntimeError('taken for the module of Python')\n")
    path = yard.write("anywhere/mine.py", f"from rungs_beside import RUNGS\n{ladder('ladder')}")
    yard.use(path)
    assert registry().problems == []
    assert registry().games["ladder"].provider.name == "mine"


def test_a_plugin_can_be_a_module_that_is_not_installed(yard: Yard) -> None:
    yard.write("ladders/__init__.py", "")
    yard.write("ladders/plugin.py", ladder("ladder"))
    yard.use("ladders.plugin")
    assert str(registry().games["ladder"].provider) == "ladders.plugin (ladders.plugin)"


def test_several_plugins_are_named_with_a_separator_between(yard: Yard) -> None:
    yard.write("snakes.py", ladder("snake"))
    yard.use(yard.write("files/ladders.py", ladder("ladder")), "", "snakes")
    assert list(registry().games) == ["ladder", "snake"]
    assert os.environ["STACKYARD_PLUGINS"].count(os.pathsep) == 2


def test_an_own_plugin_of_a_file_may_use_dataclasses(yard: Yard) -> None:
    source = """
        from __future__ import annotations
        from dataclasses import dataclass, field
        from pickle import dumps, loads
        from typing import ClassVar
        @dataclass
        class Thing:
            kinds: ClassVar[int] = 3
            parts: list[int] = field(default_factory=list)
        copied = loads(dumps(Thing([1])))
        from stackyard import hookimpl
        @hookimpl
        def stackyard_match_started(match): pass
        """
    yard.use_file("things", source)
    assert registry().problems == []
    assert yard.module("things").copied.parts == [1]


def test_a_target_that_cannot_be_imported_is_named_with_its_plugin(yard: Yard) -> None:
    yard.install("ladder", ladder(target="'ladder_rules:Ladder'"))
    with pytest.raises(PluginError, match=r"plugin ladder \(ladder 1.0\): ladder_rules:Ladder can"):
        load_game("ladder")
    yard.write("ladder_rules.py", "raise SystemExit(3)\n")
    yard.look_again()
    with pytest.raises(PluginError, match="SystemExit: 3"):
        load_game("ladder")
