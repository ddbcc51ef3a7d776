"""Transcripts of Cursor, of our own: a name and the lines of each."""

from __future__ import annotations

from typing import Any, Final


def said(role: str, *content: Any, **more: Any) -> dict[str, Any]:
    return {"role": role, "message": {"content": list(content)}, **more}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def call(name: str | None = None, tool: str = "Bash", **given: Any) -> dict[str, Any]:
    found = {"type": "tool_use", "name": tool, "input": given or {"command": "ls"}}
    return found if name is None else found | {"id": name}


def result(name: str, content: Any = "done", **more: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": name, "content": content, **more}


def asked(words: str, time: str = "Friday, May 8, 2026, 6:05 PM (UTC+5:30)") -> dict[str, Any]:
    return said("user", text(f"<timestamp>{time}</timestamp>\n<user_query>\n{words}\n</user_query>"))


_U: Final = said("user", text("hello"))
_A: Final = said("assistant", text("hi"))
_CALL: Final = said("assistant", call("c1"))
_SOURCE: Final = {"type": "base64", "media_type": "image/png", "data": "aGk="}
_IMAGE: Final = {"type": "image", "source": _SOURCE}
_ENDED: Final = {"type": "turn_ended", "status": "success"}

CURSOR: Final[dict[str, tuple[Any, ...]]] = {
    "plain": (_U, _A),
    "text-alone": ({"role": "user", "message": {"content": "hello"}}, _A),
    "empty-text": ({"role": "user", "message": {"content": ""}}, _A),
    "no-blocks": (_U, said("assistant")),
    "null": ({"role": "user", "message": {"content": None}}, _A),
    "no-content": (_U, {"role": "assistant", "message": {}}),
    "query": (asked("When is high water?"), _A),
    "query-without-time": (said("user", text("<user_query>When is high water?</user_query>")), _A),
    "queries": (asked("one"), _A, asked("two")),
    "query-of-odd-time": (asked("When?", "Friday, May 38, 2026, 6:05 PM (UTC+5:30)"), _A),
    "query-of-no-month": (asked("When?", "Friday, Ventose 8, 2026, 6:05 PM (UTC)"), _A),
    "query-of-midnight": (asked("When?", "Friday, May 8, 2026, 12:05 AM (UTC)"), _A),
    "query-without-end": (said("user", text("<user_query>When is")), _A),
    "ids": ({**_U, "id": "u1"}, {**_A, "id": "a1"}),
    "model": (_U, {"role": "assistant", "message": {"model": "composer-2", "content": [text("hi")]}}),
    "thinking": (_U, said("assistant", {"type": "thinking", "thinking": "hm"}, text("hi"))),
    "redacted": (_U, said("assistant", text("I look.\n\n[REDACTED]"))),
    "call": (_U, _CALL, said("user", result("c1")), said("assistant", text("two files"))),
    "call-without-id": (_U, said("assistant", text("so"), call(), call(path="a.txt"))),
    "calls-without-id": (_U, said("assistant", call()), said("assistant", call())),
    "call-and-text": (_U, said("assistant", text("so"), call("c1"))),
    "parallel-calls": (_U, said("assistant", call("c1"), call("c2")), said("user", result("c1"), result("c2"))),
    "result-and-text": (_U, _CALL, said("user", result("c1"), text("and go on"))),
    "failed": (_U, _CALL, said("user", result("c1", [text("not there")], is_error=True))),
    "result-parts": (_U, _CALL, said("user", result("c1", [text("a"), _IMAGE]))),
    "empty-result": (_U, _CALL, said("user", result("c1", ""))),
    "no-input": (_U, said("assistant", {"type": "tool_use", "name": "Bash"})),
    "text-as-input": (_U, said("assistant", {"type": "tool_use", "name": "ApplyPatch", "input": "*** Begin"})),
    "image": (said("user", text("see"), _IMAGE),),
    "system": (said("system", text("Be brief.")), _U),
    "ended": (_U, _A, _ENDED),
    "ended-in-between": (_U, _A, _ENDED, said("user", text("again")), _A, _ENDED),
    "aborted": (_U, {"type": "turn_ended", "status": "aborted", "error": "User aborted/interrupted manually."}),
    "failed-turn": (_U, _A, {"type": "turn_ended", "status": "error", "error": "boom"}),
    "unknown-line": (_U, {"type": "hologram", "rays": 3}, {"rays": 4}),
    "unknown-role": (_U, said("hologram", text("x"))),
    "unknown-block": (said("user", {"type": "hologram", "rays": 3}, 5),),
    "truncated": (_U, _A, b'{"role":"assistant","mess'),
    "no-json": (_U, b"hello", b"\xff", b""),
}
"""Files by name."""
