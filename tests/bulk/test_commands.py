"""`turnwire bulk`: what a person types, and what is answered."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'turnwire[arrow]'")

from tests.bulk.jobs import written

from turnwire.bulk.engines import CannotStart
from turnwire.cli.app import app
from turnwire.cli.bulk_jobs import running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from click.testing import Result

ROWS = 60


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of each form; it is the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    written(tmp_path / "in", ROWS)
    (tmp_path / "in" / "notes.txt").write_text("none")
    return tmp_path


def ran(line: str) -> Result:
    return CliRunner().invoke(app, ["bulk", *line.split()], catch_exceptions=False)


CLOSING = """\
not read: 1 .txt
in/a.jsonl:6: the text ends inside an object [json.truncated]
in/a.jsonl:13: the text ends inside an object [json.truncated]
in/a.jsonl:20: the text ends inside an object [json.truncated]
in/b.jsonl.gz:6: the text ends inside an object [json.truncated]
in/b.jsonl.gz:13: the text ends inside an object [json.truncated]
in/b.jsonl.gz:20: the text ends inside an object [json.truncated]
in/c.parquet, row 5: the text ends inside an object [json.truncated]
in/c.parquet, row 12: the text ends inside an object [json.truncated]
in/c.parquet, row 19: the text ends inside an object [json.truncated]
units                                        3
rows                                       180
  converted                                156
  refused                                   24
rows with errors                            24  by the first error
  json.truncated                            24
losses                                     171
  invented generation.max_tokens           156
  dropped generation.seed                   15
parts written                                6"""


def test_a_folder_is_converted_and_the_table_adds_up(archive: Path) -> None:
    done = ran("convert in out --to anthropic_messages -j 1")
    *told, last = done.stderr.splitlines()
    closing = [" ".join(line.split()) for line in (*told, last[: last.index("6") + 1])]
    assert (1, "", [" ".join(line.split()) for line in CLOSING.splitlines()]) == (done.exit_code, done.stdout, closing)
    assert 156 == sum(path.read_bytes().count(b"\n") for path in (archive / "out").glob("part-*.jsonl"))
    again = ran("convert in out --to anthropic_messages --format json")
    summary = json.loads(again.stderr)["summary"]
    assert (180, 156, 24) == (summary["rows"], summary["converted"], summary["refused"])
    assert {"planned": 3, "done": 3, "before": 3} == summary["units"]


def test_files_of_a_folder_that_are_not_read_are_counted(archive: Path) -> None:
    for name in ("b.json", "c.parquet.gz", "d.JSON"):
        (archive / "in" / name).write_text("{}")
    (archive / "in" / "loop").symlink_to(archive / "in")
    done = ran("stats in - --exclude b.jsonl.gz -j 1")
    assert done.stderr.splitlines()[0] == "not read: 1 .gz, 2 .json, 1 .txt, 1 excluded, 1 linked folder"
    assert "not read" not in ran("stats in - -q").stderr
    (told,) = ran("stats in - --exclude b.jsonl.gz --format json").stderr.splitlines()
    unread = {".gz": 1, ".json": 2, ".txt": 1, "excluded": 1, "linked folder": 1}
    assert unread == json.loads(told)["summary"]["unread"]


@pytest.mark.parametrize("paths", ["in s3://bucket/out", "gs://bucket/logs out", "in file:///out"])
def test_the_address_of_a_bucket_is_no_folder_of_this_machine(archive: Path, paths: str) -> None:
    done = ran(f"convert {paths} --to anthropic_messages")
    address = next(each for each in paths.split() if ":" in each)
    assert (2, True) == (done.exit_code, f"{address}: is an address" in done.stderr)
    assert [] == [path.name for path in archive.iterdir() if path.name != "in"]


def test_the_form_is_that_of_the_output_or_of_the_first_input(archive: Path) -> None:
    forms = {
        "in out --output-format parquet": "parquet",
        "in x.parquet": "parquet",
        "in/c.parquet y": "parquet",
        "in/c.parquet y.jsonl": "jsonl",
        "in/b.jsonl.gz z": "jsonl",
    }
    for line, form in forms.items():
        ran(f"convert {line} --to anthropic -q --limit 5")
        folder = archive / line.split()[1]
        assert {form} == {path.suffix[1:] for path in folder.glob("part-*")}, line


@pytest.mark.parametrize(
    ("command", "good", "bad"),
    [("validate", "valid", "invalid"), ("repair", "clean", "unreadable")],
)
def test_the_other_commands_count(archive: Path, command: str, good: str, bad: str) -> None:
    done = ran(f"{command} in/a.jsonl out --format json")
    summary = json.loads(done.stderr)["summary"]
    assert (1, 60, 52, 8) == (done.exit_code, summary["rows"], summary[good], summary[bad])
    lines = (archive / "out" / "part-000000.jsonl").read_text().splitlines()
    assert (60 if command == "validate" else 52) == len(lines)


def test_good_documents_end_with_0(archive: Path) -> None:
    (archive / "in" / "a.jsonl").write_text('{"model":"m","messages":[{"role":"user","content":"hi"}]}\n')
    assert 0 == ran("convert in/a.jsonl out --to openai_responses").exit_code
    assert 0 == ran("stats in/a.jsonl - --to openai_responses").exit_code


STATISTICS = """\
documents by dialect and kind
  52  openai_chat request

messages by role
  52  user

content blocks by type
  52  text

documents by the model that they name
  52  gpt-4.1

losses towards the target, by kind and feature
  52  invented generation.max_tokens
   5  dropped generation.seed

"""


def test_statistics_are_printed_and_written(archive: Path) -> None:
    done = ran("stats in/a.jsonl out --to anthropic_messages")
    assert (1, STATISTICS) == (done.exit_code, done.stdout)
    assert "parts" not in done.stderr  # there are none
    assert STATISTICS == ran("stats in/a.jsonl - --to anthropic_messages").stdout
    found = json.loads((archive / "out" / "statistics.json").read_text())
    assert {"counted": 52, "refused": 8} == found["outcomes"]
    page = (archive / "out" / "statistics.html").read_text()
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")
    assert '<th scope="row">dropped generation.seed</th><td class="number">5</td>' in page


def test_what_documents_say_is_escaped_on_the_page(archive: Path) -> None:
    hostile = '<img src=x onerror="alert(1)">\u202e\x07'
    asked = {"model": hostile, "messages": [{"role": "user", "content": "hi"}]}
    (archive / "h.jsonl").write_text(json.dumps(asked))
    ran("stats h.jsonl out")
    page = (archive / "out" / "statistics.html").read_text()
    assert "<img" not in page
    assert "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;" in page
    assert "\x07" not in page


REFUSED = {
    "convert in out": "Missing option '--to'",
    "convert out --to openai": "name the input and then the folder for the output: IN... OUT",
    "convert in - --to openai": "OUT is a folder, which has a part for each unit of work",
    "convert none out --to openai": "none: cannot be read: No such file or directory",
    "convert in/notes.txt out --to openai": "in/notes.txt: cannot be read: its suffix is none of .parquet, .jsonl",
    "convert in in --to openai": "all files of the input are in in: name another folder for the output",
    "convert full out --to openai": "full: nothing here to read",
    "convert in out --to openai --allow seed": "--allow needs --strict",
    "convert in out --to openai --unit-size 5": "'5' is no size, such as 32MB or 512KB",
    "convert in out --to openai --sample 0": "0.0 is not in the range",
    "convert in out --to openai --sample nan": "nan is no share, such as 0.01",
    "convert in full --to openai": "full: is not empty and has no _manifest.jsonl: name a new folder for the output",
    "convert in done --to openai": "done: has the output of a job with other options: name another folder",
    "stats in/a.jsonl done": "done: has the output of a job with other options",
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_cannot_be_meant_is_refused_with_2(archive: Path, line: str) -> None:
    (archive / "full").mkdir()
    (archive / "full" / "a").write_text("")
    ran("convert in/a.jsonl done --to anthropic -q")
    done = ran(line)
    assert 2 == done.exit_code
    assert REFUSED[line] in " ".join(done.stderr.split())


def test_a_file_that_cannot_be_read_ends_with_2_and_the_others_are_done(archive: Path) -> None:
    (archive / "in" / "c.parquet").write_bytes(b"PAR1")
    (archive / "in" / "d.jsonl").symlink_to("nowhere")
    done = ran("convert in out --to anthropic")
    assert (2, "120") == (done.exit_code, done.stderr.partition("rows ")[2].split()[0])
    assert "in/c.parquet: cannot be read: Parquet file size is 4 bytes" in done.stderr
    assert "in/d.jsonl: cannot be read: No such file or directory" in done.stderr


@pytest.mark.parametrize("name", ["pipe.jsonl", "pipe.parquet", "pipe.jsonl.gz"])
def test_a_pipe_is_no_input_and_is_not_waited_for(name: str, archive: Path) -> None:
    os.mkfifo(archive / name)
    done = ran(f"convert in {name} out --to anthropic")
    assert (2, "180") == (done.exit_code, done.stderr.partition("rows ")[2].split()[0])
    assert f"{name}: cannot be read: it is a pipe or a device, of which no part can be read again" in done.stderr


def test_a_changed_input_is_said(archive: Path) -> None:
    ran("convert in out --to anthropic -q")
    with (archive / "in" / "a.jsonl").open("a") as stream:
        stream.write("{}\n")
    done = ran("convert in out --to anthropic -q")
    assert (2, True) == (
        done.exit_code,
        done.stderr.startswith("in/a.jsonl: has changed since the manifest was written"),
    )


def test_the_job_stops_at_the_first_refused_document_if_it_is_asked_to(archive: Path) -> None:
    done = ran("convert in out --to anthropic --on-error stop")
    assert 1 == done.exit_code
    assert "in/a.jsonl, byte" in done.stderr or "in/c.parquet, row 5" in done.stderr or "in/b.jsonl.gz" in done.stderr
    assert not list((archive / "out").glob("part-000000*"))


@pytest.mark.usefixtures("archive")
def test_strict_refuses_what_would_lose_something() -> None:
    done = ran("convert in/a.jsonl out --to anthropic --strict --allow invented --format json")
    summary = json.loads(done.stderr)["summary"]
    assert {"json.truncated": 8, "convert.loss": 5} == summary["errors"]


@pytest.mark.usefixtures("archive")
def test_an_output_inside_the_input_is_not_read_again() -> None:
    ran("convert in in/out --to anthropic -q")
    done = ran("convert in in/out --to anthropic --format json")
    assert 180 == json.loads(done.stderr)["summary"]["rows"]


def test_an_engine_that_does_not_start(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def outcomes(*_: object) -> Iterator[None]:
        yield from ()
        raise CannotStart("--engine ray: Ray does not start: nothing answers")

    monkeypatch.setattr(running, "engine", lambda _: outcomes)
    found = ran("convert in out --to anthropic_messages --engine ray")
    assert (2, "--engine ray: Ray does not start: nothing answers") == (found.exit_code, found.output.splitlines()[-1])
    monkeypatch.undo()
    monkeypatch.chdir(archive)
    assert 1 == ran("convert in out --to anthropic_messages").exit_code  # the folder can be used again
