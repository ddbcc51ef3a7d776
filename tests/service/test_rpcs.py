"""Every RPC over a socket gives what the library gives in process."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from tests.service.calls import send, wire
from tests.service.documents import COMPLETION, ERROR, HISTORY, TOOL, history

import turnwire
from turnwire import dialects
from turnwire.dialects.dialect import KINDS, Kind
from turnwire.documents import schemas
from turnwire.v1 import service_pb2
from turnwire.validation.selection import Selection

if TYPE_CHECKING:
    from turnwire.service.client import Client

DOCUMENTS: list[tuple[bytes, Kind]] = [
    (HISTORY, "request"),
    (COMPLETION, "response"),
    (ERROR, "error"),
    (TOOL, "request"),
]


@pytest.mark.parametrize(("data", "kind"), DOCUMENTS)
def test_convert_bytes(client: Client, data: bytes, kind: Kind) -> None:
    expected = turnwire.convert(data, "turnwire", source="turnwire", kind=kind)
    assert expected == client.convert(data, "turnwire", source="turnwire", kind=kind)


@pytest.mark.parametrize("data", [HISTORY, COMPLETION, ERROR, TOOL])
def test_convert_detects(client: Client, data: bytes) -> None:
    assert turnwire.convert(data, "turnwire") == client.convert(data, "turnwire")


@pytest.mark.parametrize(("data", "kind"), DOCUMENTS)
def test_convert_and_write_documents(client: Client, data: bytes, kind: Kind) -> None:
    document = turnwire.read(data, "turnwire", kind=kind)
    expected = turnwire.write(document, "turnwire")
    assert [expected, expected] == [client.convert(document, "turnwire"), client.write(document, "turnwire")]


@pytest.mark.parametrize(("data", "kind"), DOCUMENTS)
def test_read(client: Client, data: bytes, kind: Kind) -> None:
    assert turnwire.read(data, "turnwire", kind=kind) == client.read(data, "turnwire", kind=kind)


@pytest.mark.parametrize("given", [HISTORY, HISTORY.decode(), {"history": []}])
def test_read_takes_bytes_text_and_json(client: Client, given: bytes | str | dict[str, object]) -> None:
    assert turnwire.read(given, "turnwire", kind="request") == client.read(given, "turnwire", kind="request")


THOUGHT = b"""{"id": "r", "candidates": [{"role": "assistant", "content": [
    {"type": "thinking", "text": "Two and two.", "origin": {"dialect": "anthropic_messages"}},
    {"type": "text", "text": "Four."}]}]}"""


@pytest.mark.parametrize("reasoning", ["native", "text", "drop"])
@pytest.mark.parametrize("hosted_tools", ["calls", "text", "drop"])
def test_what_the_caller_keeps_and_the_model_go_along(client: Client, reasoning: Any, hosted_tools: Any) -> None:
    document = turnwire.read(THOUGHT, "turnwire", kind="response")
    keeping = turnwire.Keeping(reasoning, hosted_tools)
    expected = turnwire.write(document, "ollama_chat", model="m", keeping=keeping)
    assert expected == client.write(document, "ollama_chat", model="m", keeping=keeping)
    assert expected == client.convert(document, "ollama_chat", model="m", keeping=keeping)


@pytest.mark.parametrize("field", ["reasoning", "hosted_tools"])
def test_an_unknown_number_of_what_to_keep_is_refused(channel: grpc.Channel, field: str) -> None:
    request = service_pb2.WriteRequest(dialect="turnwire", keeping={field: 9})
    request.document.history.SetInParent()
    with pytest.raises(grpc.RpcError) as refused:
        send(channel, "Write", request)
    assert grpc.StatusCode.INVALID_ARGUMENT == refused.value.code()
    assert "9 is not one of 0, 1, 2, 3" in (refused.value.details() or "")


def test_a_strict_conversion_accepts_what_the_caller_allows(client: Client, lossy: str) -> None:
    with pytest.raises(turnwire.LossyConversion):
        client.convert(HISTORY, lossy, source="turnwire", strict=True, allow=["invented"])
    allowed = client.convert(HISTORY, lossy, source="turnwire", strict=True, allow=["dropped"])
    assert turnwire.convert(HISTORY, lossy, source="turnwire", strict=True, allow=["message"]) == allowed


def test_losses_come_along(client: Client, lossy: str) -> None:
    expected = turnwire.convert(HISTORY, lossy, source="turnwire", kind="request")
    found = client.convert(HISTORY, lossy, source="turnwire", kind="request")
    assert [("dropped", "/history/0", "message", "lossy")] == [
        (x.kind, x.path, x.feature, x.dialect) for x in found.losses
    ]
    assert expected == found


@pytest.mark.parametrize(
    "data", [HISTORY, b'{"history":[{"role":"nobody","content":[]}]}', b'{"history":[', b"", b"\xff"]
)
def test_validate(client: Client, data: bytes) -> None:
    assert turnwire.validate(data, "turnwire", kind="request") == client.validate(data, "turnwire", kind="request")


@pytest.mark.parametrize("data", [HISTORY, COMPLETION, ERROR, b"{}", b"[]"])
def test_detect(client: Client, data: bytes) -> None:
    assert turnwire.detect(data) == client.detect(data)


@pytest.mark.parametrize(
    ("stored", "kind"),
    [
        (b'{"message": "Done.", "error": null, "listfiles": ["drawers/Herbs/mint/mint.txt"]}', "upload-response"),
        (b'{"request": "ingest", "filedrawer": "Herbs", "filename": "https://example.org/mint"}', "ingest-request"),
    ],
)
def test_what_is_no_conversation_has_the_name_of_its_kind(client: Client, stored: bytes, kind: str) -> None:
    assert [("geppetto", kind)] == turnwire.detect(stored) == client.detect(stored)
    report = client.validate(stored)
    assert ("geppetto", kind, True) == (report.dialect, report.kind, report.valid)
    assert turnwire.repair(stored) == client.repair(stored)


BROKEN = (
    b'{"model": "m", "temprature": 1, "messages": [{"role": "user", "content": "Hi"},'
    b' {"role": "tool", "tool_call_id": "x", "content": "found"}]}'
)


@pytest.mark.parametrize("unsafe", [False, True])
@pytest.mark.parametrize("ignore", [(), ("TW2",)])
def test_repair(client: Client, unsafe: bool, ignore: tuple[str, ...]) -> None:  # noqa: FBT001 - a table
    wanted = Selection(ignore=ignore).of
    expected = turnwire.repair(BROKEN, "openai_chat", unsafe=unsafe, wanted=wanted)
    assert expected == client.repair(BROKEN, "openai_chat", unsafe=unsafe, ignore=ignore)


def test_what_a_repair_leaves_has_the_places_of_the_text_that_was_sent(client: Client) -> None:
    body = b'{"temprature": 1,\n"model": "m", "messages": [{"role": "user", "content": "Hi"}],\n"n": "two"}'
    made = client.repair(body, "openai_chat", ignore=("TW203",))
    assert made == turnwire.repair(body, "openai_chat", wanted=Selection(ignore=("TW203",)).of)
    assert [(each.pointer, each.line) for each in made.left_before] == [("/n", 3)]


def test_a_text_that_cannot_be_read_is_not_mended(client: Client) -> None:
    made = client.repair(b"[1,")
    assert (b"[1,", False, ["TW103"]) == (made.data, made.changed, [each.code for each in made.left])
    assert made.left == made.left_before


@pytest.mark.parametrize("into", ["anthropic_messages", "openai:gpt-3.5-turbo", "mistral_chat:nothing"])
@pytest.mark.parametrize("data", [TOOL, COMPLETION])
def test_plan(client: Client, into: str, data: bytes) -> None:
    expected = turnwire.plan(turnwire.read(data, "turnwire"), into)
    assert expected == client.plan(data, into)
    assert expected == client.plan(turnwire.read(data, "turnwire"), into)


def test_dialects(client: Client) -> None:
    expected = [
        (name, tuple(kind for kind in KINDS if dialects.get(name).part(kind)), dialects.get(name).title)
        for name in dialects.names()
    ]
    found = client.dialects()
    assert expected == [(each.name, each.kinds, each.title) for each in found]
    assert {"openai_chat", "gemini_generate"} <= {each.name for each in found if each.streams}
    assert {"glm", "sharegpt"}.isdisjoint(each.name for each in found if each.streams)
    assert {"geppetto"} == {each.name for each in found if "upload-response" in each.other_kinds}


def test_schemas(client: Client) -> None:
    assert {name: schemas.schema(name) for name in schemas.names()} == {n: client.schema(n) for n in schemas.names()}
    assert schemas.schema("anthropic_messages/request") == client.schema("anthropic")


def test_envelope_goes_to_the_reader(client: Client, add_dialect: object) -> None:
    seen: list[object] = []

    def read(document: object, envelope: object) -> object:
        seen.append(envelope)
        return document

    assert callable(add_dialect)
    add_dialect("enveloped", read=read)
    client.read(HISTORY, "enveloped", kind="request", envelope={"path": "/v1", "query": {"n": [1, 2.5, None]}})
    assert [{"path": "/v1", "query": {"n": [1, 2.5, None]}}] == seen


def test_raw_convert(channel: grpc.Channel) -> None:
    request = service_pb2.ConvertRequest(wire=wire(HISTORY), target="turnwire")
    assert service_pb2.ConvertResponse(data=HISTORY) == service_pb2.ConvertResponse.FromString(
        send(channel, "Convert", request)
    )


def test_many_threads_get_their_own_answers(client: Client) -> None:
    documents = [history(f"number {n}", "x" * (n % 7) * 100) for n in range(200)]
    with ThreadPoolExecutor(16) as pool:
        found = list(
            pool.map(lambda data: client.convert(data, "turnwire", source="turnwire", kind="request"), documents)
        )
    assert documents == [written.data for written in found]


def test_a_short_name_is_taken_and_a_wrong_one_answered_with_those_like_it(client: Client) -> None:
    body = {"model": "m", "seed": 7, "messages": [{"role": "user", "content": "hi"}]}
    written = client.convert(body, "anthropic", source="openai")
    assert {"anthropic_messages"} == {loss.dialect for loss in written.losses}
    with pytest.raises(turnwire.UnknownDialect, match=r"did you mean anthropic_messages\?"):
        client.convert(body, "antropic_messages")
