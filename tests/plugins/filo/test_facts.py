"""Facts about F.I.L.O., reproduced: Ralf Gering's solution, cycles, draws, small boards."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from math import sqrt
from statistics import mean
from typing import Any

import pytest

from stackyard.position import DRAW, ONGOING
from stackyard.rng import Rng
from stackyard_filo.game import FiloGame
from stackyard_filo.rules import BLACK, WHITE, Filo

pytestmark = pytest.mark.builds

GERING = "wwww/wwww/wwww/-/-/bbbb/bbbb/bbbb 0,0 0,0 w"
LINES = [
    "a f b g c h",
    "a f c g b h c g",
    "b f a g b f c h",
    "b f a g c h b c",
    "b f c g a f b h",
    "b f c g a f c h b c",  # note 4, with h where an a is printed
    "c f a g b h c f g b",
    "c f b g a f b h c f g h a g b f c e b a c h e g",
    "c f b g a f c f b h c f",
    "c f b g a f c f g h b f c g",
]


def follow(game: FiloGame, text: str, moves: list[str]) -> Filo:
    position = game.parse_position(text)
    for move in moves:
        position.play(game.parse_move(move, position))
    return position


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_the_solution_leads_to_a_win_of_black(line: str) -> None:
    game, moves = FiloGame(), line.split()
    for played in range(len(moves)):
        assert follow(game, GERING, moves[:played]).winner == ONGOING
    assert follow(game, GERING, moves).winner == BLACK


def test_the_note_that_is_corrected_cannot_be_played_as_printed() -> None:
    game = FiloGame()
    position = follow(game, GERING, ["b", "f", "c", "g", "a", "f", "c"])
    assert 0 not in game.pieces(position) or not game.pieces(position)[0]
    assert "a" not in game.legal_texts(position)


def test_the_solution_answers_whatever_white_plays() -> None:
    game, lines = FiloGame(), [line.split() for line in LINES]
    for line in lines:
        for played in range(0, len(line), 2):
            legal = game.legal_texts(follow(game, GERING, line[:played]))
            answered = {other[played] for other in lines if other[:played] == line[:played]}
            assert answered == set(legal), line[:played]


def wins(position: Filo, player: int, plies: int) -> bool:
    """Tell if `player` can force a win within that many plies."""
    if position.winner != ONGOING or not plies:
        return position.winner == player
    answers = []
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        answers.append(after)
    some_or_all = any if position.player == player else all
    return some_or_all(wins(after, player, plies - 1) for after in answers)


def test_black_needs_six_plies_in_the_position_of_the_solution() -> None:
    position = FiloGame().parse_position(GERING)
    assert wins(position, BLACK, 6)
    assert not wins(position, BLACK, 5)


@pytest.mark.parametrize("line", ["a f b g c h", "b g a f c h", "c h a f b g"])
def test_black_wins_in_six_plies_against_each_first_move(line: str) -> None:
    assert follow(FiloGame(), GERING, line.split()).winner == BLACK


def test_who_goes_on_entering_singly_may_lose_where_an_empty_reserve_is_skipped() -> None:
    game = FiloGame(empty_reserve="skip")
    text = "www/www/www/www/-/bbbb/bbbb/bbbb 0,0 0,0 w"
    moves = ["4", "1", "4", "1", "4", *["1"] * 10]
    entered = follow(game, "-/-/-/-/-/-/-/- 12,12 0,0 w", moves)
    assert game.format_position(entered) == text
    position = follow(game, text, ["a"])
    assert wins(position, WHITE, 10)


def test_with_the_rule_of_the_empty_reserve_it_is_white_who_loses() -> None:
    moves = ["4", "1", "4", "1", "4", "1"]
    assert follow(FiloGame(), "-/-/-/-/-/-/-/- 12,12 0,0 w", moves).winner == BLACK


def test_sixteen_plies_lead_back_to_where_they_began() -> None:
    game, text = FiloGame(), "b/-/w/-/-/-/b/w 0,0 10,10 b"
    moves = ["a", "c", "h", "d", "f", "g", "e", "a", "h", "b", "g", "c", "d", "e", "b", "f"]
    keys = {follow(game, text, moves[:played]).key() for played in range(16)}
    assert len(keys) == 16
    assert game.format_position(follow(game, text, moves)) == text


def test_random_games_last_26_plies_and_white_wins_two_of_five() -> None:
    game, seed, games = FiloGame(), 2011, 2000
    rng, white = Rng(seed), 0
    moves: list[int] = []
    offered: list[int] = []
    for number in range(games):
        position = game.initial()
        if number % 10:
            moves.append(int(game.playout(position, rng.word(), 10**4)))
        else:
            while position.winner == ONGOING:
                offered.append(len(position.legal_moves()))
                position.play(position.random_move(rng.bits()))
        white += position.winner == WHITE
    # Five standard deviations, of which one is about 12 plies for a game and a half for a win.
    assert abs(mean(moves) - 26.5) < 5 * 12 / sqrt(len(moves)), f"seed {seed}"
    assert abs(white / games - 0.392) < 5 * 0.5 / sqrt(games), f"seed {seed}"
    assert abs(mean(offered) - 3.29) < 0.3, f"seed {seed}"
    assert max(offered) == 8


class Solved:
    """Every position that can follow the first one: who wins it, and in how many plies at best.

    A position that neither can win is a draw: who does not lose can repeat. A position in which
    the player to act can get rid of his checkers at once is won, and not looked into further; what
    follows such a move is not counted.
    """

    def __init__(self, start: Filo) -> None:
        self.number: dict[Hashable, int] = {start.key(): 0}
        self.winner: list[int] = []
        self.plies: list[int] = []
        players: list[int] = []
        left: list[int] = []  # moves that are not yet known to lose
        before: list[list[int]] = [[]]
        todo = deque([start])
        while todo:
            position = todo.popleft()
            here, player = len(players), int(position.player)
            players.append(player)
            following = []
            for move in position.legal_moves():
                after = position.copy()
                after.play(move)
                following.append(after)
            ends = [int(after.winner) for after in following if min(after.men()) < 2]
            left.append(len(following) - len(ends))
            winner = DRAW
            if player in ends:
                winner = player
            elif not left[here]:
                winner = 1 - player if following else int(position.winner)
            self.winner.append(winner)
            self.plies.append(1 if ends else 0)
            for after in [] if player in ends else following:
                if min(after.men()) < 2:
                    continue
                there = self.number.setdefault(after.key(), len(before))
                if there == len(before):
                    before.append([])
                    todo.append(after)
                before[there].append(here)
        known = [here for here, winner in enumerate(self.winner) if winner != DRAW]
        decided = deque(sorted(known, key=lambda here: self.plies[here]))
        while decided:
            there = decided.popleft()
            for here in before[there]:
                left[here] -= 1
                wins = players[here] == self.winner[there]
                if self.winner[here] == DRAW and (wins or not left[here]):
                    self.winner[here] = self.winner[there]
                    self.plies[here] = self.plies[there] + 1
                    decided.append(here)


SKIP = {"size": 5, "pieces": 5, "empty_reserve": "skip"}


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("options", "positions", "winner", "plies"),
    [
        (SKIP, 169_351, BLACK, 14),
        (SKIP | {"empty_reserve": "loses"}, 166_993, BLACK, 14),
        (SKIP | {"variant": "proposal-2"}, 169_351, WHITE, 47),
        (SKIP | {"variant": "proposal-1"}, 1_244_824, BLACK, 36),
        (SKIP | {"variant": "proposal-1+2"}, 1_244_824, BLACK, 72),
        (SKIP | {"size": 6}, 1_574_453, BLACK, 36),
        (SKIP | {"size": 6, "variant": "proposal-2"}, 1_574_453, WHITE, None),
    ],
    ids=str,
)
def test_a_small_board_is_won_as_known(
    options: dict[str, Any], positions: int, winner: int, plies: int | None
) -> None:
    solved = Solved(FiloGame(**options).initial())
    assert (len(solved.number), solved.winner[0]) == (positions, winner)
    assert plies is None or solved.plies[0] == plies


@pytest.mark.nightly
def test_there_are_true_draws() -> None:
    solved = Solved(FiloGame().parse_position("wwb/b/-/w/-/b/-/w 0,0 8,9 b"))
    assert len(solved.number) == 341_560
    assert solved.winner.count(DRAW) == 34_280
    assert solved.winner[0] == DRAW
