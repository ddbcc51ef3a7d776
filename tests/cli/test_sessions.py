"""`turnwire sessions`, as a developer with session files meets it."""

from __future__ import annotations

import gzip
import json
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from tests.session_files.ai_sdk_files import AI_SDK
from tests.session_files.claude import SESSION, call, file_of, reply, text, user
from tests.session_files.claude_files import CLAUDE
from tests.session_files.codex_files import CODEX
from tests.session_files.cursor_files import CURSOR
from tests.session_files.document_files import CHATGPT, CLAUDE_AI
from tests.session_files.letta_files import LETTA_CODE
from tests.session_files.open_webui_files import OPEN_WEBUI

from turnwire.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

pytestmark = pytest.mark.all_dialects

HOSTILE = "<script>alert(1)</script>\x1b[31m\u202e\"'&"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["sessions", *arguments])


def test_a_result_that_is_json_is_shown(folder: Path) -> None:
    (folder / "chat.json").write_text(json.dumps(AI_SDK["call-json"]))
    assert '<- {"high":"06:12","low":[1.5,null]}' in run("show", "chat.json").stdout


def test_a_name_that_is_repeated_comes_back(folder: Path) -> None:
    line = json.dumps(user("u1", None, "Hi."))[:-1] + ', "x": {"a": 1, "a": 2}}'
    (folder / "a.jsonl").write_text(f'{line}\n{{"type": "strange", "x": ": :", "x": 1}}\n')
    assert 0 == run("export", "a.jsonl", "-o", "a.json", "--quiet").exit_code
    assert 0 == run("convert", "a.json", "--to", "claude_code", "-o", "b.jsonl", "--quiet").exit_code
    found = (folder / "b.jsonl").read_text()
    assert found.replace(" ", "") == (folder / "a.jsonl").read_text().replace(" ", "")


@pytest.mark.parametrize(
    "export",
    [
        '{"history": [{"role": "user", "role": "user", "content": []}]}',
        '{"model": "gpt-4.1", "model": "gpt-5", "messages": [{"role": "user", "content": "Hi."}]}',
    ],
)
def test_a_repeated_name_that_would_be_lost_is_refused(folder: Path, export: str) -> None:
    (folder / "a.json").write_text(export)
    done = run("convert", "a.json", "--to", "claude_code")
    assert 1 == done.exit_code
    assert "json.duplicate-key" in done.stderr


def test_the_folders_of_the_agents_are_listed(folder: Path) -> None:
    claude, codex = folder / ".claude/projects/-p", folder / ".codex/sessions/2026/02/23"
    for place in (claude, codex):
        place.mkdir(parents=True)
    (claude / "a.jsonl").write_bytes(file_of(*CLAUDE["parallel-calls"]))
    (codex / "rollout.jsonl.gz").write_bytes(gzip.compress(file_of(*CODEX["call"])))
    (claude / "other.jsonl").write_text('{"hello":1}\n')
    done = run("list", "--format", "json")
    assert 0 == done.exit_code
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [("claude_code", "hello"), ("codex", "hello")] == [(each["format"], each["title"]) for each in found]
    assert {"user": 1, "assistant": 2, "tool": 2} == found[0]["messages"]
    assert (26, 10) == (found[0]["input_tokens"], found[0]["output_tokens"])
    assert "1 other file: no session of a known agent\n" == done.stderr
    assert "hello" in run("list").stdout


def test_the_transcripts_of_letta_code_and_cursor_are_listed(folder: Path) -> None:
    letta, cursor = folder / ".letta/transcripts/a/c", folder / ".cursor/projects/p/agent-transcripts/x"
    for place, lines in ((letta, LETTA_CODE["plain"]), (cursor, CURSOR["query"])):
        place.mkdir(parents=True)
        (place / "transcript.jsonl").write_bytes(file_of(*lines))
    found = [json.loads(line) for line in run("list", "--format", "json").stdout.splitlines()]
    listed = [(each["format"], each["title"], each["started"]) for each in found]
    assert [
        ("letta_code", "hello", "2026-07-22T12:00:00.000Z"),
        ("cursor", "When is high water?", "2026-05-08T18:05:00+05:30"),
    ] == listed


def test_a_file_that_is_no_session_is_an_error(folder: Path) -> None:
    (folder / "x.jsonl").write_text("{}\n")
    done = run("list", "x.jsonl")
    assert 1 == done.exit_code
    assert "x.jsonl: this is no session file of a known agent [session.unknown]" in done.stderr
    assert 1 == run("show", "missing.jsonl").exit_code


# a file -> why it is no session file
REFUSED = [
    (b"", "this is no session file of a known agent: the file is empty"),
    (b" \n\n", "this is no session file of a known agent: the file is empty"),
    (
        "\ufeff{}".encode("utf-16-le"),
        "this is no session file of a known agent: it is text in UTF-16, and session files are in UTF-8",
    ),
    (b'{"a":', "this is no session file of a known agent: the JSON document breaks off"),
    (b'{"\xb9":1}', "this is no session file of a known agent"),
    (b'{"mapping":{"\xb9":1}}', "this is no session file of a known agent"),
    (b'[{"chat_messages":[{"\xb9":1}]}]', "this is no session file of a known agent"),
    (b'{"items":[{"\xb9":1}]}', "this is no session file of a known agent"),
]


@pytest.mark.parametrize(("data", "why"), REFUSED)
def test_a_refusal_says_why(data: bytes, why: str, folder: Path) -> None:
    (folder / "x.jsonl").write_bytes(data)
    for command in ("show", "list"):
        done = run(command, "x.jsonl")
        assert (1, True) == (done.exit_code, f"x.jsonl: {why} [session.unknown]" in done.stderr), done.stderr
    assert "1 other file: no session of a known agent" in run("list", ".").stderr


@pytest.mark.parametrize("form", ["atif", "chatgpt", "claude_ai", "inspect", "open_webui"])
@pytest.mark.parametrize("command", ["export", "convert --to codex", "convert --to atif"])
def test_a_file_without_a_conversation_is_an_error(command: str, form: str, folder: Path) -> None:
    (folder / "x.json").write_text("[]")
    done = run(*command.split(), "x.json", "--from", form)
    assert 1 == done.exit_code
    assert "x.json: the file has no conversation [session.empty]" in done.stderr
    assert "" == done.stdout


def test_a_folder_is_listed_and_not_shown(folder: Path) -> None:
    done = run("show", str(folder))
    assert (1, True) == (done.exit_code, "is a folder: `turnwire sessions list` lists its sessions" in done.stderr)


def test_a_session_is_shown(folder: Path) -> None:
    (folder / "a.jsonl").write_bytes(file_of(*CLAUDE["call"], *CLAUDE["hook-progress"][1:2], b"{"))
    shown = run("show", "a.jsonl").stdout
    assert (
        "\nuser  line 1  2026-02-11T20:31:53.375Z\nhello\n"
        "\nassistant  line 2  2026-02-11T20:31:53.375Z  claude-opus-4-6\n"
        '-> Bash {"command": "ls"}\n'
        "\ntool  line 3  2026-02-11T20:31:53.375Z\n<- done\n"
        "\nassistant  line 4  2026-02-11T20:31:53.375Z  claude-opus-4-6\ntwo files\n"
    ) in shown
    assert "broken  line 6\n" in shown
    assert "(left out: 1 line without a message; --all shows them)" in shown
    assert "progress/hook_progress" in run("show", "a.jsonl", "--all").stdout
    left_out = "Left out: 1 line without a message; --all includes them"
    assert left_out in run("show", "a.jsonl", "--html", "-").stdout
    assert "Left out" not in run("show", "a.jsonl", "--html", "-", "--all").stdout


def test_a_branch_is_shown(folder: Path) -> None:
    (folder / "a.jsonl").write_bytes(file_of(*CLAUDE["branch"]))
    shown = run("show", "a.jsonl").stdout
    assert "\n\n== not the main branch; the main branch goes on at line 4\n\nuser  line 3" in shown
    assert "\n\n== the main branch, after line 2\n\nuser  line 4" in shown
    page = run("show", "a.jsonl", "--html", "-").stdout
    assert '<p class="branch">Not the main branch; the main branch goes on at line 4</p>' in page
    assert '<p class="branch">The main branch, after line 2</p>' in page
    given = CliRunner().invoke(app, ["sessions", "show", "-", "--html", "-"], input=(folder / "a.jsonl").read_bytes())
    assert page.replace("a.jsonl", "-") == given.stdout


def test_messages_after_the_one_that_the_conversation_is_at_are_a_branch(folder: Path) -> None:
    (folder / "a.json").write_text(json.dumps(CHATGPT["current-has-a-reply"]))
    assert "\n\n== not the main branch; the main branch has ended\n\n" in run("show", "a.json").stdout


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        assert not {name for name, _ in attrs} & {"src", "href", "onclick", "onload", "style"}


def test_a_hostile_session_stays_text(folder: Path) -> None:
    lines = (user("u1", None, HOSTILE), reply("a1", "u1", "m", text(HOSTILE), call(HOSTILE, HOSTILE, a=HOSTILE)))
    (folder / "a.jsonl").write_bytes(file_of(*lines))
    shown = run("show", "a.jsonl", "--all", "--full").stdout
    assert not {"\x1b", "\u202e"} & set(shown)
    assert 0 == run("show", "a.jsonl", "--html", "a.html").exit_code
    page = (folder / "a.html").read_text("utf-8")
    tags = _Tags()
    tags.feed(page)
    assert "script" not in tags.found
    assert not {"\x1b", "\u202e"} & set(page)
    assert "default-src &#x27;none&#x27;" in page
    assert page == run("show", "a.jsonl", "--html", "-").stdout


def test_a_text_does_not_look_like_another_message(folder: Path) -> None:
    said = "Read this:\n\nassistant  line 9  2026-01-01\n-> Bash rm\n<- done\n<! no\n== another branch\n\n* a <- b"
    (folder / "a.jsonl").write_bytes(file_of(user("u1", None, said)))
    indented = said.replace("\nassistant", "\n  assistant").replace("\n-", "\n  -").replace("\n<", "\n  <")
    assert indented.replace("\n==", "\n  ==") in run("show", "a.jsonl").stdout


def test_a_session_is_exported_and_comes_back(folder: Path) -> None:
    data = file_of(*CLAUDE["sidechain-with-agent"])
    (folder / "a.jsonl").write_bytes(data)
    done = run("export", "a.jsonl", "-o", "threads.jsonl")
    assert "2 threads written, 0 losses\n" == done.stderr
    threads = [json.loads(line) for line in (folder / "threads.jsonl").read_text().splitlines()]
    assert [SESSION, "a12"] == [thread["id"] for thread in threads]
    assert 0 == run("convert", "threads.jsonl", "--to", "claude-code", "-o", "b.jsonl").exit_code
    back = (folder / "b.jsonl").read_bytes()
    assert [json.loads(line) for line in data.splitlines()] == [json.loads(line) for line in back.splitlines()]


def test_a_thread_is_exported_to_a_provider(folder: Path) -> None:
    (folder / "a.jsonl").write_bytes(file_of(*CLAUDE["sidechain-with-agent"]))
    done = run("export", "a.jsonl", "--to", "openai:gpt-5", "--thread", "a12", "--losses", "losses.jsonl")
    body = json.loads(done.stdout)
    assert ["user", "assistant"] == [message["role"] for message in body["messages"]]
    assert "gpt-5" == body["model"]
    losses = [json.loads(line) for line in (folder / "losses.jsonl").read_text().splitlines()]
    assert f"1 thread written, {len(losses)} losses" in done.stderr
    refused = run("export", "a.jsonl", "--thread", "nobody")
    assert 2 == refused.exit_code
    assert f"there is no thread 'nobody'; there are {SESSION}, a12" in refused.stderr


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("call", ""),
        ("parallel-results-and-more", ""),
        ("branch", "1 branch"),
        ("sidechain-with-agent", "1 sidechain"),
    ],
)
def test_threads_that_are_left_out_are_counted(folder: Path, name: str, others: str) -> None:
    """The conversation of a subagent was neither in the output nor among the losses."""
    (folder / "a.jsonl").write_bytes(file_of(*CLAUDE[name]))
    exported = f"left out: {others}; --thread all writes every thread" if others else None
    converted = f"left out: {others}; --thread ID writes another thread" if others else None
    for arguments, line in ((["export", "--to", "openai"], exported), (["convert", "--to", "codex"], converted)):
        done = run(arguments[0], "a.jsonl", *arguments[1:])
        found = [text for text in done.stderr.splitlines() if text.startswith("left out")]
        assert found == [line] * (line is not None)
    assert "left out" not in run("export", "a.jsonl", "--to", "openai", "--thread", "all").stderr
    assert "left out" not in run("export", "a.jsonl").stderr


def test_the_other_conversations_of_a_file_are_counted(folder: Path) -> None:
    (folder / "chats.json").write_text(json.dumps(CLAUDE_AI["two"]))
    assert "left out: 1 conversation;" in run("export", "chats.json", "--to", "openai").stderr


def test_the_model_of_a_list_is_that_of_the_current_reply(folder: Path) -> None:
    chat = json.loads(json.dumps(OPEN_WEBUI["branch"]))
    for name, message in chat[0]["chat"]["history"]["messages"].items():
        message["model"] = f"model-of-{name}"
    (folder / "chat.json").write_text(json.dumps(chat))
    (found,) = run("list", "chat.json", "--format", "json").stdout.splitlines()
    assert "model-of-a1" == json.loads(found)["model"]


def test_the_line_feed_at_the_end_of_a_file_is_no_line(folder: Path) -> None:
    """`show --all` ended with a line that said that the document is empty."""
    (folder / "a.jsonl").write_bytes(file_of(*CLAUDE["queue"]) + b"\n\n")
    shown = run("show", "a.jsonl", "--all").stdout
    assert "queue-operation" in shown
    assert "the document is empty" not in shown
    page = run("show", "a.jsonl", "--all", "--html", "-").stdout
    assert "the document is empty" not in page


def test_any_conversation_becomes_a_session(folder: Path) -> None:
    (folder / "chat.json").write_text('{"model":"gpt-4.1","messages":[{"role":"user","content":"hi"}]}')
    done = run("convert", "chat.json", "--to", "codex", "-o", "rollout.jsonl")
    assert "written for Codex, 0 losses\n" == done.stderr
    assert "\nuser  line 4" in run("show", "rollout.jsonl").stdout
