"""For the setup.py of a package whose hot modules mypyc compiles; imports nothing of core.

`STACKYARD_COMPILE=0` installs the sources as they are, `=1` makes a failed compilation an error,
unset tries and falls back to the sources. Only wheels are compiled: an editable install is
always plain, so that edited rules are the rules that run.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.sdist import sdist

CORE = Path(__file__).resolve().parent
NATIVE = Path("build/native")


def setup_core(*, compile: Sequence[str]) -> None:
    """Run setup() for core itself, compiling these modules, such as `search.tree`."""

    def stage() -> list[Path]:
        shutil.copytree(CORE, NATIVE / "stackyard")
        return [_file(NATIVE / "stackyard", module) for module in compile]

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
    that calls between them and the rules stay inside one shared library. In these copies the word
    Position stands for the class `position` of the package's `rules` module. A source archive
    takes the embedded modules along, unless `with_core` is off: for a package that names
    stackyard-core among its build requirements.
    """

    def stage() -> list[Path]:
        folder = NATIVE / package
        shutil.copytree(Path("src") / package, folder)
        paths = [folder / f"{module}.py" for module in compile]
        for module in embed:
            copy = folder / f"{_private_name(module)}.py"
            shutil.copy(_file(CORE, module), copy)
            paths.append(copy)
        for path in paths:
            text = _private(path.read_text("utf-8"), package, embed)
            if path.name.startswith("_"):
                text = _about_one_game(text, package, position)
            path.write_text(text, "utf-8")
        return paths

    class SdistWithCore(sdist):
        """A source archive that can be built where core's repository is not at hand."""

        def make_release_tree(self, base_dir: str, files: Any) -> None:
            super().make_release_tree(base_dir, files)
            target = Path(base_dir) / "core/stackyard"
            target.mkdir(parents=True)
            for module in ("__init__", "building", "position", "search.__init__", *embed):
                copy = _file(target, module)
                copy.parent.mkdir(exist_ok=True)
                shutil.copy(_file(CORE, module), copy)

    _setup(package, stage, {"sdist": SdistWithCore} if with_core else {})


def _file(folder: Path, module: str) -> Path:
    """The source of a module such as `search.tree`, the package's sources lying in `folder`."""
    return folder.joinpath(*module.split(".")).with_suffix(".py")


def _private_name(module: str) -> str:
    """The name of the private copy of a module of core: `_tree` for `search.tree`."""
    return f"_{module.rpartition('.')[2]}"


def _private(source: str, package: str, embed: Sequence[str]) -> str:
    """`source` with its imports of embedded core modules led to the private copies."""
    for module in embed:
        source = source.replace(
            f"from stackyard.{module} import", f"from {package}.{_private_name(module)} import"
        )
    return source


def _about_one_game(source: str, package: str, position: str) -> str:
    """The source of an embedded module with the class `position` in the place of Position."""

    def narrow(found: re.Match[str]) -> str:
        names = [name.strip() for name in found[1].split(",")]
        rest = ", ".join(name for name in names if name != "Position")
        kept = f"from stackyard.position import {rest}\n" if rest else ""
        return f"{kept}from {package}.rules import {position} as Position"

    return re.sub(r"from stackyard\.position import (.*\bPosition\b.*)", narrow, source)


def _setup(package: str, stage: Any, commands: dict[str, Any]) -> None:
    """setup(), with the staged modules compiled where this build wants and can have that."""
    shutil.rmtree("build", ignore_errors=True)  # a left-over one would ship stale code
    wanted = os.environ.get("STACKYARD_COMPILE", "")
    if wanted not in {"", "0", "1"}:
        sys.exit(f"STACKYARD_COMPILE is 0, 1 or unset, not {wanted!r}")
    if wanted == "0" or "bdist_wheel" not in sys.argv:
        setup(cmdclass=commands)
        return
    try:
        setup(cmdclass=commands, ext_modules=_extensions(package, stage()))
    except (Exception, SystemExit) as failure:
        if wanted == "1":
            raise
        print(f"{package} is installed uncompiled: {failure}", file=sys.stderr)
        shutil.rmtree("build", ignore_errors=True)
        setup(cmdclass=commands)


def _extensions(package: str, paths: Sequence[Path]) -> list[Any]:
    from mypyc.build import mypycify

    # A copy of core, for its types: mypy takes no path in which packages are installed.
    core = Path("build/core")
    shutil.copytree(CORE, core / "stackyard", ignore=shutil.ignore_patterns("*.so", "*.pyd"))
    os.environ["MYPYPATH"] = str(core)
    # The surroundings of a source folder must not decide how it is compiled: no configuration file.
    flags = [
        "--config-file=",
        "--ignore-missing-imports",
        "--follow-imports=silent",
        "--cache-dir=build/mypy",
    ]
    extensions = mypycify(
        [*flags, *map(str, paths)],
        opt_level="3",
        group_name=package,
        target_dir="build/c",
    )
    for extension in extensions:
        # Without it nothing is inlined, and two plugins' symbols can clash.
        extension.extra_compile_args.append("-fvisibility=hidden")
        # A product and a sum rounded once instead of twice would part the builds on some machines.
        extension.extra_compile_args.append("-ffp-contract=off")
    return list(extensions)
