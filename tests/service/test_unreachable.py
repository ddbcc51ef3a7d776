"""What a client says if there is no service."""

from __future__ import annotations

import socket

import grpc
import pytest

from turnwire.service.client import Client


def test_no_service_is_one_error_with_the_address_and_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        address = f"127.0.0.1:{closed.getsockname()[1]}"
    with Client(address, timeout=60) as client, pytest.raises(ConnectionError) as told:
        client.detect(b"{}")
    assert f"no service at {address} (start it: turnwire serve)" == str(told.value)
    assert told.value.__suppress_context__


def test_a_deadline_is_still_an_error_of_grpc() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        Client(f"127.0.0.1:{silent.getsockname()[1]}", timeout=0.2) as client,
        pytest.raises(grpc.RpcError) as told,
    ):
        client.detect(b"{}")
    assert grpc.StatusCode.DEADLINE_EXCEEDED is told.value.code()
