"""Files and disks that are not as a job wishes: each is said in a line, and the other files are done."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from click.testing import CliRunner

pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'turnwire[arrow]'")

import pyarrow as pa
import pyarrow.parquet as pq
from tests.bulk.jobs import contents, document, written

from turnwire.bulk import local
from turnwire.bulk.jobs import Failed
from turnwire.cli.app import app
from turnwire.cli.bulk_jobs import running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from turnwire.bulk.jobs import Done, Job
    from turnwire.bulk.units import Unit

ROWS = 60


class Run(NamedTuple):
    code: int
    told: list[str]
    """The lines of standard error, with single spaces."""


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one file of 60 rows; the folder around it is the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.jsonl").write_bytes(b"".join(document(number) + b"\n" for number in range(ROWS)))
    return tmp_path


def ran(line: str) -> Run:
    done = CliRunner().invoke(app, ["bulk", *line.split()], catch_exceptions=False)
    return Run(done.exit_code, [" ".join(each.split()) for each in done.stderr.splitlines()])


def not_utf8(folder: Path) -> str:
    try:
        Path(os.fsdecode(os.fsencode(folder) + b"/\xff.jsonl")).write_bytes(document(0))
    except OSError:
        pytest.skip("this file system takes no such names")
    return r"in/\xff.jsonl: cannot be read: its name is not UTF-8, so that the manifest cannot hold it: rename it"


def leads_to_itself(folder: Path) -> str:
    (folder / "b.jsonl").symlink_to("b.jsonl")
    return "in/b.jsonl: cannot be read: Too many levels of symbolic links"


def has_numbers(folder: Path) -> str:
    pq.write_table(pa.table({"document": [1, 2]}), folder / "b.parquet")
    why = "documents are JSON in a column of texts or of bytes: 'document' has int64"
    return f"in/b.parquet: cannot be read: {why}"


@pytest.mark.parametrize("odd", [not_utf8, leads_to_itself, has_numbers])
def test_a_file_that_is_not_read_is_said_and_counted(archive: Path, odd: Callable[[Path], str]) -> None:
    said = odd(archive / "in")
    done = ran("validate in out")
    assert 2 == done.code
    assert said in done.told
    assert "files not read 1 as said above" in done.told
    assert f"rows {ROWS}" in done.told
    again = ran("validate in out --format json")
    assert (2, 1) == (again.code, json.loads(again.told[-1])["summary"]["files_not_read"])


def test_a_file_with_several_names_is_taken_once(archive: Path) -> None:
    (archive / "in" / "b.jsonl").symlink_to("a.jsonl")
    done = ran(f"validate in/a.jsonl in {archive}/in out")
    assert f"rows {ROWS}" in done.told
    for name in ("in/b.jsonl", f"{archive}/in/a.jsonl", f"{archive}/in/b.jsonl"):
        assert f"{name}: is the same file as in/a.jsonl, which is taken once" in done.told
    again = ran(f"validate in/a.jsonl in {archive}/in out --format json")
    assert {"named twice": 3} == json.loads(again.told[-1])["summary"]["unread"]


def test_a_job_of_which_no_file_can_be_read_has_a_summary(archive: Path) -> None:
    (archive / "b.parquet").write_bytes(b"PAR1")
    done = ran("validate b.parquet out --format json")
    summary = json.loads(done.told[-1])["summary"]
    assert (2, 0, 1) == (done.code, summary["rows"], summary["files_not_read"])


@pytest.mark.parametrize(("suffix", "code"), [("jsonl", 0), ("jsonl.gz", 1), ("jsonl.zst", 1)])
def test_a_file_without_bytes_is_truncated_where_it_should_be_packed(archive: Path, suffix: str, code: int) -> None:
    (archive / f"b.{suffix}").write_bytes(b"")
    done = ran(f"validate b.{suffix} out")
    why = f"b.{suffix}:1: the file has no bytes, but a .{suffix[6:]} file has at least a header [archive.truncated]"
    assert (code, code) == (done.code, done.told.count(why))


def test_an_output_that_is_a_file(archive: Path) -> None:
    (archive / "out").write_text("")
    done = ran("validate in out")
    assert (2, "Error: out: is a file; OUT is a folder") == (done.code, done.told[-1])


def test_a_row_after_a_unit_that_is_not_done_has_the_byte_of_its_line(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def outcomes(job: Job, units: Sequence[Unit], workers: int) -> Iterator[Done | Failed]:
        yield Failed(units[0].number, "the first unit is lost")
        yield from local.outcomes(job, units[1:], workers)

    monkeypatch.setattr(running, "engine", lambda _: outcomes)
    done = ran("convert in out --to anthropic_messages -j 1 --unit-size 1KB")
    text = (archive / "in" / "a.jsonl").read_bytes()
    first = next(number for number in range(ROWS) if number % 7 == 5 and _begin(text, number) >= 1024)
    place = _begin(text, first)
    assert done.told[:2] == [
        "the first unit is lost",
        f"in/a.jsonl, byte {place}: the text ends inside an object [json.truncated]",
    ]
    monkeypatch.undo()
    monkeypatch.chdir(archive)
    assert (
        "in/a.jsonl:6: the text ends inside an object [json.truncated]"
        in ran("convert in out --to anthropic_messages -j 1 --unit-size 1KB").told
    )


def _begin(text: bytes, line: int) -> int:
    return sum(len(each) + 1 for each in text.split(b"\n")[:line])


def test_a_file_that_goes_after_its_units_are_done(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def outcomes(job: Job, units: Sequence[Unit], workers: int) -> Iterator[Done | Failed]:
        yield from local.outcomes(job, units, workers)
        (archive / "in" / "a.jsonl").unlink()

    monkeypatch.setattr(running, "engine", lambda _: outcomes)
    done = ran("convert in out --to anthropic_messages -j 1")
    assert 1 == done.code
    assert done.told[0].startswith("in/a.jsonl, byte ")
    assert f"rows {ROWS}" in done.told


@pytest.mark.parametrize("output", ["jsonl", "parquet"])
def test_a_disk_that_is_full_ends_the_job_which_goes_on_later(tmp_path: Path, output: str) -> None:
    paths = written(tmp_path, 400)
    folder, whole = tmp_path / "out", tmp_path / "whole"

    def run(out: Path, most: int) -> subprocess.CompletedProcess[str]:
        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

        options = ["--to", "anthropic_messages", "--output-format", output, "-j", "1"]
        command = [sys.executable, "-m", "turnwire", "bulk", "convert", *paths, str(out), *options]
        return subprocess.run(command, check=False, capture_output=True, text=True, preexec_fn=limit if most else None)

    full = run(folder, 10_000)
    assert (2, True) == (full.returncode, full.stderr.startswith(f"{folder}: cannot be written: File too large\n"))
    assert "Traceback" not in full.stderr
    assert [] == list(folder.rglob(".turnwire-*"))
    assert 1 == run(folder, 0).returncode
    assert 1 == run(whole, 0).returncode
    assert contents(whole) == contents(folder)


def test_statistics_say_what_is_in_none_of_them(archive: Path) -> None:
    texts = [document(number).decode() for number in range(ROWS)]
    pq.write_table(pa.table({"document": texts}), archive / "in" / "b.parquet")
    data = bytearray((archive / "in" / "b.parquet").read_bytes())
    data[4:200] = b"\xff" * 196
    (archive / "in" / "b.parquet").write_bytes(data)
    (archive / "in" / "c.jsonl").symlink_to("nowhere")
    done = ran("stats in out")
    assert 2 == done.code
    found = json.loads((archive / "out" / "statistics.json").read_text())
    assert (ROWS, 1, 1) == (found["rows"], found["files_not_read"], found["units_not_done"])
    page = (archive / "out" / "statistics.html").read_text()
    assert "<strong>This is not the whole archive.</strong> Not read: 1 file; not done: 1 unit.</p>" in page
    whole = ran("stats in/a.jsonl whole")
    assert 1 == whole.code
    assert "not the whole archive" not in (archive / "whole" / "statistics.html").read_text()


@pytest.mark.parametrize("command", ["validate", "stats"])
def test_documents_may_be_in_a_column_that_is_named_like_a_hint(archive: Path, command: str) -> None:
    good = '{"model": "m", "messages": [{"role": "user", "content": "hi"}]}'
    kinds = pa.array([b"request", b"\xff"], pa.binary())
    pq.write_table(pa.table({"dialect": [good, good], "kind": kinds}), archive / "b.parquet")
    done = ran(f"{command} b.parquet out --column dialect --format json")
    summary = json.loads(done.told[-1])["summary"]
    good_name, bad_name = ("valid", "invalid") if command == "validate" else ("counted", "refused")
    assert (1, 1, 1) == (done.code, summary[good_name], summary[bad_name])
