"""Where Protobuf binary is damaged, and what is unknown in it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from google.protobuf.message import DecodeError
from google.protobuf.unknown_fields import UnknownFieldSet
from hypothesis import given
from hypothesis import strategies as st

from turnwire.codec import proto, wire_format
from turnwire.codec.proto_new import nodes
from turnwire.errors import InvalidDocument
from turnwire.v1.history_pb2 import History


def sample() -> History:
    """A history with texts, a map, a block inside a block, and numbers of all wire types."""
    history = History(id="h1")
    for role in (1, 2):
        message = history.history.add(role=role)
        message.content.add().text.text = "Grüße"
        message.provider_raw_json["a/b"] = '{"a":1}'
        result = message.content.add().tool_result
        result.tool_use_id = "t1"
        result.content.add().text.text = "x"
    history.settings.generation.temperature = 0.5
    history.settings.generation.max_tokens = 70000
    return history


WHOLE = sample().SerializeToString(deterministic=True)
START = bytes([0x0A, 0x0B, 0x08, 1, 0x12, 0x07, 0x0A, 0x05, 0x0A, 0x03])
"""A message of the user with a text of three bytes."""

TEXT = "/history/0/content/0/text/text"
KIND: Any = History.DESCRIPTOR  # the stubs declare two types of descriptors; at run time there is one
MESSAGE = "turnwire.v1.Message of this version"
LONGER = "the field is longer than its message"
END = "the data end too early"

NO_TEXT = "the text is not UTF-8 at byte 6"
LONG_KEY = b"\x0a\x89\x01\x52\x86\x01\x0a\x80\x01" + b"k" * 128
"""A map whose entry has a key of 128 bytes, and room for three more bytes."""


class Case(NamedTuple):
    """The bytes of a message, and what is found in them."""

    name: str
    data: bytes
    pointer: str
    offset: int
    message: str


DAMAGED: list[Case] = [
    Case("one byte", b"\xff", "", 0, f"{END}, in the middle of a number"),
    Case("no message", b'{"history": []}', "", 1, f"{END}: it needs 104 bytes, and there are 12"),
    Case("the group of nobody", b"\x0c", "", 0, "field 1 ends a group that does not begin"),
    Case("wire type 7", b"\x0f", "", 0, "field 1 has no wire type"),
    Case("wire type 7 of the last field", b"\xff\xff\xff\xff\x0f", "", 0, "field 536870911 has no wire type"),
    Case("a field behind the last one", b"\x80\x80\x80\x80\x10", "", 0, "no field begins here"),
    Case("field 0", b"\x00\x00", "", 0, "no field begins here"),
    Case("a number of 11 bytes", b"\x0a" + b"\xff" * 11, "/history/0", 0, "a number has more than 10 bytes"),
    Case("cut off in a text", START + b"Hi", TEXT, 8, f"{END}: it needs 3 bytes, and there are 2"),
    Case("cut off in a length", START[:9], TEXT, 8, f"{END}, in the middle of a number"),
    Case("a text longer than its block", START[:-1] + b"\x04Hi.!", TEXT, 8, LONGER),
    Case("no UTF-8", START + b"H\xff.", TEXT, 8, "the text is not UTF-8 at byte 11"),
    Case("an open group", b"\x0b", "", 0, "the group of field 1 has no end"),
    Case("the key of a map", b"\x0a\x08\x52\x06\x0a\x01k\x12\x03x", "/history/0/provider_raw_json/k", 7, LONGER),
    Case("the second message", START + b"Hi.\x0a\x02\x08", "/history/1/role", 15, END),
    Case("no UTF-8 in a key", b"\x0a\x05\x52\x03\x0a\x01\xff", "/history/0/provider_raw_json/\ufffd", 4, NO_TEXT),
    Case("a long key of a map", LONG_KEY + b"\x12\x03x", "/history/0/provider_raw_json", 137, LONGER),
    Case("too deep", b"\x0b" * 200, "", 0, "messages are nested more than 100 levels deep"),
]  # fmt: skip

UNKNOWN: list[Case] = [
    Case("field 1007", b"\x0a\x06\x08\x02\xfa\x3e\x01x", "/history/0", 4, f"{MESSAGE} has no field 1007"),
    Case("4 bytes", b"\x0a\x08\x08\x02\xfd\x3e\x01\x02\x03\x04", "/history/0", 4, f"{MESSAGE} has no field 1007"),
    Case("a group", b"\x0a\x04\x08\x02\x7b\x7c", "/history/0", 4, f"{MESSAGE} has no field 15"),
    Case("a number for a text", b"\x12\x00\x08\x05", "", 2, "field 1, `history`, is written as another type (varint)"),
    Case("an enum", b"\x0a\x02\x08\x63", "/history/0/role", 2, "turnwire.v1.Role of this version has no number 99"),
]  # fmt: skip


@pytest.mark.parametrize("case", DAMAGED, ids=lambda case: case.name)
def test_where_the_bytes_are_damaged(case: Case) -> None:
    with pytest.raises(InvalidDocument) as caught:
        proto.decode(case.data, "request")
    found = caught.value.diagnostics[0]
    assert ("proto.syntax", case.pointer) == (found.code, found.pointer)
    assert found.message.startswith(case.message)
    assert found.message.endswith(f"(byte {case.offset})")


@pytest.mark.parametrize("case", UNKNOWN, ids=lambda case: case.name)
def test_what_is_unknown(case: Case) -> None:
    places = [found.place for found in wire_format.unknown(case.data, KIND)]
    assert [(case.pointer, case.offset, case.message)] == places


def test_every_cut_names_a_field_whose_path_begins_that_of_the_next() -> None:
    """The path of a file that is cut off is one of the whole file."""
    for end in range(len(WHOLE)):
        cut = WHOLE[:end]
        found = wire_format.damage(cut, KIND)
        assert (found is None) == is_read(cut)
        assert found is None or (found.offset < end and found.message.startswith(END))


def nested(levels: int) -> bytes:
    """A history whose message has contents inside of contents: so many messages, one in the other."""
    data = b""
    for level in range(levels - 1, 0, -1):
        # The first two are `history` and `content`; then `tool_result` and its `content` take turns.
        number = 1 if level == 1 else 2 if level == 2 else 7 if level % 2 else 3
        data = bytes(tag(number)) + bytes(varint(len(data))) + data
    return data


def tag(number: int) -> list[int]:
    return varint(number << 3 | 2)


def varint(value: int) -> list[int]:
    found = []
    while value >= 0x80:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return [*found, value]


@pytest.mark.parametrize("levels", [*range(95, 108)])
def test_the_levels_are_those_of_protobuf(levels: int) -> None:
    data = nested(levels)
    assert is_read(data) == (wire_format.damage(data, KIND) is None)


@pytest.mark.parametrize("levels", [*range(97, 104)])
def test_the_levels_of_groups_are_those_of_protobuf(levels: int) -> None:
    data = b"\x0b" * levels + b"\x0c" * levels
    assert is_read(data) == (wire_format.damage(data, KIND) is None)


def test_the_levels_have_a_limit() -> None:
    assert [is_read(nested(levels)) for levels in (95, 107)] == [True, False]


def is_read(data: bytes) -> bool:
    try:
        History.FromString(data)
    except DecodeError:
        return False
    return True


@given(st.lists(st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(0, 255)), max_size=4), st.integers(0, len(WHOLE)))
def test_the_walk_refuses_what_protobuf_refuses(changes: list[tuple[int, int]], end: int) -> None:
    changed = bytearray(WHOLE)
    for position, byte in changes:
        changed[position] = byte
    data = bytes(changed[:end])
    assert is_read(data) == (wire_format.damage(data, KIND) is None)
    if is_read(data):
        has_unknown = any(len(UnknownFieldSet(node)) for node in nodes(History.FromString(data)))
        fields = [found for found in wire_format.unknown(data, KIND) if "no number" not in found.place[2]]
        assert has_unknown == bool(fields)
