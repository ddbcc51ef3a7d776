"""Sessions of pi, of our own: a name and the lines of each."""

from __future__ import annotations

from typing import Any, Final

TIME: Final = "2026-07-24T06:21:03.547Z"


def entry(kind: str, own: str, parent: str | None, **more: Any) -> dict[str, Any]:
    return {"type": kind, "id": own, "parentId": parent, "timestamp": TIME, **more}


def said(name: str, parent: str | None, role: str, content: Any, **more: Any) -> dict[str, Any]:
    return entry(
        "message", name, parent, message={"role": role, "content": content, "timestamp": 1784874063547, **more}
    )


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def call(name: str, tool: str = "bash", **given: Any) -> dict[str, Any]:
    return {"type": "toolCall", "id": name, "name": tool, "arguments": given or {"command": "ls"}}


def result(name: str, parent: str, of: str, *content: Any, **more: Any) -> dict[str, Any]:
    return said(name, parent, "toolResult", list(content), toolCallId=of, toolName="bash", **{"isError": False} | more)


def reply(name: str, parent: str | None, *content: Any, **more: Any) -> dict[str, Any]:
    usage = {"input": 10, "output": 20, "cacheRead": 5, "cacheWrite": 2, "totalTokens": 37, "cost": {"total": 0}}
    about = {"api": "anthropic-messages", "provider": "anthropic", "model": "claude-sonnet-5", "usage": usage}
    return said(name, parent, "assistant", list(content), **about | {"stopReason": "stop"} | more)


HEAD: Final = {"type": "session", "version": 3, "id": "s-1", "timestamp": TIME, "cwd": "/p"}
_U: Final = said("u1", None, "user", [text("hello")])
_A: Final = reply("a1", "u1", text("hi"))
_CALL: Final = reply("a1", "u1", call("c1"), stopReason="toolUse")
_IMAGE: Final = {"type": "image", "data": "aGk=", "mimeType": "image/png"}

PI: Final[dict[str, tuple[Any, ...]]] = {
    "plain": (HEAD, _U, _A),
    "header-only": (HEAD,),
    "text-alone": (HEAD, said("u1", None, "user", "hello"), _A),
    "empty-text": (HEAD, said("u1", None, "user", ""), _A),
    "image": (HEAD, said("u1", None, "user", [text("see"), _IMAGE])),
    "thinking": (
        HEAD,
        _U,
        reply("a1", "u1", {"type": "thinking", "thinking": "hm", "thinkingSignature": "x"}, text("hi")),
    ),
    "call": (HEAD, _U, _CALL, result("r1", "a1", "c1", text("done")), reply("a2", "r1", text("two files"))),
    "parallel-calls": (
        HEAD,
        _U,
        reply("a1", "u1", text("both"), call("c1"), call("c2")),
        result("r1", "a1", "c1", text("a")),
        result("r2", "r1", "c2", text("b"), _IMAGE),
    ),
    "failed": (HEAD, _U, _CALL, result("r1", "a1", "c1", text("no"), isError=True)),
    "empty-result": (HEAD, _U, _CALL, result("r1", "a1", "c1")),
    "result-details": (HEAD, _U, _CALL, result("r1", "a1", "c1", text("a"), details={"lines": 3})),
    "unanswered": (HEAD, _U, _CALL),
    "branch": (HEAD, _U, _A, said("u2", "a1", "user", "one way"), said("u3", "a1", "user", "another way")),
    "models": (
        HEAD,
        entry("model_change", "m1", None, provider="openai", modelId="gpt-5"),
        entry("thinking_level_change", "t1", "m1", thinkingLevel="high"),
        said("u1", "t1", "user", "hello"),
    ),
    "compaction": (
        HEAD,
        _U,
        _A,
        entry("compaction", "k1", "a1", summary="Summary: hello.", firstKeptEntryId="a1", tokensBefore=50000),
        said("u2", "k1", "user", "go on"),
    ),
    "branch-summary": (HEAD, _U, entry("branch_summary", "b1", "u1", fromId="a9", summary="The other way was wrong.")),
    "custom-message": (
        HEAD,
        _U,
        entry("custom_message", "x1", "u1", customType="tide", content="It is high.", display=True),
    ),
    "custom-message-parts": (HEAD, entry("custom_message", "x1", None, customType="tide", content=[text("a"), _IMAGE])),
    "custom": (HEAD, _U, entry("custom", "x1", "u1", customType="tide", data={"count": 42})),
    "label": (HEAD, _U, entry("label", "l1", "u1", targetId="u1", label="checkpoint")),
    "session-info": (HEAD, _U, entry("session_info", "i1", "u1", name="Tides")),
    "bash-execution": (HEAD, _U, entry("message", "b1", "u1", message={"role": "bashExecution", "command": "ls"})),
    "roles-of-messages": (
        HEAD,
        entry("message", "k1", None, message={"role": "compactionSummary", "summary": "Before.", "tokensBefore": 3}),
        entry("message", "k2", "k1", message={"role": "branchSummary", "summary": "Besides.", "fromId": "x"}),
        said("k3", "k2", "custom", "More.", customType="tide"),
        said("k4", "k3", "hookMessage", "Less.", customType="tide"),
    ),
    "version-1": (
        {"type": "session", "id": "s-1", "timestamp": TIME, "cwd": "/p"},
        {"type": "message", "timestamp": TIME, "message": {"role": "user", "content": "hello"}},
        {"type": "message", "timestamp": TIME, "message": {"role": "assistant", "content": [text("hi")]}},
    ),
    "fork": (HEAD | {"parentSession": "/p/other.jsonl"}, _U),
    "omp": (
        HEAD,
        entry("session_init", "i1", None, cliVersion="1.0.0"),
        entry("title", "t1", "i1", title="Tides"),
        entry("service_tier_change", "s1", "t1", tier="default"),
        entry("mode_change", "m1", "s1", mode="default"),
        entry("ttsr_injection", "j1", "m1", rule="x"),
        said("u1", "j1", "user", "hello"),
    ),
    "aborted": (HEAD, _U, reply("a1", "u1", stopReason="aborted", errorMessage="stopped")),
    "unknown-line": (HEAD, _U, entry("hologram", "h1", "u1", rays=3)),
    "unknown-role": (HEAD, entry("message", "h1", None, message={"role": "hologram", "content": "x"})),
    "unknown-block": (HEAD, said("u1", None, "user", [{"type": "hologram", "rays": 3}, 5])),
    "truncated": (HEAD, _U, b'{"type":"message","id":"a1"'),
    "no-json": (HEAD, _U, b"hello", b"\xff", b""),
}
"""Files by name."""
