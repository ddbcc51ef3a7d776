"""Session files that are one document: what is around the messages of each form, and the messages."""

from __future__ import annotations

import itertools
import json
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from benchmarks.sessions.texts import ASKED, DONE, SAID, TIME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MARK: Final = "@"
"""Stands in a document where its messages are: an item of a list, or a member of an object with messages by ids."""

_MARKED: Final = re.compile(rf'("{MARK}": 0|"{MARK}")')


def steps(number: int) -> list[dict[str, Any]]:
    """Steps of a trajectory."""
    call = {"tool_call_id": f"c{number}", "function_name": "shell", "arguments": {"command": "ls"}}
    seen = {"results": [{"source_call_id": f"c{number}", "content": DONE}]}
    return [
        {"step_id": 2 * number + 1, "source": "user", "message": f"{number} {ASKED}", "timestamp": TIME},
        {"step_id": 2 * number + 2, "source": "agent", "message": SAID, "tool_calls": [call], "observation": seen},
    ]


def of_gemini(number: int) -> list[dict[str, Any]]:
    """Messages of Gemini CLI."""
    result = [{"functionResponse": {"id": "c", "name": "read_file", "response": {"output": DONE}}}]
    call = {"id": f"c{number}", "name": "read_file", "args": {"path": "a"}, "status": "success", "result": result}
    return [
        {"id": f"u{number}", "type": "user", "timestamp": TIME, "content": f"{number} {ASKED}"},
        {"id": f"a{number}", "type": "gemini", "timestamp": TIME, "content": SAID, "toolCalls": [call]},
    ]


def of_ai_sdk(number: int) -> list[dict[str, Any]]:
    """Messages of the AI SDK."""
    tool = {"type": "tool-tides", "toolCallId": f"c{number}", "state": "output-available", "input": {}, "output": DONE}
    return [
        {"id": f"u{number}", "role": "user", "parts": [{"type": "text", "text": f"{number} {ASKED}"}]},
        {"id": f"a{number}", "role": "assistant", "parts": [{"type": "text", "text": SAID}, tool]},
    ]


def of_opencode(number: int) -> list[dict[str, Any]]:
    """Messages of OpenCode."""
    tool = {"type": "tool", "callID": f"c{number}", "tool": "bash", "state": {"status": "completed", "output": DONE}}
    about = {"sessionID": "s", "time": {"created": 1767225601000}}
    return [
        {"info": {"id": f"u{number}", "role": "user", **about}, "parts": [{"type": "text", "text": ASKED}]},
        {"info": {"id": f"a{number}", "role": "assistant", **about}, "parts": [{"type": "text", "text": SAID}, tool]},
    ]


def rows(number: int) -> list[dict[str, Any]]:
    """Rows of Hermes."""
    about = {"session_id": "s", "timestamp": 1783000000.25, "active": 1}
    return [
        {"id": 2 * number + 1, "role": "user", "content": f"{number} {ASKED}", **about},
        {"id": 2 * number + 2, "role": "assistant", "content": DONE, **about},
    ]


def events(number: int) -> list[dict[str, Any]]:
    """Events of OpenHands."""
    about = {"kind": "MessageEvent", "timestamp": "2026-07-03T10:00:00.123456"}
    asked = {"role": "user", "content": [{"type": "text", "text": f"{number} {ASKED}"}]}
    said = {"role": "assistant", "content": [{"type": "text", "text": DONE}]}
    return [
        {"id": f"u{number}", "source": "user", "llm_message": asked, **about},
        {"id": f"a{number}", "source": "agent", "llm_message": said, **about},
    ]


def samples(number: int) -> list[dict[str, Any]]:
    """A sample of Inspect."""
    messages = [{"role": "user", "content": ASKED}, {"role": "assistant", "content": DONE}]
    return [{"id": number, "epoch": 1, "input": ASKED, "messages": messages, "started_at": TIME}]


def spans(number: int) -> list[dict[str, Any]]:
    """A span about a call of a model."""
    asked = json.dumps([{"role": "user", "parts": [{"type": "text", "content": f"{number} {ASKED}"}]}])
    said = json.dumps([{"role": "assistant", "parts": [{"type": "text", "content": DONE}]}])
    values = {"gen_ai.request.model": "gpt-4o", "gen_ai.input.messages": asked, "gen_ai.output.messages": said}
    attributes = [{"key": name, "value": {"stringValue": value}} for name, value in values.items()]
    about = {"traceId": f"{number:032x}", "spanId": f"{number:016x}", "startTimeUnixNano": "1700000000000000000"}
    return [{**about, "name": "chat gpt-4o", "kind": 3, "attributes": attributes}]


def turns(number: int) -> list[dict[str, Any]]:
    """Messages of claude.ai."""
    about = {"created_at": TIME}
    return [
        {"uuid": f"u{number}", "sender": "human", "text": ASKED, "content": [{"type": "text", "text": ASKED}], **about},
        {"uuid": f"a{number}", "sender": "assistant", "text": "", "content": [{"type": "text", "text": DONE}], **about},
    ]


def nodes(number: int) -> list[dict[str, Any]]:
    """Nodes of ChatGPT: a reply, the message that it answers, and a reply that was made before it."""

    def said(role: str, text: str) -> dict[str, Any]:
        content = {"content_type": "text", "parts": [text]}
        return {"author": {"role": role}, "create_time": 1700000001.5, "content": content, "recipient": "all"}

    asked, before = f"u{number}", f"a{number - 1}" if number else None
    return [
        {"id": f"a{number}", "parent": asked, "children": [], "message": said("assistant", DONE)},
        {"id": asked, "parent": before, "children": [], "message": said("user", f"{number} {ASKED}")},
        {"id": f"b{number}", "parent": asked, "children": [], "message": said("assistant", SAID)},
    ]


def replies(number: int) -> list[dict[str, Any]]:
    """Messages of Open WebUI: a reply, the message that it answers, and a reply that was made before it."""
    asked, before, time = f"u{number}", f"a{number - 1}" if number else None, {"timestamp": 1755511200}
    return [
        {"id": f"a{number}", "parentId": asked, "role": "assistant", "content": DONE, **time},
        {"id": asked, "parentId": before, "role": "user", "content": f"{number} {ASKED}", **time},
        {"id": f"b{number}", "parentId": asked, "role": "assistant", "content": SAID, **time},
    ]


def sample(number: int) -> list[dict[str, Any]]:
    """Messages of one sample of Inspect."""
    return [{"id": f"u{number}", "role": "user", "content": ASKED}, {"role": "assistant", "content": DONE}]


class Form(NamedTuple):
    """A document, with `MARK` in its lists, and the items that are in each of them instead."""

    document: Any
    items: Callable[[int], list[dict[str, Any]]]


def texts(form: Form, size: int, indent: int | None) -> Iterator[str]:
    """Yield a document of about so many bytes."""
    before, *parts = _MARKED.split(json.dumps(form.document, indent=indent))
    yield before
    for mark, after in zip(parts[::2], parts[1::2], strict=True):
        yield from _items(form, size * 2 // len(parts), indent, has_ids=mark != f'"{MARK}"')
        yield after


def _items(form: Form, size: int, indent: int | None, *, has_ids: bool) -> Iterator[str]:
    separator = ""
    for item in itertools.chain.from_iterable(map(form.items, itertools.count())):
        text = json.dumps({item["id"]: item} if has_ids else item, indent=indent)
        yield separator + (text[1:-1] if has_ids else text)
        separator = ","
        size -= len(text)
        if size < 0:
            return


def repeated(document: dict[str, Any], items: Callable[[int], list[dict[str, Any]]]) -> Callable[[int], Any]:
    """Return what makes a conversation of 50 KB with its own id, for files with many of them."""
    text = "".join(texts(Form(document, items), 50_000, None))
    identity = next((name for name in ("conversation_id", "uuid") if name in document), "id")
    return lambda number: [{**json.loads(text), identity: f"s{number}"}]


_OF_CHATGPT: Final = {"conversation_id": "s", "mapping": {MARK: 0}, "current_node": "a9"}
_OF_CLAUDE_AI: Final = {"uuid": "s", "name": "Tides", "chat_messages": [MARK]}
_OF_OPEN_WEBUI: Final = {"id": "s", "chat": {"history": {"messages": {MARK: 0}}, "messages": [MARK]}}
HERMES: Final = {"id": "s", "source": "cli", "started_at": 1.0, "messages": [MARK]}
SPANS: Final = {"resourceSpans": [{"resource": {}, "scopeSpans": [{"spans": [MARK]}]}]}

FORMS: Final = {
    "atif": Form({"schema_version": "ATIF-v1.7", "session_id": "s", "steps": [MARK], "notes": "n"}, steps),
    "gemini_cli": Form({"sessionId": "s", "projectHash": "p", "messages": [MARK], "lastUpdated": TIME}, of_gemini),
    "ai_sdk": Form([MARK], of_ai_sdk),
    "ai_sdk, a chat": Form({"id": "s", "messages": [MARK], "title": "Tides"}, of_ai_sdk),
    "ai_sdk, a list of chats": Form([{"id": "s", "messages": [MARK]}], of_ai_sdk),
    "chatgpt": Form(_OF_CHATGPT, nodes),
    "chatgpt, in a list": Form([_OF_CHATGPT], nodes),
    "chatgpt, an export": Form([MARK], repeated(_OF_CHATGPT, nodes)),
    "open_webui": Form([_OF_OPEN_WEBUI], replies),
    "open_webui, an export": Form([MARK], repeated(_OF_OPEN_WEBUI, replies)),
    "claude_ai": Form([_OF_CLAUDE_AI], turns),
    "claude_ai, an export": Form([MARK], repeated(_OF_CLAUDE_AI, turns)),
    "hermes": Form(HERMES, rows),
    "openhands": Form([MARK], events),
    "openhands, a page": Form({"items": [MARK], "next_page_id": None}, events),
    "opencode": Form({"info": {"id": "s", "title": "Tides"}, "messages": [MARK]}, of_opencode),
    "inspect": Form({"version": 2, "status": "success", "eval": {"task": "t"}, "samples": [MARK]}, samples),
    "inspect, one sample": Form(
        {"version": 2, "status": "success", "eval": {"task": "t"}, "samples": [{"messages": [MARK], "events": [MARK]}]},
        sample,
    ),
    "otlp": Form(SPANS, spans),
}
