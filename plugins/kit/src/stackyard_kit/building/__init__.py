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
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from stackyard_kit.building import tools
from stackyard_kit.building.stage import bundle_sources, stage_sources

__all__ = ["SEARCH", "SOLVERS", "setup_package", "setup_plain"]

# A game that embeds these modules is searched by compiled searches of its own.
SEARCH: Final = (
    "stackyard.rng",
    "stackyard.playouts",
    "stackyard_engine.mcts.bounds",
    "stackyard_engine.mcts.nodes",
    "stackyard_engine.mcts.move_history",
    "stackyard_engine.mcts.evaluation",
    "stackyard_engine.mcts.tree",
    "stackyard_engine.eval.model",
    "stackyard_engine.selective",
)
# With these it is solved by compiled solvers of its own, if its position has a `code`.
SOLVERS: Final = (
    "stackyard_engine.solver.hash_table",
    "stackyard_engine.solver.components",
    "stackyard_engine.solver.exhaustive",
    "stackyard_engine.solver.dfpn",
)


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
    _setup(package, lambda: stage_sources(package, compile, embed, position), commands)


def setup_plain() -> None:
    """Run setup() for a package of this repository that is never compiled."""
    from setuptools import setup

    shutil.rmtree("build", ignore_errors=True)  # a left-over one would ship stale code
    setup(cmdclass={"sdist": _sdist()})


def _sdist(*modules: str) -> Any:
    """A command for a source archive that contains these modules and the kit's build."""
    from setuptools.command.sdist import sdist

    class SdistWithBundle(sdist):
        def make_release_tree(self, base_dir: str, files: Any) -> None:
            super().make_release_tree(base_dir, files)
            bundle_sources(Path(base_dir), modules)

    return SdistWithBundle


def _setup(package: str, stage: Callable[[], list[Path]], commands: dict[str, Any]) -> None:
    """Run setup() with the staged modules compiled, if that is wanted and possible."""
    from setuptools import setup

    shutil.rmtree("build", ignore_errors=True)  # a left-over one would ship stale code
    wanted = tools.wish()
    if wanted == "0" or "bdist_wheel" not in sys.argv:
        setup(cmdclass=commands)
        return
    paths = stage()
    try:
        missing = tools.obstacle()
        if missing and not wanted:
            raise RuntimeError(missing)
        if not tools.has(tools.MYPY):
            raise RuntimeError(f"there is no mypyc: {tools.MYPY} is not installed")
        from stackyard_kit.building.native import BuildOnce, extensions

        made = extensions(package, paths, wanted)
        setup(cmdclass={**commands, "build_ext": BuildOnce}, ext_modules=made)
    except (Exception, SystemExit) as failure:
        if wanted:
            raise
        tools.warn_uncompiled(package, _words(failure))
        shutil.rmtree("build", ignore_errors=True)  # which may make room
        try:
            setup(cmdclass=commands)
        except OSError as lasting:
            sys.exit(f"{package} cannot be built: {_words(lasting)}")


def _words(failure: BaseException) -> str:
    """A failure in words, without the number of an error."""
    return failure.strerror or str(failure) if isinstance(failure, OSError) else str(failure)
