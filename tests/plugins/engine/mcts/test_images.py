"""Mirror images of moves: searched once, told as one, and worth the same."""

from __future__ import annotations

import pytest

from stackyard import Game, Rng, load_game
from stackyard.analysis import Analysis, Limit
from stackyard.position import ONGOING, Position
from stackyard.rng import derive
from stackyard.turnloop.history import Course
from stackyard_engine.analysis import analyse
from stackyard_engine.engine import MctsEngine
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.mcts.images import images_of
from stackyard_engine.mcts.search import Search

TURNING = {"pit_of_pillars": {"size": 5}, "slicron": {"side": 3}, "splay": {"side": 3}}
OTHERS: dict[str, dict[str, int]] = {"silo": {}, "filo": {}}  # without such symmetries
SEED = 5


@pytest.mark.parametrize(
    ("name", "options", "moves", "classes"),
    [
        ("pit_of_pillars", {"size": 8}, 60, 9),
        ("pit_of_pillars", {"size": 5}, 21, 5),
        ("slicron", {"side": 4}, 37, 6),
        ("splay", {"side": 4}, 19, 4),
        ("silo", {}, 3, 3),
        ("filo", {}, 8, 8),
    ],
)
def test_images_of_the_first_move(
    name: str, options: dict[str, int], moves: int, classes: int
) -> None:
    game = load_game(name, **options)
    position = game.initial()
    images = images_of(game, position)
    assert (len(position.legal_moves()), len(position.legal_moves()) - len(images)) == (
        moves,
        classes,
    )
    assert not set(images.values()) & set(images)


def test_moves_on_an_uneven_board_are_no_images() -> None:
    game = load_game("splay", side=3)
    position = game.initial()
    position.play(position.legal_moves()[0])
    images = images_of(game, position)
    cells = {move: game.move_cells(int(move), position) for move in position.legal_moves()}
    first = cells_of_first(game)
    one_axis = [turn for turn in knowledge_of(game).symmetries() if turn[first] == first]
    assert len(one_axis) == 2  # the identity and a reflection
    assert images
    for move, image_of_it in images.items():
        assert tuple(one_axis[1][cell] for cell in cells[move]) == cells[image_of_it]


def cells_of_first(game: Game) -> int:
    """The cell of the first legal move."""
    start = game.initial()
    return game.move_cells(int(start.legal_moves()[0]), start)[0]


def turned_twice(game: Game, seed: int) -> tuple[Course, Course]:
    """A course of random moves, and the course of their images under one symmetry."""
    rng = Rng(seed)
    turns = knowledge_of(game).symmetries()
    turn = turns[1 + int(rng.below(len(turns) - 1))]
    one = other = Course(game)
    for _ in range(4 + int(rng.below(12))):
        move = one.position.random_move(rng.bits())
        after, mirrored = one.play(move), other.play(image(game, one, move, turn, other))
        if after.result is not None:
            break
        one, other = after, mirrored
    return one, other


def image(game: Game, one: Course, move: int, turn: object, other: Course) -> int:
    """The move of the turned course that a symmetry makes of a move."""
    cells = tuple(turn[cell] for cell in game.move_cells(move, one.position))  # type: ignore[index]
    return next(
        int(found)
        for found in other.position.legal_moves()
        if game.move_cells(int(found), other.position) == cells
    )


def agree(one: Analysis, other: Analysis) -> bool:
    """Tell if the best moves' intervals meet, or both results are proven alike."""
    if one.proven != ONGOING or other.proven != ONGOING:
        return True  # one of them may have searched a little further
    pairs = [analysis.lines[0].interval for analysis in (one, other)]
    if pairs[0] is None or pairs[1] is None:
        return True
    return max(pairs[0][0], pairs[1][0]) <= min(pairs[0][1], pairs[1][1])


def disagreements(name: str, number: int, simulations: int) -> list[str]:
    """The middle positions whose images, or whose searches by another seed, disagree."""
    found = []
    limit = Limit(simulations=simulations)
    for case in range(number):
        seed = derive(SEED, case)
        if name in TURNING:
            one, other = turned_twice(load_game(name, **TURNING[name]), seed)
        else:
            one = other = middle(load_game(name, **OTHERS[name]), seed)
        told = MctsEngine(1).analyse(one, limit), MctsEngine(2).analyse(other, limit)
        if not agree(*told):
            found.append(f"{one.game.format_position(one.position)}")
    return found


def middle(game: Game, seed: int) -> Course:
    """A course of a few random moves."""
    rng, course = Rng(seed), Course(game)
    for _ in range(2 + int(rng.below(8))):
        after = course.play(course.position.random_move(rng.bits()))
        if after.result is not None:
            break
        course = after
    return course


@pytest.mark.parametrize("name", [*TURNING, *OTHERS])
def test_images_of_positions_are_worth_the_same(name: str) -> None:
    assert disagreements(name, 4, 60) == []


@pytest.mark.nightly
@pytest.mark.parametrize("name", [*TURNING, *OTHERS])
def test_images_of_fifty_positions_are_worth_the_same(name: str) -> None:
    assert disagreements(name, 50, 400) == []


def in_order(analysis: Analysis) -> bool:
    """Tell if no move is told with a better chance than one above it."""
    values = [line.value for line in analysis.lines]
    told = [line.value for line in analysis.lines if line.supported]
    return values == sorted(values, reverse=True) and told == sorted(told, reverse=True)


def out_of_order(number: int, simulations: tuple[int, ...]) -> list[str]:
    """The positions of all games whose lines are out of order."""
    found = []
    games = [load_game(name, **options) for name, options in (TURNING | OTHERS).items()]
    for case in range(number):
        course = middle(games[case % len(games)], derive(SEED, case, 1))
        limit = Limit(simulations=simulations[case % len(simulations)])
        if not in_order(MctsEngine(case).analyse(course, limit)):
            found.append(course.game.format_position(course.position))
    return found


def test_no_line_stands_above_one_with_a_better_chance() -> None:
    assert out_of_order(60, (5, 40, 90)) == []


@pytest.mark.nightly
def test_no_line_stands_above_a_better_one_in_a_thousand_positions() -> None:
    assert out_of_order(1000, (5, 50, 300)) == []


def test_images_share_one_line_and_the_simulations() -> None:
    game = load_game("splay", side=3)
    course = Course(game)
    found = MctsEngine(1).analyse(course, Limit(simulations=50))
    assert sum(line.visits for line in found.lines) == found.simulations == 50
    moves = [move for line in found.lines for move in line.moves]
    assert sorted(moves) == sorted(int(move) for move in course.position.legal_moves())
    assert len(found.lines) == 2


def test_players_choose_among_images_too() -> None:
    course = Course(load_game("splay", side=3))
    found = MctsEngine(1, merges_images=False).analyse(course, Limit(simulations=50))
    assert len(found.lines) == 7
    assert not any(line.images for line in found.lines)


def test_after_an_image_the_search_goes_on() -> None:
    game = load_game("splay", side=3)
    position: Position = game.initial()
    search = Search(position, game.playout, 1)
    images = images_of(game, position)
    search.merge(images)
    search.run(40)
    assert len(search.children()) == 2
    move = next(iter(images))
    search.advance(move)
    position.play(move)
    search.merge(images_of(game, position))
    search.run(40)
    assert search.simulations == 40
    assert all(child.visits for child in search.children())


def test_a_kept_tree_drops_the_images_that_it_had_tried() -> None:
    game = load_game("slicron", side=3, pie=False)
    search = Search(game.initial(), game.playout, 1)
    search.run(60)
    images = images_of(game, game.initial())
    search.merge(images)
    assert {child.move for child in search.children()}.isdisjoint(images)
    search.run(60)
    assert all(child.visits for child in search.children())


def test_a_solved_position_has_one_line_for_its_images() -> None:
    course = Course(load_game("slicron", side=2, pie=False))
    found = analyse(course, Limit(simulations=2000))
    assert found.proven != ONGOING
    moves = [move for line in found.lines for move in line.moves]
    assert sorted(moves) == sorted(int(move) for move in course.position.legal_moves())
    assert sorted(len(line.images) for line in found.lines) == [0, 5]
