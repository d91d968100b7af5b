"""The bill of materials names our files."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from tools.packages import distributions
from tools.sbom import add_hashes


def test_every_file_of_a_release_is_named_with_its_hash(tmp_path: Path) -> None:
    parts: list[dict[str, Any]] = [{"name": one.name} for one in distributions()]
    bill = {"metadata": {"component": parts[-1]}, "components": parts[:-1]}
    files = [
        tmp_path / f"{one.stem}-{one.version}{end}"
        for one in distributions()
        for end in ("-py3-none-any.whl", ".tar.gz")
    ]
    for file in files:
        file.write_bytes(file.name.encode())
    add_hashes(bill, tmp_path)
    named = {
        each["url"]: each["hashes"][0]["content"]
        for part in parts
        for each in part["externalReferences"]
    }
    assert named == {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
