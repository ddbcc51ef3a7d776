"""What is beyond turnwire's own limits is said to be so, with a place, and stops no other check."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.validation.meaning.documents import HI, anthropic, block_result, call, chat, result, use

import turnwire

ASK = "ask the model again"
AS_TEXT = "the limit is turnwire's own, and no option raises it: write the inner part as a text"
DIGITS = "the limit is turnwire's own, and no option raises it: write the number as a text"
TOO_DEEP = "cannot be read: free JSON nested deeper than 48 levels, the most that turnwire reads"
TOOL = {"type": "function", "function": {"name": "a", "parameters": {"type": "object"}}}


def nested(levels: int) -> str:
    return '{"a":' * levels + "1" + "}" * levels


# Arguments, and what the finding says of them and advises; None if there is no finding.
ARGUMENTS: dict[str, tuple[str, tuple[str, str] | None]] = {
    "as deep as is read": (nested(48), None),
    "deeper": (nested(49), (TOO_DEEP, AS_TEXT)),
    "deeper than a document may be": (nested(70), (TOO_DEEP, AS_TEXT)),
    "deeper than Python's stack": (nested(5000), (TOO_DEEP, AS_TEXT)),
    "an integer of many digits": (
        f'{{"a": {"9" * 4301}}}',
        ("cannot be read: an integer of more than 4,300 digits, the most that turnwire reads", DIGITS),
    ),
    "a number beyond doubles": (
        '{"a": 1e400}',
        ("have a number beyond the largest double", "write a smaller number"),
    ),
    "cut": ('{"a": "b', ("are not JSON: the text ends inside a string", ASK)),
    "no JSON": ("nonsense", ("are not JSON: expected a value, found `n`", ASK)),
    "a list": ("[1]", ("are a list, and not an object", ASK)),
    "null": ("null", ("are null, and not an object", ASK)),
    "half of a surrogate pair": ('{"a": "\\ud800"}', ("are not JSON: \\ud800 is half of a surrogate pair", ASK)),
}


@pytest.mark.parametrize("tools", [[], [TOOL]], ids=["no tools", "tools"])
@pytest.mark.parametrize(("arguments", "expected"), ARGUMENTS.values(), ids=ARGUMENTS)
def test_arguments_that_are_not_read(arguments: str, expected: tuple[str, str] | None, tools: list[Any]) -> None:
    body = chat(HI, call("a", arguments=arguments), result(), **({"tools": tools} if tools else {}))
    report = turnwire.validate(json.dumps(body).encode(), "openai_chat", kind="request")
    place = "/messages/1/tool_calls/0/function/arguments"
    wanted = [] if expected is None else [("TW313", place, f"the arguments of `a` {expected[0]}", expected[1])]
    assert wanted == [(each.code, each.pointer, each.message, each.hint) for each in report.diagnostics]


def anthropic_with(value: str, schema: str = '{"type": "object"}') -> bytes:
    body = anthropic(
        HI,
        {"role": "assistant", "content": [{**use(), "input": {"a": "@"}}]},
        {"role": "user", "content": [block_result()]},
        tools=[{"name": "weather", "input_schema": "#"}],
    )
    return json.dumps(body).replace('"@"', value).replace('"#"', schema).encode()


def test_an_input_that_is_too_deep_has_a_place() -> None:
    report = turnwire.validate(anthropic_with(nested(49)), "anthropic_messages", kind="request")
    wanted = [("TW105", "/messages/1/content/0/input/a", AS_TEXT)]
    assert wanted == [(each.code, each.pointer, each.hint) for each in report.diagnostics]


def test_an_input_with_a_number_beyond_doubles_is_one_finding() -> None:
    report = turnwire.validate(
        anthropic_with("1e400", '{"type": "object", "required": ["b"]}'), "anthropic_messages", kind="request"
    )
    message = "the input of `weather` does not fit: it has a number beyond the largest double, and cannot be compared"
    wanted = [("TW314", "/messages/1/content/0/input", message)]
    assert wanted == [(each.code, each.pointer, each.message) for each in report.diagnostics]


def test_a_long_value_is_not_quoted_whole() -> None:
    value = json.dumps({"long": "x" * 10_000})
    schema = '{"type": "object", "properties": {"a": {"type": "number"}}}'
    (found,) = turnwire.validate(anthropic_with(value, schema), "anthropic_messages", kind="request").diagnostics
    assert len(found.message) < 300
    assert found.message.endswith('is not of type "number"')


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ("[" * 65 + "]" * 65, "TW105", AS_TEXT),
        (f'{{"seed": {"9" * 4301}}}', "TW106", DIGITS),
    ],
)
def test_a_limit_of_the_document_is_said_to_be_ours(text: str, code: str, hint: str) -> None:
    (found,) = turnwire.validate(text.encode(), "openai_chat", kind="request").diagnostics
    assert (code, hint) == (found.code, found.hint)
    assert "the most that turnwire reads" in found.message
