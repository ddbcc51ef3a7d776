"""Complete messages of the format: an id, a session, a time, and the call that a result answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from turnwire.documents.ids import Ulid, ulid_of
from turnwire.documents.residue import form_of
from turnwire.lowering.draft import Draft, when, with_turns
from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.model import MessageMetadata, ToolResultBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Turn
    from turnwire.model import Message

_NONE: Final = Ulid(0, 0)
FIRST_ID: Final = str(_NONE.next())
"""The id of the first message that has none."""
EPOCH: Final = "1970-01-01T00:00:00Z"
NO_SESSION: Final = ""
"""The value that the system's own gateway uses."""


@when()
def complete_messages(draft: Draft, losses: Losses) -> Draft:
    """Invent the missing `id` ("ULID, monotonic"), `session_id` and `created_at`, which have no defaults.

    Stores sort by time and id, so a message without them directly follows the one before it: at the same time, with the
    next id.  The ids are counted, not random: the same document gives the same file.
    """
    ids = _Ids(draft)
    return with_turns(draft, [_completed(turn, ids, losses) for turn in draft.turns])


class _Ids:
    """The ids and times of one document, from message to message."""

    def __init__(self, draft: Draft) -> None:
        self.taken = {turn.message.id for turn in draft.turns}
        self.last = _NONE
        self.time = EPOCH

    def next(self) -> str:
        """An id that no message has, after that of the message before."""
        made = self.last.next()
        while str(made) in self.taken:
            made = made.next()
        self.taken.add(str(made))
        return str(made)

    def seen(self, message: Message) -> None:
        """Notes what a message has."""
        self.last = (message.id and ulid_of(message.id)) or self.last
        self.time = message.created_at or self.time


def _completed(turn: Turn, ids: _Ids, losses: Losses) -> Turn:
    message = turn.message
    absent = form_of(message.provider_raw, losses.dialect).get("absent", ())
    made: dict[str, Any] = {}
    for name, make in (("id", ids.next), ("session_id", lambda: NO_SESSION), ("created_at", lambda: ids.time)):
        if getattr(message, name) is None and name not in absent:
            made[name] = make()
            losses.invented(f"{turn.path}/{name}", f"message.{name}", made[name])
    message = structs.replace(message, **made) if made else message
    ids.seen(message)
    return _linked(structs.replace(turn, message=message), losses)


def _linked(turn: Turn, losses: Losses) -> Turn:
    """A result names its call twice: "`parent_tool_use_id` is set on every TOOL message" (5.3)."""
    message = turn.message
    if turn.role != "tool" or was_illegal_in_source(message.provider_raw, losses.dialect, "parent_tool_use_id"):
        return turn
    metadata = message.metadata or MessageMetadata()
    call = next((block.tool_use_id for block in turn.blocks if type(block) is ToolResultBlock), None)
    if metadata.parent_tool_use_id is not None or call is None:
        return turn
    losses.invented(f"{turn.path}/metadata/parent_tool_use_id", "metadata.parent_tool_use_id", call)
    linked = structs.replace(metadata, parent_tool_use_id=call)
    return structs.replace(turn, message=structs.replace(message, metadata=linked))
