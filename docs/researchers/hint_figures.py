"""Measure hints: `python docs/researchers/hint_figures.py [GAME …]`.

It takes middle positions of games of level 3 after six random moves, the same for a seed, or
those of an opening after up to six. It tells how often a search with another seed, and one twice as
long, names the same move or one of equal value; what share of hints has a reason for the move; and
how many reasons stand when they are played out by the plain rules of motif_rules.py.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from motif_rules import phrases_hold
from plain_turns import Side, Turn, other_to_act, played

from stackyard import ONGOING, Analysis, Game, Limit, Match, Rng, analyse, load_game, make_player
from stackyard.errors import StackyardError
from stackyard.rng import derive
from stackyard.turnloop.history import Course
from stackyard_coach.hint import Hint, hint
from stackyard_coach.position_seed import position_seed

GAMES = "silo", "filo", "slicron", "pit_of_pillars", "splay"
POSITIONS = 100
EACH = 5  # positions of a game, from the second and third quarter of it
RANDOM = 6  # moves at its start
OPENING = 15  # moves
LONGEST = 300  # moves of a game
EQUAL = 0.02  # chances that differ by less, in both searches, are of equal value
PROOF = Limit(simulations=60_000)  # of a claim that a line wins


def positions(game: Game, number: int, seed: int, opening: bool = False) -> list[Course]:
    """Positions of games, whose seeds begin with `seed`, without those that occurred before.

    In an `opening` a game begins with up to `RANDOM` moves at random, one more than that before it.
    """
    found: dict[str, Course] = {}
    while len(found) < number:
        match = Match(game, seed=seed)
        at_random = seed % (RANDOM + 1) if opening else RANDOM
        players = [make_player("level:3", game, derive(seed, side)) for side in range(2)]
        while match.result is None and match.ply < LONGEST:
            moves = match.position.legal_moves()
            if match.ply < at_random:
                match.play(int(moves[Rng(derive(seed, match.ply)).below(len(moves))]))
            else:
                chosen = players[match.position.player].choose(match)
                match.play(moves[0] if chosen is None else chosen)
        for part in range(EACH):
            ply = match.ply // 4 + part * (match.ply // 2) // EACH
            if opening:
                ply = min(part * (OPENING // EACH), match.ply)
            while match.course.at(ply).position.mid_turn:
                ply += 1
            course = match.course.at(ply)
            if course.result is None and len(found) < number:
                text = game.format_position(course.position)
                found[text] = Course(game, course.position, repetition=0)
        seed += 1
    return list(found.values())


def wins(game: Game, position: Any, side: Side) -> bool:
    """Tell if a player has won, or is proven to win by a longer search with another seed."""
    if position.winner != ONGOING:
        return bool(position.winner == side)
    return analyse(Course(game, position, repetition=0), PROOF, seed=99).proven == side


class Referee:
    """Plays the reasons of a hint out."""

    def __init__(self, found: Hint) -> None:
        self.game = found.course.game
        self.before = found.course.position
        self.player = int(self.before.player)
        turn = found.best.plies[0].turn
        best = " ".join([ply.text for ply in found.best.plies if ply.turn == turn])
        self.after = played(self.game, self.before, best)

    def holds(self, reason: str) -> bool | None:
        """Tell if a sentence is true; None for a kind that gives no reason."""
        game, before, after, mine = self.game, self.before, self.after, self.player
        if (
            reason.startswith(("Expect ", "Nothing is proven of "))
            or " moves again, with " in reason
        ):
            return None
        if reason == "It is the only move.":
            return len(game.legal_texts(before)) == 1
        if reason.startswith("Every move loses"):
            if reason == "Every move loses.":
                return None
            return all(
                wins(game, played(game, before, text), 1 - mine)
                for text in game.legal_texts(before)
            )
        if found := re.fullmatch(r"A threat: (.*), which would win (.*)\.", reason):
            there = played(game, other_to_act(game, after), found[1])
            return there is not None and (
                there.winner == mine if found[2] == "at once" else wins(game, there, mine)
            )
        if found := re.fullmatch(r"A threat: (.*?), which (.*)\.", reason):
            return self._turn(other_to_act(game, after), found[1], found[2])
        if found := re.fullmatch(
            r"It meets a threat by \w+: (.*) would win (.*)\. "
            r"Now .* (is impossible|does not win.*)\.",
            reason,
        ):
            threat = played(game, other_to_act(game, before), found[1])
            now = played(game, after, found[1])
            met = now is None if "impossible" in found[3] else now is None or now.winner != 1 - mine
            return threat is not None and wins(game, threat, 1 - mine) and met
        if found := re.fullmatch(r"It prevents (.*) by \w+, which otherwise (.*)\.", reason):
            there = other_to_act(game, before)
            return self._turn(there, found[1], found[2]) and played(game, after, found[1]) is None
        if found := re.fullmatch(r"Otherwise (.*?) by \w+ (.*)\.", reason):
            there = other_to_act(game, before)
            return self._turn(there, found[1], found[2]) and not self._turn(after, *found.groups())
        if found := re.fullmatch(
            r"(.*) (?:seems worse|is less sure): "
            r"\w+ answers (.*?), which (.*)\.",
            reason,
        ):
            there = played(game, before, found[1])
            return there is not None and self._turn(there, found[2], found[3])
        if found := re.match(
            r"(?:All other moves lose|The other move loses|These lose|This loses) "
            r"for certain: (.*)\.",
            reason,
        ):
            named = re.findall(r"([^,()]+?) \(reply ([^)]*)\)", found[1].replace(" and ", ", "))
            lost = [played(game, before, f"{move} {reply}") for move, reply in named]
            return all(each is not None and wins(game, each, 1 - mine) for each in lost)
        # The subject is "It", or the moves of a turn that has several.
        found = re.fullmatch(r"(?:It|\S+(?: \S+)+?) ([a-z]+s .*)\.", reason)
        return found is not None and phrases_hold(Turn(game, before, after), found[1])

    def _turn(self, before: Any, texts: str, words: str) -> bool:
        """Tell if the phrases are true of these moves from a position."""
        after = None if before is None else played(self.game, before, texts)
        return after is not None and phrases_hold(Turn(self.game, before, after), words)


def agreement(courses: list[Course]) -> Iterator[tuple[str, int]]:
    """How many searches with another seed, and longer ones, agree with the first."""
    counts: Counter[str] = Counter()
    for course in courses:
        first = analyse(course, seed=position_seed(course, 1))
        work = first.simulations
        longer = Limit(simulations=max(2 * work, 1))
        for name, second in (
            ("another seed", analyse(course, seed=position_seed(course, 2))),
            ("twice as long", analyse(course, longer, seed=position_seed(course, 2))),
        ):
            counts[f"{name}: same move"] += second.move in first.lines[0].moves
            counts[f"{name}: same move or equal value"] += _equal(first, second)
    yield from counts.items()


def _equal(one: Analysis, two: Analysis) -> bool:
    """Tell if the best move of each analysis has the best value in the other, or nearly."""
    gaps = []
    for here, there in ((one, two), (two, one)):
        values = {move: line.value for line in here.lines for move in line.moves}
        gaps.append(here.lines[0].value - values[there.move])
    return max(gaps) <= EQUAL


def main() -> None:
    """Print the figures of each game."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--seed", type=int, default=0, help="that of the first game")
    parser.add_argument("--opening", action="store_true", help="take positions of openings")
    parser.add_argument("--show", action="store_true", help="show each reason that fails")
    asked = parser.parse_args()
    try:
        games = {name: load_game(name) for name in asked.games}
    except StackyardError as refused:
        parser.error(str(refused))
    for name, game in games.items():
        courses = positions(game, asked.positions, asked.seed, asked.opening)
        reasoned, seconds = 0, []
        checked: Counter[bool] = Counter()
        for course in courses:
            begin = time.perf_counter()
            found = hint(course)
            seconds.append(time.perf_counter() - begin)
            referee = Referee(found)
            verdicts = {reason: referee.holds(reason) for reason in found.reasons}
            told = [each for each in verdicts.values() if each is not None]
            reasoned += bool(told)
            checked.update(told)
            for reason, verdict in verdicts.items():
                if verdict is False and asked.show:
                    where = game.format_position(course.position)
                    print(f"  {where}: {found.best.line.text}: {reason}", flush=True)
        print(f"{name}: {len(courses)} positions")
        print(f"  a hint takes {sum(seconds) / len(seconds):.1f} s, at most {max(seconds):.1f} s")
        for words, number in agreement(courses):
            print(f"  {words}: {number}")
        print(f"  with a reason for the move: {reasoned}")
        print(f"  reasons played out: {checked.total()}, of which {checked[False]} do not hold")


if __name__ == "__main__":
    main()
