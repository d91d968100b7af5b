"""The hooks of this package; heavy modules are imported when they are needed."""

from __future__ import annotations

from collections.abc import Sequence

from stackyard.descriptions import PlayerKind
from stackyard.options import Option
from stackyard.plugins.builtin import SEED
from stackyard.plugins.hookspecs import RegisterNamed, RegisterPlayer, hookimpl


@hookimpl
def stackyard_register_commands(commands: RegisterNamed) -> None:
    """Register the arena and the study."""
    for name, sentence in (
        ("arena", "Let computer players meet, and rate them."),
        ("study", "Measure whether a game is balanced, deep, clear, dramatic and decisive."),
    ):
        commands(name, f"stackyard_lab.commands.{name}:command", sentence)


@hookimpl
def stackyard_register_players(register: RegisterPlayer) -> None:
    """Register the players that a study lets play against another."""
    register(
        PlayerKind(
            "restricted",
            "Obeys a rule of its own: greedy, without captures, or half of its moves random.",
            (
                Option("rule", "greedy", ("greedy", "no_captures", "random_half"), "Which rule."),
                Option("simulations", 400, range(1, 10**9 + 1), "Simulations a move."),
                SEED,
            ),
        ),
        "stackyard_lab.study.restricted_player:RestrictedPlayer",
    )


@hookimpl
def stackyard_register_executors(register: RegisterNamed) -> None:
    """Register the processes of this machine."""
    register(
        "processes",
        "stackyard_lab.pool:processes",
        "Processes on this machine: the number given, or one for each processor.",
    )


@hookimpl(optionalhook=True)
def stackyard_rate(
    players: int, results: Sequence[tuple[int, int, float]]
) -> list[tuple[float, float, float]]:
    """Rate the names in the lobby of `stackyard serve` as the arena rates computer players."""
    from stackyard_lab.rating import rate

    return [(one.value, one.low, one.high) for one in rate(players, results).players]
