from __future__ import annotations

from stackyard import load_game
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard_lab.study.restricted_player import captures, greedy_move


def test_a_greedy_player_takes_a_win_that_is_one_move_away() -> None:
    game = load_game("silo", size=4, height=1)
    course = Course(game)
    winning = None
    while winning is None:
        for move in course.position.legal_moves():
            after = course.play(int(move)).result
            if after is not None and after.winner == course.player:
                winning = int(move)
        course = (
            course if winning is not None else course.play(int(course.position.legal_moves()[0]))
        )
    assert greedy_move(game, course.position, 1) == winning


def test_captures_are_seen_where_the_opponent_loses_a_stack_and_not_elsewhere() -> None:
    game = load_game("pit_of_pillars", size=4)
    match = Match(game, ("random", "random"), seed=2)
    match.run()
    taken = [ply for ply in match.course.plies() if captures(game, ply.before, ply.move)]
    assert 0 < len(taken) < match.ply
    slicron = Match(load_game("slicron", side=2), ("random", "random"), seed=2)
    slicron.run()
    assert not [p for p in slicron.course.plies() if captures(slicron.game, p.before, p.move)]


def test_a_player_without_captures_captures_only_if_it_must() -> None:
    game = load_game("pit_of_pillars", size=4)
    match = Match(game, ("restricted:rule=no_captures,simulations=2", "random"), seed=3)
    match.run()
    for ply in match.course.plies():
        if ply.player == 0 and captures(game, ply.before, ply.move):
            moves = [int(move) for move in ply.before.legal_moves()]
            assert all(captures(game, ply.before, move) for move in moves)


def test_a_half_random_player_chooses_its_first_move_by_search() -> None:
    game = load_game("silo", size=4, height=1)
    firsts = set()
    for seed in range(4):
        player = f"restricted:rule=random_half,simulations=200,seed={seed}"
        match = Match(game, (player, "random"))
        match.step()
        firsts.add(match.course.moves[0])
    assert len(firsts) == 1
