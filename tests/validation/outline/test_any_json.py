"""An outline is made of any parsed JSON, and its paths lead to the nodes that it names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnwire.dialects import names
from turnwire.validation import outline as outline_module
from turnwire.validation.outline import Outline, Part, outline_of

ROOT = Path(__file__).parents[3]
KINDS = ("request", "response", "error")
# Names of members and words that outlines look at, so that most objects get somewhere.
MEMBERS = (
    *(
        "messages",
        "content",
        "role",
        "type",
        "text",
        "tool_calls",
        "function",
        "arguments",
        "name",
        "id",
        "tool_call_id",
    ),
    *("tools", "tool_choice", "parameters", "input_schema", "system", "input", "tool_use_id", "source", "data", "kind"),
    *("contents", "parts", "functionCall", "functionResponse", "inlineData", "mimeType", "systemInstruction", "args"),
    *("history", "settings", "candidates", "choices", "message", "output", "call_id", "image_url", "url", "file"),
    *("conversations", "from", "value", "user", "assistant", "images", "thinking", "model", "summary", "config"),
    *("reasoning_content", "functionDeclarations", "response", "image", "tool_name", "instructions", "history"),
)
WORDS = (
    *("user", "assistant", "tool", "system", "model", "text", "tool_use", "tool_result", "image", "function", "human"),
    *("message", "function_call", "function_call_output", "reasoning", "input_text", "base64", "url", "data:,x", "gpt"),
    *("thinking", "document", "image_url", "input_audio", "tool_call", "tool_call_response", "", "get_weather", "{}"),
)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.sampled_from(WORDS))
TREES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(MEMBERS), inner, max_size=5)),
    max_leaves=24,
)


def at(tree: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        tree = tree[step]
    return tree


def check(outline: Outline) -> None:
    tree = outline.tree
    for turn in outline.turns:
        assert at(tree, turn.path) is turn.node
        for part in turn.parts:
            check_part(tree, part)
    for part in outline.system:
        check_part(tree, part)
    for tool in outline.tools:
        assert at(tree, tool.path) is tool.node
        assert tool.schema is None or at(tree, tool.schema_path) is tool.schema
    for choice in outline.choices:
        assert at(tree, choice.path) == choice.name
    parts = [(n, part) for n, turn in enumerate(outline.turns) for part in turn.parts]
    marked = [
        (n, part) for n, part in parts if part.kind != "text" or not part.value or is_refused(outline, part.value)
    ]
    assert list(outline.marked) == marked


def is_refused(outline: Outline, words: Any) -> bool:
    """Converse refuses texts of white space alone, so that a rule looks for them."""
    return outline.dialect == "bedrock_converse" and type(words) is str and words.isspace()


def check_part(tree: Any, part: Part) -> None:
    assert at(tree, part.path) is part.node
    assert {type(part.id), type(part.name), type(part.media_type)} == {str}
    assert part.value is None or at(tree, part.value_path) is part.value
    for inner in part.parts:
        check_part(tree, inner)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dialect", names())
def test_what_has_the_wrong_type_is_left_out(dialect: str, kind: str) -> None:
    @settings(max_examples=60, deadline=None)
    @given(TREES)
    def holds(tree: Any) -> None:
        check(outline_of(dialect, tree, kind))

    holds()


def samples() -> list[tuple[str, str, Any]]:
    files = sorted((ROOT / "tests" / "cases").glob("*/identity.json"))
    rows = [(path.parent.name, row) for path in files for row in json.loads(path.read_text())]
    return [(dialect, row.get("kind", "request"), row["wire"]) for dialect, row in rows]


@pytest.mark.parametrize(("dialect", "kind", "wire"), samples())
def test_every_path_of_a_sample_leads_to_its_node(dialect: str, kind: str, wire: Any) -> None:
    check(outline_of(dialect, wire, kind))


def test_every_dialect_has_an_outline() -> None:
    assert set(outline_module.FAMILIES) == set(names())
