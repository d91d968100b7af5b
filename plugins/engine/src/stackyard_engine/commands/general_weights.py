"""`stackyard train GAME --board …`: weights for boards of any size."""

from __future__ import annotations

from pathlib import Path

import click

from stackyard.text import plural
from stackyard_cli.common import echo_json, game_of, warn
from stackyard_cli.output import echo, tell
from stackyard_engine.commands.phase_progress import PhaseProgress, tell_stop
from stackyard_engine.commands.weights_files import size_of
from stackyard_engine.eval.weights import WEIGHTS, write_weights
from stackyard_engine.file_format import check_writable
from stackyard_engine.train.general_weights import FEWEST, Board, fit_general_weights

EXAMPLE = "train silo --board size=4,height=3 --board size=6,height=2 --output FILE"


def train_general_weights(
    name: str | None,
    options: tuple[str, ...],
    boards: tuple[str, ...],
    games: int,
    output: Path | None,
    seed: int,
    *,
    as_json: bool,
) -> None:
    """Train weights on several boards, with the same other options, and write them to a file."""
    if name is None or output is None or len(set(boards)) < FEWEST:
        raise click.UsageError(
            "one file for boards of any size needs a game, at least two different boards and a"
            f" file, as in `stackyard {EXAMPLE}`"
        )
    check_writable(output, WEIGHTS)
    chosen = [game_of(name, (*options, *board.split(","))) for board in boards]
    with PhaseProgress(lines=not as_json) as progress:
        try:
            solved = progress.of("positions")
            teaching = [Board.of(game, warn, solved) for game in chosen]
            result = fit_general_weights(
                *(teaching, games, seed),
                progress.of("games"),
                progress.of("boards of the calibration"),
            )
        except KeyboardInterrupt:
            progress.clear()
            tell_stop("Stopped: no weights were written; the same command begins again.")
            raise
    write_weights(output, result.weights)
    if as_json:
        echo_json(
            {
                "game": name,
                "boards": result.weights.heading.boards,
                "weights": len(result.weights.numbers),
                "file": str(output),
                **result.weights.heading.report,
            }
        )
        return
    known = sum([board.knowledge is not None for board in teaching])
    tell(
        f"{result.games:,} games, {result.positions:,} positions, on"
        f" {plural(len(chosen), 'board')}, {known} of them with exact results."
    )
    echo(f"Error on held-out games: {result.error:.3f}.")
    echo(f"weights: {output} ({size_of(output)})")
