"""No text of a record, a plugin, a file or a player reaches a terminal with what it would obey."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from tests.hostile import EVIL, HARMLESS, HOSTILE

Run = Callable[..., Result]
Write = Callable[..., str]
UsePlugin = Callable[[str, str], Path]

OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
GAME = ["play", "hostile", "--first", "shouting", "--second", "human", "--no-keep"]


def printed(done: Result) -> str:
    assert not OBEYED.search(done.output), ascii(done.output)
    return done.output


@pytest.fixture
def hostile(use_plugin: UsePlugin) -> None:
    use_plugin("hostile", HOSTILE)


@pytest.mark.usefixtures("hostile")
@pytest.mark.parametrize(
    "words",
    [
        "--help",
        "list",
        "list --json",
        "info hostile",
        "rules hostile",
        "show hostile",
        "show hostile --json",
        "plugins",
        "plugins --json",
        "export --help",
        "shout",
        "play hostile --first random --second shouting --quiet",
        "play hostile --first random --second shouting --json",
    ],
)
def test_what_a_plugin_says(words: str, run: Run) -> None:
    assert "evil" in printed(run(*words.split()))


@pytest.mark.usefixtures("hostile")
def test_what_is_said_in_a_game(run: Run) -> None:
    said = printed(run(*GAME, typed="5\n3\n?\nmoves\nnotes\nrules\n2\n"))
    for word in ("H", "player", "does", "go", "end", "tray", "R"):
        assert f"{word}{HARMLESS}" in said


@pytest.mark.usefixtures("hostile")
def test_a_traceback_for_authors(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STACKYARD_STRICT", "1")
    monkeypatch.setenv("STACKYARD_PLUGINS", "")
    source = HOSTILE.replace('    commands("Sh" + EVIL', '    # commands("Sh" + EVIL')
    file = tmp_path / "strict.py"
    file.write_text(source, "utf-8")
    told = printed(run("--plugin", str(file), "shout"))
    assert f"ValueError: failed{HARMLESS}" in told
    assert "Traceback" in told


def test_what_was_typed_and_is_refused(run: Run) -> None:
    for words in (
        [f"pl{EVIL}"],
        ["play", f"si{EVIL}"],
        ["play", "silo", f"--{EVIL}"],
        ["play", "silo", "-o", f"size={EVIL}"],
        ["play", "silo", "--first", f"mcts:{EVIL}=1"],
        ["play", "silo", "--term", EVIL],
        ["play", "silo", "--repetition", EVIL],
        ["--plugin", f"{EVIL}.py", "play", EVIL],
        ["replay", f"{EVIL}.json"],
        ["records", "check", f"{EVIL}.json"],
        ["export", "1", "--to", EVIL],
    ):
        done = run(*words)
        assert done.exit_code in {1, 2}
        assert printed(done)


def test_the_names_of_files(small: dict[str, Any], write: Write, run: Run) -> None:
    name = EVIL.replace("/", "")
    write(f"{name}/game.json", small)
    write(f"{name}/broken.json", "Dear reader")
    for words in (["records", "check"], ["import"]):
        done = run(*words, name)
        assert done.exit_code == 1
        assert f"{HARMLESS}{os.sep}broken.json" in printed(done)
    told = printed(run("play", "silo", "--second", "human", typed=f"save {name}/x/y\nquit\n"))
    assert f"Not saved: {HARMLESS}/x/y cannot be written" in told
    assert f"Saved to {HARMLESS}.\n" in printed(
        run("play", "silo", "--second", "human", typed=f"save {name[:-4]}\nquit\n")
    ).replace(HARMLESS[:-4], HARMLESS)


@pytest.mark.parametrize("command", [["records", "check"], ["replay"], ["import"]])
def test_the_options_of_a_foreign_record(
    command: list[str], small: dict[str, Any], write: Write, run: Run
) -> None:
    for options in ({"size": EVIL}, {"rules": EVIL}, {EVIL: 3}):
        done = run(*command, write("game.json", small | {"options": options}))
        assert done.exit_code in {1, 2}
        assert "the record is not as it should be" in printed(done)


@pytest.mark.parametrize("field", ["comment", "id", "game", "position"])
def test_what_turns_letters_round_in_a_record(
    field: str, small: dict[str, Any], write: Write, run: Run
) -> None:
    name = write("game.json", small | {field: "a\u202eb\u2066c"})
    for words in (["records", "check"], ["replay"], ["import"], ["matches"]):
        printed(run(*words, *([] if words == ["matches"] else [name]), typed="\n"))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("words", ["stackyard ", "stackyard play silo --first ", "stackyard play "])
@pytest.mark.usefixtures("hostile")
def test_what_a_shell_offers(
    shell: str, words: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_STACKYARD_COMPLETE", f"{shell}_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", "" if shell == "fish" else str(len(words.split())))
    assert printed(run())


@pytest.mark.nightly
@pytest.mark.parametrize("words", ["list", "rules hostile"])
@pytest.mark.usefixtures("hostile")
def test_on_a_terminal(words: str, open_terminal: Callable[..., Any]) -> None:
    terminal = open_terminal(*words.split())
    assert terminal.end() == 0
    check(terminal.raw)


@pytest.mark.usefixtures("hostile")
def test_in_a_game_on_a_terminal(open_terminal: Callable[..., Any]) -> None:
    terminal = open_terminal(*GAME)
    terminal.type("rules")
    terminal.type("notes")
    terminal.type("7")
    terminal.type("2")
    terminal.type("resign resign")
    terminal.type("")
    assert terminal.end() == 0
    check(terminal.raw)
    assert "does?]0;evil?" in terminal.text


def check(raw: bytes) -> None:
    """Neither commands of the plugin's; rich and the prompt have theirs."""
    text = raw.decode()
    assert "evil" in text
    assert "\x1b]0;" not in text
    assert "\x07" not in text
    assert not re.search("[\x80-\x9f\u202a-\u202e\u2066-\u2069]", text)


def test_a_picture_on_a_terminal_is_harmless(
    keep: Callable[..., int], open_terminal: Callable[..., Any]
) -> None:
    terminal = open_terminal("export", str(keep()), "--format", "png")
    assert terminal.end() == 0
    assert not re.search(rb"[\x00-\x08\x0e-\x1f\x7f]", terminal.raw)
