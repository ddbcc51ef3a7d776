"""What goes outside a body is kept, given back, and refused where it is no JSON."""

from __future__ import annotations

from typing import Any

import pytest

import turnwire

BODY = b'{"messages":[],"model":"m"}'
ENVELOPE = {"path": "/v1/chat/completions", "headers": {"x-test": "1"}, "query": {"stream": True}}


@pytest.mark.parametrize("dialect", ["openai_chat", "anthropic_messages"])
def test_it_is_given_back(dialect: str) -> None:
    written = turnwire.write(turnwire.read(BODY, dialect, kind="request", envelope=ENVELOPE), dialect)
    assert {name: written.envelope[name] for name in ENVELOPE} == ENVELOPE
    assert () == written.losses


def test_it_is_lost_elsewhere() -> None:
    written = turnwire.convert(BODY, "anthropic_messages", source="openai_chat", kind="request", envelope=ENVELOPE)
    assert any("/v1/chat/completions" in str(loss.value) for loss in written.losses)


def test_the_status_of_an_error_is_in_the_model() -> None:
    error = turnwire.read(b'{"error":{"message":"m"}}', "openai_chat", kind="error", envelope={"status": 429})
    assert isinstance(error, turnwire.ErrorReply)
    assert (429, {"status": 429}) == (error.status, turnwire.write(error, "openai_chat").envelope)


@pytest.mark.parametrize(
    "odd",
    ["text", b"x", 5, [1], object(), {"x": float("nan")}, {"h": b"raw"}, {1: 2}, {"s": {1}}, {"path": "\ud800"}],
)
def test_what_is_no_json_is_refused(odd: Any) -> None:
    with pytest.raises(turnwire.InvalidDocument) as refused:
        turnwire.read(BODY, "openai_chat", kind="request", envelope=odd)
    assert "envelope.type" == refused.value.diagnostics[0].code


def test_a_path_with_a_lone_surrogate_is_refused_before_its_reader_sees_it() -> None:
    path = "/v1beta/models/\ud800:generateContent"
    with pytest.raises(turnwire.InvalidDocument, match=r"envelope\.type"):
        turnwire.read(b'{"contents":[]}', "gemini_generate", kind="request", envelope={"path": path})


def test_a_path_may_hold_any_other_character() -> None:
    envelope = {"path": "/v1beta/models/\U0001f600:generateContent"}
    document = turnwire.read(b'{"contents":[]}', "gemini_generate", kind="request", envelope=envelope)
    assert isinstance(document, turnwire.History)
    assert document.settings is not None
    assert document.settings.model == "\U0001f600"


def test_a_kind_that_does_not_exist_is_unknown() -> None:
    kind: Any = "foo"
    with pytest.raises(turnwire.UnknownDialect):
        turnwire.read(BODY, "openai_chat", kind=kind)
