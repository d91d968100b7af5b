"""Build packages whose hot modules mypyc compiles; for a setup.py.

`STACKYARD_COMPILE=0` installs the sources as they are, `=1` makes a failed compilation an error,
unset tries and falls back to the sources. These compile for the processor of this machine; `=all`,
for wheels that others install, compiles for all and must succeed. Only wheels are compiled: an
editable install is always plain, so that edited rules are the rules that run. A mistake in a
setup.py or in an import is the same on every machine, so it stops every build that would compile,
with one sentence.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from stackyard_kit.building import background, tools
from stackyard_kit.building.stage import bundle_sources, stage_sources

__all__ = ["SEARCH", "SOLVERS", "setup_package"]

# A game that embeds these modules is searched by compiled searches of its own.
SEARCH: Final = (
    "stackyard.rng",
    "stackyard.playouts",
    "stackyard_engine.mcts.bounds",
    "stackyard_engine.mcts.nodes",
    "stackyard_engine.mcts.move_history",
    "stackyard_engine.mcts.decisive",
    "stackyard_engine.mcts.evaluation",
    "stackyard_engine.mcts.tree",
    "stackyard_engine.eval.model",
    "stackyard_engine.position_table",
    "stackyard_engine.selective",
)
# With these it is solved by compiled solvers of its own, if its position has a `code`.
SOLVERS: Final = (
    "stackyard_engine.solver.hash_table",
    "stackyard_engine.solver.components",
    "stackyard_engine.solver.exhaustive",
    "stackyard_engine.solver.dfpn",
)
Commands = dict[str, Any]  # of setup(), by their names


def setup_package(
    package: str,
    *,
    compile: Sequence[str],
    embed: Sequence[str] = (),
    position: str = "",
    bundle: bool = True,
) -> None:
    """Run setup() for a package of which mypyc compiles some modules.

    `compile` names modules of `package`, such as `rules`. `embed` names modules of core and of the
    engine in full; the package gets a private compiled copy of each, `package._tree` of
    `stackyard_engine.mcts.tree`, so that calls between them and the package's own modules stay
    inside one shared library. In these copies the name Position, imported from
    stackyard.position, stands for the class `position` of the package's `rules` module, if one is
    named. A source archive contains the embedded modules and the kit's build, so that it is built
    without them being installed; `bundle=False` leaves them out, for a package that lists them in
    its build requirements.
    """
    commands = {"sdist": _sdist("stackyard.position", *embed)} if bundle else {}
    makes_wheel = "bdist_wheel" in sys.argv
    compiles = tools.wish() != "0"

    def build_compiled() -> None:
        _compile(package, stage_sources(package, compile, embed, position), commands)

    if makes_wheel and background.take():
        return
    shutil.rmtree("build", ignore_errors=True)  # a left-over one would ship stale code
    if not makes_wheel or not compiles:
        _setup(commands)
        if compiles and not tools.obstacle():
            background.start(build_compiled)
        return
    paths = stage_sources(package, compile, embed, position)
    try:
        _compile(package, paths, commands)
    except (Exception, SystemExit) as failure:
        if tools.wish():
            raise
        print(f"{package} is installed uncompiled: {_words(failure)}", file=sys.stderr)
        shutil.rmtree("build", ignore_errors=True)  # which may make room
        try:
            _setup(commands)
        except OSError as lasting:
            sys.exit(f"{package} cannot be built: {_words(lasting)}")


def _sdist(*modules: str) -> Any:
    """A command for a source archive that contains these modules and the kit's build."""
    from setuptools.command.sdist import sdist

    class SdistWithBundle(sdist):
        def make_release_tree(self, base_dir: str, files: Any) -> None:
            super().make_release_tree(base_dir, files)
            bundle_sources(Path(base_dir), modules)

    return SdistWithBundle


def _setup(commands: Commands, **arguments: Any) -> None:
    from setuptools import setup

    setup(cmdclass=commands, **arguments)


def _compile(package: str, paths: Sequence[Path], commands: Commands) -> None:
    """Run setup() with the staged modules compiled."""
    wanted = tools.wish()
    missing = tools.obstacle()
    if missing and not wanted:
        raise RuntimeError(missing)
    from stackyard_kit.building.native import BuildOnce, extensions

    made = extensions(package, paths, wanted)
    _setup({**commands, "build_ext": BuildOnce}, ext_modules=made)


def _words(failure: BaseException) -> str:
    """A failure in words, without the number of an error."""
    if isinstance(failure, SystemExit) and isinstance(failure.code, int):
        return "mypyc refuses it, as said above"
    return failure.strerror or str(failure) if isinstance(failure, OSError) else str(failure)
