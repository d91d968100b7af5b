"""Errors whose message is one sentence to show to the user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class StackyardError(Exception):
    """The base class: `str(error)` is one clear sentence."""


class UnknownNameError(StackyardError):
    """No object of that kind is registered under the requested name."""


class UnknownGameError(UnknownNameError):
    """No game of that name is installed; `advice` says how to install it, or is empty.

    `sentence` leaves it out, for those who can install nothing, such as visitors of a server.
    """

    def __init__(self, sentence: str, advice: str = "") -> None:
        super().__init__(sentence, advice)
        self.sentence = sentence
        self.advice = advice

    def __str__(self) -> str:
        return f"{self.sentence}; {self.advice}" if self.advice else self.sentence


class OptionError(StackyardError):
    """An option is unknown, or its value is not one of those allowed.

    `option` is its name, `value` the given value, `allowed` a description of the allowed values.
    """

    def __init__(self, option: str, value: object, allowed: str, sentence: str) -> None:
        super().__init__(sentence)
        self.option = option
        self.value = value
        self.allowed = allowed


class PlayerSpecError(StackyardError):
    """A player's description is malformed, or names a player that is not installed."""


class PositionError(StackyardError):
    """A position string is malformed, does not fit the game, or breaks an invariant."""


class NotationError(StackyardError):
    """A text is not a move of this game in any position."""


class Refusal:
    """Why a move is not allowed.

    `rule` is a stable identifier, `sentence` the explanation, `cells` the cells to highlight.
    """

    __slots__ = ("cells", "rule", "sentence")

    def __init__(self, rule: str, sentence: str, cells: Sequence[int] = ()) -> None:
        self.rule = rule
        self.sentence = sentence
        self.cells = tuple(cells)

    def __repr__(self) -> str:
        return f"Refusal({self.rule!r}, {self.sentence!r}, {self.cells!r})"


class Refusals:
    """The refusals of a game: for each rule a sentence, with names such as `{cell}` to fill in."""

    def __init__(self, sentences: Mapping[str, str]) -> None:
        self.sentences = sentences

    def __call__(self, rule: str, cells: Sequence[int] = (), /, **words: object) -> Refusal:
        """The refusal of a rule; `words` fill in its sentence."""
        if rule not in self.sentences:
            raise LookupError(f"there is no sentence for the refusal {rule}")
        try:
            return Refusal(rule, self.sentences[rule].format(**words), cells)
        except KeyError as missing:
            lacks = f"the sentence of the refusal {rule} has {{{missing.args[0]}}} to fill in"
            raise LookupError(f"{lacks}, which is not given") from None


class IllegalMoveError(StackyardError):
    """A move of the game that the rules do not allow here; `refusal` names the rule."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


class EtiquetteError(StackyardError):
    """A request beside the moves, such as a draw offer, is not allowed; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


class RecordError(StackyardError):
    """A record cannot be read, or the current rules do not allow its moves.

    `ply` is the number of moves that could be played; None if none were tried.
    """

    def __init__(self, sentence: str, ply: int | None = None) -> None:
        super().__init__(sentence)
        self.ply = ply


class ArchiveError(StackyardError):
    """The archive of matches cannot be read or written, or lacks the requested match."""


class UnknownMatchError(ArchiveError):
    """The archive was read, and lacks the requested match."""


class NoEngineError(StackyardError):
    """No plugin is installed that analyses positions of the game."""


class PluginError(StackyardError):
    """A plugin could not be loaded or broke in use (raised with STACKYARD_STRICT=1)."""
