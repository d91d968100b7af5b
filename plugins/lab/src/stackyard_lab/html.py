"""The parts that reports share as HTML: a self-contained page, tables, plots with their data."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from html import escape

from stackyard.text import printable
from stackyard_lab.plots import FigureTable, Plot

STYLE = """
:root { color-scheme: light dark; --ink: #1d1d1b; --paper: #fdfdfb; --line: #c9c9c2;
  --link: #1c5c8c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e3; --paper: #1b1c1e; --line: #4a4b4f; --link: #8cc4ee; }
}
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.2; } h2 { margin-top: 2rem; font-size: 1.2rem; }
a { color: var(--link); }
.wide { overflow-x: auto; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
table { border-collapse: collapse; overflow-wrap: normal; }
th, td { padding: 0.25rem 0.75rem; border-bottom: 1px solid var(--line); text-align: right;
  white-space: nowrap; font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; font-weight: normal; }
figure { margin: 1rem 0; max-width: 36rem; } summary { cursor: pointer; }
svg { max-width: 100%; height: auto; } .plot { width: 100%; max-width: 32rem; }
.plot text { dominant-baseline: central; }
footer { margin-top: 2rem; font-size: 0.9rem; }
"""


def document(
    title: str, main: Iterable[str], footer: str, style: str = "", script: str = ""
) -> str:
    """A page that asks no other address for anything; `main` is HTML, the other texts are not.

    The browser is told to run no script but this one.
    """
    digest = b64encode(sha256(script.encode()).digest()).decode()
    allowed = f"script-src 'sha256-{digest}'; " if script else ""
    policy = f"default-src 'none'; {allowed}style-src 'unsafe-inline'"
    return printable(
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{style}</style>\n</head>\n<body>\n"
        f"<main>\n<h1>{escape(title)}</h1>\n" + "\n".join(main) + "\n</main>\n"
        f"<footer>{escape(footer)}</footer>\n"
        + (f"<script>{script}</script>\n" if script else "")
        + "</body>\n</html>\n"
    )


def table_element(table: FigureTable) -> str:
    """A table as HTML."""
    rows = [[escape(text) for text in row] for row in table.rows]
    return rows_element(table.title, table.header, rows)


def rows_element(title: str, header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table whose rows are HTML, named by its title; a keyboard can scroll a wide one."""
    named = "".join([f'<th scope="col">{escape(text)}</th>' for text in header])
    body = [
        f'<tr><th scope="row">{first}</th>' + "".join([f"<td>{cell}</td>" for cell in rest])
        for first, *rest in rows
    ]
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{escape(title)}">'
        f"<table>\n<thead><tr>{named}</tr></thead>\n<tbody>\n"
        + "</tr>\n".join([*body, ""])
        + "</tbody>\n</table></div>"
    )


def figure(plot: Plot) -> str:
    """A plot, and its data on demand."""
    return (
        f"<figure>\n{plot.svg}\n<details><summary>Data of this plot</summary>\n"
        f"{table_element(plot.table)}</details>\n</figure>"
    )
