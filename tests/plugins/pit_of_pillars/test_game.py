from __future__ import annotations

import pytest

from stackyard import DRAW, Match, load_game
from stackyard.boards import Square
from stackyard.drawing.text import draw
from stackyard.scenes import Piece
from stackyard_pit_of_pillars.game import PitOfPillarsGame

pytestmark = pytest.mark.builds

BUSY = "6/8/8/1,ww,1,W,wrw,3/2,rr,5/2,R,5/8/5,r w 2,1 move"


@pytest.mark.parametrize("name", ["pit_of_pillars", "pit-of-pillars", "Pit_Of_Pillars"])
def test_the_game_is_found_by_its_name(name: str) -> None:
    game = load_game(name, size="6", **{"self-elimination": "loses"})
    assert isinstance(game, PitOfPillarsGame)
    assert game.settings == {"size": 6, "self_elimination": "loses"}
    assert (game.title, game.year) == ("Pit of Pillars", 2013)
    assert game.designer == "Christian Freeling"
    assert game.colours == ("white", "red")


def test_the_standard_board_is_a_chessboard_without_its_corners() -> None:
    game = PitOfPillarsGame()
    assert game.settings == {"size": 8, "self_elimination": "plays-on"}
    assert game.board == Square(8, omit=["a1", "a8", "h1", "h8"])
    assert len(game.board) == 60
    assert game.format_position(game.initial()) == "6/8/8/8/8/8/8/6 w 0,0 open"


@pytest.mark.parametrize("size", range(3, 9))
def test_every_size_lacks_its_corners(size: int) -> None:
    game = PitOfPillarsGame(size=size)
    assert len(game.board) == size * size - 4
    assert len(game.legal_texts(game.initial())) == size * size - 4


def test_a_scene_shows_stacks_pillars_reserves_and_where_a_step_may_begin() -> None:
    game = PitOfPillarsGame()
    scene = game.scene(game.parse_position(BUSY.replace("2,1", "0,1")))
    names = game.board.names
    letters = {names[c]: "".join([p.letter for p in ps]) for c, ps in scene.cells.items()}
    assert letters == {
        "g1": "r",
        "c3": "R",
        "c4": "rr",
        "b5": "ww",
        "d5": "W",
        "e5": "wrw",
    }
    pillars = {names[c] for c, ps in scene.cells.items() if ps[0].kind == "pillar"}
    assert pillars == {"c3", "d5"}
    assert {names[cell] for cell in scene.choices} == {"b5", "e5"}
    assert [(tray.title, tray.player, len(tray.pieces)) for tray in scene.trays] == [
        ("white reserve", 0, 0),
        ("red reserve", 1, 1),
    ]
    assert scene.trays[1].pieces == (Piece(1, "r", "man"),)


def test_the_notes_are_the_capacities() -> None:
    game = PitOfPillarsGame()
    capacities = list(game.notes(game.initial()).values())
    assert [capacities.count(number) for number in ("2", "3", "4")] == [8, 16, 36]
    notes = game.notes(game.parse_position(BUSY))
    cell = game.board.cell
    assert [notes[cell(name)] for name in ("c4", "c5", "d4", "e5", "b1", "a2")] == list("333322")
    assert cell("d5") not in notes
    assert cell("c3") not in notes


def test_a_turn_marks_what_it_has_changed() -> None:
    game = PitOfPillarsGame()
    before = game.parse_position("6/8/8/wrw,7/8/8/8/r,5 w 0,0 move")
    after = before.copy()
    for move in ("a5-a2", "pa2-a7"):
        after.play(game.parse_move(move, after))
    assert {game.board.names[c] for c in game.scene(after, before).touched} == {"a5", "a7"}


@pytest.mark.parametrize(
    ("text", "prompt"),
    [
        ("6/8/8/8/8/8/8/6 w 0,0 open", "enter the first man, on any square"),
        ("6/8/8/8/3,w,4/8/8/6 r 0,0 next:d4", "enter a man next to d4"),
        (
            "6/8/8/3,r,4/3,w,4/8/8/6 r 0,0 free",
            "enter another man, with only vacant squares beside it",
        ),
        (BUSY, "move a stack, or enter a man from your reserve"),
        (BUSY.replace("2,1", "0,1"), "move a stack"),
        (BUSY.replace("move", "pillar"), "move a pillar, or none"),
    ],
)
def test_the_player_is_told_what_is_asked_now(text: str, prompt: str) -> None:
    game = PitOfPillarsGame()
    assert game.scene(game.parse_position(text)).prompt == prompt


def test_the_text_picture_tells_pillars_stacks_and_reserves_apart() -> None:
    game = PitOfPillarsGame()
    picture = draw(game.scene(game.parse_position(BUSY)))
    lines = picture.splitlines()
    assert lines[3].split() == ["5", ".", "w2", ".", "|W", "wrw", ".", ".", "."]
    assert lines[-3:] == [
        "white reserve: 2 w",
        "red reserve: 1 r",
        "white: move a stack, or enter a man from your reserve",
    ]


CYCLE = ["d5-e5", "c2-c3", "e5-d5", "c3-c2"]


def test_the_cycle_of_four_steps_returns_and_the_third_time_is_a_draw() -> None:
    game = PitOfPillarsGame()
    start = game.parse_position("6/8/8/3,w,4/8/8/2,r,5/6 w 0,0 move")
    match = Match(game, position=start)
    for move in CYCLE:
        match.play(move)
    assert match.position.key() == start.key()
    assert match.course.times_stood == 2
    for move in CYCLE:
        match.play(move)
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (DRAW, "repetition")


def test_without_repetition_the_cycle_goes_on() -> None:
    game = PitOfPillarsGame()
    start = game.parse_position("6/8/8/3,w,4/8/8/2,r,5/6 w 0,0 move")
    match = Match(game, position=start, repetition=0)
    for move in CYCLE * 4:
        match.play(move)
    assert match.result is None


def test_a_turn_of_two_steps_is_taken_back_whole() -> None:
    game = PitOfPillarsGame()
    start = game.parse_position("6/8/8/wrw,7/8/8/8/r,5 w 0,0 move")
    match = Match(game, position=start)
    match.play("a5-a2")
    assert match.course.unfinished
    match.play("pa2-a7")
    assert [len(turn.moves) for turn in match.turns] == [2]
    match.undo()
    assert match.position.key() == start.key()


def test_a_man_in_reserve_is_worth_two_stacks() -> None:
    game = load_game("pit_of_pillars")
    values = []
    for last in ("r,5", "w,5", "w,w,4"):
        for reserves in ("0,0", "1,0", "0,1"):
            position = game.parse_position(f"6/8/8/wrw,7/8/8/8/{last} w {reserves} move")
            values.append(int(position.evaluate()))  # type: ignore[attr-defined]
    assert values == [0, 2, -2, 2, 4, 0, 3, 5, 1]


def test_the_trail_of_a_ply_is_that_of_its_turn_wherever_the_walk_begins() -> None:
    course = Match(PitOfPillarsGame(), ("random", "random"), seed=5).course
    while not (course.mid_turn and course.ply > 60):
        course = course.advance(course.position.legal_moves()[0])
    course = course.advance(next(m for m in course.position.legal_moves()))
    whole = [ply.scene.trail for ply in course.plies()]
    assert [next(course.plies(since)).scene.trail for since in range(course.ply)] == whole
