"""The invariants as JSON Schemas give the verdicts of the Python rules."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.data import data
from tests.validation.test_invariants import PORTABLE, TABLE

import turnwire
from turnwire.documents import schemas
from turnwire.model import History, Message
from turnwire.testing import messages
from turnwire.validation import invariants
from turnwire.validation.meaning.canonical.messages import MESSAGE_RULES, is_complete
from turnwire.validation.meaning.canonical.sessions import session_of, tool_ids_are_canonical
from turnwire.validation.outline import Outline, Turn, outline_of
from turnwire.validation.tool_schemas import check

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.validation.tool_schemas import Rules

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "schemas" / "invariants" / "examples").glob("*/*.json"))
DOCUMENT: dict[str, Any] = json.loads(schemas.schema("invariants/message"))

# What needs more than one message, or a schema that stands elsewhere in the document (docs/invariants.md).
BEYOND = {
    *("repeated-tool-id", "orphan-result", "answered-twice", "tool-input"),
    *("parent-mismatch", "foreign-result", "repeated-message-id"),
}


def _of_first(rule: Callable[[Turn], Any], outline: Outline) -> Any:
    return rule(outline.turns[0])


RULES: dict[str, Callable[[Outline], Any]] = {
    **{rule.__name__: functools.partial(_of_first, rule) for rule in MESSAGE_RULES},
    tool_ids_are_canonical.__name__: lambda outline: tool_ids_are_canonical(session_of(outline)),
}


def accepts(name: str, tree: Any) -> bool:
    return bool(schemas.validator(f"invariants/{name}").is_valid(tree))


@st.composite
def near_misses(draw: st.DrawFn) -> Message:
    """Messages of any kind, and plain ones with another role, another status, or something taken out."""
    if draw(st.booleans()):
        return draw(messages("wild"))
    message = draw(messages("plain"))
    message.role = draw(st.sampled_from(["user", "assistant", "system", "tool", "user_interaction"]))
    if draw(st.booleans()) and message.content:
        message.content = draw(st.lists(st.sampled_from(message.content), max_size=2))
    about = draw(st.sampled_from([None, {}, {"model": "m", "provider": "p"}, KNOWN, {**KNOWN, "routing": None}]))
    status = draw(st.sampled_from([None, "complete", "partial", "cancelled", "error"]))
    told = {name: value for name, value in {**(about or {}), "status": status}.items() if value is not None}
    message.metadata = msgspec.convert(told, turnwire.model.MessageMetadata) if about is not None or told else None
    return message


KNOWN: dict[str, Any] = {
    "model": "openai:gpt-5",
    "provider": "openai",
    "routing": {"mode": "manual", "chosen_model": "openai:gpt-5", "reason": "chosen"},
    "usage": {"input_tokens": 1},
    "parent_tool_use_id": "tu_01HZ0000000000000000000100",
}


@given(message=near_misses())
def test_each_rule_of_a_message(message: Message) -> None:
    tree = json.loads(msgspec.json.encode(message))
    by_schema = {name: accepts(f"message#/$defs/{name}", tree) for name in RULES}
    outline = outline_of("turnwire", {"history": [tree]}, "request")
    by_rule = {name: not list(rule(outline)) for name, rule in RULES.items()}
    if not is_complete(outline.turns[0]):  # the rules of a session ask for that themselves, in the schema the root does
        del by_schema["tool_ids_are_canonical"], by_rule["tool_ids_are_canonical"]
    assert by_rule == by_schema
    assert is_complete(outline.turns[0]) == accepts("message#/$defs/is_complete", tree)


@given(message=near_misses())
def test_all_rules_of_a_message(message: Message) -> None:
    tree = json.loads(msgspec.json.encode(message))
    broken = {found.name for found in invariants(History([message]))} - BEYOND
    sound = bool(schemas.validator("message").is_valid(tree))
    assert (sound and not broken) == accepts("message", tree)


@pytest.mark.parametrize("name", TABLE)
def test_hand_made_breaks(name: str) -> None:
    history, expected = TABLE[name]
    broken = {code for code, _ in expected} - BEYOND
    assert accepts("history", {"history": history}) == (not broken)
    assert accepts("completion", {"candidates": history}) == (not broken)


@pytest.mark.parametrize("name", RULES)
def test_a_schema_says_the_sentence_of_its_rule(name: str) -> None:
    rule = next(rule for rule in (*MESSAGE_RULES, tool_ids_are_canonical) if rule.__name__ == name)
    assert DOCUMENT["$defs"][name]["description"] == str(rule.__doc__).splitlines()[0]


def test_no_rule_is_forgotten() -> None:
    assert {*RULES, "is_complete"} == DOCUMENT["$defs"].keys()
    assert [f"#/$defs/{name}" for name in RULES] == [each["$ref"] for each in DOCUMENT["then"]["allOf"]]


WORDS = (
    "type enum required properties items description format additionalProperties "
    "const title minimum minItems $ref anyOf nullable $schema patternProperties"
)
KEYWORDS = st.sampled_from(WORDS.split())
LEAVES: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from([None, True, False, 0, 1.5, "", "object", "text", [], {}, ["string", "null"], ["string", 1], [[]]]),
    st.sampled_from(["array", "integer", ["object"]]),
)
TREES: st.SearchStrategy[Any] = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.dictionaries(KEYWORDS, inner, max_size=3),
        st.lists(inner, max_size=2),
        st.dictionaries(st.sampled_from(["properties", "items"]), st.dictionaries(KEYWORDS, inner, max_size=2)),
    ),
    max_leaves=6,
)
SETS: dict[Rules, str] = {"documented": "tool-schema", "implemented": "tool-schema-implemented"}


@pytest.mark.parametrize("rules", SETS)
@given(tree=TREES)
def test_schemas_of_tools(rules: Rules, tree: Any) -> None:
    assert (check(tree, rules) == ()) == accepts(SETS[rules], tree)


@pytest.mark.parametrize("rules", SETS)
def test_the_recorded_cases(rules: Rules) -> None:
    cases = json.loads(data("systems/canonical/tool-schema-cases.json").read_bytes())
    verdicts = {each["name"]: accepts(SETS[rules], each["schema"]) for each in cases}
    assert verdicts == {each["name"]: check(each["schema"], rules) == () for each in cases}
    assert rules == "documented" or verdicts == {each["name"]: not each["errors"] for each in cases}


@pytest.mark.parametrize(("schema", "expected"), PORTABLE)
def test_a_conversation_is_asked_for_its_tools(schema: str, expected: list[tuple[str, str]]) -> None:
    tools = [{"name": "a", "input_schema": json.loads(schema)}]
    assert accepts("history", {"history": [], "settings": {"tools": tools}}) == (not expected)


def test_tools_of_a_provider_are_not_asked() -> None:
    tool = {"name": "a", "provider_tool": {"type": "x", "dialect": "x_chat"}, "input_schema": {"$ref": "#"}}
    assert accepts("history", {"history": [], "settings": {"tools": [tool]}})


@pytest.mark.parametrize("name", schemas.names(schemas.RULES))
def test_examples_keep_the_rules(name: str) -> None:
    document = json.loads(schemas.schema(name))
    assert document["$id"] == schemas.id_of(name)
    files = [json.loads(path.read_bytes()) for path in EXAMPLES if path.parent.name == name.rpartition("/")[2]]
    assert files
    assert all(schemas.validator(name).is_valid(each) for each in (*document["examples"], *files))
