"""The report of a study as one self-contained page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from stackyard.notation import listed
from stackyard.text import capitalized, plural
from stackyard_lab import html, plots
from stackyard_lab.plots import FigureTable
from stackyard_lab.study import comparison, heat_map
from stackyard_lab.study.figure_text import (
    differing_options,
    interval_text,
    options_text,
    value_text,
)
from stackyard_lab.study.metrics import BY_NAME, METRICS
from stackyard_lab.study.replay import replay
from stackyard_lab.study.report import Figure, Group, Metric, StudyReport
from stackyard_lab.study.summary import summary
from stackyard_lab.study.variant_plots import drawings
from stackyard_pictures import themes

MOST = 1_000_000  # bytes of a page
RESERVE = 1_200  # bytes for each game beside its data
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
QUESTIONS = {
    Group.BALANCE: "Balance: is it fair?",
    Group.DEPTH: "Depth: is there always more to learn?",
    Group.CLARITY: "Clarity: can players see what is good?",
    Group.DRAMA: "Drama: can a player who is behind recover?",
    Group.DECISIVENESS: "Decisiveness: does it come to an end?",
    Group.SIZE: "Size: how long and how large is it?",
}
STYLE = (
    """
th details { white-space: normal; max-width: 26rem; } th details[open] { padding-bottom: .5rem; }
.note { white-space: normal; display: inline-block; width: 14rem; text-align: left; }
code { overflow-wrap: anywhere; }
.map { max-width: 34rem; } .map svg { width: 100%; }
.shades { display: inline-block; width: 7rem; height: .8rem; border: 1px solid var(--ink); }
.replay { max-width: 34rem; } .replay .board { width: 100%; max-height: 75vh; }
.controls { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.controls button { font: inherit; padding: .4rem .8rem; min-height: 2.75rem; }
.controls [aria-disabled=true] { opacity: .6; }
.controls input { flex: 1 1 10rem; min-height: 2rem; }
.said { min-height: 3em; margin: .5rem 0 0; } .replay > details { margin: .5rem 0 1.5rem; }
"""
    + heat_map.STYLE
)


def page(report: StudyReport) -> str:
    """The page as HTML, of at most a million bytes if the games can be shown in that.

    Long games are shown with pictures after every few turns only, and the page says so.
    """
    return _Page(report).html()


class _Page:
    def __init__(self, report: StudyReport) -> None:
        self.report = report
        self.several = len(report.variants) > 1
        self.title = f"A study of {report.variants[0].title}"
        self.differing = differing_options(report.variants)

    def html(self) -> str:
        """The page, in which the games take the room that is left."""
        games = sum([len(variant.games) for variant in self.report.variants])
        without = len(self.whole(self.content()).encode())
        most_bytes = (MOST - without) // games - RESERVE if games else 0
        return self.whole([*self.content(), *self.games(most_bytes)])

    def whole(self, content: Iterable[str]) -> str:
        """The page with this content."""
        script = Path(__file__).with_name("replay.js").read_text(encoding="utf-8")
        return html.document(
            self.title, content, "", themes.page_style() + STYLE, script if self.has_games else ""
        )

    @property
    def has_games(self) -> bool:
        """True if any variant has games to replay."""
        return any(variant.games for variant in self.report.variants)

    def content(self) -> list[str]:
        """Everything but the games."""
        parts = list(self.heading())
        for group, question in QUESTIONS.items():
            parts += self.group(group, question)
        return parts

    def name(self, number: int) -> str:
        """The letter of a variant, and the options in which it differs."""
        return f"{self.letter(number)}: {self.differing[number]}" if self.several else ""

    def bold_name(self, number: int) -> str:
        """The name before sentences about a variant."""
        return f"<b>{escape(self.name(number))}.</b> " if self.several else ""

    def letter(self, number: int) -> str:
        """The letter of a variant; empty if it is the only one."""
        return f"{LETTERS[number % 26]}{number // 26 or ''}" if self.several else ""

    def figures(self, group: Group) -> Iterator[tuple[Metric, int, Figure]]:
        """The figures of a group with their variants, by metric."""
        for metric in METRICS:
            if metric.group == group:
                for number, variant in enumerate(self.report.variants):
                    for figure in variant.figures:
                        if figure.metric == metric.name:
                            yield metric, number, figure

    # The parts of the page

    def heading(self) -> Iterator[str]:
        """The study and its variants, their ranking and their differences."""
        report = self.report
        minutes = sum([variant.processor_seconds for variant in report.variants]) / 60
        yield (
            f"<p>Player {escape(report.player)}, seed {report.seed}, {minutes:,.1f} processor "
            f"minutes. The same report again: <code>{escape(report.command)}</code></p>"
        )
        if not self.several:
            yield f"<p>Options: {escape(options_text(report.variants[0]))}.</p>"
        yield (
            "<p>Each estimate has an interval that contains the true value with at least 95 % "
            "confidence, however often one looked before stopping. “Proven” values are exact. "
            "The names of the measurements open their definitions.</p>"
        )
        if self.several:
            yield from self.variants()
        for number, variant in enumerate(report.variants):
            for remark in variant.remarks:
                yield f"<p>{self.bold_name(number)}{escape(remark)}</p>"
        yield from [f"<p>{escape(sentence)}</p>" for sentence in report.left_out]

    def variants(self) -> Iterator[str]:
        """A table of the variants by rank, and their comparisons."""
        report = self.report
        ranks = {number: str(place) for place, number in enumerate(report.ranking, 1)}
        for step in report.rounds:
            words = f"given up after {plural(step.games, 'game')}"
            ranks |= dict.fromkeys(step.given_up, words)
        rows = [
            (
                self.letter(number),
                ranks.get(number, "–"),
                options_text(variant),
                f"{variant.processor_seconds / 60:,.1f}",
            )
            for number, variant in enumerate(report.variants)
        ]
        order = {number: at for at, number in enumerate(report.ranking)}
        rows = [
            rows[at] for at in sorted(range(len(rows)), key=lambda at: order.get(at, len(rows)))
        ]
        yield "<h2>Variants</h2>"
        header = ("variant", "rank", "options", "processor minutes")
        yield html.table_element(FigureTable("Variants", header, tuple(rows)))
        if report.ranking:
            yield f"<p>{escape(self.ranking())}</p>"
        if report.comparisons:
            yield "<h3>Differences</h3>"
            yield self.comparisons()

    def ranking(self) -> str:
        """A sentence about the best variant, and those that may be as good."""
        best, *others = self.report.ranking
        decided = {
            number
            for each in self.report.comparisons
            if each.decided and each.metric == comparison.SCORE.name
            for number in (each.one, each.other)
            if best in (each.one, each.other)
        }
        open_ones = [self.letter(number) for number in others if number not in decided]
        doubt = f", but may be no better than {listed(open_ones)}" if open_ones else ""
        return f"Ranked by balance and depth together, {self.name(best)} comes first{doubt}."

    def comparisons(self) -> str:
        """The table of differences."""
        rows = []
        for each in self.report.comparisons:
            metric = BY_NAME[each.metric]
            larger = each.one if (each.difference.value or 0) > 0 else each.other
            rows.append(
                (
                    f"{metric.title}: {self.letter(each.one)} less {self.letter(each.other)}",
                    value_text(metric, each.difference),
                    interval_text(metric, each.difference),
                    f"{each.difference.samples:,}",
                    f"larger for {self.letter(larger)}" if each.decided else "not decided",
                )
            )
        header = ("difference", "value", "95 % interval", "samples", "test")
        return html.table_element(FigureTable("Differences", header, tuple(rows)))

    def group(self, group: Group, question: str) -> list[str]:
        """A group's sentences, table and plots; nothing without figures."""
        found = list(self.figures(group))
        own = self.own_plots(group)
        if not found and not own:
            return []
        parts = [f"<h2>{escape(question)}</h2>"]
        for number, variant in enumerate(self.report.variants):
            told = escape(" ".join(summary(group, variant))).replace(" %", "&nbsp;%")
            if told:
                parts.append(f"<p>{self.bold_name(number)}{told}</p>")
        measured = [each for each in found if each[2].value is not None]
        if measured:
            parts.append(self.table(question, measured))
            parts += [html.figure(plot) for plot in self.intervals(question, measured)]
        return parts + self.not_measured(found) + own

    def not_measured(self, found: Sequence[tuple[Metric, int, Figure]]) -> list[str]:
        """A sentence for each reason why figures are missing."""
        missing: dict[tuple[int, str], list[str]] = {}
        for metric, number, figure in found:
            if figure.value is None:
                missing.setdefault((number, figure.note), []).append(metric.title)
        return [
            f"<p>Not measured{escape(_of(self.name(number)))}: {escape(', '.join(titles))}; "
            f"{escape(note)}.</p>"
            for (number, note), titles in missing.items()
        ]

    def table(self, title: str, found: Sequence[tuple[Metric, int, Figure]]) -> str:
        """The figures of a group, with definitions on demand."""
        header = ["measurement", "variant", "value", "95 % interval", "samples", "note"]
        rows = []
        for metric, number, figure in found:
            row = [
                _definition(metric, figure),
                self.letter(number),
                escape(value_text(metric, figure)),
                interval_text(metric, figure),
                f"{figure.samples:,}",
                f'<span class="note">{escape(_sentence(figure.note))}</span>'
                if figure.note
                else "",
            ]
            rows.append(row)
        if not self.several:
            header.pop(1)
            for row in rows:
                row.pop(1)
        if not any(figure.note for _, _, figure in found):
            header.pop()
            for row in rows:
                row.pop()
        return html.rows_element(title, header, rows)

    def intervals(
        self, title: str, found: Sequence[tuple[Metric, int, Figure]]
    ) -> Iterator[plots.Plot]:
        """A plot of all shares, and for several variants one of each other metric.

        A metric that may be negative has a plot of its own.
        """
        shares = []
        others: dict[str, list[tuple[Metric, int, Figure]]] = {}
        for each in found:
            metric = each[0]
            if metric.unit == "share" and metric not in comparison.METRICS:
                shares.append(each)
            elif self.several:
                others.setdefault(metric.name, []).append(each)
        for part in (shares, *others.values()):
            if not part:
                continue
            bars = [self.bar(*each) for each in part]
            metric, axis = part[0][0], "%" if part[0][0].unit == "share" else part[0][0].unit
            header = ["measurement", "variant", "value", "95 % interval"]
            if not self.several:
                header.pop(1)
            if part is shares:
                yield plots.intervals(f"{title} (shares)", header, bars, axis, (0, 100))
            else:
                yield plots.intervals(capitalized(metric.title), header, bars, axis)

    def bar(self, metric: Metric, number: int, figure: Figure) -> plots.Bar:
        """The row of a figure in a plot."""
        times = 100 if metric.unit == "share" else 1
        value, low, high = figure.value or 0.0, figure.low or 0.0, figure.high or 0.0
        words = (value_text(metric, figure), interval_text(metric, figure))
        return plots.Bar(
            capitalized(metric.title),
            self.letter(number),
            *(times * value, times * low, times * high),
            words,
            figure.proven,
        )

    # The plots of single variants

    def own_plots(self, group: Group) -> list[str]:
        """The plots of a group that each variant has of its own."""
        parts: list[str] = []
        for number, variant in enumerate(self.report.variants):
            parts += drawings(group, variant, self.name(number))
        return parts

    def games(self, most_bytes: int) -> Iterator[str]:
        """The games of all variants."""
        if self.has_games:
            yield "<h2>Games to replay</h2>"
            yield "<noscript><p>The games need JavaScript.</p></noscript>"
        for number, variant in enumerate(self.report.variants):
            for kind, record in variant.games.items():
                yield self.game(number, kind, record, most_bytes)

    def game(self, number: int, kind: str, record: str, most_bytes: int) -> str:
        """A game with its controls."""
        variant = self.report.variants[number]
        curves = {curve.title: curve for curve in variant.curves}
        shown = replay(record, curves.get(kind), most_bytes)
        title = f"The {kind} game{_of(self.name(number))}: {plural(shown.turns, 'turn')}"
        about = _sentence(shown.ending)
        if shown.stride > 1:
            about += (
                f" To keep this page small, every {_ordinal(shown.stride)} turn is shown, and the "
                "last."
            )
        return (
            f'<section class="replay" aria-label="{escape(title)}" data-game="{shown.data}">\n'
            f"<h3>{escape(capitalized(title))}</h3>\n<p>{escape(about)}</p>\n"
            '<svg class="board" role="img" aria-label="The board; its pieces are listed below">'
            "</svg>\n"
            '<p class="said" role="status"></p>\n<div class="controls" hidden>\n'
            '<button type="button" class="first">Start</button>\n'
            '<button type="button" class="back">Back</button>\n'
            '<button type="button" class="next">Next</button>\n'
            '<button type="button" class="last">End</button>\n'
            '<input type="range" class="turn" min="0" max="0" value="0" aria-label="Turn">\n'
            "</div>\n<details><summary>The pieces on the board</summary>"
            '<p class="pieces"></p></details>\n</section>'
        )


def _definition(metric: Metric, figure: Figure) -> str:
    """The name of a metric, which opens its definition."""
    return (
        f"<details><summary>{escape(capitalized(metric.title))}</summary>"
        f"{escape(_sentence(metric.definition))} Source: {escape(metric.source)}. "
        f"Seed {figure.seed}.</details>"
    )


def _of(name: str) -> str:
    """The words that name a variant; none for the only one."""
    return f" of {name}" if name else ""


def _sentence(text: str) -> str:
    """Words as a sentence; empty without any."""
    return f"{capitalized(text).rstrip('.')}." if text else ""


def _ordinal(number: int) -> str:
    return {2: "2nd", 3: "3rd"}.get(number, f"{number}th")
