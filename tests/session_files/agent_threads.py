"""The threads that the sessions of Letta Code, Cursor, Hermes and OpenHands have, by format and file."""

from __future__ import annotations

from typing import Final

_RAN: Final = ["user: hello", "assistant: call Bash c1"]

THREADS: Final[dict[tuple[str, str], list[tuple[str, list[str]]]]] = {
    ("gemini_cli_jsonl", "checkpoint"): [
        (
            "main",
            [
                "user: hello",
                "assistant: hi",
                "user: Summary: hello.",
                "assistant: call read_file c1",
                "tool: c1=done",
                "user: go on",
            ],
        )
    ],
    ("copilot_cli", "agent-events"): [
        ("main", ["user_interaction: system.notification", "user: hello", "assistant: hi"])
    ],
    ("copilot_cli", "session-events"): [("main", ["user: hello", "assistant: hi"])],
    ("copilot_cli", "cleared"): [
        (
            "main",
            [
                "user: hello",
                "user_interaction: session.context_cleared",
                "user_interaction: session.schedule_created",
                "assistant: hi",
            ],
        )
    ],
    ("gemini_cli_jsonl", "types-of-others"): [
        ("main", ["user: hello", "assistant: hi", "user: hello", "assistant: hi"])
    ],
    ("gemini_cli_jsonl", "checkpoint-first"): [("main", ["user: context", "user: hello", "assistant: hi"])],
    ("gemini_cli_jsonl", "checkpoint-odd"): [("main", ["user: hello", "assistant: hi"])],
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
    ("hermes", "plain"): [("main", ["user: hello", "assistant: hi"])],
    ("hermes", "export"): [("main", ["user: hello", "assistant: hi"])],
    ("hermes", "rows"): [("main", ["user: hello", "assistant: hi"])],
    ("hermes", "empty"): [("main", [])],
    ("hermes", "system-prompt"): [("main", ["system: Be brief.", "user: hello", "assistant: hi"])],
    ("hermes", "call"): [("main", [*_RAN, "tool: c1=done", "assistant: two files"])],
    ("hermes", "call-as-text"): [("main", [*_RAN, "tool: c1=done"])],
    ("hermes", "call-of-codex"): [("main", _RAN)],
    ("hermes", "call-without-id"): [("main", [*_RAN, "tool: c1=done"])],
    ("hermes", "call-without-id-as-text"): [("main", [*_RAN, "tool: c1=done"])],
    ("hermes", "calls-without-ids"): [
        (
            "main",
            [
                "user: hello",
                "assistant: so, call Bash c1, call Bash c2, call Read c3",
                "tool: c1=done",
                "tool: c2=done",
                "tool: c3=done",
            ],
        )
    ],
    ("hermes", "calls-of-unclear-ids"): [
        ("main", ["user: hello", "assistant: call Bash row-2-1, call Bash row-2-2", "tool: c1=done"]),
    ],
    ("hermes", "parallel-calls"): [
        ("main", ["user: hello", "assistant: both, call Bash c1, call Bash c2", "tool: c1=a", "tool: c2=b"])
    ],
    ("hermes", "odd-calls"): [
        (
            "main",
            [
                "user: hello",
                "assistant: a",
                "assistant: b, call  row-3-1, call  c1",
                "assistant: c",
                "assistant: d, call Bash c2, call Bash c3",
            ],
        )
    ],
    ("hermes", "empty-result"): [("main", [*_RAN, "tool: c1="])],
    ("hermes", "result-parts"): [("main", [*_RAN, "tool: c1=seeImageBlock"])],
    ("hermes", "encoded-result"): [("main", [*_RAN, "tool: c1=seeImageBlock"])],
    ("hermes", "reasoning"): [("main", ["user: hello", "assistant: (hm), hi"])],
    ("hermes", "reasoning-alone"): [("main", ["user: hello", "assistant: (hm)"])],
    ("hermes", "reasoning-pads"): [("main", ["user: hello", "assistant: hi"])],
    ("hermes", "sealed-reasoning"): [("main", ["user: hello", "assistant: hi"])],
    ("hermes", "parts"): [("main", ["user: see, ImageBlock, ImageBlock"])],
    ("hermes", "encoded-parts"): [("main", ["user: see, ImageBlock", "assistant: hi"])],
    ("hermes", "encoded-object"): [("main", ["user: OpaqueBlock", "assistant: hi"])],
    ("hermes", "encoded-nothing"): [("main", ["user: \x00json:{", "assistant: hi"])],
    ("hermes", "unknown-part"): [("main", ["user: OpaqueBlock, OpaqueBlock"])],
    ("hermes", "rewound"): [
        ("main", ["user: hello", "assistant: hi", "user: another way"]),
        ("branch", ["user: one way", "assistant: one"]),
    ],
    ("hermes", "rewound-at-the-end"): [
        ("main", ["user: hello", "assistant: hi"]),
        ("branch", ["user: one way", "assistant: one"]),
    ],
    ("hermes", "rewound-at-the-start"): [
        ("main", ["system: Be brief.", "user: two"]),
        ("branch", ["user: one"]),
    ],
    ("hermes", "rewound-without-prompt"): [("main", ["user: two"]), ("branch", ["user: one"])],
    ("hermes", "compacted"): [("main", ["user: hello", "assistant: hi", "user: Summary: hello.", "user: go on"])],
    ("hermes", "segments"): [("main", ["user: hello", "assistant: hi"])],
    ("hermes", "out-of-order"): [("main", [*_RAN, "tool: c1=done", "assistant: two files"])],
    ("hermes", "ids-as-text"): [("main", ["user: hello", "assistant: hi"])],
    ("hermes", "no-ids"): [("main", ["user: hello", "assistant: hi"])],
    ("hermes", "bookkeeping"): [("main", ["user: hello", "assistant: hi"])],
    ("hermes", "system-row"): [("main", ["system: Be brief.", "user: hello"])],
    ("hermes", "odd-rows"): [("main", [])],
    ("hermes", "unknown-role"): [("main", ["user: hello"])],
    ("openhands", "plain"): [("main", ["user: hello", "assistant: hi"])],
    ("openhands", "page"): [("main", ["user: hello", "assistant: hi"])],
    ("openhands", "system-prompt"): [("main", ["system: Be brief.", "user: hello", "assistant: hi"])],
    ("openhands", "system-prompt-and-context"): [
        ("main", ["system: Be brief., The tide is high.", "user: hello"]),
    ],
    ("openhands", "system-prompt-as-text"): [("main", ["system: Be brief.", "user: hello"])],
    ("openhands", "text-alone"): [("main", ["user: hello", "assistant: hi"])],
    ("openhands", "no-role"): [("main", ["user: hello", "assistant: hi"])],
    ("openhands", "no-message"): [("main", ["user: ", "assistant: hi"])],
    ("openhands", "images"): [("main", ["user: see, ImageBlock, ImageBlock"])],
    ("openhands", "extended"): [("main", ["user: hello, The tide is high.", "assistant: hi"])],
    ("openhands", "environment"): [("main", ["user: hello"])],
    ("openhands", "reasoning"): [("main", ["user: hello", "assistant: (hm), hi"])],
    ("openhands", "thinking-blocks"): [("main", ["user: hello", "assistant: (hm), OpaqueBlock, hi"])],
    ("openhands", "reasoning-item"): [("main", ["user: hello", "assistant: (hm), hi"])],
    ("openhands", "calls-of-a-message"): [("main", [*_RAN, "tool: c1=done"])],
    ("openhands", "call"): [("main", [*_RAN, "tool: c1=done", "assistant: two files"])],
    ("openhands", "call-with-thought"): [
        ("main", ["user: hello", "assistant: (hm), so, call Bash c1", "tool: c1=done"]),
    ],
    ("openhands", "parallel-calls"): [
        ("main", ["user: hello", "assistant: both, call Bash c1, call Bash c2", "tool: c1=a", "tool: c2=b"])
    ],
    ("openhands", "calls-of-two-replies"): [
        ("main", [*_RAN, "tool: c1=done", "assistant: call Bash c2", "tool: c2="]),
    ],
    ("openhands", "call-of-action"): [("main", ["user: hello", "assistant: call Bash a1", "tool: a1=done"])],
    ("openhands", "call-without-input"): [("main", _RAN)],
    ("openhands", "observation-first"): [("main", ["user: hello", "tool: c1=done", "assistant: call Bash c1"])],
    ("openhands", "observation-alone"): [("main", ["user: hello", "tool: =done"])],
    ("openhands", "result-parts"): [("main", [*_RAN, "tool: c1=aImageBlock"])],
    ("openhands", "empty-result"): [("main", [*_RAN, "tool: c1="])],
    ("openhands", "extended-result"): [("main", [*_RAN, "tool: c1=doneThe tide is high."])],
    ("openhands", "odd-observation"): [("main", [*_RAN, "tool: c1=OpaqueBlock"])],
    ("openhands", "rejected"): [("main", [*_RAN, "tool: c1=not now"])],
    ("openhands", "agent-error"): [("main", [*_RAN, "tool: c1=broken"])],
    ("openhands", "over-acp"): [
        ("main", ["user: hello", "assistant: call read c1", "tool: c1=tides", "assistant: hi"])
    ],
    ("openhands", "over-acp-failed"): [("main", ["user: hello", "assistant: call read c1", "tool: c1=OpaqueBlock"])],
    ("openhands", "over-acp-running"): [("main", ["user: hello", "assistant: call read c1"])],
    ("openhands", "over-acp-with-content"): [
        ("main", ["user: hello", "assistant: call read c1", "tool: c1=OpaqueBlock"]),
    ],
    ("openhands", "condensation"): [("main", ["user: hello", "assistant: hi", "user: Summary: hello.", "user: go on"])],
    ("openhands", "condensation-without-summary"): [
        ("main", ["user: hello", "user_interaction: Condensation", "assistant: hi"]),
    ],
    ("openhands", "condensation-summary"): [("main", ["user: hello", "user: Summary: hello."])],
    ("openhands", "branch"): [
        ("main", ["user: hello", "assistant: hi", "user: another way"]),
        ("branch", ["user: one way"]),
    ],
    ("openhands", "branch-at-the-start"): [
        ("main", ["user: begin anew"]),
        ("branch", ["user: hello", "assistant: hi"]),
    ],
    ("openhands", "events"): [("main", ["user: hello", "assistant: hi"])],
    ("openhands", "errors"): [
        ("main", ["user: hello", "user_interaction: ConversationErrorEvent", "user_interaction: ServerErrorEvent"])
    ],
    ("openhands", "unknown-kind"): [("main", ["user: hello"])],
    ("openhands", "unknown-part"): [("main", ["user: OpaqueBlock, OpaqueBlock"])],
    ("openhands", "no-objects"): [("main", ["user: hello"])],
    ("openhands", "ids-missing"): [("main", ["user: hello", "assistant: hi"])],
}
