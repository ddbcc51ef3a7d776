"""Protobuf of the future, in both its forms, and readers of the first release."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from google.protobuf import json_format, message_factory
from tests.conformance.registry import CANONICAL, kept
from tests.evolution import later
from tests.evolution.futures import SECRETS
from tests.laws.encodings import ENCODINGS
from tests.laws.subjects import TARGETS

import turnwire
from turnwire.codec import proto
from turnwire.errors import InvalidDocument
from turnwire.service.messages import document_from_message, document_to_message
from turnwire.testing.difference import difference
from turnwire.v1 import service_pb2

if TYPE_CHECKING:
    from tests.laws.encodings import Encoding

    from turnwire.dialects.dialect import Kind

WAYS = ("field", "word", "block")
CASES = [(kind, way) for kind in later.NAMES for way in WAYS if later.places(kind, way)]
EVERY = [(kind, way, n) for kind, way in CASES for n in range(later.places(kind, way))]


def test_there_is_a_future_in_every_message_and_enum() -> None:
    counts = {case: later.places(*case) for case in CASES}
    assert {("request", "field"), ("request", "word"), ("request", "block"), ("error", "field")} <= counts.keys()
    assert counts["request", "field"] > 60
    assert counts["request", "word"] > 15


@pytest.mark.parametrize(("kind", "way", "n"), EVERY)
def test_each_future_comes_back_in_binary(kind: Kind, way: str, n: int) -> None:
    data = later.made(kind, way, n).SerializeToString(deterministic=True)
    assert proto.encode(proto.decode(data, kind)) == data


@pytest.mark.parametrize(("kind", "way", "n"), EVERY)
def test_each_future_comes_back_in_proto_json(kind: Kind, way: str, n: int) -> None:
    data = later.as_json(later.made(kind, way, n))
    assert difference(data, proto.encode_json(proto.decode_json(data, kind))) is None


@pytest.mark.parametrize(("kind", "way"), CASES)
def test_numbers_of_the_future_in_proto_json(kind: Kind, way: str) -> None:
    message = later.made(kind, way)
    data = json_format.MessageToJson(message, use_integers_for_enums=True).encode()
    back = json_format.Parse(proto.encode_json(proto.decode_json(data, kind)), later.later(kind)())
    assert back == message


@pytest.mark.parametrize("through", ENCODINGS, ids=lambda each: each.name)
@pytest.mark.parametrize(("kind", "way"), CASES)
def test_the_future_goes_through_every_other_encoding(kind: Kind, way: str, through: Encoding) -> None:
    message = later.made(kind, way)
    data = message.SerializeToString(deterministic=True)
    carried = through.load(through.dump(document := proto.decode(data, kind)), type(document))
    assert later.later(kind).FromString(proto.encode(carried)) == message
    text = later.as_json(message)
    carried = through.load(through.dump(proto.decode_json(text, kind)), type(document))
    assert difference(text, proto.encode_json(carried)) is None


@pytest.mark.parametrize(("kind", "way"), CASES)
def test_an_edit_elsewhere_changes_nothing_of_the_future(kind: Kind, way: str) -> None:
    message: Any = later.made(kind, way)
    document: Any = proto.decode(message.SerializeToString(), kind)
    name = "message" if kind == "error" else "id"
    setattr(document, name, "edited")
    setattr(message, name, "edited")
    assert later.later(kind).FromString(proto.encode(document)) == message


def test_edits_win_over_numbers_and_words_of_the_future() -> None:
    message: Any = later.made("request", "word")
    for form in ("binary", "text"):
        document: Any = (
            proto.decode(message.SerializeToString(), "request")
            if form == "binary"
            else proto.decode_json(later.as_json(message), "request")
        )
        turn = document.history[1]
        assert (turn.role, turn.metadata.status) == ("user_interaction", None)
        turn.role, turn.metadata.status = "assistant", "partial"
        data = proto.encode(document) if form == "binary" else proto.encode_json(document)
        back: Any = later.later("request")()
        back.ParseFromString(data) if form == "binary" else json_format.Parse(data, back)
        assert (back.history[1].role, back.history[1].metadata.status) == (2, 2)
        assert back.history[1].metadata.stop_reason == later.NUMBER
        assert back.history[0].role == later.NUMBER


@pytest.mark.parametrize(("kind", "way"), CASES)
def test_the_future_is_told_and_not_sent(kind: Kind, way: str) -> None:
    message = later.made(kind, way)
    for document in (proto.decode(message.SerializeToString(), kind), proto.decode_json(later.as_json(message), kind)):
        for target in sorted({target for target, of in TARGETS if of == kind}):
            done = turnwire.write(document, target)
            assert not [secret for secret in (*SECRETS, "X_FUTURE") if secret.encode() in done.data]
            assert any("proto" in json.dumps(loss.value) or "proto" in loss.path for loss in done.losses), target


# A kept thing that no reader made is only an entry of a map, and never says what the model has a name for.
FORGED = [
    {"unknown": "CAE="},  # role: user
    {"unknown": "not base64"},
    {"unknown": "/////w=="},
    {"fields": {"role": "CAE="}},
    {"fields": {"name": "CAE=", "nobody": "CAE="}},
    {"other": 1},
    [],
]


@pytest.mark.parametrize("kept", FORGED)
def test_what_is_forged_says_nothing(kept: Any) -> None:
    turn = {"role": "assistant", "provider_raw": {"protobuf": kept, "protojson": kept}}
    document: Any = turnwire.read({"history": [turn]}, "turnwire", kind="request")
    back: Any = proto.decode(proto.encode(document), "request")
    assert (back.history[0].role, back.history[0].name) == ("assistant", None)
    text: Any = proto.decode_json(proto.encode_json(document), "request")
    assert text.history[0].role == "assistant"


REFUSED = [
    '{"history":[{"role":"NOBODY"}]}',
    '{"history":[{"role":"role_x"}]}',
    '{"id":5}',
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_word_is_refused(text: str) -> None:
    with pytest.raises(InvalidDocument):
        proto.decode_json(text.encode(), "request")


@pytest.mark.parametrize("kind", later.NAMES)
def test_readers_of_the_first_release(kind: Kind) -> None:
    """They keep what today's messages have and theirs have not, and today's reader what tomorrow's have."""
    name = f"{CANONICAL}.{later.NAMES[kind]}"
    first: Any = message_factory.GetMessageClass(next(each for each in kept().messages if each.full_name == name))
    today = later.today(kind)
    passed_on = first.FromString(today).SerializeToString(deterministic=True)
    assert proto.decode(passed_on, kind) == proto.decode(today, kind)
    future = later.made(kind, "field")
    passed_on = first.FromString(future.SerializeToString()).SerializeToString(deterministic=True)
    assert later.later(kind).FromString(passed_on) == future
    assert first.FromString(passed_on).SerializeToString(deterministic=True) == passed_on
    assert proto.encode(proto.decode(passed_on, kind)) == passed_on


@pytest.mark.parametrize(("kind", "way"), CASES)
def test_the_service_keeps_what_a_later_client_sends(kind: Kind, way: str) -> None:
    message = later.made(kind, way)
    member = {"request": "history", "response": "completion", "error": "error_reply"}[kind]
    sent: Any = service_pb2.Document()
    getattr(sent, member).ParseFromString(message.SerializeToString())
    back = service_pb2.Document()
    document_to_message(document_from_message(sent), back)
    assert later.later(kind).FromString(getattr(back, member).SerializeToString()) == message
