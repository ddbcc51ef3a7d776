"""What a conversion to a target would drop has its place in the document, though native JSON has no part there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from tests.validation.meaning.documents import HI, anthropic, chat

import turnwire
from turnwire.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

EMPTY = {"role": "assistant", "content": ""}
YES = {"role": "assistant", "content": "Yes."}

# The messages, and the places of those that Anthropic's format does not hold.
CASES: dict[str, tuple[list[Any], list[str]]] = {
    "an empty message": ([HI, EMPTY, HI], ["/messages/1/role"]),
    "several": ([HI, EMPTY, HI, YES, HI, EMPTY, HI], ["/messages/1/role", "/messages/5/role"]),
    "none": ([HI, YES, HI], []),
}


@pytest.mark.parametrize(("messages", "places"), CASES.values(), ids=CASES)
def test_a_message_that_is_dropped_has_its_place(messages: list[Any], places: list[str]) -> None:
    body = json.dumps(chat(*messages)).encode()
    report = turnwire.validate(body, "openai_chat", kind="request", target="anthropic_messages")
    assert [each.pointer for each in report.diagnostics if each.code == "TW419"] == places


AGE = {"type": "integer", "minimum": 1}
NAMES = {"type": "array", "items": {"type": "string", "maxLength": 9}, "minItems": 2}
BOUNDED = {"type": "object", "properties": {"age": AGE, "names": NAMES}, "additionalProperties": False}
ONE = {"type": "object", "properties": {"names": NAMES | {"minItems": 1, "items": {}}}, "additionalProperties": False}
FORM = {"type": "json_schema", "schema": BOUNDED}
TOOL = {"name": "f", "input_schema": BOUNDED}
INSIDE = ["/properties/age/minimum", "/properties/names/items/maxLength", "/properties/names/minItems"]
# The members of a request for Claude, and the places of the keywords that it does not support.
CONSTRAINTS: dict[str, tuple[dict[str, Any], str, list[str]]] = {
    "an answer": ({"output_config": {"format": FORM}}, "/output_config/format/schema", INSIDE),
    "an answer in the older member": ({"output_format": FORM}, "/output_format/schema", INSIDE),
    "one entry or more": ({"output_format": FORM | {"schema": ONE}}, "", []),
    "a strict tool": ({"tools": [TOOL | {"strict": True}]}, "/tools/0/input_schema", INSIDE),
    "a tool": ({"tools": [TOOL]}, "", []),
}


@pytest.mark.parametrize(("more", "place", "found"), CONSTRAINTS.values(), ids=CONSTRAINTS)
def test_keywords_that_claude_does_not_support(more: dict[str, Any], place: str, found: list[str]) -> None:
    body = json.dumps(anthropic(HI, **more)).encode()
    report = turnwire.validate(body, "anthropic_messages", target="anthropic_messages")
    assert [each.pointer for each in report.diagnostics] == [place + each for each in found]


SEARCH = {"web_search_options": {"search_context_size": "low", "user_location": {"type": "approximate"}}}
# The members of a request or reply of OpenAI, the target, and the places and names of what is lost there.
LOST: dict[str, tuple[str, str, dict[str, Any], str, list[tuple[str, str]]]] = {
    "a setting that newer models refuse": (
        "openai_chat",
        "request",
        chat(HI, temperature=0.2, max_tokens=9),
        "anthropic_messages:claude-opus-4-8",
        [("/temperature", "`anthropic_messages:claude-opus-4-8` does not hold `generation.temperature` (0.2)")],
    ),
    "a member inside an object without a native place": (
        "openai_chat",
        "request",
        chat(HI, max_tokens=9) | SEARCH,
        "anthropic_messages",
        [
            ("/web_search_options", "`anthropic_messages` does not hold `web_search_options` (an object) as it is"),
            (
                "/web_search_options/search_context_size",
                '`anthropic_messages` does not hold `search_context_size` ("low")',
            ),
        ],
    ),
    "members whose names have a slash or a tilde": (
        "openai_chat",
        "request",
        chat(HI, max_tokens=9) | {"web_search_options": {"x~y/z": 2}},
        "anthropic_messages",
        [
            ("/web_search_options", "`anthropic_messages` does not hold `web_search_options` (an object) as it is"),
            ("/web_search_options/x~0y~1z", "`anthropic_messages` does not hold `x~y/z` (2)"),
        ],
    ),
    "a member of a reply": (
        "openai_responses",
        "response",
        {"id": "r", "object": "response", "model": "m", "status": "queued", "output": []},
        "openai_chat",
        [("/status", '`openai_chat` does not hold `status` ("queued")')],
    ),
}


@pytest.mark.parametrize(("dialect", "kind", "body", "target", "found"), LOST.values(), ids=LOST)
def test_what_is_lost_is_named_as_in_the_document(
    dialect: str, kind: Any, body: dict[str, Any], target: str, found: list[tuple[str, str]]
) -> None:
    report = turnwire.validate(json.dumps(body), dialect, kind=kind, target=target)
    lost = [each for each in report.diagnostics if each.code in {"TW419", "TW420"}]
    assert [(each.pointer, each.message) for each in lost] == found


def test_what_is_added_is_not_called_required() -> None:
    body = json.dumps(chat(HI, max_tokens=9, reasoning_effort="low"))
    report = turnwire.validate(body, "openai_chat", kind="request", target="anthropic_messages:claude-opus-4-8")
    mode = '`reasoning.mode` ("adaptive"), which the document does not have'
    assert [each.message for each in report.diagnostics if each.code == "TW421"] == [
        f"for `anthropic_messages:claude-opus-4-8`, `turnwire convert` adds {mode}"
    ]


UNKNOWN = "turnwire does not know the model `gtp-5`: only the rules of the server were checked"
# A target, and what the report says of how far it was checked.
MODELS: dict[str, str | None] = {
    "openai_chat:gtp-5": UNKNOWN,
    "anthropic_messages:gtp-5": UNKNOWN,
    "openai_chat:gpt-5": None,
    "openai_chat": None,
    "openai_chat:": None,
    "bedrock_converse:us.anthropic.claude-sonnet-4-5-v1:0": None,
}


@pytest.mark.parametrize("target", MODELS)
def test_a_report_says_that_a_model_is_not_known(target: str, tmp_path: Path) -> None:
    body = {"model": "gtp-6", "messages": [{"role": "user", "content": "Hi."}]}
    report = turnwire.validate(json.dumps(body), "openai_chat", kind="request", target=target)
    assert (True, MODELS[target]) == next((it.checked, it.reason) for it in report.coverage if it.layer == "target")
    (tmp_path / "a.json").write_text(json.dumps(body))
    said = CliRunner().invoke(app, ["validate", str(tmp_path / "a.json"), "--target", target]).stderr
    assert (f"--target: {MODELS[target]}" in said) == (MODELS[target] is not None)
