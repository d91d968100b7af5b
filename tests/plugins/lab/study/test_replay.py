from __future__ import annotations

import json
import zlib
from base64 import b64decode
from typing import Any

import pytest
from tests.plugins.lab.study.made_up import random_match

from stackyard.records.format import encode
from stackyard.records.writer import record_of
from stackyard_lab.study.replay import Replay, replay
from stackyard_lab.study.report import Curve
from stackyard_pictures.svg import sketch

SMALL = {"silo": {"size": 4, "height": 2}, "splay": {"side": 3}, "pit_of_pillars": {"size": 3}}


def unpacked(shown: Replay) -> Any:
    return json.loads(zlib.decompress(b64decode(shown.data)))


@pytest.mark.parametrize("name", SMALL)
def test_each_picture_is_that_of_the_position_after_its_turn(name: str) -> None:
    match = random_match(name, SMALL[name], 3)
    game = unpacked(replay(encode(record_of(match)).decode(), None, 10**9))
    course = match.course
    ends = [turn.first + len(turn.moves) for turn in course.turns]
    scenes = [course.game.scene(course.start)]
    scenes += [ply.scene for ply in course.plies() if ply.number in ends]
    levels = max([2, *[len(pieces) for scene in scenes for pieces in scene.cells.values()]])
    assert len(scenes) == len(game["boards"]) == len(game["pieces"]) == len(game["words"])
    for scene, shown in zip(scenes, game["boards"], strict=True):
        assert shown == "".join(sketch(scene, captions=False, levels=levels).elements)
    names = {text.partition(":")[0] for text in game["pieces"][-1].split("; ")}
    board = scenes[-1].board
    assert names == {board.names[cell] for cell, pieces in scenes[-1].cells.items() if pieces}


def test_turns_are_told_with_their_moves_and_the_chances_of_the_judge() -> None:
    match = random_match("silo", SMALL["silo"], 3)
    turns = len(match.course.turns)
    curve = Curve("typical", (0.5, *[0.25] * (turns - 1), 1.0))
    shown = replay(encode(record_of(match)).decode(), curve, 10**9)
    words = unpacked(shown)["words"]
    texts = ", ".join([ply.text for ply in match.course.turns[0].plies])
    assert words[0] == "Before the first turn. The judge gives the first player about 50 %."
    assert words[1] == f"Turn 1, red: {texts}. The judge gives the first player about 25 %."
    assert "judge" not in words[-1]
    assert (shown.turns, shown.stride) == (turns, 1)


def test_a_long_game_leaves_turns_out_but_never_the_last() -> None:
    match = random_match("silo", SMALL["silo"], 3)
    record = encode(record_of(match)).decode()
    whole = replay(record, None, 10**9)
    less = replay(record, None, len(whole.data) * 3 // 4)
    assert less.stride > 1
    assert len(less.data) <= len(whole.data) * 3 // 4
    assert unpacked(less)["words"][-1] == unpacked(whole)["words"][-1]
    assert replay(record, None, 1).stride == 100
