"""A request -> a History."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.dialects.openai_chat.read_message import read_message
from turnwire.dialects.openai_chat.read_settings import read_settings
from turnwire.model import History

if TYPE_CHECKING:
    from turnwire.dialect import Envelope
    from turnwire.dialects.openai_chat.wire_request import ChatRequest


def read_request(wire: ChatRequest, _: Envelope | None) -> History:
    """The conversation; the keys beside it are its settings."""
    return History([read_message(message) for message in wire.messages], read_settings(wire))
