"""Inputs that are refused, and where: native JSON (and the same in YAML), ProtoJSON and binary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.vectors.given import BLOCK, ERROR, EVENT, HISTORY, MESSAGE, Given, Runtimes, field

if TYPE_CHECKING:
    from collections.abc import Iterator

LOSS, CHAT = "turnwire.v1.Loss", "turnwire.glm.v1.ChatHistory"

# Not JSON at all, whatever the message: so the texts are of a History.
NO_JSON: dict[str, bytes] = {
    "nothing": b"",
    "only spaces": b" \n",
    "a byte order mark": b'\xef\xbb\xbf{"history":[]}',
    "UTF-16": '{"history":[]}'.encode("utf-16"),
    "cut in an object": b'{"history":[],',
    "cut in a list": b'{"history":[',
    "cut in a text": b'{"history":[],"id":"a',
    "cut in an escape": b'{"history":[],"id":"\\u00',
    "cut in a word": b'{"history":nul',
    "a comma too many in an object": b'{"history":[],}',
    "a comma too many in a list": b'{"history":[],"x":[1,]}',
    "a comma too few": b'{"history":[] "id":"a"}',
    "no colon": b'{"history"[]}',
    "single quotes": b"{'history':[]}",
    "a key without quotes": b"{history:[]}",
    "a comment": b'{"history":[] /* none */}',
    "text after the end": b'{"history":[]}x',
    "two documents": b'{"history":[]}\n{"history":[]}',
    "on the third line": b'{"history":[],\n "id":"a",\n  x}',
    "after characters of several bytes": '{"history":[],"id":"\u00e9\U0001f327",x}'.encode(),
    "NaN": b'{"history":[],"x":NaN}',
    "Infinity": b'{"history":[],"x":Infinity}',
    "minus Infinity": b'{"history":[],"x":-Infinity}',
    "a plus sign": b'{"history":[],"x":+1}',
    "a leading zero": b'{"history":[],"x":01}',
    "no digit before the point": b'{"history":[],"x":.5}',
    "no digit after the point": b'{"history":[],"x":1.}',
    "no digit after the exponent": b'{"history":[],"x":1e}',
    "a hexadecimal number": b'{"history":[],"x":0x10}',
    "a minus alone": b'{"history":[],"x":-}',
    "True": b'{"history":[],"x":True}',
    "a line break in a text": b'{"history":[],"id":"a\nb"}',
    "a tab in a text": b'{"history":[],"id":"a\tb"}',
    "NUL in a text": b'{"history":[],"id":"a\0b"}',
    "an escape that is none": b'{"history":[],"id":"\\x41"}',
    "an escape of no digits": b'{"history":[],"id":"\\u00g0"}',
    "half a pair": b'{"history":[],"id":"\\ud83c"}',
    "the second half alone": b'{"history":[],"id":"\\udf27"}',
    "halves the wrong way round": b'{"history":[],"id":"\\udf27\\ud83c"}',
    "a byte that is no UTF-8": b'{"history":[],"id":"\xff"}',
    "an overlong NUL": b'{"history":[],"id":"\xc0\x80"}',
    "half a pair as UTF-8": b'{"history":[],"id":"\xed\xa0\x80"}',
    "a character cut off": b'{"history":[],"id":"\xe2\x82"}',
    "beyond Unicode": b'{"history":[],"id":"\xf4\x90\x80\x80"}',
    "a key that is no UTF-8": b'{"history":[],"\xff":1}',
    "65 levels": b'{"history":' + b"[" * 64 + b"]" * 64 + b"}",
    "100 000 brackets": b"[" * 100_000,
    "a key twice": b'{"history":[],"id":"a","id":"b"}',
    "a key twice, the same value": b'{"history":[],"id":"a","id":"a"}',
    "a key twice, once escaped": b'{"history":[],"id":"a","\\u0069d":"b"}',
    "a key twice in a message": b'{"history":[{"role":"user","role":"user"}]}',
    "a key twice in free JSON": b'{"history":[],"provider_raw":{"glm":{"a":1,"b":2,"a":3}}}',
    "a key twice in a map": b'{"history":[],"provider_raw":{"glm":1,"glm":2}}',
    "an unknown key twice": b'{"history":[],"x":1,"x":2}',
}

# Sound JSON that is not of the message; each in YAML too.
NO_FIT: dict[str, tuple[str, str]] = {
    "a list for a document": (HISTORY, "[]"),
    "a text for a document": (HISTORY, '"a"'),
    "null for a document": (HISTORY, "null"),
    "a number for a text": (HISTORY, '{"history":[],"id":1}'),
    "a truth for a text": (HISTORY, '{"history":[],"id":true}'),
    "a list for a text": (HISTORY, '{"history":[],"id":["a"]}'),
    "an object for a text": (HISTORY, '{"history":[],"id":{}}'),
    "a text for an integer": (HISTORY, '{"history":[],"schema_version":"1"}'),
    "a truth for an integer": (HISTORY, '{"history":[],"schema_version":true}'),
    "a point in an integer": (HISTORY, '{"history":[],"schema_version":1.0}'),
    "an exponent in an integer": (HISTORY, '{"history":[],"schema_version":1e3}'),
    "a text for a double": (ERROR, '{"message":"","retry_after":"1"}'),
    "a truth for a double": (ERROR, '{"message":"","retry_after":false}'),
    "a double beyond all": (ERROR, '{"message":"","retry_after":1e400}'),
    "a number for a truth": (BLOCK, '{"type":"tool_result","tool_use_id":"","is_error":0}'),
    "a text for a truth": (BLOCK, '{"type":"tool_result","tool_use_id":"","is_error":"true"}'),
    "a word of no enum": (MESSAGE, '{"role":"Narrator"}'),
    "a word of no enum in a closed system": (
        "turnwire.gpt2099.v1.ContextWindow",
        '{"messages":[{"role":"narrator","content":[]}]}',
    ),
    "a new word where nothing is kept": (LOSS, '{"kind":"mislaid","path":"","feature":"","dialect":""}'),
    "a new word that nothing can do without": ("turnwire.v1.Source", '{"kind":"hologram"}'),
    "a new word in capitals": (MESSAGE, '{"role":"Narrator"}'),
    "a new word with a space": (MESSAGE, '{"role":"the narrator"}'),
    "an enum in upper case": (MESSAGE, '{"role":"USER"}'),
    "an enum as ProtoJSON has it": (MESSAGE, '{"role":"ROLE_USER"}'),
    "an enum as a number": (MESSAGE, '{"role":1}'),
    "an enum that is not said": (MESSAGE, '{"role":"unspecified"}'),
    "an empty word": (MESSAGE, '{"role":""}'),
    "an object for a list": (HISTORY, '{"history":{}}'),
    "a text for a list": (HISTORY, '{"history":"a"}'),
    "null in a list": (HISTORY, '{"history":[null]}'),
    "null in a list of texts": (BLOCK, '{"type":"thinking","text":"","summary":["a",null]}'),
    "a number in a list of texts": (BLOCK, '{"type":"thinking","text":"","summary":["a",1]}'),
    "a list for a message": (HISTORY, '{"history":[],"settings":[]}'),
    "a text for a message": (HISTORY, '{"history":[],"settings":"a"}'),
    "a list for a map": (MESSAGE, '{"role":"user","provider_raw":[]}'),
    "a text for a map": (MESSAGE, '{"role":"user","provider_raw":"a"}'),
    "a text for a block": (MESSAGE, '{"role":"user","content":["a"]}'),
    "a list for a block": (MESSAGE, '{"role":"user","content":[[]]}'),
    "null for a block": (MESSAGE, '{"role":"user","content":[null]}'),
    "a block without a type": (MESSAGE, '{"role":"user","content":[{"text":"a"}]}'),
    "a block of type null": (MESSAGE, '{"role":"user","content":[{"type":null}]}'),
    "a block whose type is a number": (MESSAGE, '{"role":"user","content":[{"type":1}]}'),
    "a required text that is absent": (BLOCK, '{"type":"text"}'),
    "a required text that is null": (BLOCK, '{"type":"text","text":null}'),
    "a required enum that is absent": (MESSAGE, "{}"),
    "a required enum that is null": (MESSAGE, '{"role":null}'),
    "a required list that is absent": (HISTORY, "{}"),
    "a required list that is null": (HISTORY, '{"history":null}'),
    "a required message that is absent": (BLOCK, '{"type":"image"}'),
    "a required field deep inside": (
        HISTORY,
        '{"history":[{"role":"user"},{"role":"user","content":[{"type":"text","text":"a"},{"type":"refusal"}]}]}',
    ),
    "a known block that does not fit is not opaque": (MESSAGE, '{"role":"user","content":[{"type":"text","text":1}]}'),
    "the first of two faults": (HISTORY, '{"history":[{"role":"X"}],"id":1}'),
    "free JSON of 49 levels": (BLOCK, '{"type":"tool_use","id":"","name":"","input":' + "[" * 49 + "]" * 49 + "}"),
    "an unknown key where none is kept": (LOSS, '{"kind":"dropped","path":"","feature":"","dialect":"","x":1}'),
    "an unknown key in a closed system": (CHAT, '{"history":[],"mood":1}'),
    "an unknown key in a message of a closed system": (CHAT, '{"history":[{"user":{"mood":1}}]}'),
    "an unknown block in a closed system": ("turnwire.gpt2099.v1.ContentBlock", '{"type":"hologram"}'),
    "a name of the proto where camels are written": (
        "turnwire.geppetto.v1.ListResponse",
        '{"response_type":"OK","responseMsg":""}',
    ),
    "a wrong type below an open object": (CHAT, '{"history":[{"user":{"meta":{"token_count":"1","x":2}}}]}'),
}

# "A reader must keep all 64 bits" (proto/README.md, 11), and no more can be kept in protobuf.
BEYOND_64_BITS: dict[str, tuple[str, str]] = {
    "2^63": (HISTORY, '{"history":[],"schema_version":9223372036854775808}'),
    "-2^63 - 1": (HISTORY, '{"history":[],"schema_version":-9223372036854775809}'),
    "2^64": (HISTORY, '{"history":[],"schema_version":18446744073709551616}'),
    "an integer of 30 digits": (HISTORY, f'{{"history":[],"schema_version":{"9" * 30}}}'),
    "2^63 for a plain integer": (EVENT, '{"type":"block_end","block":9223372036854775808}'),
}

# Where the Python model looks late, or names another thing first: what the rules say.
BY_THE_RULES: dict[str, tuple[str, str, str, str]] = {
    "a number for base64": (
        BLOCK,
        '{"type":"image","source":{"kind":"base64","data":1}}',
        "json.type",
        "/source/data",
    ),
    "a fault after unknown keys": (
        HISTORY,
        '{"mood":1,"history":[{"x":2,"role":"user","id":3}]}',
        "json.type",
        "/history/0/id",
    ),
    "a fault beside a new word": (MESSAGE, '{"role":"narrator","id":1}', "json.type", "/id"),
    "a fault below a new word": (
        BLOCK,
        '{"type":"image","source":{"kind":"hologram","data":1}}',
        "json.type",
        "/source/data",
    ),
    "an unknown key and a required one that is absent": (MESSAGE, '{"mood":1}', "json.required", ""),
}

PROTO_JSON: dict[str, tuple[str, bytes]] = {
    "a list": (HISTORY, b"[]"),
    "null": (HISTORY, b"null"),
    "nothing": (HISTORY, b""),
    "cut off": (HISTORY, b'{"history":['),
    "text after the end": (HISTORY, b"{}x"),
    # Runtimes refuse these two, and turnwire keeps them: they are of a later version.
    "an unknown key": (HISTORY, b'{"mood":1}'),
    "an unknown word": (MESSAGE, b'{"role":"ROLE_NARRATOR"}'),
    "a word of no enum": (MESSAGE, b'{"role":"NARRATOR"}'),
    "an enum as native JSON has it": (MESSAGE, b'{"role":"user"}'),
    "native JSON": (BLOCK, b'{"type":"text","text":"a"}'),
    "a number for a text": (HISTORY, b'{"id":1}'),
    "a text for a list": (HISTORY, b'{"history":"a"}'),
    "an object for a list": (HISTORY, b'{"history":{}}'),
    "a list for a message": (HISTORY, b'{"settings":[]}'),
    "a text for a message": (HISTORY, b'{"settings":"a"}'),
    "null in a list": (HISTORY, b'{"history":[null]}'),
    "null in a map": (MESSAGE, b'{"role":"ROLE_USER","providerRawJson":{"glm":null}}'),
    "2^63": (HISTORY, b'{"schemaVersion":"9223372036854775808"}'),
    "a fraction for an integer": (HISTORY, b'{"schemaVersion":1.5}'),
    "a text that is no integer": (HISTORY, b'{"schemaVersion":"a"}'),
    "a truth for an integer": (HISTORY, b'{"schemaVersion":true}'),
    "a number for a truth": (BLOCK, b'{"toolResult":{"isError":1}}'),
    "a text for a truth": (BLOCK, b'{"toolResult":{"isError":"true"}}'),
    "a double beyond all": (ERROR, b'{"retryAfter":1e400}'),
    "two members of a oneof": (BLOCK, b'{"text":{},"refusal":{}}'),
    "bad base64": ("turnwire.v1.WireDocument", b'{"data":"a b!"}'),
    "base64 cut off": ("turnwire.v1.WireDocument", b'{"data":"AAAAA"}'),
    "half a pair": (HISTORY, b'{"id":"\\ud83c"}'),
    "a byte that is no UTF-8": (HISTORY, b'{"id":"\xff"}'),
    "a control character in a text": (HISTORY, b'{"id":"a\nb"}'),
    "a comma too many": (HISTORY, b'{"id":"a",}'),
    "single quotes": (HISTORY, b"{'id':'a'}"),
    "NaN": (ERROR, b'{"retryAfter":NaN}'),
}

# "proto3 JSON parser must reject" says nothing of these, and the runtimes differ; turnwire's own reader is sure.
PROTO_JSON_OPEN: dict[str, tuple[str, bytes]] = {
    "a key twice": (HISTORY, b'{"id":"a","id":"b"}'),
    "a key under both its names": (MESSAGE, b'{"role":"ROLE_USER","sessionId":"a","session_id":"b"}'),
    "100 000 brackets": (HISTORY, b'{"history":' + b"[" * 100_000),
}

BINARY: dict[str, tuple[str, bytes]] = {
    "a tag alone": (HISTORY, b"\x2a"),
    "a tag cut off": (HISTORY, b"\xaa"),
    "a length without bytes": (HISTORY, b"\x2a\x05"),
    "a text cut off": (HISTORY, b"\x2a\x05abc"),
    "a length cut off": (HISTORY, b"\x2a\x80"),
    "a varint cut off": (HISTORY, b"\x30\xff\xff"),
    "a varint of eleven bytes": (HISTORY, b"\x30" + b"\xff" * 10 + b"\x01"),
    "a varint without end": (HISTORY, b"\x30" + b"\x80" * 20),
    "a double cut off": (ERROR, b"\x39\x00\x00\x00"),
    "a message cut off": (HISTORY, b"\x0a\x02\x08"),
    "a message longer than what it is in": (HISTORY, field(1, b"\x12\x7f")),
    "the field number 0": (HISTORY, b"\x00\x00"),
    "the wire type 6": (HISTORY, b"\x2e\x00"),
    "the wire type 7": (HISTORY, b"\x2f\x00"),
    "the end of no group": (HISTORY, b"\x2c"),
    "a group without end": (HISTORY, b"\xc3\x3e\x08\x07"),
    "a group with the end of another": (HISTORY, b"\xc3\x3e\xcc\x3e"),
    "a length beyond 2 GiB": (HISTORY, b"\x2a\xff\xff\xff\xff\x7f"),
    "a text that is no UTF-8": (HISTORY, field(5, b"a\xff")),
    "a text with half a pair": (HISTORY, field(5, b"\xed\xa0\x80")),
    "a text with an overlong NUL": (HISTORY, field(5, b"\xc0\x80")),
    "a key of a map that is no UTF-8": (MESSAGE, field(1, 1) + field(10, field(1, b"\xff") + field(2, b"1"))),
    "no message at all": (HISTORY, b"hello"),
    "native JSON": (HISTORY, b'{"history":[]}'),
}


def _deep(levels: int) -> bytes:
    inner = field(1, field(1, b"a"))
    for _ in range(levels):
        inner = field(7, field(3, inner))
    return inner


def refusals() -> Iterator[Given]:
    """All of them."""
    for name, data in NO_JSON.items():
        yield Given(f"native, refused: {name}", HISTORY, "native", data)
    for name, (message, text) in NO_FIT.items():
        yield Given(f"native, refused: {name}", message, "native", text.encode())
    for name, (message, text) in BEYOND_64_BITS.items():
        place = "/block" if message == EVENT else "/schema_version"
        yield Given(f"native, refused: {name}", message, "native", text.encode(), refused=("json.number", place))
    for name, (message, text, code, place) in BY_THE_RULES.items():
        yield Given(f"native, refused: {name}", message, "native", text.encode(), refused=(code, place))
    for name, (message, data) in PROTO_JSON.items():
        yield Given(f"ProtoJSON, refused: {name}", message, "proto_json", data, Runtimes.REFUSE)
    for name, (message, data) in PROTO_JSON_OPEN.items():
        yield Given(f"ProtoJSON, refused: {name}", message, "proto_json", data, Runtimes.UNSETTLED)
    for name, (message, data) in BINARY.items():
        yield Given(f"binary, refused: {name}", message, "binary", data, Runtimes.REFUSE)
    yield Given("binary, refused: 400 levels", BLOCK, "binary", _deep(200), Runtimes.UNSETTLED)
