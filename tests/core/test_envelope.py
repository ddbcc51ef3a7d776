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


@pytest.mark.parametrize(
    ("dialect", "path"),
    [
        ("gemini_generate", "/v1beta/models/model-9:generateContent"),
        ("vertex_gemini", "/v1/publishers/google/models/model-9:generateContent"),
        ("vertex_anthropic", "/v1/publishers/anthropic/models/model-9:rawPredict"),
        ("bedrock_anthropic", "/model/model-9/invoke"),
    ],
)
def test_a_path_asks_for_the_model_that_the_chat_was_held_with(dialect: str, path: str) -> None:
    used = {
        "history": [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}],
        "meta": {"used_model": "model-9"},
    }
    chat = turnwire.read(used, "turnwire", kind="request")
    asked = turnwire.read({**used, "settings": {"model": "asked"}}, "turnwire", kind="request")
    written = turnwire.write(chat, dialect)
    assert (path, ["/meta/used_model"]) == (written.envelope["path"], _told(written))
    assert (path.replace("model-9", "asked"), ["/meta"]) == (
        turnwire.write(asked, dialect).envelope["path"],
        _told(turnwire.write(asked, dialect)),
    )


def _told(written: turnwire.Written) -> list[str]:
    return [loss.path for loss in written.losses if loss.kind != "invented"]
