"""The screen of a session, of plain text.

It needs no terminal, so that scripts and screen readers can play.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType

from stackyard.drawing import text
from stackyard.drawing.picture import Look, shows_notes
from stackyard.drawing.spoken import in_words
from stackyard.scenes import Scene
from stackyard.text import printable
from stackyard.turnloop.watch import Watch
from stackyard_cli.board_cursor import SelectableBoard
from stackyard_cli.legend import legend
from stackyard_cli.output import echo, standard_output
from stackyard_cli.stdin_lines import TimeUpError, can_edit, read_edited, read_line
from stackyard_cli.stop_signals import stopping

SPOKEN = "each occupied cell is named, with its pieces from the bottom up"
NO_KEYS: Mapping[str, str] = {}

Prompt = Callable[[], str]  # called again while the prompt is shown: a clock changes its text


def notes_apart(scene: Scene, look: Look) -> list[str]:
    """A line with the notes of occupied cells, if notes are shown and do not fit on the board."""
    if not look.notes or not scene.notes or shows_notes(scene, look):
        return []
    cells = [cell for cell in sorted(scene.cells) if cell in scene.notes]
    cell_notes = ", ".join([f"{scene.board.names[cell]}/{scene.notes[cell]}" for cell in cells])
    pieces = f" Of its pieces: {cell_notes}" if cell_notes else ""
    return [f"There is no room for notes on the board.{pieces}"]


@contextmanager
def collected_presses(wanted: bool) -> Iterator[list[int]]:
    """The presses of Ctrl-C meanwhile, which do nothing else; the second one interrupts.

    Unless they are `wanted`, each keeps its usual effect.
    """
    presses: list[int] = []

    def press(number: int, frame: FrameType | None) -> None:
        if presses:
            raise KeyboardInterrupt
        presses.append(number)

    before = signal.getsignal(signal.SIGINT)
    if wanted:
        signal.signal(signal.SIGINT, press)
    try:
        yield presses
    finally:
        signal.signal(signal.SIGINT, before)


class Screen:
    """Shows a session and reads its input: standard input and output as plain text.

    Without `talks` only complaints are printed. With `spoken` the board is described in words, for
    screen readers. `options` are those of the command line that choose it again.
    """

    def __init__(self, talks: bool = True, spoken: bool = False) -> None:
        self.talks = talks
        self.spoken = spoken
        self.options = ["--plain"] if spoken else []
        self._warned: set[str] = set()

    @property
    def interactive(self) -> bool:
        """Tell if a person uses it, not a program."""
        return self.talks and sys.stdin.isatty() and standard_output().isatty()

    def say(self, text: str) -> None:
        """Show a text."""
        if self.talks:
            echo(text)

    def complain(self, text: str) -> None:
        """Show a refusal, on standard error if standard output is kept for an answer."""
        echo(text, err=not self.talks)

    def warn(self, warning: str) -> None:
        """Show each sentence of a warning, once; see Player for its form."""
        for line in warning.splitlines():
            if line not in self._warned:
                self._warned.add(line)
                self._caution(f"Warning: {line}.")

    def _caution(self, text: str) -> None:
        echo(text, err=True)

    def show(self, scene: Scene, flip: bool, notes: bool) -> None:
        """Draw the board and its trays, or describe them."""
        if self.spoken:
            self.say(in_words(scene, flip, notes))
            return
        look = Look(flip=flip, notes=notes, live=True)
        drawn = [text.board(scene, look), *text.trays(scene), *notes_apart(scene, look)]
        self.say("\n".join(["", *drawn]))

    def legend(self, scene: Scene, notes: bool) -> str:
        """A line for each kind of mark on the board."""
        if self.spoken:
            return f"  {SPOKEN}{f'; notes: {scene.notes_legend}' if scene.notes_legend else ''}"
        return legend(scene, Look(notes=notes, live=True))

    def cursor_help(self, board: SelectableBoard, question: str) -> str:
        """A line of help on selecting cells with the cursor; empty where that is not possible."""
        return ""

    def page(self, text: str, markdown: bool = True) -> str:
        """Show a text, perhaps in Markdown; a long one screen by screen, if a terminal can draw.

        Returns what was typed instead of reading on, usually nothing. One to be spoken has no signs
        around moves and cells.
        """
        self.say((text.replace("`", "") if self.spoken and markdown else text).rstrip())
        return ""

    def ask(
        self,
        prompt: Prompt,
        completions: Sequence[str],
        keys: Mapping[str, str] = NO_KEYS,
        seconds: float | None = None,
        board: SelectableBoard | None = None,
        drawn: bool = True,
    ) -> str:
        """Read a line; `completions` are offered where the terminal can complete.

        A `board` is drawn above the prompt unless it is `drawn` already; where the terminal can, a
        move may be chosen on it with the cursor. While nothing is typed, each of the `keys` enters
        its text there. Raises EOFError at the end of the input, TimeUpError after `seconds` without
        a line. Input that no terminal shows is printed.
        """
        if board is not None and not drawn:
            self.show(board.scene, board.flip, board.notes)
        until = None if seconds is None else time.monotonic() + seconds
        warned = not sys.stdin.isatty()
        editing = self.talks and can_edit()
        line = None
        while line is None:
            left = None if until is None else until - time.monotonic()
            question = f"{prompt()} > "
            try:
                if editing:
                    return read_edited(printable(question), left)
                if self.talks:
                    echo(question, nl=False)
                line = read_line(left)
            except TimeUpError:
                self.say("")  # the prompt is still open
                raise
            except KeyboardInterrupt:  # the terminal has dropped the line that was being typed
                if warned or stopping():
                    raise
                warned = True
                self.say("\nCtrl-C again leaves.")
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            self.say(line.rstrip("\r\n"))
        return line

    @contextmanager
    def thinking(self, name: str, stoppable: bool) -> Iterator[Watch]:
        """Show that a computer thinks, where a terminal can draw; yields the watch of its search.

        If it is `stoppable`, Ctrl-C at a terminal ends the thinking, not the game.
        """
        with collected_presses(stoppable and sys.stdin.isatty()) as presses:
            yield lambda share: bool(presses)
