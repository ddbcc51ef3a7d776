"""The asynchronous client gives what the synchronous one gives, and raises what it raises."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING

import pytest
from tests.service.documents import HISTORY

import turnwire
from turnwire.service.async_client import AsyncClient

if TYPE_CHECKING:
    from turnwire.service.client import Client

WRONG = b'{"history":[{"role":"nobody","content":[]}]}'


def test_the_same_replies(client: Client) -> None:
    document = turnwire.read(HISTORY, "turnwire", kind="request")

    async def check() -> None:
        async with AsyncClient(client.target) as service:
            assert client.convert(HISTORY, "openai_chat") == await service.convert(HISTORY, "openai_chat")
            assert client.write(document, "openai_chat") == await service.write(document, "openai_chat")
            assert document == await service.read(HISTORY, "turnwire", kind="request")
            assert client.validate(WRONG) == await service.validate(WRONG)
            assert client.repair(WRONG, "turnwire") == await service.repair(WRONG, "turnwire")
            assert client.plan(HISTORY, "openai_chat") == await service.plan(HISTORY, "openai_chat")
            assert client.detect(HISTORY) == await service.detect(HISTORY)
            assert client.dialects() == await service.dialects()
            assert client.schema("history") == await service.schema("history")

    asyncio.run(check())


def test_the_same_errors(client: Client) -> None:
    async def check() -> None:
        async with AsyncClient(client.target) as service:
            with pytest.raises(turnwire.InvalidDocument):
                await service.read(b"[1,", "turnwire", kind="request")
            with pytest.raises(turnwire.UnknownDialect, match="nobody"):
                await service.convert(HISTORY, "nobody")

    asyncio.run(check())


def test_no_service_is_one_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        address = f"127.0.0.1:{closed.getsockname()[1]}"

    async def check() -> None:
        async with AsyncClient(address) as service:
            await service.detect(b"{}")

    with pytest.raises(ConnectionError, match="no service at"):
        asyncio.run(check())
