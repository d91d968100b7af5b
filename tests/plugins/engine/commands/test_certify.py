from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from tests.conftest import ROOT

import stackyard_silo.claims
from stackyard_engine.checks import Counts, Everywhere, Games, Solves
from stackyard_engine.claims import Claim

if TYPE_CHECKING:
    from click.testing import Result

Text = Callable[..., str]
SMALL = ("-o", "size=4", "-o", "height=1")
TINY = {"size": 4, "height": 1}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[Claim]], None]:
    """Claims of Silo that are quickly checked; others can be put in their place."""

    def put(claims: list[Claim]) -> None:
        monkeypatch.setattr(stackyard_silo.claims, "claims", lambda: claims)

    put(
        [
            Claim("Blue wins a small board", "A", "a book", [Solves("blue", TINY, plies=8)]),
            Claim(
                "Nothing is drawn",
                "B",
                "a letter",
                [
                    Everywhere(stackyard_silo.claims.no_draw, TINY),
                    Games(stackyard_silo.claims.no_draw, {"size": 4}, games=2),
                    Solves("red", {}, long=True),
                ],
                "the word grows.",
            ),
            Claim("Red wins a small board", "C", "a dream", [Solves("red", TINY)], refuted=True),
            Claim("It is beautiful", "D", "a song", unchecked="it is a matter of taste"),
        ]
    )
    return put


def test_each_claim_is_shown_with_its_verdict_and_its_commands(output: Text) -> None:
    shown = output("certify", "silo").splitlines()
    assert shown == [
        "Silo by Mark Steere (2021), size=6, height=3, goal=any",
        "Node counts of the start: 3 9 31 110 403 1506 5705 21982 84849",
        "  stackyard perft silo 9",
        "",
        "1. Blue wins a small board.",
        "   A, a book",
        "   holds: blue wins in 8 moves; 43 positions",
        "     stackyard solve silo -o size=4 -o height=1",
        "   => proved",
        "",
        "2. Nothing is drawn.",
        "   B, a letter",
        "   holds: at all 60 moves of all 43 positions (size=4, height=1)",
        *[line for line in shown if " of 2 random games (size=4)" in line],
        "   left out: it takes minutes; --long runs it",
        "     stackyard solve silo",
        "     stackyard certify silo --claim 2",
        "   On paper: the word grows.",
        "   => verified up to a bound",
        "",
        "3. Red wins a small board.",
        "   C, a dream",
        "   does not hold: blue wins in 8 moves; 43 positions",
        "     stackyard solve silo -o size=4 -o height=1",
        "   => refuted",
        "",
        "4. It is beautiful.",
        "   D, a song",
        "   => not checked: it is a matter of taste",
    ]


def test_the_commands_show_what_was_found(output: Text) -> None:
    assert "blue wins in 8 moves" in output("solve", "silo", *SMALL)
    alone = output("certify", "silo", "--claim", "2")
    assert "2. Nothing is drawn." in alone
    assert "1. Blue wins" not in alone
    assert "Node counts" not in alone


def test_the_commands_name_the_plugin_of_a_game_that_is_not_installed(output: Text) -> None:
    plugin = str(ROOT / "docs/authors/hexapawn.py")
    shown = output("--plugin", plugin, "certify", "hexapawn")
    assert f"\n  stackyard --plugin {plugin} perft hexapawn 8\n" in shown


def test_options_choose_the_checks(output: Text) -> None:
    shown = output("certify", "silo", *SMALL)
    assert "Node counts of the start: 2 4 7 12 14 16 15 11 5 4 0" in shown
    assert "  stackyard perft silo 11 -o size=4 -o height=1" in shown
    assert "random games" not in shown
    assert "3. Red wins a small board." in shown
    shown = output("certify", "silo", "-o", "size=8")
    assert [line for line in shown.splitlines() if line[:1].isdigit()] == ["4. It is beautiful."]


def test_what_is_proved_of_some_boards_says_so(
    output: Text, few: Callable[[list[Claim]], None]
) -> None:
    few([Claim("Blue wins", "A", "a book", [Solves("blue", TINY), Solves("blue", {}, long=True)])])
    shown = output("certify", "silo", *SMALL)
    assert shown.splitlines()[-1] == "   => proved on boards with these options"


def test_a_program_reads_the_same(answer: Callable[..., Any]) -> None:
    shown = answer("certify", "silo", *SMALL)
    assert list(shown) == ["game", "options", "perft", "claims"]
    assert shown["perft"] == [2, 4, 7, 12, 14, 16, 15, 11, 5, 4, 0]
    first, second, third, last = shown["claims"]
    assert first == {
        "number": 1,
        "claim": "Blue wins a small board",
        "by": "A",
        "where": "a book",
        "verdict": "proved",
        "as_declared": True,
        "argument": None,
        "unchecked": None,
        "checks": [
            {
                "command": "stackyard solve silo -o size=4 -o height=1",
                "long": False,
                "run": True,
                "holds": True,
                "found": "blue wins in 8 moves; 43 positions",
            }
        ],
    }
    assert (second["verdict"], second["argument"]) == ("verified up to a bound", "the word grows.")
    assert (third["verdict"], third["as_declared"]) == ("refuted", True)
    assert (last["verdict"], last["checks"]) == ("not checked", [])


def test_a_claim_that_comes_out_otherwise_than_declared_ends_with_1(
    few: Callable[[list[Claim]], None], run: Callable[..., Result]
) -> None:
    few(
        [
            Claim("Red wins", "A", "a book", [Solves("red", TINY)]),
            Claim("Blue wins", "B", "a book", [Solves("blue", TINY)], refuted=True),
            Claim("There are three moves", "C", "a book", [Counts((3,))]),
        ]
    )
    result = run("certify", "silo")
    assert result.exit_code == 1
    assert "=> refuted, although its package declares it true" in result.stdout
    assert "=> proved, although its package declares it refuted" in result.stdout
    assert run("certify", "silo", "--claim", "3").exit_code == 0


def test_a_claim_that_there_is_not_is_refused(
    few: Callable[[list[Claim]], None], refusal: Text, output: Text
) -> None:
    assert refusal("certify", "silo", "--claim", "5") == "--claim 5: there are 4 claims about Silo"
    few([])
    assert refusal("certify", "silo", "--claim", "5") == "--claim 5: there are none about Silo"
    assert output("certify", "silo").splitlines()[-1].startswith("Nothing is claimed about it; ")


def test_a_stopped_command_tells_which_claim_it_came_to(
    run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*given: object, **named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("stackyard_engine.commands.certify.certify", stop)
    shown = run("certify", "silo", "--claim", "2")
    assert shown.exit_code == 130
    assert "Stopped at claim 2; `--claim 2` checks it alone." in shown.stderr
