"""`turnwire repair`: what it writes, what it keeps, and how it ends."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
import yaml
from click.testing import CliRunner

from turnwire.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

GOOD = '{"model":"m","messages":[{"role":"user","content":"Hi."}]}'
WRONG = GOOD.replace('"user"', '"human"')
BROKEN = '{"model":'
LEFT = '{"model":"m","messages":[{"role":"nobody","content":"Hi."}]}'


def run(*arguments: object, text: str = "") -> Result:
    return CliRunner().invoke(app, ["repair", "--from", "openai_chat", *map(str, arguments)], input=text)


def test_one_document_goes_through() -> None:
    done = run("-", text=WRONG)
    assert (0, GOOD) == (done.exit_code, done.stdout)
    assert '/messages/0/role: write "user" [TW204]' in done.stderr
    assert "1 document: 0 without errors, 1 mended, 0 with errors that are left, 0 not readable" in done.stderr


# options: (exit code, what standard output holds, what the closing line says)
WAYS: dict[tuple[str, ...], tuple[int, str, str]] = {
    ("--check",): (1, "", ", 1 would be mended, "),
    ("--diff",): (0, f"-{WRONG}\n+{GOOD}", ", 1 would be mended, "),
    ("--quiet",): (0, GOOD, ""),
}


@pytest.mark.parametrize("options", WAYS)
def test_what_only_shows_writes_nothing(options: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text(WRONG)
    code, shown, closing = WAYS[options]
    done = run(file, *options)
    assert (code, WRONG, ["a.json"]) == (done.exit_code, file.read_text(), [each.name for each in tmp_path.iterdir()])
    assert shown in done.stdout
    assert bool(shown) == bool(done.stdout)
    assert closing in done.stderr
    assert bool(closing) == bool(done.stderr)


def test_lines_that_need_nothing_keep_their_bytes(tmp_path: Path) -> None:
    file, manifest = tmp_path / "a.jsonl", tmp_path / "m.txt"
    lines = [f"  {GOOD} \r\n", "\n", f"{WRONG}\n", f"{BROKEN}\n", LEFT]
    file.write_bytes("".join(lines).encode())
    done = run(file, "--write", "--manifest", manifest)
    assert done.exit_code == 1
    assert "4 documents: 1 without errors, 1 mended, 2 with errors that are left, 0 not readable" in done.stderr
    assert ["4:10:", "5:34:"] == [
        each.partition("a.jsonl:")[2].split()[0]
        for each in done.stderr.splitlines()
        if "[TW103]" in each or "nobody" in each
    ]
    assert file.read_bytes().decode() == "".join([*lines[:2], f"{GOOD}\n", *lines[3:]])
    assert (tmp_path / "a.jsonl.orig").read_bytes().decode() == "".join(lines)
    told = [json.loads(line) for line in manifest.read_text().splitlines()]
    assert [(3, "TW204", "/messages/0/role", True)] == [(t["line"], t["code"], t["pointer"], t["safe"]) for t in told]
    assert [{"op": "replace", "path": "/messages/0/role", "value": "user"}] == told[0]["patch"]


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text(WRONG)
    assert run(file, "--write", "--no-backup").exit_code == 0
    before = file.stat().st_mtime_ns
    assert run(file, "--write").exit_code == 0
    assert (before, GOOD) == (file.stat().st_mtime_ns, file.read_text())
    assert [file] == list(tmp_path.iterdir())


def test_an_array_of_documents_keeps_its_blanks(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text(f"[\n  {WRONG},\n  {GOOD}\n]\n")
    assert run(file, "--write").exit_code == 0
    assert file.read_text() == f"[\n  {GOOD},\n  {GOOD}\n]\n"


def test_yaml_is_written_anew_only_if_it_changes(tmp_path: Path) -> None:
    good, wrong = tmp_path / "good.yaml", tmp_path / "wrong.yaml"
    kept = "# a comment\nmodel: m\nmessages:\n- role: user\n  content: Hi.\n"
    good.write_text(kept)
    wrong.write_text(kept.replace("user", "human"))
    assert run(tmp_path, "--write").exit_code == 0
    assert good.read_text() == kept
    assert "role: user" in wrong.read_text()
    assert "comment" in (tmp_path / "wrong.yaml.orig").read_text()


ITEMS = """# Sessions of May.
---
-   # the first
  model: m
  messages:
  - {role: %s, content: "Hi.\\n- you"}
# between them
- model: m  # as above
  messages:
  - role: user
    content: Ho.
"""
ANEW = """# Sessions of May.
---
- model: m
  messages:
    - role: user
      content: "Hi.\\n- you"
- model: m  # as above
  messages:
  - role: user
    content: Ho.
"""


def test_an_item_of_a_yaml_list_is_written_anew_and_the_others_stay(tmp_path: Path) -> None:
    file = tmp_path / "rows.yaml"
    file.write_text(ITEMS % "human")
    done = run(file, "--write")
    assert (0, ANEW) == (done.exit_code, file.read_text())
    assert f"{file}[0]:3: /messages/0/role" in done.stderr
    file.write_text(ITEMS % "user")
    assert run(file, "-o", tmp_path / "same.yaml").exit_code == 0
    assert (tmp_path / "same.yaml").read_text() == ITEMS % "user"


def test_a_tab_in_yaml_is_named(tmp_path: Path) -> None:
    file = tmp_path / "tab.yaml"
    file.write_text("model: m\nmessages:\n\t- role: user\n")
    done = run(file)
    assert (1, True) == (done.exit_code, "tab.yaml:3:1: /messages: found character" in done.stderr)
    assert "[TW102]\n  hint: YAML is indented with blanks: replace the tab" in done.stderr


LISTS = {
    "indented": "  - model: m\n    messages: [{role: human, content: x}]\n  - model: m\n    messages: []\n",
    "of lists below": "-\n  model: m\n  messages:\n  - role: human\n    content: x\n-\n  model: m\n  messages: []\n",
}


@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS)
def test_a_mended_yaml_list_is_the_same_list(text: str, tmp_path: Path) -> None:
    file = tmp_path / "rows.yaml"
    file.write_text(text)
    run(file, "--write")
    before, after = yaml.safe_load(text), yaml.safe_load(file.read_text())
    before[0]["messages"][0]["role"] = "user"
    assert before == after


def test_a_yaml_list_in_one_line_is_left(tmp_path: Path) -> None:
    file = tmp_path / "rows.yaml"
    file.write_text(f"[{WRONG}, {WRONG}]\n")
    done = run(file, "--write")
    assert (1, f"[{WRONG}, {WRONG}]\n") == (done.exit_code, file.read_text())
    assert "[TW112]" in done.stderr


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    for name, text in (("a.json", BROKEN), ("b.json", WRONG), ("c.binpb", "x"), ("d.json", GOOD)):
        (tmp_path / name).write_text(text)
    done = run(tmp_path, "--write")
    assert (1, GOOD, BROKEN) == (done.exit_code, (tmp_path / "b.json").read_text(), (tmp_path / "a.json").read_text())
    assert "c.binpb: " in done.stderr
    assert not (tmp_path / "d.json.orig").exists()


def test_files_go_to_a_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.json").write_text(WRONG)
    (tmp_path / "in" / "b.jsonl").write_text(f"{GOOD}\n{WRONG}\n")
    assert run(tmp_path / "in", "-o", tmp_path / "out").exit_code == 0
    assert (tmp_path / "out" / "a.json").read_text() == GOOD
    assert (tmp_path / "out" / "b.jsonl").read_text() == f"{GOOD}\n{GOOD}\n"
    assert (tmp_path / "in" / "a.json").read_text() == WRONG


MISUSED = (("--check", "--write"), ("--diff", "--check"), ("--write", "-o", "x"))


@pytest.mark.parametrize("options", MISUSED)
def test_ways_exclude_each_other(options: tuple[str, ...], tmp_path: Path) -> None:
    assert run(tmp_path, *options).exit_code == 2


def test_standard_input_has_no_place_to_write_to() -> None:
    assert run("-", "--write", text=WRONG).exit_code == 2


def test_unsafe_repairs_are_asked_for() -> None:
    text = GOOD.replace('"m",', '"m","zzz":1,')
    assert run("-", text=text).stdout == text
    assert run("-", "--unsafe", text=text).stdout == GOOD


def test_a_file_keeps_its_encoding(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(WRONG)
    done = run(tmp_path / "a.json", "-o", tmp_path / "b.jsonl")
    assert (2, True) == (done.exit_code, "would hold jsonl" in done.stderr)


def test_what_is_left_is_json_where_reports_are() -> None:
    mended, left, summary = map(
        json.loads, run("-", "--format", "json", "--jsonl", text=f"{WRONG}\n{LEFT}").stderr.splitlines()
    )
    assert (1, "TW204", 2, ["TW204"]) == (
        mended["line"],
        mended["code"],
        left["line"],
        [each["code"] for each in left["left"]],
    )
    assert {
        "documents": 2,
        "unchanged": 0,
        "mended": 1,
        "errors_left": 1,
        "mended_in_part": 0,
        "not_readable": 0,
    } == summary["summary"]


def test_the_counts_are_json_where_reports_are() -> None:
    summary = json.loads(run("-", "--format", "json", text=WRONG).stderr.splitlines()[-1])["summary"]
    assert summary["documents"] == 1


def test_a_mended_yaml_file_is_said_to_lose_its_comments(tmp_path: Path) -> None:
    text = "model: m # which one?\nmessages:\n- {role: human, content: Hi.}\n"
    good, wrong = tmp_path / "good.yaml", tmp_path / "wrong.yaml"
    wrong.write_text(text)
    good.write_text(text.replace("human", "user"))
    done = CliRunner().invoke(app, ["repair", str(wrong), str(good), "--check"])
    said = [line for line in done.stderr.splitlines() if "comments" in line]
    assert [f"{wrong}: YAML is written anew, without its comments and its layout"] == said
