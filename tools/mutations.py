"""Faults planted one at a time, and whether the tests notice: `nox -s mutations`.

Cosmic Ray plants them into rules, turn loop, archive and codes, in a copy of the repository. Each
is tried against the check's tests of its file. The survivors are printed with their
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

GAMES = ("silo", "filo", "slicron", "pit_of_pillars", "splay")
CORE = "core/src/stackyard"
TESTS = {  # of the files in which faults are planted; the likeliest to notice come first
    **{
        f"plugins/{game}/src/stackyard_{game}/{file}": [
            f"tests/plugins/{game}/test_rules.py",
            "tests/plugins/test_symmetries.py",
            f"tests/plugins/{game}",
        ]
        for game in GAMES
        for file in ("rules.py", "codes.py")
    },
    f"{CORE}/stacks.py": ["tests/core/test_stacks.py", "tests/plugins/silo"],
    f"{CORE}/cells/*.py": ["tests/core/cells", "tests/plugins/test_symmetries.py"],
    f"{CORE}/turnloop/*.py": ["tests/core/turnloop", "tests/core/records"],
    f"{CORE}/records/*.py": ["tests/core/records", "tests/cli/test_records.py"],
}
FILES = {str(file): tests for files, tests in TESTS.items() for file in sorted(Path().glob(files))}
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
    parser.add_argument("files", nargs="*", default=list(FILES), help="those to plant into")
    parser.add_argument("--faults", type=int, default=30, help="in each file; 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    given = parser.parse_args()
    rows = []
    for file in given.files:
        command = f"{sys.executable} -m pytest -x -q -m 'not nightly and not alone' "
        command += " ".join(FILES[file])
        found = faults_in(Path(file))
        if given.faults:
            found = random.Random(given.seed).sample(found, min(given.faults, len(found)))  # noqa: S311
        if mutate_and_test([], command, PATIENCE).test_outcome is not TestOutcome.SURVIVED:
            print(f"{file}: the tests fail without any fault")
            return 1
        survivors = 0
        for fault in found:
            result = mutate_and_test([fault], command, PATIENCE)
            if result.test_outcome is TestOutcome.SURVIVED:
                survivors += 1
                print(f"survivor in {file}:{fault.start_pos[0]}\n{result.diff}", flush=True)
        rows.append((file, len(found), survivors))
        print(f"{file}: {len(found)} faults, {survivors} survivors", flush=True)
    print("\n| file | faults | survivors |\n|---|---:|---:|")
    for file, count, survivors in rows:
        print(f"| {file} | {count} | {survivors} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
