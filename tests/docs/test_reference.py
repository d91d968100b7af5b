"""Everything that exists is documented: commands, hooks, public names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.conftest import OUR_COMMANDS

import stackyard
from stackyard.plugins import hookspecs as registration
from stackyard.turnloop import hookspecs

HOOKS = {
    name: hook
    for module in (registration, hookspecs)
    for name, hook in sorted(vars(module).items())
    if name.startswith("stackyard_")
}


def named_commands(root: Path) -> set[str]:
    """The commands with a heading or a row on their page."""
    page = (root / "docs/players/commands.md").read_text("utf-8")
    rows = re.findall(r"(?m)^\| (`.+?`) \|", page)
    return {*re.findall(r"(?m)^## (.+)$", page), *re.findall(r"`([\w-]+)`", "".join(rows))}


def pages(root: Path) -> str:
    pages = [page for page in root.glob("docs/**/*.md") if "_build" not in page.parts]
    return "\n".join([page.read_text("utf-8") for page in pages])


@pytest.mark.parametrize("command", sorted(OUR_COMMANDS))
def test_a_command_has_an_example(command: str, root: Path) -> None:
    assert command in named_commands(root)
    assert re.search(rf"(?m)^\$ (.* && )?stackyard {command}\b", pages(root))


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_says_what_it_is_for_and_is_listed(hook: str, root: Path) -> None:
    assert (HOOKS[hook].__doc__ or "").strip()
    listed = (root / "docs/authors/hooks.md").read_text("utf-8")
    assert f".. autofunction:: {hook}\n" in listed


@pytest.mark.parametrize("name", sorted(set(stackyard.__all__) - {"hookimpl"}))
def test_a_public_name_is_described(name: str, root: Path) -> None:
    assert re.search(
        rf"(?m)^\.\. (auto\w+|py:data):: (stackyard\.\w+\.)?{name}(\(\))?$", pages(root)
    )


def test_hookimpl_is_explained(root: Path) -> None:
    assert "`stackyard.hookimpl`" in (root / "docs/authors/hooks.md").read_text("utf-8")
