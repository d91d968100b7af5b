from __future__ import annotations

import errno
import importlib
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import distribution, version
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from stackyard import Game, Rng, perft, random_playout
from stackyard.drawing.text import draw
from stackyard.plugins import discovery
from stackyard.plugins.entry_points import Package, packages
from stackyard.position import ONGOING

Text = Callable[..., str]
Write = Callable[..., Path]

BOARDS = {"row": "Row", "square": "Square", "hexhex": "HexHex"}
LONG_NAME = "abcdefghijkl-mno-pqrstuv"
LONG_TITLE = "Abcdefghijklmnopqrst Uvwxyzabcdefghijklm"

each_board = pytest.mark.parametrize("board", BOARDS)


@pytest.fixture
def write(output: Text, tmp_path: Path) -> Write:
    """Write a package with `stackyard new`; its folder."""

    def write(name: str, board: str, *words: str) -> Path:
        output("new", name, "--board", board, "--into", str(tmp_path), *words)
        return tmp_path / f"stackyard-{name.lower().replace('_', '-')}"

    return write


@pytest.fixture
def importable(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path], None]]:
    """Make a package importable as it lies there."""
    before = set(sys.modules)

    def importable(folder: Path) -> None:
        monkeypatch.syspath_prepend(str(folder / "src"))

    yield importable
    for name in set(sys.modules) - before:
        if name.startswith("stackyard_") and not name.startswith("stackyard_cli"):
            del sys.modules[name]


@pytest.fixture(params=BOARDS)
def game_class(
    request: pytest.FixtureRequest, write: Write, importable: Callable[[Path], None]
) -> type[Game]:
    """The class of the example game for each board, imported from where it was written."""
    folder = write("some_towers", request.param)
    importable(folder)
    found: type[Game] = importlib.import_module("stackyard_some_towers.game").SomeTowersGame
    return found


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def sizes(game_class: type[Game]) -> range:
    (option,) = game_class.options
    assert isinstance(option.values, range)
    return option.values


def project(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))


@each_board
def test_a_whole_package_is_written(board: str, write: Write) -> None:
    assert files_in(write("towers", board)) == {
        ".github/workflows/ci.yml",
        ".gitignore",
        "LICENSE",
        "MANIFEST.in",
        "README.md",
        "pyproject.toml",
        "setup.py",
        "src/stackyard_towers/__init__.py",
        "src/stackyard_towers/game.py",
        "src/stackyard_towers/plugin.py",
        "src/stackyard_towers/py.typed",
        "src/stackyard_towers/rules.md",
        "src/stackyard_towers/rules.py",
        "tests/perft.json",
        "tests/test_conformance.py",
        "tests/test_rules.py",
    }


def test_the_next_steps_are_printed(output: Text, tmp_path: Path) -> None:
    told = output("new", "towers", "--board", "row", "--into", f"{tmp_path}/my games").splitlines()
    assert f"  cd '{tmp_path}/my games/stackyard-towers'" in told
    assert "  stackyard play towers" in told
    assert "  python -m pytest" in told


def test_without_a_folder_it_is_written_here(
    output: Text, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "  cd stackyard-towers\n" in output("new", "towers", "--board", "square")
    assert (tmp_path / "stackyard-towers/pyproject.toml").is_file()


def test_a_name_is_used_in_the_ways_of_distributions_modules_and_classes(write: Write) -> None:
    folder = write("Nine-Men_2", "square")
    assert folder.name == "stackyard-nine-men-2"
    described = project(folder)
    assert described["project"]["name"] == "stackyard-nine-men-2"
    points = described["project"]["entry-points"]["stackyard"]
    assert points == {"nine_men_2": "stackyard_nine_men_2.plugin"}
    source = (folder / "src/stackyard_nine_men_2/plugin.py").read_text("utf-8")
    assert 'name="nine_men_2"' in source
    assert 'title="Nine Men 2"' in source
    assert '"stackyard_nine_men_2.game:NineMen2Game"' in source


def test_title_and_designer_stand_where_people_read_them(
    write: Write, importable: Callable[[Path], None]
) -> None:
    folder = write("towers", "hexhex", "--title", "Torri d'oro ($5 & up)", "--designer", "Zoë Š.")
    importable(folder)
    about = importlib.import_module("stackyard_towers.plugin").ABOUT
    assert (about.title, about.designer) == ("Torri d'oro ($5 & up)", "Zoë Š.")
    assert "the authors of Torri d'oro ($5 & up)\n" in (folder / "LICENSE").read_text("utf-8")
    assert "a game by Zoë Š., for" in project(folder)["project"]["description"]
    for page in ("README.md", "src/stackyard_towers/rules.md"):
        assert "Torri d'oro ($5 & up)" in (folder / page).read_text("utf-8")


def test_it_asks_for_this_core_when_it_is_built_and_when_it_runs(write: Write) -> None:
    described = project(write("towers", "row"))
    asked = {
        "core": described["project"]["dependencies"],
        "engine": described["build-system"]["requires"],
        "kit": described["build-system"]["requires"],
        "kit[testing]": described["project"]["optional-dependencies"]["test"],
    }
    for name, lines in asked.items():
        (line,) = [line for line in lines if line.startswith(f"stackyard-{name}>")]
        assert version("stackyard-core") in Requirement(line).specifier
        assert "99" not in Requirement(line).specifier


def test_weights_that_the_author_adds_are_shipped(write: Write) -> None:
    tools = project(write("towers", "row"))["tool"]
    assert "weights/*" in tools["setuptools"]["package-data"]["stackyard_towers"]


def test_players_of_it_need_no_kit(write: Write) -> None:
    asked = project(write("towers", "row"))["project"]["dependencies"]
    assert [line for line in asked if "kit" in line or "pytest" in line] == []


@pytest.mark.parametrize("place", ["clone", "folder", "wheel", "nowhere"])
def test_the_kit_comes_from_the_place_that_core_was_installed_from(
    place: str, output: Text, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clone = tmp_path / "my clone"
    (clone / "plugins/kit").mkdir(parents=True)
    if place == "clone":
        (clone / "plugins/kit/pyproject.toml").touch()
    if place == "folder":
        (clone / "stackyard_kit-0.1.0-py3-none-any.whl").touch()
    address = {"url": (clone / "core").as_uri()}
    text = None if place == "nowhere" else json.dumps(address)
    kind = type(distribution("stackyard-core"))
    monkeypatch.setattr(kind, "read_text", lambda self, name: text)
    monkeypatch.setattr("stackyard_cli.commands.new._versions", lambda: ">=0.1,<0.2")
    words = ["new", "towers", "--board", "row", "--into", str(tmp_path)]
    kits = {
        "clone": f"'{clone}/plugins/kit[testing]'",
        "folder": f"'{clone}/stackyard_kit-0.1.0-py3-none-any.whl[testing]'",
        "wheel": "'stackyard-kit[testing]>=0.1,<0.2'",
        "nowhere": "'stackyard-kit[testing]>=0.1,<0.2'",
    }
    assert f"  python -m pip install {kits[place]}\n" in output(*words)


def test_the_workflow_tries_both_builds_on_two_pythons(write: Write) -> None:
    workflow = (write("towers", "row") / ".github/workflows/ci.yml").read_text("utf-8")
    assert 'compile: ["0", "1"]' in workflow
    assert 'STACKYARD_COMPILE: "${{ matrix.compile }}"' in workflow
    assert re.search(r'python: \["3\.\d+", "3\.\d+"\]', workflow)
    assert "python-version: ${{ matrix.python }}" in workflow


def test_the_workflow_runs_only_actions_that_nobody_can_change(write: Write) -> None:
    workflow = (write("towers", "row") / ".github/workflows/ci.yml").read_text("utf-8")
    uses = re.findall(r"uses: (.+)", workflow)
    assert uses
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", action) for action in uses)


def test_the_tests_of_a_game_whose_name_begins_with_test_are_collected(write: Write) -> None:
    folder = write("testudo", "row")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(folder / "src"), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "TestTestudo" in done.stdout
    assert done.returncode == 0, done.stdout


@each_board
@pytest.mark.parametrize(("name", "title"), [("a", "A"), (LONG_NAME, LONG_TITLE)])
def test_lines_of_code_stay_short_with_short_and_with_long_names(
    name: str, title: str, board: str, write: Write
) -> None:
    folder = write(name, board, "--title", title, "--designer", title)
    for path in folder.rglob("*.py"):
        text = path.read_text("utf-8")
        compile(text, str(path), "exec")
        assert max(map(len, text.splitlines())) <= 100, path.name


@each_board
def test_compiled_rules_shift_nothing_to_the_left(board: str, write: Write) -> None:
    source = (write("towers", board) / "src/stackyard_towers/rules.py").read_text("utf-8")
    assert "<<" not in source  # compiled, a literal would be shifted as a 32-bit number


def test_the_example_plays_on_its_board(
    game_class: type[Game], request: pytest.FixtureRequest
) -> None:
    boards = {type(game_class(size=size).board).__name__ for size in sizes(game_class)}
    assert boards == {BOARDS[request.node.callspec.params["game_class"]]}


@pytest.mark.parametrize("seed", range(3))
def test_random_games_end_with_the_deciding_cells_marked(seed: int, game_class: type[Game]) -> None:
    for size in sizes(game_class):
        game = game_class(size=size)
        position = game.initial()
        assert random_playout(position, Rng(seed)) <= len(game.board)
        assert position.winner != ONGOING
        assert game.scene(position).decisive or position.winner == 2
        again = game.parse_position(game.format_position(position))
        assert (again.key(), again.winner) == (position.key(), position.winner)


def test_the_manifest_holds_what_is_counted(game_class: type[Game], tmp_path: Path) -> None:
    manifest = tmp_path / "stackyard-some-towers/tests/perft.json"
    for entry in json.loads(manifest.read_text("utf-8")):
        start = game_class(**entry["options"]).initial()
        counts = [perft(start, depth) for depth in range(1, len(entry["counts"]) + 1)]
        assert counts == entry["counts"]


def test_the_rules_page_shows_positions_as_they_are(game_class: type[Game]) -> None:
    game, page = game_class(), game_class().rules_page()
    prose = re.sub(r"(?ms)^```text\n(.*?)^```$", "`\\1`", page)
    shown = played = 0
    position = game.initial()
    moved = False
    for word, span in re.findall(r"(\S*)\s*`([^`]+)`", prose):
        if "\n" in span:
            assert draw(game.scene(position)).rpartition("\n")[0] == span.rstrip()
            shown += 1
        elif word == "plays":
            position.play(game.parse_move(span, position))
            moved = True
        elif span.endswith((" w", " b")):
            if moved:
                assert game.format_position(position) == span
                played += 1
            position, moved = game.parse_position(span), False
    assert shown >= 3
    assert played >= 2


def test_the_rules_page_tells_the_options(game_class: type[Game]) -> None:
    (option,) = game_class.options
    row = rf"\| `size` +\| {option.default} +\| {option.allowed} +\|"
    assert re.search(row, game_class().rules_page())


@each_board
def test_the_command_plays_it_without_installing_it(
    board: str, write: Write, importable: Callable[[Path], None], output: Text
) -> None:
    importable(write("towers", board))
    words = ["--plugin", "stackyard_towers.plugin", "play", "towers", "--quiet"]
    told = output(*words, "--first", "mcts:30", "--second", "random", "--seed", "1")
    assert re.match("(white wins|black wins|draw): ", told)
    listed = output("list").splitlines()
    assert [line.split()[0] for line in listed] == ["silo", "towers"]


@pytest.mark.parametrize(
    "name",
    ["", "4row", "-row", "row-", "a--b", "a_-b", "a b", "a.b", "../a", "größe", "a/b", "a" * 25],
)
def test_a_name_that_cannot_be_one_is_refused(name: str, refusal: Text, tmp_path: Path) -> None:
    assert refusal("new", "--board", "row", "--into", str(tmp_path), "--", name) == (
        f"{name!r} cannot be the name of a game: write 1 to 24 letters (a to z), digits and "
        "single - or _, with a letter first and no - or _ last"
    )
    assert files_in(tmp_path) == set()


@pytest.mark.parametrize("name", ["silo", "Pit-of-Pillars", "core", "cli", "pairs"])
def test_a_name_that_is_taken_is_refused(
    name: str, toys: str, refusal: Text, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = tmp_path / "pairs_and_more-1.dist-info/entry_points.txt"
    points.parent.mkdir()
    points.write_text("[stackyard]\ntoys = toys\n", "utf-8")
    known = [*packages(), Package(str(points.parent))]
    monkeypatch.setattr(discovery, "packages", lambda: known)
    monkeypatch.syspath_prepend(str(Path(toys).parent))
    words = ["new", name, "--board", "row", "--into", str(tmp_path / "games")]
    sentence = refusal(*words)
    assert sentence == f"the name {name.lower().replace('-', '_')} is taken; choose another"
    assert not (tmp_path / "games").exists()


def test_a_game_in_one_file_can_become_a_package(toys: str, output: Text, tmp_path: Path) -> None:
    output("--plugin", toys, "new", "pairs", "--board", "row", "--into", str(tmp_path))
    assert (tmp_path / "stackyard-pairs/pyproject.toml").is_file()


def test_a_name_of_an_installed_package_is_refused(
    refusal: Text, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata = tmp_path / "packages/stackyard_openings-1.dist-info/METADATA"
    metadata.parent.mkdir(parents=True)
    metadata.write_text("Metadata-Version: 2.1\nName: stackyard-openings\nVersion: 1\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    words = ("new", "openings", "--board", "row", "--into", str(tmp_path / "games"))
    assert refusal(*words) == "the name openings is taken by an installed package; choose another"


@pytest.mark.parametrize("option", ["title", "designer"])
@pytest.mark.parametrize("text", ["", "  ", 'A "B"', "A\\B", "A\nB", "a" * 41])
def test_a_title_that_would_break_a_file_is_refused(
    option: str, text: str, refusal: Text, tmp_path: Path
) -> None:
    words = ["new", "towers", "--board", "row", "--into", str(tmp_path), f"--{option}", text]
    assert refusal(*words) == (f'--{option}: write 1 to 40 printable characters without " and \\')


def test_a_board_must_be_one_of_three(refusal: Text) -> None:
    assert "'row', 'square', 'hexhex'" in refusal("new", "towers", "--board", "cube")
    assert refusal("new", "towers") == "--board is missing: choose one of row, square, hexhex"


def test_a_folder_that_exists_is_left_alone(refusal: Text, tmp_path: Path) -> None:
    kept = tmp_path / "stackyard-towers/kept.txt"
    kept.parent.mkdir()
    kept.write_text("mine", "utf-8")
    told = refusal("new", "towers", "--board", "row", "--into", str(tmp_path))
    assert told == f"{kept.parent} exists already; nothing is written"
    assert files_in(tmp_path) == {"stackyard-towers/kept.txt"}


def test_a_place_where_no_folder_can_be_made_is_named(refusal: Text, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    told = refusal("new", "towers", "--board", "row", "--into", str(tmp_path / "file/games"))
    assert told == f"{tmp_path}/file/games/stackyard-towers cannot be made: Not a directory"


def test_when_the_disk_is_full_nothing_is_left(
    refusal: Text, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.write_text

    def write_text(path: Path, *text: Any, **how: Any) -> int:
        if path.name == "game.py":
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(path, *text, **how)

    monkeypatch.setattr(Path, "write_text", write_text)
    told = refusal("new", "towers", "--board", "row", "--into", str(tmp_path))
    assert told.endswith("stackyard-towers cannot be written: No space left on device")
    assert list(tmp_path.iterdir()) == []
