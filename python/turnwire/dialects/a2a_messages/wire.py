"""The JSON of messages and tasks of the Agent2Agent protocol.

Source: a2a.json of a2aproject/A2A, version 0.3.0 (`kind` selects the member of a union), and a2a.proto, version 1.0, in
ProtoJSON (roles in upper case, parts distinguished by their members).
"""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import Wire
from turnwire.model import ABSENT

NAME = "a2a_messages"


class File(Wire, rename="camel"):
    """A file by its address or as base64 (0.3)."""

    uri: Raw = ABSENT
    bytes: Raw = ABSENT
    mime_type: str | UnsetType = UNSET
    name: str | UnsetType = UNSET


class Part(Wire, rename="camel"):
    """One part: text, a file, or data."""

    kind: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    file: File | UnsetType = UNSET
    data: Raw = ABSENT
    # 1.0: "oneof content { string text; bytes raw; string url; Value data }", and what goes along.
    url: Raw = ABSENT
    raw: Raw = ABSENT
    media_type: str | UnsetType = UNSET
    filename: str | UnsetType = UNSET


class Said(Wire, rename="camel"):
    """A message."""

    role: str
    parts: list[Part]
    kind: str | UnsetType = UNSET
    message_id: str | UnsetType = UNSET
    context_id: str | UnsetType = UNSET


class Body(Wire, rename="camel"):
    """A message has parts, a task a status and maybe a history."""

    role: str | UnsetType = UNSET
    parts: list[Part] | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    message_id: str | UnsetType = UNSET
    context_id: str | UnsetType = UNSET
    id: str | UnsetType = UNSET
    status: Raw = ABSENT
    history: list[Said] | UnsetType = UNSET
