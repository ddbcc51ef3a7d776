"""A message or a task -> a History."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER, whole
from turnwire.dialects.a2a_messages.wire import NAME, Said
from turnwire.documents.residue import residue, unknown_role
from turnwire.errors import invalid
from turnwire.lowering.media_types import block_for
from turnwire.model import (
    ABSENT,
    DocumentBlock,
    History,
    Message,
    OpaqueBlock,
    Source,
    TextBlock,
)

if TYPE_CHECKING:
    from turnwire.dialects.a2a_messages.wire import Body, Part
    from turnwire.documents.inputs import Envelope
    from turnwire.model import ContentBlock

ROLES: dict[str, Any] = {"user": "user", "agent": "assistant", "ROLE_USER": "user", "ROLE_AGENT": "assistant"}


def read_body(wire: Body, _: Envelope | None) -> History:
    """Raises InvalidDocument for an object that is neither a message nor a task."""
    if wire.parts is not UNSET and wire.role is not UNSET and wire.history is UNSET and not wire.status:
        said = Said(
            role=wire.role,
            parts=wire.parts,
            kind=wire.kind,
            message_id=wire.message_id,
            context_id=wire.context_id,
            unknown=wire.unknown,
        )
        also = {} if wire.id is UNSET else {"id": wire.id}
        return History([_read_message(said, also)])
    if wire.status or wire.history is not UNSET:
        return _read_task(wire)
    raise invalid("a2a_messages.shape", "neither a message with a role and parts, nor a task with a status")


def _read_task(wire: Body) -> History:
    form: dict[str, Any] = {"shape": "task"}
    lacks = [name for name in ("id", "kind", "history", "status") if getattr(wire, name) in (UNSET, ABSENT)]
    if lacks:
        form["lacks"] = lacks
    if wire.kind not in (UNSET, "task"):
        form["kind"] = wire.kind
    rest: dict[str, Any] = dict(wire.unknown.fields) if wire.unknown else {}
    own = {"contextId": wire.context_id, "role": wire.role, "messageId": wire.message_id}
    rest |= {key: value for key, value in own.items() if value is not UNSET}
    if wire.parts is not UNSET:
        rest["parts"] = whole(wire.parts)
    if wire.status:
        check_raw(wire.status)
        rest["status"] = wire.status
    messages = [] if wire.history is UNSET else [_read_message(said, {}) for said in wire.history]
    found = History(messages, provider_raw=residue(NAME, rest, form=form))
    found.id = None if wire.id is UNSET else wire.id
    return found


def _read_message(said: Said, more: dict[str, Any]) -> Message:
    form: dict[str, Any] = {}
    is_proto = said.role.startswith("ROLE_")
    if is_proto:
        form["style"] = "proto"
    role: Any = ROLES.get(said.role)
    if role is None:
        role, form["role"] = "user", said.role
    if said.kind != ("message" if not is_proto else UNSET):
        form["kind"] = None if said.kind is UNSET else said.kind
    if said.message_id is UNSET:
        form["lacks"] = ["messageId"]
    rest = {**(said.unknown.fields if said.unknown else {}), **more, **unknown_role(form)}
    message = Message(role, [_read_part(part, proto=is_proto) for part in said.parts])
    message.id = None if said.message_id is UNSET else said.message_id
    message.session_id = None if said.context_id is UNSET else said.context_id
    message.provider_raw = residue(NAME, rest, form=form)
    return message


def _read_part(part: Part, *, proto: bool) -> ContentBlock:
    """Read a part that has one content and no contradicting `kind`; another part is kept whole."""
    found = None
    if part.text is not UNSET and _is_only(part, "text", proto=proto):
        return TextBlock(part.text, provider_raw=residue(NAME, _beside(part)))
    if part.data and _is_only(part, "data", proto=proto):
        check_raw(part.data)
        # The model has no block of JSON; as text every target can show it.
        return TextBlock(bytes(part.data).decode(), provider_raw=residue(NAME, _beside(part), form={"part": "data"}))
    if part.file is not UNSET and not proto and _is_only(part, "file", proto=False):
        found = _read_file(part)
    elif proto and (part.url or part.raw) and _is_only(part, "url" if part.url else "raw", proto=True):
        found = _read_content(part)
    return _opaque(part) if found is None else found


_CONTENTS = ("text", "file", "data", "url", "raw")


def _is_only(part: Part, content: str, *, proto: bool) -> bool:
    others = [name for name in _CONTENTS if name != content and getattr(part, name) not in (UNSET, ABSENT)]
    if others or (part.kind is not UNSET if proto else part.kind != content):
        return False
    # The description of `media_type`: "This field is available for all part types." (a2a.proto, 1.0)
    return proto or (part.media_type is UNSET and part.filename is UNSET)


def _beside(part: Part) -> dict[str, Any]:
    """Return the members of a part besides its text or data."""
    told = {"mediaType": part.media_type, "filename": part.filename}
    return {**part.unknown.fields, **{key: text for key, text in told.items() if text is not UNSET}}


def _read_file(part: Part) -> ContentBlock | None:
    file: Any = part.file
    if bool(file.uri) == bool(file.bytes) or not _is_text(file.uri or file.bytes):
        return None
    name = None if file.name is UNSET else file.name
    media_type = None if file.mime_type is UNSET else file.mime_type
    rest = {"file": file.unknown, **(part.unknown.fields if part.unknown else {})}
    return _media(file.uri, file.bytes, media_type, name, rest)


def _read_content(part: Part) -> ContentBlock | None:
    if not _is_text(part.url or part.raw):
        return None
    name = None if part.filename is UNSET else part.filename
    media_type = None if part.media_type is UNSET else part.media_type
    return _media(part.url, part.raw, media_type, name, dict(part.unknown.fields) if part.unknown else {})


def _media(url: Raw, data: Raw, media_type: str | None, name: str | None, rest: dict[str, Any]) -> ContentBlock:
    """A picture, sound or film by its media type; a file with a name is a document, which alone has one."""
    check_raw(url or data)
    source = Source("url", url) if url else Source("base64", data)
    block: Any = kind_of(media_type, name)(source)
    block.media_type = media_type
    if type(block) is DocumentBlock:
        block.filename = name
    block.provider_raw = residue(NAME, rest)
    done: ContentBlock = block
    return done


def kind_of(media_type: str | None, name: str | None) -> Any:
    """The type of block that a file is read as."""
    return DocumentBlock if name is not None else block_for(media_type)


def _is_text(raw: Raw) -> bool:
    return bytes(memoryview(raw)[:1]) == b'"'


def _opaque(part: Part) -> OpaqueBlock:
    value = Raw(ENCODER.encode(whole(part)))
    check_raw(value)
    if part.kind is not UNSET:
        return OpaqueBlock(part.kind, value, NAME)
    word = part.unknown.members.get("type", ABSENT)
    return OpaqueBlock(str(msgspec.json.decode(word)) if _is_text(word) else "", value, NAME)
