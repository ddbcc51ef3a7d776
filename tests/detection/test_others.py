"""What is no conversation is taken for none: bodies of other programs and other APIs, in our own words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import turnwire
from turnwire.detect import NAME_BOTH, SESSION_HINT, STREAM_HINT, VALUE_HINT
from turnwire.errors import InvalidDocument

OTHERS: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "others.jsonl").read_text().splitlines()
]
ANY = ["openai_chat", "anthropic_messages", "gemini_generate", "ollama_chat", "mistral_chat", "openai_responses"]
BODIES = [pytest.param(json.dumps(other["body"]), id=f"{n} {other['kind']}") for n, other in enumerate(OTHERS)]


def test_there_are_many_and_of_many_kinds() -> None:
    assert 100 <= len(OTHERS)
    assert 40 <= len({other["kind"] for other in OTHERS})


@pytest.mark.parametrize("body", BODIES)
def test_nothing_is_detected(body: str) -> None:
    assert [] == turnwire.detect(body)


@pytest.mark.parametrize("body", BODIES)
def test_it_is_refused_and_the_refusal_says_what_was_seen(body: str) -> None:
    with pytest.raises(InvalidDocument) as refused:
        turnwire.read(body)
    (found,) = refused.value.diagnostics
    assert "detect.none" == found.code
    is_value = body[0] not in "{["
    assert found.hint in ((VALUE_HINT,) if is_value else (NAME_BOTH, SESSION_HINT, STREAM_HINT))
    assert found.message.startswith("this does not look like any known dialect: it")


@pytest.mark.parametrize("dialect", ANY)
def test_what_says_nothing_of_an_error_is_read_as_one_only_with_a_status(dialect: str) -> None:
    body = b'{"name":"left-hand","type":"module"}'
    with pytest.raises(InvalidDocument, match=r"but name, type \[error\.none\]"):
        turnwire.read(body, dialect, kind="error")
    assert 500 == turnwire.read(body, dialect, kind="error", envelope={"status": 500}).status


def test_a_conversion_is_refused_too() -> None:
    with pytest.raises(InvalidDocument, match=r"its members are name, version \[detect\.none\]"):
        turnwire.convert(b'{"name":"left-hand","version":"1.3.0"}', "anthropic_messages")


@pytest.mark.parametrize(
    ("body", "seen"),
    [
        ("{}", "it is empty"),
        ("7", "it is a number"),
        ("null", "it is null"),
        ('"Hi."', "it is a text"),
        ("[]", "it is an empty list"),
        ("[1]", "it is a list with entries that are no objects"),
        ('[{"a":1},{"a":2}]', "it is a list of 2 objects"),
        ('{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1}', "its members are a, b, c, d, e, f and others"),
    ],
)
def test_what_was_seen(body: str, seen: str) -> None:
    with pytest.raises(InvalidDocument) as refused:
        turnwire.read(body)
    assert refused.value.diagnostics[0].message.endswith(f": {seen}")


@pytest.mark.parametrize(("body", "is_json"), [('"{}"', True), ('"[{}]"', True), ('"Hi."', False), ('""', False)])
def test_a_text_that_holds_json_is_named(body: str, *, is_json: bool) -> None:
    with pytest.raises(InvalidDocument) as refused:
        turnwire.read(body)
    assert is_json is (refused.value.diagnostics[0].hint or "").startswith("the text holds JSON")


EVENTS = (
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hi."}},
    {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": "Hi."}}]},
    {"type": "response.output_text.delta", "delta": "Hi.", "sequence_number": 1},
)


@pytest.mark.parametrize("event", EVENTS)
def test_one_event_of_a_stream_is_named(event: dict[str, object]) -> None:
    with pytest.raises(InvalidDocument) as refused:
        turnwire.read(event)
    assert refused.value.diagnostics[0].hint == STREAM_HINT
