"""The checks of a game's motifs, the words of hints."""

from __future__ import annotations

from stackyard.game import Game
from stackyard.motifs import Motif
from stackyard.turnloop.history import Course
from stackyard_kit.testing.samples import ConformanceError, Walk, at

LONGEST = 120  # characters of a motif's words
TURNS = 40  # turns of a game whose motifs are asked for


def check_motifs(walk: Walk) -> None:
    """Each motif returns a few words, or none, for each turn, and changes no position."""
    game = walk.game
    _check_names(game)
    course = Course(game, walk.begin(), repetition=0)
    for move in walk.moves:
        course = course.advance(move)
    for turn in course.turns[:: max(1, len(course.turns) // TURNS)]:
        before, after = turn.before, turn.plies[-1].after.copy()
        texts = game.format_position(before), game.format_position(after)
        for motif in game.motifs:
            with at(f"the motif {motif.name} of the turn from {texts[0]} to {texts[1]}"):
                _check_words(motif.found(game, before, after))
                if (game.format_position(before), game.format_position(after)) != texts:
                    raise ConformanceError("it changes a position that it is given")


def _check_names(game: Game) -> None:
    """The motifs are motifs, and no two have the same name."""
    if not all(isinstance(motif, Motif) for motif in game.motifs):
        raise ConformanceError("`motifs` holds something else than stackyard.motifs.Motif")
    names = [motif.name for motif in game.motifs]
    if len({*names}) != len(names) or not all(name.strip() == name != "" for name in names):
        raise ConformanceError(f"motifs need different names, not {', '.join(names)}")


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
