"""Descriptions of what plugins provide, available before their code is loaded."""

from __future__ import annotations

from collections.abc import Mapping

from stackyard.arguments import check_kind
from stackyard.options import Fields, Option, Value, fault_of_options
from stackyard.text import normalize_name


class GameInfo(Fields):
    """The description of a game, available without loading its rules.

    `name` is typed by users: lower-case letters, digits and underscores. `summary` is a sentence.
    """

    def __init__(self, name: str, title: str, designer: str, year: int, summary: str) -> None:
        self.name = name
        self.title = title
        self.designer = designer
        self.year = year
        self.summary = summary


class Start(Fields):
    """A position with a name from which a match may begin, such as a puzzle or a set-up.

    `summary` is a sentence about it, `settings` are the options that it needs.
    """

    def __init__(
        self,
        name: str,
        position: str,
        summary: str,
        settings: Mapping[str, Value] = {},
    ) -> None:
        self.name = name
        self.position = position
        self.summary = summary
        self.settings = settings


class Term(Fields):
    """An agreement for a match beside the rules, such as its clock.

    `name` is typed by users, `summary` is a sentence, `example` a text that its plugin can read.
    `presets` are texts that forms offer beside the field.
    """

    def __init__(
        self,
        name: str,
        summary: str,
        example: str,
        presets: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.summary = summary
        self.example = example
        self.presets = presets


class Exporter(Fields):
    """A form in which matches are written to a file.

    `name` is typed by users, `suffixes` are the endings of its files (`.svg`), `media_type` is
    sent to browsers. `many` says that several matches make one file, `picture` that it draws the
    board, so that a single ply, the side to look from and a pace can be chosen. `between` is for
    a form in which a file of several matches is their files one after the other, with this
    between: it can be written without all matches in memory. `games` limits it to games of these
    names; empty, it writes them all.
    """

    def __init__(
        self,
        name: str,
        summary: str,
        suffixes: tuple[str, ...],
        media_type: str,
        many: bool = False,
        picture: bool = False,
        between: str | None = None,
        games: tuple[str, ...] = (),
    ) -> None:
        check_kind(suffixes, (tuple, list), f"the suffixes of exporter {name} are a tuple")
        self.name = name
        self.summary = summary
        self.suffixes = suffixes
        self.media_type = media_type
        self.many = many
        self.picture = picture
        self.between = between
        self.games = _plain(games)

    def writes(self, game: str) -> bool:
        """Tell if it writes matches of the game of this name."""
        return not self.games or normalize_name(game) in self.games


class Importer(Fields):
    """A form, such as a game's own notation, from which matches are read.

    `name` and `summary` are as of an Exporter; files with one of the `suffixes` are read by it.
    """

    def __init__(self, name: str, summary: str, suffixes: tuple[str, ...]) -> None:
        check_kind(suffixes, (tuple, list), f"the suffixes of importer {name} are a tuple")
        self.name = name
        self.summary = summary
        self.suffixes = suffixes


class PlayerKind(Fields):
    """A kind of player that a description such as `mcts:simulations=2000` can name.

    `summary` is a sentence; a bare value in a description goes to the first of the `options`.
    `games` limits it to games of these names; empty, it plays them all. `runs` is for a kind that
    runs a program: it names the one setting, which is all of the description after the colon, a
    command line; such a kind has no `options`.
    """

    def __init__(
        self,
        name: str,
        summary: str,
        options: tuple[Option, ...] = (),
        games: tuple[str, ...] = (),
        runs: str = "",
    ) -> None:
        self.name = name
        self.summary = summary
        if fault := fault_of_options(options):
            raise ValueError(f"player {name} {fault}")
        self.options = options
        self.games = _plain(games)
        self.runs = runs


def _plain(games: tuple[str, ...]) -> tuple[str, ...]:
    """The names of games, as they are registered."""
    check_kind(games, (tuple, list), "the games are a tuple of names, such as ('silo',)")
    return tuple(map(normalize_name, games))
