"""What is at a limit of a target is taken, and what is beyond it has a finding that says how far it may go."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.validation.meaning.documents import HI, anthropic, call, chat, result

import turnwire

ANTHROPIC, GEMINI, OPENAI = "anthropic_messages", "gemini_generate:gemini-2.5-flash", "openai_chat"
RESPONSES = "openai_responses"
CLOCK: dict[str, Any] = {"name": "weather", "parameters": {"type": "object", "properties": {}}}
ASKED = {"type": "message", "role": "user", "content": "Hi."}
PICTURE = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}
NAME = "letters, digits, underscores and dashes"
HOUR_LATE = "`claude-sonnet-4-5` refuses a block that is cached for an hour after one for five minutes"
HOUR_FIRST = "put the blocks for an hour first"
FREE = "`gemini-2.5-flash` takes `allowedFunctionNames` only with the mode `ANY` or `VALIDATED`"
FREE_HINT = "leave the names out, or choose one of these modes"
APART = "give each its own part"


def functions(count: int) -> list[Any]:
    return [{"type": "function", "function": CLOCK | {"name": f"f{n}"}} for n in range(count)]


def called(count: int) -> dict[str, Any]:
    body = chat(HI, call(*["weather"] * count), *map(result, range(1, count + 1)), HI)
    return body | {"tools": [{"type": "function", "function": CLOCK}]}


def blocks(*each: Any, **members: Any) -> dict[str, Any]:
    return anthropic({"role": "user", "content": [*each]}, **members)


def cached(ttl: str | None = None) -> dict[str, Any]:
    mark = {"type": "ephemeral"} | ({"ttl": ttl} if ttl else {})
    return {"type": "text", "text": "One.", "cache_control": mark}


def file(*, cited: bool | None) -> dict[str, Any]:
    source = {"type": "text", "media_type": "text/plain", "data": "Ferns."}
    return {"type": "document", "source": source} | ({} if cited is None else {"citations": {"enabled": cited}})


def gemini(*parts: Any, **members: Any) -> dict[str, Any]:
    return {"contents": [{"role": "user", "parts": [*parts]}], **members}


def allowed(mode: str | None) -> dict[str, Any]:
    config = {"allowedFunctionNames": ["clock"]} | ({"mode": mode} if mode else {})
    tools = [{"functionDeclarations": [{"name": "clock"}]}]
    return gemini({"text": "Hi."}, tools=tools, toolConfig={"functionCallingConfig": config})


def items(*each: Any, **members: Any) -> dict[str, Any]:
    return {"model": "gpt-5", "input": [*each], **members}


def answer(identifier: str) -> dict[str, Any]:
    text = {"type": "output_text", "text": "Hello.", "annotations": []}
    return {"type": "message", "id": identifier, "status": "completed", "role": "assistant", "content": [text]}


# The target, a request, and the code, place, message, hint and expectation of its finding, if it has one.
Row = tuple[str, dict[str, Any], tuple[str, str, str, str, str | None] | None]
LISTS: dict[str, Row] = {
    "the most functions": (OPENAI, chat(HI, tools=functions(128)), None),
    "a function more": (
        OPENAI,
        chat(HI, tools=functions(129)),
        ("TW435", "/tools", "`tools` has 129 entries, and `gpt-4.1` takes 128", "shorten it", "at most 128 entries"),
    ),
    "the most calls": (OPENAI, called(128), None),
    "a call more": (
        OPENAI,
        called(129),
        (
            *("TW435", "/messages/1/tool_calls", "`tool_calls` has 129 entries, and `gpt-4.1` takes 128"),
            *("shorten it", "at most 128 entries"),
        ),
    ),
    "no calls": (
        OPENAI,
        chat(HI, {"role": "assistant", "content": "Hi.", "tool_calls": []}, HI),
        ("TW435", "/messages/1/tool_calls", "`gpt-4.1` refuses an empty `tool_calls`", "leave it out", None),
    ),
    "a name": (OPENAI, chat(HI | {"name": "Ada_L-1"}), None),
    "a name with a space": (
        OPENAI,
        chat(HI | {"name": "Ada L" + "l" * 60}),
        ("TW436", "/messages/0/name", f"`gpt-4.1` does not take the name `Ada L{'l' * 55}`", f"write {NAME}", NAME),
    ),
    "a key of 64 characters": (RESPONSES, items(ASKED, prompt_cache_key="k" * 64), None),
    "a longer key": (
        RESPONSES,
        items(ASKED, prompt_cache_key="k" * 65),
        (
            *("TW435", "/prompt_cache_key", "`prompt_cache_key` has 65 characters, and `gpt-5` takes 64"),
            *("shorten it", "at most 64 characters"),
        ),
    ),
    "a number for a key": (
        RESPONSES,
        items(ASKED, prompt_cache_key=5),
        (
            "TW201",
            "/prompt_cache_key",
            "`prompt_cache_key` is an integer, and not a text or null",
            "write it in quotation marks",
            "a text or null",
        ),
    ),
    "five words that stop": (GEMINI, gemini({"text": "Hi."}, generationConfig={"stopSequences": [*"abcde"]}), None),
    "six": (
        GEMINI,
        gemini({"text": "Hi."}, generationConfig={"stopSequences": [*"abcdef"]}),
        (
            *(
                "TW435",
                "/generationConfig/stopSequences",
                "`stopSequences` has 6 entries, and `gemini-2.5-flash` takes 5",
            ),
            *("shorten it", "at most 5 entries"),
        ),
    ),
    "six for a model of another kind": (
        "gemini_generate:gemma-3-27b-it",
        gemini({"text": "Hi."}, generationConfig={"stopSequences": [*"abcdef"]}),
        None,
    ),
}
MARKS: dict[str, Row] = {
    "four": (ANTHROPIC, blocks(*[cached()] * 4), None),
    "five": (
        ANTHROPIC,
        blocks(*[cached()] * 5),
        (
            *("TW439", "/messages/0/content/4/cache_control"),
            *("5 blocks have `cache_control`, and `claude-sonnet-4-5` takes 4", "take some out", "at most 4 blocks"),
        ),
    ),
    "an hour first": (ANTHROPIC, blocks(cached("1h"), cached("1h"), cached("5m")), None),
    "an hour behind": (
        ANTHROPIC,
        blocks(cached(), cached("1h"), cached("1h")),
        ("TW439", "/messages/0/content/1/cache_control/ttl", HOUR_LATE, HOUR_FIRST, None),
    ),
    "the system comes before messages": (ANTHROPIC, blocks(cached(), system=[cached("1h")]), None),
    "the system comes after tools": (
        ANTHROPIC,
        blocks({"type": "text", "text": "Hi."}, system=[cached("1h")])
        | {"tools": [{"name": "a", "input_schema": {"type": "object"}, "cache_control": {"type": "ephemeral"}}]},
        ("TW439", "/system/0/cache_control/ttl", HOUR_LATE, HOUR_FIRST, None),
    ),
    "a document without citations": (
        ANTHROPIC,
        blocks(file(cited=True), file(cited=None), {"type": "text", "text": "Hi."}),
        (
            *("TW440", "/messages/0/content/1"),
            "`claude-sonnet-4-5` wants citations for all documents or for none, and this one has none",
            *('add `"citations": {"enabled": true}`', None),
        ),
    ),
    "no document has citations": (ANTHROPIC, blocks(file(cited=None), file(cited=False), cached()), None),
    "one document with citations": (ANTHROPIC, blocks(file(cited=True), cached()), None),
}
ITEMS: dict[str, Row] = {
    "no items": (
        RESPONSES,
        items(),
        ("TW438", "/input", "`gpt-5` refuses a request without input", "add a message of the user", None),
    ),
    "no input": (
        RESPONSES,
        {"model": "gpt-5"},
        ("TW438", "", "`gpt-5` refuses a request without input", "add a message of the user", None),
    ),
    "no text": (
        RESPONSES,
        {"model": "gpt-5", "input": ""},
        ("TW438", "/input", "`gpt-5` refuses a request without input", "add a message of the user", None),
    ),
    "another response": (RESPONSES, {"model": "gpt-5", "previous_response_id": "resp_1"}, None),
    "a conversation": (RESPONSES, {"model": "gpt-5", "conversation": "conv_1"}, None),
    "a prompt": (RESPONSES, {"model": "gpt-5", "prompt": {"id": "pmpt_1"}}, None),
    "another model's server": ("openai_responses:qwen3-32b", {"model": "qwen3-32b", "input": []}, None),
    "an id": (RESPONSES, items(ASKED, answer("msg_1"), ASKED), None),
    "an id of another form": (
        RESPONSES,
        items(ASKED, answer("m" * 70), ASKED),
        (
            *("TW437", "/input/1/id", f"`gpt-5` does not take the id `{'m' * 60}` for an item of type `message`"),
            *("leave the id out", "an id that begins with `msg`"),
        ),
    ),
    "an id twice": (
        RESPONSES,
        items(ASKED, answer("msg_1"), answer("msg_1"), ASKED),
        ("TW437", "/input/2/id", "the id `msg_1` is also that of /input/1", "leave the id, or the item, out", None),
    ),
    "references": (RESPONSES, items(ASKED, *[{"type": "item_reference", "id": "x"}] * 2, ASKED), None),
}
PARTS: dict[str, Row] = {
    "a text and a picture": (GEMINI, gemini({"text": "What is this?"}, PICTURE), None),
    "both in one part": (
        GEMINI,
        gemini({"text": "What is this?", **PICTURE}),
        (
            *("TW441", "/contents/0/parts/0/inlineData"),
            *("`gemini-2.5-flash` refuses a part with both `text` and `inlineData`", APART, None),
        ),
    ),
    "a role": (
        GEMINI,
        {"contents": [{"role": "system", "parts": [{"text": "a"}]}, {"role": "user", "parts": [{"text": "b"}]}]},
        (
            *("TW415", "/contents/0/role", "`gemini-2.5-flash` takes no messages of the role `system`"),
            *("give the text as `systemInstruction`", "`user` or `model`"),
        ),
    ),
    **{
        f"names with the mode {mode}": (
            GEMINI,
            allowed(mode),
            ("TW442", "/toolConfig/functionCallingConfig/allowedFunctionNames", FREE, FREE_HINT, None),
        )
        for mode in ("AUTO", "NONE", "MODE_UNSPECIFIED", None)
    },
    **{f"names with the mode {mode}": (GEMINI, allowed(mode), None) for mode in ("ANY", "VALIDATED")},
    "no names with the mode AUTO": (
        GEMINI,
        gemini({"text": "Hi."}, toolConfig={"functionCallingConfig": {"mode": "AUTO"}}),
        None,
    ),
}


@pytest.mark.parametrize(
    ("target", "tree", "expected"),
    [*LISTS.values(), *MARKS.values(), *ITEMS.values(), *PARTS.values()],
    ids=[*LISTS, *MARKS, *ITEMS, *PARTS],
)
def test_a_target_takes_what_is_at_its_limit(
    target: str, tree: dict[str, Any], expected: tuple[Any, ...] | None
) -> None:
    report = turnwire.validate(json.dumps(tree).encode(), target.partition(":")[0], kind="request", target=target)
    found = [(each.code, each.pointer, each.message, each.hint, each.expected) for each in report.diagnostics]
    assert found == ([] if expected is None else [expected])
