"""A request -> a History."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.dialects.openai_responses.offered_tools import offered_tools
from turnwire.dialects.openai_responses.read_items import read_items
from turnwire.dialects.openai_responses.read_settings import read_settings
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.documents.residue import residue
from turnwire.model import History, Message, TextBlock

if TYPE_CHECKING:
    from turnwire.dialects.openai_responses.wire_request import ResponsesRequest
    from turnwire.documents.inputs import Envelope
    from turnwire.model import ContentBlock


def read_request(wire: ResponsesRequest, _: Envelope | None) -> History:
    """Read the conversation, instructions first, and the settings.

    An input that is not a list is one message of the user; a text, and a missing input, are marked at the root.
    """
    messages: list[Message] = []
    form: dict[str, Any] = {}
    if wire.instructions is not UNSET:
        said: list[ContentBlock] = [TextBlock(wire.instructions)] if wire.instructions else []
        messages.append(Message("system", said, provider_raw=residue(NAME, form={"place": "instructions"})))
    if type(wire.input) is list:
        messages += read_items(wire.input)
    elif type(wire.input) is str:
        messages.append(Message("user", [TextBlock(wire.input)] if wire.input else []))
        form["input"] = "text"
    else:
        form["input"] = "absent"
    settings = read_settings(wire)
    settings.tools += offered_tools(settings.tools, chain.from_iterable(message.content for message in messages))
    return History(messages, settings, provider_raw=residue(NAME, form=form))
