"""What a user's program writes; mypy --strict reads it, and nothing runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_type

import turnwire
from turnwire import Completion, ErrorReply, History, Written

if TYPE_CHECKING:
    from anthropic.types import Message, MessageParam
    from openai.types.chat import ChatCompletion, ChatCompletionMessageParam

    from turnwire.service.client import Client


def from_packages(message: Message, reply: ChatCompletion) -> None:
    """Objects of a provider's package, and what is built of them."""
    assert_type(turnwire.convert(message, "openai"), Written)
    turnwire.read(reply, kind="response")
    turnwire.detect(reply)
    turnwire.validate(message)
    turnwire.convert({"model": "m", "messages": [{"role": "assistant", "content": message.content}]}, "openai")


def from_lists(openai: list[ChatCompletionMessageParam], anthropic: list[MessageParam], mixed: list[Message]) -> None:
    """Lists of messages, as parameters and as objects."""
    turnwire.convert(openai, "anthropic", source="openai", kind="request")
    turnwire.convert(anthropic, "openai", source="anthropic", kind="request")
    turnwire.read(mixed)


def by_kind(body: bytes, tree: dict[str, Any], text: str) -> None:
    """The kind says what comes back."""
    assert_type(turnwire.read(body, kind="request"), History)
    assert_type(turnwire.read(tree, "openai", kind="response"), Completion)
    assert_type(turnwire.read(text, kind="error"), ErrorReply)
    assert_type(turnwire.read(body), History | Completion | ErrorReply)
    turnwire.convert(body, "anthropic", strict=True, allow=["invented"], model="claude-sonnet-4-5")


def by_kind_from_a_server(client: Client, body: bytes) -> None:
    """So it does where a server reads."""
    assert_type(client.read(body, kind="request"), History)
    assert_type(client.read(body, "openai", kind="response", timeout=1), Completion)
    assert_type(client.read(body, kind="error"), ErrorReply)
    assert_type(client.read(body), History | Completion | ErrorReply)


def refused(number: int, path: object) -> None:
    """What is no document is an error of the type checker."""
    turnwire.read(number)  # type: ignore[call-overload]
    turnwire.convert(path, "openai")  # type: ignore[arg-type]
