from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import Result
from tests.core.plugins.ladder import GAME, ladder

from stackyard import load_game
from stackyard.builds import OTHER_PROCESSOR
from stackyard.plugins.attribution import attribute
from stackyard_cli.commands import matches
from stackyard_cli.record_sources import entry_words

Run = Callable[..., Result]
Text = Callable[..., str]
UsePlugin = Callable[[str, str], Path]

AUTHOR = """
import click
from stackyard import hookimpl

@click.command()
@click.argument("way")
def fail(way):
    if way == "leave":
        raise SystemExit(7)
    if way == "write":
        open("no/such/folder/file", "w")
    raise LookupError(way)

@hookimpl
def stackyard_register_commands(commands):
    commands("fail", fail, "Fails.")
"""


def spoilt(method: str, line: str) -> str:
    """The ladder with a line more at the start of a method."""
    before, found, rest = GAME.partition(f"    def {method}(")
    signature, _, body = rest.partition("\n")
    assert found
    return f"{before}{found}{signature}\n        {line}\n{body}{ladder().removeprefix(GAME)}"


def told(done: Result) -> tuple[str, str]:
    """The sentence and the advice with which a command has ended."""
    assert done.exit_code == 1, done.output
    assert done.stdout == ""
    sentence, advice = done.stderr.splitlines()
    return sentence, advice


# A method that fails in a position, the condition, and the command in which it does.
BROKEN = [
    ("format_position", "True", ["info", "ladder"]),
    ("parse_position", "True", ["show", "ladder", "1"]),
    ("pieces", "position.rung", ["show", "ladder", "1"]),
    ("legal_moves", "self.rung", ["perft", "ladder", "2"]),
    ("play", "True", ["bench", "ladder", "--seconds", "0.01"]),
    ("prepare", "True", ["rules", "ladder"]),
    ("initial", "True", ["perft", "ladder", "2", "--json"]),
]


@pytest.mark.parametrize(("method", "condition", "words"), BROKEN)
@pytest.mark.parametrize("failure", ["OverflowError('so much')", "OSError('so much')"])
def test_a_game_that_fails_in_a_command_is_named_and_what_to_do(
    method: str, condition: str, words: list[str], failure: str, run: Run, use_plugin: UsePlugin
) -> None:
    path = use_plugin("climber", spoilt(method, f"if {condition}: raise {failure}"))
    sentence, advice = told(run(*words))
    kind = failure.partition("(")[0]
    assert sentence.startswith(
        f"Error: plugin climber ({path}) failed in {method}: {kind}: so much (climber.py, line "
    )
    assert advice == (
        f"What to do: mend {path}, or leave it out of --plugin and STACKYARD_PLUGINS; "
        "STACKYARD_STRICT=1 shows the traceback."
    )


ODD = """
from stackyard import GameInfo, hookimpl
from stackyard.descriptions import Exporter, Importer, PlayerKind, Term
from stackyard_engine import Knowledge
from stackyard_engine.claims import Claim
from stackyard_silo.game import SiloGame

class Named:
    def __init__(self, game, seed):
        self.name = 7
    def choose(self, match):
        return None

class Turned(Knowledge):
    def symmetries(self):
        return [[2, 1]]

class Bare(SiloGame):
    about = GameInfo('bare', 'Bare', 'D', 2000, 'S.')
    def __init__(self):
        pass

CLAIM = Claim("It ends", "me", "here", checks=[lambda: True])

@hookimpl(optionalhook=True)
def stackyard_register_{what}(register):
    register({registered})
"""
PLAYER = "PlayerKind('odd', 'S.'), {}"
PLAY = "play silo -o size=4 -o height=1 --second random --quiet --first"
TERM = "Term('odd', 'S.', 'x'), {}"
READ = "Importer('odd', 'S.', ('.odd',)), {}"
# Each row: a kind, an object of it that takes or returns what it must not, the command that comes
# upon it, and the words for it.
MISFITS = [
    (
        "games",
        "Bare.about, Bare",
        "show bare -o size=4",
        "which cannot be called so: TypeError: ",
    ),
    (
        "players",
        PLAYER.format("lambda game: None"),
        f"{PLAY} odd --no-keep",
        "which cannot be called so: TypeError: ",
    ),
    ("players", PLAYER.format("lambda *given: None"), f"{PLAY} odd --no-keep", "None is no player"),
    ("players", PLAYER.format("lambda *given: 'x'"), f"{PLAY} odd --no-keep", "'x' is no player"),
    ("players", PLAYER.format("Named"), f"{PLAY} odd --keep", "it needs a name"),
    (
        "exporters",
        "Exporter('odd', 'S.', ('.odd',), 'text/plain'), lambda records: b''",
        "export small.json --to b.odd",
        "which cannot be called so: TypeError: ",
    ),
    (
        "terms",
        TERM.format("lambda: ''"),
        f"{PLAY} random --term odd=x",
        "which cannot be called so: TypeError: ",
    ),
    (
        "prompt_commands",
        "'match', 'odd', lambda prompt: None, 'S.'",
        f"{PLAY} human --no-keep",
        "which cannot be called so: TypeError: ",
    ),
    ("claims", "'silo', lambda: None", "certify silo", "no function that returns a sequence"),
    ("claims", "'silo', lambda: [CLAIM]", "certify silo", "claims about silo: Claim("),
    ("claims", "'silo', lambda kind: []", "certify silo", "which cannot be called so: TypeError: "),
    (
        "knowledge",
        "'silo', 3",
        "analyse silo",
        "it registers 3, which cannot be called so: TypeError: ",
    ),
    ("knowledge", "'silo', Turned", "analyse silo", "symmetries has [2, 1], which is not"),
    ("importers", READ.format("lambda text: None"), "import a.odd", "as None, not as a Record"),
    ("importers", READ.format("lambda text: [{}]"), "import a.odd", "as {}, not as a Record"),
    (
        "importers",
        READ.format("lambda: []"),
        "import a.odd",
        "which cannot be called so: TypeError: ",
    ),
]


@pytest.mark.parametrize(("what", "registered", "words", "told"), MISFITS)
def test_what_a_plugin_registers_that_does_not_fit_is_told_its_author(
    what: str,
    registered: str,
    words: str,
    told: str,
    run: Run,
    use_plugin: UsePlugin,
    write: Text,
    small: dict[str, Any],
) -> None:
    write("small.json", small)
    write("a.odd", "x")
    path = use_plugin("author", ODD.format(what=what, registered=registered))
    done = run(*words.split(), typed="odd\nresign\n")
    (sentence,) = [line for line in done.stderr.splitlines() if "author" in line]
    assert f"plugin author ({path}): " in sentence
    assert told in sentence
    assert f"(to mend it: mend {path}, or leave it out" in sentence
    assert "Stackyard itself" not in done.output
    assert done.exit_code != 0 or what == "prompt_commands"


def test_a_level_that_is_none_is_the_fault_of_the_plugin_that_returned_it(
    refusal: Text, use_plugin: UsePlugin
) -> None:
    hook = "@hookimpl(optionalhook=True)\ndef stackyard_fitting_level(game): return 'hard'"
    path = use_plugin("fitter", f"from stackyard import hookimpl\n{hook}\n")
    assert refusal("play", "silo", "--level", "auto") == (
        f"plugin fitter ({path}): stackyard_fitting_level returned 'hard'"
    )


def test_a_game_that_leaves_the_program_is_named(run: Run, use_plugin: UsePlugin) -> None:
    use_plugin("climber", spoilt("format_position", "raise SystemExit(0)"))
    assert "failed in format_position: SystemExit: 0" in told(run("info", "ladder"))[0]


def test_a_game_whose_answer_cannot_be_used_is_named(run: Run, use_plugin: UsePlugin) -> None:
    path = use_plugin("climber", spoilt("pieces", "if position.rung: return 5"))
    sentence, _ = told(run("show", "ladder", "1"))
    assert sentence.startswith(
        f"Error: plugin climber ({path}) returned something that cannot be used: "
    )


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("def read_move", "def write_move", "game ladder lacks read_move"),
        ("Piece(0,", "Piece(3,", "a piece belongs to player 0 or 1, or is NEUTRAL (2), not 3"),
        ("options =", "colours = ('a', 'b', 'c')\n    options =", "not two different words: ("),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(
    old: str, new: str, words: str, refusal: Text, use_plugin: UsePlugin
) -> None:
    path = use_plugin("climber", ladder().replace(old, new))
    sentence = refusal("show", "ladder")
    assert f"plugin climber ({path}): game ladder" in sentence
    assert words in sentence
    assert sentence.count("to mend it") == 1


def test_a_piece_of_a_third_player_that_appears_later_is_told_in_one_sentence(
    run: Run, use_plugin: UsePlugin
) -> None:
    use_plugin("climber", ladder().replace("Piece(0,", "Piece(3 * position.rung,"))
    assert run("show", "ladder").exit_code == 0
    sentence, _ = told(run("show", "ladder", "1"))
    assert (
        "failed in pieces: OwnerError: a piece belongs to player 0 or 1, or is NEUTRAL (2), not 3"
        in sentence
    )


def test_strict_shows_the_traceback_before_the_sentence(
    run: Run, use_plugin: UsePlugin, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = use_plugin("climber", spoilt("parse_position", "1 // 0"))
    monkeypatch.setenv("STACKYARD_STRICT", "1")
    done = run("show", "ladder", "1")
    assert done.exit_code == 1
    first, *trace, sentence, _ = done.stderr.splitlines()
    assert first == "Traceback (most recent call last):"
    assert any(line.startswith(f'  File "{path}", line ') for line in trace)
    assert sentence.startswith(f"Error: plugin climber ({path}) failed in parse_position: ")


def test_strict_shows_what_fails_in_a_command_of_a_match(
    run: Run, use_plugin: UsePlugin, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = "from stackyard import hookimpl\n\n@hookimpl\n"
    use_plugin("fails", f"{mark}def stackyard_match_finished(match):\n    1 // 0\n")
    monkeypatch.setenv("STACKYARD_STRICT", "1")
    done = run("play", "silo", "--second", "human", "--no-keep", typed="resign\n")
    assert done.exit_code != 0
    assert "Traceback (most recent call last):" in done.stderr
    assert "Not done" not in done.output


def test_rules_that_are_misused_are_named_compiled_or_not() -> None:
    position = load_game("silo").initial()
    with pytest.raises(TypeError) as caught:
        position.play("x")  # type: ignore[arg-type]
    found = attribute(caught.value)
    assert found is not None
    assert (found.plugin, found.package, found.method) == ("silo", "stackyard-silo", "play")
    assert (found.version, found.file) == (version("stackyard-silo"), "rules.py")
    assert found.remedy.startswith("please report it")


def test_a_fault_of_the_command_line_is_not_blamed_on_the_game_that_is_played() -> None:
    game = load_game("silo")
    with pytest.raises(AttributeError) as caught:
        entry_words(None)  # type: ignore[arg-type]
    assert attribute(caught.value, game) is None


def test_what_a_game_returns_and_a_command_cannot_use_is_no_fault_of_ours(
    run: Run, use_plugin: UsePlugin
) -> None:
    path = use_plugin("climber", spoilt("pieces", "if position.rung: return {1: (None,)}"))
    sentence, _ = told(run("show", "ladder", "1"))
    words = f"Error: plugin climber ({path}) returned something that cannot be used: AttributeError"
    assert sentence.startswith(words)


def test_a_command_of_a_plugin_that_fails_is_named(run: Run, use_plugin: UsePlugin) -> None:
    path = use_plugin("author", AUTHOR)
    sentence, _ = told(run("fail", "here"))
    assert sentence.startswith(f"Error: plugin author ({path}) failed in fail: LookupError: here (")


def test_a_command_of_a_plugin_may_leave_with_an_exit_code(run: Run, use_plugin: UsePlugin) -> None:
    use_plugin("author", AUTHOR)
    assert run("fail", "leave").exit_code == 7


def test_what_the_machine_refuses_a_command_of_a_plugin_is_no_fault_of_it(
    run: Run, use_plugin: UsePlugin
) -> None:
    use_plugin("author", AUTHOR)
    done = run("fail", "write")
    assert done.exit_code == 1
    assert done.stderr == "Error: no/such/folder/file: No such file or directory\n"


@pytest.mark.parametrize("hook", ["match_started", "move_played", "match_finished"])
def test_an_interrupt_out_of_a_hook_names_it(hook: str, run: Run, use_plugin: UsePlugin) -> None:
    source = f"def stackyard_{hook}(match):\n    raise KeyboardInterrupt\n"
    use_plugin("stopper", f"from stackyard import hookimpl\n@hookimpl\n{source}")
    words = "play silo -o size=4 --first random --second random --quiet --no-keep"
    done = run(*words.split())
    assert done.exit_code == 130
    told = f"Interrupted. It was in stackyard_{hook} of plugin stopper (--no-plugin stopper leaves"
    assert told in done.output


def test_a_fault_of_ours_asks_for_a_report(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "Archive", lambda: 1 // 0)
    assert told(run("matches")) == (
        "Error: Stackyard itself has failed: ZeroDivisionError: integer division or modulo by "
        "zero.",
        "What to do: please report it, with the traceback that STACKYARD_STRICT=1 shows.",
    )


def test_code_for_another_processor_is_told_with_its_remedy(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentence = f"stackyard {OTHER_PROCESSOR}: install it again"

    def refuse() -> None:
        raise ImportError(sentence)

    monkeypatch.setattr(matches, "Archive", refuse)
    assert run("matches").stderr == f"Error: {sentence}.\n"


@pytest.mark.parametrize(
    ("failure", "code", "told"),
    [
        (click.ClickException("as click has it"), 1, "Error: as click has it\n"),
        (EOFError(), 1, "\nAborted!\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_what_ends_a_command_without_being_a_fault(
    failure: BaseException, code: int, told: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise failure

    monkeypatch.setattr(matches, "Archive", fail)
    done = run("matches")
    assert (done.exit_code, done.stderr) == (code, told)


def test_notes_on_an_exception_are_told_after_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        failure = ValueError("so")
        failure.add_note("To go on: stackyard resume 3")
        raise failure

    monkeypatch.setattr(matches, "Archive", fail)
    done = run("matches")
    assert done.exit_code == 1
    assert done.stderr.splitlines()[-1] == "To go on: stackyard resume 3"
