"""For the setup.py of a package whose hot modules mypyc compiles; imports nothing else of core.

`STACKYARD_COMPILE=0` installs the sources as they are, `=1` makes a failed compilation an error,
unset tries and falls back to the sources. Only wheels are compiled: an editable install is always
plain, so that edited rules are the rules that run. A mistake in a setup.py or in an import, which
is the same on every machine, stops every build that was going to compile, with one sentence.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from setuptools import setup
from setuptools.command.sdist import sdist

from stackyard.building.imports import binds, imports_from, led_to_copies, narrowed, private_name
from stackyard.building.native import JUNK, NATIVE, extensions
from stackyard.building.tools import MYPY, has_mypyc, obstacle, requirements

CORE = Path(__file__).resolve().parents[1]

# The modules of core that a game embeds to be searched by a tree of its own; and to be solved by
# solvers of its own, if its position has a `code`.
SEARCH: Final = (
    "rng",
    "search.playouts",
    "search.bounds",
    "search.nodes",
    "search.memory",
    "search.judging",
    "search.tree",
)
SOLVERS: Final = ("search.table", "search.components", "search.exhaustive", "search.dfpn")


def setup_core(*, compile: Sequence[str]) -> None:
    """Run setup() for core itself, compiling these modules, such as `search.tree`."""

    def stage() -> list[Path]:
        copy = _copy_core([_source(CORE, module).read_text("utf-8") for module in compile])
        return [_source(copy, module) for module in compile]

    _setup("stackyard", stage, {})


def setup_game(
    package: str,
    *,
    compile: Sequence[str],
    embed: Sequence[str],
    position: str,
    with_core: bool = True,
) -> None:
    """Run setup() for a game plugin.

    `compile` names the modules of `package` to compile; `embed` the modules of core of which it
    gets a private compiled copy, `bits` as `package._bits` and `search.tree` as `package._tree`, so
    that calls between them and the rules stay inside one shared library. In these copies the name
    Position, imported from stackyard.position, stands for the class `position` of the package's
    `rules` module. A source archive takes the embedded modules along, unless `with_core` is off:
    for a package that names stackyard-core among its build requirements.
    """

    def stage() -> list[Path]:
        return _stage_game(package, compile, embed, position)

    class SdistWithCore(sdist):
        """A source archive that can be built where core's repository is not at hand."""

        def make_release_tree(self, base_dir: str, files: Any) -> None:
            super().make_release_tree(base_dir, files)
            target = Path(base_dir) / "core/stackyard"
            shutil.copytree(CORE / "building", target / "building", ignore=JUNK)
            for module in ("__init__", "position", "search.__init__", *embed):
                source = _source(CORE, module)
                copy = target / source.relative_to(CORE)
                copy.parent.mkdir(exist_ok=True)
                shutil.copy(source, copy)

    _setup(package, stage, {"sdist": SdistWithCore} if with_core else {})


def _stage_game(
    package: str, compile: Sequence[str], embed: Sequence[str], position: str
) -> list[Path]:
    """Copy what a game compiles, with its imports as they are when compiled; the copies' paths."""
    folder = NATIVE / package
    shutil.copytree(Path("src") / package, folder, ignore=JUNK)
    texts: dict[Path, str] = {}
    for module in compile:
        path = _source(folder, module)
        where = f"{package}.{module}"
        texts[path] = led_to_copies(path.read_text("utf-8"), package, embed, where)
    for module in embed:
        path = folder / f"{private_name(module)}.py"
        if path.exists():
            raise SystemExit(f"{path} is taken: the copy of stackyard.{module} has that name")
        where = f"stackyard.{module}"
        text = led_to_copies(_source(CORE, module).read_text("utf-8"), package, embed, where)
        texts[path] = narrowed(text, package, position, where)
        if texts[path] != text and not binds(texts.get(folder / "rules.py", ""), position):
            raise SystemExit(
                f"{where} cannot be compiled for {position}:"
                f" {package} compiles no module rules with a class of that name"
            )
    for path, text in texts.items():
        path.write_text(text, "utf-8")
    _copy_core(texts.values())
    return list(texts)


def _copy_core(compiled: Iterable[str]) -> Path:
    """Copy core's sources, for their types: mypy takes no path in which packages are installed."""
    copy = NATIVE / "stackyard"
    shutil.copytree(CORE, copy, ignore=JUNK)
    if not any(imports_from(text, "stackyard") for text in compiled):
        # It imports almost all of core, and to read that takes mypy three times as long.
        (copy / "__init__.py").write_text("", "utf-8")
    return copy


def _source(folder: Path, module: str) -> Path:
    """The source of a module such as `search.tree`, the package's sources lying in `folder`."""
    path = folder.joinpath(*module.split(".")).with_suffix(".py")
    if not path.is_file():
        raise SystemExit(f"setup.py names the module {module}, but there is no {path}")
    return path


def _setup(package: str, stage: Callable[[], list[Path]], commands: dict[str, Any]) -> None:
    """setup(), with the staged modules compiled where this build wants and can have that."""
    shutil.rmtree("build", ignore_errors=True)  # a left-over one would ship stale code
    wanted = os.environ.get("STACKYARD_COMPILE", "")
    if wanted not in {"", "0", "1"}:
        sys.exit(f"STACKYARD_COMPILE is 0, 1 or unset, not {wanted!r}")
    if wanted == "0" or "bdist_wheel" not in sys.argv:
        needed = [] if wanted == "0" else requirements(wanted == "1")
        setup(cmdclass=commands, setup_requires=needed)
        return
    paths = stage()
    try:
        missing = obstacle()
        if missing and not wanted:
            raise RuntimeError(missing)
        if not has_mypyc():
            raise RuntimeError(f"there is no mypyc: {MYPY} is not installed")
        setup(cmdclass=commands, ext_modules=extensions(package, paths, strict=wanted == "1"))
    except (Exception, SystemExit) as failure:
        if wanted == "1":
            raise
        print(f"{package} is installed uncompiled: {failure}", file=sys.stderr)
        shutil.rmtree("build", ignore_errors=True)
        setup(cmdclass=commands)
