"""The checks of a game's motifs, the words of hints."""

from __future__ import annotations

from stackyard.turnloop.history import Course
from stackyard_coach.motifs import motifs_of
from stackyard_kit.testing.samples import ConformanceError, RandomGame, at

LONGEST = 120  # characters of a motif's words
TURNS = 40  # turns of a game whose motifs are asked for


def check_motifs(played: RandomGame) -> None:
    """Each motif returns a few words, or none, for each turn, and changes no position."""
    game = played.game
    motifs = motifs_of(game)
    for motif in motifs:
        if not motif.name or motif.name.strip() != motif.name:
            raise ConformanceError(f"{motif.name!r} is no name of a motif: write a word or more")
    course = Course(game, played.begin(), repetition=0)
    for move in played.moves:
        course = course.advance(move)
    for turn in course.turns[:: max(1, len(course.turns) // TURNS)]:
        before, after = turn.before, turn.plies[-1].after.copy()
        texts = game.format_position(before), game.format_position(after)
        for motif in motifs:
            with at(f"the motif {motif.name} of the turn from {texts[0]} to {texts[1]}"):
                _check_words(motif.found(game, before, after))
                if (game.format_position(before), game.format_position(after)) != texts:
                    raise ConformanceError("it changes a position that it is given")


def _check_words(words: object) -> None:
    """Words that follow the name of a move in a sentence."""
    if not isinstance(words, str):
        raise ConformanceError(f"it returns {words!r}, not a text; an empty one where it is absent")
    if len(words) > LONGEST or not words.isprintable():
        raise ConformanceError(f"its words are one line of at most {LONGEST} characters: {words!r}")
    if words and (words.strip() != words or words.endswith(".") or words[:1].isupper()):
        raise ConformanceError(
            f"its words go on a sentence, and end without a full stop: {words!r}"
        )
