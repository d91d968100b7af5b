"""Choosing moves by cells: the choices, and the reasons why cells are no move."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress

from stackyard.errors import Refusal
from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard_web.protocol import Choice

BUTTONS = 12  # at most, for moves that are not named after a cell
TRIED = 20_000  # moves of the move space searched for a reason
REASONS = 60  # refusals compared
VERB = re.compile(r"(?:^|(?<=\band ))[a-z]{2,}s\b")  # as in "raises a tower and splays over b2"


def told(words: str) -> str:
    """A description of a move, as it is told to the player who may make it."""
    return VERB.sub(lambda verb: _imperative(verb[0]), words)


def _imperative(verb: str) -> str:
    """A verb in the third person without its ending."""
    if verb.endswith(("sses", "shes", "ches", "xes", "oes")):
        return verb[:-2]
    return f"{verb[:-3]}y" if verb.endswith("ies") else verb[:-1]


def choices(game: Game, position: Position) -> list[Choice]:
    """The legal moves.

    Those that no cell stands for have buttons: a pass, or a number of pieces to enter. Moves that
    their cells may not tell apart have descriptions: the page offers them when a cell is chosen.
    """
    moves = [int(move) for move in position.legal_moves()]
    texts = [game.format_move(move, position) for move in moves]
    cells = [tuple(game.move_cells(move, position)) for move in moves]
    counted = Counter([path[:length] for path in cells for length in range(1, len(path) + 1)])
    long = max(map(len, cells), default=0) > 2  # a click on a far cell may mean several ways
    single = set(cells)
    names = game.board.names
    unsaid = [
        len(path) == 1 and counted[path] == 1 and names[path[0]] not in text.lower()
        for text, path in zip(texts, cells, strict=True)
    ]
    few = sum(unsaid) <= BUTTONS
    found = []
    for move, text, path, alone in zip(moves, texts, cells, unsaid, strict=True):
        button = not path or (alone and few)
        alike = counted[path] > 1 or (len(path) > 1 and (long or path[:1] in single))
        words = told(game.describe(move, position)) if button or alike else ""
        found.append(Choice(text, list(path), words, button))
    return found


def why(game: Game, position: Position, cells: tuple[int, ...]) -> Refusal:
    """Why the move of these cells is illegal; without one, the commonest reason of those beyond."""
    if position.winner != ONGOING:
        return Refusal("game-over", f"the game is over: {game.ending(position)}")
    names = game.board.names
    known = [cell for cell in cells if cell < len(names)]
    legal = {int(move) for move in position.legal_moves()}
    for moves in _near(game, position, cells):
        reasons: dict[str, Refusal] = {}
        counted: Counter[str] = Counter()
        for move in moves:
            if move in legal:
                continue
            with suppress(Exception):  # a game need not explain every move
                refusal = game.refusal(move, position)
                reasons.setdefault(refusal.sentence, refusal)
                counted[refusal.sentence] += 1
            if sum(counted.values()) >= REASONS:
                break
        if counted:
            return reasons[counted.most_common(1)[0][0]]
    where = " to ".join([names[cell] for cell in known])
    return Refusal("no-move", f"{where} is no move now: {game.prompt(position)}", known)


def _near(game: Game, position: Position, cells: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """The moves of exactly these cells and those that go on from there, legal or not."""
    exact, longer = [], []
    with suppress(Exception):
        exact.append(game.read_move(game.board.names[cells[-1]]))
        if tuple(game.move_cells(exact[0], position))[: len(cells)] != cells:
            exact.clear()
    for move in range(min(game.move_space, TRIED)):
        with suppress(Exception):  # a game need only know the cells of legal moves
            path = tuple(game.move_cells(move, position))
            if path == cells:
                exact.append(move)
            elif path[: len(cells)] == cells:
                longer.append(move)
    return exact, longer
