"""Law 11, of limits: the plain lane refuses a repeated key wherever reading refuses it, and nothing else."""

from __future__ import annotations

import copy
import functools
from typing import TYPE_CHECKING, Any

import msgspec
import msgspec.inspect as types
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import NODEFAULT, UNSET, Raw
from tests.laws.subjects import all_requests
from tests.laws.test_11_both_ways_agree import FORMATS, SOURCES, body_of, damaged, places

import turnwire
from turnwire.codec import json
from turnwire.codec.limits import ONLY_KEYS, STRICT
from turnwire.convert import convert_plain, converted
from turnwire.dialects import get
from turnwire.lane import repeated_keys
from turnwire.lane.settings import REMEMBERED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from turnwire.codec.limits import Limits
    from turnwire.lane.turns import LaneReader

# The formats in which the input of a call is a text.
AS_TEXT = ("openai_chat", "openai_responses")
TARGETS = dict(zip(SOURCES, (*FORMATS[1:], FORMATS[0], FORMATS[0]), strict=True))
MARK = "the second"


def reader_of(source: str) -> LaneReader:
    part = get(source).request
    assert part is not None
    assert part.lane is not None
    return part.lane.reader()


def objects(body: Any) -> Iterator[tuple[Any, ...]]:
    """The path of every object of a body that has members."""
    for path in places(body):
        if isinstance(found := at(body, path), dict) and found:
            yield path


def at(body: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        body = body[key]
    return body


def repeating(body: Any, path: tuple[Any, ...], name: str, value: Any, *, is_first: bool) -> bytes:
    """The text of a body in which one object has a second member of this name, in front or behind."""
    changed = copy.deepcopy(body)
    found = at(changed, path)
    members = {MARK: value, **found} if is_first else {**found, MARK: value}
    found.clear()
    found.update(members)
    return msgspec.json.encode(changed).replace(msgspec.json.encode(MARK), msgspec.json.encode(name))


def outcome(call: Callable[[], Any]) -> bytes | list[str]:
    try:
        return bytes(call().data)
    except turnwire.InvalidDocument as refused:
        return [each.code for each in refused.diagnostics]


def both(data: bytes, source: str) -> tuple[Any, Any]:
    """What becomes of a request at once, and in two steps."""
    target = TARGETS[source]
    at_once = outcome(lambda: converted(data, target, source=source, kind="request", limits=STRICT)[0])
    steps = outcome(lambda: turnwire.write(turnwire.read(data, source, kind="request", limits=STRICT), target))
    return at_once, steps


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("source", SOURCES)
def test_every_member_that_is_repeated(source: str, *, is_first: bool) -> None:
    body = body_of(source)
    found = {}
    for path in objects(body):
        for name, value in at(body, path).items():
            for second in (value, None, "a: b"):
                found[path, name, second == value] = both(
                    repeating(body, path, name, second, is_first=is_first), source
                )
    assert len(found) > 30
    assert {each: codes for each, codes in found.items() if codes != (["json.duplicate-key"],) * 2} == {}


def test_a_colon_that_is_escaped_hides_no_repeated_key() -> None:
    body = body_of("openai_chat")
    text = repeating(body, ("messages", 0), "content", "Once.", is_first=True)
    for escape in (b"\\u003a", b"\\u003A"):
        assert both(text.replace(b"one sentence", b"one" + escape + b" sentence"), "openai_chat") == (
            (["json.duplicate-key"],) * 2
        )


@pytest.mark.parametrize("source", FORMATS)
def test_a_plain_request_is_not_parsed_twice(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes] = []

    def check(data: bytes, limits: Limits) -> None:
        parsed.append(data)
        json.check(data, limits)

    monkeypatch.setattr(repeated_keys, "check", check)
    monkeypatch.setattr(repeated_keys, "_check_tools", functools.cache(lambda tools: check(tools, ONLY_KEYS)))
    body = body_of(source)
    text = msgspec.json.encode(body)
    REMEMBERED.clear()
    for _ in range(3):
        converted(text, TARGETS[source], source=source, kind="request", limits=STRICT)
    # The tools are parsed once; the other settings are, until they are remembered; and the input of calls is each time,
    # where a format has it as JSON.
    tools, first, second, *third = map(len, parsed)
    assert len(text) > tools + first
    assert first == second > sum(third)
    assert len(third) == (source not in AS_TEXT)
    name, value = next(iter(body.items()))
    repeating_data = repeating(body, (), name, value, is_first=True)
    parsed.clear()
    assert convert_plain(repeating_data, TARGETS[source], source=source) is None
    assert parsed == [repeating_data]


def test_tools_that_were_met_before_and_now_repeat_a_key() -> None:
    body = {**body_of("openai_chat"), "user": "null"}
    text = msgspec.json.encode(body)
    for seed in range(3):
        data = msgspec.json.encode({**body, "seed": seed})
        assert isinstance(both(data, "openai_chat")[0], bytes)
    for known in (b'"type":"object"', b'"type":"function"', b'"seed":1', b'"user":"null"'):
        twice = text.replace(b"{", b'{"seed":1,', 1).replace(known, known + b"," + known, 1)
        assert twice.count(known) > text.count(known)
        assert both(twice, "openai_chat") == (["json.duplicate-key"],) * 2, known


@pytest.mark.parametrize("source", SOURCES)
def test_settings_that_were_met_before_and_now_repeat_a_key(source: str) -> None:
    body = body_of(source)
    converted(msgspec.json.encode(body), TARGETS[source], source=source, kind="request", limits=STRICT)
    for name, value in body.items():
        repeating_data = repeating(body, (), name, value, is_first=False)
        assert both(repeating_data, source) == (["json.duplicate-key"],) * 2, name


@pytest.mark.parametrize("source", FORMATS)
@given(data=st.data())
def test_a_damaged_conversation_with_a_repeated_key(source: str, data: st.DataObject) -> None:
    body = msgspec.json.decode(data.draw(damaged(source)))
    path = data.draw(st.sampled_from(list(objects(body))))
    name = data.draw(st.sampled_from(list(at(body, path))))
    value = data.draw(st.sampled_from((None, "x", ":", [], {"a": 1}, at(body, path)[name])))
    at_once, steps = both(repeating(body, path, name, value, is_first=data.draw(st.booleans())), source)
    assert at_once == steps


@pytest.mark.parametrize("source", FORMATS)
def test_a_decoded_request_has_no_member_that_its_text_does_not_have(source: str) -> None:
    """Each type leaves out what was not given; a tag is required only in a union."""
    reader = reader_of(source)
    assert reader.free_json is not None
    # This one cannot be encoded if it was changed.
    expected = ["FunctionDeclaration: it is changed after decoding"] if source == "gemini_generate" else []
    assert list(added(types.type_info(reader.decoder.type))) == expected


def added(request: types.Type) -> Iterator[str]:
    """What encoding a decoded request could add."""
    left, seen = [(request, False)], set[type]()
    while left:
        found, is_in_union = left.pop()
        if isinstance(found, types.StructType):
            if found.tag is not None and not is_in_union:
                yield f"{found.cls.__name__}: its tag is not required"
            if found.cls in seen:
                continue
            if hasattr(found.cls, "__post_init__"):
                yield f"{found.cls.__name__}: it is changed after decoding"
            seen.add(found.cls)
            yield from added_by_defaults(found)
        left += inside(found)


def inside(found: types.Type) -> list[tuple[types.Type, bool]]:
    """The types in a type, and whether they are in a union of several objects."""
    if isinstance(found, types.UnionType):
        objects = sum(isinstance(each, types.StructType) for each in found.types)
        return [(each, objects > 1) for each in found.types]
    if isinstance(found, types.StructType):
        return [(field.type, False) for field in found.fields]
    below = (getattr(found, name, None) for name in ("item_type", "value_type", "type"))
    return [(each, False) for each in below if isinstance(each, types.Type)]


def added_by_defaults(found: types.StructType) -> Iterator[str]:
    for field in found.fields:
        if field.default_factory is not NODEFAULT:
            yield f"{found.cls.__name__}.{field.name}: a default that is made is encoded"
        is_left_out = field.default in (UNSET, NODEFAULT) or found.cls.__struct_config__.omit_defaults
        if not field.required and not is_left_out:
            yield f"{found.cls.__name__}.{field.name}: its default is encoded"


@pytest.mark.parametrize("source", FORMATS)
def test_all_raw_json_of_the_messages_is_found(source: str) -> None:
    reader = reader_of(source)
    wire = reader.decoder.decode(msgspec.json.encode(body_of(source)))
    assert reader.free_json is not None
    messages = getattr(wire, reader.messages)
    assert sorted(map(bytes, reader.free_json(messages))) == sorted(map(bytes, raws(messages)))


def raws(node: Any) -> Iterator[Raw]:
    if type(node) is Raw:
        yield node
    elif isinstance(node, list):
        for each in node:
            yield from raws(each)
    elif isinstance(node, msgspec.Struct):
        for name in node.__struct_fields__:
            yield from raws(getattr(node, name))


@pytest.mark.parametrize("source", FORMATS)
def test_recorded_requests_with_a_repeated_key(source: str, recorded: Path) -> None:
    found = {}
    for number, (name, data) in enumerate(all_requests(recorded, source)):
        body = msgspec.json.decode(data)
        paths = list(objects(body))
        if not isinstance(body, dict) or not paths or len(data) > 100_000:
            continue
        path = paths[number % len(paths)]
        member = list(at(body, path))[number % len(at(body, path))]
        at_once, steps = both(repeating(body, path, member, at(body, path)[member], is_first=number % 2 == 0), source)
        if at_once != steps or at_once != ["json.duplicate-key"]:
            found[name] = (path, member, at_once, steps)
    assert found == {}
