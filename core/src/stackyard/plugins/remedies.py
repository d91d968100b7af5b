"""Remedies for broken plugins: the commands that are shown with a problem.

Most starts of the program meet no broken plugin, so imports for this case are deferred.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from stackyard.plugins.discovery import (
    IN_CLONE,
    NO_PLUGINS,
    OUR_GAMES,
    OUR_TOOLS,
    PLUGINS,
    Provider,
    install_words,
    is_from_clone,
    normalize_name,
)

if TYPE_CHECKING:
    from packaging.requirements import Requirement

PIP = "python -m pip"
CORE = "stackyard-core"


class Remedy(NamedTuple):
    """A command or an instruction, possibly to be run in the clone of Stackyard."""

    command: str
    in_clone: bool = False

    def __str__(self) -> str:
        return f"{self.command}, {IN_CLONE}" if self.in_clone else self.command


def upgrade() -> Remedy:
    """The command that updates core and the packages that it was installed with."""
    if is_from_clone():
        return Remedy(f"git pull && {PIP} install -r requirements.txt", in_clone=True)
    return Remedy(f"{PIP} install --upgrade stackyard")


def way_out(provider: Provider) -> Remedy:
    """The general remedy: reinstall our own packages, uninstall others."""
    if provider.folder:
        clone = is_from_clone()
        version = f"=={provider.version}" if provider.version else ""
        place = provider.folder if clone else f"{provider.package}{version}"
        return Remedy(f"{PIP} install --force-reinstall --no-deps {place}", in_clone=clone)
    if provider.installed is not None:
        return Remedy(f"{PIP} uninstall {provider.package}")
    name = provider.package
    if name == NO_PLUGINS:
        return Remedy(f"correct the name given to --no-plugin or in {NO_PLUGINS}")
    return Remedy(f"mend {name}, or leave it out of --plugin and {PLUGINS}")


def for_name(provider: Provider, failure: BaseException | None) -> Remedy | None:
    """The remedy for the name of a plugin that does not exist; None if it exists."""
    from pathlib import Path

    if not provider.named or not isinstance(failure, (FileNotFoundError, ModuleNotFoundError)):
        return None
    name = provider.package
    is_missing = isinstance(failure, FileNotFoundError) and not Path(name).is_file()
    if not is_missing and not f"{name}.".startswith(f"{_missing_module(failure)}."):
        return None
    if Path(f"{name}.py").is_file():
        return Remedy(f"write {name}.py to name the file")
    return Remedy(f"correct the name given to --plugin or in {PLUGINS}")


def for_failure(provider: Provider, failure: BaseException | None) -> Remedy | None:
    """The command that installs a module whose absence stopped a plugin; None for other failures.

    A module that belongs to the plugin itself cannot be installed separately.
    """
    import shlex

    missing = _missing_module(failure)
    package, _, inner = missing.partition(".")
    if not missing or _is_own(provider, package):
        return None
    if package == "stackyard":
        return upgrade() if provider.folder else newer_plugin(provider)
    ours = normalize_name(package).removeprefix("stackyard_")
    if ours in (*OUR_GAMES, *OUR_TOOLS) and ours != normalize_name(package):
        return Remedy(install_words(ours), in_clone=is_from_clone())
    wanted = _distribution(provider, package)
    if wanted:
        return Remedy(f"{PIP} install {shlex.quote(wanted)}")
    if inner and _is_installed(package):
        providing = _providing(package)
        return Remedy(f"{PIP} install --upgrade {providing}") if providing else None
    words = f"install the package that provides the module {package}"
    if provider.installed is not None:
        words += f"; {provider.package} does not say which it is"
    return Remedy(words)


def newer_plugin(provider: Provider) -> Remedy | None:
    """The command that brings a third party's plugin in its newest version; None for a file."""
    if provider.installed is None:
        return None
    return Remedy(f"{PIP} install --upgrade {provider.package}")


def for_other_api(provider: Provider, *, is_newer: bool) -> Remedy | None:
    """The command that updates core, or else the plugin, whichever is too old."""
    if not is_newer:
        return newer_plugin(provider)
    return upgrade() if provider.folder else Remedy(f"{PIP} install --upgrade {CORE}")


def for_other_core(provider: Provider, wanted: Requirement, core: str) -> Remedy:
    """The command that updates a plugin or core, whichever is too old for the other."""
    from packaging.version import InvalidVersion, Version

    for specifier in wanted.specifier:
        try:
            is_older = Version(core) < Version(specifier.version.removesuffix(".*"))
        except InvalidVersion:
            continue
        if is_older and specifier.operator in {">=", ">", "==", "~=", "==="}:
            return upgrade() if provider.folder else Remedy(f'{PIP} install "{wanted}"')
    if provider.folder:
        return way_out(provider)
    return Remedy(f"{PIP} install --upgrade {provider.package}")


def requirements(provider: Provider) -> Iterator[Requirement]:
    """The readable requirements of a plugin's distribution on this machine."""
    from packaging.requirements import InvalidRequirement, Requirement

    distribution = provider.distribution
    for line in (distribution and distribution.requires) or []:
        try:
            requirement = Requirement(line)
        except InvalidRequirement:
            continue
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield requirement


def _missing_module(failure: BaseException | None) -> str:
    """The module that an import in the chain of exceptions did not find; empty if there is none."""
    while failure is not None:
        if isinstance(failure, ModuleNotFoundError) and failure.name:
            return failure.name
        behind = None if failure.__suppress_context__ else failure.__context__
        failure = failure.__cause__ or behind
    return ""


def _is_own(provider: Provider, package: str) -> bool:
    """Whether a package or module is the plugin's own, but missing or not importable."""
    from pathlib import Path

    distribution = provider.distribution
    if distribution is None:
        beside = Path(provider.package).parent
        is_beside = (beside / f"{package}.py").is_file() or (beside / package).is_dir()
        return is_beside or package == provider.package.partition(".")[0]
    points = [point.module.partition(".")[0] for point in distribution.entry_points]
    return package in {*points, normalize_name(provider.package)}


def _providing(package: str) -> str:
    """The one installed distribution that provides a package; empty if that is not known."""
    from importlib.metadata import packages_distributions

    found = set(packages_distributions().get(package, []))
    return found.pop() if len(found) == 1 else ""


def _is_installed(package: str) -> bool:
    from importlib.util import find_spec

    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):
        return False


def _distribution(provider: Provider, package: str) -> str:
    """The requirement that provides the package imported under this name.

    It is one of the plugin's own requirements if the name or their number leaves no doubt; else
    empty, for a module may have another name than its package.
    """
    lacking = [wanted for wanted in requirements(provider) if not _has_distribution(wanted.name)]
    named = [wanted for wanted in lacking if normalize_name(wanted.name) == normalize_name(package)]
    chosen = named or lacking
    if len(chosen) != 1:
        return ""
    extras = f"[{','.join(sorted(chosen[0].extras))}]" if chosen[0].extras else ""
    return f"{chosen[0].name}{extras}{chosen[0].specifier}"


def _has_distribution(name: str) -> bool:
    from importlib.metadata import PackageNotFoundError, version

    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True
