"""Wheels, source archives and fresh environments; the program is driven from outside.

The interpreter that runs these tests needs the dependency group system. The variable
STACKYARD_WHEELS may name a folder that holds a compiled wheel and a source archive of every
package, built before; without it they are built here.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
import venv
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Timer
from typing import Any, Protocol
from zipfile import ZipFile

import pytest
from tests.conftest import GAMES, PLUGINS, ROOT

# What is needed for Silo in the terminal and in the browser.
NEEDED = (
    *("core", "plugins/engine", "cli", "plugins/silo"),
    *("plugins/coach", "plugins/notations", "plugins/pictures", "plugins/web"),
)
FOLDERS = ("core", "cli", *(f"plugins/{folder.name}" for folder in PLUGINS))
LONGEST = ("test_readme_command.py", "test_killed_games.py")
PATIENCE = 1200  # seconds after which a program hangs; a build or an installer has no limit

Finished = subprocess.CompletedProcess[str]
Variables = Mapping[str, str]


def clean(variables: Variables | None = None) -> dict[str, str]:
    """The variables of this process without those that could leak into a fresh environment."""
    leaks = ("STACKYARD_", "PYT", "COV", "VIRTUAL_ENV", "LC_", "LANG", "CC", "CFLAGS")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(leaks)}
    temporary = {"STACKYARD_ARCHIVE": os.environ["STACKYARD_ARCHIVE"]}  # see tests/conftest.py
    return {**kept, "LC_ALL": "C.UTF-8", **temporary, **(variables or {})}


def finished(
    words: Sequence[str | Path],
    folder: Path,
    typed: str | bytes = b"",
    variables: Variables | None = None,
    patience: float | None = PATIENCE,
) -> Finished:
    """Run a program to its end, however it ends."""
    done = subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env=clean(variables),
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        timeout=patience,
        check=False,
    )
    texts = [stream.decode("utf-8", "replace") for stream in (done.stdout, done.stderr)]
    return Finished(done.args, done.returncode, *texts)


def succeeded(done: Finished) -> Finished:
    """The same, if it ended well."""
    assert done.returncode == 0, f"{done.args}\n{done.stdout}\n{done.stderr}"
    return done


class Environment:
    """A fresh virtual environment, into which wheels of certain folders can be installed."""

    def __init__(self, folder: Path, houses: Iterable[Path], with_pip: bool) -> None:
        venv.create(folder, with_pip=with_pip)
        self.folder = folder
        links = [f"--find-links={house}" for house in houses]
        self.ours_only = ("--no-index", "--only-binary=:all:", *links)
        scripts = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = scripts / "python"
        self.program = scripts / "stackyard"

    def pip(self, *words: str | Path) -> str:
        """The output of this interpreter's pip when it deals with the environment."""
        pip = [sys.executable, "-m", "pip", "--no-input", "--python", str(self.python)]
        return succeeded(finished([*pip, *map(str, words)], self.folder, patience=None)).stdout

    def install(self, *names: str | Path) -> None:
        """Install from the environment's folders of wheels and from nowhere else.

        By uv, ten times as fast as pip, which `pip` and the tests of installing use. It copies
        files, since a test may change what it has installed, and has a cache that is empty at
        first: a wheel that it finds in a folder is taken from its cache even if a run before this
        one unpacked it, and it has been built anew since.
        """
        uv = [sys.executable, "-m", "uv", "--quiet", "pip", "install", "--python", str(self.python)]
        own = {"UV_LINK_MODE": "copy", "UV_CACHE_DIR": str(self.folder.parent / "uv")}
        command = [*uv, *self.ours_only, *map(str, names)]
        succeeded(finished(command, self.folder, b"", own, patience=None))

    def run(
        self, *words: str | Path, typed: str | bytes = b"", variables: Variables | None = None
    ) -> Finished:
        """Run `stackyard` with these words to its end, however it ends."""
        return finished([self.program, *words], self.folder, typed, variables)

    def output(
        self, *words: str | Path, typed: str | bytes = b"", variables: Variables | None = None
    ) -> str:
        """The output of `stackyard`; it succeeds and complains of nothing."""
        done = succeeded(self.run(*words, typed=typed, variables=variables))
        assert done.stderr == "", done.stderr
        return done.stdout

    def problems(self) -> list[dict[str, Any]]:
        """The problems of plugins, which are there: the exit code says so."""
        done = self.run("plugins", "--json")
        assert done.returncode == 1
        found: list[dict[str, Any]] = json.loads(done.stdout)["problems"]
        return found

    def played(self, *words: str | Path, variables: Variables | None = None) -> dict[str, Any]:
        """The record that `stackyard play` prints, without what differs from time to time."""
        record: dict[str, Any] = json.loads(self.output(*words, "--json", variables=variables))
        for passing in ("id", "began", "changed"):
            del record[passing]
        for turn in record["turns"]:
            del turn["seconds"]
        return record

    def python_output(
        self, *words: str | Path, folder: Path | None = None, variables: Variables | None = None
    ) -> str:
        """The output of the environment's interpreter."""
        command = [self.python, *words]
        return succeeded(finished(command, folder or self.folder, b"", variables)).stdout

    def start(self, *words: str | Path) -> subprocess.Popen[str]:
        """Start `stackyard`, connected by pipes."""
        return self.launch(self.program, *words)

    def launch(
        self, *command: str | Path, variables: Variables | None = None
    ) -> subprocess.Popen[str]:
        """Start any program, connected by pipes."""
        return subprocess.Popen(
            [str(word) for word in command],
            cwd=self.folder,
            env=clean(variables),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    @property
    def packages(self) -> Path:
        """Where distributions are installed."""
        script = "import sysconfig; print(sysconfig.get_path('purelib'))"
        return Path(self.python_output("-c", script).strip())

    def builds(self) -> dict[str, str]:
        """How each plugin that has something to compile is built."""
        plugins = json.loads(self.output("plugins", "--json"))["plugins"]
        return {plugin["name"]: plugin["build"] for plugin in plugins if plugin["build"]}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, lest one process be left with it at the end."""
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else 9)


class Person:
    """Sits before a program at the other end of its pipes: types lines, hears lines."""

    def __init__(self, program: subprocess.Popen[str]) -> None:
        self.program = program
        self.heard: list[str] = []
        self._hang = Timer(PATIENCE, program.kill)

    def __enter__(self) -> Person:
        self._hang.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._hang.cancel()
        self.program.kill()
        self.program.communicate()

    def type(self, *lines: str) -> None:
        """Type lines, without waiting for what comes of them."""
        assert self.program.stdin is not None
        self.program.stdin.write("".join([f"{line}\n" for line in lines]))
        self.program.stdin.flush()

    def hear(self, words: str) -> list[str]:
        """The lines up to the first that holds the words."""
        assert self.program.stdout is not None
        since = len(self.heard)
        for line in self.program.stdout:
            self.heard.append(line.rstrip("\n"))
            if words in line:
                return self.heard[since:]
        raise AssertionError(f"{words!r} is not heard in {self.heard}, {self.errors()!r}")

    def hear_out(self) -> int:
        """Hear all lines up to the program's end; its exit code."""
        assert self.program.stdout is not None
        self.heard += self.program.stdout.read().splitlines()
        return self.program.wait()

    def errors(self) -> str:
        """The program's standard error up to its end."""
        assert self.program.stderr is not None
        return self.program.stderr.read()


class MakeEnvironment(Protocol):
    """Makes an environment that finds our wheels in the given folders."""

    def __call__(self, *houses: Path, with_pip: bool = False) -> Environment: ...


class Build(Protocol):
    """Builds what lies in a folder with the tools of this interpreter, however that ends."""

    def __call__(self, source: Path, house: Path, variables: Variables | None = None) -> Finished:
        """`source` is the package, `house` the folder for what is built."""


class Call(Protocol):
    """Runs any program, which succeeds."""

    def __call__(
        self, *words: str | Path, folder: Path, variables: Variables | None = None
    ) -> Finished: ...


class WritePlugin(Protocol):
    """Writes the wheel of a plugin with one module: somebody else's package."""

    def __call__(
        self, name: str, source: str | None, *, point: str = "", requires: str = "stackyard-core"
    ) -> Path:
        """Without a `source` there is an entry point and no module; `point` is what it names."""


class SitDown(Protocol):
    """Starts a program and sits a person down before it."""

    def __call__(self, *command: str | Path, variables: Variables | None = None) -> Person: ...


class MadeOnce(Protocol):
    """A folder of this name, filled by whoever needs it first."""

    def __call__(self, name: str, fill: Callable[[Path], object]) -> Path: ...


class NamesIn(Protocol):
    """The names of the files in a wheel."""

    def __call__(self, wheel: Path) -> set[str]: ...


def copy_of_the_tree(target: Path) -> Path:
    """The packages as a fresh clone has them."""
    junk = shutil.ignore_patterns("build", "dist", "*.egg-info", "__pycache__", "*.so", ".*")
    for name in ("core", "cli", "plugins"):
        shutil.copytree(ROOT / name, target / name, ignore=junk)
    shutil.copy(ROOT / "requirements.txt", target)
    return target


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository as a fresh clone has it; nothing is built in it."""
    return copy_of_the_tree(tmp_path_factory.mktemp("tree"))


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository in which wheels and archives are built."""
    return copy_of_the_tree(tmp_path_factory.mktemp("workshop"))


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A copy of the repository for one test."""
    return copy_of_the_tree(tmp_path / "clone")


@pytest.fixture(params=FOLDERS)
def package(request: pytest.FixtureRequest) -> str:
    """Each package in turn: its folder in the repository."""
    return str(request.param)


def wheel_of(source: Path, house: Path, variables: Variables | None = None) -> Finished:
    """Build a wheel."""
    pip = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    return finished([*pip, "--wheel-dir", house, source], source, b"", variables, patience=None)


def archive_of(source: Path, house: Path, variables: Variables | None = None) -> Finished:
    """Build a source archive."""
    build = [sys.executable, "-m", "build", "--sdist", "--no-isolation"]
    return finished([*build, "--outdir", house, source], source, b"", variables, patience=None)


def wheels_of(workshop: Path, house: Path, compile: str) -> Path:
    """Build a wheel of every package, two at a time."""
    with ThreadPoolExecutor(2) as pool:
        building = [
            pool.submit(wheel_of, workshop / folder, house, {"STACKYARD_COMPILE": compile})
            for folder in FOLDERS
        ]
    for built in building:
        succeeded(built.result())
    return house


@pytest.fixture(scope="session")
def build_wheel() -> Build:
    """Builds a wheel."""
    return wheel_of


@pytest.fixture(scope="session")
def build_archive() -> Build:
    """Builds a source archive."""
    return archive_of


@pytest.fixture(scope="session")
def call() -> Call:
    """Runs a program that should succeed."""

    def call(*words: str | Path, folder: Path, variables: Variables | None = None) -> Finished:
        return succeeded(finished(words, folder, b"", variables, patience=None))

    return call


@pytest.fixture(scope="session")
def write_plugin(tmp_path_factory: pytest.TempPathFactory) -> WritePlugin:
    """Writes wheels by hand, so that they can be as broken as one likes."""

    def write_plugin(
        name: str, source: str | None, *, point: str = "", requires: str = "stackyard-core"
    ) -> Path:
        module, version = name.replace("-", "_"), "1.2.3"
        info = f"{module}-{version}.dist-info"
        metadata = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
        files = {
            f"{info}/METADATA": "\n".join([*metadata, f"Requires-Dist: {requires}\n"]),
            f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            f"{info}/entry_points.txt": f"[stackyard]\n{module} = {point or module}\n",
        }
        if source is not None:
            files[f"{module}.py"] = source
        files[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in [*files, f"{info}/RECORD"])
        path = tmp_path_factory.mktemp("plugin") / f"{module}-{version}-py3-none-any.whl"
        with ZipFile(path, "w") as wheel:
            for entry, text in files.items():
                wheel.writestr(entry, text)
        return path

    return write_plugin


@pytest.fixture(scope="session")
def names_in() -> NamesIn:
    """Lists the files in a wheel."""

    def names_in(wheel: Path) -> set[str]:
        with ZipFile(wheel) as archive:
            return set(archive.namelist())

    return names_in


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> MadeOnce:
    """Makes folders that all processes share which run these tests side by side."""
    mine = tmp_path_factory.getbasetemp()
    top = mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine

    def made_once(name: str, fill: Callable[[Path], object]) -> Path:
        folder, ready = top / f"shared-{name}", top / f"shared-{name}-ready"
        try:
            folder.mkdir()
        except FileExistsError:
            while not ready.exists():  # a build has no limit
                time.sleep(0.05)
        else:
            try:
                fill(folder)
            finally:  # the others find out themselves what is missing
                ready.touch()
        return folder

    return made_once


@pytest.fixture(scope="session")
def wheels(workshop: Path, made_once: MadeOnce) -> Path:
    """A folder with a compiled wheel of every package."""
    given = os.environ.get("STACKYARD_WHEELS")
    if given:
        return Path(given).resolve()
    return made_once("wheels", lambda house: wheels_of(workshop, house, "all"))


@pytest.fixture(scope="session")
def pure_wheels(workshop: Path, made_once: MadeOnce) -> Path:
    """A folder with an uncompiled wheel of every package."""
    return made_once("pure-wheels", lambda house: wheels_of(workshop, house, "0"))


@pytest.fixture(scope="session")
def others(made_once: MadeOnce) -> Path:
    """A folder with the wheels that our packages need, fetched once for all environments."""
    needed: set[str] = set()
    for folder in NEEDED:
        project = tomllib.loads((ROOT / folder / "pyproject.toml").read_text("utf-8"))["project"]
        needed |= {line for line in project["dependencies"] if not line.startswith("stackyard-")}

    def fetch(house: Path) -> None:
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", f"--wheel-dir={house}"]
        succeeded(finished([*pip, *sorted(needed)], house, patience=None))

    return made_once("others", fetch)


@pytest.fixture(scope="session")
def make_environment(others: Path, tmp_path_factory: pytest.TempPathFactory) -> MakeEnvironment:
    """Makes environments."""

    def make_environment(*houses: Path, with_pip: bool = False) -> Environment:
        folder = tmp_path_factory.mktemp("environment")
        return Environment(folder, [others, *houses], with_pip)

    return make_environment


@pytest.fixture(scope="session")
def compiled(wheels: Path, make_environment: MakeEnvironment) -> Environment:
    """Core, engine, CLI and Silo from compiled wheels, by pip; tests leave it as it is."""
    environment = make_environment(wheels)
    ours = [f"stackyard-{name}" for name in ("cli", "engine", "silo")]
    environment.pip("install", "--quiet", *environment.ours_only, *ours)
    return environment


@pytest.fixture(scope="session")
def pure(pure_wheels: Path, make_environment: MakeEnvironment) -> Environment:
    """Core, engine, CLI and Silo uncompiled; tests leave it as it is."""
    environment = make_environment(pure_wheels)
    environment.install("stackyard-cli", "stackyard-engine", "stackyard-silo")
    return environment


@pytest.fixture(scope="session")
def yard(wheels: Path, make_environment: MakeEnvironment) -> Environment:
    """Core, engine, CLI and all games from compiled wheels; tests leave it as it is."""
    environment = make_environment(wheels)
    environment.install(
        "stackyard-cli", "stackyard-engine", *(f"stackyard-{game}" for game in GAMES)
    )
    return environment


@pytest.fixture(scope="session")
def sit_down(yard: Environment) -> SitDown:
    """Sits people down before programs of the yard."""

    def sit_down(*command: str | Path, variables: Variables | None = None) -> Person:
        return Person(yard.launch(*command, variables=variables))

    return sit_down
