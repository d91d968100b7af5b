"""Words that may be typed in place of a move: their arguments, and what was perhaps meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from textwrap import fill

HELP_AT = "Type ? for help."
LEFT, WIDE = 13, 59  # columns of a word in the help, and of a line of it
SHORTEST = 3  # letters of what is taken for a misspelt word
LIKENESS = 0.7


@dataclass(frozen=True)
class Word:
    """Something that may be typed in place of a move.

    `act` is given what stands behind it, at most `most` words; `takes` names them in the help.
    `others` are what people try for it, where that is no move of the game. One that does nothing
    in this match is `idle`: it is answered, and the help leaves it out.
    """

    name: str
    about: str
    act: Callable[[Sequence[str]], None]
    takes: str = ""
    most: int = 0
    others: tuple[str, ...] = ()
    idle: bool = False


class Words:
    """The words that are known at one prompt."""

    def __init__(self, words: Iterable[Word], is_move: Callable[[str], bool]) -> None:
        self._words = {word.name: word for word in words}
        self._others = {other: word for word in self._words.values() for other in word.others}
        self._is_move = is_move

    @property
    def names(self) -> list[str]:
        """The words as they are typed, but for idle ones."""
        return [word.name for word in self._words.values() if not word.idle]

    def find(self, typed: str) -> Word | None:
        """The word that was typed, by its name or by another that is no move of the game."""
        typed = typed.lower()
        known = self._words.get(typed)
        if known is None and typed in self._others and not self._is_move(typed):
            known = self._others[typed]
        return known

    def take_behind(self, word: Word, rest: list[str]) -> list[str]:
        """What stands behind a word, up to the next one; it is taken away from `rest`."""
        end = next((n for n, typed in enumerate(rest) if self.find(typed) is not None), len(rest))
        if word.most > 1:
            end = len(rest)
        taken, rest[:] = rest[:end], rest[end:]
        return taken

    def refusal(self, word: Word, behind: Sequence[str]) -> str:
        """Why a word does not take what stands behind it; empty if it does."""
        if len(behind) <= word.most:
            return ""
        if not word.most:
            return f"{word.name} takes nothing behind it. {HELP_AT}"
        return f"it is {word.name} {word.takes}. {HELP_AT}"

    def meant(self, typed: str, moves: Sequence[str]) -> str:
        """A question whether something else was meant, and where help is."""
        close: list[str] = []
        if len(typed) >= SHORTEST:
            known = [*self._words, *self._others, *moves]
            close = get_close_matches(typed.lower(), known, 1, LIKENESS)
        return f"Did you mean {close[0]}? {HELP_AT}" if close else HELP_AT

    def help(self) -> str:
        """A line for each word, wrapped for a narrow screen."""
        return "\n".join(
            [
                fill(
                    f"{f'{word.name} {word.takes}':{LEFT}} {word.about}",
                    WIDE,
                    initial_indent="  ",
                    subsequent_indent=" " * (LEFT + 3),
                )
                for word in self._words.values()
                if not word.idle
            ]
        )
