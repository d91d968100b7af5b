"""Descriptions of what plugins provide, available before their code is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from stackyard.options import Option, Value


@dataclass(frozen=True)
class GameInfo:
    """The description of a game, available without loading its rules.

    `name` is typed by users: lower-case letters, digits and underscores. `summary` is a sentence.
    """

    name: str
    title: str
    designer: str
    year: int
    summary: str


@dataclass(frozen=True)
class Start:
    """A position with a name from which a match may begin, such as a puzzle or a set-up.

    `summary` is a sentence about it, `settings` are the options that it needs.
    """

    name: str
    position: str
    summary: str
    settings: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Term:
    """An agreement for a match beside the rules, such as its clock.

    `name` is typed by users, `summary` is a sentence, `example` a text that its plugin can read.
    `presets` are texts that forms offer beside the field.
    """

    name: str
    summary: str
    example: str
    presets: tuple[str, ...] = ()


@dataclass(frozen=True)
class Exporter:
    """A form in which matches are written to a file.

    `name` is typed by users, `suffixes` are the endings of its files (`.svg`), `media_type` is
    sent to browsers. `many` says that several matches make one file, `picture` that it draws the
    board, so that a single ply, the side to look from and a pace can be chosen. `between` is for
    a form in which a file of several matches is their files one after the other, with this
    between: it can be written without all matches in memory. `games` limits it to games of these
    names; empty, it writes them all.
    """

    name: str
    summary: str
    suffixes: tuple[str, ...]
    media_type: str
    many: bool = False
    picture: bool = False
    between: str | None = None
    games: tuple[str, ...] = ()

    def writes(self, game: str) -> bool:
        """Tell if it writes matches of the game of this name."""
        return not self.games or game in self.games


@dataclass(frozen=True)
class Importer:
    """A form, such as a game's own notation, from which matches are read.

    `name` and `summary` are as of an Exporter; files with one of the `suffixes` are read by it.
    """

    name: str
    summary: str
    suffixes: tuple[str, ...]


@dataclass(frozen=True)
class PlayerKind:
    """A kind of player that a description such as `mcts:simulations=2000` can name.

    `summary` is a sentence; a bare value in a description goes to the first of the `options`.
    `games` limits it to games of these names; empty, it plays them all. `runs` is for a kind that
    runs a program: it names the one setting, which is all of the description after the colon, a
    command line; such a kind has no `options`.
    """

    name: str
    summary: str
    options: tuple[Option, ...] = ()
    games: tuple[str, ...] = ()
    runs: str = ""
