"""Structs to messages and back: nothing changes on the way, and what cannot be said is refused with its place."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from tests.generation.test_structs import READ_AND_WRITTEN

WIDE = {
    "nothing": "{}",
    "each field": (
        '{"a":"","b":0,"c":0.5,"d":false,"e":{"x":[1]},"f":"f","g":"g","h":"h","i":"i","j":"j","k":{},'
        '"l":{"type":"book","title":""},"m":"middle","n":[{},{"floor":1}],"o":["",""],"p":{"b":1,"a":2},"q":"x"}'
    ),
    "whole numbers": '{"c":-3}',
    "the largest whole double": '{"c":9007199254740992}',
    "a large double": '{"c":1e300}',
    "escapes": '{"q":"a\\"b\\\\c\\u0001é😀"}',
    "an empty text": '{"q":""}',
}


def _trip(modules: Any, name: str, text: str) -> tuple[Any, Any]:
    """A value, and the same through a message and its bytes."""
    snake = name.lower()
    value = msgspec.json.decode(text, type=getattr(modules.structs, name))
    message = getattr(modules.upb, f"{snake}_to_upb")(value)
    again = type(message).FromString(message.SerializeToString())
    return value, getattr(modules.upb, f"{snake}_from_upb")(again)


def _json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("text", READ_AND_WRITTEN.values(), ids=READ_AND_WRITTEN)
def test_a_shelf_comes_back(sample: Any, text: str) -> None:
    value, back = _trip(sample, "Shelf", text)
    assert _json(value) == _json(back)


@pytest.mark.parametrize("text", WIDE.values(), ids=WIDE)
def test_a_wide_message_comes_back(sample: Any, text: str) -> None:
    value, back = _trip(sample, "Wide", text)
    assert _json(value) == _json(back)


def test_free_json_keeps_its_text(sample: Any) -> None:
    text = '{"e":{"b": 1.50,"a":12345678901234567890}}'
    assert text == msgspec.json.encode(_trip(sample, "Wide", text)[1]).decode()


def test_whole_doubles_become_integers(sample: Any) -> None:
    back = [_trip(sample, "Wide", text)[1].c for text in ('{"c":1.0}', '{"c":2}', '{"c":2.5}', '{"c":1e300}')]
    assert [(int, 1), (int, 2), (float, 2.5), (float, 1e300)] == [(type(c), c) for c in back]


def test_maps_come_back_in_the_order_of_their_keys(sample: Any) -> None:
    _, back = _trip(sample, "Wide", '{"p":{"c":1,"a":2,"b":3}}')
    assert list(back.p) == ["a", "b", "c"]


def test_members_of_a_union_and_unions_have_functions_of_their_own(sample: Any) -> None:
    book = sample.structs.Book("t", 3)
    assert sample.pb.Book(title="t", pages=3) == sample.upb.book_to_upb(book)
    assert book == sample.upb.book_from_upb(sample.pb.Book(title="t", pages=3))
    assert sample.pb.Item(book=sample.pb.Book(title="t", pages=3)) == sample.upb.item_to_upb(book)
    assert book == sample.upb.item_from_upb(sample.pb.Item(book=sample.pb.Book(title="t", pages=3)))


# A legal shelf but for one thing, and where that is.
REFUSED: dict[str, tuple[dict[str, Any], str, str]] = {
    "no JSON": ({"notes_json": "{"}, "the text is no JSON: Input data was truncated", "notes_json"),
    "empty JSON": ({"notes_json": ""}, "the text is no JSON: Input data was truncated", "notes_json"),
    "two values": (
        {"notes_json": "1 2"},
        "the text is no JSON: JSON is malformed: trailing characters (byte 3)",
        "notes_json",
    ),
    "no JSON in a map": (
        {"extra_json": {"a": "1", "k": "tru"}},
        "the text is no JSON: Input data was truncated",
        "extra_json.k",
    ),
    "required JSON": ({"rule_json": ""}, "a required field is absent", "rule_json"),
    "unspecified in a list": ({"history": [0]}, "0 is no number of Place that is known here", "history.0"),
    "too deep": ({"notes_json": "[" * 65 + "]" * 65}, "the JSON nests deeper than 48 levels", "notes_json"),
    "far too deep": ({"notes_json": "[" * 200_000}, "the JSON nests deeper than 48 levels", "notes_json"),
    "infinity": ({"width": float("inf")}, "JSON has no inf", "width"),
    "not a number": ({"width": float("nan")}, "JSON has no nan", "width"),
    "unknown enum number": ({"place": 7}, "7 is no number of Place that is known here", "place"),
    "unknown enum number in a list": ({"history": [1, 7]}, "7 is no number of Place that is known here", "history.1"),
    "no member": ({"items": [{"book": {}}, {}]}, "no member of Item that is known here is set", "items.1"),
    "no member, inside": (
        {"items": [{"nested": {"shelf": {"room": {}, "rule_json": "1", "items": [{}]}}}]},
        "no member of Item that is known here is set",
        "items.0.nested.shelf.items.0",
    ),
    "absent room": ({"room": None}, "a required field is absent", "room"),
}


@pytest.mark.parametrize(("change", "reason", "path"), REFUSED.values(), ids=REFUSED)
def test_what_native_json_cannot_hold_is_refused_with_its_place(
    sample: Any,
    change: dict[str, Any],
    reason: str,
    path: str,
) -> None:
    message = sample.pb.Shelf(**({"room": {}, "rule_json": "1"} | change))
    with pytest.raises(ValueError, match=re.escape(path)) as refused:
        sample.upb.shelf_from_upb(message)
    assert (reason, path) == refused.value.args


def test_json_as_deep_as_allowed_is_read(sample: Any) -> None:
    text = '[{"a":' * 32 + '"]]}}"' + "}]" * 32
    message = sample.pb.Shelf(room={}, rule_json=text)
    assert text == bytes(sample.upb.shelf_from_upb(message).rule).decode()


def test_many_brackets_side_by_side_are_not_deep(sample: Any) -> None:
    text = "[" + ",".join(["{}"] * 1000) + "]"
    message = sample.pb.Shelf(room={}, rule_json=text)
    assert text == bytes(sample.upb.shelf_from_upb(message).rule).decode()


UNSAYABLE: dict[str, dict[str, Any]] = {
    "a word of no enum": {"m": "roof"},
    "an integer beyond 64 bits": {"b": 2**63},
    "a number beyond doubles": {"c": 10**400},
    "an integer between two doubles": {"c": 2**53 + 1},
    "a lone surrogate": {"a": "\ud800"},
    "raw text that is no JSON string": {"q": msgspec.Raw(b"17")},
    "raw text with a broken escape": {"q": msgspec.Raw(b'"\\x"')},
    "raw text that is not UTF-8": {"q": msgspec.Raw(b'"\xff"')},
    "JSON that is not UTF-8": {"e": msgspec.Raw(b'"\xff"')},
}


@pytest.mark.parametrize("fields", UNSAYABLE.values(), ids=UNSAYABLE)
def test_what_protobuf_cannot_hold_is_refused(sample: Any, fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        sample.upb.wide_to_upb(sample.structs.Wide(**fields))
