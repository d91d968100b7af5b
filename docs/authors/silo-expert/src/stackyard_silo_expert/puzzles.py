"""Puzzles of small boards of Silo, with those that Silo brings."""

from __future__ import annotations

from importlib.resources import files

from stackyard_coach.puzzles import read_puzzles, write_puzzles


def puzzles() -> str:
    """The puzzles of both packages as one text."""
    both = [
        puzzle
        for package in ("stackyard_silo_expert", "stackyard_silo")
        for puzzle in read_puzzles(files(package).joinpath("puzzles.json").read_bytes(), package)
    ]
    return write_puzzles(both).decode()
