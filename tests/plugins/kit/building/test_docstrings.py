"""`help` shows the docstring of a compiled function."""

from __future__ import annotations

from pathlib import Path

from stackyard_kit.building.docstrings import with_docstrings

ENTRY = (
    '    {{"{0}", (PyCFunction)CPyPy_{1}___{0}, METH_FASTCALL | METH_KEYWORDS, '
    'PyDoc_STR("{0}(stack)\\n--\\n\\n"){2} /* docstring */}},'
)


def test_a_function_is_given_its_own_docstring(tmp_path: Path) -> None:
    top = 'def top(stack):\n    """The "top" of it.\n\n    Or 1 … 2.\n    """\n'
    source = f"{top}def bare(stack): ...\n"
    (tmp_path / "stacks.py").write_text(source, "utf-8")
    code = "\n".join([ENTRY.format(*each, "") for each in (("top", "stacks"), ("bare", "stacks"))])
    other = ENTRY.format("top", "boards", "")  # a function of this name in another module
    found = with_docstrings(f"{code}\n{other}", [tmp_path / "stacks.py"]).splitlines()
    assert (
        '--\\n\\n" "The \\"top\\" of it.\\n\\nOr 1 \\342\\200\\246 2.") /* docstring */}'
        in found[0]
    )
    assert [line.count('--\\n\\n" "")') for line in found[1:]] == [1, 1]
