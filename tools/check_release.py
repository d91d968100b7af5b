"""Test every file of a release in a bare environment: `python -m tools.check_release FOLDER`.

`FOLDER` holds what tools.build_release builds, `--third-party` the wheels that these need from
others, which are fetched if there is no such folder. A fault is told in one sentence and ends the
program with code 1.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from math import inf
from pathlib import Path
from platform import machine
from tempfile import TemporaryDirectory
from typing import Final

from packaging.tags import sys_tags
from packaging.utils import parse_sdist_filename, parse_wheel_filename

from tools.bare import Bare
from tools.packages import LAST, ROOT, Distribution, distributions, requirements, version

PIP_SECONDS: Final = 10  # of the processor, from an empty cache to the first question of a game
UV_SECONDS: Final = 5
PROMPT: Final = "red: choose a column to move from >"
TESTS: Final = "tests/plugins"  # in the repository and in the environment
SCRIPTS: Final = "Scripts" if os.name == "nt" else "bin"
PROGRAM: Final = ".exe" if os.name == "nt" else ""
OLD: Final = ("qemu-x86_64", "-cpu", "Nehalem")  # a processor without x86-64-v3


def main() -> None:
    """Run all tests, and print what they found."""
    parser = argparse.ArgumentParser(prog="check_release")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--third-party", type=Path, required=True)
    parser.add_argument(
        "--compiled-each", type=int, help="how many compiled wheels each such package must have"
    )
    parser.add_argument("--times-only", action="store_true", help="measure, and test no more")
    asked = parser.parse_args()
    folder, third_party = asked.folder.resolve(), asked.third_party.resolve()
    check_names(folder, asked.compiled_each)
    if not third_party.is_dir():
        fetch(third_party)
    began = time.monotonic()
    with TemporaryDirectory(dir=folder.parent) as scratch:
        trial = Trial(Path(scratch), folder, third_party)
        trial.measure()
        if asked.times_only:
            return
        for one in distributions():
            trial.test(one, "compiled" if one.compiled else "none")
            if one.compiled:
                trial.test(one, "pure")
    print(f"every wheel passed in {time.monotonic() - began:.0f} s")


def fetch(folder: Path) -> None:
    """Fetch the wheels of others that our distributions need, with all extras."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--wheel-dir", str(folder)]
    done = subprocess.run([*command, *requirements()], check=False)
    if done.returncode:
        shutil.rmtree(folder, ignore_errors=True)
        sys.exit("the wheels of others could not be fetched: is there a network?")


def check_names(folder: Path, compiled_each: int | None) -> None:
    """A release is whole: of each distribution an archive, a fallback and what is compiled."""
    wanted = version()
    if not folder.is_dir():
        sys.exit(f"there is no {folder}: run `nox -s release-wheels` first")
    files = sorted(path.name for path in folder.iterdir())
    wheels = [parse_wheel_filename(name) for name in files if name.endswith(".whl")]
    archives = [parse_sdist_filename(name) for name in files if name.endswith(".tar.gz")]
    here = set(sys_tags())
    for one in distributions():
        tags = [tags for name, _, _, tags in wheels if name == one.name]
        lacks = {
            "a source archive": sum(name == one.name for name, _ in archives) != 1,
            "a wheel py3-none-any": sum(is_plain(each) for each in tags) != 1,
            "a compiled wheel for this Python": one.compiled
            and not any(here & each and not is_plain(each) for each in tags),
        }
        for what, is_lacking in lacks.items():
            if is_lacking:
                sys.exit(f"{folder} lacks {what} of {one.name}: build it again, and whole")
        count = sum(not is_plain(each) for each in tags)
        if one.compiled and compiled_each not in {None, count}:
            sys.exit(f"{folder} holds {count} compiled wheels of {one.name}, not {compiled_each}")
    versions = {(wheel[0], str(wheel[1])) for wheel in wheels}
    versions |= {(archive[0], str(archive[1])) for archive in archives}
    for name, found in sorted(versions):
        if found != wanted:
            sys.exit(f"{folder} holds {name} {found}, but the version is {wanted}")
    for file in files:
        if "-linux_" in file:
            sys.exit(f"{folder} holds {file}, which no index takes: auditwheel has not repaired it")


def is_plain(tags: Iterable[object]) -> bool:
    """Whether a wheel of these tags fits every machine."""
    return {str(tag) for tag in tags} == {"py3-none-any"}


class Trial:
    """A bare environment with the wheels of a release and the means to install them."""

    def __init__(self, scratch: Path, ours: Path, third_party: Path) -> None:
        self.bare = Bare(scratch / "bare")
        print(f"tested in {self.bare}")
        plain = scratch / "plain"
        plain.mkdir()
        for wheel in ours.glob("*-py3-none-any.whl"):
            shutil.copy(wheel, plain)
        self.third_party = self.bare.put(third_party, "third-party")
        self.wheels = {"compiled": self.bare.put(ours, "wheels")}
        self.wheels["none"] = self.wheels["compiled"]
        self.wheels["pure"] = self.bare.put(plain, "plain")
        self.script = self.bare.put(ROOT / "tools/wheel_test.py", f"{TESTS}/wheel_test.py")
        self.bare.put(ROOT / TESTS / "write_seeds.py", f"{TESTS}/write_seeds.py")
        for name in [one.game for one in distributions() if one.game]:
            for file in ("perft", "seeds", "search_seeds"):
                path = f"{name}/{file}.json"
                self.bare.put(ROOT / TESTS / path, f"{TESTS}/{path}")
        self.uv, self.uvx = (
            self.bare.put(Path(sys.executable).with_name(f"{name}{PROGRAM}"), f"uv/{name}{PROGRAM}")
            for name in ("uv", "uvx")
        )
        emulator = shutil.which(OLD[0]) if machine() in {"x86_64", "AMD64"} else None
        self.emulator = self.bare.put(Path(emulator), OLD[0]) if emulator else None

    def test(self, one: Distribution, build: str) -> None:
        """Install one distribution, and test what was installed."""
        home = self.bare.home / f"{one.stem}-{build}"
        python = self.environment(home, build, f"{one.name}{one.extras}")
        words: list[str | Path] = [
            python,
            self.script,
            one.name,
            build,
            *([one.game] if one.game else []),
        ]
        print(self.output(*words).strip())
        if one.game and build == "compiled":
            print(self.output(*words, variables={"STACKYARD_PROCESSOR": "any"}).strip())
            if self.emulator:
                self.test_old_processor(python, one.game)

    def environment(self, home: Path, build: str, name: str) -> Path:
        """A fresh environment with a distribution installed; its interpreter."""
        inside = self.bare.inside(home)
        self.output(self.uv, "venv", "--quiet", "--python", self.bare.python, inside)
        python = inside / SCRIPTS / "python"
        links: list[str | Path] = [
            f"--find-links={folder}" for folder in (self.wheels[build], self.third_party)
        ]
        install: list[str | Path] = [
            self.uv,
            "pip",
            "install",
            "--quiet",
            "--python",
            python,
            *links,
        ]
        self.output(*install, name, "stackyard-cli")  # with it plugins provide commands
        return python

    def test_old_processor(self, python: Path, game: str) -> None:
        """Where x86-64-v3 is missing, the half for any processor is chosen."""
        script = f"from stackyard import load_game; print(load_game({game!r}).processor)"
        assert self.emulator
        found = self.output(self.emulator, *OLD[1:], python, "-c", script).strip()
        if found != "any":
            sys.exit(f"on a processor without x86-64-v3 {game} runs the code for {found}")
        print(f"{game}: a processor without x86-64-v3 runs the code for any")

    def output(self, *words: str | Path, variables: Mapping[str, str] | None = None) -> str:
        """What a program prints in the bare environment; it succeeds."""
        done = self.bare.run(*words, variables=variables)
        if done.returncode:
            command = " ".join(map(str, words))
            sys.exit(f"{done.stdout}{done.stderr}\nfailed in {self.bare}: {command}")
        return done.stdout

    def measure(self) -> None:
        """The times from an empty cache to the first question of a game."""
        links = [f"--find-links={self.wheels['none']}", f"--find-links={self.third_party}"]
        home = self.bare.inside(self.bare.home)
        with timed("the virtual environment for pip"):
            self.output(self.bare.python, "-m", "venv", home / "by-pip")
        scripts = home / "by-pip" / SCRIPTS
        with timed("from an empty cache to `stackyard play silo` by pip", PIP_SECONDS):
            self.output(scripts / "python", "-m", "pip", "install", "--quiet", *links, LAST)
            self.play(scripts / "stackyard")
        uvx: list[str | Path] = [self.uvx, "--quiet", "--python", self.bare.python, *links, LAST]
        with timed("from an empty cache to `stackyard play silo` by uvx", UV_SECONDS):
            self.play(*uvx)

    def play(self, *command: str | Path) -> None:
        """Begin a game, whose input ends at its first question."""
        done = self.bare.run(*command, "play", "silo")
        if PROMPT not in done.stdout or "compiled" not in done.stdout:
            sys.exit(f"{done.stdout}{done.stderr}\nno compiled game of Silo began")


@contextmanager
def timed(what: str, limit: float = inf) -> Iterator[None]:
    """Print the time that the programs run here take; SystemExit if it is beyond the limit.

    The limit is for the processor's time, as others may keep the processor busy.
    """
    began, before = time.monotonic(), os.times()
    yield
    seconds, after = time.monotonic() - began, os.times()
    used = sum(after[2:4]) - sum(before[2:4])
    print(f"{what}: {seconds:.1f} s, {used:.1f} s of the processor")
    if used > limit:
        sys.exit(f"that is more than the {limit} s of the processor that are promised")


if __name__ == "__main__":
    main()
