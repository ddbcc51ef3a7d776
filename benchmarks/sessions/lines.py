"""Session files of lines: the first line of each form, and the lines of a turn, which go on from the turn before."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from benchmarks.sessions.documents import HERMES, SPANS, repeated, rows, spans
from benchmarks.sessions.texts import ASKED, DONE, SAID, TIME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_ABOUT: Final = {"timestamp": TIME}


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _called(number: int) -> dict[str, Any]:
    return {"type": "tool_use", "id": f"toolu_{number}", "name": "Bash", "input": {"command": "ls"}}


def _result(number: int) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": DONE}


def claude_code(number: int) -> list[dict[str, Any]]:
    """Lines of Claude Code: a question, a call, its result, and a reply."""

    def line(own: str, parent: str | None, role: str, *content: Any) -> dict[str, Any]:
        message: dict[str, Any] = {"role": role, "content": list(content)}
        if role == "assistant":
            message |= {"id": f"msg_{own}", "model": "claude-opus-4-6", "usage": {"output_tokens": 5}}
        about = {"sessionId": "s", "cwd": "/p", "version": "2.1.59", "isSidechain": False}
        return {"type": role, "uuid": own, "parentUuid": parent, "message": message, **about, **_ABOUT}

    before = f"d{number - 1}" if number else None
    return [
        line(f"a{number}", before, "user", _text(f"{number} {ASKED}")),
        line(f"b{number}", f"a{number}", "assistant", _text(SAID), _called(number)),
        line(f"c{number}", f"b{number}", "user", _result(number)),
        line(f"d{number}", f"c{number}", "assistant", _text(SAID)),
    ]


def with_branches(number: int) -> list[dict[str, Any]]:
    """The same lines, and another reply to each question, which was given before."""
    question, *lines = claude_code(number)
    other = {**lines[-1], "uuid": f"e{number}", "parentUuid": question["uuid"]}
    other["message"] = {**other["message"], "id": f"msg_e{number}"}
    return [question, other, *lines]


def codex(number: int) -> list[dict[str, Any]]:
    """Items of Codex, and the events that repeat them."""

    def line(kind: str, **payload: Any) -> dict[str, Any]:
        return {"type": kind, "payload": payload, **_ABOUT}

    asked = f"{number} {ASKED}"
    said = [{"type": "output_text", "text": SAID}]
    call = {"name": "exec_command", "arguments": '{"cmd":"ls"}', "call_id": f"call_{number}"}
    return [
        line("response_item", type="message", role="user", content=[{"type": "input_text", "text": asked}]),
        line("event_msg", type="user_message", message=asked),
        line("response_item", type="function_call", **call),
        line("response_item", type="function_call_output", call_id=f"call_{number}", output=DONE),
        line("event_msg", type="agent_message", message=SAID),
        line("response_item", type="message", role="assistant", content=said),
    ]


def gemini_cli(number: int) -> list[dict[str, Any]]:
    """Messages of Gemini CLI; the reply is written again with the result of its call."""
    call = {"id": f"c{number}", "name": "read_file", "args": {"path": "a"}}
    result = [{"functionResponse": {"id": call["id"], "name": "read_file", "response": {"output": DONE}}}]
    reply = {"id": f"a{number}", "type": "gemini", "content": SAID, "model": "gemini-2.5-pro", **_ABOUT}
    return [
        {"id": f"u{number}", "type": "user", "content": [{"text": f"{number} {ASKED}"}], **_ABOUT},
        {**reply, "toolCalls": [call]},
        {**reply, "toolCalls": [{**call, "status": "success", "result": result}]},
        {"$set": {"lastUpdated": TIME}},
    ]


def acp(number: int) -> list[dict[str, Any]]:
    """A prompt of the Agent Client Protocol, and its updates."""

    def update(kind: str, /, **more: Any) -> dict[str, Any]:
        about = {"sessionId": "s", "update": {"sessionUpdate": kind, **more}}
        return {"jsonrpc": "2.0", "method": "session/update", "params": about}

    prompt = {"sessionId": "s", "prompt": [_text(f"{number} {ASKED}")]}
    done = [{"type": "content", "content": _text(DONE)}]
    call = f"c{number}"
    return [
        {"jsonrpc": "2.0", "id": number + 2, "method": "session/prompt", "params": prompt},
        *(update("agent_message_chunk", content=_text(f"{word} ")) for word in SAID.split()[:20]),
        update("tool_call", toolCallId=call, title="Reading", kind="read", rawInput={"path": "a"}),
        update("tool_call_update", toolCallId=call, status="completed", content=done),
        update("agent_message_chunk", content=_text(SAID)),
        {"jsonrpc": "2.0", "id": number + 2, "result": {"stopReason": "end_turn"}},
    ]


def copilot_cli(number: int) -> list[dict[str, Any]]:
    """Events of Copilot CLI."""

    def event(place: int, kind: str, **data: Any) -> dict[str, Any]:
        own = number * 4 + place
        return {"type": kind, "id": f"e{own}", "parentId": f"e{own - 1}" if own else None, "data": data, **_ABOUT}

    call = {"toolCallId": f"c{number}", "name": "read_file", "arguments": {"path": "a"}}
    return [
        event(0, "user.message", content=f"{number} {ASKED}", attachments=[]),
        event(1, "assistant.message", messageId=f"m{number}", content=SAID, toolRequests=[call]),
        event(2, "tool.execution_complete", toolCallId=f"c{number}", success=True, result={"content": DONE}),
        event(3, "assistant.message", messageId=f"n{number}", content=SAID, toolRequests=[]),
    ]


def pi(number: int) -> list[dict[str, Any]]:
    """Entries of pi."""

    def said(place: int, role: str, *content: Any, **more: Any) -> dict[str, Any]:
        own = number * 4 + place
        about = {"id": f"e{own}", "parentId": f"e{own - 1}" if own else None, **_ABOUT}
        return {"type": "message", "message": {"role": role, "content": list(content), **more}, **about}

    call = {"type": "toolCall", "id": f"c{number}", "name": "bash", "arguments": {"command": "ls"}}
    return [
        said(0, "user", _text(f"{number} {ASKED}")),
        said(1, "assistant", _text(SAID), call, model="claude-sonnet-5", stopReason="toolUse"),
        said(2, "toolResult", _text(DONE), toolCallId=f"c{number}", toolName="bash", isError=False),
        said(3, "assistant", _text(SAID), model="claude-sonnet-5", stopReason="stop"),
    ]


def droid(number: int) -> list[dict[str, Any]]:
    """Messages of droid."""

    def said(role: str, *content: Any) -> dict[str, Any]:
        return {"type": "message", "message": {"role": role, "content": list(content)}, **_ABOUT}

    return [
        said("user", _text(f"{number} {ASKED}")),
        said("assistant", _text(SAID), _called(number)),
        said("user", _result(number)),
        said("assistant", _text(SAID)),
    ]


def letta_code(number: int) -> list[dict[str, Any]]:
    """Entries of Letta Code."""
    about = {"captured_at": TIME}
    ran = {"name": "Bash", "argsText": '{"command":"ls"}', "resultText": DONE, "resultOk": True}
    return [
        {"kind": "user", "text": f"{number} {ASKED}", "source_line_id": f"u{number}", **about},
        {"kind": "tool_call", "source_line_id": f"c{number}", **ran, **about},
        {"kind": "assistant", "text": SAID, "source_line_id": f"a{number}", "source_message_id": f"m{number}", **about},
    ]


def cursor(number: int) -> list[dict[str, Any]]:
    """Messages of Cursor."""

    def said(role: str, *content: Any) -> dict[str, Any]:
        return {"role": role, "message": {"content": list(content)}}

    return [
        said("user", _text(f"<user_query>\n{number} {ASKED}\n</user_query>")),
        said("assistant", _text(SAID), _called(number)),
        said("user", _result(number)),
        said("assistant", _text(DONE)),
    ]


def hugging_face(number: int) -> list[dict[str, Any]]:
    """Messages of a session trace of the Hub."""

    def said(role: str, content: str, **more: Any) -> dict[str, Any]:
        return {"type": "message", "message": {"role": role, "content": content, **more}}

    call = {"id": f"c{number}", "function": {"name": "tides", "arguments": '{"port": "Brest"}'}}
    return [
        said("user", f"{number} {ASKED}"),
        said("assistant", SAID, toolCalls=[call]),
        said("tool", DONE, toolCallId=f"c{number}"),
        said("assistant", SAID),
    ]


class Lines(NamedTuple):
    """The first line of a file, if it has one of its own, and the lines of each turn."""

    head: dict[str, Any] | None
    turn: Callable[[int], list[dict[str, Any]]]


_META: Final = {"id": "s", "timestamp": TIME, "cwd": "/p", "base_instructions": None}
_SESSION: Final = {"type": "session", "version": 3, "id": "s", "cwd": "/p", **_ABOUT}
_TRACE: Final = {"type": "session", "harness": "my-agent", "id": "s", "name": "Tides"}

LINES: Final = {
    "claude_code": Lines(None, claude_code),
    "claude_code, branches": Lines(None, with_branches),
    "codex": Lines({"type": "session_meta", "payload": _META, **_ABOUT}, codex),
    "gemini_cli_jsonl": Lines(
        {"sessionId": "s", "projectHash": "p", "startTime": TIME, "lastUpdated": TIME}, gemini_cli
    ),
    "acp": Lines(None, acp),
    "copilot_cli": Lines(None, copilot_cli),
    "pi": Lines(_SESSION, pi),
    "droid": Lines({"type": "session_start", "id": "s", "title": "Tides", "version": 2, "cwd": "/p"}, droid),
    "letta_code": Lines(None, letta_code),
    "cursor": Lines(None, cursor),
    "hugging_face_traces": Lines(_TRACE, hugging_face),
    "hermes, lines": Lines(None, repeated(HERMES, rows)),
    "otlp, lines": Lines(None, repeated(SPANS, spans)),
}


def texts(form: Lines, size: int) -> Iterator[str]:
    """Yield the lines of a file of about so many bytes."""
    if form.head is not None:
        yield json.dumps(form.head) + "\n"
    for line in itertools.chain.from_iterable(map(form.turn, itertools.count())):
        text = json.dumps(line) + "\n"
        yield text
        size -= len(text)
        if size < 0:
            return
