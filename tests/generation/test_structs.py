"""The generated structs are the native JSON of the sample: what they read, write and refuse."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

LEAST = '{"items":[],"label":"a","room":{},"rule":1}'

READ_AND_WRITTEN = {
    "the least": LEAST,
    "union": '{"items":[{"type":"book","title":"b"},{"type":"nested"}],"label":"a","room":{},"rule":1}',
    "nested union": (
        '{"items":[{"type":"nested","shelf":{"items":[{"type":"book","title":"b"}],"label":"c","room":{},"rule":1}}],'
        '"label":"a","room":{},"rule":1}'
    ),
    "enum": '{"items":[],"label":"a","room":{},"rule":1,"place":"at_wall","history":["middle","at_wall"]}',
    "whole and broken numbers": '{"items":[],"label":"a","room":{},"rule":1,"width":1}',
    "a number with a point": '{"items":[],"label":"a","room":{},"rule":1,"width":1.0}',
    "free JSON, its text kept": (
        '{"items":[],"label":"a","room":{},"rule":[1.50, 2e3],"notes":{"b": 12345678901234567890},"extra":{"k":null}}'
    ),
    "raw text": '{"items":[],"label":"a","room":{},"rule":1,"blob":"a\\u00e9\\n"}',
    "implicit presence": '{"items":[],"label":"a","room":{},"rule":1,"count":3}',
    "words": '{"items":[],"label":"a","room":{},"rule":1,"words":["x","y"],"full":false}',
}

REFUSED = {
    "unknown key": (
        '{"items":[],"label":"a","room":{},"rule":1,"colour":"red"}',
        "Object contains unknown field `colour`",
    ),
    "required": ('{"items":[],"room":{},"rule":1}', "Object missing required field `label`"),
    "word": ('{"items":[],"label":"a","room":{},"rule":1,"place":"roof"}', "Invalid enum value 'roof' - at `$.place`"),
    "word for unspecified": (
        '{"items":[],"label":"a","room":{},"rule":1,"place":"unspecified"}',
        "Invalid enum value 'unspecified' - at `$.place`",
    ),
    "tag": (
        '{"items":[{"type":"film"}],"label":"a","room":{},"rule":1}',
        "Invalid value 'film' - at `$.items[0].type`",
    ),
}


def _without_order(text: str) -> Any:
    return msgspec.json.decode(text)


@pytest.mark.parametrize("text", READ_AND_WRITTEN.values(), ids=READ_AND_WRITTEN)
def test_native_json_is_read_and_written(sample: Any, text: str) -> None:
    shelf = msgspec.json.decode(text, type=sample.structs.Shelf)
    written = msgspec.json.encode(shelf).decode()
    assert (_without_order(text), sorted(text)) == (_without_order(written), sorted(written))


@pytest.mark.parametrize(("text", "words"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_native_json_is_refused(sample: Any, text: str, words: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.json.decode(text, type=sample.structs.Shelf)
    assert words == str(refused.value)


def test_null_is_absent(sample: Any) -> None:
    text = '{"items":[],"label":"a","room":{},"rule":1,"width":null,"place":null,"extra":null}'
    assert msgspec.json.encode(msgspec.json.decode(text, type=sample.structs.Shelf)).decode().replace(" ", "") == LEAST


def test_required_fields_stand_first_and_the_rest_in_the_order_of_the_proto(sample: Any) -> None:
    first = ("items", "label", "room", "rule")
    rest = ("width", "place", "notes", "extra", "blob", "words", "history", "count", "top", "full")
    assert (*first, *rest) == sample.structs.Shelf.__struct_fields__


def test_comments_become_docstrings(sample: Any) -> None:
    lines = sample.structs.Shelf.__doc__.splitlines()
    assert lines[:3] == ['A shelf with "quoted" words and a back\\slash.', "", "    A second paragraph."]
    assert "        width: How wide it is." in lines


def test_an_empty_list_is_not_shared(sample: Any) -> None:
    one, other = sample.structs.Wide(), sample.structs.Wide()
    one.o.append("x")
    assert (one.o, other.o) == (["x"], [])


def test_the_keys_of_a_package_may_be_in_camels() -> None:
    from turnwire.geppetto.v1 import structs, upb

    asked = structs.ListRequest("listfiles", "all", ["a"])
    text = b'{"requestType":"listfiles","dataOperands":"all","fileNames":["a"]}'
    assert text == msgspec.json.encode(asked)
    assert asked == msgspec.json.decode(text, type=structs.ListRequest)
    assert asked == upb.list_request_from_upb(upb.list_request_to_upb(asked))
