"""A request -> a History."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.dialects.mistral_chat.read_message import mark_as_is, read_message
from turnwire.dialects.mistral_chat.read_settings import read_settings
from turnwire.model import History

if TYPE_CHECKING:
    from turnwire.dialects.mistral_chat.wire_request import ChatRequest
    from turnwire.documents.inputs import Envelope
    from turnwire.model import Message


def read_request(wire: ChatRequest, _: Envelope | None) -> History:
    """Read a conversation; the keys besides its messages are its settings."""
    history = [read_message(message) for message in wire.messages]
    _mark_order(history)
    return History(history, read_settings(wire))


def _mark_order(history: list[Message]) -> None:
    """Mark messages that this API's rules of order would change, so that they are written back unchanged."""
    before = ""
    for message in history:
        if message.role == "system" and before in ("assistant", "tool"):
            mark_as_is(message, "role")
        before = message.role
    if before == "assistant":
        mark_as_is(history[-1], "prefix")
