"""What a session is shown on: something that shows, says and asks. Here the plain one.

Plain text needs no terminal: a script or a screen reader can play.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from stackyard.drawing.legend import legend
from stackyard.drawing.picture import Look, shows_notes
from stackyard.drawing.spoken import in_words
from stackyard.drawing.text import board, trays
from stackyard.scenes import Scene
from stackyard.turnloop.watch import Watch
from stackyard_cli.board_cursor import Pointable
from stackyard_cli.output import echo, standard_output
from stackyard_cli.stdin_lines import Lines, TimeUpError

SPOKEN = "each cell that holds something is named, with its pieces from the bottom up"
NO_KEYS: Mapping[str, str] = {}

Prompt = Callable[[], str]  # asked again while it stands, for what it shows may change


def notes_apart(scene: Scene) -> str:
    """The notes that have no room on the board: those of the cells that hold something."""
    cells = [cell for cell in sorted(scene.cells) if cell in scene.notes]
    noted = ", ".join([f"{scene.board.names[cell]}/{scene.notes[cell]}" for cell in cells])
    pieces = f" Of its pieces: {noted}" if noted else ""
    return f"There is no room for notes on the board.{pieces}"


class Screen(Protocol):
    """Where a session is shown; `interactive` is one at which a person sits."""

    @property
    def interactive(self) -> bool:
        """Whether a person reads and types, and no program."""

    @property
    def pointing(self) -> str:
        """A line for the help that says how cells are chosen on the board, if they can be."""

    def say(self, text: str) -> None:
        """Tell something."""

    def complain(self, text: str) -> None:
        """Tell what went wrong, even when everything else is silent."""

    def show(self, scene: Scene, flip: bool, notes: bool) -> None:
        """Draw the board and what lies beside it."""

    def legend(self, scene: Scene, notes: bool) -> str:
        """A line for each kind of mark on that board."""

    def page(self, text: str, markdown: bool = True) -> None:
        """Show a text, perhaps of Markdown, screen by screen where it is long."""

    def ask(
        self,
        prompt: Prompt,
        words: Sequence[str],
        keys: Mapping[str, str] = NO_KEYS,
        seconds: float | None = None,
        pointable: Pointable | None = None,
        drawn: bool = True,
    ) -> str:
        """A typed line, `words` being likely ones.

        With a `pointable` its board stands above the prompt, drawn anew unless it is `drawn`, and a
        move may be chosen on it where the terminal can.

        Where there are `keys`, each stands for its word as long as nothing has been typed. Raises
        EOFError when there is no more, TimeUpError when there is none within so many `seconds`.
        """

    def thinking(self, name: str, stoppable: bool) -> AbstractContextManager[Watch | None]:
        """While the computer thinks: what may follow its search, and stop it if `stoppable`."""


class PlainScreen:
    """Standard input and output as they are; silent but for complaints when `talks` is off.

    It says the board in words if `spoken`, for screen readers.
    """

    def __init__(self, talks: bool = True, spoken: bool = False) -> None:
        self.talks = talks
        self.spoken = spoken
        self._lines = Lines()

    @property
    def interactive(self) -> bool:
        """Whether both streams are a terminal."""
        return self.talks and sys.stdin.isatty() and standard_output().isatty()

    @property
    def pointing(self) -> str:
        """Nothing: no key moves on a board of letters."""
        return ""

    def say(self, text: str) -> None:
        """Print a text."""
        if self.talks:
            echo(text)

    def complain(self, text: str) -> None:
        """Print a text, to standard error if standard output is kept for an answer."""
        if self.talks:
            echo(text)
        else:
            echo(text, err=True)

    def show(self, scene: Scene, flip: bool, notes: bool) -> None:
        """Print the board and its trays in letters, or say them."""
        if self.spoken:
            self.say(in_words(scene, flip, notes))
            return
        look = Look(flip=flip, notes=notes, live=True)
        self.say("\n".join(["", board(scene, look), *trays(scene)]))
        if notes and scene.notes and not shows_notes(scene, look):
            self.say(notes_apart(scene))

    def legend(self, scene: Scene, notes: bool) -> str:
        """The letters and signs on that board."""
        if self.spoken:
            return f"  {SPOKEN}{f'; notes: {scene.noted}' if scene.noted else ''}"
        return legend(scene, Look(notes=notes, live=True))

    def page(self, text: str, markdown: bool = True) -> None:
        """Print a text as it is."""
        self.say(text.rstrip())

    def ask(
        self,
        prompt: Prompt,
        words: Sequence[str],
        keys: Mapping[str, str] = NO_KEYS,
        seconds: float | None = None,
        pointable: Pointable | None = None,
        drawn: bool = True,
    ) -> str:
        """Read a line; what was typed is repeated where no terminal shows it."""
        if pointable is not None and not drawn:
            self.show(pointable.scene, pointable.flip, pointable.notes)
        until = None if seconds is None else time.monotonic() + seconds
        warned = not sys.stdin.isatty()
        while True:
            if self.talks:
                echo(f"{prompt()} > ", nl=False)
            try:
                left = None if until is None else until - time.monotonic()
                line = self._lines.next(left)
                break
            except TimeUpError:
                self.say("")  # the prompt is still open
                raise
            except KeyboardInterrupt:  # the terminal has dropped the line that was being typed
                if warned:
                    raise
                warned = True
                self.say("\nCtrl-C again leaves.")
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            self.say(line.rstrip("\r\n"))
        return line

    @contextmanager
    def thinking(self, name: str, stoppable: bool) -> Iterator[None]:
        """Nothing is shown."""
        yield None
