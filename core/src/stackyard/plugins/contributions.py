"""Contributions of plugins to games by name, in hooks that other plugins specify.

Such a hook takes one argument, `register`, which is called with the name of a game and a target:
"module:attribute", imported when first used, or the object itself. So anybody can contribute to a
game that somebody else wrote, and what nobody asks for is never imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stackyard.plugins.isolation import redirect_stdout
from stackyard.plugins.registry import Registered, registry
from stackyard.text import normalize_name

if TYPE_CHECKING:
    from stackyard.game import Game


def contribution(hook: str, kind: type[Game[Any]]) -> Registered | None:
    """The contribution of a plugin to a class of games through a hook; None without any.

    Of several plugins the one that is called first counts; they are asked once. A class that is not
    the one registered by its name has none.
    """
    plugins, name = registry(), normalize_name(kind.about.name)
    if hook not in plugins.contributions:
        found: dict[str, Registered] = {}

        def register(game: str, target: Any) -> None:
            registered = Registered(game, target, plugins.last_called())
            found.setdefault(normalize_name(game), registered)

        with redirect_stdout():
            plugins.manager.caller(hook, plugins)(register=register)
        plugins.contributions[hook] = found
    if name in plugins.games and not issubclass(kind, plugins.game(name)):
        return None
    return plugins.contributions[hook].get(name)


def leave_out(hook: str, kind: type[Game[Any]], part: str, failure: Exception) -> None:
    """Report that a part of a contribution has failed, and go on without the contribution.

    Raises ProblemError with STACKYARD_STRICT=1.
    """
    plugins = registry()
    left_out = plugins.contributions[hook].pop(normalize_name(kind.about.name), None)
    if left_out is not None:  # by no other thread
        plugins.failed(left_out.provider.name, part, failure)
