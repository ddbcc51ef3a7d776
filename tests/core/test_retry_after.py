"""The status of an error and the seconds to wait before another try: from the headers of one format to another's."""

from __future__ import annotations

import math
from typing import Any

import pytest

import turnwire

FORMATS = ("openai_chat", "openai_responses", "anthropic_messages", "gemini_generate", "mistral_chat", "ollama_chat")
BODY = {"error": {"message": "slow down", "type": "rate_limit_error", "param": None, "code": None}}

HEADERS = [
    ({"retry-after": "7"}, 7.0, {"retry-after": "7"}),
    ({"Retry-After": "7"}, 7.0, {"retry-after": "7"}),
    ({"retry-after": "0.5"}, 0.5, {"retry-after": "1", "retry-after-ms": "500"}),
    ({"retry-after-ms": "6500"}, 6.5, {"retry-after": "7", "retry-after-ms": "6500"}),
    ({"retry-after": "9", "retry-after-ms": "6500.25"}, 6.50025, {"retry-after": "7", "retry-after-ms": "6500.25"}),
    ({"retry-after": "0"}, 0.0, {"retry-after": "0"}),
    ({"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}, None, None),
    ({"retry-after": "soon"}, None, None),
    ({"retry-after": "-1"}, None, None),
    ({"retry-after": 7}, None, None),
    ({"retry-after": "\u0667"}, None, None),
    ({"x-request-id": "r"}, None, None),
]


def read(headers: Any, dialect: str = "openai_chat") -> turnwire.ErrorReply:
    error = turnwire.read(BODY, dialect, kind="error", envelope={"status": 429, "headers": headers})
    assert isinstance(error, turnwire.ErrorReply)
    return error


@pytest.mark.parametrize("target", FORMATS)
@pytest.mark.parametrize(("headers", "seconds", "written"), HEADERS)
def test_the_wait_goes_to_every_format(headers: Any, seconds: float | None, written: Any, target: str) -> None:
    error = read(headers)
    found = turnwire.write(error, target)
    assert seconds == error.retry_after
    wanted = headers if target == "openai_chat" else written
    assert (429, wanted) == (found.envelope["status"], found.envelope.get("headers"))
    assert not any(loss.feature == "error.retry_after" for loss in found.losses)


@pytest.mark.parametrize("headers", [{"retry-after": "soon"}, {"x-request-id": "r"}])
def test_headers_that_do_not_go_along_are_a_loss(headers: dict[str, str]) -> None:
    written = turnwire.write(read(headers), "anthropic_messages")
    assert all(value in repr(written.losses) for value in headers.values())


@pytest.mark.parametrize("seconds", [-1.0, 1e300, 5e-324])
@pytest.mark.parametrize("target", FORMATS)
def test_what_no_header_says_is_a_loss(seconds: float, target: str) -> None:
    written = turnwire.write(turnwire.ErrorReply("m", retry_after=seconds), target)
    assert ["error.retry_after"] == [loss.feature for loss in written.losses if loss.kind == "dropped"]
    assert "headers" not in written.envelope


def test_the_plain_header_is_not_kept_twice() -> None:
    assert "retry-after" not in repr(read({"retry-after": "7", "x-request-id": "r"}).provider_raw)
    assert {"x-request-id": "r", "retry-after": "7"} == dict(
        turnwire.write(read({"x-request-id": "r", "retry-after": "7"}), "openai_chat").envelope["headers"]
    )


@pytest.mark.parametrize("before", [{"retry-after": "7"}, {"Retry-After": "7.0", "x": "y"}])
@pytest.mark.parametrize("after", [9.0, None])
def test_an_edit_wins(before: dict[str, str], after: float | None) -> None:
    error = read(before)
    error.retry_after = after
    others = {"x": "y"} if "x" in before else {}
    wanted = others | ({} if after is None else {"retry-after": "9"})
    assert wanted == turnwire.write(error, "openai_chat").envelope.get("headers", {})


@pytest.mark.parametrize("seconds", [math.nan, math.inf])
@pytest.mark.parametrize("target", [*FORMATS, "turnwire"])
def test_no_number_of_json_is_refused(seconds: float, target: str) -> None:
    with pytest.raises(turnwire.InvalidDocument) as refused:
        turnwire.write(turnwire.ErrorReply("m", retry_after=seconds), target)
    assert ["/retry_after"] == [each.pointer for each in refused.value.diagnostics]


KINDS = [
    (turnwire.ErrorReply("m", type="RESOURCE_EXHAUSTED"), 429),
    (turnwire.ErrorReply("m", type="overloaded_error"), 503),
    (turnwire.ErrorReply("m", code="context_length_exceeded"), 400),
    (turnwire.ErrorReply("m", 529, "overloaded_error"), 529),
    (turnwire.ErrorReply("m", type="teapot"), None),
]


@pytest.mark.parametrize("target", FORMATS)
@pytest.mark.parametrize(("error", "status"), KINDS)
def test_the_status_for_the_client_follows_the_kind_of_the_error(
    error: turnwire.ErrorReply, status: int | None, target: str
) -> None:
    assert status == turnwire.write(error, target).envelope.get("status")
