"""Exports of OpenCode, of our own: a name and the document of each."""

from __future__ import annotations

from typing import Any, Final

INFO: Final = {
    "id": "ses_1",
    "title": "Tides",
    "directory": "/p",
    "version": "1.2.21",
    "time": {"created": 1767225600000},
}


def user(*parts: Any, **info: Any) -> dict[str, Any]:
    about = {"id": "msg_u", "sessionID": "ses_1", "role": "user", "time": {"created": 1767225601000}}
    return {"info": about | info, "parts": list(parts)}


def reply(*parts: Any, **info: Any) -> dict[str, Any]:
    about = {
        "id": "msg_a",
        "sessionID": "ses_1",
        "role": "assistant",
        "parentID": "msg_u",
        "modelID": "claude-opus-4-7",
        "providerID": "anthropic",
        "finish": "stop",
        "tokens": {"input": 6, "output": 88, "reasoning": 2, "cache": {"read": 10, "write": 4}},
        "time": {"created": 1767225602000},
    }
    return {"info": about | info, "parts": list(parts)}


def part(kind: str, **more: Any) -> dict[str, Any]:
    return {"id": "prt_1", "messageID": "msg_a", "sessionID": "ses_1", "type": kind, **more}


def text(words: str, **more: Any) -> dict[str, Any]:
    return part("text", text=words, **more)


def tool(name: str, status: str = "completed", **state: Any) -> dict[str, Any]:
    ended = {"completed": {"output": "done"}, "error": {"error": "not there"}}.get(status, {})
    return part("tool", callID=name, tool="bash", state={"status": status, "input": {"command": "ls"}} | ended | state)


def export(*messages: Any) -> dict[str, Any]:
    return {"info": INFO, "messages": list(messages)}


_U: Final = user(text("hello"))
_PNG: Final = part("file", mime="image/png", filename="a.png", url="data:image/png;base64,aGk=")
_STEP, _STEPPED = part("step-start", snapshot="x"), part("step-finish", reason="stop", cost=0)

OPENCODE: Final[dict[str, Any]] = {
    "plain": export(_U, reply(text("hi"))),
    "empty": export(),
    "no-title": {"info": {"id": "ses_1"}, "messages": [_U]},
    "synthetic": export(user(text("hello"), text("(the file)", synthetic=True))),
    "reasoning": export(_U, reply(part("reasoning", text="hm"), text("hi"))),
    "call": export(_U, reply(tool("c1"), text("two files"))),
    "call-in-steps": export(_U, reply(_STEP, tool("c1"), _STEPPED, _STEP, text("two files"), _STEPPED)),
    "parallel-calls": export(_U, reply(_STEP, text("both"), tool("c1"), tool("c2"), _STEPPED)),
    "call-failed": export(_U, reply(tool("c1", "error"))),
    "call-running": export(_U, reply(tool("c1", "running"))),
    "call-pending": export(_U, reply(tool("c1", "pending", raw=""))),
    "empty-result": export(_U, reply(tool("c1", output=""))),
    "result-attachments": export(_U, reply(tool("c1", attachments=[_PNG]))),
    "result-no-text": export(_U, reply(tool("c1", output={"high": 7}))),
    "no-state": export(_U, reply(part("tool", callID="c1", tool="bash"))),
    "input-text": export(_U, reply(tool("c1", input="ls"))),
    "image": export(user(text("see"), _PNG)),
    "file": export(user(part("file", mime="text/plain", filename="a.txt", url="file:///p/a.txt"))),
    "agent-part": export(user(text("@explore look"), part("agent", name="explore"))),
    "subtask": export(user(part("subtask", prompt="Look around.", description="look", agent="explore"))),
    "patch": export(_U, reply(text("hi"), part("patch", hash="x", files=["a"]), part("snapshot", snapshot="y"))),
    "retry": export(
        _U, reply(part("retry", attempt=1, error={"name": "APIError", "data": {"message": "slow"}}), text("hi"))
    ),
    "compaction": export(_U, user(part("compaction", auto=True)), reply(text("Summary: hello."), summary=True)),
    "user-summary": export(user(text("hello"), summary={"title": "Greeting", "diffs": []}), reply(text("hi"))),
    "error": export(_U, reply(error={"name": "AbortedError", "data": {"message": "stopped"}}, finish="error")),
    "no-tokens": export(_U, {"info": {"id": "msg_a", "role": "assistant"}, "parts": [text("hi")]}),
    "finish-length": export(_U, reply(text("hi"), finish="length")),
    "several": export(_U, reply(text("a")), _U, reply(text("b"))),
    "unknown-part": export(user(part("hologram", rays=3))),
    "unknown-role": export({"info": {"id": "x", "role": "hologram"}, "parts": [text("x")]}, _U),
    "odd-parts": export({"info": {"role": "user"}, "parts": [5, "a", None]}, {"info": {"role": "user"}, "parts": 3}),
    "no-parts": export(_U, {"info": {"role": "user"}}),
    "unknown-members": export(user(text("hello", color="blue"), mood="calm")) | {"parts": 3},
}
"""Documents by name."""
