"""An error keeps its kind between formats: clients decide by it whether to try again."""

from __future__ import annotations

import json

import pytest

import turnwire
from turnwire.documents.error_classes import class_of, status_of
from turnwire.model import ErrorEvent, ErrorReply

KINDS = [
    (ErrorReply("m", type="invalid_request_error"), "invalid", 400),
    (ErrorReply("m", 401, "invalid_request_error", "invalid_api_key"), "authentication", 401),
    (ErrorReply("m", 429, "insufficient_quota", "insufficient_quota"), "billing", 429),
    (ErrorReply("m", type="PERMISSION_DENIED"), "permission", 403),
    (ErrorReply("m", 404), "not_found", 404),
    (ErrorReply("m", 413), "too_large", 413),
    (ErrorReply("m", type="requests", code="rate_limit_exceeded"), "rate_limit", 429),
    (ErrorReply("m", type="RESOURCE_EXHAUSTED"), "rate_limit", 429),
    (ErrorReply("m", code="429"), "rate_limit", 429),
    (ErrorReply("m", type="UNAVAILABLE"), "overloaded", 503),
    (ErrorReply("m", 529), "overloaded", 529),
    (ErrorReply("m", 502), "server", 502),
    (ErrorReply("m", 418), "invalid", 418),
    (ErrorReply("m", type="DEADLINE_EXCEEDED"), "timeout", 504),
    (ErrorReply("m", type="teapot"), None, None),
]


@pytest.mark.parametrize(("error", "kind", "status"), KINDS)
def test_the_kind_of_an_error(error: ErrorReply, kind: str | None, status: int | None) -> None:
    assert (kind, status) == (class_of(error), status_of(error))


IN_STREAMS = [
    ("overloaded_error", "overloaded_error", (503, "UNAVAILABLE"), 503),
    ("UNAVAILABLE", "overloaded_error", (503, "UNAVAILABLE"), 503),
    ("RESOURCE_EXHAUSTED", "rate_limit_error", (429, "RESOURCE_EXHAUSTED"), 429),
    ("rate_limit_exceeded", "rate_limit_error", (429, "RESOURCE_EXHAUSTED"), 429),
    ("timeout_error", "timeout_error", (504, "DEADLINE_EXCEEDED"), 504),
    ("teapot", "api_error", (500, "teapot"), 500),
]


def body(event: ErrorEvent, dialect: str) -> dict[str, object]:
    sent = turnwire.stream_writer(dialect).send(event).decode()
    found: dict[str, object] = json.loads(sent.partition("data: ")[2])["error"]
    return found


@pytest.mark.parametrize(("word", "anthropic", "gemini", "openrouter"), IN_STREAMS)
def test_an_error_in_a_stream_keeps_its_kind(
    word: str, anthropic: str, gemini: tuple[int, str], openrouter: int
) -> None:
    event = ErrorEvent("slow down", word)
    assert anthropic == body(event, "anthropic_messages")["type"]
    google = body(event, "gemini_generate")
    assert gemini == (google["code"], google["status"])
    assert openrouter == body(event, "openrouter_chat")["code"]


@pytest.mark.parametrize(("code", "word"), [(503, "UNAVAILABLE"), (429, "RESOURCE_EXHAUSTED"), (400, "odd")])
def test_an_error_of_geminis_comes_back_in_its_own_stream(code: int, word: str) -> None:
    said = {"error": {"code": code, "message": "slow down", "status": word}}
    reader = turnwire.stream_reader("gemini_generate")
    (event,) = [*reader.feed(b"data: " + json.dumps(said).encode() + b"\n\n"), *reader.close()]
    assert isinstance(event, ErrorEvent)
    assert said["error"]["status"] == body(event, "gemini_generate")["status"]
    written = turnwire.convert(said, "gemini_generate", kind="error")
    assert (said, ()) == (json.loads(written.data), written.losses)
