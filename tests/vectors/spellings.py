"""Inputs that are sound, but spelled as no canonical writer would; and those that only the model refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.vectors.given import BLOCK, ERROR, EVENT, HISTORY, MESSAGE, Given, field

if TYPE_CHECKING:
    from collections.abc import Iterator

NATIVE = {
    "spaces and lines": (HISTORY, ' \t\r\n{ "history" : [ ] , "id" : "a" }\n'),
    "keys in another order": (HISTORY, '{"id":"a","history":[]}'),
    "the tag last": (BLOCK, '{"text":"a","type":"text"}'),
    "null for absent text": (MESSAGE, '{"role":"user","name":null,"id":null}'),
    "null for an absent message": (MESSAGE, '{"role":"user","metadata":null}'),
    "null for an absent list": (MESSAGE, '{"role":"user","content":null}'),
    "null for an absent map": (MESSAGE, '{"role":"user","provider_raw":null}'),
    "null for an absent enum": (BLOCK, '{"type":"tool_use","id":"","name":"","run_by":null}'),
    "null for a plain integer": (EVENT, '{"type":"block_end","block":null}'),
    "null for absent base64": (BLOCK, '{"type":"image","source":{"kind":"url","data":null}}'),
    "an empty list": (MESSAGE, '{"role":"user","content":[]}'),
    "an empty map": (MESSAGE, '{"role":"user","provider_raw":{}}'),
    "a plain integer at zero": (EVENT, '{"type":"block_end","block":0}'),
    "an integer at minus zero": (HISTORY, '{"history":[],"schema_version":-0}'),
    "an escaped key": (MESSAGE, '{"\\u0072ole":"user"}'),
    "an escaped word": (MESSAGE, '{"role":"us\\u0065r"}'),
    "an escaped tag": (BLOCK, '{"type":"\\u0074ext","text":"a"}'),
    "escapes": (BLOCK, '{"type":"text","text":"\\u0041\\/\\b\\f\\u00e9\\ud83c\\udf27\\u0000"}'),
    "escapes in base64": (BLOCK, '{"type":"image","source":{"kind":"base64","data":"iVBO\\u0052w=="}}'),
    "spaces around free JSON": (BLOCK, '{"type":"tool_use","id":"","name":"","input": \n{"a": 1} }'),
    "a double with a point": (ERROR, '{"message":"","retry_after":1.0}'),
    "a double with an exponent": (ERROR, '{"message":"","retry_after":1E-2}'),
    "a double of many digits": (ERROR, '{"message":"","retry_after":0.1000000000000000055511151231257827}'),
    "the largest double": (ERROR, '{"message":"","retry_after":1.7976931348623157e308}'),
    "the smallest double": (ERROR, '{"message":"","retry_after":5e-324}'),
    "below the smallest double": (ERROR, '{"message":"","retry_after":1e-400}'),
    "a large whole double": (ERROR, '{"message":"","retry_after":1e300}'),
    "unknown keys between known ones": (MESSAGE, '{"mood":1,"role":"user","x":null,"id":"a"}'),
}

# What binary of a later version had, carried along (docs/evolution.md), and what only looks like it.
CARRIED = {
    "an unknown field": (HISTORY, '{"history":[],"provider_raw":{"protobuf":{"unknown":"wj4DbmV3"}}}'),
    "two unknown fields inside": (
        HISTORY,
        '{"history":[{"role":"user","provider_raw":{"glm":1,"protobuf": { "unknown" : "wD4Hwj4DbmV3" }}}]}',
    ),
    "a number of an enum": (
        MESSAGE,
        '{"role":"user_interaction","provider_raw":{"protobuf":{"fields":{"role":"CE0="}}}}',
    ),
    "a number of an enum, edited": (MESSAGE, '{"role":"tool","provider_raw":{"protobuf":{"fields":{"role":"CE0="}}}}'),
    "a whole field": (
        HISTORY,
        '{"history":[],"provider_raw":{"protobuf":{"unknown":"wD4H","fields":{"settings":"EgMKAW0="}}}}',
    ),
    "a block": (BLOCK, '{"type":"opaque","block_type":"","value":{"protobuf":"wj4FCgMKAWE="},"dialect":"protobuf"}'),
    "a block in a list": (
        MESSAGE,
        '{"role":"user","content":[{"type":"opaque","block_type":"image","value":{"protobuf":"EgYKBAhNGgA="},"dialect":"protobuf"}]}',
    ),
    "an event": (EVENT, '{"type":"opaque","event_type":"","value":{"protobuf":"wj4DCgFh"},"dialect":"protobuf"}'),
    "a block with more": (
        BLOCK,
        '{"type":"opaque","block_type":"","value":{"protobuf":"wj4FCgMKAWE="},"dialect":"protobuf","cache":{"kind":"x"}}',
    ),
    "a block with another key": (
        BLOCK,
        '{"type":"opaque","block_type":"","value":{"protobuf":"wj4FCgMKAWE=","x":"y"},"dialect":"protobuf"}',
    ),
    "a block that is empty": (
        BLOCK,
        '{"type":"opaque","block_type":"","value":{"protobuf":""},"dialect":"protobuf"}',
    ),
    "a known field": (MESSAGE, '{"role":"tool","provider_raw":{"protobuf":{"unknown":"CAE="}}}'),
    "another field than it says": (MESSAGE, '{"role":"tool","provider_raw":{"protobuf":{"fields":{"name":"CAE="}}}}'),
    "a field that is none": (MESSAGE, '{"role":"tool","provider_raw":{"protobuf":{"fields":{"nobody":"wD4H"}}}}'),
    "no base64": (MESSAGE, '{"role":"tool","provider_raw":{"protobuf":{"unknown":"not base64"}}}'),
    "base64 without padding": (MESSAGE, '{"role":"tool","provider_raw":{"protobuf":{"unknown":"wD4HBw"}}}'),
    "bytes that are no message": (MESSAGE, '{"role":"tool","provider_raw":{"protobuf":{"unknown":"/////w=="}}}'),
    "another key": (MESSAGE, '{"role":"tool","provider_raw":{"protobuf":{"unknown":"wD4H","other":1}}}'),
    "a list": (MESSAGE, '{"role":"tool","provider_raw":{"protobuf":[]}}'),
}

YAML = {
    "blocks": (HISTORY, "history:\n- role: user\n  content:\n    - {type: text, text: Hi}\n"),
    "a date is text": (MESSAGE, "role: user\ncreated_at: 2026-02-14T09:30:00Z\n"),
    "yes is text": (BLOCK, "type: text\ntext: yes\n"),
    "an octal that is none": (HISTORY, "history: []\nschema_version: 010\n"),
    "a hexadecimal integer": (HISTORY, "history: []\nschema_version: 0x10\n"),
    "a plus sign": (HISTORY, "history: []\nschema_version: +7\n"),
    "2^53 + 1": (HISTORY, "history: []\nschema_version: 9007199254740993\n"),
    "a tilde is null": (MESSAGE, "role: user\nname: ~\n"),
    "nothing is null": (MESSAGE, "role: user\nname:\n"),
    "a block of text": (BLOCK, "type: text\ntext: |\n  a\n  b\n"),
    "a folded text": (BLOCK, "type: text\ntext: >-\n  a\n  b\n"),
    "comments and marks": (BLOCK, "--- # a comment\ntype: text # another\ntext: 'it''s'\n"),
    "flow": (BLOCK, '{type: text, "text": "\\x41\\u00e9\\U0001F327"}\n'),
    "an unknown key": (MESSAGE, "role: user\nmood: curious\n"),
}

PROTO_JSON = {
    "names of the proto": (MESSAGE, '{"role":"ROLE_USER","session_id":"s"}'),
    "integers as numbers": (HISTORY, '{"schemaVersion":9007199254740991}'),
    "integers as texts": (HISTORY, '{"schemaVersion":"9007199254740993"}'),
    "the largest integer": (HISTORY, '{"schemaVersion":"9223372036854775807"}'),
    "the least integer": (HISTORY, '{"schemaVersion":"-9223372036854775808"}'),
    "enums as numbers": (MESSAGE, '{"role":1}'),
    "null is absent": (MESSAGE, '{"role":"ROLE_USER","id":null,"content":null,"metadata":null}'),
    "spaces and lines": (MESSAGE, ' {\n\t"role" : "ROLE_USER" }\r\n'),
    "keys in another order": (MESSAGE, '{"id":"a","role":"ROLE_USER"}'),
    "escapes": (MESSAGE, '{"role":"ROLE_USER","id":"\\u0041\\ud83c\\udf27\\/"}'),
    "an empty member": (BLOCK, '{"text":{}}'),
    "a double as text": (ERROR, '{"retryAfter":"0.1"}'),
    "a double with an exponent": (ERROR, '{"retryAfter":1E-1}'),
    "a zero that is told": (HISTORY, '{"schemaVersion":"0"}'),
    "an empty list": (HISTORY, '{"history":[]}'),
    "free JSON is text": (BLOCK, '{"toolUse":{"inputJson":"{\\"b\\": 1.50}"}}'),
    "base64 with padding": ("turnwire.v1.WireDocument", '{"data":"AP/+/w=="}'),
    "base64 without padding": ("turnwire.v1.WireDocument", '{"data":"AP/+/w"}'),
    "base64 for addresses": ("turnwire.v1.WireDocument", '{"data":"AP_-_w=="}'),
}

USER = field(1, 1)
TEXT = field(1, field(1, b"a"))

BINARY = {
    "fields out of order": (HISTORY, field(5, b"a") + field(1, USER)),
    "a text twice": (HISTORY, field(5, b"a") + field(5, b"b")),
    "an integer twice": (HISTORY, field(6, 1) + field(6, 2)),
    "a message in two pieces": (HISTORY, field(2, field(1, b"m")) + field(2, field(1, b"n"))),
    "a list around a field": (HISTORY, field(1, USER) + field(5, b"a") + field(1, USER)),
    "a member twice": (BLOCK, TEXT + field(1, field(3, field(1, b"x")))),
    "two members, the last one wins": (BLOCK, TEXT + field(10, field(1, b"no"))),
    "a zero that need not be told": (EVENT, field(12, field(1, 0) + field(2, 0))),
    "a varint with a useless byte": (HISTORY, b"\x30\x81\x00"),
    "a varint of ten bytes for one": (HISTORY, b"\x30\x81\x80\x80\x80\x80\x80\x80\x80\x80\x00"),
    "a tag with a useless byte": (HISTORY, b"\xaa\x00\x01a"),
    "a length with a useless byte": (HISTORY, b"\x2a\x81\x00a"),
    "a truth of two": (BLOCK, field(7, field(4, 2))),
    "an empty key in a map": (MESSAGE, USER + field(10, field(2, b"1"))),
    "a map entry out of order": (MESSAGE, USER + field(10, field(2, b"1") + field(1, b"k"))),
    "a key twice in a map": (MESSAGE, USER + field(10, field(1, b"k") + field(2, b"1")) * 2),
    "an unknown varint": (HISTORY, field(1000, 7)),
    "an unknown text": (HISTORY, field(5, b"a") + field(1000, b"new")),
    "an unknown fixed64": (HISTORY, b"\xc1\x3e" + bytes(range(8))),
    "an unknown fixed32": (HISTORY, b"\xc5\x3e" + bytes(range(4))),
    "an unknown group": (HISTORY, b"\xc3\x3e" + field(1, 7) + b"\xc4\x3e"),
    "unknown fields inside": (HISTORY, field(1, USER + field(1000, b"new"))),
    "the largest field number": (HISTORY, field(2**29 - 1, 7)),
    "an unknown member of a oneof": (BLOCK, field(1000, TEXT)),
    "an unknown event": (EVENT, field(1000, field(1, b"a"))),
    "an unknown number in what a block needs": (BLOCK, field(2, field(1, field(1, 77) + field(3, b"")))),
    "a whole message that needs an unknown number": (HISTORY, field(2, field(1, b"m") + field(5, field(1, 77)))),
    "something unknown where somebody has its place": (
        HISTORY,
        field(1000, 7) + field(7, field(1, b"protobuf") + field(2, b"[]")),
    ),
    "an unknown number of an enum": (MESSAGE, field(1, 77)),
    "a negative number of an enum": (MESSAGE, field(1, -1)),
    "a known field of another wire type": (HISTORY, field(5, 7)),
    "a required enum that is absent": (MESSAGE, b""),
    "a required message that is absent": (BLOCK, field(2, b"")),
    "required free JSON that is absent": (BLOCK, field(11, field(1, b"x") + field(3, b"glm"))),
    "no member": (BLOCK, b""),
    "no member in a list": (MESSAGE, USER + field(2, TEXT) + field(2, b"")),
    "free JSON that is none": (BLOCK, field(6, field(3, b"{"))),
    "free JSON that is empty": (BLOCK, field(6, field(3, b""))),
    "free JSON that is two values": (BLOCK, field(6, field(3, b"1 2"))),
    "free JSON of 49 levels": (BLOCK, field(6, field(3, b"[" * 49 + b"]" * 49))),
    "free JSON with NaN": (BLOCK, field(6, field(3, b"NaN"))),
    "free JSON in a map that is none": (MESSAGE, USER + field(10, field(1, b"k") + field(2, b"tru"))),
    "a double that is NaN": (ERROR, b"\x39" + bytes.fromhex("000000000000f87f")),
    "a double that is infinite": (ERROR, b"\x39" + bytes.fromhex("000000000000f07f")),
    "a double at minus zero": (ERROR, b"\x39" + bytes.fromhex("0000000000000080")),
    "no bytes": (HISTORY, b""),
    "an empty message": (HISTORY, field(2, b"")),
}


def spellings() -> Iterator[Given]:
    """All of them."""
    for name, (message, text) in NATIVE.items():
        yield Given(f"native: {name}", message, "native", text.encode())
    for name, (message, text) in CARRIED.items():
        yield Given(f"native, carried along: {name}", message, "native", text.encode())
    for name, (message, text) in YAML.items():
        yield Given(f"YAML: {name}", message, "yaml", text.encode())
    for name, (message, text) in PROTO_JSON.items():
        yield Given(f"ProtoJSON: {name}", message, "proto_json", text.encode())
    for name, (message, data) in BINARY.items():
        yield Given(f"binary: {name}", message, "binary", data)
