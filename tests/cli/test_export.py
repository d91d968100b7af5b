from __future__ import annotations

import json
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import Result
from PIL import Image
from tests.cli.conftest import leave_installed

Run = Callable[..., Result]
Text = Callable[..., str]
Keep = Callable[..., int]
Write = Callable[..., str]
Lasting = Callable[[dict[str, Any]], dict[str, Any]]
Record = dict[str, Any]

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def picture(output: Text) -> Callable[..., ElementTree.Element]:
    """The SVG picture that `export` writes, read."""

    def picture(*words: str) -> ElementTree.Element:
        root = ElementTree.fromstring(output("export", *words, "--format", "svg"))
        assert root.tag == f"{SVG}svg"
        return root

    return picture


def words_in(root: ElementTree.Element) -> str:
    return " ".join([text for text in root.itertext() if "{" not in text])


def test_a_match_is_written_as_the_record_of_what_was_played(
    keep: Keep, output: Text, small: Record, lasting: Lasting
) -> None:
    number = str(keep("a d b c", "--seed", "1"))
    text = output("export", number)
    assert text.startswith('{\n  "format": "stackyard record",\n  "version": 1,\n  "id": "')
    assert text.endswith("}\n")
    assert lasting(json.loads(text)) == lasting(small)
    assert output("export", number, "--to", "-") == text
    assert output("export", number, "--to", "game.json") == ""
    assert Path("game.json").read_text("utf-8") == text


def test_think_times_and_dates_are_kept(keep: Keep, output: Text) -> None:
    record = json.loads(output("export", str(keep())))
    assert [len(turn["seconds"]) for turn in record["turns"]] == [1, 1, 1, 1]
    assert record["began"] <= record["changed"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.*Z", record["began"])


def test_several_matches_are_written_a_line_each(keep: Keep, output: Text) -> None:
    keep("a d")
    keep("a")
    text = output("export", "1", "2")
    assert [len(json.loads(line)["turns"]) for line in text.splitlines()] == [2, 1]
    output("export", "2", "--to", "one.jsonl")
    assert Path("one.jsonl").read_text("utf-8").splitlines() == text.splitlines()[1:]
    assert output("export", "2", "--format", "jsonl") == Path("one.jsonl").read_text("utf-8")


def test_a_record_from_a_file_is_exported_as_it_is(
    small: Record, write: Write, output: Text
) -> None:
    assert json.loads(output("export", write("game.json", small))) == small
    assert json.loads(output("export", "-", typed=json.dumps(small))) == small


def test_standard_output_may_be_named_as_a_file(keep: Keep, output: Text) -> None:
    keep()
    picture = output("export", "1", "--format", "svg")
    for name in ("-", "/dev/stdout"):
        assert output("export", "1", "--format", "svg", "--to", name) == picture


TEXT = """\
[Game "silo"]
[Options "size=4 height=1 goal=any"]
[Date "…"]
[Red "human"]
[Blue "human"]
[Result "blue"]
[Ending "all blue checkers form one unbroken run in column b"]
[Id "…"]

{A first try} 1. a d {hm} 2. b c blue
"""


@pytest.mark.parametrize("name", ["game.txt", "game.pgn", "GAME.TXT"])
def test_a_text_for_people_has_tags_turns_and_comments(name: str, keep: Keep, output: Text) -> None:
    number = str(keep())
    output("annotate", number, "A first try")
    output("annotate", number, "hm", "--ply", "2")
    output("export", number, "--to", name)
    text = Path(name).read_text("utf-8")
    assert re.sub(r"\d{4}\.\d\d\.\d\d|[0-9a-f]{32}", "…", text) == TEXT
    assert output("export", number, "--format", "text") == text


def test_several_texts_stand_one_below_the_other(keep: Keep, output: Text) -> None:
    keep("a d")
    keep("a resign")
    text = output("export", "1", "2", "--format", "text")
    assert text.count("[Game ") == 2
    assert re.search(r"\n\n1\. a d \*\n\n\[Game ", text)
    assert text.endswith("\n\n1. a red\n")


def test_the_picture_of_a_match_shows_every_move_one_after_the_other(
    keep: Keep, output: Text, picture: Callable[..., ElementTree.Element]
) -> None:
    number = str(keep())
    root = picture(number)
    assert "5 pictures." in words_in(root)
    (style,) = root.iter(f"{SVG}style")
    assert "@keyframes" in (style.text or "")
    output("export", number, "--to", "game.svg")
    assert Path("game.svg").read_text("utf-8") == output("export", number, "--format", "svg")
    slow = output("export", number, "--format", "svg", "--seconds", "5")
    assert len({slow, output("export", number, "--format", "svg", "--seconds", "1")}) == 2


def test_a_picture_of_one_position_does_not_move(
    keep: Keep, output: Text, picture: Callable[..., ElementTree.Element]
) -> None:
    number = str(keep())
    for ply in range(5):
        (style,) = picture(number, "--ply", str(ply)).iter(f"{SVG}style")
        assert "@keyframes" not in (style.text or "")
    start = output("show", "silo", "-o", "size=4", "-o", "height=1", "--svg", "-")
    assert output("export", number, "--format", "svg", "--ply", "0") == start


def test_a_picture_can_be_turned_round(keep: Keep, output: Text) -> None:
    number = str(keep())
    words = ["show", "silo", "-o", "size=4", "-o", "height=1", "--svg", "-", "--flip"]
    assert output("export", number, "--format", "svg", "--ply", "0", "--flip") == output(*words)
    film = ["export", number, "--format", "svg"]
    assert output(*film, "--flip") != output(*film)


def pixels(name: str) -> Image.Image:
    """A picture of pixels, with all its frames read."""
    image = Image.open(BytesIO(Path(name).read_bytes()))
    for frame in range(getattr(image, "n_frames", 1)):
        image.seek(frame)
        image.load()
    return image


def test_png_and_gif_are_written_as_such(keep: Keep, output: Text) -> None:
    number = str(keep())
    for name in ("game.png", "game.gif"):
        assert output("export", number, "--to", name) == ""
    assert Path("game.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    assert Path("game.gif").read_bytes().startswith((b"GIF89a", b"GIF87a"))
    assert pixels("game.png").format == "PNG"
    film = pixels("game.gif")
    moving = 4 * 4  # of each of the four moves
    assert (film.format, getattr(film, "n_frames", 1)) == ("GIF", 5 + moving)


def test_a_png_is_the_last_position_unless_another_is_named(keep: Keep, output: Text) -> None:
    number = str(keep())
    output("export", number, "--to", "last.png")
    for ply in ("3", "4"):
        output("export", number, "--to", f"{ply}.png", "--ply", ply)
    assert Path("last.png").read_bytes() == Path("4.png").read_bytes()
    assert pixels("3.png").tobytes() != pixels("4.png").tobytes()


def test_a_gif_of_one_position_does_not_move(keep: Keep, output: Text) -> None:
    output("export", str(keep()), "--to", "one.gif", "--ply", "2")
    assert getattr(pixels("one.gif"), "n_frames", 1) == 1


@pytest.mark.parametrize("words", [("--to", "game.png"), ("--format", "gif")])
def test_what_draws_pictures_may_be_missing(
    words: tuple[str, str], keep: Keep, refusal: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_installed(monkeypatch, "stackyard-core", "stackyard-silo")
    sentence = refusal("export", str(keep()), *words)
    assert "stackyard-pictures: python -m pip install" in sentence
    assert not Path(words[1]).exists()


def test_the_format_may_differ_from_what_the_file_is_called(keep: Keep, output: Text) -> None:
    output("export", str(keep()), "--to", "game.dat", "--format", "text")
    assert Path("game.dat").read_text("utf-8").startswith("[Game ")


def test_a_file_that_is_there_is_replaced(keep: Keep, output: Text, write: Write) -> None:
    output("export", str(keep()), "--force", "--to", write("game.json", "x" * 100_000))
    assert json.loads(Path("game.json").read_text("utf-8"))["game"] == "silo"


LETTERS = """
from stackyard import hookimpl
from stackyard.descriptions import Exporter

def write(records, view):
    return " ".join([f"{r.plies} moves of {r.game}, {view.ply}" for r in records]).encode()

@hookimpl
def stackyard_register_exporters(register):
    register(Exporter("letter", "Tells of it.", (".doc", ".letter"), "text/plain"), write)
    register(Exporter("post_card", "Draws it.", (".card",), "text/plain", picture=True), write)
    register(Exporter("letters", "Tells of all.", (".docs",), "text/plain", many=True), write)
    register(Exporter("odd", "Is odd.", (".odd",), "text/plain"), lambda records, view: view)
    register(Exporter("late", "Has no ending of its own.", (".txt",), "text/plain"), write)
"""


@pytest.fixture
def _letters(use_plugin: Callable[[str, str], Path]) -> None:
    use_plugin("letters", LETTERS)


@pytest.mark.usefixtures("_letters")
def test_a_plugin_brings_forms_of_its_own(keep: Keep, output: Text) -> None:
    number = str(keep())
    assert output("export", number, "--format", "letter") == "4 moves of silo, None"
    assert output("export", number, "--format", "Post-Card", "--ply", "2") == "4 moves of silo, 2"
    for name in ("game.letter", "game.DOC"):
        output("export", number, "--to", name)
        assert Path(name).read_text("utf-8") == "4 moves of silo, None"
    output("export", number, number, "--to", "all.docs")
    assert Path("all.docs").read_text("utf-8").count("4 moves") == 2
    output("export", number, "--to", "game.txt")
    assert Path("game.txt").read_text("utf-8").startswith("[Game ")


@pytest.mark.usefixtures("_letters")
def test_the_help_lists_all_forms_there_are(output: Text) -> None:
    words = output("export", "--help")
    formats = words.partition("\nFormats:\n")[2]
    assert [line.split()[0] for line in formats.splitlines()] == [
        *("json", "jsonl", "text", "abstract_play", "link", "svg", "png", "gif"),
        *("letter", "post_card", "letters", "odd", "late"),
    ]
    assert "  letter         Tells of it. (.doc .letter)\n" in formats


@pytest.mark.usefixtures("_letters")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["1", "1", "--format", "letter"], "--format letter writes one match, and 2 are named"),
        (["1", "1", "--to", "a.card"], "--format post_card draws one match, and 2 are named"),
        (["1", "--to", "a.doc", "--ply", "1"], "--ply 1 is for pictures; letter is always the "),
        (["1", "--to", "a.odd"], "plugin letters (letters.py): the form odd came out as View, not"),
    ],
)
def test_what_a_plugin_cannot_write_is_refused(
    words: list[str], sentence: str, keep: Keep, refusal: Text
) -> None:
    keep()
    sentence = sentence.replace("(letters.py)", f"({Path('letters.py').absolute()})")
    assert refusal("export", *words).startswith(sentence)
    assert not list(Path.cwd().glob("a.*"))


SLOW = """
from time import sleep
from stackyard import hookimpl
from stackyard.descriptions import Exporter

def write(records, view):
    for done in range(3):
        view.tell(done, 7)
        sleep(0.2)
    return b"drawn"

@hookimpl
def stackyard_register_exporters(register):
    register(Exporter("slow", "Takes its time.", (".slow",), "text/plain", picture=True), write)
"""


def test_a_bar_tells_how_far_a_long_film_is_and_only_on_a_terminal(
    keep: Keep, use_plugin: Callable[[str, str], Path], run: Run, open_terminal: Callable[..., Any]
) -> None:
    number = str(keep())
    use_plugin("slow", SLOW)
    piped = run("export", number, "--format", "slow")
    assert (piped.stdout, piped.stderr) == ("drawn", "")
    terminal = open_terminal("export", number, "--to", "a.slow")
    assert terminal.end() == 0
    drawn = re.sub(rb"\x1b\[[\d;?]*\w", b"", terminal.raw)
    assert b"2/7 pictures, left" in drawn
    assert b"/100" not in drawn
    assert terminal.text == ""


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_record_that_the_rules_refuse_can_still_be_handed_on(
    form: str, small: Record, write: Write, output: Text, refusal: Text
) -> None:
    small["turns"][0]["moves"] = ["zz"]
    name = write("game.json", small)
    assert re.search(r"\bzz\b", output("export", name, "--format", form))
    sentence = "move 1, zz by red: 'zz' is no move; name the column to move from, a to d"
    assert refusal("export", name, "--format", "svg") == sentence


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["2"], "there is no match 2; `stackyard matches` lists those there are"),
        (["9" * 5000], "there is no match 999"),
        (["no.json"], "no.json: it cannot be read: No such file or directory"),
        (["letter.json"], "letter.json: this is no JSON: "),
        (
            ["1", "--to", "game.doc"],
            "--to game.doc: its ending is none of .json .jsonl .txt .pgn .ap.json .link .svg .png "
            ".gif; name a --format",
        ),
        (["1", "--to", "game"], "--to game: its ending is none of "),
        (["1", "--to", "no/game.json"], "--to no/game.json: there is no folder no"),
        (["1", "--to", ".", "--format", "json"], "--to .: that is a folder; name a file in it"),
        (["1", "--format", "doc"], "Invalid value for '--format': 'doc' is not one of "),
        (["1", "1", "--to", "a.svg"], "--format svg draws one match, and 2 are named"),
        (["1", "1", "--to", "a.png"], "--format png draws one match, and 2 are named"),
        (["1", "1", "--to", "a.gif"], "--format gif draws one match, and 2 are named"),
        (["1", "--to", "a.svg", "--ply", "5"], "the match has no move 5; it has 4"),
        (["1", "--to", "a.png", "--ply", "5"], "the match has no move 5; it has 4"),
        (["1", "--to", "a.gif", "--ply", "5"], "the match has no move 5; it has 4"),
        (["1", "--ply", "2"], "--ply 2 is for pictures; json is always the whole match"),
        (["1", "--flip"], "--flip is for pictures, and json is none"),
        (["1", "--seconds", "1"], "--seconds is for pictures, and json is none"),
        (["1", "--to", "a.txt", "--ply", "2"], "--ply 2 is for pictures; text is always the "),
        (["1", "--to", "a.svg", "--ply", "-1"], "Invalid value for '--ply': "),
        (["1", "--to", "a.svg", "--seconds", "0"], "Invalid value for '--seconds': "),
        (["1", "--to", "a.svg", "--seconds", "nan"], "Invalid value for '--seconds': "),
        ([], "MATCH is missing (`stackyard matches` lists the matches), as in: stackyard export 1"),
    ],
)
def test_what_cannot_be_exported_is_refused(
    words: list[str], sentence: str, keep: Keep, write: Write, refusal: Text
) -> None:
    keep()
    write("letter.json", "Dear reader")
    assert refusal("export", *words).startswith(sentence)
    assert not [path for path in Path.cwd().iterdir() if path.name.startswith("a.")]


def test_a_match_of_a_game_that_is_not_here_is_not_drawn(
    toys: str, run: Run, refusal: Text, output: Text, drop_plugins: Callable[[], None]
) -> None:
    run("--plugin", toys, "play", "shuttle", "--second", "human", typed="b quit\n")
    drop_plugins()
    assert "no game 'shuttle' is installed" in refusal("export", "1", "--format", "svg")
    assert json.loads(output("export", "1"))["game"] == "shuttle"


def test_what_is_exported_is_imported_elsewhere_as_the_same_match(
    toys: str, keep: Keep, run: Run, output: Text, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep()
    keep("a undo c d resign")
    run("--plugin", toys, "play", "pairs", "--second", "human", typed="2 2 1 quit\n")
    run("play", "silo", "--position", "bbb/bb/rb/bbrrrrrrrr/-/b r", typed="c\n")
    output("annotate", "1", "“Gut”, in braces { } \\ \n twice")
    output("annotate", "3", "half a turn", "--ply", "3")
    numbers = ["1", "2", "3", "4"]
    before = [output("export", number) for number in numbers]
    output("export", *numbers, "--to", "all.jsonl")
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(tmp_path / "another.sqlite3"))
    output("import", "all.jsonl")
    assert [output("export", number) for number in numbers] == before


def test_a_match_by_earlier_rules_is_drawn_up_to_the_difference(
    outdated: tuple[str, str], run: Run
) -> None:
    file, words = outdated
    drawn = [run("export", file, "--format", "svg", *ply) for ply in ([], ["--ply", "2"])]
    assert [(each.exit_code, each.stderr) for each in drawn] == [(0, f"Warning: {words}.\n")] * 2
    assert all(each.stdout.startswith("<svg") for each in drawn)
    later = run("export", file, "--format", "svg", "--ply", "3")
    assert (later.exit_code, later.stdout) == (2, "")
    assert words in " ".join(later.stderr.split())
    assert run("export", file, "--format", "text").stdout.startswith("[Game")
