"""Tools as wholes: what is found in them, what becomes of them, and inputs that fit them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import Raw

import turnwire
from turnwire.errors import InvalidDocument
from turnwire.model import CustomTool, History, ProviderTool, Settings, ToolDefinition
from turnwire.validation.tool_schemas import check_tools, portable_tool, portable_tools, validate_input

PLAIN = b'{"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}'
NOT_PORTABLE = b'{"type":"object","properties":{"n":{"anyOf":[{"type":"integer"},{"type":"null"}]}}}'


def tool(schema: bytes = PLAIN, name: str = "read_file", **more: Any) -> ToolDefinition:
    return ToolDefinition(name, input_schema=Raw(schema), **{"side_effects": "read", **more})


def found(*tools: ToolDefinition) -> list[tuple[str, str, str | None]]:
    return [(each.severity, each.code, each.pointer) for each in check_tools(tools)]


CASES: list[tuple[str, list[ToolDefinition], list[tuple[str, str, str]]]] = [
    ("a sound tool", [tool()], []),
    ("no schema", [ToolDefinition("f", side_effects="none")], []),
    ("text as input", [ToolDefinition("f", custom=CustomTool(), side_effects="none")], []),
    ("a provider's tool", [ToolDefinition("Web-Search", provider_tool=ProviderTool("web_search", "openai_chat"))], []),
    (
        "a schema that is not portable",
        [tool(), tool(NOT_PORTABLE, "g")],
        [("error", "tool_schema.disallowed-keyword", "/settings/tools/1/input_schema/properties/n/anyOf")],
    ),
    (
        "no side effects said",
        [tool(side_effects=None)],
        [("warning", "tool.side-effects", "/settings/tools/0/side_effects")],
    ),
    ("one name twice", [tool(), tool()], [("error", "tool.name-twice", "/settings/tools/1/name")]),
    *(
        (f"a name like {name!r}", [tool(name=name)], [("warning", "tool.name", "/settings/tools/0/name")])
        for name in ("readFile", "read-file", "", "1st", "read_file\n", "server.read")
    ),
    *((f"a name like {name}", [tool(name=name)], []) for name in ("f", "read_file2", "fs___read", "a_")),
]


@pytest.mark.parametrize(("tools", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_is_found_in_tools(tools: list[ToolDefinition], expected: list[tuple[str, str, str]]) -> None:
    assert expected == found(*tools)


def test_a_portable_tool_is_the_same_object() -> None:
    sound = tool()
    assert portable_tool(sound)[0] is sound
    history = History([], settings=Settings(tools=[sound]))
    assert portable_tools(history)[0] is history
    assert portable_tools(History([])) == (History([]), ())


def test_the_tools_of_a_conversation_are_reduced() -> None:
    own = ProviderTool("web", "openai_chat", Raw(b'{"not":{}}'))
    tools = [tool(), ToolDefinition("web", provider_tool=own), tool(NOT_PORTABLE, "g", strict=True)]
    history = History([], settings=Settings(model="m", tools=tools))
    reduced, losses = portable_tools(history)
    assert [("reshaped", "/settings/tools/2/input_schema/properties/n/anyOf")] == [(x.kind, x.path) for x in losses]
    assert reduced.settings is not None
    assert tools[:2] == reduced.settings.tools[:2]
    schema = Raw(b'{"type":"object","properties":{"n":{"type":["integer","null"]}}}')
    assert msgspec.structs.replace(tools[2], input_schema=schema) == reduced.settings.tools[2]
    assert bytes(tools[2].input_schema) == NOT_PORTABLE
    again = turnwire.read(turnwire.write(reduced, "turnwire").data, "turnwire", kind="request")
    assert reduced == again


def test_numbers_of_a_tool_are_written_to_the_digit() -> None:
    reduced, _ = portable_tool(tool(b'{"enum":[0.1234567890123456789,1e400,1.0],"not":{}}'))
    assert bytes(reduced.input_schema) == b'{"enum":[0.1234567890123456789,1E+400,1.0]}'


def invalid(schema: bytes, given: Any) -> list[tuple[str, str | None]]:
    return [(each.code, each.pointer) for each in validate_input(tool(schema), given)]


INPUTS: list[tuple[str, bytes, Any, list[tuple[str, str | None]]]] = [
    ("an input that fits", PLAIN, {"n": 1}, []),
    ("its text", PLAIN, Raw(b'{"n":1}'), []),
    ("another type", PLAIN, {"n": "1"}, [("tool_input.invalid", "/n")]),
    ("nothing", PLAIN, {}, [("tool_input.invalid", "")]),
    ("no object", PLAIN, 5, [("tool_input.invalid", "")]),
    (
        "all of it",
        b'{"items":{"type":"null"}}',
        [None, 1, 2],
        [("tool_input.invalid", "/1"), ("tool_input.invalid", "/2")],
    ),
    ("a number beyond doubles", b'{"maximum":5}', Raw(b"1e400"), [("tool_input.invalid", "")]),
    ("within the schema", b'{"$ref":"#/$defs/M","$defs":{"M":{"type":"null"}}}', 1, [("tool_input.invalid", "")]),
    ("elsewhere", b'{"$ref":"http://127.0.0.1:9/x"}', 1, [("tool_schema.unusable", None)]),
    ("no schema", b'{"type":"frob"}', 1, [("tool_schema.unusable", None)]),
    ("broken text", b'{"type":', 1, [("tool_schema.unusable", None)]),
    ("no such draft", b'{"$schema":"http://e.com/draft"}', 1, [("tool_schema.unusable", None)]),
    (
        "a pair of draft 7",
        b'{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"null"}]}',
        [1],
        [("tool_input.invalid", "/0")],
    ),
]


@pytest.mark.parametrize(
    ("schema", "given", "expected"), [case[1:] for case in INPUTS], ids=[case[0] for case in INPUTS]
)
def test_whether_an_input_fits(schema: bytes, given: Any, expected: list[tuple[str, str | None]]) -> None:
    assert expected == invalid(schema, given)


def test_a_tool_without_a_schema_takes_anything() -> None:
    assert () == validate_input(ToolDefinition("f"), object)


def test_an_input_that_is_no_json_is_refused() -> None:
    with pytest.raises(InvalidDocument):
        validate_input(tool(), b"{")
