"""Lines of Claude Code sessions, made for tests: one function for each type."""

from __future__ import annotations

import json
from typing import Any

SESSION = "11111111-1111-4111-8111-111111111111"


def uuid(name: str) -> str:
    """The id of a line with a short name."""
    return f"00000000-0000-4000-8000-{name.encode().hex():0>12.12}"


def envelope(name: str, parent: str | None, **more: Any) -> dict[str, Any]:
    return {
        "parentUuid": uuid(parent) if parent else None,
        "isSidechain": False,
        "userType": "external",
        "cwd": "/home/ada/project",
        "sessionId": SESSION,
        "version": "2.1.59",
        "gitBranch": "main",
        "uuid": uuid(name),
        "timestamp": "2026-02-11T20:31:53.375Z",
        **more,
    }


def user(name: str, parent: str | None, content: object, **more: Any) -> dict[str, Any]:
    return envelope(name, parent, type="user", message={"role": "user", "content": content}, **more)


def result(name: str, parent: str, call: str, text: object = "done", **more: Any) -> dict[str, Any]:
    block = {"tool_use_id": call, "type": "tool_result", "content": text}
    return user(name, parent, [block], toolUseResult={"stdout": text}, **more)


def reply(name: str, parent: str | None, message: str, *blocks: object, **more: Any) -> dict[str, Any]:
    usage = {"input_tokens": 3, "cache_read_input_tokens": 10, "output_tokens": 5, "service_tier": "standard"}
    body = {
        "model": "claude-opus-4-6",
        "id": message,
        "type": "message",
        "role": "assistant",
        "content": list(blocks),
        "stop_reason": None,
        "stop_sequence": None,
        "usage": usage,
    }
    return envelope(name, parent, type="assistant", requestId="req_1", message=body, **more)


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


def call(name: str, tool: str = "Bash", **given: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": name, "name": tool, "input": given or {"command": "ls"}}


def thought(said: str) -> dict[str, Any]:
    return {"type": "thinking", "thinking": said, "signature": "c2lnbmVk"}


def progress(name: str, parent: str | None, kind: str = "hook_progress", **data: Any) -> dict[str, Any]:
    return envelope(name, parent, type="progress", data={"type": kind, **data}, toolUseID="toolu_1")


def system(name: str, parent: str | None, kind: str, **more: Any) -> dict[str, Any]:
    return envelope(name, parent, type="system", subtype=kind, level="info", **more)


def file_of(*lines: dict[str, Any] | bytes, end: bytes = b"\n") -> bytes:
    """A session file; bytes are lines as they are."""
    made = (each if isinstance(each, bytes) else json.dumps(each, ensure_ascii=False).encode() for each in lines)
    return b"\n".join(made) + end
