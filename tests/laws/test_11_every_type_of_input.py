"""Law 11, of the types of input: text and parsed JSON take the plain lane as bytes do."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.laws.test_11_both_ways_agree import FORMATS, body_of
from tests.laws.test_11_both_ways_agree_on_replies import REPLIES

import turnwire

if TYPE_CHECKING:
    from collections.abc import Callable


INPUTS: dict[str, Callable[[bytes], Any]] = {
    "bytes": bytes,
    "text": bytes.decode,
    "bytearray": bytearray,
    "parsed JSON": msgspec.json.decode,
}


@pytest.fixture
def by_the_lane_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_: Any, **__: Any) -> None:
        raise AssertionError("the canonical route read it")

    monkeypatch.setattr(sys.modules["turnwire.convert"], "read", read)


@pytest.mark.parametrize("given", INPUTS)
@pytest.mark.parametrize("source", FORMATS)
@pytest.mark.usefixtures("by_the_lane_alone")
def test_a_request(source: str, given: str) -> None:
    body, target = msgspec.json.encode(body_of(source)), "groq_chat"
    wanted = turnwire.convert(body, target, source=source, kind="request")
    assert wanted == turnwire.convert(INPUTS[given](body), target, source=source, kind="request")


@pytest.mark.parametrize("given", INPUTS)
@pytest.mark.parametrize("source", REPLIES)
@pytest.mark.usefixtures("by_the_lane_alone")
def test_a_reply(source: str, given: str) -> None:
    body = msgspec.json.encode(REPLIES[source])
    target = "openai_chat" if source == "anthropic_messages" else "anthropic_messages"
    wanted = turnwire.convert(body, target, source=source, kind="response")
    assert wanted == turnwire.convert(INPUTS[given](body), target, source=source, kind="response")
