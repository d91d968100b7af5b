"""Faults planted one at a time, and whether the tests notice: `nox -s mutations`.

Cosmic Ray plants them into rules, turn loop, archive and codes, in a copy of the repository. Each
is tried against the check's tests of its module. The survivors are printed with their
differences: a test is missing for them, or they change nothing that can be observed.
"""

from __future__ import annotations

import argparse
import ast
import random
import sys
import tempfile
from pathlib import Path

from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome

SILO = "tests/plugins/silo"
GAMES = ("silo", "filo", "slicron", "pit_of_pillars", "splay")
CORE = "core/src/stackyard"
TESTS = {  # of each module in which faults are planted; the likeliest to notice come first
    **{
        f"plugins/{game}/src/stackyard_{game}/rules.py": [
            f"tests/plugins/{game}/test_rules.py",
            f"tests/plugins/{game}",
        ]
        for game in GAMES
    },
    "plugins/pit_of_pillars/src/stackyard_pit_of_pillars/codes.py": [
        "tests/plugins/pit_of_pillars"
    ],
    f"{CORE}/stacks.py": ["tests/core/test_stacks.py", SILO],
    f"{CORE}/cells/bits.py": ["tests/core/cells", SILO],
    f"{CORE}/cells/symmetry.py": ["tests/core/cells", "tests/plugins/test_symmetries.py"],
    **{
        f"{CORE}/turnloop/{name}.py": ["tests/core/turnloop", "tests/core/records"]
        for name in ("match", "history", "hooks", "offers")
    },
    **{
        f"{CORE}/records/{name}.py": ["tests/core/records"]
        for name in ("archive", "checksums", "database", "match_rows", "writer", "format")
    },
}
PATIENCE = 180  # seconds of a run of tests, after which the fault counts as noticed


def is_for_type_checkers(tree: ast.Module, line: int, column: int) -> bool:
    """True inside an annotation or a block for type checkers, which nothing runs."""
    for node in ast.walk(tree):
        spans: list[ast.AST | None] = []
        if isinstance(node, ast.AnnAssign | ast.arg):
            spans.append(node.annotation)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            spans.append(node.returns)
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            spans.append(node)
        for span in spans:
            if (
                isinstance(span, ast.expr | ast.stmt)
                and (span.lineno, span.col_offset) <= (line, column)
                and (line, column) < (span.end_lineno or 0, span.end_col_offset or 0)
            ):
                return True
    return False


def faults_in(module: Path) -> list[MutationSpec]:
    """Each fault that can be planted into a module, and that something runs, in a fixed order."""
    tree = ast.parse(module.read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder, use_db(f"{folder}/faults.sqlite") as planned:
        init([module], planned, {})
        faults = [fault for item in planned.work_items for fault in item.mutations]
    faults.sort(key=lambda fault: (fault.operator_name, fault.occurrence))
    return [fault for fault in faults if not is_for_type_checkers(tree, *fault.start_pos)]


def main() -> int:
    """Plant faults, print the survivors and a table; 1 if the tests fail without any fault."""
    parser = argparse.ArgumentParser(prog="nox -s mutations --", description=__doc__)
    parser.add_argument("modules", nargs="*", default=list(TESTS), help="files to plant into")
    parser.add_argument("--faults", type=int, default=30, help="of each file; 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    given = parser.parse_args()
    rows = []
    for module in given.modules:
        command = f"{sys.executable} -m pytest -x -q -m 'not nightly and not alone' "
        command += " ".join(TESTS[module])
        found = faults_in(Path(module))
        if given.faults:
            found = random.Random(given.seed).sample(found, min(given.faults, len(found)))  # noqa: S311
        if mutate_and_test([], command, PATIENCE).test_outcome is not TestOutcome.SURVIVED:
            print(f"{module}: the tests fail without any fault")
            return 1
        survivors = 0
        for fault in found:
            result = mutate_and_test([fault], command, PATIENCE)
            if result.test_outcome is TestOutcome.SURVIVED:
                survivors += 1
                print(f"survivor in {module}:{fault.start_pos[0]}\n{result.diff}", flush=True)
        rows.append((module, len(found), survivors))
        print(f"{module}: {len(found)} faults, {survivors} survivors", flush=True)
    print("\n| module | faults | survivors |\n|---|---:|---:|")
    for module, count, survivors in rows:
        print(f"| {module} | {count} | {survivors} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
