"""Build packages whose hot modules mypyc compiles; for a setup.py.

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
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from setuptools import setup
from setuptools.command.sdist import sdist

from stackyard_kit.building.imports import (
    binds,
    imports_from,
    led_to_copies,
    narrowed,
    private_name,
)
from stackyard_kit.building.native import JUNK, NATIVE, extensions
from stackyard_kit.building.tools import MYPY, has_mypyc, obstacle, requirements

KIT = Path(__file__).resolve().parents[1]
EMBEDDABLE: Final = ("stackyard", "stackyard_engine")  # packages with modules to embed
BUNDLE: Final = "embedded"  # the folder of a source archive that holds what its build needs

# The modules that a game embeds to be searched by a tree of its own.
SEARCH: Final = (
    "stackyard.rng",
    "stackyard.playouts",
    "stackyard_engine.mcts.bounds",
    "stackyard_engine.mcts.nodes",
    "stackyard_engine.mcts.move_history",
    "stackyard_engine.mcts.evaluation",
    "stackyard_engine.mcts.tree",
)
# Those to be solved by solvers of its own, if its position has a `code`.
SOLVERS: Final = (
    "stackyard_engine.solver.hash_table",
    "stackyard_engine.solver.components",
    "stackyard_engine.solver.exhaustive",
    "stackyard_engine.solver.dfpn",
)
MODEL: Final = "stackyard_engine.eval.model"  # evaluates its positions by learned weights


def setup_package(
    package: str,
    *,
    compile: Sequence[str],
    embed: Sequence[str] = (),
    position: str = "",
    bundle: bool = True,
) -> None:
    """Run setup() for a package of which mypyc compiles some modules.

    `compile` names modules of `package`, such as `rules`. `embed` names modules of core and the
    engine by their full names; the package gets a private compiled copy of each,
    `stackyard_engine.mcts.tree` as `package._tree`, so that calls between them and the package's
    own modules stay inside one shared library. In these copies the name Position, imported from
    stackyard.position, stands for the class `position` of the package's `rules` module, if one is
    named. A source archive takes the embedded modules and the build along, unless `bundle` is off:
    for a package that names them among its build requirements.
    """

    def stage() -> list[Path]:
        return _stage(package, compile, embed, position)

    class SdistWithBundle(sdist):
        """A source archive that can be built where this repository is not at hand."""

        def make_release_tree(self, base_dir: str, files: Any) -> None:
            super().make_release_tree(base_dir, files)
            target = Path(base_dir) / BUNDLE
            shutil.copytree(KIT / "building", target / KIT.name / "building", ignore=JUNK)
            shutil.copy(KIT / "__init__.py", target / KIT.name)
            for module in ("stackyard.position", *embed):
                _copy_module(module, target)

    _setup(package, stage, {"sdist": SdistWithBundle} if bundle else {})


def _copy_module(module: str, target: Path) -> None:
    """Copy the source of a module to a folder, below empty packages."""
    parts = module.split(".")
    for depth in range(1, len(parts)):
        folder = target.joinpath(*parts[:depth])
        folder.mkdir(exist_ok=True)
        (folder / "__init__.py").touch()
    shutil.copy(_source(module), target.joinpath(*parts).with_suffix(".py"))


def _stage(package: str, compile: Sequence[str], embed: Sequence[str], position: str) -> list[Path]:
    """Copy what is compiled, with its imports as they are when compiled; the copies' paths."""
    folder = NATIVE / package
    shutil.copytree(Path("src") / package, folder, ignore=JUNK)
    texts: dict[Path, str] = {}
    for module in compile:
        path = _module_path(folder, module)
        where = f"{package}.{module}"
        texts[path] = led_to_copies(path.read_text("utf-8"), package, embed, where)
    for module in embed:
        path = folder / f"{private_name(module)}.py"
        if path.exists() or path in texts:
            raise SystemExit(f"{path} is taken: the copy of {module} has that name")
        source = _source(module).read_text("utf-8")
        text = led_to_copies(source, package, embed, module)
        if position:
            led = text
            text = narrowed(text, package, position, module)
            if text != led and not binds(texts.get(folder / "rules.py", ""), position):
                raise SystemExit(
                    f"{module} cannot be compiled for {position}:"
                    f" {package} compiles no module rules with a class of that name"
                )
        texts[path] = f"{text}\nCOPY_OF = {module!r}\n"
    for path, text in texts.items():
        path.write_text(text, "utf-8")
    _copy_for_types(package, texts.values())
    return list(texts)


def _copy_for_types(package: str, compiled: Iterable[str]) -> None:
    """Copy core and the engine for their types: mypy takes no path with installed packages."""
    for name in EMBEDDABLE:
        spec = find_spec(name)
        if spec is None or spec.origin is None or name == package:
            continue
        copy = NATIVE / name
        shutil.copytree(Path(spec.origin).parent, copy, ignore=JUNK)
        if not any(imports_from(text, name) for text in compiled):
            # It imports almost all of its package, and to read that takes mypy three times as long.
            (copy / "__init__.py").write_text("", "utf-8")


def _source(module: str) -> Path:
    """The source of a module to embed, such as `stackyard_engine.mcts.tree`."""
    package, _, rest = module.partition(".")
    spec = find_spec(package) if package in EMBEDDABLE else None
    if spec is None or spec.origin is None or not rest:
        raise SystemExit(
            f"setup.py embeds {module}: it is no module of {' or '.join(EMBEDDABLE)}"
            " that is installed here"
        )
    return _module_path(Path(spec.origin).parent, rest)


def _module_path(folder: Path, module: str) -> Path:
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
