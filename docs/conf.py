"""How Sphinx builds this documentation: `sphinx-build -W -n -b html docs docs/_build/html`."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.metadata import version as version_of
from inspect import getdoc
from pathlib import Path

# The reference is read from the sources, since compiled functions do not show their types.
ROOT = Path(__file__).resolve().parent.parent
HOMES = ("core", "cli", "plugins/engine", "plugins/kit")
sys.path[:0] = [str(ROOT / home / "src") for home in HOMES]

METRICS = import_module("stackyard_lab.study.metrics").METRICS

project = "Stackyard"
author = "the Stackyard contributors"
project_copyright = "the Stackyard contributors"
release = version_of("stackyard-core")
version = ".".join(release.split(".")[:2])
language = "en-GB"

PUBLIC = ("stackyard", "stackyard_engine", "stackyard_kit.testing", "stackyard_kit.building")


def public_names() -> str:
    """A table of the public names, each with the first line of its docstring."""
    rows = ["| module | name | is |", "|---|---|---|"]
    for module in map(import_module, PUBLIC):
        for name in sorted(module.__all__):
            value = getattr(module, name)
            words = getdoc(value) if callable(value) else "A constant."
            rows.append(
                f"| `{module.__name__}` | `{name}` | {(words or '').partition(chr(10))[0]} |"
            )
    return "\n".join(rows)


extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx_click"]
exclude_patterns = ["_build", "authors/games/*/src"]
default_role = "code"

nb_execution_mode = "off"  # outputs are stored, and tests/docs/test_notebook.py makes them again
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence", "deflist", "substitution"]
myst_substitutions = {
    "names": public_names(),
    "metrics": "\n".join(
        [
            "| group | metric | definition | source |",
            "|---|---|---|---|",
            *[
                f"| {metric.group} | {metric.title} (`{metric.name}`, {metric.unit}) "
                f"| {metric.definition} | {metric.source} |"
                for metric in METRICS
            ],
        ]
    ),
}

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
maximum_signature_line_length = 88
add_module_names = False
toc_object_entries_show_parents = "hide"

nitpicky = True
nitpick_ignore_regex = [
    ("py:class", r"collections\.abc\..*|collections\.abc|pluggy\..*|logging\..*"),
    ("py:class", r"concurrent\.futures\..*|datetime\..*|pathlib\..*|sqlite3\..*"),
    ("py:class", r"(stackyard\.game\.|stackyard_engine\.knowledge\.)?P"),  # type variables
    ("py:class", r"stackyard\.workforce\.Workforce"),  # what shares out a study's work
    ("py:class", "Value"),  # of an option: a number, a text, True or False, or None
    ("py:class", "Watch"),  # a function that receives the progress of a check
    ("py:class", r"_pytest\..*"),
    ("py:class", r"i64|mypy_extensions\..*|librt\..*|vec.*|msgspec\..*"),
    ("py:class", r"stackyard_engine\.solver\.combined\..*"),  # the two searches in turns
]

html_theme = "furo"
html_title = f"Stackyard {version}"
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b5a8a", "color-brand-content": "#0b5a8a"},
    "dark_css_variables": {"color-brand-primary": "#7cc0ea", "color-brand-content": "#7cc0ea"},
}
