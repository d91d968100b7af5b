"""What may be said about a match at any time, while it is played and after its end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from stackyard.errors import EtiquetteError, NotationError
from stackyard.records.format import encode
from stackyard.records.writer import record_of
from stackyard.text import quoted
from stackyard.turnloop.etiquette import NO_TURN, Etiquette, OpenOffers
from stackyard.turnloop.match import Match
from stackyard.turnloop.players import HumanPlayer
from stackyard_cli.board_cursor import marked
from stackyard_cli.files import create
from stackyard_cli.prompt_commands import HELP_AT, Word, Words
from stackyard_cli.screen import Screen

RECORDS = ("", ".json")  # endings of files that save writes
EVERYTHING = 1000  # words: a file name may have blanks
HELP = ("help", "h", "/?", "/help", "commands")  # what people type for some of the words
BOARD = ("show",)
LEAVE = ("exit", "q", "leave", "bye", ":q")


class LeaveError(Exception):
    """The person has left the match; `code` is the exit code."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Talk:
    """A match on a screen, and the words that are answered whether it is over or not."""

    def __init__(self, match: Match, screen: Screen) -> None:
        self.match = match
        self.game = match.game
        self.screen = screen
        self.flip = False
        self.notes = False
        first, second = [isinstance(player, HumanPlayer) for player in match.players]
        self.people = (first, second)
        self.sides = tuple([side for side in (0, 1) if self.people[side]])  # at this keyboard
        self.offers = OpenOffers()
        self.typed: list[str] = []  # moves and words typed ahead on one line
        self.words = Words(self.vocabulary(), self._is_move)
        self._shown: tuple[int, bool, bool] | None = None  # the ply and view last drawn

    def vocabulary(self) -> list[Word]:
        """What may be typed, moves apart."""
        return [
            Word("rules", "the rules; rules short on one screen", self._rules, "[short]", 1),
            Word("save", "write the match to a file", self._save, "FILE", EVERYTHING),
            Word("?", "this, and what the marks on the board mean", self._help, others=HELP),
        ]

    @property
    def etiquette(self) -> Etiquette:
        """The table manners of the match as it stands."""
        return Etiquette(self.match, self.people, self.offers)

    def obey(self, word: Word) -> None:
        """Do what a word asks for, with what stands behind it on the line."""
        behind = self.words.take_behind(word, self.typed)
        refusal = self.words.refusal(word, behind)
        if refusal:
            self.typed.clear()
            self.screen.complain(f"Not done: {refusal}")
        else:
            word.act(behind)

    def _is_move(self, text: str) -> bool:
        """Whether a text is a move of the game in some position."""
        try:
            self.game.read_move(text)
        except NotationError:
            return False
        return True

    def is_drawn(self) -> bool:
        """Whether the board was the last thing drawn; from now on it is."""
        view = self.match.ply, self.flip, self.notes
        drawn, self._shown = self._shown == view, view
        return drawn

    def show(self) -> None:
        """The board, unless it was the last thing drawn."""
        if not self.is_drawn():
            self.screen.show(marked(self.match.course), self.flip, self.notes)

    def refuse(self, sentence: str) -> None:
        """Say why a word was not followed."""
        self.typed.clear()
        self.screen.complain(f"Not done: {sentence}. {HELP_AT}")

    def _undo(self, behind: Sequence[str]) -> None:
        """Take back the last turn of a person, the computer's answer included.

        Several on one line are one step, so that a long way back is not a slow one.
        """
        times = 1
        while self.typed and self.typed[0].lower() == "undo":
            self.typed.pop(0)
            times += 1
        try:
            ruling = self.etiquette.takeback(self.sides, times)
        except EtiquetteError as error:
            self.refuse(str(error))
            return
        ruling.apply(self.match)
        self.offers = ruling.offers
        self._shown = None
        self.screen.say("Taken back.")
        if ruling.steps < times:
            self.refuse(NO_TURN.sentence)

    def _rules(self, behind: Sequence[str]) -> None:
        if not behind:
            self.screen.page(self.game.rules_page())
        elif behind[0].lower() == "short":
            self.screen.page(self.game.rules_in_short())
        else:
            self.refuse("it is rules, or rules short")

    def _save(self, behind: Sequence[str]) -> None:
        """Write the match to a new file."""
        name = " ".join(behind)
        if name and Path(name).suffix.lower() not in RECORDS:
            suffix = Path(name).suffix
            self.refuse(
                f"save writes records, and {quoted(suffix)} is no ending of theirs; name it .json"
            )
            return
        if not name:
            self.screen.complain("Not saved: name a file, as in save game.json.")
            return
        try:
            create(Path(name).expanduser(), encode(record_of(self.match), indent=2) + b"\n")
        except FileExistsError:
            what = "is a folder" if Path(name).expanduser().is_dir() else "exists already"
            self.screen.complain(f"Not saved: {name} {what}; choose another name.")
        except (OSError, ValueError, RuntimeError) as failure:
            reason = failure.strerror if isinstance(failure, OSError) else failure
            self.screen.complain(f"Not saved: {name} cannot be written: {reason}.")
        else:
            self.screen.say(f"Saved to {name}.")

    def _quit(self, behind: Sequence[str]) -> None:
        raise LeaveError(0, "You have left the game.")

    def _help(self, behind: Sequence[str]) -> None:
        """The words, and the marks that are on the board now."""
        marks = self.screen.legend(marked(self.match.course), self.notes)
        pointing = "" if self.match.result else self.screen.pointing
        self.screen.page(
            "Type a move, or several with blanks between, or a word:\n"
            f"{self.words.help()}\n{pointing}On the board:\n{marks}",
            markdown=False,
        )
