"""What new session files have in common: messages in the format of a provider, ids, and losses."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Final

from msgspec import Raw, Struct, structs

from turnwire.codec.values import MEMBERS
from turnwire.codec.wire import ENCODER, FORM
from turnwire.dialects import part_of
from turnwire.documents.ids import IdMap
from turnwire.documents.records import leave_out_records
from turnwire.documents.residue import own_members, without_keys
from turnwire.losses import Losses
from turnwire.lowering.draft import Lowering, lowered
from turnwire.model import History, Loss, MessageMetadata, Settings
from turnwire.sessions.files.line_times import NO_TIME, lost_times, metadata_of_turns, times_of_turns
from turnwire.sessions.files.members import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.lowering.draft import Pass, Turn
    from turnwire.model import Message

_NULL: Final = Raw(b"null")
_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
_HELD: Final = re.compile(r"/history/\d+/(created_at|session_id|metadata/(model|stop_reason|provider))\Z")


def session_uuid(history: History) -> str:
    """Return the id of the session if it is a UUID, or a UUID made of it."""
    return as_uuid(history.id or "session")


def as_uuid(text: str) -> str:
    """Return a text that is a UUID, or a UUID that is made of its hash; equal texts give equal ids."""
    if _UUID.match(text):
        return text
    digits = hashlib.sha256(text.encode()).hexdigest()
    # "UUIDv8 provides a format for experimental or vendor-specific use cases" (RFC 9562, 5.8)
    return f"{digits[:8]}-{digits[8:12]}-8{digits[13:16]}-a{digits[17:20]}-{digits[20:32]}"


LEFT_TO_THE_AGENT: Final = frozenset(
    [
        "drop_blank_texts",
        "drop_empty_texts",
        "answer_calls",
        "orphan_results_as_text",
        "results_follow_calls",
        "end_with_the_user",
        "begin_without_trailing_space",
        "pair_calls",
        "ids_are_unique",
    ]
)
"""Rules of the servers that a session file does not have to keep: the agent keeps them when it sends the messages."""


class Written(Struct, frozen=True):
    """The messages of a history in a provider's format.

    Attributes:
        body: the request.
        start: the time of the first message.
        times: the time of each message or item of the request, in order.
        about: the metadata of the message that each of them begins with.
        losses: what the session file does not hold.
        ids: the ids of calls that are others in the session file.
    """

    body: bytes
    start: str
    times: list[str]
    about: list[MessageMetadata]
    losses: tuple[Loss, ...]
    ids: IdMap


def written_as(
    history: History, dialect: str, name: str, first: Sequence[Pass] = (), last: Sequence[Pass] = ()
) -> Written:
    """Write the messages of a history in a provider's format, and return when each was written, and what is lost.

    Args:
        history: a thread, or any request.
        dialect: the provider's format.
        name: the name of the session format, for the losses.
        first: rules of the session format that come before those of the provider's format.
        last: rules of the session format that come after them.
    """
    part = part_of(dialect, "request")
    broken = Losses(name)
    messages = [_with_content(each, dialect, index, broken) for index, each in enumerate(history.history)]
    bare = structs.replace(history, settings=Settings(model=model_of(history)), history=messages)
    found = Losses(dialect)
    passes = (*first, *(each for each in part.lower.passes if not is_left_to_the_agent(each)), *last)
    sources: list[Turn] = []
    draft = structs.replace(lowered(part.draft(bare), Lowering(passes), found), sources=sources)
    wire = part.write(draft, found)
    times, start = times_of_turns(sources, history), times_of_turns(draft.turns[:1], history) or [NO_TIME]
    leave_out_records(found, bare)
    losses = [
        structs.replace(loss, dialect=name)
        for loss in found.told(bare)
        if not loss.path.startswith("/settings") and not (loss.kind == "dropped" and _HELD.match(loss.path))
    ]
    body = wire if type(wire) is bytes else ENCODER.encode(wire)
    lost = lost_times(sources, times, history, name)
    told = (*_settings(history, name), *broken.found, *losses, *lost)
    return Written(body, start[0], times, metadata_of_turns(sources, history), told, found.ids)


def _with_content(message: Message, dialect: str, index: int, losses: Losses) -> Message:
    """Return a message without what its provider's format had instead of content, such as a number in a broken file.

    The programs read a text or a list there, and a message without content is not written.
    """
    if message.content or message.provider_raw is None:
        return message
    kept = own_members(message.provider_raw, dialect).get("content", _NULL)
    if kept != _NULL:
        losses.dropped(f"/history/{index}/provider_raw/{dialect}/content", "provider_raw", kept)
    return structs.replace(message, provider_raw=without_keys(message.provider_raw, dialect, "content", FORM))


def is_left_to_the_agent(rule: Pass) -> bool:
    """Return whether a pass keeps a rule that a session file does not have to keep."""
    return rule.rule.__qualname__.partition(".")[0] in LEFT_TO_THE_AGENT


def _settings(history: History, name: str) -> list[Loss]:
    """Return the settings, which a session file has no place for, but for the model."""
    losses = Losses(name)
    for member, value in MEMBERS.decode(ENCODER.encode(history.settings or Settings())).items():
        if member != "model":
            losses.dropped(f"/settings/{member}", f"settings.{member}", value)
    return losses.found


def extra_text(history: History, name: str) -> str | None:
    """Return a text in `meta.extra`, such as the working folder; None if there is no text of this name."""
    extra = (history.meta and history.meta.extra) or {}
    return text_of(extra, name) or None


def has_mark(about: MessageMetadata, name: str) -> bool:
    """Return whether the metadata of a message has a mark: `COMPACTION` or `CONTEXT` of `histories.py`."""
    return bytes((about.extra or {}).get(name, b"")) == b"true"


def model_of(history: History) -> str:
    """Return the model that the messages name last, or the one of the settings; `unknown` if there is none."""
    named = (m.metadata.model for m in reversed(history.history) if m.metadata and m.metadata.model)
    return next(named, None) or (history.settings and history.settings.model) or "unknown"
