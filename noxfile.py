"""Everything that proves the project sound: `nox`; one part of it: `nox -s NAME`."""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nox

nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "virtualenv"
nox.options.sessions = ["wheels", "lint", "types", "pure", "compiled", "system", "browser", "docs"]
nox.options.stop_on_first_error = True

PROJECT = nox.project.load_toml("pyproject.toml")
PACKAGES = [
    Path("core"),
    Path("cli"),
    *sorted(path.parent for path in Path("plugins").glob("*/pyproject.toml")),
]
SOURCES = [str(package / "src") for package in PACKAGES]
EXAMPLES = ["docs/authors", "docs/authors/tutorial/package/src"]
DIST = Path("dist")
SLOW = ["-m", "slow", "--ignore=tests/system", "--ignore=tests/browser"]


def group(name: str) -> list[str]:
    """The requirements of a dependency group."""
    return list(nox.project.dependency_groups(PROJECT, name))


def built_wheels(session: nox.Session) -> list[str]:
    """The wheels of all packages, which the session `wheels` built."""
    wheels = sorted(str(wheel) for wheel in DIST.glob("*.whl"))
    if len(wheels) != len(PACKAGES):
        session.error("the wheels are not built: run `nox -s wheels` first")
    return wheels


def install_plain(session: nox.Session) -> None:
    """Install every package editable, which is always uncompiled."""
    session.install(*group("build"))
    editable = [argument for package in PACKAGES for argument in ("-e", f"./{package.as_posix()}")]
    session.install("--no-build-isolation", *editable, env={"STACKYARD_COMPILE": "0"})


def fast_tests(session: nox.Session, build: str, *runner: str) -> None:
    """Run the fast tests, which assert that they test the build they are meant to."""
    env = {"STACKYARD_EXPECT_BUILD": build}
    outside = ["--ignore=tests/system", "--ignore=tests/browser"]
    arguments = session.posargs or ["-m", "not slow", *outside]
    session.run(*(runner or ("python", "-m")), "pytest", *arguments, env=env)


@nox.session
def wheels(session: nox.Session) -> None:
    """Build a compiled wheel and a source archive of every package into dist/, in parallel."""
    session.install(*group("build"))
    shutil.rmtree(DIST, ignore_errors=True)

    def build(package: Path) -> None:
        session.run(
            *("python", "-m", "build", "--no-isolation", "--wheel", "--sdist"),
            *("--outdir", str(DIST), str(package)),
            env={"STACKYARD_COMPILE": "1"},
            silent=True,
        )

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(build, PACKAGES))
    session.log("built %s", ", ".join(sorted(path.name for path in DIST.iterdir())))


@nox.session
def lint(session: nox.Session) -> None:
    """Style: ruff's rules and its formatting."""
    session.install(*group("lint"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Types: mypy strict on every package, the tests and this file."""
    session.install(*group("types"))
    install_plain(session)
    session.run("mypy", *SOURCES, env={"MYPYPATH": ":".join(SOURCES)})
    documents = [str(path) for path in Path("docs").glob("**/*.py") if "_build" not in path.parts]
    env = {"MYPYPATH": ":".join([*SOURCES, *EXAMPLES])}
    session.run("mypy", "tests", "noxfile.py", *documents, env=env)


@nox.session
def pure(session: nox.Session) -> None:
    """The fast tests on uncompiled sources, with coverage."""
    session.install(*group("cover"))
    install_plain(session)
    fast_tests(session, "pure", "coverage", "run", "-m")
    if not session.posargs:
        session.run("coverage", "report", "--fail-under=95")


@nox.session
def compiled(session: nox.Session) -> None:
    """The fast tests on the compiled wheels."""
    session.install(*group("test"), *built_wheels(session))
    fast_tests(session, "compiled")


@nox.session
def system(session: nox.Session) -> None:
    """The install matrix: the installed program, driven from outside in fresh environments."""
    session.install(*group("test"), *group("build"))
    built_wheels(session)
    session.run(
        *("python", "-m", "pytest", "tests/system"),
        *session.posargs,
        env={"STACKYARD_WHEELS": str(DIST.resolve())},
    )


@nox.session
def browser(session: nox.Session) -> None:
    """The pages of `stackyard serve` in Chromium; without one it is skipped, if that may be.

    STACKYARD_BROWSER=required makes a missing Chromium a failure.
    """
    if shutil.which("chromium") is None:
        sentence = "there is no Chromium: apt-get install chromium"
        if os.environ.get("STACKYARD_BROWSER") == "required":
            session.error(sentence)
        session.skip(sentence)
    session.install(*group("test"), *group("browser"), *built_wheels(session))
    session.run("python", "-m", "pytest", "tests/browser", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation, warnings being errors, into docs/_build/."""
    session.install(*group("docs"), *built_wheels(session))
    session.run("sphinx-build", "-W", "-n", "-b", "html", "docs", "docs/_build/html")


@nox.session
def slow(session: nox.Session) -> None:
    """The tests that take minutes, on the compiled wheels."""
    session.install(*group("test"), *built_wheels(session))
    env = {"STACKYARD_EXPECT_BUILD": "compiled"}
    session.run("python", "-m", "pytest", *(session.posargs or SLOW), env=env)


@nox.session(python=["3.11", "3.12", "3.13"])
def pythons(session: nox.Session) -> None:
    """The fast tests, uncompiled, on each Python that is supported and installed."""
    session.install(*group("test"))
    install_plain(session)
    fast_tests(session, "pure")


@nox.session
def lowest(session: nox.Session) -> None:
    """The fast tests, uncompiled, with the lowest versions of what the packages ask for."""
    session.install(*group("test"))
    install_plain(session)
    pinned = set()
    for package in PACKAGES:
        for line in tomllib.loads((package / "pyproject.toml").read_text())["project"][
            "dependencies"
        ]:
            if not line.startswith("stackyard"):
                pinned.add(re.sub(r">=([^,]+).*", r"==\1", line))
    session.install(*sorted(pinned))
    fast_tests(session, "pure")


@nox.session(venv_backend="none")
def bump(session: nox.Session) -> None:
    """Raise every version, and what packages ask of each other: `nox -s bump -- 0.2.0`."""
    if len(session.posargs) != 1 or not re.fullmatch(r"\d+\.\d+\.\d+", session.posargs[0]):
        session.error("give the new version: nox -s bump -- 0.2.0")
    version = session.posargs[0]
    major, minor, _ = map(int, version.split("."))
    for package in PACKAGES:
        path = package / "pyproject.toml"
        text = re.sub(r'(?m)^version = ".*"$', f'version = "{version}"', path.read_text("utf-8"))
        asked = rf'"stackyard-\1>={major}.{minor},<{major}.{minor + 1}"'
        path.write_text(re.sub(r'"stackyard-(core|cli)>=[^"]*"', asked, text), "utf-8")
        session.log("%s is now %s", package, version)
