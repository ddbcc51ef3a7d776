"""ConvertBatch: one reply for each document, in order, whatever becomes of the others."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status
from tests.service.calls import PREFIX, detail, wire
from tests.service.documents import HISTORY, history

import turnwire
from turnwire.service.async_client import AsyncClient
from turnwire.v1.service_pb2 import ConvertBatchRequest, ConvertBatchResponse, ConvertRequest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    import grpc
    from tests.service.conftest import Gate

    from turnwire.service.client import Client

BODIES = [history("a"), b"[1,", history("b"), b'{"history":[{"role":7,"content":[]}]}', history("c")]


def expected(body: bytes) -> object:
    try:
        return turnwire.convert(body, "openai_chat", source="turnwire", kind="request")
    except turnwire.InvalidDocument as refused:
        return [each.code for each in refused.diagnostics]


def shown(outcome: object) -> object:
    return [each.code for each in outcome.diagnostics] if isinstance(outcome, turnwire.InvalidDocument) else outcome


def test_each_document_has_its_own_outcome_in_order(client: Client) -> None:
    found = client.convert_batch(BODIES, "openai_chat", source="turnwire", kind="request")
    assert [expected(body) for body in BODIES] == [shown(each) for each in found]


def test_the_asynchronous_client_gives_the_same(client: Client) -> None:
    async def bodies() -> AsyncIterator[bytes]:
        for body in BODIES:
            yield body

    async def found() -> list[object]:
        async with AsyncClient(client.target) as service:
            batch = service.convert_batch(bodies(), "openai_chat", source="turnwire", kind="request")
            return [shown(each) async for each in batch]

    assert [expected(body) for body in BODIES] == asyncio.run(found())


def sent(channel: grpc.Channel, requests: Iterator[ConvertBatchRequest]) -> Any:
    method: Any = channel.stream_stream(
        PREFIX + "ConvertBatch",
        request_serializer=ConvertBatchRequest.SerializeToString,
        response_deserializer=ConvertBatchResponse.FromString,
    )
    return method(requests, timeout=60)


def test_a_defect_in_one_document_is_told_as_in_a_call(channel: grpc.Channel, broken: str) -> None:
    requests = [
        ConvertRequest(wire=wire(HISTORY, each), target="turnwire") for each in ("turnwire", broken, "turnwire")
    ]
    first, second, third = sent(channel, (ConvertBatchRequest(convert=each) for each in requests))
    assert first == third
    assert "converted" == first.WhichOneof("result")
    status = Status.FromString(second.refused.status)
    assert (13, "internal error") == (second.refused.code, second.refused.message) == (status.code, status.message)
    assert "INTERNAL" == detail(status, ErrorInfo).reason
    assert b"secret" not in second.SerializeToString()


@pytest.mark.parametrize("size", [100_000])
def test_a_client_that_does_not_read_is_not_sent_more(channel: grpc.Channel, size: int) -> None:
    drawn, going = 0, threading.Event()

    def requests() -> Iterator[ConvertBatchRequest]:
        nonlocal drawn
        for _ in range(1000):
            if going.is_set():
                return
            drawn += 1
            yield ConvertBatchRequest(convert=ConvertRequest(wire=wire(history("x" * size)), target="turnwire"))

    call = sent(channel, requests())
    next(call)
    before = -1
    while before != drawn:
        before = drawn
        time.sleep(1)
    going.set()
    call.cancel()
    assert drawn < 500  # of a thousand, 100 MB, that nobody reads


def test_a_server_that_is_busy_is_not_sent_more(channel: grpc.Channel, gate: Gate) -> None:
    drawn, size = 0, 100_000
    body = ConvertRequest(wire=wire(history("x" * size), "slow"), target="turnwire")

    def requests() -> Iterator[ConvertBatchRequest]:
        nonlocal drawn
        for _ in range(300):
            drawn += 1
            yield ConvertBatchRequest(convert=body)

    call = sent(channel, requests())
    gate.wait_for(1)
    before = -1
    while before != drawn:
        before = drawn
        time.sleep(1)
    assert drawn * size < 4 * 1024 * 1024  # of 30 MB
    gate.opened.set()
    assert {"converted"} == {each.WhichOneof("result") for each in call}
