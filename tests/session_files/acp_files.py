"""Logs of the Agent Client Protocol, of our own: a name and the lines of each."""

from __future__ import annotations

from typing import Any, Final


def text(of: str) -> dict[str, Any]:
    return {"type": "text", "text": of}


def prompt(*blocks: Any, session: str = "s-1") -> dict[str, Any]:
    params = {"sessionId": session, "prompt": list(blocks)}
    return {"jsonrpc": "2.0", "id": 2, "method": "session/prompt", "params": params}


def update(kind: str, /, session: str = "s-1", **more: Any) -> dict[str, Any]:
    params = {"sessionId": session, "update": {"sessionUpdate": kind, **more}}
    return {"jsonrpc": "2.0", "method": "session/update", "params": params}


def said(of: str, **more: Any) -> dict[str, Any]:
    return update("agent_message_chunk", content=text(of), **more)


def thought(of: str) -> dict[str, Any]:
    return update("agent_thought_chunk", content=text(of))


def call(own: str = "c1", **more: Any) -> dict[str, Any]:
    known = {"title": "Reading a.txt", "kind": "read", "status": "pending", "rawInput": {"path": "a.txt"}}
    return update("tool_call", toolCallId=own, **{**known, **more})


def ended(*content: Any, own: str = "c1", **more: Any) -> dict[str, Any]:
    return update("tool_call_update", toolCallId=own, **{"status": "completed", "content": list(content), **more})


def inside(of: str) -> dict[str, Any]:
    return {"type": "content", "content": text(of)}


_START: Final = (
    {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": 1, "clientCapabilities": {}}},
    {"jsonrpc": "2.0", "id": 0, "result": {"protocolVersion": 1, "agentCapabilities": {"loadSession": True}}},
    {"jsonrpc": "2.0", "id": 1, "method": "session/new", "params": {"cwd": "/p", "mcpServers": []}},
    {"jsonrpc": "2.0", "id": 1, "result": {"sessionId": "s-1"}},
)
_HELLO: Final = prompt(text("hello"))
_DONE: Final = {"jsonrpc": "2.0", "id": 2, "result": {"stopReason": "end_turn"}}
_IMAGE: Final = {"type": "image", "mimeType": "image/png", "data": "aGk="}

ACP: Final = {
    "plain": (*_START, _HELLO, said("hi"), _DONE),
    "short": (_HELLO, said("hi")),
    "start-only": _START,
    "chunks": (_HELLO, said("good "), said("mor"), said("ning"), _DONE),
    "chunks-apart": (_HELLO, said("good "), update("plan", entries=[]), said("morning"), _DONE),
    "chunks-of-two-turns": (_HELLO, said("hi"), _DONE, prompt(text("again")), said("hi "), said("again")),
    "chunks-with-ids": (_HELLO, said("a", messageId="m1"), said("b", messageId="m1", _meta={"x": 1.50})),
    "chunks-and-blank-line": (_HELLO, said("a"), b"", said("b")),
    "chunk-of-a-picture": (_HELLO, said("a"), update("agent_message_chunk", content=_IMAGE), said("b")),
    "thoughts": (_HELLO, thought("h"), thought("m"), said("hi")),
    "thought-of-a-picture": (_HELLO, update("agent_thought_chunk", content=_IMAGE)),
    "loaded": (
        {"jsonrpc": "2.0", "id": 1, "method": "session/load", "params": {"sessionId": "s-1", "cwd": "/p"}},
        update("user_message_chunk", content=text("hel")),
        update("user_message_chunk", content=text("lo")),
        said("hi"),
    ),
    "call": (_HELLO, said("so"), call(), ended(inside("tides")), said("done")),
    "call-in-steps": (_HELLO, call(), update("tool_call_update", toolCallId="c1", status="in_progress"), ended()),
    "call-at-once": (_HELLO, call(status="completed", content=[inside("tides")]), said("done")),
    "call-failed": (_HELLO, call(), ended(inside("no file"), status="failed")),
    "call-without-input": (_HELLO, call(rawInput=None), ended(inside("tides"))),
    "call-with-name": (_HELLO, call(name="read_file"), ended(inside("tides"))),
    "parallel-calls": (_HELLO, call(), call("c2"), ended(inside("a")), ended(inside("b"), own="c2"), said("done")),
    "terminal-and-output": (_HELLO, call(), ended({"type": "terminal", "terminalId": "t1"}, rawOutput={"exit": 0})),
    "diff": (_HELLO, call(kind="edit"), ended({"type": "diff", "path": "/a", "oldText": "a", "newText": "b"})),
    "terminal": (_HELLO, call(kind="execute"), ended({"type": "terminal", "terminalId": "t"})),
    "raw-output": (_HELLO, call(), ended(rawOutput={"lines": 3})),
    "raw-output-text": (_HELLO, call(), ended(rawOutput="tides")),
    "result-picture": (_HELLO, call(), ended({"type": "content", "content": _IMAGE})),
    "odd-result": (_HELLO, call(), ended(5, None, {"type": "content", "content": 5}), ended(content="a")),
    "odd-call": (_HELLO, update("tool_call"), update("tool_call", toolCallId=5, kind=7, status=[])),
    "media": (
        prompt(
            _IMAGE,
            {"type": "audio", "mimeType": "audio/wav", "data": "aGk="},
            {"type": "resource_link", "uri": "file:///p/a.txt", "name": "a.txt"},
            {"type": "resource", "resource": {"uri": "file:///p/a.txt", "text": "tides"}},
            {"type": "resource", "resource": {"uri": "file:///p/a.pdf", "mimeType": "application/pdf", "blob": "aGk="}},
        ),
    ),
    "odd-media": (prompt({"type": "image"}, {"type": "resource", "resource": {}}, {"type": "resource"}, 5, None, {}),),
    "odd-prompt": ({**_HELLO, "params": {"sessionId": "s-1", "prompt": "hello"}},),
    "no-prompt": ({**_HELLO, "params": {}}, {**_HELLO, "params": None}, said("hi")),
    "permission": (
        _HELLO,
        call(),
        {"jsonrpc": "2.0", "id": 5, "method": "session/request_permission", "params": {"sessionId": "s-1"}},
        {"jsonrpc": "2.0", "id": 5, "result": {"outcome": {"outcome": "selected", "optionId": "allow"}}},
        ended(inside("tides")),
    ),
    "title": (_HELLO, update("session_info_update", title="Greeting"), update("session_info_update", title=None)),
    "updates": (
        _HELLO,
        update("available_commands_update", availableCommands=[]),
        update("current_mode_update", currentModeId="ask"),
        update("usage_update", used=9, size=100),
        update("config_option_update", configOptions=[{"id": "model", "currentValue": "large"}]),
    ),
    "cancelled": (_HELLO, said("h"), {"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "s-1"}}),
    "error": (_HELLO, {"jsonrpc": "2.0", "id": 2, "error": {"code": -32603, "message": "m"}}),
    "two-sessions": (_HELLO, prompt(text("other"), session="s-2"), said("hi"), said("yes", session="s-2")),
    "files": (
        _HELLO,
        {"jsonrpc": "2.0", "id": 9, "method": "fs/read_text_file", "params": {"sessionId": "s-1", "path": "/a"}},
        {"jsonrpc": "2.0", "id": 9, "result": {"content": "tides"}},
    ),
    "unknown-update": (_HELLO, update("hologram", rays=3), update("agent_message_chunk"), {"hello": 1}),
    "odd-update": (_HELLO, {**update("plan"), "params": {"update": 5}}, {**update("plan"), "params": 5}),
    "odd-chunk": (_HELLO, update("agent_message_chunk", content=5), update("agent_message_chunk", content=None)),
    "no-json": (_HELLO, b"hello", b"\xff", b"", said("hi")),
    "truncated": (_HELLO, b'{"jsonrpc":"2.0","method":"sess'),
}
"""Logs by name."""
