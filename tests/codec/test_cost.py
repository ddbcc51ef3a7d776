"""What is refused for its size or for one item is refused early: counted in calls, not in seconds."""

from __future__ import annotations

import json
import sys
from functools import partial
from typing import TYPE_CHECKING

import pytest

import turnwire
from turnwire.codec import proto, yaml, yaml_events
from turnwire.codec.limits import STRICT
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from collections.abc import Callable


def counted(call: Callable[[], object]) -> int:
    """The calls of Python's functions in one call that is refused, and has been made before."""
    found = 0

    def seen(_frame: object, event: str, _what: object) -> None:
        nonlocal found
        found += event == "call"

    for profile in (None, seen):
        sys.setprofile(profile)
        try:
            with pytest.raises(InvalidDocument):
                call()
        finally:
            sys.setprofile(None)
    return found


def test_empty_messages_of_protobuf_are_refused_at_the_first() -> None:
    few, many = (counted(partial(proto.decode, b"\x0a\x00" * n, "request")) for n in (10, 10_000))
    assert many <= few + 100


def test_a_message_that_needs_a_later_version_is_still_looked_at() -> None:
    # A role that no enum here has: 3 bytes, field 1 (`role`), the number 99.
    message = b"\x08\x63"
    document = proto.decode(b"\x0a" + bytes([len(message)]) + message, "request")
    assert isinstance(document, turnwire.History)
    assert b"protobuf" in turnwire.write(document, "turnwire").data


def test_yaml_of_too_many_parts_is_refused_before_anything_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_events, "MAX_NODES", 100)
    few, many = (counted(partial(yaml.loads, b"- a\n" * n)) for n in (110, 11_000))
    assert many <= few + 200


def test_what_fits_no_types_is_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    body = json.dumps({"model": "m", "messages": [{"role": "user", "content": "Hi"}], "later": 1}).encode()
    checked: list[bytes] = []
    monkeypatch.setattr("turnwire.codec.wire.check", lambda data, _: checked.append(data))
    turnwire.read(body, "openai_chat", kind="request", limits=STRICT)
    assert [body] == checked


def test_counting_the_parts_of_yaml_stops_at_the_depth_that_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_events, "MAX_NODES", 100)
    with pytest.raises(InvalidDocument, match=r"yaml\.depth"):
        yaml.loads(b"[" * 100_000)
