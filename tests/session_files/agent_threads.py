"""The threads that the sessions of Letta Code, Cursor, Hermes and OpenHands have, by format and file."""

from __future__ import annotations

from typing import Final

_RAN: Final = ["user: hello", "assistant: call Bash c1"]

THREADS: Final[dict[tuple[str, str], list[tuple[str, list[str]]]]] = {
    ("letta_code", "plain"): [("main", ["user: hello", "assistant: hi"])],
    ("letta_code", "call"): [("main", [*_RAN, "tool: c1=done", "assistant: two files"])],
    ("letta_code", "call-running"): [("main", _RAN)],
    ("letta_code", "call-without-text"): [("main", [*_RAN, "tool: c1="])],
    ("letta_code", "call-without-status"): [("main", [*_RAN, "tool: c1=done"])],
    ("letta_code", "calls"): [
        ("main", [*_RAN, "tool: c1=a", "assistant: call Bash c2", "tool: c2=b", "assistant: hi"]),
    ],
    ("letta_code", "empty-result"): [("main", [*_RAN, "tool: c1="])],
    ("letta_code", "no-ids"): [
        ("main", ["user: hello", "assistant: call Bash line-2", "tool: line-2=done", "assistant: hi"])
    ],
    ("letta_code", "id-of-a-message-alone"): [
        ("main", ["user: hello", "assistant: call Bash m9", "tool: m9=done"]),
    ],
    ("letta_code", "free-text-arguments"): [("main", _RAN)],
    ("letta_code", "reasoning"): [("main", ["user: hello", "assistant: (hm), hi"])],
    ("letta_code", "reasoning-alone"): [
        ("main", ["user: hello", "assistant: (hm)", "assistant: call Bash c1", "tool: c1=done"])
    ],
    ("letta_code", "reasoning-without-id"): [("main", ["user: hello", "assistant: (hm)", "assistant: hi"])],
    ("letta_code", "continued-reasoning"): [("main", ["user: hello", "assistant: (hm), (well), hi"])],
    ("letta_code", "two-messages"): [("main", ["user: hello", "assistant: hi", "assistant: and more"])],
    ("letta_code", "message-around-a-call"): [
        ("main", ["user: hello", "assistant: (hm)", "assistant: call Bash c1", "tool: c1=done", "assistant: hi"])
    ],
    ("letta_code", "error"): [("main", ["user: hello", "user_interaction: error", "assistant: hi"])],
    ("letta_code", "empty-text"): [("main", ["user: ", "assistant: hi"])],
    ("letta_code", "odd-values"): [
        ("main", ["user: OpaqueBlock", "assistant: OpaqueBlock", "assistant: call  c1", "tool: c1=OpaqueBlock"])
    ],
    ("letta_code", "external"): [
        ("main", ["user: hello", "assistant: call Bash x2", "tool: x2=done", "assistant: hi"]),
    ],
    ("letta_code", "unknown-kind"): [("main", ["user: hello", "assistant: hi"])],
    ("cursor", "plain"): [("main", ["user: hello", "assistant: hi"])],
    ("cursor", "text-alone"): [("main", ["user: hello", "assistant: hi"])],
    ("cursor", "no-blocks"): [("main", ["user: hello", "assistant: "])],
    ("cursor", "query-without-time"): [
        ("main", ["user: <user_query>When is high water?</user_query>", "assistant: hi"]),
    ],
    ("cursor", "thinking"): [("main", ["user: hello", "assistant: (hm), hi"])],
    ("cursor", "call"): [("main", [*_RAN, "tool: c1=done", "assistant: two files"])],
    ("cursor", "call-without-id"): [
        ("main", ["user: hello", "assistant: so, call Bash line-2-1, call Bash line-2-2"]),
    ],
    ("cursor", "calls-without-id"): [
        ("main", ["user: hello", "assistant: call Bash line-2-1", "assistant: call Bash line-3-1"]),
    ],
    ("cursor", "parallel-calls"): [
        ("main", ["user: hello", "assistant: call Bash c1, call Bash c2", "tool: c1=done", "tool: c2=done"])
    ],
    ("cursor", "result-and-text"): [("main", [*_RAN, "tool: c1=done", "user: and go on"])],
    ("cursor", "result-parts"): [("main", [*_RAN, "tool: c1=aImageBlock"])],
    ("cursor", "empty-result"): [("main", [*_RAN, "tool: c1="])],
    ("cursor", "text-as-input"): [("main", ["user: hello", "assistant: call ApplyPatch line-2-1"])],
    ("cursor", "image"): [("main", ["user: see, ImageBlock"])],
    ("cursor", "system"): [("main", ["system: Be brief.", "user: hello"])],
    ("cursor", "ended-in-between"): [("main", ["user: hello", "assistant: hi", "user: again", "assistant: hi"])],
    ("cursor", "failed-turn"): [("main", ["user: hello", "assistant: hi", "user_interaction: turn_ended"])],
    ("cursor", "unknown-line"): [("main", ["user: hello"])],
    ("cursor", "unknown-role"): [("main", ["user: hello"])],
    ("cursor", "unknown-block"): [("main", ["user: OpaqueBlock, OpaqueBlock"])],
}
