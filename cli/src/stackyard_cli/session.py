"""A match in plain text: the board, a prompt, moves and words read from standard input.

It needs no terminal, so that a script or a screen reader can play.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Any

import click

from stackyard.drawing.text import draw, status
from stackyard.errors import StackyardError
from stackyard.match import Match
from stackyard.options import show_value
from stackyard.players import HumanPlayer, think
from stackyard.position import DRAW, ONGOING
from stackyard.rng import derive
from stackyard_cli.common import build_words, settings_words

HINT_SECONDS = 1.0

HELP = """\
Type a move, or several with blanks between, or one of these words:
  moves   list the legal moves
  hint    let the computer suggest one
  undo    take back your last turn
  rules   show the rules
  resign  give up
  quit    leave; the position is printed, so that you can go on later
  ?       show this"""


class _LeaveError(Exception):
    """The person has left the match; `code` is the exit code."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Session:
    """Plays a match to its end on the standard streams; `talks` is off for --quiet and --json."""

    def __init__(self, match: Match, talks: bool) -> None:
        self.match = match
        self.game = match.game
        self.talks = talks
        self._typed: list[str] = []  # moves typed ahead on one line
        self._drawn = -1  # the ply last drawn
        for player in match.players:
            if isinstance(player, HumanPlayer):
                player.ask = self._ask
        self._words = {
            "moves": self._list_moves,
            "hint": self._hint,
            "undo": self._undo,
            "rules": self._rules,
            "resign": self._resign,
            "quit": self._quit,
            "?": self._help,
        }

    def run(self) -> int:
        """Play until the match is over or the person leaves; the exit code."""
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # odd bytes are an unreadable move, no crash
        self._introduce()
        try:
            while self.match.result is None:
                self._step()
        except _LeaveError as left:
            self._leave(str(left))
            return left.code
        except KeyboardInterrupt:
            self._leave("\nInterrupted.")
            return 130
        self._draw()
        self._say(self.result_words())
        return 0

    def result_words(self) -> str:
        """Who has won and why."""
        result = self.match.result
        assert result is not None
        if result.winner == DRAW:
            return f"draw: {result.sentence}"
        return f"{self.game.colours[result.winner]} wins: {result.sentence}"

    def _say(self, text: str) -> None:
        if self.talks:
            click.echo(text)

    def _introduce(self) -> None:
        game = self.game
        chosen = settings_words(game)
        self._say(f"{game.title} by {game.designer} ({game.year}), {chosen}; {build_words(game)}")
        seats = [
            f"{colour}: {player.name}"
            for colour, player in zip(game.colours, self.match.players, strict=True)
        ]
        self._say(", ".join(seats))
        if any(isinstance(player, HumanPlayer) for player in self.match.players):
            self._say("Type a move, or ? for help.")

    def _step(self) -> None:
        """One move of the match, told in words."""
        match = self.match
        before, ply = match.position.copy(), match.ply
        match.step()
        if match.ply <= ply:  # a word was typed instead
            return
        turn = match.unfinished or match.turns[-1].moves
        move, colour = turn[-1], self.game.colours[int(before.player)]
        text = self.game.format_move(move, before)
        self._say(f"{colour} {self.game.describe(move, before)} ({text})")
        if match.unfinished or match.result is not None:
            return
        if match.position.player == before.player:
            self._say(f"{self.game.colours[1 - int(before.player)]} has no move and sits out")
        if match.repetition and match.times_seen > 1:
            self._say(f"this position has stood {match.times_seen} times")

    def _draw(self) -> None:
        """The board, unless it was the last thing drawn."""
        if self._drawn == self.match.ply:
            return
        self._drawn = self.match.ply
        turns = self.match.turns
        before = turns[-1].before if turns and not self.match.unfinished else None
        picture = draw(self.game.scene(self.match.position, before))
        self._say("\n" + picture.rpartition("\n")[0])

    def _ask(self, match: Match) -> int | None:
        """The next move typed; None after a word, or after what could not be played."""
        if not self._typed:
            self._draw()
            self._typed = self._read_line().split()
        if not self._typed:
            return None
        typed = self._typed.pop(0)
        word = self._words.get(typed.lower())
        if word is not None:
            word()
            return None
        try:
            return self.game.parse_move(typed, match.position)
        except StackyardError as refused:
            self._typed.clear()
            click.echo(f"Not played: {refused}.", err=not self.talks)
            return None

    def _read_line(self) -> str:
        if self.talks:
            click.echo(f"{status(self.game.scene(self.match.position))} > ", nl=False)
        line = sys.stdin.readline()
        if not line:
            raise _LeaveError(1, "\nThe input has ended.")
        if self.talks and not sys.stdin.isatty():
            click.echo(line.rstrip("\n"))
        return line

    def _list_moves(self) -> None:
        self._say(" ".join(self.game.legal_texts(self.match.position)))

    def _hint(self) -> None:
        position = self.match.position
        search = think(self.game, position, derive(self.match.ply), seconds=HINT_SECONDS)
        best = search.lines()[0]
        text = self.game.format_move(best.move, position)
        self._say(
            f"{text}: {self.game.describe(best.move, position)}; "
            f"it won {best.value:.0%} of {best.visits} games tried"
        )

    def _undo(self) -> None:
        """Take back up to the last turn of a person, the computer's answer included."""
        match = self.match
        people = [isinstance(player, HumanPlayer) for player in match.players]
        if not match.unfinished and not any(people[turn.player] for turn in match.turns):
            self._say("There is no turn of yours to take back.")
            return
        while True:
            player = int(match.position.player) if match.unfinished else match.turns[-1].player
            match.undo()
            if people[player]:
                break
        self._drawn = -1
        self._say("Taken back.")

    def _rules(self) -> None:
        self._say(self.game.rules_page().rstrip())

    def _resign(self) -> None:
        self.match.resign()

    def _quit(self) -> None:
        raise _LeaveError(0, "You have left the game.")

    def _help(self) -> None:
        self._say(HELP)

    def _leave(self, sentence: str) -> None:
        """Say how to go on: nothing is lost."""
        if self.match.position.winner != ONGOING:
            return
        start = self.match.turns[-1].before if self.match.unfinished else self.match.position
        settings = " ".join(
            f"-o {name}={show_value(value)}" for name, value in self.game.settings.items()
        )
        click.echo(f"{sentence} To go on from here:", err=not self.talks)
        command = f"stackyard play {self.game.name} {settings}".rstrip()
        position = self.game.format_position(start)
        click.echo(f"  {command} --position '{position}'", err=not self.talks)


def match_as_json(match: Match, specs: tuple[str, str], seed: int) -> dict[str, Any]:
    """A whole match for a program to read."""
    game, result = match.game, match.result
    turns = []
    for turn in match.turns:
        position, texts = turn.before.copy(), []
        for move in turn.moves:
            texts.append(game.format_move(move, position))
            position.play(move)
        turns.append({"player": game.colours[turn.player], "moves": texts})
    return {
        "game": game.name,
        "options": game.settings,
        "build": game.build,
        "players": dict(zip(game.colours, specs, strict=True)),
        "seed": seed,
        "start": game.format_position(match.start),
        "turns": turns,
        "position": game.format_position(match.position),
        "result": None
        if result is None
        else {
            "winner": None if result.winner == DRAW else game.colours[result.winner],
            "reason": result.reason,
            "sentence": result.sentence,
        },
    }
