"""Logs of Inspect, of our own: a name and the document."""

from __future__ import annotations

from typing import Any, Final

TIME: Final = "2026-08-18T10:00:00+00:00"


def message(role: str, content: object, **more: Any) -> dict[str, Any]:
    return {"id": f"m-{role}", "role": role, "content": content, **more}


def sample(*messages: Any, **more: Any) -> dict[str, Any]:
    return {
        "id": 1,
        "epoch": 1,
        "uuid": "s-1",
        "input": "hello",
        "target": "hey",
        "messages": list(messages),
        "output": {"model": "m", "choices": [{"stop_reason": "stop"}]},
        "scores": {"match": {"value": "C"}},
        "started_at": TIME,
        **more,
    }


def log(*samples: Any, **more: Any) -> dict[str, Any]:
    return {
        "version": 2,
        "status": "success",
        "eval": {"task": "tides", "model": "openai/gpt-5", "created": TIME},
        "plan": {"steps": [{"solver": "generate", "params": {}}]},
        "results": {"total_samples": len(samples), "scores": []},
        "samples": list(samples),
        **more,
    }


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in _PLAIN.items() if key != name}


def answered(*parts: Any, **more: Any) -> dict[str, Any]:
    """A log with a reply of these parts."""
    return log(sample(_ASKED, message("assistant", list(parts), **more)))


def resulted(content: object, **more: Any) -> dict[str, Any]:
    """A log with a call and its result."""
    calls = [{"id": "c1", "function": "tides", "arguments": {"port": "Brest"}, "type": "function"}]
    result = message("tool", content, tool_call_id="c1", function="tides", **more)
    return log(sample(_ASKED, message("assistant", "so", tool_calls=calls), result))


_ASKED: Final = message("user", "hello", source="input")
_REPLY: Final = message("assistant", "hi", source="generate", model="gpt-5")
_PLAIN: Final = log(sample(_ASKED, _REPLY))
_TEXT: Final = {"type": "text", "text": "hi"}
_TOOL: Final = {"type": "tool_use", "tool_type": "web_search", "id": "w1", "name": "search", "arguments": '{"q":"x"}'}

INSPECT: Final[dict[str, Any]] = {
    "plain": _PLAIN,
    "two": log(sample(_ASKED, _REPLY), sample(_ASKED, uuid="s-2", epoch=2)),
    "no-samples": without("samples"),
    "empty-samples": log(),
    "no-messages": log(sample(), {"id": 2}),
    "system": log(sample(message("system", "Be brief."), _ASKED)),
    "no-uuid": log({"id": "a", "epoch": 2, "messages": [_ASKED]}, {"id": 7, "epoch": 1, "messages": [_ASKED]}),
    "no-ids": log({"messages": [{"role": "user", "content": "hello"}]}),
    "call": resulted("high"),
    "result-parts": resulted([{"type": "text", "text": "a"}, {"type": "image", "image": "data:image/png;base64,aGk="}]),
    "result-empty": resulted([]),
    "call-failed": resulted("", error={"type": "timeout", "message": "too slow"}),
    "call-by-its-text": log(
        sample(message("assistant", "x", tool_calls=[{"id": "c", "function": "f", "parse_error": "no JSON"}]))
    ),
    "odd-calls": log(sample(message("assistant", "x", tool_calls=[5, {}, {"function": 7, "arguments": "a"}]))),
    "odd-call-list": log(sample(message("assistant", "x", tool_calls="a"))),
    "reasoning": answered({"type": "reasoning", "reasoning": "hm", "signature": "s"}, _TEXT),
    "redacted": answered({"type": "reasoning", "reasoning": "c2Vj", "redacted": True, "summary": "planned"}, _TEXT),
    "redacted-bare": answered({"type": "reasoning", "reasoning": "c2Vj", "redacted": True}, _TEXT),
    "refusal": answered({"type": "text", "text": "no", "refusal": True}),
    "image": log(sample(message("user", [{"type": "image", "image": "https://x.test/a.png", "detail": "low"}]))),
    "image-attached": log(sample(message("user", [{"type": "image", "image": "attachment://abc"}]))),
    "audio": log(sample(message("user", [{"type": "audio", "audio": "a.wav", "format": "wav"}]))),
    "video": log(sample(message("user", [{"type": "video", "video": "a.mov", "format": "mov"}]))),
    "document": log(
        sample(
            message(
                "user", [{"type": "document", "document": "a.pdf", "filename": "a.pdf", "mime_type": "application/pdf"}]
            )
        )
    ),
    "data": answered({"type": "data", "data": {"x": 1}}),
    "provider-tool": answered({**_TOOL, "result": "found"}, _TEXT),
    "provider-tool-failed": answered({**_TOOL, "result": "", "error": "quota"}),
    "provider-tool-odd": answered({"type": "tool_use"}),
    "internal": answered({**_TEXT, "internal": {"id": "x"}, "citations": [{"type": "url", "url": "u"}]}),
    "unknown-part": answered({"type": "hologram", "rays": 3}, 5, None, {"type": 7}),
    "odd-parts": answered({"type": "text"}, {"type": "reasoning"}, {"type": "image"}),
    "odd-content": log(sample(message("user", 5), message("assistant", None))),
    "unknown-role": log(sample(_ASKED, message("oracle", "?"))),
    "events": log(sample(_ASKED, events=[{"event": "model", "input": [_ASKED]}], attachments={"abc": "data:"})),
    "failed": {**without("results"), "status": "error", "error": {"message": "m", "traceback": "t"}},
    "invalidated": log(sample(_ASKED), invalidated=True, tags=["sea"], metadata={"a": [1.50]}),
}
