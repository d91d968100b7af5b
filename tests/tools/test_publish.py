"""Publishing: the order, what an index already has, and the workflow that does it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from tests.conftest import ROOT
from tools.packages import distributions, version

from tools import publish

WORKFLOW = (ROOT / ".github/workflows/release.yml").read_text("utf-8")


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A folder with an archive and a wheel of each distribution."""
    folder = tmp_path / "release"
    folder.mkdir()
    for one in distributions():
        stem = f"{one.name.replace('-', '_')}-{version()}"
        (folder / f"{stem}.tar.gz").write_text(f"archive of {one.name}", "utf-8")
        (folder / f"{stem}-py3-none-any.whl").write_text(f"wheel of {one.name}", "utf-8")
    return folder


class Index:
    """A package index that has some files, whose pages are written by hand."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        pages = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                name = self.path.strip("/").rpartition("/")[2].replace("-", "_")
                found = [file for file in pages.files if file.startswith(f"{name}-")]
                self.send_response(200 if found else 404)
                self.end_headers()
                links = [f'<a href="/f/{f}#sha256={pages.files[f]}">{f}</a>' for f in found]
                self.wfile.write("\n".join(links).encode())

            def log_message(self, format: str, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"

    def add(self, file: Path, text: str | None = None) -> None:
        content = file.read_bytes() if text is None else text.encode()
        self.files[file.name] = hashlib.sha256(content).hexdigest()


@pytest.fixture
def index() -> Iterator[Index]:
    found = Index()
    thread = Thread(target=found.server.serve_forever, args=(0.01,))
    thread.start()
    yield found
    found.server.shutdown()
    thread.join()
    found.server.server_close()


@pytest.fixture
def uploads(monkeypatch: pytest.MonkeyPatch, index: Index) -> list[str]:
    """The names of the files that are uploaded, in their order."""
    names: list[str] = []

    def upload(files: list[Path], address: str) -> None:
        assert address == index.address
        names.extend(file.name for file in files)
        for file in files:
            index.add(file)

    monkeypatch.setattr(publish, "upload", upload)
    return names


def test_each_distribution_is_uploaded_after_those_it_requires(
    release: Path, index: Index, uploads: list[str]
) -> None:
    publish.publish(release, index.address)
    order = [re.split(r"-\d", name)[0] for name in uploads]
    assert order[0] == "stackyard_core"
    assert order[-2:] == ["stackyard", "stackyard"]
    assert order.index("stackyard_engine") < order.index("stackyard_cli")
    assert sorted(uploads) == sorted(file.name for file in release.iterdir())


def test_an_interrupted_upload_goes_on_with_what_is_lacking(
    release: Path, index: Index, uploads: list[str]
) -> None:
    there = sorted(release.glob("stackyard_[ce]*"))
    for file in there:
        index.add(file)
    publish.publish(release, index.address)
    assert not {file.name for file in there}.intersection(uploads)
    assert len(uploads) == len(list(release.iterdir())) - len(there)
    uploads.clear()
    publish.publish(release, index.address)
    assert uploads == []


def test_a_file_that_was_built_anew_stops_everything_before_it(
    release: Path, index: Index, uploads: list[str]
) -> None:
    other = f"stackyard_engine-{version()}.tar.gz"
    index.add(release / other, "another content")
    with pytest.raises(SystemExit, match=f"another {re.escape(other)}, and files are never"):
        publish.publish(release, index.address)
    assert {name.split("-")[0] for name in uploads} == {"stackyard_core"}


def test_nothing_is_uploaded_if_a_distribution_is_missing(
    release: Path, index: Index, uploads: list[str]
) -> None:
    for file in release.glob("stackyard-*"):
        file.unlink()
    with pytest.raises(SystemExit, match=r"holds nothing of stackyard \d"):
        publish.publish(release, index.address)
    assert uploads == []


def test_the_workflow_uploads_the_steps_in_their_order_and_all_files(
    release: Path, tmp_path: Path
) -> None:
    publish.sort_files(release, tmp_path / "steps")
    assert re.findall(r"packages-dir: steps/(\S+)", WORKFLOW) == list(publish.STEPS)
    sorted_files = [file.name for file in (tmp_path / "steps").glob("*/*")]
    assert sorted(sorted_files) == sorted(file.name for file in release.iterdir())
    (last,) = {
        file.name.split("-")[0] for file in (tmp_path / "steps" / publish.STEPS[-1]).iterdir()
    }
    assert last == "stackyard"


def test_the_workflow_publishes_only_after_every_other_job() -> None:
    jobs = re.findall(r"^  (\w+):$", WORKFLOW.partition("\njobs:\n")[2], re.MULTILINE)
    before, _, last = WORKFLOW.partition("\n  publish:\n")
    assert jobs[-1] == "publish"
    assert f"needs: [{', '.join(jobs[:-1])}]" in last
    assert "if: github.ref_type == 'tag'" in last
    assert "id-token" not in before
    assert "gh-action-pypi-publish" not in before
    assert last.count("skip-existing: true") == last.count("attestations: true") == 4


def test_every_action_is_pinned_by_a_digest() -> None:
    used = re.findall(r"uses: (\S+)(.*)", WORKFLOW)
    assert used
    assert all(re.search(r"@[0-9a-f]{40}$", action) for action, _ in used)
    assert all(re.fullmatch(r" # v[\d.]+", comment) for _, comment in used)
