"""Tools that are given beside a document: what is read of each form, and what is refused with its place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from msgspec import Raw

import turnwire
from turnwire.cli.app import app
from turnwire.errors import InvalidDocument
from turnwire.model import ToolDefinition
from turnwire.validation.outline.offered import tools_given

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA: dict[str, Any] = {"type": "object", "required": ["city"]}
READ: list[tuple[str, Any, list[tuple[str, Any, str]]]] = [
    ("anthropic", {"name": "sky", "input_schema": SCHEMA}, [("sky", SCHEMA, "/0/input_schema")]),
    (
        "chat",
        {"type": "function", "function": {"name": "sky", "parameters": SCHEMA}},
        [("sky", SCHEMA, "/0/function/parameters")],
    ),
    ("responses", {"type": "function", "name": "sky", "parameters": SCHEMA}, [("sky", SCHEMA, "/0/parameters")]),
    ("mcp", {"name": "sky", "inputSchema": SCHEMA}, [("sky", SCHEMA, "/0/inputSchema")]),
    (
        "gemini",
        {"functionDeclarations": [{"name": "sky", "parameters": SCHEMA}, {"name": "sea"}]},
        [
            ("sky", SCHEMA, "/0/functionDeclarations/0/parameters"),
            ("sea", None, "/0/functionDeclarations/1/input_schema"),
        ],
    ),
    (
        "converse",
        {"toolSpec": {"name": "sky", "inputSchema": {"json": SCHEMA}}},
        [("sky", SCHEMA, "/0/toolSpec/inputSchema/json")],
    ),
    (
        "a tool of the model",
        ToolDefinition("sky", input_schema=Raw(b'{"a":1}')),
        [("sky", {"a": 1}, "/0/input_schema")],
    ),
    ("no schema", {"name": "sky"}, [("sky", None, "/0/input_schema")]),
    ("custom", {"type": "custom", "custom": {"name": "sky"}}, [("sky", None, "/0/custom/input_schema")]),
    ("run by OpenAI", {"type": "web_search"}, []),
    ("run by Google", {"google_search": {}}, []),
    ("no declarations", {"functionDeclarations": []}, []),
]
REFUSED: list[tuple[str, Any, str, str]] = [
    ("a number", 5, "tools.entry", "/0"),
    ("a text", "sky", "tools.entry", "/0"),
    ("null", None, "tools.entry", "/0"),
    ("nothing", {}, "tools.name", "/0"),
    ("a schema alone", {"input_schema": SCHEMA}, "tools.name", "/0"),
    ("a name that is no text", {"name": 5}, "tools.name", "/0"),
    ("an empty name", {"name": ""}, "tools.name", "/0"),
    ("a function without a name", {"type": "function", "function": {}}, "tools.name", "/0/function"),
    ("a type alone", {"type": "function"}, "tools.name", "/0"),
    ("a declaration without one", {"functionDeclarations": [{}]}, "tools.name", "/0/functionDeclarations/0"),
    ("a schema that is none", {"name": "sky", "parameters": "city"}, "tools.schema", "/0/parameters"),
    (
        "a schema of Converse that is none",
        {"toolSpec": {"name": "sky", "inputSchema": {"json": 5}}},
        "tools.schema",
        "/0/toolSpec/inputSchema/json",
    ),
]
CALL = [
    {
        "role": "assistant",
        "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "sky", "arguments": ""}}],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "Blue."},
]
BODY = json.dumps({"model": "m", "messages": [{"role": "user", "content": "Hi."}, *CALL]})


@pytest.mark.parametrize(("tool", "expected"), [each[1:] for each in READ], ids=[each[0] for each in READ])
def test_the_name_and_the_schema_of_each_form(tool: Any, expected: list[tuple[str, Any, str]]) -> None:
    assert expected == [(each.name, each.schema, each.schema_pointer) for each in tools_given([tool])]


@pytest.mark.parametrize(("tool", "code", "place"), [each[1:] for each in REFUSED], ids=[each[0] for each in REFUSED])
def test_what_is_no_tool_is_refused_with_its_place(tool: Any, code: str, place: str) -> None:
    for ask in (tools_given, validated, repaired):
        with pytest.raises(InvalidDocument) as refused:
            ask([tool])
        (found,) = refused.value.diagnostics
        assert (code, place) == (found.code, found.pointer)
        assert found.hint


def validated(tools: list[Any]) -> Any:
    return turnwire.validate(BODY, tools=tools)


def repaired(tools: list[Any]) -> Any:
    return turnwire.repair(BODY, tools=tools)


@pytest.mark.parametrize("command", ["validate", "repair"])
def test_the_command_says_where_in_the_file(command: str, tmp_path: Path) -> None:
    (tmp_path / "chat.json").write_text(BODY)
    (tmp_path / "tools.json").write_text('[{"name": "sky"},\n {"parameters": {}}]')
    given = [command, str(tmp_path / "chat.json"), "--tools", str(tmp_path / "tools.json")]
    ended = CliRunner().invoke(app, given)
    assert 2 == ended.exit_code
    assert "tools.json:2:2: /1: the tool has no `name` [tools.name] (write the `name`" in ended.output
