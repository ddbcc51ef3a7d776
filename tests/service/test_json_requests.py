"""The JSON of requests: what has another type, or is no base64, is refused in plain words, and names its field."""

from __future__ import annotations

import base64
import json

import pytest

from turnwire.service.errors import RefusedError
from turnwire.service.message_forms import JSON
from turnwire.v1.service_pb2 import ConvertRequest, ValidateRequest

parse = JSON.parser(ConvertRequest)

# JSON -> the field, and what is said
REFUSED = [
    ("[]", "", "the request is an object"),
    ("null", "", "the request is an object"),
    ("5", "", "the request is an object"),
    ('"wire"', "", "the request is an object"),
    ("", "", "the request is not JSON: Expecting value: line 1 column 1 (char 0)"),
    ('{"target": "a", "target": "b"}', "", "the request has a name twice in one object"),
    ('{"wire": 5}', "wire", "wire is an object"),
    ('{"wire": []}', "wire", "wire is an object"),
    ('{"wire": {"data": 5}}', "wire.data", "wire.data is a text"),
    ('{"target": ["a"]}', "target", "target is a text"),
    ('{"allow": "all"}', "allow", "allow is a list"),
    ('{"allow": ["a", 5]}', "allow[1]", "allow[1] is a text"),
    ('{"strict": "yes"}', "strict", "strict is true or false"),
    ('{"keeping": {"reasoning": []}}', "keeping.reasoning", "keeping.reasoning is the name of a value"),
    ('{"wire": {"kind": true}}', "wire.kind", "wire.kind is the name of a value"),
    ('{"wire": {"envelopeJson": []}}', "wire.envelope_json", "wire.envelope_json is an object"),
    ('{"document": {"history": [5]}}', "document.history", "document.history is an object"),
    (
        '{"wire": {"data": "{\\"messages\\": []}"}}',
        "wire.data",
        "wire.data is bytes in base64: character 1 is not in its alphabet",
    ),
    (
        '{"wire": {"data": "e3=0"}}',
        "wire.data",
        "wire.data is bytes in base64: character 3 is not in its alphabet",
    ),
    (
        '{"wire": {"data": "\\u00e9"}}',
        "wire.data",
        "wire.data is bytes in base64: character 1 is not in its alphabet",
    ),
    ('{"target": ' + "9" * 5000 + "}", "", "the request has a number of too many digits"),
    ('{"wire":' * 50_000, "", "the request is nested too deeply"),
]


@pytest.mark.parametrize(("text", "field", "message"), REFUSED)
def test_what_is_no_json_of_the_message_is_refused(text: str, field: str, message: str) -> None:
    with pytest.raises(RefusedError) as caught:
        parse(text.encode())
    assert (field, message) == (caught.value.field, caught.value.message)


def test_bytes_that_are_no_utf_8_are_refused() -> None:
    with pytest.raises(RefusedError, match="the request is not UTF-8, at byte 13"):
        parse(b'{"target": "\xff"}')


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff\xfe\xfd", bytes(range(256))])
@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode, base64.encodebytes])
@pytest.mark.parametrize("end", ["", "="])
def test_each_form_of_base64_is_read(data: bytes, encode: object, end: str) -> None:
    assert callable(encode)
    text = encode(data).decode().rstrip("" if end else "=\n")
    assert data == parse(json.dumps({"wire": {"data": text}}).encode()).wire.data  # type: ignore[attr-defined]


def test_both_names_of_a_field_numbers_and_null_are_read() -> None:
    request = JSON.parser(ValidateRequest)(b'{"wire": {"envelope_json": {"a": "1"}, "dialect": null, "kind": 1}}')
    assert ("1", 1) == (request.wire.envelope_json["a"], request.wire.kind)  # type: ignore[attr-defined]
