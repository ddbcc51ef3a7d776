"""What a person reads of a finding: the message, what to do, and what was expected."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

HI = {"role": "user", "content": "Hi."}
TOOL = {"type": "function", "function": {"name": "clock"}}
CHOICE = {"type": "function", "function": {"name": "watch"}}
EFFORTS = '"none", "minimal", "low", "medium", "high", "xhigh", "max" or null'
PARTS = '"text", "image_url", "file" or "input_audio"'
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
NO_RESULT = "add its result after it, or take the call out"


def chat(*messages: Any, **members: Any) -> dict[str, Any]:
    return {"model": "m", "messages": list(messages), **members}


def call(name: str, identifier: str) -> dict[str, Any]:
    function = {"name": name, "arguments": "{}"}
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": identifier, "type": "function", "function": function}],
    }


def with_arguments(arguments: Any) -> dict[str, Any]:
    asked = call("clock", "c")
    asked["tool_calls"][0]["function"]["arguments"] = arguments
    return asked


def parts(*each: Any) -> dict[str, Any]:
    return chat({"role": "user", "content": list(each)})


# A document, and of its finding: code, message, hint, and what was expected.
CASES: dict[str, tuple[Any, str, str, str, str | None]] = {
    "a call without a result": (
        chat(HI, call("clock", "c"), HI),
        "TW301",
        "the call of `clock` `c` has no result, and the conversation goes on",
        NO_RESULT,
        None,
    ),
    "a call without a name": (
        chat(HI, call("", "c"), HI),
        "TW301",
        "the call of a tool `c` has no result, and the conversation goes on",
        NO_RESULT,
        None,
    ),
    "a call without an id": (
        chat(HI, call("clock", ""), HI),
        "TW301",
        "the call of `clock` has no result, and the conversation goes on",
        NO_RESULT,
        None,
    ),
    "base64 as an address": (
        parts({"type": "image_url", "image_url": {"url": PNG}}),
        "TW319",
        "base64 stands in the place of an address",
        "write it as a `data:` URL",
        "a URL",
    ),
    "a path as an address": (
        parts({"type": "image_url", "image_url": {"url": "/home/ada/rain.png"}}),
        "TW319",
        '"/home/ada/rain.png" is no address',
        "write an address with `https:`, or the bytes as a `data:` URL",
        "a URL",
    ),
    "no tools": (
        chat(HI, tool_choice=CHOICE),
        "TW312",
        "no tool `watch` is offered",
        "offer the tool, or choose one that is offered",
        None,
    ),
    "another tool": (
        chat(HI, tool_choice=CHOICE, tools=[TOOL]),
        "TW312",
        "no tool `watch` is offered",
        "offer the tool, or choose one that is offered",
        "one of `clock`",
    ),
    "a missing member": (
        parts({"type": "text"}),
        "TW202",
        "`content[0]` has no `text`",
        "add `text`",
        "a member `text`",
    ),
    "a misspelt member that is needed": (
        parts({"type": "text", "txet": "x"}),
        "TW202",
        "`content[0]` has no `text`",
        "`txet` looks like a misspelt `text`",
        "a member `text`",
    ),
    "a row of a data set": (
        {"messages": [HI]},
        "TW202",
        "the document has no `model`",
        "add `model` before it is sent; rows of data sets have none",
        "a member `model`",
    ),
    "a misspelt model of an answered conversation": (
        {"modle": "m", "messages": [HI, {"role": "assistant", "content": "Hello."}]},
        "TW202",
        "the document has no `model`",
        "`modle` looks like a misspelt `model`",
        "a member `model`",
    ),
    "a misspelt model": (
        {"modle": "m", "messages": [HI]},
        "TW202",
        "the document has no `model`",
        "`modle` looks like a misspelt `model`",
        "a member `model`",
    ),
    "an unknown member": (
        chat(HI, zzz=1),
        "TW203",
        "`zzz` is not a member of the document",
        "remove it, or check its name",
        None,
    ),
    "a near miss": (
        chat(HI, temprature=1),
        "TW203",
        "`temprature` is not a member of the document",
        "did you mean `temperature`?",
        None,
    ),
    "a near miss beside its right name": (
        chat(HI, temprature=1, temperature=1),
        "TW203",
        "`temprature` is not a member of the document",
        "`temperature` is there, too: keep one of the two",
        None,
    ),
    "a misspelt word": (
        chat(HI, reasoning_effort="lwo"),
        "TW204",
        f'`reasoning_effort` is "lwo", and not {EFFORTS}',
        'did you mean "low"?',
        EFFORTS,
    ),
    "an unknown word": (
        chat(HI, reasoning_effort="zzzz"),
        "TW204",
        f'`reasoning_effort` is "zzzz", and not {EFFORTS}',
        'write one of these words, such as "none"',
        EFFORTS,
    ),
    "a role of another format": (
        chat({"role": "human", "content": "Hi."}),
        "TW204",
        '`role` is "human", and not "assistant", "tool", "user", "system", "developer" or "function"',
        'did you mean "user"?',
        '"assistant", "tool", "user", "system", "developer" or "function"',
    ),
    "arguments as an object": (
        chat(HI, with_arguments({})),
        "TW201",
        "`arguments` is an object, and not a text",
        "write the object as a text: its JSON in quotation marks",
        "a text",
    ),
    "a schema as a text": (
        chat(HI, tools=[{"type": "function", "function": {"name": "clock", "parameters": "{}"}}]),
        "TW201",
        "`parameters` is a text, and not an object",
        "write the object itself, without quotation marks",
        "an object",
    ),
    "an object for a name": (
        {**chat(HI), "model": {}},
        "TW201",
        "`model` is an object, and not a text",
        "write a text",
        "a text",
    ),
    "a number beyond doubles": (
        chat(HI, tools="@"),
        "TW201",
        "`tools` is a number beyond the largest double, and not a list",
        "write a list",
        "a list",
    ),
    "nothing for the document": (
        None,
        "TW201",
        "the document is null, and not an object",
        "write an object",
        "an object",
    ),
    "a number for a word": (
        chat(HI, reasoning_effort=5),
        "TW204",
        f"`reasoning_effort` is 5, and not {EFFORTS}",
        'write one of these words, such as "none"',
        EFFORTS,
    ),
    "none of four words": (
        chat(HI, verbosity="zzzz"),
        "TW204",
        '`verbosity` is "zzzz", and not "low", "medium", "high" or null',
        'write "low", "medium", "high" or null',
        '"low", "medium", "high" or null',
    ),
    "an unknown tag": (
        parts({"type": "txt", "text": "x"}),
        "TW204",
        f'`type` is "txt", and not {PARTS}',
        'did you mean "text"?',
        PARTS,
    ),
    "too large": (
        chat(HI, temperature=3),
        "TW205",
        "`temperature` is 3, which is greater than 2",
        "choose a number between 0 and 2 or null",
        "a number between 0 and 2 or null",
    ),
    "a number in quotation marks": (
        chat(HI, temperature="1"),
        "TW201",
        "`temperature` is a text, and not a number between 0 and 2 or null",
        "write the number without quotation marks",
        "a number between 0 and 2 or null",
    ),
    "a word for a number": (
        chat(HI, temperature="hot"),
        "TW201",
        "`temperature` is a text, and not a number between 0 and 2 or null",
        "write a number between 0 and 2 or null",
        "a number between 0 and 2 or null",
    ),
    "a number for a text": (
        chat({"role": "user", "content": 5}),
        "TW201",
        "`content` is an integer, and not a text or a list of at least 1 entry",
        "write it in quotation marks",
        "a text or a list of at least 1 entry",
    ),
    "an object as content": (
        chat({"role": "user", "content": {"type": "text", "text": "Hi."}}),
        "TW201",
        "`content` is an object, and not a text or a list of at least 1 entry",
        "put it into a list",
        "a text or a list of at least 1 entry",
    ),
    "the address of a picture": (
        chat({"role": "user", "content": [{"type": "image_url", "image_url": "data:image/png;base64,aGk="}]}),
        "TW201",
        "`image_url` is a text, and not an object",
        "write an object with the address as its `url`",
        "an object",
    ),
    "another text for a picture": (
        chat({"role": "user", "content": [{"type": "image_url", "image_url": "a.png"}]}),
        "TW201",
        "`image_url` is a text, and not an object",
        "write an object",
        "an object",
    ),
    "an object that is no part": (
        chat({"role": "user", "content": {"time": "12:00"}}),
        "TW201",
        "`content` is an object, and not a text or a list of at least 1 entry",
        "write the object as a text: its JSON in quotation marks",
        "a text or a list of at least 1 entry",
    ),
    "one for a list": (
        chat(HI, tools=TOOL),
        "TW201",
        "`tools` is an object, and not a list",
        "put it into a list",
        "a list",
    ),
    "null": (
        chat(HI, tools=None),
        "TW201",
        "`tools` is null, and not a list",
        "leave the member out, or give it a value",
        "a list",
    ),
    "a flag for a list": (chat(HI, tools=True), "TW201", "`tools` is true, and not a list", "write a list", "a list"),
    "no messages": (
        chat(),
        "TW207",
        "`messages` has 0 entries, fewer than 1",
        "add one",
        "a list of at least 1 entry",
    ),
    "too many": (
        chat(HI, stop=list("abcde")),
        "TW207",
        "`stop` has 5 entries, more than 4",
        "take some out",
        "a text, a list of at most 4 entries or null",
    ),
    "too long": (
        chat(HI, metadata={"a": "x" * 600}),
        "TW207",
        "`a` has 600 characters, more than 512",
        "shorten it",
        "a text of at most 512 characters",
    ),
    "no object": ([], "TW201", "the document is a list, and not an object", "write an object", "an object"),
}


def test_a_wrong_form_says_which_one() -> None:
    use = {"type": "tool_use", "id": "a:1", "name": "f", "input": {}}
    messages = [HI, {"role": "assistant", "content": [use]}]
    body = {"model": "m", "max_tokens": 5, "messages": messages}
    found = turnwire.validate(json.dumps(body).encode(), "anthropic_messages", kind="request").diagnostics[0]
    message = '`id` is "a:1", which does not match the pattern ^[a-zA-Z0-9_-]+$'
    hint = "write a text that matches the pattern ^[a-zA-Z0-9_-]+$"
    assert ("TW206", message, hint) == (found.code, found.message, found.hint)


@pytest.mark.parametrize(("tree", "code", "message", "hint", "expected"), CASES.values(), ids=CASES)
def test_a_finding_says_what_is_wrong_and_what_to_do(
    tree: Any, code: str, message: str, hint: str, expected: str | None
) -> None:
    text = json.dumps(tree).replace('"@"', "1e400")
    report = turnwire.validate(text.encode(), "openai_chat", kind="request")
    found = [(each.message, each.hint, each.expected) for each in report.diagnostics if each.code == code]
    assert found == [(message, hint, expected)]


@pytest.mark.parametrize(
    ("member", "hint", "fixes"),
    [
        (
            "temperature",
            "it belongs into `generationConfig`",
            ["put it into `generationConfig`", "take `temperature` out"],
        ),
        ("wizard", "remove it, or check its name", ["take `wizard` out"]),
    ],
)
def test_a_member_that_is_not_known_belongs_elsewhere_or_can_be_taken_out(
    member: str, hint: str, fixes: list[str]
) -> None:
    body = {"contents": [{"role": "user", "parts": [{"text": "Hi."}]}], member: 1}
    (found,) = turnwire.validate(body, "gemini_generate").diagnostics
    assert (hint, fixes) == (found.hint, [each.message for each in found.fixes])


def test_a_member_that_is_not_known_is_not_taken_out_where_another_one_is_missing() -> None:
    found = turnwire.validate(chat({"role": "user", "wizard": "Hi."}), "openai_chat").diagnostics
    assert [("TW202", []), ("TW203", [])] == [(each.code, list(each.fixes)) for each in found]


@pytest.mark.parametrize(
    ("members", "names_it"),
    [({}, False), ({"tools": []}, False), ({"temperature": 1}, True), ({"stream": True}, True)],
)
def test_an_answered_conversation_needs_no_model(members: dict[str, Any], *, names_it: bool) -> None:
    row = {"messages": [HI, {"role": "assistant", "content": "Hello."}], **members}
    codes = [each.code for each in turnwire.validate(row, "openai_chat", kind="request").diagnostics]
    assert (["TW202"] if names_it else []) == codes


def test_a_finding_about_what_is_not_there_stands_at_what_lacks_it() -> None:
    schema = {"type": "object", "required": ["word"]}
    tool = {"type": "function", "name": "look_up", "parameters": schema}
    call_without = {"type": "function_call", "call_id": "a", "name": "look_up"}
    body = {"model": "m", "tools": [tool], "input": [HI, call_without]}
    text = json.dumps(body)
    found = turnwire.validate(text.encode(), "openai_responses", kind="request").diagnostics
    column = text.index('{"type": "function_call"') + 1
    assert ("/input/1/arguments", 1, column) in [(each.pointer, each.line, each.column) for each in found]


def test_an_item_of_a_list_that_is_the_document_is_named_by_its_number() -> None:
    report = turnwire.validate(b'[{"role": "assistant", "parts": []}]', "otel_genai", kind="response")
    assert [each.message for each in report.diagnostics if each.code == "TW202"] == [
        "the item 0 of the list has no `finish_reason`"
    ]
