from __future__ import annotations

import re
from dataclasses import replace

import pytest
from tests.hostile import EVIL
from tests.plugins.lab.study.made_up import report
from tests.plugins.lab.test_arena_page import read

from stackyard.text import printable
from stackyard_lab.study.metrics import METRICS
from stackyard_lab.study.page import MOST, page
from stackyard_lab.study.report import Comparison, Figure, StudyReport

SMALL = {"size": 4, "height": 2}


@pytest.fixture(scope="module")
def one() -> StudyReport:
    return report("silo", SMALL)


@pytest.fixture(scope="module")
def two() -> StudyReport:
    found = report("silo", SMALL, {"size": 6, "height": 2})
    larger = Figure("skill_over_seat", 0.06, 0.01, 0.12, 200, 1)
    open_one = Figure("length", -3.0, -9.0, 4.0, 200, 1)
    comparisons = (
        Comparison("skill_over_seat", 0, 1, larger, True),
        Comparison("length", 0, 1, open_one, False),
    )
    return replace(found, ranking=(1, 0), comparisons=comparisons)


def test_the_page_is_whole_and_no_value_stands_without_its_interval(one: StudyReport) -> None:
    text = page(one)
    words = "\n".join(read(text).words)
    assert "stackyard study silo --minutes 10" in words
    rows = re.findall(r'<tr><th scope="row"><details>.*?</tr>', text)
    assert len(rows) == len(METRICS) - 1
    for row in rows:
        value, interval, samples = re.findall(r"<td>(.*?)</td>", row)[:3]
        assert value
        assert " to " in interval or (interval, samples) == ("proven", "0")
        assert "Source: " in row
    missing = "Not measured: first player's chance with a swap; give the study more minutes."
    assert missing in words


def test_nothing_is_fetched_and_only_our_script_may_run(one: StudyReport) -> None:
    text = page(one)
    assert text.count("<script>") == 1
    assert "default-src 'none'; script-src 'sha256-" in text
    tags = {tag for tag, _ in read(text).seen}
    assert not tags & {"img", "link", "iframe", "object", "base", "form"}
    assert set(re.findall(r"https?://[^\s\"']+", text)) <= {"http://www.w3.org/2000/svg"}
    assert "url(" not in text


def test_every_picture_has_a_name_and_every_plot_its_data(two: StudyReport) -> None:
    text = page(two)
    for tag, attributes in read(text).seen:
        if tag == "svg":
            assert attributes["role"] == "img"
            assert attributes["aria-label"]
    assert text.count('<svg class="plot"') == text.count("<summary>Data of this plot</summary>") > 9
    assert text.count('<figure class="map">') == text.count("first moves and their chances") == 2


def test_variants_are_ranked_and_compared_with_intervals(two: StudyReport) -> None:
    words = " ".join(read(page(two)).words)
    undecided = replace(two, comparisons=two.comparisons[1:])
    assert "comes first, but may be no better than A." in page(undecided)
    assert "Ranked by balance and depth together, B: size=6 comes first." in words
    assert re.search(r"skill over seat: A less B 6 % 1 to 12 % 200 larger for A", words)
    assert re.search(r"length: A less B -3 turns -9 to 4 turns 200 not decided", words)


def test_a_page_that_grows_too_large_leaves_turns_out_and_says_so(
    one: StudyReport, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = page(one)
    assert len(whole.encode()) < MOST
    assert "To keep this page small" not in whole
    limit = len(whole.encode()) - 2_000
    monkeypatch.setattr("stackyard_lab.study.page.RESERVE", 1_000)
    monkeypatch.setattr("stackyard_lab.study.page.MOST", limit)
    less = page(one)
    assert len(less.encode()) <= limit
    assert re.search("To keep this page small, every .{1,3}(nd|rd|th) turn is shown", less)


@pytest.mark.nightly
def test_three_variants_of_the_longest_games_are_below_a_million_bytes() -> None:
    options = [{"size": 8, "self_elimination": rule} for rule in ("plays-on", "loses", "plays-on")]
    found = report("pit_of_pillars", *options)
    text = page(found)
    assert len(text.encode()) <= MOST
    titles = re.findall("<h3>The [a-z ]+ game of .*: ([0-9,]+) turns", text)
    turns = [int(each.replace(",", "")) for each in titles]
    assert len(turns) == 9
    assert min(turns) > 500
    assert text.count("To keep this page small") == 9


def test_remarks_name_their_variant_and_left_out_variants_are_told(two: StudyReport) -> None:
    variants = (two.variants[0], replace(two.variants[1], remarks=("All games are the same one.",)))
    text = page(replace(two, variants=variants, left_out=("size=2 is too small.",)))
    assert "<p><b>B: size=6.</b> All games are the same one.</p>" in text
    assert "<p>size=2 is too small.</p>" in text


def test_an_empty_study_is_a_page_too(one: StudyReport) -> None:
    bare = replace(
        one.variants[0], figures=(), first_moves=(), ladder=(), lengths={}, curves=(), games={}
    )
    text = page(replace(one, variants=(bare,)))
    assert "<svg" not in text
    assert "<script" not in text


def test_texts_of_plugins_are_no_markup_and_no_command(one: StudyReport) -> None:
    evil = f"</script><b>{EVIL}"
    hostile = replace(
        one.variants[0],
        title=evil,
        options={"size": 4, "height": 2},
        figures=tuple([replace(each, note=evil) for each in one.variants[0].figures]),
    )
    text = page(replace(one, variants=(hostile,), player=evil, command=evil))
    assert "<b>" not in text
    assert printable(text) == text
    read(text)
