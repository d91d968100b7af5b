"""Executors by name, as plugins register them, and the plugins of their workers."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path

from stackyard.errors import StackyardError, UnknownNameError
from stackyard.plugins.discovery import PLUGINS, words_of
from stackyard.plugins.registry import registry
from stackyard.text import normalize_name, quoted


def executor_maker(described: str) -> Callable[[], Executor]:
    """A factory of the executor described by `NAME[:ARGUMENT]`.

    Raises UnknownNameError if no executor has that name; the factory raises StackyardError if
    there is none to be had.
    """
    name, _, argument = described.partition(":")
    registered = registry().executors.get(normalize_name(name))
    if registered is None:
        known = ", ".join(registry().executors)
        raise UnknownNameError(
            f"there is no executor {quoted(name)}; the executors are {known or 'none'}"
        )
    load = registered.load

    def make() -> Executor:
        try:
            executor: Executor = load()(argument)
        except StackyardError:
            raise
        except Exception as failure:
            raise StackyardError(f"executor {described}: {words_of(failure)}") from failure
        return executor

    return make


def named_plugins() -> str:
    """STACKYARD_PLUGINS with absolute file names, for workers."""
    names = os.environ.get(PLUGINS, "").split(os.pathsep)
    return os.pathsep.join(
        [str(Path(name).absolute()) if Path(name).is_file() else name for name in names]
    )


def use_plugins(named: str) -> None:
    """In a worker: use the plugins that `named_plugins` gave where the work was begun."""
    if os.environ.get(PLUGINS, "") != named:
        os.environ[PLUGINS] = named
        registry.cache_clear()
