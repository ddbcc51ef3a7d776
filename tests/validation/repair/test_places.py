"""Repairs of system prompts in the place of another format, and of results that are missing or in the wrong place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.validation.repair.test_repairs import HI, NONE, TOOL, answer, anthropic, chat, said, text, use

import turnwire

BRIEF = {"role": "system", "content": "Be brief."}
HO = said("assistant", text("Ho."))
PARTS = {"parts": [{"text": "Be brief."}]}
ASKED = {"contents": [{"role": "user", "parts": [{"text": "Hi."}]}]}
BLOCK = {"type": "tool_result", "tool_use_id": "a", "content": [text("12:00")]}
OLLAMA = {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "clock", "arguments": {}}}]}
HUMAN = {"type": "human", "content": "Hi."}
AI = {"type": "ai", "content": "", "tool_calls": [{"id": "a", "name": "clock", "args": {}}]}


def native(*messages: Any) -> dict[str, Any]:
    return {"history": list(messages)}


Case = tuple[str, Any, Any, list[str]]
PROMPTS: dict[str, Case] = {
    "chat: a member": ("openai_chat", chat(HI, system="Be brief."), chat(BRIEF, HI), ["TW203"]),
    "chat: a member with a block": ("groq_chat", chat(HI, system=[text("Be brief.")]), chat(BRIEF, HI), ["TW203"]),
    "chat: the member of Gemini": ("openai_chat", chat(HI, systemInstruction=PARTS), chat(BRIEF, HI), ["TW203"]),
    "chat: the member of Gemini, with a role": (
        "openai_chat",
        chat(HI, systemInstruction={**PARTS, "role": "user"}),
        chat(BRIEF, HI),
        ["TW203"],
    ),
    "ollama: a member": ("ollama_chat", chat(HI, system="Be brief."), chat(BRIEF, HI), ["TW203"]),
    "anthropic: the member of Responses": (
        "anthropic_messages",
        anthropic(HI, instructions="Be brief."),
        anthropic(HI, system="Be brief."),
        ["TW203"],
    ),
    "anthropic: a role": (
        "anthropic_messages",
        anthropic(HI, {"role": "developer", "content": "Be brief."}, HI),
        anthropic(HI, BRIEF, HI),
        ["TW204"],
    ),
    "responses: the member of Anthropic": (
        "openai_responses",
        {"model": "m", "input": "Hi.", "system": [text("Be brief.")]},
        {"model": "m", "input": "Hi.", "instructions": "Be brief."},
        ["TW203"],
    ),
    "gemini: a member": (
        "gemini_generate",
        {**ASKED, "system": "Be brief."},
        {**ASKED, "systemInstruction": PARTS},
        ["TW203"],
    ),
}
RESULTS: dict[str, Case] = {
    "native: a call without a result": (
        "turnwire",
        native(said("user", text("Hi.")), said("assistant", use()), said("user", text("Well?"))),
        native(
            said("user", text("Hi.")),
            said("assistant", use()),
            said("tool", {**BLOCK, "content": [text(NONE)], "is_error": True}),
            said("user", text("Well?")),
        ),
        ["TW301"],
    ),
    "native: a result before its call": (
        "turnwire",
        native(said("tool", BLOCK), said("assistant", use())),
        native(said("assistant", use()), said("tool", BLOCK)),
        ["TW304"],
    ),
    "ollama: a call without a result": (
        "ollama_chat",
        chat(HI, OLLAMA, HI),
        chat(HI, OLLAMA, {"role": "tool", "tool_name": "clock", "content": NONE}, HI),
        ["TW301"],
    ),
    "langchain: a call without a result": (
        "langchain_messages",
        [HUMAN, AI, HUMAN],
        [HUMAN, AI, {"type": "tool", "tool_call_id": "a", "content": NONE, "status": "error"}, HUMAN],
        ["TW301"],
    ),
    "anthropic: a result behind the next step": (
        "anthropic_messages",
        anthropic(
            HI, said("assistant", use()), HI, said("assistant", text("Ho.")), said("user", answer()), tools=[TOOL]
        ),
        anthropic(
            HI,
            said("assistant", use()),
            said("user", answer(), text("Hi.")),
            said("assistant", text("Ho.")),
            tools=[TOOL],
        ),
        ["TW306"],
    ),
    "anthropic: a result before its call, which is not answered twice": (
        "anthropic_messages",
        anthropic(HI, said("user", answer()), said("assistant", use()), HI, tools=[TOOL]),
        anthropic(HI, said("assistant", use()), said("user", answer(), text("Hi.")), tools=[TOOL]),
        ["TW304"],
    ),
    "anthropic: a result before its call, which is the last": (
        "anthropic_messages",
        anthropic(HI, said("user", answer(), text("Ho.")), said("assistant", use()), tools=[TOOL]),
        anthropic(HI, said("user", text("Ho.")), said("assistant", use()), said("user", answer()), tools=[TOOL]),
        ["TW304"],
    ),
    "anthropic: null in the place of a text": (
        "anthropic_messages",
        anthropic(HI, {"role": "assistant", "content": None}, HI),
        anthropic(HI, HI),
        ["TW201", "TW308"],
    ),
}
CASES = PROMPTS | RESULTS


@pytest.mark.parametrize(("dialect", "before", "after", "codes"), CASES.values(), ids=CASES)
def test_a_safe_repair(dialect: str, before: Any, after: Any, codes: list[str]) -> None:
    done = turnwire.repair(json.dumps(before).encode(), dialect, kind="request")
    assert (after, codes) == (json.loads(done.data), [each.code for each in done.applied])
    assert all(each.fixes[0].safe for each in done.applied)
    assert not turnwire.repair(done.data, dialect, kind="request").changed


LEFT: dict[str, tuple[str, Any, str]] = {
    "two prompts": ("anthropic_messages", anthropic(HI, instructions="Be brief.", system="Be long."), "TW203"),
    "a prompt with more than text": (
        "openai_chat",
        chat(HI, system=[{**text("Be brief."), "cache_control": {"type": "ephemeral"}}]),
        "TW203",
    ),
    "a prompt of two blocks": ("openai_chat", chat(HI, system=[text("Be brief."), text("Be kind.")]), "TW203"),
    "an empty prompt": ("openai_chat", chat(HI, system=""), "TW203"),
    "a prompt and no messages": ("openai_chat", {"model": "m", "system": "Be brief."}, "TW202"),
    "two results in one message": (
        "turnwire",
        native(said("tool", BLOCK, {**BLOCK, "tool_use_id": "b"}), said("assistant", use(), use("b"))),
        "TW304",
    ),
}


@pytest.mark.parametrize(("dialect", "tree", "code"), LEFT.values(), ids=LEFT)
def test_what_is_left(dialect: str, tree: Any, code: str) -> None:
    body = json.dumps(tree).encode()
    done = turnwire.repair(body, dialect, kind="request")
    assert (body, ()) == (done.data, done.applied)
    assert code in {each.code for each in done.left}
