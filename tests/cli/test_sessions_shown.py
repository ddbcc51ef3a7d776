"""`turnwire sessions show`: documents, what a search found, and errors that ended a turn."""

from __future__ import annotations

import base64
import json
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from turnwire.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.all_dialects

HOSTILE = "<script>alert(1)</script>\x1b[31m\u202e\"'&"


def show(path: Path, *options: str) -> str:
    done = CliRunner().invoke(app, ["sessions", "show", str(path), *options])
    assert 0 == done.exit_code
    return done.stdout


def claude(*content: dict[str, Any], role: str = "user") -> list[Any]:
    about = {"uuid": "u1", "parentUuid": None, "sessionId": "s1", "timestamp": "2026-05-01T10:00:00.000Z"}
    return [{"type": role, "message": {"role": role, "content": list(content), "model": "m", "id": "m1"}, **about}]


def document(source: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "document", "source": source, **more}


FOUND = {"type": "web_search_result", "title": "Tides", "url": "https://tide.test/a", "encrypted_content": "e"}
RESULT = {
    "type": "search_result",
    "source": "https://s.test",
    "title": "Ebb",
    "content": [{"type": "text", "text": "low"}],
}
CALL = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}
PROMPT = {"type": "resource", "resource": {"uri": "file:///a.md", "text": "Hi.", "mimeType": "text/plain"}}
WEB: dict[str, Any] = {"id": "a", "parentId": None, "childrenIds": [], "role": "user", "content": "Sum it up."}
PASTED = {"file_name": "notes.txt", "file_type": "txt", "extracted_content": "ebb\nflood"}
SAID = {"uuid": "m1", "text": "Read it.", "content": [], "sender": "human", "attachments": [PASTED], "files": []}
FILES = [{"file_name": "notes.txt"}, {"file_kind": "image", "file_name": "pier.png"}, {"file_uuid": "f"}, 5]
ROOT = {"id": "r", "message": None, "parent": None, "children": ["u"]}
ASKED = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["Sum it up."]}}
TABLE = {"metadata": {"attachments": [{"id": "file-1", "name": "tides.csv", "mime_type": "text/csv"}]}}
NODE = {"id": "u", "message": ASKED | TABLE, "parent": "r", "children": []}
PAGE = {
    "type": "web_search_result_location",
    "url": "https://tide.test/a",
    "title": "Tides",
    "encrypted_index": "e",
} | {"cited_text": "c"}
QUOTE = {"type": "char_location", "cited_text": "low at six", "document_index": 0, "start_char_index": 0}
CURSOR = {"role": "user", "message": {"content": [{"type": "text", "text": "Go."}]}}
CODEX = {"timestamp": "2026-06-01T10:00:00.000Z", "type": "session_meta", "payload": {"id": "s1", "cwd": "/"}}
LETTA = {"kind": "user", "text": "Go.", "captured_at": "2026-07-22T12:00:00.000Z"}
HANDS = {"kind": "MessageEvent", "id": "m", "timestamp": "2026-07-03T10:00:00", "source": "user"}

SHOWN: dict[str, tuple[list[Any], str]] = {
    "a text that was pasted into claude.ai": (
        [[{"uuid": "c", "name": "Tides", "account": {"uuid": "a"}, "chat_messages": [SAID]}]],
        "* document notes.txt text/plain, 9 characters\n  ebb\n  flood\n",
    ),
    "names of files of claude.ai": (
        [[{"uuid": "c", "name": "Tides", "account": {"uuid": "a"}, "chat_messages": [SAID | {"files": FILES}]}]],
        "Read it.\n* attached pier.png\n",
    ),
    "names of files of ChatGPT": (
        [[{"title": "T", "mapping": {"r": ROOT, "u": NODE}, "current_node": "u", "conversation_id": "c"}]],
        "Sum it up.\n* attached tides.csv\n",
    ),
    "what a text cites": (
        claude(
            {"type": "text", "text": "At six.", "citations": [PAGE, PAGE, QUOTE | {"end_char_index": 3}]},
            role="assistant",
        ),
        "At six.\n* cites Tides https://tide.test/a\n  low at six\n",
    ),
    "the namespace of a call": (
        [
            CODEX,
            {
                **CODEX,
                "type": "response_item",
                "payload": {
                    "type": "function_call",
                    "name": "list",
                    "namespace": "mcp__tides",
                    "arguments": "{}",
                    "call_id": "c",
                },
            },
        ],
        "-> list (of mcp__tides) {}\n",
    ),
    "a file of Open WebUI": (
        [
            [
                {
                    "id": "c",
                    "user_id": "u",
                    "title": "T",
                    "chat": {
                        "history": {
                            "messages": {
                                "a": WEB
                                | {"files": [{"type": "file", "name": "b.md", "file": {"data": {"content": "words"}}}]}
                            },
                            "currentId": "a",
                        }
                    },
                }
            ]
        ],
        "* document b.md text/plain, 5 characters\n  words\n",
    ),
    "a resource of the Agent Client Protocol": (
        [
            {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": 1}},
            {"jsonrpc": "2.0", "id": 2, "method": "session/prompt", "params": {"sessionId": "s", "prompt": [PROMPT]}},
        ],
        "* document file:///a.md text/plain, 3 characters\n  Hi.\n",
    ),
    "a text document of Claude Code": (
        claude(document({"type": "text", "media_type": "text/plain", "data": "abc"}, title="T", context="C")),
        "* document T text/plain, 3 characters\n  context: C\n  abc\n",
    ),
    "a text in base64": (
        claude(document({"type": "base64", "media_type": "text/csv", "data": base64.b64encode(b"a;b").decode()})),
        "* document text/csv, 4 characters\n  a;b\n",
    ),
    "a document that is no text": (
        claude(document({"type": "base64", "media_type": "application/pdf", "data": "aGVsbG8="})),
        "* document application/pdf, 8 characters\n",
    ),
    "a result of a search": (claude(RESULT), "* document Ebb https://s.test\n  low\n"),
    "results of a search in a result": (
        claude({"type": "tool_result", "tool_use_id": "toolu_1", "content": [RESULT]}),
        "<- (document) Ebb https://s.test\n   low\n",
    ),
    "what a provider's search found": (
        claude(
            CALL,
            {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [FOUND, FOUND]},
            role="assistant",
        ),
        "<- Tides https://tide.test/a\n   Tides https://tide.test/a\n   (left out: encrypted_content)\n",
    ),
    "a search that failed": (
        claude(
            CALL,
            {
                "type": "web_search_tool_result",
                "tool_use_id": "srvtoolu_1",
                "content": {"type": "web_search_tool_result_error", "error_code": "unavailable"},
            },
            role="assistant",
        ),
        '"error_code": "unavailable"',
    ),
    "an error of Codex": (
        [CODEX, {**CODEX, "type": "event_msg", "payload": {"type": "error", "message": "no\nquota"}}],
        "event_msg/error  line 2  2026-06-01T10:00:00.000Z\n<! no quota\n",
    ),
    "an error of Cursor": ([CURSOR, {"type": "turn_ended", "status": "error", "error": "no quota"}], "<! no quota\n"),
    "an error of Letta Code": ([LETTA, {**LETTA, "kind": "error", "text": "no quota"}], "<! no quota\n"),
    "an error of OpenHands": (
        [
            [
                {**HANDS, "llm_message": {"role": "user", "content": [{"type": "text", "text": "Go."}]}},
                {**HANDS, "kind": "ConversationErrorEvent", "id": "e", "code": "Quota", "detail": "none left"},
            ]
        ],
        "<! Quota: none left\n",
    ),
}


@pytest.mark.parametrize(("lines", "wanted"), SHOWN.values(), ids=SHOWN)
def test_what_is_shown(tmp_path: Path, lines: list[Any], wanted: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines) + "\n")
    assert wanted in show(path)
    page = unescape(show(path, "--html", "-"))
    for line in wanted.splitlines():
        assert (
            line.lstrip("*<->! ")
            .removeprefix("document ")
            .removeprefix("attached ")
            .removeprefix("cites ")
            .removesuffix(" {}")
            .rpartition("  line ")[2]
            .partition("  2026")[0]
            in page
        )


def test_a_long_text_is_whole_where_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    data = "\n".join(f"row {n}" for n in range(30))
    path.write_text(json.dumps(claude(document({"type": "text", "media_type": "text/plain", "data": data}))[0]) + "\n")
    assert ("row 29" in show(path, "--full"), "row 29" in show(path)) == (True, False)
    assert "(19 more lines; --full shows them)" in show(path)


def test_data_of_a_tool_is_not_shown(tmp_path: Path) -> None:
    picture = {"type": "image_generation_call", "id": "ig_1", "status": "completed", "result": "A" * 4000}
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(json.dumps(x) for x in (CODEX, {**CODEX, "type": "response_item", "payload": picture})))
    assert "<- (4,000 characters of data)\n" in show(path, "--full")


def test_hostile_documents_and_errors_stay_text(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    found = FOUND | {"title": HOSTILE, "url": HOSTILE, HOSTILE: 1}
    cited = PAGE | {"title": HOSTILE, "url": HOSTILE}
    told = claude(
        document({"type": "text", "media_type": "text/plain", "data": HOSTILE}, title=HOSTILE, context=HOSTILE),
        {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [found]},
        {"type": "text", "text": "At six.", "citations": [cited]},
    )
    failed = {**CODEX, "type": "event_msg", "payload": {"type": "error", "message": HOSTILE}}
    for lines in (told, [CODEX, failed]):
        path.write_text("\n".join(json.dumps(line) for line in lines) + "\n")
        for options in ([], ["--full", "--all"], ["--html", "-"]):
            shown = show(path, *options)
            assert "alert(1)" in shown
            assert "\x1b" not in shown
            assert "\u202e" not in shown or "--html" in options
        assert "<script" not in show(path, "--html", "-")


def test_what_goes_on_after_an_error_has_its_heading(tmp_path: Path) -> None:
    part = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Ebb."}]}
    said = {**CODEX, "type": "response_item", "payload": part}
    error = {**CODEX, "type": "event_msg", "payload": {"type": "error", "message": "no quota"}}
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in (CODEX, said, error, said)) + "\n")
    assert "<! no quota\n\nassistant  line 4" in show(path)
    assert '<! no quota\n* {"timestamp"' in show(path, "--all")
