"""A stranger's game: written by `stackyard new`, built far from the repository, played."""

from __future__ import annotations

import json
import os
import sys
import tarfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.system.conftest import Call, Environment, MakeEnvironment, NamesIn

pytestmark = pytest.mark.xdist_group("new game")
BOARDS = ("row", "square", "hexhex")
BUILDS = {"pure": "0", "compiled": "1"}

each_board = pytest.mark.parametrize("board", BOARDS)


@pytest.fixture(scope="module")
def packages(compiled: Environment, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The package of an example game for each board."""
    folder = tmp_path_factory.mktemp("written")
    for board in BOARDS:
        compiled.output("new", f"my-{board}", "--board", board, "--into", folder)
    return {board: folder / f"stackyard-my-{board}" for board in BOARDS}


@pytest.fixture(scope="module")
def tools(packages: dict[str, Path], call: Call, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheels that such a package needs to be built and tested."""
    house = tmp_path_factory.mktemp("tools")
    described = tomllib.loads((packages["row"] / "pyproject.toml").read_text("utf-8"))
    needed = described["build-system"]["requires"]
    needed += described["project"]["optional-dependencies"]["test"]
    kit = tomllib.loads((ROOT / "plugins/kit/pyproject.toml").read_text("utf-8"))["project"]
    needed += kit["optional-dependencies"]["testing"]
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", f"--wheel-dir={house}"]
    call(*pip, *[line for line in needed if not line.startswith("stackyard-")], folder=house)
    return house


@pytest.fixture(scope="module")
def offered(wheels: Path, others: Path, tools: Path) -> dict[str, str]:
    """Settings that make pip find wheels in our folders alone, isolated builds included."""
    houses = " ".join(map(str, (wheels, others, tools)))
    return {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": houses, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


@pytest.fixture(scope="module")
def archive(
    packages: dict[str, Path],
    offered: dict[str, str],
    call: Call,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """The source archive of the hexagonal game."""
    house = tmp_path_factory.mktemp("archive")
    build = [sys.executable, "-m", "build", "--sdist", f"--outdir={house}"]
    call(*build, packages["hexhex"], folder=house, variables=offered)
    (made,) = house.iterdir()
    return made


@pytest.fixture(scope="module")
def houses(
    packages: dict[str, Path],
    archive: Path,
    offered: dict[str, str],
    call: Call,
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, Path]:
    """For each build a folder with a wheel of each game, the hexagonal one from its archive."""
    made = {build: tmp_path_factory.mktemp(build) for build in BUILDS}

    def build_both(source: Path) -> None:
        for build, house in made.items():
            pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
            variables = {**offered, "STACKYARD_COMPILE": BUILDS[build]}
            call(*pip, f"--wheel-dir={house}", source, folder=house, variables=variables)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(build_both, [packages["row"], packages["square"], archive]))
    return made


@pytest.fixture(scope="module", params=BUILDS)
def build(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def environment(
    build: str,
    houses: dict[str, Path],
    tools: Path,
    request: pytest.FixtureRequest,
    make_environment: MakeEnvironment,
) -> Environment:
    """Core, engine, the command, Silo and the three games, all in one build; kit and pytest."""
    ours = request.getfixturevalue("wheels" if build == "compiled" else "pure_wheels")
    environment = make_environment(ours, houses[build], tools)
    games = [f"stackyard-my-{board}[test]" for board in BOARDS]
    environment.install("stackyard-cli", "stackyard-engine", "stackyard-silo", *games)
    return environment


@pytest.mark.nightly
def test_new_games_are_listed_beside_silo(build: str, environment: Environment) -> None:
    names = [entry["name"] for entry in json.loads(environment.output("list", "--json"))]
    assert names == ["silo", "my_hexhex", "my_row", "my_square"]
    assert environment.builds() == dict.fromkeys(["core", "engine", *names], build)
    assert json.loads(environment.output("plugins", "--json"))["problems"] == []
    assert "No broken requirements" in environment.pip("check")


@pytest.mark.nightly
@each_board
def test_a_whole_game_is_played(board: str, environment: Environment) -> None:
    words = ["play", f"my-{board}", "--first", "random", "--second", "random", "--quiet"]
    printed = environment.output(*words)
    assert printed.startswith(("white wins: ", "black wins: ", "draw: "))
    assert environment.output("rules", f"my-{board}").startswith("# My ")


@pytest.mark.nightly
@each_board
def test_it_is_searched_by_a_tree_of_its_own_when_compiled(
    board: str, build: str, environment: Environment
) -> None:
    program = (
        "from stackyard import load_game; from stackyard.builds import nearest;"
        f"game = load_game('my_{board}');"
        "print(nearest(type(game.initial()), 'stackyard_engine.mcts.tree').__name__)"
    )
    own = f"stackyard_my_{board}._tree"
    tree = own if build == "compiled" else "stackyard_engine.mcts.tree"
    assert environment.python_output("-c", program).strip() == tree


@pytest.mark.nightly
@each_board
def test_its_own_tests_pass(
    board: str, packages: dict[str, Path], environment: Environment
) -> None:
    printed = environment.python_output("-m", "pytest", folder=packages[board])
    assert " passed" in printed
    assert "failed" not in printed


@pytest.mark.nightly
def test_an_archive_holds_the_package_with_its_tests_and_no_bundle(archive: Path) -> None:
    with tarfile.open(archive) as opened:
        held = {name.partition("/")[2] for name in opened.getnames()}
    package, tests = (
        "src/stackyard_my_hexhex",
        ("perft.json", "test_conformance.py", "test_rules.py"),
    )
    assert {"LICENSE", "README.md", "pyproject.toml", "setup.py"} < held
    assert {f"{package}/{name}" for name in ("plugin.py", "rules.py", "rules.md")} < held
    assert {f"tests/{name}" for name in tests} < held
    assert not [name for name in held if name.startswith("embedded")]


@pytest.mark.nightly
def test_a_compiled_wheel_holds_the_rules_for_people_and_for_the_machine(
    houses: dict[str, Path], names_in: NamesIn
) -> None:
    for wheel in houses["compiled"].iterdir():
        package = "_".join(wheel.name.split("_")[:3]).partition("-")[0]
        names = names_in(wheel)
        assert {f"{package}/{name}" for name in ("rules.md", "rules.py", "py.typed")} < names
        libraries = {name.split(".")[0] for name in names if name.endswith((".so", ".pyd"))}
        assert {
            f"{package}/{name}" for name in ("rules", "_bits", "_playouts", "_tree")
        } < libraries


def test_what_the_command_tells_to_do_next_can_be_done(
    wheels: Path,
    offered: dict[str, str],
    tmp_path: Path,
    make_environment: MakeEnvironment,
    call: Call,
) -> None:
    environment = make_environment(wheels, with_pip=True)
    environment.install("stackyard-cli", "stackyard-engine")
    told = environment.output("new", "towers", "--board", "row", "--into", tmp_path).splitlines()
    way, *commands = [line.strip() for line in told if line.startswith("  ")]
    assert way == f"cd {tmp_path}/stackyard-towers"
    assert commands[-2:] == ["stackyard play towers", "python -m pytest"]
    variables = {**offered, "PATH": f"{environment.python.parent}{os.pathsep}{os.environ['PATH']}"}
    for command in commands:
        played = command.replace("play towers", "play towers --first random --second random")
        done = call("sh", "-c", played, folder=tmp_path / "stackyard-towers", variables=variables)
    assert " passed" in done.stdout
    assert environment.builds() == {"core": "compiled", "engine": "compiled", "towers": "pure"}
    rules = tmp_path / "stackyard-towers/src/stackyard_towers/rules.py"
    rules.write_text("raise RuntimeError('edited')\n", "utf-8")
    assert "RuntimeError: edited" in environment.run("show", "towers").stderr
