"""A match between people and computers on a screen: moves and words, and what is said of them."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from stackyard.course import REPETITION
from stackyard.drawing.text import status
from stackyard.errors import IllegalMoveError, NotationError, PluginError
from stackyard.match import Match
from stackyard.notation import plural, span
from stackyard.options import show_value
from stackyard.players import HumanPlayer
from stackyard.plugins.blame import blaming
from stackyard.plugins.host import host
from stackyard.position import DRAW
from stackyard.records.archive import Archive
from stackyard.records.format import encode
from stackyard.records.keeping import Kept
from stackyard.records.writing import record_of
from stackyard.results import Reason, Result
from stackyard.rng import derive
from stackyard.search.levels import STRENGTHS
from stackyard.showing import quoted, time_words
from stackyard.telling import ending, move_words, outcome
from stackyard.terms import unheeded
from stackyard_cli.advising import advise, seconds_in
from stackyard_cli.common import build_words, settings_words
from stackyard_cli.entry import INTERRUPTED
from stackyard_cli.files import create
from stackyard_cli.offers import computer_agrees
from stackyard_cli.pointing import Pointable
from stackyard_cli.replaying import Replay
from stackyard_cli.reviewing import review
from stackyard_cli.screen import Screen
from stackyard_cli.typed import TimeUpError
from stackyard_cli.words import HELP_AT, Word, Words

LEVEL_NUMBERS = range(1, len(STRENGTHS) + 1)
LEVELS = f"Levels go from 1, for beginners, to {len(STRENGTHS)}; level 3, say, changes to that one"
RECORDS = ("", ".json")  # endings of files that save writes
EVERYTHING = 1000  # words: a file name may have blanks
AFTERWARDS = "again, undo, replay, review, ? or Enter to leave"
HELP = ("help", "h", "/?", "/help", "commands")  # what people type for some of the words
BOARD = ("show",)
LEAVE = ("exit", "q", "leave", "bye", ":q")


class LeaveError(Exception):
    """The person has left the match; `code` is the exit code."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Session:
    """Plays a match to its end; a board is shown for `delay` seconds before a computer moves."""

    def __init__(self, match: Match, screen: Screen, delay: float = 0.0) -> None:
        self.match = match
        self.game = match.game
        self.screen = screen
        self.delay = delay
        self.flip = False
        self.notes = False
        self._people = [isinstance(player, HumanPlayer) for player in match.players]
        self._offer = -1  # who has offered a draw, which stands until the other player moves
        self.next: Match | None = None  # what is played after this one
        self._typed: list[str] = []  # moves typed ahead on one line
        self._last_typed = ""
        self._shown: tuple[int, bool, bool] | None = None  # the ply and view last drawn
        self._words = Words(self._vocabulary(), self._is_move)
        match.listen(screen.say)
        for side in (0, 1):
            if self._people[side]:
                match.seat(side, HumanPlayer(self.game, ask=self._ask), match.specs[side])

    def _vocabulary(self) -> list[Word]:
        """What may be typed in place of a move."""
        return [
            Word("moves", "the legal moves, or those of one cell", self._list_moves, "[CELL]", 1),
            Word("hint", "what the computer would play, after N seconds", self._hint, "[N]", 1),
            Word("level", "how strong the computer plays, 1 to 8", self._level, "[N]", 1),
            Word("undo", "take back your last turn", self._undo),
            Word("board", "the board again, as Enter alone does", self._board, others=BOARD),
            Word("flip", "the board from the other side", self._flip),
            Word("notes", "numbers on the cells, where there are any", self._notes),
            Word("rules", "the rules; rules short on one screen", self._rules, "[short]", 1),
            Word("save", "write the match so far to a file", self._save, "FILE", EVERYTHING),
            Word("draw", "offer a draw, or agree to one", self._draw),
            Word("resign", "give up", self._resign, others=("surrender",)),
            Word("quit", "leave, and be told how to go on later", self._quit, others=LEAVE),
            Word("?", "this, and what the marks on the board mean", self._help, others=HELP),
        ]

    def _is_move(self, text: str) -> bool:
        """Whether a text is a move of the game in some position."""
        try:
            self.game.read_move(text)
        except NotationError:
            return False
        return True

    def run(self) -> int:
        """Play until the match is over or the person leaves; the exit code.

        An exception that ends the match gets a note of how to go on.
        """
        try:
            self._introduce()
            going = True
            while going:
                while self.match.result is None:
                    self._step()
                self._tell_the_end()
                if any(self._people) and self.screen.interactive:
                    self._look_back()
                going = self.match.result is None  # a turn was taken back
        except LeaveError as left:
            self._leave(str(left))
            return left.code
        except KeyboardInterrupt:
            self._leave("\nInterrupted.")
            return INTERRUPTED
        except (Exception, SystemExit) as failure:
            if self.match.result is None:
                with suppress(Exception):  # a game that has failed may fail again
                    failure.add_note(self._to_go_on())
            with blaming(self.game):
                raise
        return 0

    def _tell_the_end(self) -> None:
        """Who has won and why, and in the archive what can be done with the match."""
        self._show()
        self.screen.say(self._outcome())
        number = self._number
        if any(self._people) and self.screen.interactive and number:
            ply = max(0, self.match.ply // 2)
            self.screen.say(
                f"This was match {number}, {plural(self.match.ply, 'move')}. At any time:\n"
                f"  stackyard replay {number}       steps through it\n"
                f"  stackyard analyse {number}      tells which moves cost most\n"
                f"  stackyard play --from {number}:{ply}  plays on from move {ply}, or any other"
            )

    @property
    def _number(self) -> int | None:
        """The match's number in the archive; None where it is not kept."""
        keeper = self.match.keeper
        return keeper.number if isinstance(keeper, Kept) and not keeper.troubled else None

    def _outcome(self) -> str:
        """Who has won and why; a person who plays alone is spoken to."""
        course = self.match.course
        if sum(self._people) != 1 or course.result is None or course.result.winner == DRAW:
            return outcome(course)
        side = self._people.index(True)
        did = "won" if course.result.winner == side else "lost"
        return f"You ({self.game.colours[side]}) {did}: {ending(course)}."

    def _look_back(self) -> None:
        """Ask what to do after the end, until the match goes on or another one is chosen."""
        playing, self._words = self._words, Words(self._last_words(), self._is_move)
        self._typed.clear()
        try:
            while self.match.result is not None and self.next is None:
                try:
                    asked = self.screen.ask(lambda: AFTERWARDS, self._words.names).split()
                except (EOFError, KeyboardInterrupt):
                    return
                if not asked:
                    return
                self._typed = [*asked]
                word = self._words.find(self._typed.pop(0))
                if word is None:
                    meant = self._words.meant(asked[0], ())
                    self.screen.complain(f"The match is over. {meant}")
                    continue
                behind = self._words.take_behind(word, self._typed)
                refusal = self._words.refusal(word, behind)
                if refusal:
                    self.screen.complain(f"Not done: {refusal}")
                    continue
                if word.name == "quit":
                    return
                word.act(behind)
                self._typed.clear()
        finally:
            self._words = playing

    def _last_words(self) -> list[Word]:
        """What may be typed after the end."""
        return [
            Word("again", "play again with colours swapped", self._again, others=("y", "yes")),
            Word("undo", "take back your last turn and play on", self._undo),
            Word("replay", "step through the match; branch plays on from there", self._replay),
            Word("review", "which moves cost most", self._review),
            Word("board", "the board again", self._show_again, others=BOARD),
            Word("flip", "the board from the other side", self._flip_shown),
            Word("rules", "the rules; rules short on one screen", self._rules, "[short]", 1),
            Word("save", "write the match to a file", self._save, "FILE", EVERYTHING),
            Word("quit", "leave, as Enter alone does", self._quit, others=(*LEAVE, "n", "no")),
            Word("?", "this, and what the marks on the board mean", self._help, others=HELP),
        ]

    def _again(self, behind: Sequence[str]) -> None:
        match = self.match
        self.next = Match(
            match.game,
            (match.specs[1], match.specs[0]),
            position=match.start,
            repetition=match.repetition,
            seed=None if match.seed is None else derive(match.seed, 1),
            terms=match.terms,
        )

    def _replay(self, behind: Sequence[str]) -> None:
        match = self.match
        replay = Replay(match.course, record_of(match), self.screen, self.flip)
        course = replay.run(match.ply)
        if course is not None:
            seed = None if match.seed is None else derive(match.seed, course.ply)
            self.next = Match(match.game, match.specs, course=course, seed=seed, terms=match.terms)

    def _review(self, behind: Sequence[str]) -> None:
        review(self.match.course, self.screen, str(self._number or ""))

    def _show_again(self, behind: Sequence[str]) -> None:
        self._shown = None
        self._show()

    def _flip_shown(self, behind: Sequence[str]) -> None:
        self.flip = not self.flip
        self._show()

    def _introduce(self) -> None:
        game, match = self.game, self.match
        self.screen.say(
            f"{game.title} by {game.designer} ({game.year}), "
            f"{settings_words(game)}; {build_words(game)}"
        )
        seats = zip(game.colours, match.players, strict=True)
        self.screen.say(", ".join([f"{colour}: {player.name}" for colour, player in seats]))
        for sentence in unheeded(match.terms):
            self.screen.complain(f"The match goes on without: {sentence}.")
        if any(self._people):
            if any(spec.startswith("level") for spec in match.specs):
                self.screen.say(f"{LEVELS}, at any time.")
            if match.ply == 0 and self._suits_no_beginner():
                easier = " ".join([f"-o {n}={show_value(v)}" for n, v in game.first_game.items()])
                self.screen.say(f"For a first game: stackyard play {game.name} {easier}")
            self.screen.say("Type a move, or ? for help.")
        if match.course.last is not None:
            words = move_words(match.course.last)
            self.screen.say(f"Going on after move {match.ply}: {words}")

    def _suits_no_beginner(self) -> bool:
        """Whether the options are the usual ones, and others suit a first game better."""
        usual = type(self.game)().settings
        return bool(self.game.first_game) and self.game.settings == usual

    def _step(self) -> None:
        """One move of the match, told in words."""
        before = self.match.course
        if self._people[before.player]:
            self._let_type()
        else:
            self._let_think()
        course = self.match.course
        last = course.last
        if course.ply <= before.ply or last is None:  # a word was typed instead
            return
        self.screen.say(move_words(last))
        if self._offer == 1 - last.player:  # it was declined by this move
            self._offer = -1
        if course.unfinished or course.result is not None:
            return
        if course.player == last.player:
            self.screen.say(f"{self.game.colours[1 - last.player]} has no move and sits out")
        if course.repetition and course.times_stood > 1:
            self.screen.say(f"this position has stood {course.times_stood} times")

    def _let_type(self) -> None:
        """A person's move, if it is one."""
        try:
            self.match.step()
        except (IllegalMoveError, NotationError) as refused:
            self._typed.clear()
            meant = HELP_AT
            if isinstance(refused, NotationError):
                moves = self.game.legal_texts(self.match.position)
                meant = self._words.meant(self._last_typed, moves)
            self.screen.complain(f"Not played: {refused}. {meant}")

    def _let_think(self) -> None:
        """A computer's move; with a delay, the board is shown before it."""
        if self.delay:
            self._show()
            if not self.match.course.unfinished or self.match.time_left is None:
                time.sleep(self.delay)  # in the middle of a turn the clock would run
        player = self.match.player
        stoppable = any(self._people) and hasattr(player, "stop")
        try:
            with self.screen.thinking(player.name, stoppable) as watch:
                self.match.step(watch)
        except (IllegalMoveError, NotationError) as refused:
            kind = self.match.specs[self.match.course.player].partition(":")[0]
            raise PluginError(
                f"plugin {host().player(kind).provider}: player {player.name} chose a move that "
                f"cannot be played: {refused}"
            ) from refused

    def _pointable(self) -> Pointable:
        """The board, and the cells that each move goes by."""
        course = self.match.course
        position = course.position
        moves = [
            (self.game.format_move(int(move), position), self.game.move_cells(int(move), position))
            for move in position.legal_moves()
        ]
        cells = [(text, tuple(cells)) for text, cells in moves if cells]
        return Pointable(course.scene, self.flip, self.notes, cells)

    def _is_drawn(self) -> bool:
        """Whether the board was the last thing drawn; from now on it is."""
        view = self.match.ply, self.flip, self.notes
        drawn, self._shown = self._shown == view, view
        return drawn

    def _show(self) -> None:
        """The board, unless it was the last thing drawn."""
        if not self._is_drawn():
            self.screen.show(self.match.course.scene, self.flip, self.notes)

    def _ask(self, match: Match) -> str | None:
        """The next move as it was typed; None after a word, or when the time is up."""
        if not self._typed:
            self._typed = self._read()
            if not self._typed and self.match.result is None:  # Enter alone
                self._shown = None
        if not self._typed:
            return self._by_enter()
        typed = self._last_typed = self._typed.pop(0)
        word = self._words.find(typed)
        if word is None:
            return typed
        behind = self._words.take_behind(word, self._typed)
        refusal = self._words.refusal(word, behind)
        if refusal:
            self._typed.clear()
            self.screen.complain(f"Not done: {refusal}")
        else:
            word.act(behind)
        return None

    def _by_enter(self) -> str | None:
        """The move that Enter alone makes, if there is one."""
        if self.match.result is not None:
            return None
        position = self.match.position
        move = self.game.empty_move(position)
        return None if move is None else self.game.format_move(move, position)

    def _read(self) -> list[str]:
        """What is typed at the prompt; nothing when the time is up."""
        course = self.match.course
        words = [*self.game.legal_texts(course.position), *self._words.names]
        if self._is_offered:
            offerer = self.game.colours[1 - course.player]
            self.screen.say(f"{offerer} offers a draw: draw agrees, a move declines.")
        asked, by_enter = status(course.scene), self._by_enter()
        if by_enter is not None:
            asked = f"{asked} (Enter: {by_enter})"

        def prompt() -> str:
            clocks = self._clocks()
            return f"[{clocks}] {asked}" if clocks else asked

        try:
            return self.screen.ask(
                prompt,
                words,
                seconds=self.match.time_left,
                pointable=self._pointable(),
                drawn=self._is_drawn(),
            ).split()
        except EOFError:
            raise LeaveError(1, "\nThe input has ended.") from None
        except TimeUpError:
            self.match.call_time()
            return []

    def _clocks(self) -> str:
        """How much time each side has left by the clock; empty without one."""
        left = [self.match.time_left_of(side) for side in (0, 1)]
        return ", ".join(
            [
                f"{colour} {time_words(seconds)}"
                for colour, seconds in zip(self.game.colours, left, strict=True)
                if seconds is not None
            ]
        )

    def _list_moves(self, behind: Sequence[str]) -> None:
        """All legal moves, or those that begin with one cell."""
        position = self.match.position
        if not behind:
            self.screen.say(" ".join(self.game.legal_texts(position)))
            return
        name = behind[0].lower()
        if name not in self.game.board.names:
            names = span(self.game.board)
            self._refuse(f"there is no cell {quoted(name)}; the cells are {names}")
            return
        cell = self.game.board.cell(name)
        found = [
            self.game.format_move(int(move), position)
            for move in position.legal_moves()
            if cell in self.game.move_cells(int(move), position)[:1]
        ]
        self.screen.say(" ".join(found) or f"No move begins with {name} now.")

    def _refuse(self, sentence: str) -> None:
        """Say why a word was not followed."""
        self._typed.clear()
        self.screen.complain(f"Not done: {sentence}. {HELP_AT}")

    def _hint(self, behind: Sequence[str]) -> None:
        """The best moves, as far as a search tells."""
        try:
            seconds = seconds_in(behind[0]) if behind else None
        except ValueError as wrong:
            self._refuse(str(wrong))
            return
        seed = derive(self.match.seed or 0, self.match.ply)
        advise(self.match.course, seconds, self.screen, seed)

    def _level(self, behind: Sequence[str]) -> None:
        """Tell of the levels, or have the computer play at another."""
        sides = [side for side in (0, 1) if not self._people[side]]
        if not sides:
            self._refuse("no computer plays in this match")
            return
        if not behind:
            for side in sides:
                self._tell_seat(side)
            self.screen.say(f"{LEVELS}.")
            return
        number = behind[0]
        if not number.isascii() or not number.isdecimal() or int(number[:3]) not in LEVEL_NUMBERS:
            self._refuse(f"there is no level {quoted(number)}; they are 1 to {len(STRENGTHS)}")
            return
        for side in sides:
            close = getattr(self.match.players[side], "close", None)
            if close is not None:
                close()
            self.match.seat(side, f"level:{int(number)}")
            self._tell_seat(side)
        self.match.keep()

    def _tell_seat(self, side: int) -> None:
        """Who plays a side."""
        self.screen.say(f"{self.game.colours[side]}: {self.match.players[side].name}")

    def _undo(self, behind: Sequence[str]) -> None:
        """Take back up to the last turn of a person, the computer's answer included.

        Several that are typed on one line are one step, so that a long way back is not a slow one.
        """
        times = 1
        while self._typed and self._typed[0].lower() == "undo":
            self._typed.pop(0)
            times += 1
        course, people = self.match.course, [side for side in (0, 1) if self._people[side]]
        for _ in range(times):
            turn = course.last_turn_of(*people)
            if turn is None:
                break
            course = course.at(turn.first)
        if course.ply < self.match.ply:
            self.match.undo(course.ply)
            self._offer = -1
            self._shown = None
            self.screen.say("Taken back.")
        if turn is None:
            self.screen.complain("There is no turn of yours to take back.")

    def _board(self, behind: Sequence[str]) -> None:
        self._shown = None

    def _notes(self, behind: Sequence[str]) -> None:
        """Show the notes or hide them, and say so where there are none."""
        if not self.game.noted and not self.match.course.scene.notes:
            self._refuse(f"{self.game.title} has no notes: the board shows everything")
            return
        self.notes = not self.notes
        self.screen.say(f"Notes are {'shown' if self.notes else 'hidden'}.")

    def _flip(self, behind: Sequence[str]) -> None:
        self.flip = not self.flip

    def _rules(self, behind: Sequence[str]) -> None:
        if not behind:
            self.screen.page(self.game.rules_page())
        elif behind[0].lower() == "short":
            self.screen.page(self.game.rules_in_short())
        else:
            self._refuse("it is rules, or rules short")

    @property
    def _is_offered(self) -> bool:
        """Whether the player to act has been offered a draw."""
        return self._offer == 1 - self.match.course.player

    def _draw(self, behind: Sequence[str]) -> None:
        """Offer a draw to the other player, or agree to the one that is offered."""
        course = self.match.course
        side = course.player
        other, name = 1 - side, self.game.colours[1 - side]
        if self._is_offered:
            self.match.end(Result(DRAW, Reason.AGREEMENT))
        elif self._people[other]:
            self._offer = side
            self.screen.say(f"You offer a draw. Move now; {name} may agree with draw, or play on.")
        else:
            player = self.match.players[other]
            with self.screen.thinking(player.name, True) as watch:
                agrees = computer_agrees(course, other, watch)
            if agrees:
                self.match.end(Result(DRAW, Reason.AGREEMENT))
            else:
                self.screen.say(f"{name} ({player.name}) declines the draw and plays on.")

    def _resign(self, behind: Sequence[str]) -> None:
        self.match.resign()

    def _save(self, behind: Sequence[str]) -> None:
        """Write the match to a new file."""
        name = " ".join(behind)
        if name and Path(name).suffix.lower() not in RECORDS:
            suffix = Path(name).suffix
            self._refuse(
                f"save writes records, and {quoted(suffix)} is no ending of theirs; name it .json"
            )
            return
        if not name:
            self.screen.complain("Not saved: name a file, as in save game.json.")
            return
        try:
            create(Path(name).expanduser(), encode(record_of(self.match), indent=2) + b"\n")
        except FileExistsError:
            self.screen.complain(f"Not saved: {name} exists already; choose another name.")
        except (OSError, ValueError, RuntimeError) as failure:
            reason = failure.strerror if isinstance(failure, OSError) else failure
            self.screen.complain(f"Not saved: {name} cannot be written: {reason}.")
        else:
            self.screen.say(f"Saved to {name}.")

    def _quit(self, behind: Sequence[str]) -> None:
        raise LeaveError(0, "You have left the game.")

    def _help(self, behind: Sequence[str]) -> None:
        """The words, and the marks that are on the board now."""
        marks = self.screen.legend(self.match.course.scene, self.notes)
        self.screen.page(
            "Type a move, or several with blanks between, or a word:\n"
            f"{self._words.help()}\nOn the board:\n{marks}",
            markdown=False,
        )

    def _leave(self, sentence: str) -> None:
        """Say how to go on: nothing is lost."""
        if self.match.result is None:
            self.screen.complain(f"{sentence} {self._to_go_on()}")

    def _to_go_on(self) -> str:
        """How to take the match up again."""
        words = ["stackyard"]
        for provider in host().providers:  # one may have brought the game, a player or a clock
            if provider.distribution is None and provider.module is not None:
                words += ["--plugin", provider.source]
        return f"To go on from here:\n  {shlex.join([*words, *self._way_on()])}"

    def _way_on(self) -> list[str]:
        """The command that takes the match up again, or else that begins with its position."""
        match = self.match
        if isinstance(match.keeper, Kept) and match.keeper.number and not match.keeper.troubled:
            return ["resume", str(match.keeper.number)]
        words = ["play", self.game.name]
        for name, value in self.game.settings.items():
            words += ["-o", f"{name}={show_value(value)}"]
        words += ["--first", match.specs[0], "--second", match.specs[1]]
        if match.repetition != REPETITION:
            words += ["--repetition", str(match.repetition)]
        for name, text in match.terms.items():
            words += ["--term", f"{name}={text}"]
        return [*words, "--position", self.game.format_position(match.position)]


def sit_down(
    match: Match, screen: Screen, delay: float, archive: Archive | None
) -> tuple[int, Match]:
    """Play a match, and those that people choose to play after it; the exit code, the last.

    With an `archive` each is kept there.
    """
    while True:
        if archive is not None and match.keeper is None:
            archive.keep(match, screen.complain)
        session = Session(match, screen, delay)
        try:
            code = session.run()
        finally:
            match.close()
        if session.next is None:
            return code, match
        match = session.next
