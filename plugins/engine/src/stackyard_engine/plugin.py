"""The players and commands of the engine, and its answer to requests for an analysis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pluggy

from stackyard.descriptions import PlayerKind
from stackyard.options import Option, Span
from stackyard.plugins.builtin import SEED
from stackyard.plugins.hookspecs import RegisterNamed, RegisterPlayer, hookimpl
from stackyard_engine import hookspecs

if TYPE_CHECKING:
    from stackyard.analysis import Analysis, Limit
    from stackyard.turnloop.history import Course
    from stackyard.turnloop.watch import Watch

RUNS_GAMES = True  # failures inside its package are attributed to the game being searched
BUILD_OF = "stackyard_engine.mcts.tree"  # the module whose build `stackyard plugins` shows
LEVEL = 3  # default level
LEVELS = 8
OF_GAME = "the game's"  # default of a parameter of the search
SECONDS = Option("seconds", None, Span(0.001, 3600), "Seconds a move.", "no limit")


@hookimpl
def stackyard_addhooks(pluginmanager: pluggy.PluginManager) -> None:
    """Add the hooks by which plugins tell the engine of games."""
    pluginmanager.add_hookspecs(hookspecs)


@hookimpl
def stackyard_register_players(register: RegisterPlayer) -> None:
    """Register mcts, alphabeta, level, perfect and mirror."""
    register(
        PlayerKind(
            "mcts",
            "Searches by random playouts (UCT), by a number of simulations or seconds a move.",
            (
                Option("simulations", None, range(1, 10**9 + 1), "Simulations a move.", "1000"),
                SECONDS,
                Option(
                    "nodes",
                    1_000_000,
                    range(1000, 10**9 + 1),
                    "How large its tree may grow; a node takes 80 to 112 bytes.",
                ),
                Option("workers", 1, range(1, 257), "In how many processes it searches."),
                Option("horizon", None, range(10**9 + 1), "Moves of a playout.", OF_GAME),
                Option("minimax", None, Span(0, 1), "How much the best reply counts.", OF_GAME),
                Option("scale", None, Span(0.001, 10**9), "The evaluation of a sure win.", OF_GAME),
                Option("exploration", None, Span(0, 100), "How much it explores.", OF_GAME),
                Option("rave", None, Span(0, 10**9), "Visits by which RAVE counts.", OF_GAME),
                Option(
                    "history",
                    None,
                    (False, True),
                    "Whether playouts prefer moves that won.",
                    OF_GAME,
                ),
                Option(
                    "decisive", None, (False, True), "Whether playouts take wins in one.", OF_GAME
                ),
                Option("proof", None, Span(0, 1000), "Positions visited for proofs.", OF_GAME),
                SEED,
            ),
        ),
        "stackyard_engine.players:mcts_player",
    )
    register(
        PlayerKind(
            "alphabeta",
            "Looks a number of moves ahead (alpha-beta), with the game's own evaluation.",
            (
                Option(
                    "depth",
                    None,
                    range(1, 100),
                    "Moves ahead.",
                    "the tuned depth or 6, or no limit with seconds",
                ),
                SECONDS,
                SEED,
            ),
        ),
        "stackyard_engine.players:alphabeta_player",
    )
    register(
        PlayerKind(
            "level",
            "Plays at one of eight strengths: 1 is easy, 8 hard.",
            (Option("level", LEVEL, range(1, LEVELS + 1), "How strong it is."), SEED),
        ),
        "stackyard_engine.players:level_player",
    )
    register(
        PlayerKind(
            "perfect",
            "Plays perfectly where a kept table or its solver knows the result; elsewhere as mcts.",
            (
                Option("seconds", 5.0, Span(0.001, 3600), "Seconds a move, half of them to solve."),
                SEED,
            ),
        ),
        "stackyard_engine.players:PerfectPlayer",
    )
    register(
        PlayerKind(
            "mirror",
            "Answers every move with its mirror image, colours exchanged; else plays any move.",
            (Option("mirror", 1, range(1, 13), "Which symmetry of the board."), SEED),
        ),
        "stackyard_engine.mirror_player:MirrorPlayer",
    )


@hookimpl
def stackyard_register_commands(commands: RegisterNamed) -> None:
    """Register analyse, solve, train, tune, tables, regret, certify and bench."""
    for name, sentence in (
        ("analyse", "Show the best moves of a position and their values."),
        ("solve", "Find out who wins a position with best play, and how."),
        ("train", "Train the weights that evaluate positions of a game."),
        ("tune", "Find the search parameters by which the computer plays a game best."),
        ("tables", "List and remove the kept tables of solved positions."),
        ("regret", "Measure by exact results what the moves of players lose."),
        ("certify", "Check the claims made about a game."),
        ("bench", "Measure the speed of a game's random games and searches."),
    ):
        commands(name, f"stackyard_engine.commands.{name}:command", sentence)


@hookimpl(optionalhook=True, trylast=True)
def stackyard_level_strengths(game: str) -> Mapping[int, float]:
    """The strengths measured by matches of levels, the same for every game."""
    from stackyard_engine.levels import STRENGTHS  # imports what players need

    return STRENGTHS


@hookimpl(trylast=True)
def stackyard_analyse(
    course: Course, limit: Limit | None, watch: Watch | None, seed: int, workers: int
) -> Analysis:
    """Analyse any game, unless another plugin does."""
    from stackyard_engine.analysis import analyse  # imports the search

    return analyse(course, limit, watch, seed=seed, workers=workers)
