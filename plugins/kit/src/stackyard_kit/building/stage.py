"""The sources as they are compiled, in a folder of the build, and those that an archive bundles."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from stackyard_kit.building import attributes
from stackyard_kit.building.imports import (
    bind_position,
    defines_class,
    imports_from,
    methods_of,
    private_name,
    redirect_imports,
)

KIT: Final = Path(__file__).resolve().parents[1]
EMBEDDABLE: Final = {"stackyard": "stackyard-core", "stackyard_engine": "stackyard-engine"}
NATIVE: Final = Path("build/native")  # the sources as they are compiled
JUNK: Final = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
BUNDLE: Final = "embedded"  # the folder of a source archive with what its build needs


def stage_sources(
    package: str, compile: Sequence[str], embed: Sequence[str], position: str
) -> list[Path]:
    """Copy a package into the folder of the build, redirect its imports; the paths to compile."""
    folder = NATIVE / package
    shutil.copytree(Path("src") / package, folder, ignore=JUNK)
    texts: dict[Path, str] = {}
    for module in compile:
        path = _module_path(folder, module)
        where = f"{package}.{module}"
        texts[path] = redirect_imports(path.read_text("utf-8"), package, embed, where)
    rules = texts.get(folder / "rules.py")
    methods = None if rules is None else methods_of(rules, position)
    for module in embed:
        path = folder / f"{private_name(module)}.py"
        if path.exists() or path in texts:
            raise SystemExit(f"{path} is taken: the copy of {module} has that name")
        source = _source(module).read_text("utf-8")
        text = generic = redirect_imports(source, package, embed, module)
        if position:
            text = bind_position(generic, package, position, module, methods)
        if text != generic and not defines_class(rules or "", position):
            raise SystemExit(
                f"{module} cannot be compiled for {position}:"
                f" {package} compiles no module rules with a class of that name"
            )
        texts[path] = f"{text}\nCOPY_OF = {module!r}\n"
    path = folder / f"{attributes.MODULE}.py"
    if position and rules is not None and not path.exists():
        made = attributes.attributes_module(package, rules, position)
        if made is not None:
            texts[path] = made
    for path, text in texts.items():
        path.write_text(text, "utf-8")
    _copy_types(package, texts.values())
    return list(texts)


def bundle_sources(archive: Path, modules: Sequence[str]) -> None:
    """Add the kit's build and these modules to the folder of a source archive."""
    target = archive / BUNDLE
    shutil.copytree(KIT / "building", target / KIT.name / "building", ignore=JUNK)
    (target / KIT.name / "__init__.py").touch()
    for module in modules:
        path = target.joinpath(*module.split(".")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(_source(module), path)
        for folder in path.relative_to(target).parents:
            if folder.name:
                (target / folder / "__init__.py").touch()


def _copy_types(package: str, compiled: Iterable[str]) -> None:
    """Copy core and the engine for their types: mypy takes no path with installed packages."""
    for name in EMBEDDABLE:
        sources = _sources(name)
        if sources is None or name == package:
            continue
        copy = NATIVE / name
        shutil.copytree(sources, copy, ignore=JUNK)
        if not any(imports_from(text, name) for text in compiled):
            # It imports almost all of its package, which would triple the time that mypy takes.
            (copy / "__init__.py").write_text("", "utf-8")


def _sources(package: str) -> Path | None:
    """The folder of an installed package; None if it is not installed."""
    spec = find_spec(package)
    return None if spec is None or spec.origin is None else Path(spec.origin).parent


def _source(module: str) -> Path:
    """The source of a module to embed, such as `stackyard_engine.mcts.tree`."""
    package, _, rest = module.partition(".")
    if package not in EMBEDDABLE or not rest:
        raise SystemExit(
            f"setup.py embeds {module}, but only modules of {' and '.join(EMBEDDABLE)} can be"
            " embedded; name them in full, such as stackyard.rng"
        )
    sources = _sources(package)
    if sources is None:
        raise SystemExit(
            f"setup.py embeds {module}, but {package} is not installed here: add"
            f" {EMBEDDABLE[package]} to the build requirements in pyproject.toml"
        )
    return _module_path(sources, rest)


def _module_path(folder: Path, module: str) -> Path:
    """The source of a module such as `mcts.tree`, the package's sources lying in `folder`."""
    path = folder.joinpath(*module.split(".")).with_suffix(".py")
    if not path.is_file():
        raise SystemExit(f"setup.py names the module {module}, but there is no {path}")
    return path
