"""Conversations of OpenHands, of our own: a name and the document of each."""

from __future__ import annotations

import json
from typing import Any, Final

TIME: Final = "2026-07-03T10:00:00.123456"


def event(kind: str, own: str, source: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "id": own, "timestamp": TIME, "source": source, **more}


def text(words: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": words, **more}


def said(own: str, role: str, *content: Any, more: Any = None, **message: Any) -> dict[str, Any]:
    source = {"user": "user", "assistant": "agent"}.get(role, "environment")
    body = {"role": role, "content": list(content), **message}
    return event("MessageEvent", own, source, llm_message=body, **more or {})


def acted(own: str, call: str, command: str = "ls", **more: Any) -> dict[str, Any]:
    arguments = json.dumps({"command": command, "security_risk": "LOW"})
    return event(
        "ActionEvent",
        own,
        "agent",
        **{
            "thought": [],
            "action": {"kind": "TerminalAction", "command": command},
            "tool_name": "Bash",
            "tool_call_id": call,
            "tool_call": {"id": call, "name": "Bash", "arguments": arguments, "origin": "completion"},
            "llm_response_id": f"r-{own}",
            "security_risk": "LOW",
            **more,
        },
    )


def saw(own: str, call: str, *content: Any, is_error: bool = False, **more: Any) -> dict[str, Any]:
    found = {"kind": "TerminalObservation", "content": list(content), "is_error": is_error, "exit_code": 0}
    about = {"tool_name": "Bash", "tool_call_id": call, "action_id": own.replace("o", "a")}
    return event("ObservationEvent", own, "environment", **{**about, "observation": found, **more})


def over_acp(own: str, status: str | None, **more: Any) -> dict[str, Any]:
    about = {"tool_call_id": "c1", "title": "Read tides.txt", "tool_kind": "read", "raw_input": {"path": "tides.txt"}}
    return event("ACPToolCallEvent", own, "agent", **{**about, "status": status, "is_error": False, **more})


def without(found: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in names}


_U: Final = said("u1", "user", text("hello"))
_A: Final = said("m1", "assistant", text("hi"))
_CALL, _DONE = acted("a1", "c1"), saw("o1", "c1", text("done"))
_PICTURE: Final = {"type": "image", "image_urls": ["data:image/png;base64,aGk="]}
_PICTURES: Final = {"type": "image", "image_urls": ["data:image/png;base64,aGk=", "https://x.test/a.png"]}
_PROMPT: Final = event(
    "SystemPromptEvent", "s1", "agent", system_prompt=text("Be brief."), tools=[{"kind": "BashTool"}]
)
_STATE: Final = event("ConversationStateUpdateEvent", "x1", "environment", key="execution_status", value="running")
_WHOLE: Final = {"agent": {"kind": "Agent", "llm": {"model": "claude-opus-5"}}}
_FULL: Final = event("ConversationStateUpdateEvent", "x2", "environment", key="full_state", value=_WHOLE)
_SAME: Final = {"llm_response_id": "r1"}

OPENHANDS: Final[dict[str, Any]] = {
    "plain": [_U, _A],
    "page": {"items": [_U, _A], "next_page_id": None},
    "pages": [{"items": [_U]}, {"items": [_A], "next_page_id": "x"}],
    "system-prompt": [_PROMPT, _U, _A],
    "system-prompt-and-context": [{**_PROMPT, "dynamic_context": text("The tide is high.")}, _U],
    "system-prompt-as-text": [{**_PROMPT, "system_prompt": "Be brief."}, _U],
    "text-alone": [{**_U, "llm_message": {"role": "user", "content": "hello"}}, _A],
    "no-role": [{**_U, "llm_message": {"content": [text("hello")]}}, {**_A, "llm_message": {"content": [text("hi")]}}],
    "no-content": [{**_U, "llm_message": {"role": "user", "content": None}}, _A],
    "no-message": [without(_U, "llm_message"), _A],
    "images": [said("u1", "user", text("see"), _PICTURES)],
    "extended": [said("u1", "user", text("hello"), more={"extended_content": [text("The tide is high.")]}), _A],
    "environment": [event("MessageEvent", "e1", "environment", llm_message={"content": [text("hello")]})],
    "reasoning": [_U, said("m1", "assistant", text("hi"), reasoning_content="hm")],
    "thinking-blocks": [
        _U,
        said(
            "m1",
            "assistant",
            text("hi"),
            reasoning_content="hm",
            thinking_blocks=[
                {"type": "thinking", "thinking": "hm", "signature": "x"},
                {"type": "redacted_thinking", "data": "y"},
            ],
        ),
    ],
    "reasoning-item": [
        _U,
        said("m1", "assistant", text("hi"), responses_reasoning_item={"summary": ["hm"], "encrypted_content": "x"}),
    ],
    "calls-of-a-message": [
        _U,
        said("m1", "assistant", tool_calls=[{"id": "c1", "name": "Bash", "arguments": '{"command": "ls"}'}]),
        said("m2", "tool", text("done"), tool_call_id="c1", name="Bash"),
    ],
    "call": [_U, _CALL, _DONE, said("m2", "assistant", text("two files"))],
    "call-with-thought": [_U, acted("a1", "c1", thought=[text("so")], reasoning_content="hm"), _DONE],
    "parallel-calls": [
        _U,
        acted("a1", "c1", thought=[text("both")], **_SAME),
        _STATE,
        acted("a2", "c2", **_SAME),
        saw("o1", "c1", text("a")),
        saw("o2", "c2", text("b")),
    ],
    "calls-of-two-replies": [_U, acted("a1", "c1", **_SAME), _DONE, acted("a2", "c2", **_SAME), saw("o2", "c2")],
    "call-of-action": [_U, without(_CALL, "tool_call", "tool_call_id"), without(_DONE, "tool_call_id")],
    "call-without-input": [_U, without(_CALL, "tool_call", "action")],
    "call-not-executed": [_U, {**_CALL, "action": None}],
    "free-text-arguments": [_U, {**_CALL, "tool_call": {"arguments": "ls -l"}}],
    "observation-first": [_U, without(_DONE, "tool_call_id"), _CALL],
    "observation-alone": [_U, without(_DONE, "tool_call_id", "action_id")],
    "failed": [_U, _CALL, saw("o1", "c1", text("not there"), is_error=True)],
    "result-parts": [_U, _CALL, saw("o1", "c1", text("a"), _PICTURE)],
    "empty-result": [_U, _CALL, saw("o1", "c1")],
    "extended-result": [_U, _CALL, saw("o1", "c1", text("done"), extended_content=[text("The tide is high.")])],
    "odd-observation": [_U, _CALL, {**_DONE, "observation": {"kind": "FileObservation", "output": "done"}}],
    "rejected": [
        _U,
        _CALL,
        event(
            "UserRejectObservation",
            "o1",
            "environment",
            tool_name="Bash",
            tool_call_id="c1",
            action_id="a1",
            rejection_reason="not now",
            rejection_source="user",
        ),
    ],
    "agent-error": [_U, _CALL, event("AgentErrorEvent", "o1", "agent", tool_call_id="c1", error="broken")],
    "over-acp": [_U, over_acp("t1", "pending"), over_acp("t2", "completed", raw_output="tides"), _A],
    "over-acp-failed": [_U, over_acp("t1", "failed", raw_output={"code": 7}, is_error=True)],
    "over-acp-of-odd-status": [_U, over_acp("t1", "completed") | {"status": ["completed"], "tool_kind": [1]}],
    "over-acp-running": [_U, over_acp("t1", "in_progress", raw_input=None)],
    "over-acp-with-content": [_U, over_acp("t1", "completed", content=[{"type": "diff", "path": "a", "newText": "b"}])],
    "condensation": [
        _U,
        _A,
        event(
            "Condensation",
            "k1",
            "environment",
            summary="Summary: hello.",
            forgotten_event_ids=["u1"],
            summary_offset=0,
            llm_response_id="r9",
        ),
        said("u2", "user", text("go on")),
    ],
    "condensation-without-summary": [_U, event("Condensation", "k1", "environment", forgotten_event_ids=["u1"]), _A],
    "condensation-summary": [
        _U,
        event("CondensationRequest", "k0", "environment"),
        event("CondensationSummaryEvent", "k1", "environment", summary="Summary: hello."),
    ],
    "branch": [
        {**_U, "parent_id": None},
        {**_A, "parent_id": "u1"},
        {**said("u2", "user", text("one way")), "parent_id": "m1"},
        {**said("u3", "user", text("another way")), "parent_id": "m1"},
    ],
    "branch-at-the-start": [_U, _A, {**said("u2", "user", text("begin anew")), "parent_id": "__root__"}],
    "model": [_FULL, _U, _A, _CALL],
    "events": [
        _U,
        _STATE,
        event("TokenEvent", "t1", "agent", prompt_token_ids=[1], response_token_ids=[2]),
        event(
            "HookExecutionEvent", "h1", "hook", hook_event_type="Stop", hook_command="check", success=True, stdout="ok"
        ),
        event("LLMCompletionLogEvent", "l1", "environment", filename="a.json", log_data="{}", model_name="m"),
        event("StreamingDeltaEvent", "d1", "agent", content="h"),
        event("PauseEvent", "p1", "user"),
        event("InterruptEvent", "p2", "user"),
        _A,
    ],
    "errors": [
        _U,
        event("ConversationErrorEvent", "e1", "environment", code="AuthError", detail="no key"),
        event("ServerErrorEvent", "e2", "environment", code="Boom", detail="down"),
    ],
    "times": [{**_U, "timestamp": "2026-07-03T10:00:00+02:00"}, {**_A, "timestamp": "yesterday"}],
    "unknown-kind": [_U, event("HologramEvent", "x1", "agent", rays=3), {"rays": 4}],
    "unknown-part": [said("u1", "user", {"type": "hologram", "rays": 3}, 5)],
    "no-objects": {"items": [None, 5, "text", _U, {}]},
    "ids-missing": [without(_U, "id"), without(_A, "id", "timestamp")],
}
"""Files by name."""
