"""GLM chats in YAML and protobuf: the same conversation as from JSON, or a refusal that says where; never code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwire import InvalidDocument, detect, read
from turnwire.codec import dumps, loads
from turnwire.dialects.glm import encodings
from turnwire.losses import Losses
from turnwire.testing import difference, normal, wire_documents

if TYPE_CHECKING:
    from collections.abc import Callable

CASES: dict[str, Any] = {
    case["name"]: case["wire"]
    for case in json.loads((Path(__file__).parents[1] / "cases" / "glm" / "identity.json").read_bytes())
}

# What the specified form, which is all that the protobuf has, does not hold of our cases.
NOT_SPECIFIED = {
    "one call without a list, an unknown key in it": ["dropped /history/0/content/1/provider_raw/glm"],
    "calls that are none": [
        "reshaped /history/0/provider_raw/glm/function_calls",
        "reshaped /history/1/provider_raw/glm/function_calls",
        "reshaped /history/2/provider_raw/glm/function_calls",
    ],
    "entries with a role, as the library writes them": [
        "reshaped /history/0/provider_raw/glm/index",
        "reshaped /history/1/provider_raw/glm/visible_code",
        "reshaped /history/1/provider_raw/glm/index",
        "reshaped /history/3/provider_raw/glm/processing",
        "reshaped /history/3/provider_raw/glm/index",
        "reshaped /history/5/provider_raw/glm/code",
        "reshaped /history/5/provider_raw/glm/return_value",
        "reshaped /provider_raw/glm/data",
    ],
    "entries with a role in capitals and the source of the call": [
        "reshaped /provider_raw/glm/data",
        "reshaped /provider_raw/glm/inversion_scheme",
    ],
    "a bare list of entries, roles as lists": [
        "reshaped /history/0/provider_raw/glm/context",
        "dropped /history/1/metadata/sentiment",
    ],
    "both forms of entries, roles in other spellings": [
        "dropped /history/4/provider_raw/glm",
        "reshaped /history/3/role",
    ],
    "the published chat's own words": ["dropped /system/provider_raw/glm"],
    "two words for one thing": [
        "reshaped /history/0/provider_raw/glm/metadata",
        "dropped /settings/function_calls/provider_raw/glm",
        "dropped /settings/provider_raw/glm",
        "dropped /system/provider_raw/glm",
        "reshaped /provider_raw/glm/tracker",
        "reshaped /provider_raw/glm/metadata",
        "reshaped /provider_raw/glm/system_message",
        "reshaped /provider_raw/glm/user_info",
    ],
    "values of other types": [
        "reshaped /history/0/provider_raw/glm/content",
        "reshaped /history/0/provider_raw/glm/meta",
        "dropped /history/1/metadata/provider_raw/glm",
        "reshaped /history/1/provider_raw/glm/content",
        "dropped /history/2/metadata/provider_raw/glm",
        "dropped /settings/tools/0/provider_raw/glm",
        "dropped /settings/function_calls/provider_raw/glm",
        "dropped /settings/provider_raw/glm",
        "dropped /meta/provider_raw/glm",
        "dropped /system/provider_raw/glm",
    ],
    "entries that are none": ["dropped /history/5/provider_raw/glm"],
    "keys called like the marks of residue": [
        "dropped /history/0/metadata/provider_raw/glm",
        "dropped /history/0/provider_raw/glm",
        "dropped /provider_raw/glm",
    ],
    "functions whose arguments are no lists of names": [
        "dropped /settings/tools/5/provider_raw/glm",
        "dropped /settings/tools/6/provider_raw/glm",
    ],
    "roles of several words, and of none": [
        "dropped /history/0/provider_raw/glm",
        "dropped /history/1/provider_raw/glm",
        "dropped /history/2/provider_raw/glm",
        "dropped /history/3/provider_raw/glm",
    ],
}


def compact(wire: Any) -> bytes:
    return dumps(loads(json.dumps(wire).encode()))


def said(body: bytes) -> Any:
    return normal(read(body, "glm", kind="request"))


@pytest.mark.parametrize("name", CASES)
def test_yaml_says_the_same(name: str) -> None:
    body = compact(CASES[name])
    back = encodings.from_yaml(encodings.to_yaml(body))
    assert difference(body, back) is None
    assert said(body) == said(back)


@pytest.mark.parametrize("name", sorted(CASES.keys() - NOT_SPECIFIED.keys()))
def test_protobuf_says_the_same(name: str) -> None:
    body = compact(CASES[name])
    assert said(body) == said(encodings.from_binary(encodings.to_binary(body)))
    assert said(body) == said(encodings.from_proto_json(encodings.to_proto_json(body)))


@pytest.mark.parametrize("name", NOT_SPECIFIED)
def test_what_is_not_specified_is_refused_with_its_places(name: str) -> None:
    for encode in (encodings.to_binary, encodings.to_proto_json):
        with pytest.raises(InvalidDocument) as refused:
            encode(compact(CASES[name]))
        places = [each.partition(" ")[2] for each in NOT_SPECIFIED[name]]
        assert places == [each.pointer for each in refused.value.diagnostics]
        assert {"glm.specified"} == {each.code for each in refused.value.diagnostics}


@pytest.mark.parametrize("name", NOT_SPECIFIED)
def test_what_is_not_specified_moves_to_metadata_or_is_told(name: str) -> None:
    for encode, decode in (
        (encodings.to_binary, encodings.from_binary),
        (encodings.to_proto_json, encodings.from_proto_json),
    ):
        losses = Losses("glm")
        back = decode(encode(compact(CASES[name]), losses))
        assert NOT_SPECIFIED[name] == [f"{each.kind} {each.path}" for each in losses.found]
        # What was moved is there, and is not moved again.
        moved = [each.value for each in losses.found if each.kind == "reshaped" and "provider_raw" in each.path]
        said = read(back, "glm", kind="request")
        extras = [about.extra for about in [said.meta, *(each.metadata for each in said.history)] if about]
        there = [msgspec.json.decode(value) for extra in extras for value in (extra or {}).values()]
        assert [] == [value for value in moved if value not in there]
        encode(back)


SIGNATURES = [
    {"name": "weather", "args": ["city"], "kwargs": [{"name": "days", "default": 1, "type": "int"}], "help": "x"},
    {"name": "several", "args": [{"name": "a", "type": "str"}, {"name": "b"}]},
    {"name": "defaults", "kwargs": {"days": 1}},
    {"name": "none", "args": []},
    {"name": "odd", "args": 7, "kwargs": {"n": 12345678901234567890123}},
]


def test_arguments_are_lists_in_protobuf_too() -> None:
    chat = {"history": [], "settings": {"function_calls": {"available_functions": SIGNATURES}}}
    back = encodings.from_binary(encodings.to_binary(compact(chat)))
    assert difference(compact(chat), back) is None


@given(st.data())
def test_any_chat_that_the_writer_makes_goes_through_protobuf(data: st.DataObject) -> None:
    body = data.draw(wire_documents("glm", "request", "plain"))
    assert said(body) == said(encodings.from_binary(encodings.to_binary(body)))


def test_the_same_chat_has_the_same_bytes() -> None:
    body = compact(CASES["every field of the specification"])
    again = encodings.from_binary(encodings.to_binary(body))
    assert encodings.to_binary(body) == encodings.to_binary(again)


TAGGED = """\
tracker:
- role: &id001 !ConversationRole 'USER'
  content: Hi
- role: !!python/object/apply:GLM.glm.ConversationRoles [ASSISTANT]
  content: Hello
  sequences: !!python/tuple [+++, ---]
inversion_scheme: {*id001 : x}
data: {}
"""


def test_tags_of_the_library_are_read_as_what_they_hold() -> None:
    body = encodings.from_yaml(TAGGED.encode())
    tracker = [
        {"role": "USER", "content": "Hi"},
        {"role": ["ASSISTANT"], "content": "Hello", "sequences": ["+++", "---"]},
    ]
    assert {"tracker": tracker, "inversion_scheme": {"USER": "x"}, "data": {}} == json.loads(body)
    assert ["user", "assistant"] == [message.role for message in read(body, "glm").history]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text",
    [
        "history: !!python/object/apply:os.system ['true']",
        "history: !!python/object/new:GLM.glm.X []",
        "history: !!python/name:os.system",
        "history: !Other []",
    ],
)
def test_no_other_tag_is_read(text: str) -> None:
    with pytest.raises(InvalidDocument) as refused:
        encodings.from_yaml(text.encode())
    assert "yaml.tag" == refused.value.diagnostics[0].code


@pytest.mark.parametrize(
    ("decode", "data", "code"),
    [
        (encodings.from_binary, b"\xff\xff", "proto.syntax"),
        (encodings.from_binary, b"\x52\x01x", "proto.unknown-field"),
        (encodings.from_proto_json, b'{"histories": []}', "proto.type"),
        (encodings.from_proto_json, b'{"meta": {"extraJson": {"used_model": "1"}}}', "model.extra"),
        (encodings.from_proto_json, b'{"meta": {"extraJson": {"a": "{"}}}', "proto.json-text"),
    ],
)
def test_what_is_no_chat_in_protobuf_is_refused(decode: Callable[[bytes], bytes], data: bytes, code: str) -> None:
    with pytest.raises(InvalidDocument) as refused:
        decode(data)
    assert code == refused.value.diagnostics[0].code


@pytest.mark.parametrize(
    ("wire", "best"),
    [
        ({"history": [{"user": {}}]}, "glm"),
        ({"history": [{"user_interaction": 1}], "meta": {}}, "glm"),
        ({"history": [{"role": "user", "content": "Hi"}]}, "glm"),
        ({"history": [{"role": "USER", "feedback": 1}]}, "glm"),
        ({"tracker": [], "data": {}}, "glm"),
        ({"tracker": []}, "glm"),
        ({"history": []}, "turnwire"),
        ({"history": [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}]}, "turnwire"),
        ({"history": [{"role": "user"}]}, "turnwire"),
    ],
)
def test_a_chat_is_told_from_native_json(wire: dict[str, Any], best: str) -> None:
    assert (best, "request") == detect(wire)[0]


def test_other_histories_are_none() -> None:
    assert "glm" not in {dialect for dialect, _ in detect({"history": {"user": "Hi"}})}
    assert "glm" not in {dialect for dialect, _ in detect({"history": [], "messages": []})}
