"""The C that mypyc writes, as it is compiled."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.conftest import ROOT
from tests.plugins.kit.building.conftest import BITS, ENTRY, RUNTIME, WHOLE, Tools, written

KIT = ROOT / "plugins/kit/src/stackyard_kit/building"


def test_every_package_is_a_group_of_its_own_with_hidden_symbols(tools: Tools) -> None:
    tools.setup_tiny()
    assert tools.chosen["group_name"] == "tiny_game"
    assert tools.chosen["opt_level"] == "3"
    assert Path(tools.chosen["target_dir"]).parts[0] == "build"
    for extension in tools.extensions:
        flags = extension.extra_compile_args
        assert flags[:3] == ["-O3", "-fvisibility=hidden", "-ffp-contract=off"]


def test_only_the_library_that_holds_the_group_is_compiled_as_a_whole_program(
    tools: Tools,
) -> None:
    tools.setup_tiny()
    whole = ["-fwhole-program" in extension.extra_compile_args for extension in tools.extensions]
    assert whole == [True, False, False]


def test_the_runtime_of_mypyc_is_optimized_less_except_for_arithmetic(tools: Tools) -> None:
    tools.setup_tiny()
    code = written()
    less = '#pragma GCC push_options\n#pragma GCC optimize ("O1")\n{}\n#pragma GCC pop_options\n'
    files = ["init.c", "vecs/librt_vecs_api.c"]
    cool = [less.format(f"#include <{name}>") for name in files]
    hot = "#include <Python.h>\n#include <CPy.h>\n"
    assert f"{hot}{cool[0]}#include <int_ops.c>\n{cool[1]}" in code


def macros(tools: Tools) -> list[str]:
    """The macros defined while the group is compiled; none is for the others."""
    first, *others = [[name for name, _ in e.define_macros] for e in tools.extensions]
    assert others == [[], []]
    return first


@pytest.mark.parametrize("wanted", ["", "1"])
@pytest.mark.parametrize(
    ("newer", "defined"),
    [(False, ["STACKYARD_PACKAGE"]), (True, ["STACKYARD_PACKAGE", "STACKYARD_ONLY_NEWER"])],
)
def test_an_install_is_compiled_once_for_the_processor_of_this_machine(
    tools: Tools,
    monkeypatch: pytest.MonkeyPatch,
    wanted: str,
    newer: bool,
    defined: list[str],
) -> None:
    monkeypatch.setenv("STACKYARD_COMPILE", wanted)
    tools.newer = newer
    tools.setup_tiny()
    assert macros(tools) == defined
    assert len(tools.extensions[0].sources) == 1


def test_a_wheel_for_others_is_compiled_once_more_for_newer_processors(
    tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_COMPILE", "all")
    tools.newer = True
    tools.setup_tiny()
    assert macros(tools) == ["STACKYARD_PACKAGE", "STACKYARD_BOTH"]
    _, newer = tools.extensions[0].sources
    code, header = written(), Path("build/c/libraries.h").read_text("utf-8")
    assert "#define STACKYARD_ENTRY PyInit_tiny_game__mypyc\n" in code
    assert "PyMODINIT_FUNC" not in code  # the header has the entry, and calls one of these:
    assert "__attribute__((externally_visible)) PyObject *STACKYARD_INIT(void) {" in code
    assert "PyMODINIT_FUNC STACKYARD_ENTRY(void)" in header
    lines = Path(newer).read_text("utf-8").splitlines()
    assert lines.index("#define STACKYARD_NEWER") < lines.index('#include "libraries.h"')
    assert lines.index('#include "libraries.h"') < lines.index('#include "__native_tiny_game.c"')
    assert '#pragma GCC target ("avx2,bmi,bmi2,lzcnt,movbe,popcnt")' in header.splitlines()


def test_the_modules_are_entered_by_one_shim_which_is_built_once(tools: Tools) -> None:
    tools.setup_tiny()
    group, *shims = tools.extensions
    assert group.sources == ["build/c/tiny_game.c"]
    assert [shim.sources for shim in shims] == [["build/c/shims.c"]] * 2
    lines = Path("build/c/shims.c").read_text("utf-8").splitlines()
    assert [line for line in lines if line.startswith("#include")] == [
        '#include "tiny_game/rules.c"',
        '#include "tiny_game/_bits.c"',
    ]
    command = tools.setups[-1]["cmdclass"]["build_ext"](None)
    for extension in tools.extensions:
        command.build_extension(extension)
    built = ["tiny_game__mypyc.so", "tiny_game/rules.so", "tiny_game/_bits.so"]
    assert [Path("lib", name).read_text("utf-8") for name in built] == [
        "tiny_game__mypyc",
        "tiny_game.rules",
        "tiny_game.rules",
    ]


def test_two_modules_of_one_name_have_shims_of_their_own(tools: Tools) -> None:
    named = tools.mypycify

    def mypycify(paths: list[str], **chosen: Any) -> list[SimpleNamespace]:
        made = named(paths, **chosen)
        made[2].name = "tiny_game.other.rules"
        return made

    sys.modules["mypyc.build"].mypycify = mypycify  # type: ignore[attr-defined]
    tools.setup_tiny()
    sources = [extension.sources for extension in tools.extensions]
    assert sources[1:] == [["build/c/tiny_game/rules.c"], ["build/c/tiny_game/_bits.c"]]


def test_an_index_of_a_vec_is_likely_to_be_in_bounds(tools: Tools) -> None:
    check = "    cpy_r_r8 = (uint64_t)cpy_r_r6 < (uint64_t)cpy_r_r7;\n    if"
    tools.code = f"{WHOLE}{check} (cpy_r_r8) {{\n{check} (cpy_r_r9) goto CPyL1;\n"
    tools.setup_tiny()
    assert written().endswith(
        f"{check} (likely(cpy_r_r8)) {{\n{check} (cpy_r_r9) goto CPyL1;\n"  # that is another one
    )


def test_a_function_of_bits_is_given_an_instruction_where_there_is_one(tools: Tools) -> None:
    tools.setup_tiny()
    lines = written().splitlines()
    heads = [n for n, line in enumerate(lines) if line.startswith("int64_t CPyDef__bits___")]
    assert len(heads) == 4
    for head in heads:
        assert lines[head + 1].startswith("#if defined(__GNUC__)")
        assert lines[head + 2].startswith("    return ")
        assert lines[head + 3 : head + 6] == ["#endif", "    return 0;", "}"]


def test_other_functions_of_these_names_are_left_as_they_are(tools: Tools) -> None:
    tools.code = WHOLE.replace("_bits___", "bits___")  # those of a module that is the game's own
    (Path("src/tiny_game/bits.py")).write_text("def lowest(cells): ...\n", "utf-8")
    tools.building.setup_package("tiny_game", compile=["bits", "rules"], embed=[], position="Tiny")
    assert "#if" not in written()


@pytest.mark.parametrize("lost", range(4))
def test_c_without_a_function_of_bits_is_compiled_with_a_note(
    tools: Tools, capsys: pytest.CaptureFixture[str], lost: int
) -> None:
    tools.code = WHOLE.replace(BITS[lost], BITS[lost].replace("int64_t C", "long C"))
    tools.setup_tiny()
    name = ["count", "lowest", "highest", "pick"][lost]
    assert f"no function as expected for {name} of stackyard.cells.bits" in capsys.readouterr().err
    assert written().count("#if defined") == 3


def test_c_without_a_function_of_bits_is_an_error_where_compiling_was_asked_for(
    tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_COMPILE", "1")
    tools.code = RUNTIME + ENTRY
    with pytest.raises(
        RuntimeError, match="for count, lowest, highest, pick of stackyard.cells.bits"
    ):
        tools.setup_tiny()


@pytest.mark.parametrize("code", [None, "", RUNTIME, ENTRY, WHOLE + ENTRY])
def test_c_of_another_form_is_compiled_as_it_is(tools: Tools, code: str | None) -> None:
    tools.code = code
    tools.setup_tiny()
    flags = [flag for extension in tools.extensions for flag in extension.extra_compile_args]
    assert "-fwhole-program" not in flags
    assert macros(tools) == []
    assert tools.extensions[0].sources == ["build/c/tiny_game.c"]
    assert code is None or written() == code


def test_a_compiler_of_other_options_is_given_none_of_ours(tools: Tools) -> None:
    tools.dash = "/"
    tools.setup_tiny()
    assert [extension.extra_compile_args for extension in tools.extensions] == [["/O3"]] * 3


def test_no_configuration_of_the_surroundings_decides_how_it_is_compiled(tools: Tools) -> None:
    tools.setup_tiny()
    (paths,) = tools.compiled
    assert "--config-file=" in paths


# A library as `libraries.h` enters it: what mypyc would write is one line.
LIBRARY = """#define STACKYARD_ENTRY PyInit_library
#include "libraries.h"
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "library", NULL, -1, NULL};
PyObject *STACKYARD_INIT(void) { return PyModule_Create(&definition); }
"""
COMPILER = shutil.which(str(sysconfig.get_config_var("CC") or "cc").split()[0])
REFUSAL = (
    "ImportError: tiny_game is compiled for x86-64-v3 processors only: on this machine, install"
    " Stackyard again by python -m pip install --force-reinstall -r requirements.txt, run in the"
    " clone"
)


@pytest.mark.skipif(
    platform.machine() != "x86_64" or COMPILER is None, reason="needs GCC on x86-64"
)
@pytest.mark.parametrize(("macros", "said"), [([], "any"), (["-DSTACKYARD_ONLY_NEWER"], REFUSAL)])
def test_an_install_for_newer_processors_says_so_on_an_older_one(
    tmp_path: Path, macros: list[str], said: str
) -> None:
    assert COMPILER
    (tmp_path / "library.c").write_text(LIBRARY, "utf-8")
    headers = [f"-I{sysconfig.get_path('include')}", f"-I{KIT}"]
    command = [COMPILER, "-shared", "-fPIC", '-DSTACKYARD_PACKAGE="tiny_game"', *macros, *headers]
    subprocess.run([*command, "library.c", "-o", "library.so"], cwd=tmp_path, check=True)
    env = {**os.environ, "STACKYARD_PROCESSOR": "any"}
    script = [sys.executable, "-c", "import library; print(library.processor)"]
    done = subprocess.run(
        script, cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert (done.stdout + done.stderr).splitlines()[-1] == said
