"""`stackyard new NAME`."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from importlib.metadata import PackageNotFoundError, distribution, version
from importlib.resources import files
from pathlib import Path
from shutil import rmtree
from string import Template
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import click

from stackyard.errors import StackyardError
from stackyard.plugins.discovery import OUR_GAMES, OUR_TOOLS
from stackyard.plugins.registry import registry
from stackyard.text import normalize_name, quoted
from stackyard_cli.output import OurCommand, echo

LONGEST_NAME = 24  # so that no generated line becomes too long
LONGEST_TITLE = 40

# For each board: the summary of its example, and the most moves that a game can take.
BOARDS = {
    "row": ("Move stacks as far as they are tall until your opponent is stuck.", 25),
    "square": ("Place stones beside enemy stones and get four of yours in a line.", 64),
    "hexhex": ("Place stones apart from your own until your opponent is stuck.", 61),
}

# The target of each template: templates for all boards, and templates of each board.
COMMON = {
    "pyproject.toml": "pyproject.toml",
    "setup.py": "setup.py",
    "MANIFEST.in": "MANIFEST.in",
    "README.md": "README.md",
    "LICENSE": "LICENSE",
    "gitignore": ".gitignore",
    "ci.yml": ".github/workflows/ci.yml",
    "__init__.py": "src/$package/__init__.py",
    "plugin.py": "src/$package/plugin.py",
    "test_conformance.py": "tests/test_conformance.py",
}
OWN = {
    "rules.md": "src/$package/rules.md",
    "rules.py": "src/$package/rules.py",
    "game.py": "src/$package/game.py",
    "test_rules.py": "tests/test_rules.py",
    "perft.json": "tests/perft.json",
}


@click.command("new", cls=OurCommand, example="new my_game")
@click.argument("name")
@click.option(
    "--board", type=click.Choice([*BOARDS]), help="What the game is played on.  [required]"
)
@click.option("--title", help="The game's name as it is written.  [default: from NAME]")
@click.option("--designer", default="anonymous", show_default=True, help="Who invents it.")
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    default=".",
    metavar="FOLDER",
    help="Where to make the folder of the package.  [default: here]",
)
def command(name: str, board: str | None, title: str | None, designer: str, into: Path) -> None:
    """Write the package of a new game, ready to install and play.

    It holds a small game of its own on that board, with rules page, tests and optional
    compilation: the example to turn into yours.
    """
    game = _checked_name(name)
    if board is None:
        raise StackyardError(f"--board is missing: choose one of {', '.join(BOARDS)}")
    if title is None:
        title = " ".join([word.capitalize() for word in game.split("_")])
    words = {
        "name": game,
        "package": f"stackyard_{game}",
        "distribution": f"stackyard-{game.replace('_', '-')}",
        "camel": "".join([word.capitalize() for word in game.split("_")]),
        "title": _checked_text("title", title),
        "designer": _checked_text("designer", designer),
        "year": datetime.now().astimezone().year,
        "summary": BOARDS[board][0],
        "longest": BOARDS[board][1],
        "versions": _versions(),
    }
    folder = into / str(words["distribution"])
    _write(folder, _package(board, words))
    echo(f"{folder} holds a whole game. In an environment with Stackyard, play and test it:")
    echo(f"  cd {shlex.quote(str(folder))}")
    echo(f"  python -m pip install {shlex.quote(_kit())}")
    echo('  python -m pip install --no-build-isolation --editable ".[test]"')
    echo(f"  stackyard play {game}")
    echo("  python -m pytest")
    echo("Then make it yours; its README.md says what is where.")


def _checked_name(name: str) -> str:
    """The name in the form of a game's name, if it is valid and free."""
    game = normalize_name(name)
    if len(game) > LONGEST_NAME or not re.fullmatch("[a-z][a-z0-9]*(_[a-z0-9]+)*", game):
        raise StackyardError(
            f"{quoted(name)} cannot be the name of a game: write 1 to {LONGEST_NAME} letters (a to "
            "z), digits and single - or _, with a letter first and no - or _ last"
        )
    known = registry().games.items()
    installed = [each for each, registered in known if not registered.provider.named]
    if game in {"core", "cli", *OUR_GAMES, *OUR_TOOLS, *installed}:
        raise StackyardError(f"the name {game} is taken; choose another")
    with suppress(PackageNotFoundError):
        distribution(f"stackyard-{game}")
        raise StackyardError(f"the name {game} is taken by an installed package; choose another")
    return game


def _checked_text(option: str, text: str) -> str:
    """A title or a name that is valid in every file."""
    text = text.strip()
    if not 0 < len(text) <= LONGEST_TITLE or not text.isprintable() or set(text) & set('"\\'):
        raise StackyardError(
            f'--{option}: write 1 to {LONGEST_TITLE} printable characters without " and \\'
        )
    return text


def _versions() -> str:
    """The versions of Stackyard that a new package accepts, as our own games do."""
    major, minor = version("stackyard-core").split(".")[:2]
    return f">={major}.{minor},<{major}.{int(minor) + 1}"


def _kit() -> str:
    """The authors' kit, to install: from the clone or the folder of wheels that core is from."""
    installed = distribution("stackyard-core").read_text("direct_url.json") or "{}"
    url = urlsplit(json.loads(installed).get("url", ""))
    folder = Path(url2pathname(url.path)).parent
    if url.scheme == "file":
        clone = [project.parent for project in folder.glob("plugins/kit/pyproject.toml")]
        for kit in (*clone, *folder.glob("stackyard_kit-*.whl")):
            return f"{kit}[testing]"
    return f"stackyard-kit[testing]{_versions()}"


def _package(board: str, words: Mapping[str, Any]) -> dict[str, str]:
    """The files of the package, by their relative paths."""
    templates = files("stackyard_cli") / "templates"
    made = {f"src/{words['package']}/py.typed": ""}
    for kind, paths in (("common", COMMON), (board, OWN)):
        for name, path in paths.items():
            text = (templates / kind / f"{name}.txt").read_text("utf-8")
            made[Template(path).substitute(words)] = Template(text).substitute(words)
    return made


def _write(folder: Path, made: Mapping[str, str]) -> None:
    """Write all files into a new folder, or leave none."""
    try:
        folder.mkdir(parents=True)
    except FileExistsError as failure:
        raise StackyardError(f"{folder} exists already; nothing is written") from failure
    except OSError as failure:
        raise StackyardError(f"{folder} cannot be made: {failure.strerror}") from failure
    try:
        for place, text in made.items():
            path = folder / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
    except OSError as failure:
        rmtree(folder, ignore_errors=True)
        raise StackyardError(f"{folder} cannot be written: {failure.strerror}") from failure
