"""Session traces of the Hugging Face Hub, of our own: a name and the lines of each."""

from __future__ import annotations

from typing import Any, Final


def said(role: str, content: object, **more: Any) -> dict[str, Any]:
    return {"type": "message", "message": {"role": role, "content": content, **more}}


def call(arguments: object, name: str = "c1") -> dict[str, Any]:
    return {"id": name, "function": {"name": "tides", "arguments": arguments}}


def called(*calls: Any, **more: Any) -> tuple[dict[str, Any], ...]:
    return (*_START, said("assistant", "so", toolCalls=list(calls), **more))


def header(**more: Any) -> dict[str, Any]:
    return {"type": "session", "harness": "my-agent", "id": "t-1", "name": "Greeting", **more}


_START: Final = (header(), said("user", "hello"))
_CALL: Final = call('{"port": "Brest", "days": 1.50}')

HUGGING_FACE_TRACES: Final = {
    "plain": (*_START, said("assistant", "hi")),
    "header-only": (header(),),
    "no-name": ({"type": "session", "harness": "h", "id": "t-1"}, _START[1]),
    "header-extra": (header(cwd="/p", version=1, tags=["sea"]), _START[1]),
    "odd-header": (header(id=5, name=None), _START[1]),
    "two-headers": (*_START, header(id="t-2", name="Again"), said("user", "again")),
    "system": (header(), said("system", "Be brief."), _START[1]),
    "reasoning": (*_START, said("assistant", "hi", reasoningContent="hm")),
    "empty-reasoning": (*_START, said("assistant", "hi", reasoningContent="")),
    "odd-reasoning": (*_START, said("assistant", "hi", reasoningContent=["hm"])),
    "model": (*_START, said("assistant", "hi", model="llama-4")),
    "times": (
        header(),
        said("user", "hello", timestamp=1755511200123),
        said("assistant", "hi", timestamp=1755511201000),
    ),
    "odd-time": (header(), said("user", "hello", timestamp="now"), said("user", "again", timestamp=1e300)),
    "call": (*called(_CALL), said("tool", "high", toolCallId="c1"), said("assistant", "hi")),
    "call-unanswered": called(_CALL),
    "parallel-calls": (
        *called(_CALL, call("{}", "c2")),
        said("tool", "a", toolCallId="c1"),
        said("tool", "b", toolCallId="c2"),
    ),
    "call-without-text": (*_START, said("assistant", "", toolCalls=[_CALL])),
    "call-of-free-text": called(call("*** Begin Patch")),
    "call-of-empty-text": called(call("")),
    "call-of-a-list": called(call("[1, 2]")),
    "call-of-double-keys": called(call('{"a":1,"a":2}')),
    "call-of-spaces": called(call(' {"a" : 1}\n')),
    "call-of-an-object": called(call({"port": "Brest"})),
    "call-without-arguments": called({"id": "c1", "function": {"name": "tides"}}),
    "odd-calls": called(5, {}, {"function": 5}, {"id": 7, "function": {"name": 8, "arguments": None}}),
    "odd-call-list": (*_START, said("assistant", "hi", toolCalls="a")),
    "result-without-call": (*_START, said("tool", "high")),
    "empty-result": (*called(_CALL), said("tool", "", toolCallId="c1")),
    "null-content": (*_START, said("assistant", None, toolCalls=[_CALL])),
    "list-content": (*_START, said("assistant", [{"type": "text", "text": "hi"}])),
    "unknown-role": (*_START, said("oracle", "?")),
    "unknown-line": (*_START, {"type": "hologram", "rays": 3}),
    "envelope-extra": (header(), {**_START[1], "id": "l1", "parentId": None}),
    "no-message": (*_START, {"type": "message"}, {"type": "message", "message": 5}, {}),
    "no-json": (*_START, b"hello", b"\xff", b""),
    "truncated": (*_START, b'{"type":"message","mess'),
}
"""Traces by name."""
