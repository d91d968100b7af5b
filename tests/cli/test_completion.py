from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from stackyard.records.archive import Archive
from stackyard_cli.main import main


def offered_kinds(*words: str) -> list[tuple[str, str]]:
    """The completions of the last word with their kinds: plain words or a file."""
    complete = ShellComplete(main, {}, "stackyard", "_STACKYARD_COMPLETE")
    items = complete.get_completions(list(words[:-1]), words[-1])
    return [(item.value, item.type) for item in items]


def offered(*words: str) -> list[str]:
    return [value for value, _ in offered_kinds(*words)]


def test_commands_and_games_are_offered() -> None:
    assert offered("pl") == ["play", "plugins"]
    for command in ("play", "rules", "info", "show", "bench"):
        assert "silo" in offered(command, "")
    assert offered("play", "SI") == ["silo"]
    assert offered("play", "x") == []


def test_the_options_of_the_game_and_their_values_are_offered() -> None:
    assert offered("play", "silo", "-o", "") == ["size=", "height=", "goal="]
    assert offered("play", "silo", "-o", "goal=") == ["goal=any", "goal=end", "goal=home"]
    assert offered("show", "silo", "-o", "size=2") == ["size=20", "size=22", "size=24", "size=26"]
    assert offered("play", "silo", "-o", "colour=") == []
    assert offered("play", "nothing", "-o", "") == []


def test_players_and_their_options_are_offered() -> None:
    assert offered("play", "silo", "--first", "") == [
        *("human", "random", "mcts", "alphabeta", "level", "perfect", "mirror")
    ]
    options = ("simulations", "seconds", "nodes", "workers")
    params = ("horizon", "minimax", "scale", "exploration", "rave", "history", "decisive", "proof")
    keys = [f"mcts:{option}=" for option in (*options, *params, "seed")]
    assert offered("play", "silo", "--second", "mcts:") == keys
    assert offered("play", "silo", "--second", "mcts:simulations=5,sec") == [
        "mcts:simulations=5,seconds="
    ]
    assert offered("play", "silo", "--second", "nobody:") == []
    assert offered("play", "silo", "--second", "mcts:simulations=") == []
    levels = [f"level:level={level}" for level in range(1, 9)]
    assert offered("play", "silo", "--second", "level:level=") == levels


def test_levels_are_offered() -> None:
    numbers = [str(number) for number in range(1, 9)]
    assert offered("play", "silo", "--level", "") == [*numbers, "auto"]
    assert offered("play", "silo", "--second", "level:")[:8] == [f"level:{n}" for n in numbers]


def test_starts_with_names_are_offered_without_blanks() -> None:
    names = ["an-enclosed-run", "a-middle-game"]
    assert offered("play", "silo", "--start", "") == names
    assert offered("play", "silo", "--start", "A-m") == names[1:]
    assert offered("play", "chess", "--start", "") == []


def test_the_forms_to_export_in_are_offered() -> None:
    assert offered("export", "1", "--format", "") == [
        "json",
        "jsonl",
        "text",
        "abstract_play",
        "link",
        "svg",
        "png",
        "gif",
    ]
    assert offered("export", "1", "--format", "J") == ["json", "jsonl"]


def test_the_matches_that_are_kept_are_offered(keep: Callable[..., int]) -> None:
    for typed in ("a", "a d", "a resign"):
        keep(typed)
    for command in ("replay", "export", "annotate", "delete"):
        assert offered(command, "") == ["3", "2", "1"]
    assert offered("resume", "") == ["2", "1"]
    assert offered("delete", "1", "") == ["3", "2", "1"]
    assert offered("delete", "2") == ["2"]
    assert offered("delete", "4") == []
    assert offered("matches", "--game", "S") == ["silo"]
    assert offered("resume", "1", "--first", "ran") == ["random"]


def test_a_damaged_match_is_offered_where_it_is_of_use(keep: Callable[..., int]) -> None:
    for _ in range(3):
        keep("a")
    with closing(sqlite3.connect(Archive().path)) as connection, connection:
        connection.execute("UPDATE matches SET header = '{' WHERE id = 2")
    assert offered("delete", "") == offered("records", "salvage", "") == ["3", "2", "1"]
    assert offered("resume", "") == ["3", "1"]


def test_files_are_offered_where_a_file_may_stand_for_a_match(keep: Callable[..., int]) -> None:
    for command in ("replay", "export"):
        assert offered_kinds(command, "") == [("", "file")]
    keep()
    for command in ("replay", "export"):
        assert offered_kinds(command, "1") == [("1", "plain")]
        assert offered_kinds(command, "ga") == [("ga", "file")]
    assert offered_kinds("import", "ga") == [("ga", "file")]
    assert offered_kinds("records", "check", "ga") == [("ga", "file")]


def test_an_archive_that_cannot_be_read_offers_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "archive").write_text("Dear reader, " * 100, "utf-8")
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(tmp_path / "archive"))
    assert offered("resume", "") == []
    assert not list(tmp_path.glob("archive?*"))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_a_script(shell: str) -> None:
    result = CliRunner().invoke(main, ["completion", shell])
    assert result.exit_code == 0
    assert "_STACKYARD_COMPLETE" in result.output


def test_an_unknown_shell_is_refused() -> None:
    result = CliRunner().invoke(main, ["completion", "csh"])
    assert result.exit_code == 2
    assert "'csh' is not one of 'bash', 'zsh', 'fish'" in result.output


@pytest.mark.parametrize(
    ("typed", "reply"),
    [
        ("stackyard pla", ["play"]),
        ("stackyard play si", ["silo"]),
        ("stackyard play silo -o go", ["goal="]),
        ("stackyard play silo -o goal=e", ["end"]),
        ("stackyard play silo --first mcts:sim", ["simulations="]),
        ("stackyard play silo --first mcts:simulations=5,sec", ["5,seconds="]),
    ],
)
def test_bash_replaces_what_stands_behind_the_last_sign_it_splits_at(
    typed: str, reply: list[str], tmp_path: Path
) -> None:
    bash = shutil.which("bash")
    assert bash, "the script is for bash"
    program = tmp_path / "stackyard"
    program.write_text(
        f"#!{sys.executable}\nfrom stackyard_cli.main import main\nmain()\n", "utf-8"
    )
    program.chmod(0o755)
    script = CliRunner().invoke(main, ["completion", "bash"]).output
    asked = f"""
        compopt() {{ :; }}
        {script}
        COMP_LINE={typed!r} COMP_POINT={len(typed)}
        _stackyard_completion "{program}"
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run([bash, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.split() == reply


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_fails_offers_nothing_and_says_nothing(
    shell: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stackyard_cli.completion.registry", lambda: 1 // 0)
    monkeypatch.setenv("_STACKYARD_COMPLETE", f"{shell}_complete")
    monkeypatch.setenv("COMP_WORDS", "stackyard play ")
    monkeypatch.setenv("COMP_CWORD", "" if shell == "fish" else "2")
    result = CliRunner().invoke(main, prog_name="stackyard")
    assert (result.exit_code, result.output.strip()) == (0, "")
