"""Sessions of droid, of our own: a name and the lines of each."""

from __future__ import annotations

from typing import Any, Final

HEAD: Final = {"type": "session_start", "id": "s-1", "title": "Tides", "owner": "ada", "version": 2, "cwd": "/p"}


def said(role: str, *content: Any, **more: Any) -> dict[str, Any]:
    return {"type": "message", "message": {"role": role, "content": list(content)}, **more}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def call(name: str, **more: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": name, "name": "Bash", "input": {"command": "ls"}, **more}


def result(name: str, content: Any = "done", **more: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": name, "is_error": False, "content": content, **more}


_U: Final = said("user", text("hello"))
_A: Final = said("assistant", text("hi"))
_CALL: Final = said("assistant", call("c1"))
_SOURCE: Final = {"type": "base64", "media_type": "image/png", "data": "aGk="}
_IMAGE: Final = {"type": "image", "source": _SOURCE}

DROID: Final[dict[str, tuple[Any, ...]]] = {
    "plain": (HEAD, _U, _A),
    "header-only": (HEAD,),
    "no-title": ({"type": "session_start", "id": "s-1", "cwd": "/p"}, _U),
    "title-of-session": (HEAD | {"sessionTitle": "High water"}, _U),
    "text-alone": (HEAD, {"type": "message", "message": {"role": "user", "content": "hello"}}),
    "empty-text": (HEAD, {"type": "message", "message": {"role": "user", "content": ""}}, _A),
    "no-content": (HEAD, {"type": "message", "message": {"role": "user"}}),
    "system": (HEAD, said("system", text("Be brief.")), _U),
    "ids": (HEAD, {**_U, "id": "u1", "timestamp": "2026-07-24T06:21:03.547Z"}, {**_A, "id": "a1", "parentId": "u1"}),
    "two-texts": (HEAD, said("user", text("a"), text("b"))),
    "image": (HEAD, said("user", text("see"), _IMAGE)),
    "image-url": (HEAD, said("user", {"type": "image", "source": {"type": "url", "url": "https://x.test/a.png"}})),
    "thinking": (HEAD, _U, said("assistant", {"type": "thinking", "thinking": "hm", "signature": "x"}, text("hi"))),
    "sealed-thinking": (HEAD, _U, said("assistant", {"type": "redacted_thinking", "data": "x"})),
    "call": (HEAD, _U, _CALL, said("user", result("c1")), said("assistant", text("two files"))),
    "call-and-text": (HEAD, _U, said("assistant", text("so"), call("c1"))),
    "parallel-calls": (HEAD, _U, said("assistant", call("c1"), call("c2")), said("user", result("c1"), result("c2"))),
    "result-and-text": (HEAD, _U, _CALL, said("user", result("c1"), text("and go on"))),
    "text-and-result": (HEAD, _U, _CALL, said("user", text("wait"), result("c1"))),
    "failed": (HEAD, _U, _CALL, said("user", result("c1", "no", is_error=True))),
    "result-parts": (HEAD, _U, _CALL, said("user", result("c1", [text("a"), _IMAGE]))),
    "empty-result": (HEAD, _U, _CALL, said("user", result("c1", ""))),
    "no-input": (HEAD, _U, said("assistant", {"type": "tool_use", "id": "c1", "name": "Bash"})),
    "text-as-input": (HEAD, _U, said("assistant", call("c1", input="ls"))),
    "states": (HEAD, _U, {"type": "todo_state", "todos": []}, {"type": "compaction_state", "summary": "x"}),
    "ended": (HEAD, _U, {"type": "session_end"}),
    "model": (HEAD, _U, {"type": "message", "message": {"role": "assistant", "content": "hi", "model": "gpt-5"}}),
    "unknown-line": (HEAD, _U, {"type": "hologram", "rays": 3}),
    "unknown-role": (HEAD, said("hologram", text("x"))),
    "unknown-block": (HEAD, said("user", {"type": "hologram", "rays": 3}, 5)),
    "truncated": (HEAD, _U, b'{"type":"message","mess'),
    "no-json": (HEAD, _U, b"hello", b"\xff", b""),
}
"""Files by name."""
