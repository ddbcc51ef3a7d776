"""Session files of Claude Code, of our own: a name and the lines of each."""

from __future__ import annotations

import json
from typing import Final

from tests.session_files import claude as c

IMAGE: Final = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}
PLAIN: Final = (c.user("u1", None, "hello"), c.reply("a1", "u1", "msg_1", c.text("hi")))
_COMPACTED: Final = c.system(
    "b1",
    None,
    "compact_boundary",
    content="Conversation compacted",
    logicalParentUuid=c.uuid("a1"),
    compactMetadata={"trigger": "auto", "preTokens": 1677},
)
_AGENT: Final = {"type": "user", "uuid": c.uuid("g1"), "message": {"role": "user", "content": [c.text("look around")]}}

CLAUDE: Final = {
    "plain": PLAIN,
    "text-blocks": (c.user("u1", None, [c.text("a"), IMAGE, c.text("b")]),),
    "thinking": (PLAIN[0], c.reply("a1", "u1", "msg_1", c.thought("hm"), c.text("hi"))),
    "call": (
        PLAIN[0],
        c.reply("a1", "u1", "msg_1", c.call("toolu_1")),
        c.result("r1", "a1", "toolu_1"),
        c.reply("a2", "r1", "msg_2", c.text("two files")),
    ),
    "parallel-calls": (
        PLAIN[0],
        c.reply("a1", "u1", "msg_1", c.text("both")),
        c.reply("a2", "a1", "msg_1", c.call("toolu_1")),
        c.reply("a3", "a2", "msg_1", c.call("toolu_2")),
        c.result("r1", "a2", "toolu_1"),
        c.result("r2", "a3", "toolu_2", [c.text("x"), IMAGE]),
        c.reply("a4", "r2", "msg_2", c.text("done")),
    ),
    "parallel-results-and-more": (
        PLAIN[0],
        c.reply("a1", "u1", "msg_1", c.call("toolu_1")),
        c.reply("a2", "a1", "msg_1", c.call("toolu_2")),
        c.reply("a3", "a2", "msg_1", c.call("toolu_3")),
        c.user("r1", "a1", [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "one"}, IMAGE]),
        c.user("r2", "a2", [{"type": "tool_result", "tool_use_id": "toolu_2", "content": "two"}, c.text("extra")]),
        c.result("r3", "a3", "toolu_3", "three"),
        c.reply("a4", "r3", "msg_2", c.text("done")),
    ),
    "result-again": (
        PLAIN[0],
        c.reply("a1", "u1", "msg_1", c.call("toolu_1")),
        c.reply("a2", "a1", "msg_1", c.call("toolu_2")),
        c.result("r1", "a1", "toolu_1", "no"),
        c.result("r2", "a2", "toolu_2", "two"),
        c.result("r3", "a1", "toolu_1", "yes"),
        c.reply("a3", "r3", "msg_2", c.text("done")),
    ),
    "half-of-a-pair": (
        *PLAIN,
        (
            b'{"type":"assistant","uuid":"h1","parentUuid":null,"sessionId":"s","timestamp":"2026-02-11T20:31:53.375Z",'
            b'"message":{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":'
            b'"echo \\ud83d"}}]}}'
        ),
        b'{"type":"summary","summary":"cut \\udE00","leafUuid":"h1"}',
        b'{"type":"user","uuid":"h2","note":"\\ud83d',
    ),
    "byte-order-mark": (b"\xef\xbb\xbf" + json.dumps(PLAIN[0]).encode(), PLAIN[1]),
    "failed-result": (
        PLAIN[0],
        c.reply("a1", "u1", "msg_1", c.call("toolu_1")),
        c.user("r1", "a1", [{"type": "tool_result", "content": "no", "is_error": True, "tool_use_id": "toolu_1"}]),
        c.user("u2", "r1", [{"type": "text", "text": "[Request interrupted by user for tool use]"}]),
    ),
    "result-and-text": (
        PLAIN[0],
        c.reply("a1", "u1", "msg_1", c.call("toolu_1")),
        c.user("r1", "a1", [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "a"}, c.text("and go on")]),
    ),
    "result-in-a-reply": (
        PLAIN[0],
        c.reply("a1", "u1", "msg_1", c.call("toolu_1")),
        c.reply("a2", "a1", "msg_2", {"type": "tool_result", "tool_use_id": "toolu_1", "content": "no"}),
        c.reply("a3", "a2", "msg_3", {"type": "tool_result", "tool_use_id": "toolu_1", "content": "no"}, c.text("so")),
    ),
    "tool-reference": (
        PLAIN[0],
        c.reply("a1", "u1", "msg_1", {**c.call("toolu_1", "ToolSearch", query="x"), "caller": {"type": "direct"}}),
        c.result("r1", "a1", "toolu_1", [{"type": "tool_reference", "tool_name": "mcp__a__b"}]),
    ),
    "branch": (*PLAIN, c.user("u2", "a1", "one way"), c.user("u3", "a1", "another way")),
    "branch-at-the-start": (*PLAIN, c.user("u2", None, "begin anew"), c.reply("a2", "u2", "msg_2", c.text("ok"))),
    "compaction": (*PLAIN, _COMPACTED, c.user("s1", "b1", "Summary: hello.", isCompactSummary=True)),
    "microcompaction": (*PLAIN, c.system("b1", "a1", "microcompact_boundary", content="Context compacted")),
    "sidechain-with-agent": (
        PLAIN[0],
        c.reply("a1", "u1", "msg_1", c.call("toolu_1", "Task", prompt="look")),
        c.user("g1", None, "look", isSidechain=True, agentId="a12"),
        c.reply("g2", "g1", "msg_9", c.text("seen"), isSidechain=True, agentId="a12"),
        c.result("r1", "a1", "toolu_1", "seen"),
    ),
    "sidechain-of-a-result": (
        PLAIN[0],
        c.reply("a1", "u1", "msg_1", c.call("toolu_1", "Task", prompt="look")),
        c.user("g1", None, "look", isSidechain=True, agentId="a12"),
        c.reply("g2", "g1", "msg_9", c.text("seen"), isSidechain=True, agentId="a12"),
        {**c.result("r1", "a1", "toolu_1", "seen"), "toolUseResult": {"status": "completed", "agentId": "a12"}},
        c.reply("a2", "r1", "msg_2", c.call("toolu_2", "Task", resume="a12")),
        {**c.result("r2", "a2", "toolu_2", "again"), "toolUseResult": {"status": "completed", "agentId": "a12"}},
    ),
    "sidechain-of-old": (
        PLAIN[0],
        c.user("g1", None, "look", isSidechain=True),
        c.reply("g2", "g1", "msg_9", c.text("seen"), isSidechain=True),
        c.reply("a1", "u1", "msg_1", c.text("ok")),
    ),
    "agent-file": (
        c.user("g1", None, "look", isSidechain=True, agentId="a12"),
        c.reply("g2", "g1", "msg_9", c.text("seen"), isSidechain=True, agentId="a12"),
    ),
    "agent-progress": (
        PLAIN[0],
        c.reply("a1", "u1", "msg_1", c.call("toolu_1", "Task", prompt="look")),
        {
            **c.progress("p1", "a1", "agent_progress", agentId="a12", prompt="look", message=_AGENT),
            "parentToolUseID": "toolu_1",
        },
        c.result("r1", "p1", "toolu_1", "seen"),
    ),
    "hook-progress": (PLAIN[0], c.progress("p1", "u1", hookEvent="Stop"), c.reply("a1", "p1", "msg_1", c.text("hi"))),
    "bash-progress": (*PLAIN, c.progress("p1", "a1", "bash_progress", output="x", fullOutput="x")),
    "mcp-progress": (*PLAIN, c.progress("p1", "a1", "mcp_progress", status="started", serverName="s", toolName="t")),
    "snapshot": ({"type": "file-history-snapshot", "messageId": c.uuid("m"), "snapshot": {}}, *PLAIN),
    "queue": (*PLAIN, {"type": "queue-operation", "operation": "enqueue", "sessionId": c.SESSION, "content": "/mcp"}),
    "local-command": (*PLAIN, c.system("s1", "a1", "local_command", content="<command-name>/model</command-name>")),
    "commands-of-the-user": (
        c.user("m1", None, "<local-command-caveat>Caveat: do not answer.</local-command-caveat>", isMeta=True),
        c.user("m2", "m1", "<command-name>/mcp</command-name>\n <command-args></command-args>"),
        c.user("m3", "m2", "<local-command-stdout>connected</local-command-stdout>"),
        c.user("m4", "m3", "<bash-input>ls</bash-input>"),
        c.user("m5", "m4", [c.text("<bash-stdout>a.txt</bash-stdout><bash-stderr></bash-stderr>")]),
        c.user("u1", "m5", "<div> or <span>?"),
        c.reply("a1", "u1", "msg_1", c.text("hi")),
        c.user("u2", "a1", [c.text("[Request interrupted by user]")]),
    ),
    "api-error": (*PLAIN, c.system("s1", "a1", "api_error", error={"status": 529}, retryAttempt=1)),
    "turn-duration": (*PLAIN, c.system("s1", "a1", "turn_duration", durationMs=12)),
    "summary": ({"type": "summary", "summary": "A greeting", "leafUuid": c.uuid("a1")}, *PLAIN),
    "titles": (
        *PLAIN,
        {"type": "ai-title", "aiTitle": "Greeting", "sessionId": c.SESSION},
        {"type": "custom-title", "customTitle": "My greeting", "sessionId": c.SESSION},
        {"type": "agent-name", "agentName": " ", "sessionId": c.SESSION},
    ),
    "attachment": (
        *PLAIN,
        c.envelope("t1", "a1", type="attachment", attachment={"type": "queued_command", "prompt": "x"}),
    ),
    "queued-with-picture": (
        *PLAIN,
        c.envelope(
            "t1",
            "a1",
            type="attachment",
            attachment={"type": "queued_command", "prompt": [c.text("see"), IMAGE], "commandMode": "prompt"},
        ),
        c.reply("a2", "t1", "msg_2", c.text("done")),
    ),
    "queued-without-prompt": (
        *PLAIN,
        c.envelope("t1", "a1", type="attachment", attachment={"type": "queued_command", "prompt": None}),
        c.envelope("t2", "t1", type="attachment", attachment={"type": "queued_command"}),
        c.envelope(
            "t3", "t2", type="attachment", attachment={"type": "edited_text_file", "filename": "a", "snippet": "b"}
        ),
    ),
    "modes": (
        *PLAIN,
        {"type": "permission-mode", "permissionMode": "plan", "sessionId": c.SESSION},
        {"type": "pr-link", "prNumber": 7, "prUrl": "https://example.com/7", "sessionId": c.SESSION},
    ),
    "later-types": (
        *PLAIN,
        {"type": "frame-link", "sessionId": c.SESSION, "path": "/p/tides.html", "frameUrl": "https://example.com/f"},
        {"type": "started", "key": "v2:k", "agentId": "a"},
        {"type": "result", "key": "v2:k", "agentId": "a", "result": {"summary": "The tide is low."}},
        {"type": "relocated", "sessionId": c.SESSION, "relocatedCwd": "/q"},
        {"type": "atis-latch", "sessionId": c.SESSION, "atis": ""},
    ),
    "types-of-autumn": (
        *PLAIN,
        {
            "type": "content-replacement",
            "sessionId": c.SESSION,
            "replacements": [{"kind": "tool-result", "toolUseId": "toolu_1", "replacement": "The tide table, cut."}],
        },
        {"type": "tag", "sessionId": c.SESSION, "tag": "tides"},
        {"type": "task-summary", "sessionId": c.SESSION, "summary": "Looks for a tide table"},
        {"type": "marble-origami-commit", "sessionId": c.SESSION, "collapseId": "c1", "summary": "They greeted."},
        {"type": "failed", "key": "v2:k", "agentId": "a", "error": "The tide was late."},
        {"type": "agent-color", "sessionId": c.SESSION, "agentColor": "cyan"},
        {"type": "artifact-autoreact-ledger", "v": 1, "sessionId": c.SESSION, "artifacts": {}},
        {"type": "artifact-comment-monitor", "v": 1, "sessionId": c.SESSION, "artifacts": {"a": {"title": "t.md"}}},
        {"type": "attribution-snapshot", "messageId": "m", "surface": "cli", "fileStates": {}},
        {"type": "continued-in", "sessionId": c.SESSION, "continuedInSessionId": c.uuid("s2")},
        {"type": "cost-state", "sessionId": c.SESSION, "totalCostUSD": 0.125},
        {"type": "ended-by-model", "sessionId": c.SESSION},
        {"type": "fork-context-ref", "sessionId": c.SESSION, "ref": "r"},
        {"type": "history-suppression", "sessionId": c.SESSION, "cause": "fork_inherit"},
        {"type": "isolation-latch", "sessionId": c.SESSION},
        {"type": "marble-origami-reset", "sessionId": c.SESSION},
        {"type": "marble-origami-snapshot", "sessionId": c.SESSION, "staged": [], "armed": False},
        {"type": "observer-ref", "sessionId": c.SESSION},
        {"type": "speculation-accept", "timestamp": "2026-09-05T00:00:31Z", "timeSavedMs": 900},
        {"type": "telemetry-latch", "sessionId": c.SESSION},
    ),
    "settings": (
        *PLAIN,
        {"type": "last-prompt", "lastPrompt": "hello", "sessionId": c.SESSION, "leafUuid": c.uuid("a1")},
        {"type": "agent-name", "agentName": "Tides", "sessionId": c.SESSION},
        {"type": "agent-setting", "agentSetting": "claude", "sessionId": c.SESSION},
        {"type": "mode", "mode": "normal", "sessionId": c.SESSION},
        {"type": "bridge-session", "sessionId": c.SESSION, "bridgeSessionId": "cse_1", "lastSequenceNum": 4},
        {"type": "worktree-state", "sessionId": c.SESSION, "worktreeSession": {"worktreeName": "tides"}},
        {"type": "file-history-delta", "messageId": c.uuid("u1"), "delta": {"a.py": {"version": 2}}},
    ),
    "unknown-type": (*PLAIN, {"type": "hologram", "uuid": c.uuid("h"), "parentUuid": c.uuid("a1"), "rays": [1, 2]}),
    "unknown-members": (c.user("u1", None, "hello", mood={"a": [None, 1e3]}), PLAIN[1] | {"extra": 1}),
    "unknown-block": (PLAIN[0], c.reply("a1", "u1", "msg_1", {"type": "hologram", "rays": 3})),
    "truncated": (*PLAIN, b'{"type":"user","uuid":"x","mess'),
    "no-json": (b"hello", *PLAIN, b"[1,2]", b"\xff\xfe", b""),
    "no-parents": (
        {"type": "user", "uuid": "u1", "message": {"role": "user", "content": "a"}},
        {"type": "assistant", "uuid": "a1", "message": {"role": "assistant", "content": [c.text("b")]}},
    ),
    "no-roles": (
        {"type": "user", "timestamp": "2025-06-12T10:00:00.000Z", "message": {"content": "a"}, "cwd": "/p"},
        {"type": "assistant", "timestamp": "2025-06-12T10:00:01.000Z", "message": {"content": "b", "model": None}},
        {"type": "user", "message": {"role": None, "content": "c"}, "uuid": "u2"},
    ),
    "two-sessions": (
        PLAIN[0],
        c.reply("a1", "u1", "msg_1", c.text("hi")),
        c.reply("a2", "a1", "msg_1", c.text("again"), sessionId="another"),
        c.reply("a3", "a2", "msg_1", c.call("toolu_1"), sessionId=None),
        c.result("r1", "a3", "toolu_1", sessionId="another"),
    ),
    "other-roles": (
        *PLAIN,
        *(
            c.envelope(f"x{number}", "a1", type=kind, message={"role": role, "id": "msg_1", "content": [c.text("x")]})
            for number, (kind, role) in enumerate(
                (kind, role)
                for kind in ("user", "assistant")
                for role in ("tool", "user", "assistant", "system", "new")
            )
        ),
    ),
    "odd-members": (
        c.user("u1", None, "hello", data="x"),
        c.user("u2", "u1", "go on", data={"message": {"message": 5}}),
        c.envelope("t1", "u2", type="attachment", attachment={"type": "queued_command", "prompt": "x"}, message=[[]]),
    ),
    "bare-lines-of-a-reply": (
        c.reply("a1", None, "msg_1", c.text("hi")),
        *(
            c.envelope(
                name, "a1", type="assistant", message={"role": "assistant", "id": "msg_1", "content": [c.text("x")]}
            )
            for name in ("a2", "a3")
        ),
    ),
    "two-models": (
        PLAIN[0],
        c.reply("a1", "u1", "msg_1", c.text("one")),
        (late := c.reply("a2", "a1", "msg_1", c.text("two"))) | {"message": late["message"] | {"model": "<synthetic>"}},
        c.reply("a3", "a2", "msg_1", c.text("three")),
    ),
    "no-content": (*PLAIN, c.envelope("u2", "a1", type="user", message={"role": "user", "parts": [{"text": "x"}]})),
    "odd-messages": (c.user("u1", None, 5), c.user("u2", "u1", []), c.envelope("u3", "u2", type="user", message="x")),
    "synthetic": (PLAIN[0], c.reply("a1", "u1", "msg_1", c.text("API Error"), isApiErrorMessage=True)),
}
"""Files of Claude Code by name."""
