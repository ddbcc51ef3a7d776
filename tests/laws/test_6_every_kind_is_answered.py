"""Law 6: each dialect answers every block type, role, and word of an enum: it writes it or reports it.

The kinds are those of the generated model, so a new one in the proto fails every dialect until each has decided.
What is asked of an answer is law 3: the thing is in the output, or in the losses.
"""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any, get_args

import msgspec
import pytest
from tests.laws import checks
from tests.laws.subjects import REPLYING

from turnwire import model
from turnwire.dialects import names
from turnwire.testing.documents import block_types

if TYPE_CHECKING:
    from turnwire.model import Document

SOURCE = {"kind": "url", "data": "https://example.org/a.png"}
REQUIRED: dict[str, Any] = {
    "text": "said",
    "source": SOURCE,
    "id": "call_1",
    "name": "run",
    "tool_use_id": "call_1",
    "data": "hidden",
    "block_type": "hologram",
    "value": {"type": "hologram", "x": 1},
    "dialect": "gemini_generate",
}
"""What the required fields of blocks hold; a new one is a KeyError here, to be decided."""

BLOCKS = {block.__struct_config__.tag: block for block in block_types()}
ROLES = get_args(model.Role)
USER = {"role": "user", "content": [{"type": "text", "text": "before"}]}
CALL = {"role": "assistant", "content": [{"type": "tool_use", "id": "call_1", "name": "run", "input": {}}]}
CHOICES: dict[str, dict[str, Any]] = {"tool": {"name": "run"}, "allowed": {"allowed": ["run"]}}


def block(tag: str) -> dict[str, Any]:
    fields = (field for field in msgspec.structs.fields(BLOCKS[tag]) if field.required)
    return {"type": tag, **{field.name: REQUIRED[field.name] for field in fields}}


def history(*turns: Any, **settings: Any) -> Document:
    tree = {"history": turns, "settings": {"model": "m", "generation": {"max_tokens": 9}, **settings}}
    return msgspec.json.decode(json.dumps(tree), type=model.History)


def completion(**candidate: Any) -> Document:
    tree = {
        "candidates": [{"role": "assistant", "content": [{"type": "text", "text": "said"}], **candidate}],
        "id": "reply_1",
        "model": "m",
        "created_at": "2026-01-01T00:00:00Z",
        "usage": {"input_tokens": 1, "output_tokens": 2},
    }
    return msgspec.json.decode(json.dumps(tree), type=model.Completion)


@pytest.mark.parametrize("target", names())
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("tag", BLOCKS)
def test_a_block_in_a_message(tag: str, role: str, target: str) -> None:
    turn = {"role": role, "content": [block(tag)]}
    before = [USER, CALL] if tag == "tool_result" else [USER]
    assert checks.losses_account_for_everything(history(*before, turn), target) == []


@pytest.mark.parametrize("target", names())
@pytest.mark.parametrize("tag", BLOCKS)
def test_a_block_in_a_result(tag: str, target: str) -> None:
    result = {"type": "tool_result", "tool_use_id": "call_1", "content": [block(tag)]}
    turns = [USER, CALL, {"role": "tool", "content": [result]}]
    assert checks.losses_account_for_everything(history(*turns), target) == []


# What targets drop from a result, change in it, or report a part of: the place of one must not move with the other.
INSIDE: dict[str, dict[str, Any]] = {
    "text": {**block("text"), "cache": {"kind": "ephemeral"}},
    "text without words": {"type": "text", "text": ""},
    "refusal": block("refusal"),
    "refusal without words": {"type": "refusal", "text": ""},
    "picture": {**block("image"), "media_type": "image/png", "detail": "low"},
    "picture of nothing": {"type": "image", "source": {"kind": "base64"}},
    "file": {**block("document"), "media_type": "application/pdf", "filename": "a.pdf"},
    "text file": {"type": "document", "source": {"kind": "text", "data": "words"}, "title": "a title"},
    "sound": {**block("audio"), "media_type": "audio/wav"},
    "reasoning": {**block("thinking"), "signature": "of another", "origin": {"dialect": "foreign"}},
    "opaque": {**block("opaque"), "dialect": "foreign"},
    "call": block("tool_use"),
}
# Of these a part is reported by some, or they are joined with others.
PARTLY = ("text", "refusal", "picture", "text file")


@pytest.mark.parametrize("target", names())
def test_two_blocks_in_a_result(target: str) -> None:
    found = {}
    for one, other in itertools.product(INSIDE, PARTLY):
        result = {"type": "tool_result", "tool_use_id": "call_1", "content": [INSIDE[one], INSIDE[other]]}
        document = history(USER, CALL, {"role": "tool", "content": [result]})
        found[one, other] = checks.losses_account_for_everything(document, target)
    assert {} == {pair: faults for pair, faults in found.items() if faults}


def becoming_text(said: str) -> dict[str, dict[str, Any]]:
    """What many targets make text of, so that it is joined or left out as text is."""
    blocks: dict[str, dict[str, Any]] = {
        "text file": {"type": "document", "source": {"kind": "text", "data": said}},
        "refusal": {"type": "refusal", "text": said},
        "sound": {"type": "audio", "transcript": said},
        "reasoning": {"type": "thinking", "text": said},
    }
    residue = {"provider_raw": {"foreign": {"x": 1}}} if said else {}
    return {tag: {**found, **residue} for tag, found in blocks.items()}


@pytest.mark.parametrize("target", names())
@pytest.mark.parametrize("role", ["system", "user", "assistant"])
def test_what_becomes_text_where_nothing_is_text(role: str, target: str) -> None:
    one, other, silent = becoming_text("one"), becoming_text("other"), becoming_text("")
    contents = {tag: [[one[tag], other[tag]], [silent[tag]]] for tag in one}
    found = {
        (tag, len(content)): checks.losses_account_for_everything(history({"role": role, "content": content}), target)
        for tag, both in contents.items()
        for content in both
    }
    assert {} == {case: faults for case, faults in found.items() if faults}


@pytest.mark.parametrize("target", REPLYING)
@pytest.mark.parametrize("tag", BLOCKS)
def test_a_block_in_a_reply(tag: str, target: str) -> None:
    reply = completion(content=[block(tag)], metadata={"stop_reason": "end_turn"})
    assert checks.losses_account_for_everything(reply, target) == []


@pytest.mark.parametrize("target", REPLYING)
@pytest.mark.parametrize("reason", get_args(model.StopReason))
def test_a_stop_reason(reason: str, target: str) -> None:
    assert checks.losses_account_for_everything(completion(metadata={"stop_reason": reason}), target) == []


@pytest.mark.parametrize("target", names())
@pytest.mark.parametrize("kind", get_args(model.SourceKind))
@pytest.mark.parametrize("tag", ["image", "document", "audio", "video"])
def test_a_source(tag: str, kind: str, target: str) -> None:
    data = {"content": [block("text")]} if kind == "content" else {"data": "QUJD"}
    turn = {"role": "user", "content": [{**block(tag), "source": {"kind": kind, **data}}]}
    assert checks.losses_account_for_everything(history(USER, turn), target) == []


@pytest.mark.parametrize("target", names())
@pytest.mark.parametrize("kind", get_args(model.CitationKind))
def test_a_citation(kind: str, target: str) -> None:
    turn = {"role": "assistant", "content": [{**block("text"), "citations": [{"kind": kind, "cited_text": "words"}]}]}
    assert checks.losses_account_for_everything(history(USER, turn), target) == []


@pytest.mark.parametrize("target", names())
@pytest.mark.parametrize("mode", get_args(model.ToolChoiceMode))
def test_a_tool_choice(mode: str, target: str) -> None:
    tools = [{"name": "run", "input_schema": {"type": "object"}}]
    asked = history(USER, tools=tools, tool_choice={"mode": mode, **CHOICES.get(mode, {})})
    assert checks.losses_account_for_everything(asked, target) == []


@pytest.mark.parametrize("target", names())
@pytest.mark.parametrize("kind", get_args(model.ResponseFormatKind))
def test_a_response_format(kind: str, target: str) -> None:
    schema = {"name": "out", "schema": {"type": "object"}} if kind == "json_schema" else {}
    assert checks.losses_account_for_everything(history(USER, response_format={"kind": kind, **schema}), target) == []


@pytest.mark.parametrize("target", names())
@pytest.mark.parametrize("mode", get_args(model.ReasoningMode))
def test_a_reasoning_mode(mode: str, target: str) -> None:
    assert checks.losses_account_for_everything(history(USER, reasoning={"mode": mode}), target) == []
