"""Programs as players: ours, and programs that misbehave."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import cast

import pytest
from tests.conftest import GAMES
from tests.plugins.protocols.conftest import MakeProgram, engine_command

from stackyard.errors import OptionError, PlayerSpecError
from stackyard.plugins.registry import load_game
from stackyard.records.format import decode, encode
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match, make_player
from stackyard.turnloop.outcome import Reason
from stackyard.turnloop.wording import ending as words_of_end
from stackyard_protocols import engine_process
from stackyard_protocols.engine_process import EngineProcess
from stackyard_protocols.engine_session import EngineSession
from stackyard_protocols.external_player import ExternalPlayer
from stackyard_protocols.gtp_engine import OPTION, GtpEngine
from stackyard_protocols.gtp_player import GtpPlayer
from stackyard_protocols.ugi_engine import UgiEngine
from stackyard_protocols.ugi_player import UgiPlayer

HANDSHAKE = """
    import sys, time, os, signal
    def listen():
        for line in sys.stdin:
            word = line.split()[0]
            if word == "ugi":
                print("id name Misfit")
                print("ugiok")
            elif word == "isready":
                print("readyok")
            elif word == "quit":
                break
            else:
                yield line.strip()
"""
GTP = """
    import sys, time, os
    def listen():
        for line in sys.stdin:
            word = line.split()[0]
            if word == "list_commands":
                print("= list_commands\\nplay\\ngenmove\\nquit\\nclear_board\\n")
            elif word in ("play", "clear_board", "boardsize"):
                print("=\\n")
            elif word == "quit":
                break
            else:
                yield line.strip()
"""


def ending(spec: str, seconds: str = "") -> tuple[str, str]:
    """The reason and the sentence of the end of a match that the program begins and loses."""
    terms = {"clock": seconds} if seconds else {}
    match = Match(load_game("silo", size=4), (spec, "random"), seed=1, terms=terms)
    try:
        result = match.run()
    finally:
        match.close()
    assert result.winner == 1
    recorded = decode(encode(record_of(match))).result
    assert recorded is not None
    assert (recorded.reason, recorded.sentence) == (result.reason, words_of_end(match.course))
    return recorded.reason, recorded.sentence


def test_two_engines_of_ours_play_a_match_over_pipes() -> None:
    command = engine_command("silo", "-o", "size=6", "--player", "random")
    specs = f"ugi:{command}", f"gtp:{command} --protocol gtp"
    for game in (load_game("silo", size=4), load_game("silo", size=4, goal="home")):
        match = Match(game, specs, seed=3)
        result = match.run()
        assert result.reason == Reason.RULES
        assert all(player.name.split()[0] in {"ugi", "gtp"} for player in match.players)
        assert record_of(match).players[0].spec == specs[0]
        match.undo(2)
        match.step()  # its line of play is another one now
        assert match.ply == 3
        match.close()


def test_a_match_that_begins_elsewhere_with_turns_of_several_moves() -> None:
    command = engine_command("pit_of_pillars", "--player", "random")
    game = load_game("pit_of_pillars")
    start = game.initial()
    for _ in range(3):
        start.play(start.legal_moves()[0])
    match = Match(
        game, (f"ugi:{command}", f"gtp:{command} --protocol gtp"), position=start, repetition=0
    )
    for _ in range(12):
        match.step()
    assert match.result is None
    assert len(match.turns) < match.ply
    match.close()


MISFITS = {
    "silent": ("time.sleep(60)", "fault", "red failed: ugi python: it chose no move within "),
    "crash": (
        "sys.exit('out of memory')",
        "fault",
        "red failed: ugi python: it ended with exit code 1: out of memory",
    ),
    "killed": ("os.kill(os.getpid(), signal.SIGKILL)", "fault", "it ended by SIGKILL"),
    "signalled": ("os.kill(os.getpid(), 35)", "fault", "it ended by signal 35"),
    "illegal": (
        "print('bestmove b')",
        "illegal",
        "red made an illegal move: ugi python chose 'b', and column b holds",
    ),
    "garbage": (
        "print('\\x00\\xff what', 'bestmove \\x1b[2J')",
        "fault",
        "it chose no move within",
    ),
    "wordless": ("print('bestmove')", "illegal", "ugi python chose '', and"),
    "spaced": ("print('bestmove\\t  b  ponder c')", "illegal", "ugi python chose 'b', and "),
    "controlling": ("print('bestmove \\x1b[2J')", "illegal", r"ugi python chose '\x1b[2J', and"),
    "chatter": (
        "exec('while True: print(\"info nodes 1\"); time.sleep(0.01)')",
        "fault",
        "it chose no move within",
    ),
    "flood": (
        "exec('while True: sys.stdout.write(\"info \" * 10000)')",
        "fault",
        "it printed more than 100,000 bytes after one command",
    ),
    "flood of lines": (
        "exec('while True: print(\"info nodes 1\" * 1000)')",
        "fault",
        "it printed more than 100,000 bytes after one command",
    ),
}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("kind", MISFITS)
def test_a_program_that_misbehaves_loses_and_the_record_says_why(
    kind: str, program: MakeProgram
) -> None:
    does, reason, words = MISFITS[kind]
    command = program(
        f"{HANDSHAKE}\n    for line in listen():\n        if line[:2] == 'go': {does}\n"
    )
    found, sentence = ending(f"ugi:{command}")
    assert found == reason
    assert words in sentence.replace(Path(command.split()[0]).name, "python")


@pytest.mark.nightly
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("import time; time.sleep(60)", "it did not answer 'ugi' within 3 s"),
        ("print('ugiok')", "it ended with exit code 0"),
        ("raise SystemExit(7)", "it ended with exit code 7"),
        ("import nothing_of_the_kind", "ModuleNotFoundError: No module named"),
        ("while True: print('hello' * 9000)", "it printed more than 100,000 bytes"),
        (
            "import os, time; os.close(0); os.close(1); time.sleep(60)",
            "it closed its input or output",
        ),
        ("import signal; signal.pause()", "it did not answer 'ugi' within 3 s"),
    ],
)
def test_a_program_that_cannot_be_greeted_loses(
    source: str, words: str, program: MakeProgram
) -> None:
    reason, sentence = ending(f"ugi:{program(source)}")
    assert reason == "fault"
    assert words in sentence


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("does", "reason", "words"),
    [
        ("time.sleep(60)", "fault", "it chose no move within"),
        ("sys.exit(3)", "fault", "it ended with exit code 3"),
        ("print('= b\\n')", "illegal", "chose 'b', and column b holds"),
        ("print('= pass\\n')", "illegal", "chose 'pass', and 'pass' is no move"),
        ("print('? I will not\\n')", "fault", "it refused 'genmove b': I will not"),
        ("print('= resign\\n')", "resignation", "red resigns"),
        ("print('c\\n\\nc\\n')", "fault", "it chose no move within"),
        ("exec('while True: print(\"# c\" * 9000)')", "fault", "it printed more than 100,000"),
    ],
)
def test_a_gtp_program_that_misbehaves_loses(
    does: str, reason: str, words: str, program: MakeProgram
) -> None:
    command = program(f"{GTP}\n    for line in listen():\n        if line[:3] == 'gen': {does}\n")
    found, sentence = ending(f"gtp:{command}")
    assert found == reason
    assert words in sentence


def test_a_gtp_program_cannot_begin_with_a_position_that_it_does_not_know(
    program: MakeProgram,
) -> None:
    command = program(f"{GTP}\n    for line in listen(): pass\n")
    game = load_game("silo", size=4)
    match = Match(
        game, (f"gtp:{command}", "random"), position=game.parse_position("bbb/-/br/rrr r")
    )
    assert match.run().sentence.endswith("it cannot begin with a given position")
    match.close()


def test_a_slow_start_costs_no_time_of_the_clock(program: MakeProgram) -> None:
    command = program(
        f"{HANDSHAKE}\n    time.sleep(1.5)\n"
        "    for line in listen():\n        if line[:2] == 'go': print('bestmove c')\n"
    )
    match = Match(load_game("silo"), (f"ugi:{command}", "random"), terms={"clock": "600s"})
    match.step()
    assert match.ply == 1
    assert match.course.seconds[0] < 1.4
    match.close()


def test_a_slow_start_that_fails_is_no_loss_on_time(program: MakeProgram) -> None:
    command = program("import time; time.sleep(0.6); exit(7)")
    reason, sentence = ending(f"ugi:{command}", "0.5s/move")
    assert reason == "fault"
    assert sentence.endswith("it ended with exit code 7")


def test_a_program_whose_time_is_up_loses_on_time(program: MakeProgram) -> None:
    does = "time.sleep(60)"
    command = program(
        f"{HANDSHAKE}\n    for line in listen():\n        if line[:2] == 'go': {does}\n"
    )
    assert ending(f"ugi:{command}", "1s/move") == ("time", "the time of red is up")


@pytest.mark.usefixtures("impatient")
def test_a_program_is_told_its_time_and_to_stop(
    program: MakeProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ExternalPlayer, "late", 20.0)
    heard = tmp_path / "heard"
    command = program(
        f"{HANDSHAKE}\n    for line in listen():\n"
        f"        print(line, file=open({str(heard)!r}, 'a'))\n"
        "        if line == 'stop' or 'movetime' in line: print('bestmove c')\n"
    )
    spec, game = f"ugi:{command}", load_game("silo")
    for clock in ("600s+2s", "30s/move", ""):
        match = Match(game, (spec, "random"), terms={"clock": clock} if clock else {})
        match.step(lambda share: True)
        assert match.ply == 1
        match.close()
    lines = heard.read_text("utf-8").splitlines()
    (clocks,) = [line for line in lines if "p1time" in line]
    words = clocks.split()
    assert 500_000 < int(words[2]) <= 600_000
    assert words[-4:] == ["p1inc", "2000", "p2inc", "2000"]
    assert "stop" in lines
    moves = [int(line.split()[2]) for line in lines if line.startswith("go movetime")]
    assert 20_000 < moves[0] <= 27_000
    assert moves[1] == 200
    assert "setoption" not in "".join(lines)  # it has none


def test_a_program_that_does_not_end_is_killed_with_what_it_started(
    program: MakeProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_process, "ENDING", 0.2)
    pids = tmp_path / "pids"
    command = program(
        f"{HANDSHAKE}\n    import subprocess\n"
        "    child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"    print(os.getpid(), child.pid, file=open({str(pids)!r}, 'w'))\n"
        "    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "    for line in listen():\n        if line[:2] == 'go': print('bestmove c')\n"
        "    time.sleep(600)\n"
    )
    match = Match(load_game("silo"), (f"ugi:{command}", "random"))
    match.step()
    match.close()
    end = time.monotonic() + 20
    for pid in pids.read_text("utf-8").split():
        while Path(f"/proc/{pid}/stat").exists():
            state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
            if state == "Z":  # nobody has asked how it ended
                break
            assert time.monotonic() < end
            time.sleep(0.05)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("ugi", "player ugi runs a program: write its command line after a colon"),
        ("gtp:  ", "player gtp runs a program: write its command line after a colon"),
        ("ugi:no-such-program --fast", "player ugi: there is no program 'no-such-program' to run"),
        ("ugi:'unclosed", 'player ugi: "\'unclosed": no closing quotation'),
    ],
)
def test_a_description_that_runs_nothing_is_refused(spec: str, words: str) -> None:
    with pytest.raises(PlayerSpecError, match="^player") as refused:
        make_player(spec, load_game("silo"))
    assert words in str(refused.value)


def test_commas_equals_signs_and_colons_belong_to_the_command_line() -> None:
    player = make_player("ugi:sh -c 'a,b=c:d' x=1,2", load_game("silo"))
    assert isinstance(player, ExternalPlayer)
    assert player._words == ["sh", "-c", "a,b=c:d", "x=1,2"]
    assert player.name == "ugi sh"


class Scripted:
    """A program that is told what `sent` lists, and gives these answers."""

    def __init__(self, *answers: str) -> None:
        self.sent: list[str] = []
        self.answers = list(answers)

    def send(self, line: str) -> None:
        self.sent.append(line)

    def next(self, seconds: float) -> str:
        return self.answers.pop(0)


def test_an_option_without_a_choice_is_not_told_to_a_program() -> None:
    match = Match(load_game("silo", size=4), ("random", "random"))
    match.game.settings["limit"] = None
    told = Scripted("option name size type spin", "option name limit type spin", "ugiok")
    told.answers += ["readyok"] * 2
    UgiPlayer(match.game, 1, sys.executable)._introduce(match, cast("EngineProcess", told))
    assert "setoption name size value 4" in told.sent
    assert not [line for line in told.sent if "limit" in line]
    told = Scripted(f"= {OPTION}", "", *["=", ""] * 9)
    GtpPlayer(match.game, 1, sys.executable)._introduce(match, cast("EngineProcess", told))
    assert [line for line in told.sent if line.startswith(f"{OPTION} size 4 ")]
    assert not [line for line in told.sent if "limit" in line]


class Ours:
    """Our engine as a program that runs in this process; `sent` is what it was told."""

    def __init__(self, kind: str, game: str) -> None:
        self.sent: list[str] = []
        self.lines: list[str] = []
        self.session = EngineSession(load_game(game), "random")
        self.engine: UgiEngine | GtpEngine
        if kind == "ugi":
            self.engine = UgiEngine(self.session, "Stackyard", self.write, print)
        else:
            self.engine = GtpEngine(self.session, "Stackyard", "1", self.write)

    def write(self, text: str) -> None:
        self.lines += text.split("\n")

    def send(self, line: str) -> None:
        self.sent.append(line)
        self.engine.receive(line)

    def next(self, seconds: float) -> str:
        return self.lines.pop(0)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("make", [UgiPlayer, GtpPlayer])
def test_our_engine_plays_by_the_options_and_the_repetition_of_the_match(
    make: type[UgiPlayer | GtpPlayer], name: str
) -> None:
    options = load_game(name).options
    for number, values in enumerate(product(*[cast("range", one.values) for one in options])):
        with suppress(OptionError):
            settings = dict(zip([one.name for one in options], values, strict=True))
            times = (0, 3, 1000)[number % 3]
            match = Match(load_game(name, **settings), ("random", "random"), repetition=times)
            ours = Ours(make.kind, name)
            make(match.game, 1, sys.executable)._introduce(match, cast("EngineProcess", ours))
            assert ours.session.game.settings == settings
            assert ours.session.course.repetition == times


@pytest.mark.parametrize(
    ("clock", "most"), [("1s/move", 0.9), ("0.5s/move", 0.45), ("0.7s", 0.7), ("90s/move", 60)]
)
def test_our_engine_is_told_no_more_time_than_it_has_over_gtp(clock: str, most: float) -> None:
    match = Match(load_game("silo"), ("random", "random"), terms={"clock": clock})
    player, ours = GtpPlayer(match.game, 1, sys.executable), Ours("gtp", "silo")
    player._introduce(match, cast("EngineProcess", ours))
    player._tell_time(match, cast("EngineProcess", ours))
    assert most / 2 < float(ours.sent[-1].split()[2]) <= most
