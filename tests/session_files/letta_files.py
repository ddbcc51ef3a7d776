"""Transcripts of Letta Code, of our own: a name and the lines of each."""

from __future__ import annotations

from typing import Any, Final

TIME: Final = "2026-07-22T12:00:00.000Z"


def entry(kind: str, text: Any, line: str | None = None, message: str | None = None, **more: Any) -> dict[str, Any]:
    ids = {"source_line_id": line, "source_message_id": message}
    found = {name: each for name, each in ids.items() if each is not None}
    return {"kind": kind, "text": text, "captured_at": TIME, **found, **more}


def ran(line: str | None, arguments: str = '{"command":"ls"}', **more: Any) -> dict[str, Any]:
    found = {"kind": "tool_call", "name": "Bash", "argsText": arguments, "captured_at": TIME, **more}
    return found if line is None else found | {"source_line_id": line}


def done(line: str | None, text: Any = "done", **more: Any) -> dict[str, Any]:
    return ran(line, **{"resultText": text, "resultOk": True} | more)


_U: Final = entry("user", "hello", "u1")
_A: Final = entry("assistant", "hi", "a1", "m1")
_THOUGHT: Final = entry("reasoning", "hm", "r1", "m1")

LETTA_CODE: Final[dict[str, tuple[Any, ...]]] = {
    "plain": (_U, _A),
    "user-alone": (_U,),
    "call": (_U, done("c1"), entry("assistant", "two files", "a1", "m2")),
    "call-running": (_U, ran("c1")),
    "call-without-text": (_U, {name: value for name, value in done("c1").items() if name != "resultText"}),
    "call-without-status": (_U, {name: value for name, value in done("c1").items() if name != "resultOk"}),
    "calls": (_U, done("c1", "a"), done("c2", "b"), _A),
    "failed": (_U, done("c1", "not there", resultOk=False)),
    "empty-result": (_U, done("c1", "")),
    "no-ids": (entry("user", "hello"), done(None), entry("assistant", "hi")),
    "id-of-a-message-alone": (_U, done(None, source_message_id="m9")),
    "no-name": (_U, {"kind": "tool_call", "captured_at": TIME, "source_line_id": "c1"}),
    "free-text-arguments": (_U, ran("c1", "ls -l")),
    "spelled-arguments": (_U, done("c1", argsText='{ "days": 1.50, "port": "Brest" }')),
    "cut-arguments": (_U, ran("c1", '{"command":"l')),
    "empty-arguments": (_U, ran("c1", "")),
    "list-arguments": (_U, ran("c1", "[1]")),
    "reasoning": (_U, _THOUGHT, _A),
    "reasoning-alone": (_U, _THOUGHT, done("c1")),
    "reasoning-without-id": (_U, entry("reasoning", "hm"), entry("assistant", "hi")),
    "continued-reasoning": (_U, _THOUGHT, entry("reasoning", "well", "r2", "m1"), _A),
    "two-messages": (_U, _A, entry("assistant", "and more", "a2", "m2")),
    "message-around-a-call": (_U, _THOUGHT, done("c1"), _A),
    "message-after-a-broken-line": (_U, _THOUGHT, b"{", _A),
    "message-of-the-user-with-id": (entry("user", "hello", "u1", "m0"), _A),
    "error": (_U, entry("error", "The stream ended.", "e1"), _A),
    "empty-text": (entry("user", ""), _THOUGHT | {"text": ""}, _A),
    "no-text": ({"kind": "user", "captured_at": TIME}, _A),
    "odd-values": (entry("user", 5), entry("reasoning", [1]), done("c1", {"a": 1}, argsText={"b": 2}, name=7)),
    "reminder": (entry("user", "<system-reminder>low tide</system-reminder>", "u1"), _A),
    "external": (entry("user", "hello", None, "x1"), done(None, source_message_id="x2"), entry("assistant", "hi")),
    "unknown-member": (_U | {"mood": {"tide": "high"}}, _A),
    "unknown-kind": (_U, {"kind": "status", "lines": ["working"], "captured_at": TIME}, _A),
    "no-kind": (_U, {"text": "x"}, _A),
    "truncated": (_U, _A, b'{"kind":"assistant","te'),
    "no-json": (_U, b"hello", b"\xff", b""),
}
"""Files by name."""
