"""Read and write single messages or items in the format of a provider's request."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw

from turnwire.codec.limits import FAST
from turnwire.codec.wire import ENCODER
from turnwire.dialects import part_of
from turnwire.dialects.wrapping import decoded
from turnwire.dialects.write_errors import check_numbers
from turnwire.losses import Losses
from turnwire.model import History

if TYPE_CHECKING:
    from turnwire.model import Message

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_ITEMS = msgspec.json.Decoder(list[Raw])


def read_messages(dialect: str, member: str, items: bytes) -> list[Message]:
    """Read items of a request's list of messages.

    Args:
        dialect: the dialect of the items, such as `anthropic_messages`.
        member: the request's member that holds the list, such as `messages`.
        items: JSON objects, separated by commas.

    Returns:
        The canonical messages, at least one for each item that is no setting.

    Raises:
        InvalidDocument: an item cannot be read.
    """
    part = part_of(dialect, "request")
    wire, _ = decoded(part, b'{"%b":[%b]}' % (member.encode(), items), FAST)
    history: History = part.read(wire, None)
    check_numbers(history)
    return history.history


def render_messages(dialect: str, member: str, messages: list[Message]) -> list[Raw]:
    """Write messages as items of a request's list, without the rules that a whole request has to keep.

    What `read_messages` read is written back unchanged.
    """
    part = part_of(dialect, "request")
    wire = part.write(part.draft(History(history=messages)), Losses(dialect))
    body = wire if type(wire) is bytes else ENCODER.encode(wire)
    found = _MEMBERS.decode(body).get(member)
    return [] if found is None else _ITEMS.decode(found)
