"""Lines of Codex rollouts, made for tests."""

from __future__ import annotations

from typing import Any

TIME = "2026-02-23T11:40:29.275Z"


def line(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": TIME, "type": kind, "payload": payload}


def meta(**more: Any) -> dict[str, Any]:
    base = {"text": "You are a coding agent."}
    return line(
        "session_meta", id="s-1", timestamp=TIME, cwd="/p", cli_version="0.104.0", base_instructions=base, **more
    )


def turn(model: str = "gpt-5.3-codex") -> dict[str, Any]:
    policy = {"type": "workspace-write"}
    return line("turn_context", cwd="/p", approval_policy="never", sandbox_policy=policy, model=model, summary="auto")


def said(role: str, text: str, **more: Any) -> dict[str, Any]:
    part = "output_text" if role == "assistant" else "input_text"
    return item("message", role=role, content=[{"type": part, "text": text}], **more)


def item(kind: str, **more: Any) -> dict[str, Any]:
    return line("response_item", type=kind, **more)


def event(kind: str, **more: Any) -> dict[str, Any]:
    return line("event_msg", type=kind, **more)


def call(name: str, tool: str = "exec_command", arguments: str = '{"cmd":"ls"}') -> dict[str, Any]:
    return item("function_call", name=tool, arguments=arguments, call_id=name)


def output(name: str, text: str = "done") -> dict[str, Any]:
    return item("function_call_output", call_id=name, output=text)
