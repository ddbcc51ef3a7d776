"""A request -> a conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.dialects.ollama_chat.name import NAME
from turnwire.dialects.ollama_chat.read_message import read_message
from turnwire.dialects.ollama_chat.read_settings import read_settings
from turnwire.documents.residue import residue
from turnwire.lowering.optional_call_ids import Reading
from turnwire.model import History, Origin

if TYPE_CHECKING:
    from turnwire.dialects.ollama_chat.wire import ChatRequest
    from turnwire.documents.inputs import Envelope


def read_request(wire: ChatRequest, _: Envelope | None) -> History:
    """The conversation of a request."""
    reading, origin = Reading(NAME), Origin(NAME)
    messages = [read_message(message, reading, origin) for message in wire.messages]
    found = History(messages, read_settings(wire))
    if reading.counted:
        found.provider_raw = residue(NAME, form=reading.form())
    return found
