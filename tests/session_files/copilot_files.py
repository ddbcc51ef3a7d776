"""Sessions of Copilot CLI, of our own: a name and the lines of each."""

from __future__ import annotations

import itertools
from typing import Any, Final

TIME: Final = "2026-01-05T00:00:01.000Z"


def session(*events: Any) -> tuple[Any, ...]:
    """Events with ids, each with the one before as its parent; bytes are lines as they are."""
    found: list[Any] = []
    before = None
    for number, event in zip(itertools.count(1), events, strict=False):
        if isinstance(event, dict):
            found.append({"id": f"e{number}", "parentId": before, "timestamp": TIME, **event})
            before = f"e{number}"
        else:
            found.append(event)
    return tuple(found)


def event(kind: str, /, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data}


def call(name: str, **given: Any) -> dict[str, Any]:
    return {"toolCallId": name, "name": "read_file", "arguments": given or {"path": "a.md"}}


def ran(name: str, text: str = "tides", **more: Any) -> dict[str, Any]:
    return event("tool.execution_complete", toolCallId=name, **{"success": True, "result": {"content": text}} | more)


def reply(content: str, *calls: Any, **more: Any) -> dict[str, Any]:
    return event("assistant.message", messageId="m1", content=content, toolRequests=list(calls), **more)


_HEAD: Final = event("session.start", sessionId="s-1", version=1, selectedModel="gpt-5", context={"cwd": "/p"})
_U: Final = event("user.message", content="hello", attachments=[])
_A: Final = reply("hi")
_CALLED: Final = reply("", call("c1"))
_HOOK: Final = event("hook.start", hookType="userPromptSubmitted", input={"prompt": "hello"})

COPILOT_CLI: Final[dict[str, tuple[Any, ...]]] = {
    "plain": session(_HEAD, _U, _A),
    "header-only": session(_HEAD),
    "system": session(_HEAD, event("system.message", role="system", content="Be brief."), _U, _A),
    "reasoning": session(_HEAD, _U, reply("hi", reasoningText="hm", reasoningOpaque="c2VhbGVk")),
    "tokens": session(_HEAD, _U, reply("hi", outputTokens=7)),
    "call": session(_HEAD, _U, _CALLED, ran("c1"), reply("done")),
    "call-and-text": session(_HEAD, _U, reply("so", call("c1")), ran("c1")),
    "parallel-calls": session(_HEAD, _U, reply("", call("c1"), call("c2")), ran("c1", "a"), ran("c2", "b")),
    "failed": session(_HEAD, _U, _CALLED, ran("c1", success=False, result=None, error={"message": "not there"})),
    "failed-text": session(_HEAD, _U, _CALLED, ran("c1", success=False, result=None, error="not there")),
    "result-text": session(_HEAD, _U, _CALLED, ran("c1", result="tides")),
    "result-details": session(_HEAD, _U, _CALLED, ran("c1", result={"content": "a", "detailedContent": "abc"})),
    "no-result": session(_HEAD, _U, _CALLED, ran("c1", result=None)),
    "unanswered": session(_HEAD, _U, _CALLED),
    "free-text-call": session(_HEAD, _U, reply("", {"toolCallId": "c1", "name": "apply_patch", "arguments": "*** x"})),
    "attachments": session(_HEAD, event("user.message", content="see", attachments=[{"type": "file", "path": "a"}])),
    "hook": session(_HEAD, _HOOK, event("hook.end", hookType="userPromptSubmitted"), _U, _A),
    "hook-alone": session(_HEAD, _HOOK, event("hook.end"), _A),
    "hook-last": session(_HEAD, _HOOK),
    "hook-twice": session(_HEAD, _HOOK, _HOOK, _A),
    "hook-of-a-tool": session(_HEAD, _U, event("hook.start", hookType="preToolUse", input={"toolName": "x"})),
    "turns": session(
        _HEAD,
        _U,
        event("assistant.turn_start", turnId="0"),
        event("assistant.intent", intent="look"),
        _CALLED,
        event("tool.execution_start", toolCallId="c1", toolName="read_file"),
        ran("c1"),
        event("assistant.turn_end", turnId="0"),
    ),
    "model-change": session(_HEAD, _U, _A, event("session.model_change", newModel="claude-opus-5"), _U, _A),
    "notices": session(
        _HEAD,
        event("session.info", infoType="mcp", message="connected"),
        event("session.warning", message="slow"),
        event("session.error", message="lost"),
        event("tool.user_requested", toolName="bash", arguments={"command": "ls"}),
        event("skill.invoked", name="tides", content="How to read a tide table."),
    ),
    "compaction": session(
        _HEAD,
        _U,
        _A,
        event("session.compaction_start"),
        event("session.compaction_complete", success=True, summaryContent="Summary: hello."),
        event("user.message", content="go on"),
    ),
    "compaction-without-summary": session(_HEAD, _U, event("session.compaction_complete", success=False)),
    "subagent": session(
        _HEAD,
        _U,
        reply("", call("c1")),
        event("subagent.started", toolCallId="c1", agentName="explore"),
        reply("seen", parentToolCallId="c1"),
        event("subagent.completed", toolCallId="c1"),
        ran("c1"),
    ),
    "cleared": session(
        _HEAD,
        _U,
        event("session.context_cleared", messagesCleared=2, initialMessage="Begin anew."),
        event("session.schedule_created", id=1, prompt="Read the tides.", cron="0 9 * * *"),
        event("permission.requested", requestId="r", permissionRequest={"kind": "shell"}),
        {**event("assistant.message_delta", deltaContent="h"), "ephemeral": True},
        _A,
    ),
    "titled": session(_HEAD, _U, event("session.title_changed", title="Tides")),
    "shutdown": session(_HEAD, _U, event("abort", reason="user"), event("session.shutdown", shutdownType="routine")),
    "agent-events": session(
        _HEAD,
        event("system.notification", content="The shell has ended.", kind={"type": "shell_completed", "shellId": "s"}),
        event("assistant.reasoning", reasoningId="r1", content="hm"),
        event("assistant.usage", model="gpt-5", inputTokens=9, outputTokens=2),
        event("external_tool.requested", requestId="r", sessionId="s-1", toolCallId="c9", toolName="tides"),
        event("external_tool.completed", requestId="r"),
        event("permission.completed", requestId="r", result={"kind": "approved"}),
        event("subagent.selected", agentName="explore", agentDisplayName="Explore", tools=None),
        event("subagent.failed", agentName="explore", agentDisplayName="Explore", toolCallId="c9", error="lost"),
        event("subagent.deselected"),
        event("tool.execution_progress", toolCallId="c9", progressMessage="half"),
        event("tool.execution_partial_result", toolCallId="c9", partialOutput="ti"),
        event("tool_search.activated", strategy="native", toolNames=["tides"]),
        _U,
        _A,
    ),
    "session-events": session(
        _HEAD,
        event("session.resume", resumeTime=TIME, eventCount=3),
        event("session.context_changed", cwd="/q", branch="main"),
        event("session.mode_changed", previousMode="interactive", newMode="plan"),
        event("session.permissions_changed", previousMode="default", mode="allow-all"),
        event("session.plan_changed", operation="update"),
        event("session.auto_mode_resolved", chosenModel="gpt-5"),
        event("session.autopilot_objective_changed", operation="set"),
        event("session.remote_steerable_changed", remoteSteerable=True),
        event("session.session_limits_changed", sessionLimits=None),
        event("session.schedule_rearmed", id=1, nextRunAt=1767225600000),
        event("session.schedule_cancelled", id=1),
        event("session.workspace_file_changed", operation="create", path="a.md"),
        event("session.binary_asset", assetId="b", mimeType="image/png", type="image", byteLength=2, data="aGk="),
        event("session.canvas.recorded", canvasId="c", extensionId="x", instanceId="i"),
        event("session.canvas.removed", canvasId="c", extensionId="x", instanceId="i"),
        event("session.handoff", handoffTime=TIME, sourceType="remote", summary="Read on."),
        event("session.snapshot_rewind", upToEventId="e1", eventsRemoved=2),
        event("session.truncation", performedBy="BasicTruncator", tokenLimit=9, tokensRemovedDuringTruncation=1),
        event("session.usage_info", currentTokens=5, messagesLength=2, tokenLimit=9),
        event("session.usage_checkpoint", totalNanoAiu=3),
        event("session.task_complete", summary="All is read."),
        event("session.idle"),
        _U,
        _A,
    ),
    "unknown-event": session(_HEAD, _U, event("hologram", rays=3)),
    "no-data": session(_HEAD, {"type": "user.message", "data": "x"}, {"type": "abort"}),
    "truncated": session(_HEAD, _U, b'{"type":"assistant.message","da'),
    "no-json": session(_HEAD, _U, b"hello", b"\xff", b""),
}
"""Files by name."""
