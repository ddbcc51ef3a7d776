"""Session files of Codex, of our own: a name and the lines of each."""

from __future__ import annotations

import json
from typing import Final

from tests.session_files import codex as x

_START: Final = (x.meta(), x.turn(), x.said("user", "hello"))
CODEX: Final = {
    "plain": (*_START, x.said("assistant", "hi")),
    "no-instructions": (
        x.line("session_meta", id="s-1", timestamp=x.TIME, cwd="/p", base_instructions=None),
        _START[2],
    ),
    "old-instructions": (x.line("session_meta", id="s-1", timestamp=x.TIME, instructions="Be brief."), _START[2]),
    "developer": (*_START, x.said("developer", "<permissions>"), x.said("assistant", "ok", phase="commentary")),
    "image": (
        *_START,
        x.item("message", role="user", content=[{"type": "input_image", "image_url": "data:image/png;base64,aGk="}]),
    ),
    "reasoning": (
        *_START,
        x.item("reasoning", summary=[{"type": "summary_text", "text": "hm"}], content=None, encrypted_content="x"),
        x.said("assistant", "hi"),
    ),
    "call": (*_START, x.call("call_1"), x.output("call_1"), x.said("assistant", "two files")),
    "parallel-calls": (*_START, x.call("call_1"), x.call("call_2"), x.output("call_1"), x.output("call_2")),
    "custom-call": (
        *_START,
        x.item("custom_tool_call", status="completed", call_id="call_1", name="apply_patch", input="*** Begin Patch"),
        x.item("custom_tool_call_output", call_id="call_1", output="Done"),
    ),
    "result-parts": (
        *_START,
        x.call("call_1"),
        x.item("function_call_output", call_id="call_1", output=[{"type": "input_text", "text": "a"}]),
    ),
    "shell-call": (
        *_START,
        x.item("local_shell_call", call_id="call_1", status="completed", action={"type": "exec", "command": ["ls"]}),
        x.output("call_1"),
    ),
    "outputs-of-old": (
        *_START,
        x.call("call_1"),
        x.call("call_2"),
        x.item("function_call_output", call_id="call_1", output={"content": "no such file", "success": False}),
        x.item("function_call_output", call_id="call_2", output={"content": "a.txt", "success": True, "extra": 1}),
    ),
    "web-search": (*_START, x.item("web_search_call", status="completed", action={"type": "search", "query": "x"})),
    "web-search-bare": (*_START, x.item("web_search_call", status="completed")),
    "tool-search": (
        *_START,
        x.item("tool_search_call", call_id="c", arguments={"query": "f"}, status="completed", execution="client"),
        x.item("tool_search_output", call_id="c", tools=[{"name": "read"}], status="completed", execution="client"),
    ),
    "image-generation": (*_START, x.item("image_generation_call", id="ig_1", status="completed", result="aGk=")),
    "sealed-summaries": (
        *_START,
        x.item("compaction_summary", encrypted_content="c2VhbGVk"),
        x.item("context_compaction", encrypted_content="c2VhbGVkIHRvbw=="),
        x.said("assistant", "hi"),
    ),
    "ghost-snapshot": (*_START, x.item("ghost_snapshot", ghost_commit={"id": "abc"})),
    "compacted": (
        *_START,
        x.said("assistant", "hi"),
        x.line("compacted", message="Summary: hello."),
        x.said("user", "go on"),
    ),
    "compacted-history": (
        *_START,
        x.line("compacted", message="", replacement_history=[{"type": "message", "role": "user", "content": []}]),
    ),
    "rolled-back": (
        *_START,
        x.said("assistant", "hi"),
        x.said("user", "one way"),
        x.said("assistant", "one"),
        x.event("thread_rolled_back", num_turns=1),
        x.said("user", "another way"),
    ),
    "odd-contents": (
        *_START,
        *(
            x.item("message", role=role, content=content)
            for role in ("user", "assistant")
            for content in (-1, {"a": 1}, [[], 5, {"type": "input_text", "text": [5]}])
        ),
    ),
    "rolled-back-interrupted": (
        *_START,
        x.said("assistant", "hi"),
        x.said("user", "one way"),
        x.call("call_1"),
        x.said("user", "<turn_aborted>\nThe user interrupted.\n</turn_aborted>"),
        x.event("thread_rolled_back", num_turns=1),
        x.said("user", "another way"),
    ),
    "rolled-back-to-instructions": (
        x.said("user", "# AGENTS.md instructions for /p\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>"),
        x.said("user", "<environment_context>\n</environment_context>"),
        x.event("thread_rolled_back", num_turns=1),
        x.said("user", "one way"),
        x.event("thread_rolled_back", num_turns=7),
        x.said("user", "another way"),
        x.event("thread_name_updated", thread_id="s-1", thread_name="The other way"),
    ),
    "mirrors": (
        *_START,
        x.event("user_message", message="hello", images=[]),
        x.event("agent_message", message="hi"),
        x.event("agent_reasoning", text="hm"),
        x.said("assistant", "hi"),
    ),
    "events-alone": (
        x.meta(),
        x.event("user_message", message="hello", images=[]),
        x.said("assistant", "hi"),
        x.call("call_1"),
        x.output("call_1"),
        x.event("agent_message", message="bye"),
    ),
    "interrupted": (
        *_START,
        x.event("user_message", message="hello"),
        x.event("agent_reasoning", text="hm"),
        x.event("agent_message", message="I will"),
        x.event("turn_aborted", reason="interrupted"),
        x.said("user", "<turn_aborted>"),
    ),
    "other-texts-in-events": (*_START, x.event("user_message", message="[redacted]"), x.said("assistant", "hi")),
    "events-far-away": (
        *_START,
        x.said("assistant", "hi"),
        *(x.output(f"call_{number}") for number in range(45)),
        x.event("agent_message", message="hi"),
        x.event("agent_message", message=""),
        x.event("agent_message", message=5),
    ),
    "tokens": (
        *_START,
        x.event("token_count", info={"total_token_usage": {"input_tokens": 10, "output_tokens": 2}}, rate_limits=None),
    ),
    "tasks": (
        *_START,
        x.event("task_started", turn_id="t"),
        x.event("task_complete", turn_id="t", last_agent_message=None),
    ),
    "aborted": (*_START, x.call("call_1"), x.event("turn_aborted", reason="interrupted")),
    "exec-end": (
        *_START,
        x.call("call_1"),
        x.event("exec_command_end", call_id="call_1", aggregated_output="a", exit_code=0),
        x.output("call_1"),
    ),
    "models": (*_START, x.said("assistant", "a"), x.turn("gpt-5.4"), x.said("user", "b"), x.said("assistant", "c")),
    "compacted-by-server": (
        *_START,
        x.said("assistant", "hi"),
        x.line(
            "compacted",
            message="",
            replacement_history=[
                {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hello"}]},
                {"type": "compaction", "encrypted_content": "c2VhbGVk"},
            ],
            window_number=1,
        ),
        x.said("user", "go on"),
    ),
    "agents": (
        *_START,
        x.line("inter_agent_communication", author="a-1", recipient="a-2", content="Look at the tides."),
        x.line("inter_agent_communication_metadata", trigger_turn=True),
    ),
    "records": (
        *_START,
        x.line("token_usage_record", turn_id="t"),
        x.line("retained_context", type="user_message"),
        x.line("security_risk_score", score=0.1),
        x.line("realtime_item", type="transcript"),
        x.line("dynamic_tools_updated", snapshot={"tools": []}),
    ),
    "items-without-a-text": (
        *_START,
        x.item("additional_tools", role="developer", tools=[{"type": "function", "name": "read", "parameters": {}}]),
        x.item("configuration_update", reasoning={"effort": "low"}),
        x.item("compaction_trigger"),
        x.said("assistant", "hi"),
    ),
    "half-of-a-pair": (
        _START[0],
        (
            b'{"timestamp":"2026-02-23T11:40:42.096Z","type":"response_item","payload":{"type":"message","role":"user",'
            b'"content":[{"type":"input_text","text":"high \\ud83d and \\ud83d\\ude00"}]}}'
        ),
    ),
    "byte-order-mark": (b"\xef\xbb\xbf" + json.dumps(_START[0]).encode(), *_START[1:]),
    "world-state": (*_START, x.line("world_state", files=[])),
    "ordinals": tuple({**line, "ordinal": number} for number, line in enumerate(_START)),
    "unknown-line": (*_START, x.line("hologram", rays=3)),
    "unknown-item": (*_START, x.item("hologram", rays=3)),
    "truncated": (*_START, b'{"timestamp":"2026-02-23T11:40:42.096Z","type":"resp'),
    "no-json": (*_START, b"hello", b"\xff", b""),
    "no-times": tuple({name: each for name, each in line.items() if name != "timestamp"} for line in _START),
    "early": (
        {"id": "s-1", "timestamp": x.TIME, "instructions": "Be brief.", "git": {}},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hello"}]},
        {"record_type": "state"},
        {"type": "function_call", "name": "shell", "arguments": "{}", "call_id": "c1"},
        {"type": "function_call_output", "call_id": "c1", "output": "x"},
    ),
}
"""Files of Codex by name."""
