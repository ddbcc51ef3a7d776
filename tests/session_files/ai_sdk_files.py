"""Chats of the Vercel AI SDK, of our own: a name and the document."""

from __future__ import annotations

from typing import Any, Final

TIME: Final = "2026-08-18T10:00:00Z"


def text(of: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": of, **more}


def ui(role: str, *parts: Any, **more: Any) -> dict[str, Any]:
    return {"id": f"{role[0]}1", "role": role, "parts": list(parts), **more}


def chat(*messages: Any, **more: Any) -> dict[str, Any]:
    return {"id": "chat-1", "messages": list(messages), **more}


def tool(state: str = "output-available", **more: Any) -> dict[str, Any]:
    return {"type": "tool-tides", "toolCallId": "c1", "state": state, "input": {"port": "Brest"}, **more}


def model(role: str, *parts: Any) -> dict[str, Any]:
    return {"role": role, "content": list(parts)}


def called(**more: Any) -> dict[str, Any]:
    return {"type": "tool-call", "toolCallId": "c1", "toolName": "tides", "input": {"port": "Brest"}, **more}


def result(**more: Any) -> dict[str, Any]:
    return {"type": "tool-result", "toolCallId": "c1", "toolName": "tides", **more}


def answered(**output: Any) -> list[Any]:
    """A list of ModelMessages with a call and its result."""
    return [{"role": "user", "content": "hello"}, model("assistant", called()), model("tool", result(output=output))]


_HELLO: Final = ui("user", text("hello"))
_STEP: Final = {"type": "step-start"}
_CALL4: Final = {"state": "result", "step": 0, "toolCallId": "c1", "toolName": "tides", "args": {"port": "Brest"}}

AI_SDK: Final[dict[str, Any]] = {
    "plain": [_HELLO, ui("assistant", _STEP, text("hi", state="done"))],
    "chat": chat(_HELLO, ui("assistant", text("hi")), title="Greeting", createdAt=TIME),
    "two": [chat(_HELLO), chat(_HELLO, id="chat-2")],
    "system": [ui("system", text("Be brief.")), _HELLO],
    "reasoning": [_HELLO, ui("assistant", {"type": "reasoning", "text": "hm", "state": "done"}, text("hi"))],
    "image": [ui("user", {"type": "file", "mediaType": "image/png", "url": "data:image/png;base64,aGk="}, text("?"))],
    "document": [
        ui("user", {"type": "file", "mediaType": "application/pdf", "filename": "a.pdf", "url": "https://x.test/a.pdf"})
    ],
    "call": [_HELLO, ui("assistant", _STEP, text("so"), tool(output="high"), _STEP, text("hi"))],
    "call-json": [_HELLO, ui("assistant", tool(output={"high": "06:12", "low": [1.5, None]}))],
    "call-null": [_HELLO, ui("assistant", tool(output=None))],
    "call-false": [_HELLO, ui("assistant", tool(output=False))],
    "parallel-calls": [
        _HELLO,
        ui("assistant", _STEP, tool(output="a"), tool(output="b", toolCallId="c2"), _STEP, text("hi")),
    ],
    "call-unanswered": [_HELLO, ui("assistant", tool("input-available"))],
    "call-streaming": [_HELLO, ui("assistant", tool("input-streaming", input=None))],
    "call-failed": [_HELLO, ui("assistant", tool("output-error", errorText="no port"))],
    "call-raw-input": [_HELLO, ui("assistant", {**tool("output-error", errorText="e", rawInput="{"), "input": None})],
    "call-denied": [
        _HELLO,
        ui("assistant", tool("output-denied", approval={"id": "p", "approved": False, "reason": "not now"})),
    ],
    "call-denied-bare": [_HELLO, ui("assistant", tool("output-denied"))],
    "call-asked": [_HELLO, ui("assistant", tool("approval-requested", approval={"id": "p"}))],
    "call-by-provider": [_HELLO, ui("assistant", tool(output="high", providerExecuted=True), text("hi"))],
    "dynamic": [_HELLO, ui("assistant", {**tool(output="high"), "type": "dynamic-tool", "toolName": "mcp-tides"})],
    "sources": [
        _HELLO,
        ui(
            "assistant",
            text("hi"),
            {"type": "source-url", "sourceId": "s", "url": "https://x.test"},
            {"type": "source-document", "sourceId": "d", "mediaType": "text/plain", "title": "t"},
        ),
    ],
    "data": [_HELLO, ui("assistant", {"type": "data-weather", "id": "w", "data": {"wind": 3}})],
    "metadata": [ui("user", text("hello"), metadata={"createdAt": 1755511200000, "model": "m"})],
    "provider-metadata": [_HELLO, ui("assistant", text("hi", providerMetadata={"anthropic": {"x": 1}}))],
    "v4": [
        {"id": "u1", "role": "user", "createdAt": TIME, "content": "hello", "parts": [text("hello")]},
        {
            "id": "a1",
            "role": "assistant",
            "createdAt": TIME,
            "content": "hi",
            "parts": [
                _STEP,
                {"type": "reasoning", "reasoning": "hm", "details": [{"type": "text", "text": "hm"}]},
                {"type": "tool-invocation", "toolInvocation": {**_CALL4, "result": "high"}},
                _STEP,
                text("hi"),
            ],
        },
    ],
    "v4-call": [
        {"id": "u1", "role": "user", "content": "hello"},
        {
            "id": "a1",
            "role": "assistant",
            "content": "hi",
            "reasoning": "hm",
            "toolInvocations": [{**_CALL4, "result": {"high": 1}}],
        },
    ],
    "v4-partial-call": [
        {"id": "a1", "role": "assistant", "content": "", "toolInvocations": [{**_CALL4, "state": "partial-call"}]}
    ],
    "v4-attachment": [
        {
            "id": "u1",
            "role": "user",
            "content": "see",
            "parts": [],
            "experimental_attachments": [{"name": "a.png", "contentType": "image/png", "url": "https://x.test/a.png"}],
        },
        ui("assistant", text("hi")),
    ],
    "v4-file": [ui("assistant", {"type": "file", "mimeType": "image/png", "data": "aGk="})],
    "v4-source": [ui("assistant", text("hi"), {"type": "source", "source": {"sourceType": "url", "url": "u"}})],
    "unknown-role": [_HELLO, {"id": "d1", "role": "data", "content": "", "data": [1]}],
    "unknown-part": [_HELLO, ui("assistant", {"type": "hologram", "rays": 3})],
    "odd-parts": [_HELLO, ui("assistant", 5, None, {"type": 7}, {"type": "text"}, {"type": "file"}, {"type": "image"})],
    "odd-reasoning": [_HELLO, ui("assistant", {"type": "reasoning"}, {"type": "tool-invocation"})],
    "model": [*answered(type="text", value="high"), model("assistant", text("hi"))],
    "model-chat": chat(*answered(type="text", value="high")),
    "model-json": answered(type="json", value={"high": 1}),
    "model-error": answered(type="error-text", value="no port"),
    "model-error-json": answered(type="error-json", value=[1]),
    "model-denied": answered(type="execution-denied", reason="not now"),
    "model-content": answered(
        type="content",
        value=[
            text("a"),
            {"type": "media", "data": "aGk=", "mediaType": "image/png"},
            {"type": "image-url", "url": "https://x.test/a.png"},
            {"type": "image-data", "data": "aGk=", "mediaType": "image/png"},
            {"type": "file-url", "url": "https://x.test/a.pdf"},
            {"type": "file-data", "data": "aGk=", "mediaType": "application/pdf", "filename": "a.pdf"},
            {"type": "file-id", "fileId": "f"},
            5,
        ],
    ),
    "model-empty-content": answered(type="content", value=[]),
    "model-odd-output": [*answered(type="hologram"), model("tool", result(output=5))],
    "model-v4": [
        {"role": "user", "content": "hello"},
        model("assistant", {"type": "reasoning", "text": "hm"}, {**called(args={"port": "Brest"}), "input": None}),
        model("tool", result(result="high"), result(result={"a": 1}, isError=True)),
    ],
    "model-files": [
        model(
            "user",
            {"type": "image", "image": "aGk="},
            {"type": "image", "image": "https://x.test/a", "mediaType": "image/gif"},
            {"type": "file", "data": "aGk=", "mediaType": "audio/wav"},
            {"type": "file", "data": {"type": "Buffer", "data": [1]}, "mediaType": "video/mp4"},
        ),
        model("assistant", called()),
    ],
    "model-by-provider": [model("assistant", called(providerExecuted=True), result(output=answered()[0]))],
    "model-approval": [
        model("assistant", called(), {"type": "tool-approval-request", "approvalId": "p", "toolCallId": "c1"}),
        model("tool", {"type": "tool-approval-response", "approvalId": "p", "approved": True}),
    ],
    "no-messages-in-second": [chat(_HELLO), {"id": "chat-2"}],
}
