"""Clients that send or read slowly keep nobody else from converting, and their calls end in time."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from tests.service.calls import PREFIX, send, wire
from tests.service.documents import HISTORY, history

from turnwire.service.server import Service
from turnwire.service.settings import Settings
from turnwire.v1.service_pb2 import ConvertBatchRequest, ConvertRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GOOD = ConvertRequest(wire=wire(HISTORY), target="openai_chat")
LARGE = ConvertRequest(wire=wire(history("x" * 900_000)), target="turnwire")
SLOW_READER = (("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 1024))
"""A client that takes 64 KB of a reply before it reads it."""


@contextmanager
def running(**given: Any) -> Iterator[grpc.Channel]:
    service = Service(Settings(port=0, **given))
    service.start()
    try:
        with grpc.insecure_channel(service.address, SLOW_READER) as channel:
            yield channel
    finally:
        service.stop()


def codes(calls: list[Any]) -> list[grpc.StatusCode]:
    return [call.code() for call in calls]


class Stalled:
    """Calls whose clients send no request until they are told to."""

    def __init__(self, channel: grpc.Channel, count: int) -> None:
        self._released = threading.Event()
        method: Any = channel.stream_unary(PREFIX + "Convert")
        self.calls = [method.future(self._requests(), timeout=60) for _ in range(count)]

    def _requests(self) -> Iterator[bytes]:
        assert self._released.wait(60)
        yield GOOD.SerializeToString()

    def release(self) -> None:
        self._released.set()


def test_calls_without_a_request_keep_no_thread_from_converting() -> None:
    with running(workers=1) as channel:
        stalled = Stalled(channel, 10)
        assert send(channel, "Convert", GOOD, 60)
        stalled.release()
        assert [grpc.StatusCode.OK] * 10 == codes(stalled.calls)


def test_calls_without_a_request_end_in_time() -> None:
    with running(max_call=1, max_concurrent=3) as channel:
        stalled = Stalled(channel, 3)
        assert [grpc.StatusCode.CANCELLED] * 3 == codes(stalled.calls)
        stalled.release()
        until(lambda: not is_refused(channel))


def test_a_call_without_any_request_is_refused() -> None:
    with running() as channel:
        method: Any = channel.stream_unary(PREFIX + "Convert")
        with pytest.raises(grpc.RpcError, match="the call has no request") as refused:
            method(iter(()), timeout=60)
    assert grpc.StatusCode.INVALID_ARGUMENT == refused.value.code()


def is_refused(channel: grpc.Channel) -> bool:
    method: Any = channel.unary_unary(PREFIX + "Convert")
    code = method.future(GOOD.SerializeToString(), timeout=60).code()
    assert code in {grpc.StatusCode.OK, grpc.StatusCode.RESOURCE_EXHAUSTED}
    return bool(code == grpc.StatusCode.RESOURCE_EXHAUSTED)


def test_a_call_counts_until_its_client_has_the_reply() -> None:
    with running(max_concurrent=1) as channel:
        method: Any = channel.unary_stream(PREFIX + "Convert")
        unread = method(LARGE.SerializeToString(), timeout=120)
        unread.initial_metadata()  # the reply is on its way
        assert is_refused(channel)
        unread.cancel()
        until(lambda: not is_refused(channel))


def test_a_reply_that_is_not_read_is_given_up_in_time() -> None:
    with running(max_concurrent=1, max_call=2) as channel:
        method: Any = channel.unary_stream(PREFIX + "Convert")
        unread = method(LARGE.SerializeToString(), timeout=120)
        unread.initial_metadata()
        until(lambda: not is_refused(channel))
        unread.cancel()


def test_a_batch_is_cut_off_when_its_client_is_gone(add_dialect: Callable[..., None]) -> None:
    begun, ended = threading.Event(), threading.Event()

    def endless(*_: object) -> object:
        begun.set()
        try:
            while True:
                time.sleep(0.001)
        finally:
            ended.set()

    add_dialect("endless", read=endless)
    document = ConvertRequest(wire=wire(HISTORY, "endless"), target="turnwire")
    request = ConvertBatchRequest(convert=document).SerializeToString()
    with running() as channel:
        method: Any = channel.stream_stream(PREFIX + "ConvertBatch")
        call = method(iter((request,)), timeout=60)
        assert begun.wait(60)
        call.cancel()
        assert ended.wait(60)


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)
