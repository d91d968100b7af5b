#!/usr/bin/env -S uv run --script
# /// script
# dependencies = ["nox>=2025.5.1", "uv>=0.8"]
# ///
"""Everything that proves the project sound: `nox`; one part of it: `nox -s NAME`.

The lines above have nox bring uv, which fills an environment in a second instead of half a minute.
"""

from __future__ import annotations

import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nox
from nox.command import CommandFailed

nox.needs_version = ">=2025.5.1"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.stop_on_first_error = True
nox.options.error_on_missing_interpreters = False  # it is left out, also where CI is set

os.environ.setdefault("UV_SYSTEM_CERTS", "1")  # trust what the machine trusts, as pip does
os.environ.setdefault("UV_PYTHON_DOWNLOADS", "never")
# An environment is for these sessions alone, and hundreds of programs start in it: they would
# compile what they import, and pytest every test, anew each time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

PROJECT = nox.project.load_toml("pyproject.toml")
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
BASE = [Path(folder) for folder in ("core", "plugins/engine", "plugins/kit", "cli")]
PLUGINS = sorted(path.parent for path in Path("plugins").glob("*/pyproject.toml"))
PACKAGES = [*BASE, *(folder for folder in PLUGINS if folder not in BASE)]
UMBRELLA = Path()  # the distribution `stackyard`, which brings the packages
SOURCES = [str(package / "src") for package in PACKAGES]
PEERS = "docs/researchers/peers"
EXAMPLES = [
    *("docs/authors", "docs/authors/tutorial/package/src", "docs/designers", "docs/researchers"),
    "docs/authors/silo-expert/src",
    *(PEERS, *[f"{PEERS}/{game}/src" for game in ("hex", "breakthrough", "connect_four")]),
    *[f"docs/authors/games/{game}/src" for game in ("lasca", "dvonn", "mill", "tak")],
]
HOSTED = Path(".github")
SCHEMAS = {
    "vendor.github-workflows": [*HOSTED.glob("workflows/*.yml")],
    "custom.github-workflows-require-timeout": [*HOSTED.glob("workflows/*.yml")],
    "vendor.dependabot": [HOSTED / "dependabot.yml"],
    "vendor.github-issue-config": [HOSTED / "ISSUE_TEMPLATE/config.yml"],
    "vendor.github-issue-forms": [*HOSTED.glob("ISSUE_TEMPLATE/[!c]*.yml")],
    "vendor.citation-file-format": [Path("CITATION.cff")],
}
PLATFORMS = [
    *[("linux", "x86_64"), ("linux", "aarch64"), ("macos", "arm64"), ("macos", "x86_64")],
    *[("windows", "AMD64"), ("pyodide", "wasm32")],
]
DIST = Path("dist")
RELEASE = DIST / "release"  # what a release publishes
PARALLEL = ["-n", "3", "--dist", "loadgroup"]  # many wait; a group stays in one process
# Neighbours stay in one process, which makes what they share once: a server, a game, a cluster.
NEIGHBOURS = ["-n", "3", "--dist", "worksteal"]
OUTSIDE = ["tests/system", "tests/browser"]  # they drive the installed program
# Conformance tests of what engine and coach know of a game, which is never compiled.
ABOUT_GAMES = ("test_claims", "test_knowledge", "test_lesson", "test_motifs", "test_puzzles")
# Long searches, the documents' examples and suites of other programs: `nox -s cover` leaves them
# out, since other tests run the same lines.
LONG_UNCOMPILED = [
    *("tests/docs", "tests/plugins/openspiel", "tests/plugins/pettingzoo"),
    *("tests/plugins/engine/test_levels.py", "tests/plugins/engine/mcts/test_games.py"),
]


def group(name: str) -> list[str]:
    """The requirements of a dependency group."""
    return list(nox.project.dependency_groups(PROJECT, name))


def dependencies() -> list[str]:
    """The requirements of all packages, without one another."""
    projects = [nox.project.load_toml(package / "pyproject.toml") for package in PACKAGES]
    required = {line for project in projects for line in project["project"]["dependencies"]}
    return sorted(line for line in required if not line.startswith("stackyard"))


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


def install_compiled(session: nox.Session) -> None:
    """Compile and install every package with what the session's environment has."""
    folders = [f"./{package.as_posix()}" for package in PACKAGES]
    session.install("--no-build-isolation", *folders, env={"STACKYARD_COMPILE": "all"})


def files_marked(mark: str) -> list[str]:
    """The files of tests that hold `pytest.mark.` and this; the rest need not be collected."""
    files = (path for path in Path("tests").rglob("test_*.py"))
    return sorted(str(path) for path in files if f"pytest.mark.{mark}" in path.read_text("utf-8"))


def inside_tests(session: nox.Session, build: str, mark: str = "") -> None:
    """Run the check's tests, or those with a mark, that import the packages.

    They assert that they test the build they are meant to. Those marked `alone` come last, one
    after the other.
    """
    env = {"STACKYARD_EXPECT_BUILD": build}
    if session.posargs:
        session.run("python", "-m", "pytest", *session.posargs, env=env)
        return
    marked = f"{mark} and " if mark else ""
    left_out = [f"--ignore={path}" for path in OUTSIDE]
    files = files_marked(mark) if mark else ["tests"]
    alone = [
        file
        for file in files_marked("alone")
        if not file.startswith(tuple(OUTSIDE)) and (not mark or file in files)
    ]
    if mark == "builds":
        left_out += ["-k", f"not ({' or '.join(ABOUT_GAMES)})"]
    run = ("python", "-m", "pytest", *left_out)
    selection = f"{marked}not nightly and not alone"
    session.run(*run, *NEIGHBOURS, "-m", selection, *files, env=env)
    session.run(*run, "-m", f"{marked}alone and not nightly", *alone, env=env)


def build_wheels(session: nox.Session, compiled: str) -> None:
    """Build into dist/, `compiled` for this machine's processor ("1") or for any ("all").

    The second takes twice as long.
    """
    shutil.rmtree(DIST, ignore_errors=True)

    def build(package: Path) -> None:
        session.run(
            *("python", "-m", "build", "--no-isolation", "--outdir", str(DIST), str(package)),
            env={"STACKYARD_COMPILE": compiled},
            silent=True,
        )

    # Those that are compiled take the longest, so they come first.
    order = sorted(PACKAGES, key=lambda package: not (package / "setup.py").exists())
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(build, order))
    session.log("built %s", ", ".join(sorted(path.name for path in DIST.iterdir())))


@nox.session
def wheels(session: nox.Session) -> None:
    """Build a source archive of every package into dist/, and from it a wheel for this machine."""
    session.install(*group("build"))
    build_wheels(session, "1")


@nox.session
def lint(session: nox.Session) -> None:
    """Style: ruff's rules and its formatting."""
    session.install(*group("lint"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def trust(session: nox.Session) -> None:
    """Check workflows, forms, metadata, citation, container and unit, all without a network."""
    session.install(*group("trust"))
    session.run("zizmor", "--offline", "--quiet", "--persona=auditor", ".")
    for schema, files in SCHEMAS.items():
        session.run("check-jsonschema", "--builtin-schema", schema, *map(str, files))
    session.run("hadolint", "Dockerfile")
    if shutil.which("systemd-analyze"):
        words = ("--offline=1", "--threshold=15", "--no-pager", "deploy/stackyard.service")
        session.run("systemd-analyze", "security", *words, external=True)
    session.run("repo-review", "--show", "err", ".")
    # The authors publish no address: reports go where SECURITY.md says.
    rate = ("pyroma", "--min=10", "--skip-tests=AuthorEmail")
    env = {"STACKYARD_COMPILE": "0"}
    with ThreadPoolExecutor(2) as pool:
        paths = [UMBRELLA, *PACKAGES]
        list(pool.map(lambda path: session.run(*rate, str(path), silent=True, env=env), paths))


@nox.session
def types(session: nox.Session) -> None:
    """Types: mypy strict on every package, the tests, the documents and this file."""
    session.install(*group("types"), *dependencies())
    built = {"_build", "build"}
    documents = [
        str(path) for path in Path("docs").glob("**/*.py") if not built.intersection(path.parts)
    ]
    env = {"MYPYPATH": ":".join([*SOURCES, *EXAMPLES])}
    session.run("mypy", "-n", "2", *SOURCES, "tests", "tools", "noxfile.py", *documents, env=env)


@nox.session
def pure(session: nox.Session) -> None:
    """Rules, seeds and node counts on uncompiled sources: the tests marked `builds`."""
    session.install(*group("test"))
    install_plain(session)
    inside_tests(session, "pure", "builds")


@nox.session
def compiled(session: nox.Session) -> None:
    """All tests that import the packages, and the documents' examples, on the compiled wheels."""
    session.install(*group("test"), *built_wheels(session))
    inside_tests(session, "compiled")


@nox.session
def system(session: nox.Session) -> None:
    """The install matrix: the installed program, driven from outside in fresh environments."""
    session.install(*group("system"))
    built_wheels(session)
    session.run(
        *("python", "-m", "pytest", *PARALLEL, "-m", "not nightly", "tests/system"),
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
    session.run(
        *("python", "-m", "pytest", *NEIGHBOURS, "-m", "not nightly", "tests/browser"),
        *session.posargs,
    )


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation, warnings being errors, into docs/_build/."""
    session.install(*group("docs"), *built_wheels(session))
    session.run("sphinx-build", "-W", "-n", "-j", "2", "-b", "html", "docs", "docs/_build/html")


@nox.session(name="playable-docs", default=False, requires=["wheels"])
def playable_docs(session: nox.Session) -> None:
    """The documentation with a site in it on which one plays; npm and pip fetch Pyodide."""
    session.install("pip", *group("docs"), *built_wheels(session))
    pages, runtime = "docs/_build/html", "build/pyodide"
    session.run("sphinx-build", "-W", "-n", "-j", "2", "-t", "play", "-b", "html", "docs", pages)
    session.run("python", "-m", "tools.pyodide", runtime)
    session.run("stackyard", "site", f"{pages}/play", "--runtime", runtime)


@nox.session(default=False)
def cover(session: nox.Session) -> None:
    """The share of the sources that the fast tests run, without those marked `no_cover`."""
    session.install(*group("cover"))
    install_plain(session)
    left_out = [f"--ignore={path}" for path in [*OUTSIDE, *LONG_UNCOMPILED]]
    selection = [*PARALLEL, "-m", "not nightly and not alone and not no_cover"]
    session.run("python", "-m", "pytest", *selection, "--cov", "--cov-report=", *left_out)
    session.run("coverage", "report", "--fail-under=95")


@nox.session(default=False)
def nightly(session: nox.Session) -> None:
    """Run the tests marked `nightly`, on the compiled wheels; then the sessions of other versions.

    Kills, proxies, damaged installs, levels, strength and loads take minutes each. All games are
    compiled for any processor.
    """
    session.install(*group("system"), *group("browser"))
    build_wheels(session, "all")
    session.install(*built_wheels(session))
    env = {"STACKYARD_EXPECT_BUILD": "compiled", "STACKYARD_WHEELS": str(DIST.resolve())}
    if session.posargs:
        session.run("python", "-m", "pytest", *session.posargs, env=env)
        return
    parts = (
        # Playwright keeps an event loop in its process, where no other can run.
        [*PARALLEL, "-m", "nightly and not alone", "tests/browser"],
        [*PARALLEL, "-m", "nightly and not alone", "--ignore=tests/browser", "tests"],
        ["-m", "nightly and alone", *files_marked("alone")],
    )
    session.notify("lowest")
    for python in PYTHONS[1:]:
        session.notify(f"pythons-{python}")
    failed = False
    for part in parts:
        try:
            session.run("python", "-m", "pytest", *part, env=env)
        except CommandFailed:  # the other parts are worth running
            failed = True
    if failed:
        session.error("a part of the nightly tests failed")


@nox.session(default=False)
def mutations(session: nox.Session) -> None:
    """Plant faults into a copy of rules, turn loop, archive and codes; the options: `-- --help`."""
    copy = Path(session.create_tmp()) / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    session.run("git", "clone", "--quiet", ".", str(copy), external=True)
    session.install(*group("mutations"))
    with session.chdir(copy):
        install_plain(session)
        session.run("python", "-m", "tools.mutations", *session.posargs)


@nox.session(python=PYTHONS[1:], default=False)
def pythons(session: nox.Session) -> None:
    """The sessions `pure` and `compiled` on each later Python that is installed."""
    session.install(*group("test"))
    install_plain(session)
    inside_tests(session, "pure", "builds")
    install_compiled(session)
    inside_tests(session, "compiled")


@nox.session(venv_backend="uv", default=False)
def lowest(session: nox.Session) -> None:
    """The session `compiled` with the lowest versions accepted, the compiler's among them."""
    named = [*dependencies(), *group("build"), *group("test")]
    session.install("--resolution=lowest-direct", *named)
    install_compiled(session)
    inside_tests(session, "compiled")


@nox.session(name="release-wheels", default=False)
def release_wheels(session: nox.Session) -> None:
    """Build every file of a release into dist/release/; tools/build_release.py has the options."""
    session.install(*group("release"))
    session.run("python", "-m", "tools.build_release", str(RELEASE), *session.posargs)


@nox.session(default=False)
def release(session: nox.Session) -> None:
    """Check if this commit may be tagged; `-- --rehearse` makes the release on this machine alone.

    With `--built` the rehearsal takes the files that are in dist/release/.
    """
    session.install(*group("release"))
    rehearsed = "--rehearse" in session.posargs
    tags = [word for word in session.posargs if word not in {"--rehearse", "--built"}]
    session.run("python", "-m", "tools.ready", *(["--tell-only"] if rehearsed else []), *tags)
    for platform, architecture in PLATFORMS:
        words = ["--platform", platform, "--archs", architecture, "--config-file=pyproject.toml"]
        session.run("cibuildwheel", "--print-build-identifiers", *words, "core", silent=True)
    if rehearsed:
        if "--built" not in session.posargs:
            shutil.rmtree(RELEASE, ignore_errors=True)
            session.run("python", "-m", "tools.build_release", str(RELEASE))
        session.run("twine", "check", "--strict", *map(str, RELEASE.iterdir()))
        session.run("python", "-m", "tools.rehearse", str(RELEASE))


@nox.session(venv_backend="none", default=False)
def bump(session: nox.Session) -> None:
    """Raise every version, and those that packages require: `nox -s bump -- 0.2.0`."""
    if len(session.posargs) != 1 or not re.fullmatch(r"\d+\.\d+\.\d+", session.posargs[0]):
        session.error("give the new version: nox -s bump -- 0.2.0")
    version = session.posargs[0]
    major, minor, _ = map(int, version.split("."))
    required = rf'"stackyard-\1>={major}.{minor},<{major}.{minor + 1}"'
    examples = [path.parent for path in Path("docs").glob("**/pyproject.toml")]
    for package in [UMBRELLA, *PACKAGES, *examples]:
        path = package / "pyproject.toml"
        text = path.read_text("utf-8")
        if package not in examples:
            text = re.sub(r'(?m)^version = ".*"$', f'version = "{version}"', text)
            session.log("%s is now %s", package, version)
        text = re.sub(r'"stackyard-([a-z\[\]-]+)>=[^"]*"', required, text)
        text = re.sub(r'"(stackyard-[a-z\[\]-]+)==[^"]*"', rf'"\1=={version}"', text)
        path.write_text(text, "utf-8")
    cited = Path("CITATION.cff")
    text = re.sub(r"(?m)^version: .*$", f"version: {version}", cited.read_text("utf-8"))
    cited.write_text(text, "utf-8")


if __name__ == "__main__":
    nox.main()
