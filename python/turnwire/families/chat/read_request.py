"""A request -> a History."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.families.chat.read_message import read_messages
from turnwire.families.chat.read_settings import read_settings
from turnwire.model import History

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope
    from turnwire.families.chat.vendor import Vendor
    from turnwire.families.chat.wire_request import ChatRequest


def read_request(vendor: Vendor, wire: ChatRequest, _: Envelope | None) -> History:
    """Read a conversation; the keys besides its messages are its settings."""
    return History(read_messages(wire.messages, vendor), read_settings(wire, vendor))
