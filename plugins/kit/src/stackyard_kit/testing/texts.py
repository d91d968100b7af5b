"""Checks of the notation: round trips of positions and moves, refusals, nonsense."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from stackyard.errors import IllegalMoveError, NotationError, PositionError, Refusal
from stackyard.game import Game
from stackyard.position import ONGOING
from stackyard.rng import Rng
from stackyard_kit.testing.moves import check_position, compare, snapshot
from stackyard_kit.testing.samples import ConformanceError, Sample, Trial, at, some

RULE = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
MOVES = 30  # moves tried of a position, legal or not
KNOWN = 60  # texts of moves that were legal somewhere
# Empty, no word, no cell, too long, digits that are none or too many, control characters.
NONSENSE = ("", " ", "?!", "zz99", "a" * 5000, "9" * 5000, "é4", "²", "٣", "\n", "\0", "-1", "None")
LETTERS = "aAwZ019,./:+-* \t\n²٣é\0"  # inserted in wrong places


def check_position_text(sample: Sample) -> None:
    """A position read from its string is the position."""
    game, text = sample.game, sample.text
    if not text or text != text.strip() or not text.isprintable():
        raise ConformanceError(f"a position is one line without blanks around it, not {text!r}")
    try:
        again = game.parse_position(text)
    except PositionError as error:
        raise ConformanceError(f"the position is refused when read again: {error}") from error
    what = "the position read from its string"
    compare(what, snapshot(game, again), snapshot(game, sample.position))


def check_move_texts(sample: Sample) -> None:
    """A legal move can be read from its text, in either case and with surrounding blanks."""
    game, position = sample.game, sample.position
    legal = sample.moves
    empty = game.empty_move(position) if legal else None
    if empty is not None and empty not in legal:
        raise ConformanceError(f"empty_move is {empty!r}, which is not legal: return None there")
    texts = {move: game.format_move(move, position) for move in legal}
    for move, text in texts.items():
        lower = text == text.lower() or game.capitals
        if not text or not lower or text != "".join(text.split()):
            raise ConformanceError(
                f"a move is written in lower case and without blanks, not {text!r} (move {move}); "
                "a game whose moves have capitals says `capitals = True`"
            )
        if "," in text or "{" in text:
            raise ConformanceError(
                f"a move is written without commas, which join the moves of a turn, and without "
                f"braces, which hold comments, not {text!r} (move {move})"
            )
    if len(set(texts.values())) != len(legal):
        raise ConformanceError(f"two legal moves have one text: {', '.join(texts.values())}")
    for move in some(legal, MOVES, sample.rng()):
        loud = texts[move] if game.capitals else texts[move].upper()
        for written in (texts[move], loud, f"  {texts[move]} "):
            try:
                read = game.parse_move(written, position)
            except (NotationError, IllegalMoveError) as error:
                raise ConformanceError(f"the legal move {written!r} is refused: {error}") from error
            if read != move:
                raise ConformanceError(f"{written!r} is move {move} and is read as {read}")


def check_refusals(trial: Trial) -> None:
    """Illegal moves are refused for a reason, and the position remains unchanged."""
    known = sorted(
        {
            trial.game.format_move(move, sample.position)
            for sample in trial.samples(12)
            for move in some(sample.moves, MOVES, sample.rng())
        }
    )
    for sample in trial.samples(12):
        with at(sample):
            then = snapshot(sample.game, sample.position)
            if sample.position.winner == ONGOING:
                _refuse_numbers(sample)
            _refuse_texts(sample, some(known, KNOWN, sample.rng()))
            what = "the position, after moves were refused,"
            compare(what, snapshot(sample.game, sample.position), then)


def _refuse_numbers(sample: Sample) -> None:
    """Check the refusals of illegal moves of the move space."""
    game, legal, rng = sample.game, set(sample.moves), sample.rng()
    # Drawn at random, not listed: a move space may have millions of moves.
    drawn = dict.fromkeys([int(rng.below(game.move_space)) for _ in range(2 * MOVES)])
    for move in [move for move in drawn if move not in legal][:MOVES]:
        with at(f"the refusal of move {move}"), _untouched(sample):
            _check_refusal(game, game.refusal(move, sample.position))


def _refuse_texts(sample: Sample, texts: list[str]) -> None:
    """Try moves that were legal elsewhere in the same game."""
    finished, legal = sample.position.winner != ONGOING, sample.moves
    for text in texts:
        with at(f"parse_move({text!r})"), _untouched(sample):
            try:
                move = sample.game.parse_move(text, sample.position)
            except IllegalMoveError as error:
                refusal = error.refusal
            else:
                if move not in legal:
                    raise ConformanceError(f"the move {text!r} is read as {move!r}, not legal here")
                continue
            _check_refusal(sample.game, refusal)
            if finished != (refusal.rule == "game-over"):
                state = "over" if finished else "not over"
                raise ConformanceError(f"the game is {state}, and the rule is {refusal.rule!r}")


@contextmanager
def _untouched(sample: Sample) -> Iterator[None]:
    """Raise an error if the position is changed inside."""
    key = sample.position.key()
    yield
    if sample.position.key() != key:
        raise ConformanceError("the position is changed by a refusal")


def _check_refusal(game: Game, refusal: Refusal) -> None:
    """A rule, a sentence, cells of the board."""
    if not isinstance(refusal, Refusal):
        raise ConformanceError(f"the refusal is {refusal!r}, which is no Refusal")
    if not RULE.fullmatch(refusal.rule):
        raise ConformanceError(f"the rule is {refusal.rule!r}; write words-with-hyphens")
    check_sentence("the sentence of a refusal", refusal.sentence)
    check_cells("the cells of a refusal", refusal.cells, game)


def check_sentence(what: str, text: object) -> None:
    """One line of text without a full stop."""
    if not isinstance(text, str) or not text.strip() or text != text.strip():
        raise ConformanceError(f"{what} is {text!r}; words are wanted, without blanks around them")
    if len(text.splitlines()) > 1 or text.endswith("."):
        raise ConformanceError(f"{what} is one line without a full stop, not {text!r}")


def check_cells(what: str, cells: Iterable[int], game: Game) -> None:
    """Cells of the board and nothing else."""
    for cell in cells:
        if cell not in range(len(game.board)):
            raise ConformanceError(
                f"{what}: {cell!r} is not on the board, whose cells are 0 to {len(game.board) - 1}"
            )


def check_nonsense(sample: Sample) -> None:
    """Garbled text is refused with the right errors, unless it is valid."""
    game, rng = sample.game, sample.rng()
    moves = [game.format_move(move, sample.position) for move in some(sample.moves, 3, rng)]
    for text in [*NONSENSE, *[garbled(move, rng) for move in moves]]:
        _try_move(text, sample)
    for text in [*NONSENSE, *[garbled(sample.text, rng) for _ in range(MOVES)]]:
        _try_position(text, game)


def garbled(text: str, rng: Rng) -> str:
    """The text with a character dropped, doubled, swapped with the next, replaced or put in."""
    place = int(rng.below(max(1, len(text))))
    before, here, after = text[:place], text[place : place + 1], text[place + 1 :]
    letter = (LETTERS + text)[int(rng.below(len(LETTERS + text)))]
    ways = (
        before + after,
        before + here * 2 + after,
        before + after[:1] + here + after[1:],
        before + letter + after,
        before + letter + here + after,
    )
    return ways[int(rng.below(len(ways)))]


def _try_move(text: str, sample: Sample) -> None:
    """A text is refused in the right way, or it is a legal move."""
    with at(f"the move {_shown(text)}, which may raise NotationError or IllegalMoveError"):
        try:
            move = sample.game.parse_move(text, sample.position)
        except (NotationError, IllegalMoveError):
            return
    if move not in sample.position.legal_moves():
        raise ConformanceError(f"{_shown(text)} is read as {move!r}, which is not legal")


def _try_position(text: str, game: Game) -> None:
    """A text is refused in the right way, or it is the string of a sound position."""
    with at(f"the position {_shown(text)}, which may raise PositionError"):
        try:
            position = game.parse_position(text)
        except PositionError:
            return
        again = game.format_position(position)
        if again != text:
            raise ConformanceError(
                f"{_shown(text)} is accepted, but the position is written {again!r}: "
                "refuse all strings but that one"
            )
        check_position(game, position)


def _shown(text: str) -> str:
    return repr(text) if len(text) < 200 else f"{text[:20]!r}… ({len(text)} characters)"
