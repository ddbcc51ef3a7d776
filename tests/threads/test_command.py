"""`turnwire thread` as a shell sees it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from turnwire.cli.app import app
from turnwire.systems.gpt2099.threads import Store

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "TURNWIRE_THREADS"):
        monkeypatch.delenv(name, raising=False)


def run(*arguments: str, said: str | bytes | None = None) -> Result:
    return CliRunner().invoke(app, ["thread", *arguments], input=said, catch_exceptions=False)


def done(*arguments: str, said: str | bytes | None = None) -> str:
    found = run(*arguments, said=said)
    assert (0, "") == (found.exit_code, found.stderr)
    return found.stdout.removesuffix("\n")


def window(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(done("resolve", *arguments))
    return found


def texts(*arguments: str) -> list[str]:
    return [block["text"] for each in window(*arguments)["messages"] for block in each["content"]]


def test_a_thread_from_the_first_turn_to_the_window() -> None:
    first = done("add", "Which river is longer?", "-b", "rivers", "-p", "milli", "--servers", "fs")
    reply = '{"message":{"role":"assistant","model":"m","content":[{"type":"text","text":"The Rhine."}]}}'
    done("add", "--reply", reply)
    last = done("add", "--respond", "--search", said="And the deepest?\n")
    expected = {
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "Which river is longer?"}]},
            {"role": "assistant", "content": [{"type": "text", "text": "The Rhine."}]},
            {"role": "user", "content": [{"type": "text", "text": "And the deepest?"}]},
        ],
        "options": {"provider_ptr": "milli", "servers": ["fs"], "search": True},
    }
    assert expected == window() == window(last, "--pretty") == window(last.upper(), "--order", "fixed")
    assert ["Which river is longer?"] == texts(first)
    assert expected == window("rivers")


def test_a_bookmark_goes_on_from_the_reply() -> None:
    done("add", "Rhine or Elbe?", "-b", "rivers")
    done("add", "--reply", '{"message":{"content":[{"type":"text","text":"The Rhine."}]}}')
    assert ["Rhine or Elbe?", "The Rhine."] == texts("rivers")
    done("add", "By how much?", "-c", "rivers")
    assert ["user", "assistant", "user"] == [each["role"] for each in window("rivers")["messages"]]


def test_options_are_switched_off_and_tool_mode_is_written() -> None:
    done("add", "one", "--search", "--servers", "fs", "--tool-mode", "auto")
    assert {"search": True, "servers": ["fs"], "tool_mode": "auto"} == window()["options"]
    done("add", "two", "-r", "--no-search", "--no-servers")
    assert {"search": False, "servers": [], "tool_mode": "auto"} == window()["options"]


def test_branches() -> None:
    first = done("add", "one", "-b", "main")
    branch = json.loads(done("branch", "side", "--continues", "main", "--json"))
    assert ({"role": "user", "options": {}, "head": "side", "continues": [first]}, False) == (
        branch["meta"],
        "hash" in branch,
    )
    two = done("add", "two", "-c", "side")
    assert ["one", "two"] == texts("side")
    assert ["one"] == texts("main")
    listed = [json.loads(line) for line in done("branch", "--json").splitlines()]
    assert [("main", first, 1), ("side", two, 2)] == [
        (each["bookmark"], each["latest"], each["turns"]) for each in listed
    ]
    assert ["bookmark", "main", "side"] == [line.split()[0] for line in done("branch").splitlines()]


def test_several_turns_are_continued_in_either_order() -> None:
    done("add", "a", "-b", "a")
    done("add", "b", "-b", "b", "-c", "a")
    done("add", "c", "-b", "c", "-c", "a")
    # Without a bookmark of its own, it would be the latest turn of `c`.
    done("add", "d", "-b", "d", "-c", "b", "-c", "c")
    assert ["a", "a", "c", "b", "d"] == texts()
    assert ["a", "b", "c", "d"] == texts("--order", "fixed")
    assert ["a", "a", "c", "b"] == texts("b", "c")


def test_what_is_said_in_other_ways(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("# notes")
    done("add", "--document", "notes.md", "-b", "doc", "--cache")
    done("add", "--blocks", '[{"type":"tool_use","name":"fs___ls","input":{}}]', "-c", "doc")
    done("add", "--results", '[{"type":"tool_result","name":"fs___ls","content":[]}]')
    messages = window()["messages"]
    assert (["document", "tool_use", "tool_result"], True) == (
        [each["content"][0]["type"] for each in messages],
        messages[0]["cache"],
    )
    shown = json.loads(done("show", "doc", "--json"))
    about = shown["frame"]["meta"]
    assert ("tool_result", "doc", str) == (shown["content"][0]["type"], about["head"], type(about["continues"]))


def test_threads_and_their_turns_are_listed() -> None:
    first = done("add", "one", "-b", "main")
    done("add", "--reply", '{"message":{"content":[{"type":"text","text":"two"}]}}')
    alone = done("add", "three", "-p", "milli")
    rows = [line.split() for line in done("list").splitlines()]
    assert [["headish", "bookmark", "turns", "messages", "first", "last"], ["main", "main", "2", "2"]] == [
        rows[0],
        rows[1][:4],
    ]
    assert [alone, "-", "1", "1"] == rows[2][:4]
    found = [json.loads(line) for line in done("list", "--json").splitlines()]
    assert [("main", None), (alone, None)] == [(each["headish"], each["problem"]) for each in found]
    turns = [json.loads(line) for line in done("list", alone, "--json").splitlines()]
    said = [{"type": "text", "text": "three"}]
    record = {"id": alone, "role": "user", "content": said, "options": {"provider_ptr": "milli"}, "cache": False}
    assert [record] == turns
    assert [first, "user", "one"] == done("list", "main").splitlines()[1].split()
    cut = run("list", "--most", "1")
    assert (2, "1 earlier threads are left out; --most has more\n") == (len(cut.stdout.splitlines()), cut.stderr)


def test_a_thread_that_cannot_be_resolved_is_listed_with_the_reason(tmp_path: Path) -> None:
    done("add", "one")
    with (tmp_path / "threads" / "frames.jsonl").open("ab") as log:
        log.write(b'{"id":"%b","topic":"gpt.turn","meta":{"continues":"%b"}}\n' % (b"e" * 25, b"0" * 25))
    assert ["problem", "-", "thread.missing"] == [line.split()[-1] for line in done("list").splitlines()]


def test_a_turn_is_shown() -> None:
    turn = done("add", "one\x1b[31m", "two", "-b", "main")
    lines = done("show").splitlines()
    assert ["what", "id", "topic", "hash", "role", "content_type", "options", "head", "continues"] == [
        line.split()[0] for line in lines[:9]
    ]
    assert (turn, ["one\\x1b[31m", "two"]) == (lines[1].split()[1], lines[10:])


def test_pictures(tmp_path: Path) -> None:
    first = done("add", "<b>", "-b", "main")
    second = done("add", "two", "-r")
    assert [f"1 * {first} user      [main] <b>", f"2 * {second} user      [main] two"] == done("graph").splitlines()
    assert [first] == [json.loads(line)["id"] for line in done("graph", first, "--json").splitlines()]
    assert "&lt;b&gt;" in done("graph", "--svg")
    assert "" == done("graph", "--svg", "-o", "picture.svg")
    assert (tmp_path / "picture.svg").read_text().startswith("<svg xmlns=")
    cut = run("graph", "main", "--most", "1")
    assert (f"1 * {second} user      [main] <- 1 elsewhere two\n", 0) == (cut.stdout, cut.exit_code)
    assert "1 earlier turns are left out" in cut.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["resolve", "nobody"], 1, "[thread.headish]"),
        (["resolve", "\udcff\udcfe"], 1, "[thread.headish]"),
        (["show", "\udcff\udcfe"], 1, "[thread.headish]"),
        (["resolve", ""], 1, "[thread.headish]"),
        (["show", ""], 1, "[thread.headish]"),
        (["graph", ""], 1, "[thread.headish]"),
        (["add", ""], 1, "[thread.content]"),
        (["add", "x", ""], 1, "[thread.content]"),
        (["add", "--blocks", "null"], 1, "[thread.content]"),
        (["add", "x", "-b", "b" * 25], 1, "[thread.bookmark]"),
        (["branch", "b" * 25], 1, "[thread.bookmark]"),
        (["show", "0" * 25], 1, "[thread.missing]"),
        (["add", "x", "-c", "0" * 25], 1, "[thread.missing]"),
        (["add", "--blocks", "[1"], 1, "[json.truncated]"),
        (["add", "--reply", "{}"], 1, "[thread.content]"),
        (["add", "--document", "thing.exe"], 1, "[thread.content]"),
        (["resolve", "--store", "elsewhere"], 2, "[thread.store]"),
        (["add", "--document", "nowhere.md"], 2, "does not exist"),
        (["add", "--blocks", "--reply", "x"], 2, "two kinds of turn"),
        (["add", "--name", "x", "y"], 2, "--document"),
        (["add", "--document", "thing.exe", "-r"], 2, "continues nothing"),
        (["add", "--reply", "x", "-c", "a", "-r"], 2, "continues one turn"),
        (["add", "--reply", "x", "--search"], 2, "takes no options"),
        (["add", "--reply", "x", "--no-search"], 2, "takes no options"),
        (["add", "--results", "x", "--tool-mode", "auto"], 2, "takes no options"),
        (["add", "x", "--servers", "fs", "--no-servers"], 2, "contradict"),
        (["add", "--blocks", "x", "y"], 2, "one TEXT"),
        (["branch", "-c", "main"], 2, "NAME"),
        (["branch", ""], 2, "name"),
        (["graph", "--svg", "--json"], 2, "two formats"),
        (["graph", "-o", "no/such/place"], 2, "no/such/place: No such file"),
        (["nothing"], 2, "No such command"),
    ],
)
def test_what_is_refused(tmp_path: Path, arguments: list[str], code: int, word: str) -> None:
    (tmp_path / "thing.exe").write_bytes(b"x")
    done("add", "one", "-b", "main")
    before = (tmp_path / "threads" / "frames.jsonl").read_bytes()
    found = run(*arguments)
    assert (code, "", True) == (found.exit_code, found.stdout, word in found.stderr), found.stderr
    assert before == (tmp_path / "threads" / "frames.jsonl").read_bytes()


def test_bytes_that_are_no_text_are_refused() -> None:
    found = run("add", said=b"\xff")
    assert (1, True) == (found.exit_code, "[thread.content]" in found.stderr)


def test_nothing_piped_in_is_refused(tmp_path: Path) -> None:
    found = run("add", said="\n")
    log = (tmp_path / "threads" / "frames.jsonl").read_bytes()
    assert (1, True, b"") == (found.exit_code, "[thread.content]" in found.stderr, log)


@pytest.mark.parametrize("arguments", [["add", "x"], ["resolve"], ["show"]])
def test_a_log_that_is_no_file_is_refused_once(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "threads" / "frames.jsonl").mkdir(parents=True)
    found = run(*arguments)
    assert (2, "") == (found.exit_code, found.stdout)
    assert ["'threads/frames.jsonl' is no file [thread.store]"] == [
        line for line in found.stderr.splitlines() if "hint" not in line
    ]


def test_what_is_odd_about_a_store_is_said(tmp_path: Path) -> None:
    done("add", "one")
    with (tmp_path / "threads" / "frames.jsonl").open("ab") as log:
        log.write(b'garbage\n{"id":"')
    found = run("resolve")
    assert (0, True, True) == (found.exit_code, "[thread.torn]" in found.stderr, "[thread.line]" in found.stderr)
    assert json.loads(found.stdout)["messages"]


def test_a_frame_that_cannot_be_read_is_left_out_of_the_picture(tmp_path: Path) -> None:
    done("add", "one")
    with (tmp_path / "threads" / "frames.jsonl").open("ab") as log:
        log.write(b'{"id":"' + b"z" * 25 + b'","topic":"gpt.turn","meta":{"continues":7}}\n')
    found = run("graph")
    assert (0, 1, True) == (found.exit_code, len(found.stdout.splitlines()), "[thread.continues]" in found.stderr)


def test_the_store_is_named_by_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNWIRE_THREADS", str(tmp_path / "mine"))
    turn = done("add", "x")
    with Store(tmp_path / "mine") as store:
        assert turn == store.last()


def test_the_help_names_every_command() -> None:
    text = done("--help")
    assert [] == [name for name in ("add", "show", "list", "resolve", "branch", "graph") if f"  {name} " not in text]
