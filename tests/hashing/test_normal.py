"""What is the same document, and what is another."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec import Raw, Struct

import turnwire
from turnwire import model
from turnwire.codec import proto, yaml, yaml_write
from turnwire.codec.json import dumps, loads
from turnwire.documents.hashing import HASH, canonical_hash, canonical_json, equal
from turnwire.model import History, Message, MessageMetadata, TextBlock, ToolUseBlock
from turnwire.testing import content_blocks, documents, histories, messages

if TYPE_CHECKING:
    from collections.abc import Iterator


def message(text: str) -> Message:
    whole = text.replace("HOLOGRAM", '{"type":"hologram","z":1}')
    return history('{"history":[' + whole + "]}").history[0]


def history(text: str) -> History:
    found = turnwire.read(text, "turnwire", kind="request")
    assert isinstance(found, History)
    return found


def assistant(**metadata: Any) -> str:
    return json.dumps({"role": "assistant", "metadata": metadata})


def use(value: str) -> str:
    return '{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"n","input":' + value + "}]}"


CITED = '{"role":"assistant","content":[{"type":"text","text":"","citations":[{"kind":"KIND"}]}]}'

SAME = {
    "key order": ('{"role":"user","id":"1"}', '{"id":"1","role":"user"}'),
    "key order of an input": (use('{"a":1,"b":2}'), use('{"b":2,"a":1}')),
    "spaces and escapes": (use('{"a":"\\u0041\\/"}'), use('{ "a" : "A/" }')),
    "1 and 1.0": (use("[1,1e2]"), use("[1.0,100]")),
    "-0 and 0": (use("-0"), use("0.0")),
    "null": ('{"role":"user","name":null,"metadata":null}', '{"role":"user"}'),
    "an empty list": ('{"role":"user","content":[]}', '{"role":"user"}'),
    "an empty object": ('{"role":"user","metadata":{}}', '{"role":"user"}'),
    "a nested empty object": (assistant(usage={}, extra={}), '{"role":"assistant"}'),
    "status": (assistant(status="complete"), assistant()),
    "schema_version": ('{"role":"user","schema_version":1}', '{"role":"user"}'),
    "cached tokens": (
        assistant(usage={"input_tokens": 1, "cached_input_tokens": 0, "cache_creation_input_tokens": 0}),
        assistant(usage={"input_tokens": 1}),
    ),
    "is_error": (
        '{"role":"tool","content":[{"type":"tool_result","tool_use_id":"a","is_error":false,"run_by":"caller"}]}',
        '{"role":"tool","content":[{"type":"tool_result","tool_use_id":"a"}]}',
    ),
    "run_by": (
        '{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"n","run_by":"caller"}]}',
        '{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"n"}]}',
    ),
    "cost": (assistant(usage={"cost_usd": "1.0"}), assistant(usage={"cost_usd": "1.00"})),
    "no cost": (assistant(usage={"cost_usd": "-0.00"}), assistant(usage={"cost_usd": "0"})),
    "a number of the metadata": (assistant(completion_time=2), assistant(completion_time=2.0)),
    "provider_raw": (
        '{"role":"user","provider_raw":{"a":{"x":1}},"content":[{"type":"text","text":"","provider_raw":{"b":1}}]}',
        '{"role":"user","content":[{"type":"text","text":""}]}',
    ),
    "a key of tomorrow that says nothing": ('{"role":"user","mood":null}', '{"role":"user"}'),
    "a block of tomorrow": (
        '{"role":"user","content":[{"type":"hologram","z":1.0,"a":2}]}',
        '{"role":"user","content":[{"type":"hologram","a":2,"z":1}]}',
    ),
    "a block of tomorrow, told as opaque": (
        '{"role":"user","content":[{"type":"hologram","z":1}]}',
        '{"role":"user","content":[{"type":"opaque","block_type":"hologram","dialect":"turnwire","value":HOLOGRAM}]}',
    ),
}


@pytest.mark.parametrize("case", SAME)
def test_these_are_the_same(case: str) -> None:
    one, other = (message(text) for text in SAME[case])
    assert canonical_json(one) == canonical_json(other)
    assert canonical_hash(one) == canonical_hash(other)
    assert equal(one, other)


OTHER = {
    "role": ('{"role":"user"}', '{"role":"assistant"}'),
    "id": ('{"role":"user","id":"1"}', '{"role":"user"}'),
    "an empty id": ('{"role":"user","id":""}', '{"role":"user"}'),
    "time, also where only its spelling is another": (
        '{"role":"user","created_at":"2026-01-01T00:00:00Z"}',
        '{"role":"user","created_at":"2026-01-01T01:00:00+01:00"}',
    ),
    "order of blocks": (
        '{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}',
        '{"role":"user","content":[{"type":"text","text":"b"},{"type":"text","text":"a"}]}',
    ),
    "two texts and one": (
        '{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}',
        '{"role":"user","content":[{"type":"text","text":"ab"}]}',
    ),
    "no text and an empty one": ('{"role":"user","content":[{"type":"text","text":""}]}', '{"role":"user"}'),
    "kinds of block": (
        '{"role":"assistant","content":[{"type":"text","text":"a"}]}',
        '{"role":"assistant","content":[{"type":"refusal","text":"a"}]}',
    ),
    "composed letters": ('{"role":"user","name":"\\u00e9"}', '{"role":"user","name":"e\\u0301"}'),
    "input and none": (use("{}"), '{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"n"}]}'),
    "input null": (use("null"), '{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"n"}]}'),
    "order in an input": (use("[1,2]"), use("[2,1]")),
    "true and 1": (use("true"), use("1")),
    "a text and a number": (use('"1"'), use("1")),
    "large numbers": (use("9007199254740993"), use("9007199254740992")),
    "null and nothing in free JSON": (use('{"a":null}'), use("{}")),
    "status": (assistant(status="partial"), assistant()),
    "usage": (assistant(usage={"input_tokens": 0}), assistant()),
    "cached tokens": (assistant(usage={"cached_input_tokens": 1}), assistant()),
    "cost": (assistant(usage={"cost_usd": "0.1"}), assistant(usage={"cost_usd": "0.10000000000000000001"})),
    "no cost and none told": (assistant(usage={"cost_usd": "0"}), assistant()),
    "cost that is no number": (assistant(usage={"cost_usd": "01"}), assistant(usage={"cost_usd": "1"})),
    "user": (assistant(user_id="usr_1"), assistant(user_id="usr_2")),
    "extra": (assistant(extra={"a": 1}), assistant(extra={"a": 2})),
    "a key of tomorrow": ('{"role":"user","mood":"curious"}', '{"role":"user"}'),
    "a key of tomorrow that is called like a mark": ('{"role":"user","$form":{"a":1}}', '{"role":"user"}'),
    "a block of tomorrow": (
        '{"role":"user","content":[{"type":"hologram","z":1}]}',
        '{"role":"user","content":[{"type":"hologram","z":2}]}',
    ),
    "roles of tomorrow": ('{"role":"moderator"}', '{"role":"umpire"}'),
    "a role of tomorrow and an interaction": ('{"role":"moderator"}', '{"role":"user_interaction"}'),
    "a word of tomorrow": (assistant(stop_reason="bored"), assistant()),
    "words of tomorrow": (assistant(stop_reason="bored"), assistant(stop_reason="tired")),
    "citations of tomorrow": (CITED.replace("KIND", "scroll"), CITED.replace("KIND", "other")),
    "schema_version": ('{"role":"user","schema_version":2}', '{"role":"user"}'),
}


@pytest.mark.parametrize("case", OTHER)
def test_these_are_not(case: str) -> None:
    one, other = (message(text) for text in OTHER[case])
    assert canonical_hash(one) != canonical_hash(other)
    assert not equal(one, other)


def test_every_kind_of_document_has_a_hash() -> None:
    nodes = [History([]), model.Completion([]), model.ErrorReply(""), Message("user"), TextBlock(""), model.ToolIds("")]
    found = [canonical_hash(node) for node in nodes]
    assert all(HASH.fullmatch(each) for each in found)
    assert len(nodes) == len(set(found))


def turned(tree: Any) -> Any:
    """The same tree with the keys of every object in the other order."""
    if isinstance(tree, list):
        return [turned(item) for item in tree]
    return {name: turned(tree[name]) for name in reversed(tree)} if isinstance(tree, dict) else tree


# No document of another encoding, nor from elsewhere, is told apart.
@given(documents())
@settings(max_examples=60)
def test_the_encoding_does_not_matter(document: Any) -> None:
    expected = canonical_hash(document)
    kind: Any = "request" if isinstance(document, History) else "response"
    if isinstance(document, model.ErrorReply):
        kind = "error"
    data = turnwire.write(document, "turnwire").data
    tree = loads(data)
    texts = [data, msgspec.json.format(data, indent=2), dumps(turned(tree)), yaml.to_json(yaml_write.dump(tree))]
    found = [turnwire.read(text, "turnwire", kind=kind) for text in texts]
    found += [proto.decode(proto.encode(document), kind), proto.decode_json(proto.encode_json(document), kind)]
    assert [expected] * len(found) == [canonical_hash(each) for each in found]


def nodes(node: Any) -> Iterator[Struct]:
    if isinstance(node, list):
        for item in node:
            yield from nodes(item)
    elif isinstance(node, Struct):
        yield node
        for name in node.__struct_fields__:
            yield from nodes(getattr(node, name))


@given(documents(), st.sampled_from(["openai_chat", "x", "glm"]))
@settings(max_examples=60)
def test_residue_anywhere_does_not_matter(document: Any, dialect: str) -> None:
    expected, other = canonical_hash(document), copy.deepcopy(document)
    for node in nodes(other):
        if "provider_raw" in node.__struct_fields__:
            own = {name: raw for name, raw in (node.provider_raw or {}).items() if name == "turnwire"}  # type: ignore[attr-defined]
            node.provider_raw = own | {dialect: Raw(b'{"x":[1,{"y":null}],"$form":{"a":1}}')}  # type: ignore[attr-defined]
    assert expected == canonical_hash(other)
    assert equal(document, other)


@given(histories(), st.data())
@settings(max_examples=60)
def test_every_other_field_does(document: History, data: st.DataObject) -> None:
    """One field of one node is changed: only `provider_raw` may leave the hash as it was."""
    found = [(node, name) for node in nodes(document) for name in node.__struct_fields__ if name != "provider_raw"]
    texts = [(node, name) for node, name in found if type(getattr(node, name)) is str and name not in CLOSED]
    assume(texts)
    expected = canonical_hash(document)
    node, name = data.draw(st.sampled_from(texts))
    setattr(node, name, getattr(node, name) + "x")
    assert expected != canonical_hash(document)


CLOSED = {"dialect"}
"""An opaque block of native JSON is that by its dialect."""


@given(messages() | content_blocks())
@settings(max_examples=60)
def test_the_parts_of_a_document_are_hashed_by_the_same_text(node: Any) -> None:
    turn = node if isinstance(node, Message) else Message("user", content=[node])
    assert canonical_json(node) in canonical_json(History([turn]))
    assert canonical_json(node) == canonical_json(copy.deepcopy(node))


@given(histories(), st.data())
@settings(max_examples=40)
def test_keys_of_tomorrow_count_where_they_stand(document: History, data: st.DataObject) -> None:
    assume(document.history)
    wire = json.loads(turnwire.write(document, "turnwire").data)
    assume("Infinity" not in json.dumps(wire))  # 1e400 in residue: Python's json makes no JSON of it
    more = copy.deepcopy(wire)
    turn = data.draw(st.sampled_from(more["history"]))
    blocks = [each for each in turn.get("content", ()) if each["type"] in ("text", "tool_use", "tool_result")]
    data.draw(st.sampled_from([more, turn, turn.setdefault("metadata", {}), *blocks]))["x_future"] = {"a": [1, None]}
    one, other = (history(json.dumps(each)) for each in (wire, more))
    assert not equal(one, other)
    assert equal(other, history(turnwire.write(other, "turnwire").data.decode()))


def test_an_edit_is_what_counts() -> None:
    # What was put aside of an older state of the field does not come back, in native JSON or here.
    turn = message('{"role":"moderator","metadata":{"stop_reason":"bored"}}')
    assert b'"role":"moderator"' in canonical_json(turn)
    assert b'"stop_reason":"bored"' in canonical_json(turn)
    turn.role = "user"
    turn.metadata.stop_reason = "end_turn"  # type: ignore[union-attr]
    assert equal(turn, message('{"role":"user","metadata":{"stop_reason":"end_turn"}}'))


REFUSED: list[tuple[Struct, str, str | None]] = [
    (ToolUseBlock("a", "n", Raw(b'{"a":1,"a":2}')), "json.duplicate-key", "/input/a"),
    (ToolUseBlock("a", "n", Raw(b"{bad")), "json.syntax", "/input"),
    (ToolUseBlock("a", "n", Raw(b"[" * 70 + b"]" * 70)), "json.depth", None),
    (Message("user", name="\ud800"), "json.surrogate", None),
    (Message("user", metadata=MessageMetadata(completion_time=float("nan"))), "json.number", None),
    (Message("user", metadata=MessageMetadata(extra={"a/b": Raw(b"nul")})), "json.syntax", "/metadata/extra/a~1b"),
    (Message("user", provider_raw={"turnwire": Raw(b'{"mood":{"a":1,"a":1}}')}), "json.duplicate-key", "/mood/a"),
    (Message({1}), "json.value", None),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("node", "code", "pointer"), REFUSED, ids=[code for _, code, _ in REFUSED])
def test_what_has_no_hash(node: Struct, code: str, pointer: str | None) -> None:
    with pytest.raises(turnwire.InvalidDocument) as refused:
        canonical_hash(node)
    found = refused.value.diagnostics[0]
    assert code == found.code
    assert pointer is None or (found.pointer or "").startswith(pointer)


def test_a_message_that_holds_itself_has_no_hash() -> None:
    block = model.ToolResultBlock("a")
    block.content.append(block)
    with pytest.raises(turnwire.InvalidDocument) as refused:
        canonical_hash(Message("tool", content=[block]))
    assert "json.depth" == refused.value.diagnostics[0].code


def test_what_is_not_of_the_model_has_no_hash() -> None:
    with pytest.raises(TypeError, match="str is not of"):
        canonical_hash("x")  # type: ignore[arg-type]


def test_nothing_is_changed() -> None:
    document = history('{"history":[{"role":"user","mood":1,"metadata":{}}]}')
    before = msgspec.json.encode(document)
    canonical_hash(document)
    assert before == msgspec.json.encode(document)
