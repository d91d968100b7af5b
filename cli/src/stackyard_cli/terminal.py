"""A real terminal: colours and shapes, a prompt with completion, a bar while the computer thinks.

rich honours NO_COLOR; the pieces keep their letters and brackets, so that nothing is lost.
"""

from __future__ import annotations

import sys
import time
from asyncio import AbstractEventLoop, get_running_loop, sleep
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from math import inf
from textwrap import fill
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, get_app
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import ANSI, AnyFormattedText, merge_formatted_text
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import create_output
from prompt_toolkit.shortcuts import CompleteStyle
from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.progress import BarColumn, Progress, TextColumn
from rich.segment import Segment, Segments
from rich.table import Table as RichTable
from rich.text import Text

from stackyard.drawing import picture
from stackyard.drawing.picture import TERMINAL, Look
from stackyard.drawing.text import trays
from stackyard.scenes import Scene
from stackyard.text import printable
from stackyard.turnloop.watch import Watch
from stackyard_cli.board_cursor import BoardCursor, SelectableBoard
from stackyard_cli.legend import legend
from stackyard_cli.output import standard_output
from stackyard_cli.progress import PATIENCE, stop_bar
from stackyard_cli.screen import NO_KEYS, Prompt, Screen, collected_presses, notes_apart
from stackyard_cli.stdin_lines import TimeUpError
from stackyard_cli.stop_signals import end_if_stopping, set_in_prompt, stopping

ARROWS = {"right": (1, 0), "left": (-1, 0), "up": (0, 1), "down": (0, -1)}
CURSOR_HELP = (
    "Arrow keys move a cursor on the board, shown inverted; Enter selects cells, which are then "
    "underlined.\n"
)
MARGIN = 2  # lines: a blank one above the board, and one to spare
MIN_PROMPT_LINES = 2  # the prompt may grow while it is shown
ROOM = 6  # columns behind a question, for `>` and the typed text
LEAVE_PAGES = "q"
PAGING = {" ": "", LEAVE_PAGES: LEAVE_PAGES}  # keys that need no Enter in a long text
NOTHING_TYPED = Condition(lambda: not get_app().current_buffer.text)
GAP = 3  # columns between those of a table, at most
LONG_WORD = 14  # columns of a table's column that are not given to other columns
TICK = 0.25  # seconds after which a prompt with a clock is drawn again
LOOKS_APART = 0.2  # seconds between two looks of a prompt for a signal

# Bright letters on the player's colour; vermilion and blue are distinct for all colour vision.
PIECES = {
    "red": "bold #ffffff on #b34700",
    "blue": "bold #ffffff on #005a94",
    "white": "bold #1d1d1b on #f2efe6",
    "black": "bold #ffffff on #33322f",
}
STYLES = {
    picture.NAME: "bold",
    picture.NOTE: "dim",
    picture.EMPTY: "dim",
    picture.CHOICE: "bold green",
    picture.TOUCHED: "bold yellow",
    picture.DECISIVE: "bold green",
    picture.CURSOR: "bold reverse",
    picture.CHOSEN: "underline",
}


def in_colours(scene: Scene, look: Look) -> Text:
    """The board and its trays in a look."""
    pieces = [PIECES.get(colour, "bold reverse") for colour in (*scene.colours, scene.neutral)]
    styles = STYLES | dict(zip(picture.PLAYERS, pieces, strict=True))
    text = Text(no_wrap=True, overflow="crop")
    for line in picture.picture(scene, look):
        for span in line:
            text.append(span.text, styles.get(span.role, ""))
        text.append("\n")
    text.append("\n".join(trays(scene)))
    text.rstrip()
    return text


class _Console(Console):
    """Removes control sequences from text, but keeps those that rich itself writes."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """The segments of a renderable, at any depth, made safe to display."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else printable(text), style, control)


def console() -> Console:
    """The console that rich prints to."""
    return _Console(file=standard_output(), highlight=False, emoji=False)


def print_board(output: Console, scene: Scene, look: Look) -> None:
    """The board and its trays below a blank line, and the notes that do not fit."""
    output.print()
    output.print(in_colours(scene, look))
    for line in notes_apart(scene, look):
        output.print(Text(line))


def print_table(header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Rows under a heading, wrapped to the terminal; on a narrow one a line for each cell."""
    table = RichTable(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    least = 0
    for title, column in zip(header, zip(*rows, strict=True), strict=True):
        words = [word for text in column for word in text.split()]
        longest = max(map(len, words), default=0)
        width = min(LONG_WORD, max(len(title), longest))
        table.add_column(title, min_width=width, overflow="fold")
        least += width + GAP
    for row in rows:
        table.add_row(*map(Text, row))
    output = console()
    if least <= output.width:
        output.print(table)
        return
    for row in rows:
        output.print()
        for title, cell in zip(header, row, strict=True):
            output.print(Text(f"{title}: {cell}"))


def print_balance(colours: tuple[str, str], share: float, length: int, width: int) -> None:
    """Print a bar of `width` columns, the first `length` in the first player's colour."""
    first, second = [PIECES.get(colour, "bold reverse") for colour in colours]
    text = Text(no_wrap=True)
    text.append(f" {colours[0]} {share:.0%} ", first)
    text.append("█" * length + "░" * (width - length))
    text.append(f" {1 - share:.0%} {colours[1]} ", second)
    console().print(text)


def _bindings(keys: Mapping[str, str]) -> KeyBindings:
    """Bindings of keys that enter a text while nothing is typed."""
    bindings = KeyBindings()
    for key, text in keys.items():
        bindings.add(key, filter=NOTHING_TYPED)(_enter(text))
    return bindings


class _InterruptGuard:
    """Ctrl-C at a prompt: the first clears the line and warns, the second leaves."""

    def __init__(self) -> None:
        self.warned = False

    @property
    def warning(self) -> str:
        """The warning after the first Ctrl-C."""
        return "(Ctrl-C again leaves) " if self.warned else ""

    def bind(self, bindings: KeyBindings) -> None:
        """Bind Ctrl-C, and typing, which withdraws the warning."""

        @bindings.add("c-c")
        def press(event: KeyPressEvent) -> None:
            if self.warned:
                event.app.exit(exception=KeyboardInterrupt())
            self.warned = True
            event.current_buffer.reset()

        @bindings.add(Keys.Any)
        def insert(event: KeyPressEvent) -> None:
            self.warned = False
            event.current_buffer.insert_text(event.data)


@contextmanager
def _silent_keys() -> Iterator[None]:
    """Turn off the terminal's echo; typed text is kept for the next prompt."""
    try:
        import termios
    except ImportError:  # Windows
        yield
        return
    try:
        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
    except (OSError, termios.error):  # no terminal
        yield
        return
    silent = [*before]
    silent[3] &= ~termios.ECHO
    termios.tcsetattr(descriptor, termios.TCSADRAIN, silent)
    try:
        yield
    finally:
        with suppress(termios.error):  # the terminal has been closed
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _enter(text: str) -> Callable[[KeyPressEvent], None]:
    return lambda event: event.app.exit(result=text)


def _joined(lines: Sequence[Sequence[Segment]]) -> list[Segment]:
    """Rendered lines, one below the other."""
    return [segment for line in lines for segment in [*line, Segment.line()]]


@contextmanager
def _noted_signals() -> Iterator[None]:
    """Let a prompt look for signals; raise KeyboardInterrupt after it if one came."""
    set_in_prompt(True)
    try:
        yield
    finally:
        set_in_prompt(False)
        end_if_stopping()


def _watch_prompt(seconds: float) -> None:
    """Let the prompt that begins end in time, and by an error in a step of its event loop.

    prompt_toolkit would show a traceback and wait for Enter, which a closed terminal never sends.
    """
    get_running_loop().set_exception_handler(partial(_fail_prompt, get_app()))
    get_app().create_background_task(_end_prompt(seconds))


def _fail_prompt(app: Application[Any], _: AbstractEventLoop, context: dict[str, Any]) -> None:
    """End a prompt by the error that asyncio found; one after its end changes nothing."""
    error = context.get("exception")
    if isinstance(error, Exception) and app.is_running and not app.is_done:
        app.exit(exception=error)


async def _end_prompt(seconds: float) -> None:
    """End the prompt after `seconds`, or when a signal is to end the program."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0 and not stopping():
        await sleep(min(left, LOOKS_APART))
    app = get_app()
    if not app.is_done:
        app.exit(exception=KeyboardInterrupt() if stopping() else TimeUpError())


class BoardPrompt:
    """The board above a prompt, with a cursor that arrow keys move and Enter selects cells with.

    prompt_toolkit requests the text of a prompt several times for each key: the board is redrawn
    only when the cursor, the selected cells or the terminal have changed.
    """

    def __init__(self, output: Console, board: SelectableBoard, drawn: bool) -> None:
        self._console = output
        self._board = board
        self._skipped = drawn  # until the cursor appears, the board drawn before is reused
        self.cursor = BoardCursor(board)
        self._rendered: tuple[Look, ANSI] | None = None  # the last one

    @property
    def _look(self) -> Look:
        """The look of the board with its cursor."""
        cursor, board = self.cursor, self._board
        return replace(
            TERMINAL,
            width=self._console.width,
            flip=board.flip,
            notes=board.notes,
            cursor=-1 if cursor.cell is None else cursor.cell,
            chosen=cursor.chosen,
        )

    def fits(self, question: str) -> bool:
        """Tell if the board and the prompt fit on the screen."""
        lines = self._drawn().value.count("\n") - 1  # without the blank line above
        question_lines = max(MIN_PROMPT_LINES, question.count("\n") + 1)
        return lines + question_lines + MARGIN <= self._console.height

    @property
    def message(self) -> str:
        """A remark on the last selected cell, to stand before the prompt."""
        return f"({self.cursor.message}) " if self.cursor.message else ""

    def picture(self) -> AnyFormattedText:
        """The board; empty while the board drawn before is still current."""
        if self._skipped and self.cursor.cell is None:
            return ""
        return self._drawn()

    def _drawn(self) -> ANSI:
        """The board with its cursor, below a blank line."""
        look = self._look
        if self._rendered is None or self._rendered[0] != look:
            with self._console.capture() as captured:
                print_board(self._console, self.cursor.scene, look)
            self._rendered = look, ANSI(captured.get())
        return self._rendered[1]

    def bind(self, bindings: KeyBindings) -> None:
        """Bind the arrow keys, Enter and Escape to the cursor while nothing is typed."""
        visible = Condition(lambda: self.cursor.cell is not None)
        for key, (right, up) in ARROWS.items():
            bindings.add(key, filter=NOTHING_TYPED)(self._moving(right, up))

        @bindings.add("enter", filter=NOTHING_TYPED & visible)
        def select(event: KeyPressEvent) -> None:
            text, buffer = self.cursor.select(), event.current_buffer
            if text:
                self.cursor.hide()
                buffer.insert_text(text)
                buffer.validate_and_handle()
            elif self.cursor.prefix:
                buffer.insert_text(self.cursor.prefix)

        @bindings.add("escape", filter=NOTHING_TYPED & visible)
        def hide(event: KeyPressEvent) -> None:
            self.cursor.hide()

    def _moving(self, right: int, up: int) -> Callable[[KeyPressEvent], None]:
        return lambda event: self.cursor.move(right, up)


class TerminalScreen(Screen):
    """The terminal that standard input and output are connected to."""

    def __init__(self) -> None:
        super().__init__()
        self.console = console()
        output = create_output(standard_output())
        self.prompt: PromptSession[str] = PromptSession(output=output, enable_suspend=True)

    def say(self, text: str) -> None:
        """Print a text, wrapped to the terminal; indented lines keep their indent.

        A line that is a command stays whole, so that it can be copied.
        """
        for line in text.splitlines() or [""]:
            words = line.lstrip(" ")
            if words.startswith("stackyard "):
                self.console.print(Text(line), soft_wrap=True)
                continue
            behind = (0, 0, 0, len(line) - len(words))
            indented = words and behind[-1] < self.console.width // 2
            what = Padding(Text(words), behind, expand=False) if indented else Text(line)
            self.console.print(what)

    def complain(self, text: str) -> None:
        """Print a refusal or a warning; indented lines stay whole, so that they can be copied."""
        for line in text.splitlines():
            whole = line.startswith("  ")
            self.console.print(line, markup=False, style="yellow", soft_wrap=whole)

    def _caution(self, text: str) -> None:
        self.complain(text)

    def show(self, scene: Scene, flip: bool, notes: bool) -> None:
        """Draw the board in colours, with the cells marked that begin a move."""
        look = replace(TERMINAL, width=self.console.width, flip=flip, notes=notes)
        print_board(self.console, scene, look)

    def legend(self, scene: Scene, notes: bool) -> str:
        """The shapes and signs on the board."""
        coloured = not self.console.no_color
        look = replace(TERMINAL, width=self.console.width, notes=notes, coloured=coloured)
        return legend(scene, look)

    def cursor_help(self, board: SelectableBoard, question: str) -> str:
        """The use of the cursor, if the board fits above the question."""
        if not BoardPrompt(self.console, board, drawn=False).fits(self._wrapped(question)):
            return ""
        return CURSOR_HELP

    def page(self, text: str, markdown: bool = True) -> str:
        """Show a text, rendered if it is Markdown; a long one screen by screen."""
        shown_as = Markdown(text) if markdown else Text(text)
        lines = self.console.render_lines(shown_as, pad=False)
        question_lines = self._paging_question(len(lines), len(lines)).count("\n") + 1
        page_height = max(1, self.console.height - question_lines)
        for first in range(0, len(lines), page_height):
            last = min(first + page_height, len(lines))
            self.console.print(Segments(_joined(lines[first:last])), end="")
            if last < len(lines) and sys.stdin.isatty():
                typed = self._between_pages(last, len(lines))
                if typed:
                    return "" if typed.lower() == LEAVE_PAGES else typed
        return ""

    def _paging_question(self, last: int, lines: int) -> str:
        """The question at the end of a page of a long text."""
        return self._wrapped(f"{last} of {lines} lines; Enter shows more, q leaves")

    def _between_pages(self, last: int, lines: int) -> str:
        """The line typed at the end of a page of a long text."""
        try:
            session: PromptSession[str] = PromptSession(
                output=self.prompt.output,
                erase_when_done=True,
                key_bindings=_bindings(PAGING),
                enable_suspend=True,
            )
            question = self._paging_question(last, lines)
            with _noted_signals():
                typed = session.prompt(f"{question} > ", pre_run=partial(_watch_prompt, inf))
            return typed.strip()
        except (EOFError, KeyboardInterrupt):
            end_if_stopping()
            return LEAVE_PAGES

    def ask(
        self,
        prompt: Prompt,
        completions: Sequence[str],
        keys: Mapping[str, str] = NO_KEYS,
        seconds: float | None = None,
        board: SelectableBoard | None = None,
        drawn: bool = True,
    ) -> str:
        """Read a line with completion and history, or a move selected with the cursor."""
        above = None if board is None else BoardPrompt(self.console, board, drawn)
        if board is not None and above is not None and not above.fits(self._wrapped(prompt())):
            above = None
            if not drawn:
                self.show(board.scene, board.flip, board.notes)

        guard = _InterruptGuard()
        bindings = _bindings(keys)
        guard.bind(bindings)
        if above is not None:
            above.bind(bindings)

        def message() -> AnyFormattedText:
            drawing, remark = ("", "") if above is None else (above.picture(), above.message)
            question = self._wrapped(f"{guard.warning}{remark}{prompt()}")
            return merge_formatted_text([drawing, f"{question} > "])

        with _noted_signals():
            return self.prompt.prompt(
                message,
                completer=WordCompleter(
                    [text for text in completions if text == printable(text)], WORD=True
                ),
                complete_while_typing=False,
                complete_style=CompleteStyle.READLINE_LIKE,
                key_bindings=bindings,
                refresh_interval=0.0 if seconds is None else TICK,
                pre_run=partial(_watch_prompt, inf if seconds is None else seconds),
            )

    def _wrapped(self, question: str) -> str:
        """A question wrapped between words, with room for the answer."""
        return fill(printable(question), max(ROOM, self.console.width - ROOM))

    @contextmanager
    def thinking(self, name: str, stoppable: bool) -> Iterator[Watch]:
        """Show a bar after a while; if `stoppable`, Ctrl-C ends the thinking, not the game.

        A second Ctrl-C interrupts a player that ignores the first.
        """
        began = time.monotonic()
        what = f"{name} thinks (Ctrl-C: stop thinking)" if stoppable else f"{name} thinks"
        bar = BarColumn(max(1, self.console.width - len(what) - 4))
        columns = (TextColumn("{task.description}"), bar)
        # Prints appear above the bar if they go to the same terminal.
        shared = sys.stderr.isatty()
        progress = Progress(
            *columns,
            console=self.console,
            transient=True,
            redirect_stdout=shared,
            redirect_stderr=shared,
        )
        task = progress.add_task(what, total=1.0)

        def watch(share: float) -> bool:
            if time.monotonic() - began > PATIENCE:
                progress.start()
            progress.update(task, completed=share)
            return bool(presses)

        try:
            with collected_presses(stoppable) as presses, _silent_keys():
                yield watch
        finally:
            stop_bar(progress)
