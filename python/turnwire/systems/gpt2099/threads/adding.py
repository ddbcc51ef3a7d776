"""Make new turns: content blocks, and the meta of a frame.

Nothing is stored here: each function returns a frame and its content.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.json import dumps, loads
from turnwire.errors import invalid
from turnwire.systems.gpt2099.threads.frames import DOCUMENT, JSON, META, Frame, Meta
from turnwire.systems.gpt2099.threads.hashes import integrity
from turnwire.systems.gpt2099.threads.heads import bookmark_of
from turnwire.systems.gpt2099.threads.resolve import headish_id, last_id
from turnwire.systems.gpt2099.threads.scru128 import is_turn_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.systems.gpt2099.threads.resolve import Turns

MOST_DOCUMENT_BYTES = 100_000_000
"""The largest document: gpt2099 refuses what is more than 100 MB."""

MEDIA_TYPES = {
    "csv": "text/csv",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "gif": "image/gif",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "json": JSON,
    "md": "text/markdown",
    "pdf": "application/pdf",
    "png": "image/png",
    "txt": "text/plain",
    "webp": "image/webp",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""The media types that gpt2099 derives from the suffix of a document."""

Said: TypeAlias = str | list[str]
"""A text is one block, a list of texts is a block each; with `json`, the text is the JSON of the content."""


class NewTurn(NamedTuple):
    """A turn that is not stored yet."""

    frame: Frame
    content: bytes


class Told(Struct, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The options of add-turn besides the content; unknown keys of JSON are ignored.

    False, an empty list and an empty text have no effect, as in gpt2099.  `no_search`, `no_servers` and `tool_mode` are
    ours: the first two write the value that switches an inherited option off, the last an option that gpt2099 documents
    and never writes.
    """

    continues: str | list[str] | None = None
    respond: bool | None = None
    servers: list[str] | None = None
    search: bool | None = None
    bookmark: str | None = None
    provider_ptr: str | None = None
    json: bool | None = None
    cache: bool | None = None
    no_search: bool | None = None
    no_servers: bool | None = None
    tool_mode: str | None = None


def add_turn(turns: Turns, said: Said, told: Told, turn_id: str) -> NewTurn:
    """A turn of the user.  Raises InvalidDocument: codes of `thread.…` and `json.…`."""
    _check_bookmark(told.bookmark)
    content = dumps(_content(said, as_json=bool(told.json)))
    continues = _continues(turns, told)
    meta = Meta(
        role="user",
        content_type=JSON,
        options=_options(told),
        head=told.bookmark or _inherited(turns, continues),
        cache=True if told.cache else None,
        continues=continues,
    )
    return _new(turn_id, meta, content)


def _content(said: Said, *, as_json: bool) -> Any:
    if as_json and isinstance(said, str):
        # "the parsed JSON is used as is": one block is not put into a list.
        return _blocks(loads(said.encode("utf-8", "surrogatepass")))
    if not as_json and isinstance(said, str):
        return [{"type": "text", "text": said}]
    if not as_json and _is_texts(said):
        return [{"type": "text", "text": each} for each in said]
    hint = "give a text, a list of texts, or the JSON text of content blocks and mark it as JSON"
    # gpt2099 puts such a value into the text of a block unchanged, which no provider takes.
    raise invalid("thread.content", f"a {type(said).__name__} cannot be the text of a turn", hint=hint)


def _blocks(tree: Any) -> Any:
    """One block, a list of them, or a text, each as gpt2099 keeps it; no provider makes a message of a number."""
    if isinstance(tree, dict | list | str):
        return tree
    hint = "give a block, a list of blocks, or a text"
    raise invalid("thread.content", f"{dumps(tree).decode():.40} cannot be the content of a turn", hint=hint)


def _check_bookmark(name: str | None) -> None:
    # "A bookmark of 25 alphanumeric characters is therefore always taken for an id."
    if name is not None and is_turn_id(name):
        hint = "25 letters and digits always mean an id: take another name"
        raise invalid("thread.bookmark", f"the bookmark {name!r} could never be looked up", hint=hint)


def _is_texts(said: object) -> bool:
    return isinstance(said, list) and bool(said) and all(isinstance(each, str) for each in said)


def _continues(turns: Turns, told: Told) -> list[str]:
    """Return the ids to continue, in the given order; with `respond` the latest turn is added."""
    given = [told.continues] if isinstance(told.continues, str) else told.continues or []
    found = [headish_id(turns, each) for each in given] + ([last_id(turns)] if told.respond else [])
    for each in found:
        known(turns, each)
    return found


def known(turns: Turns, turn_id: str) -> Frame:
    """The frame of an id that a new turn names.  Raises InvalidDocument (`thread.missing`)."""
    frame = turns.frame(turn_id)
    if frame is None:
        hint = "a turn continues what is stored: name another turn, or a bookmark"
        raise invalid("thread.missing", f"turn {turn_id[:80]!r} is not there", hint=hint)
    return frame


def _inherited(turns: Turns, continues: Sequence[str]) -> str | None:
    """The bookmark of the last turn that is continued: "else the head of the last id in continues"."""
    return bookmark_of(known(turns, continues[-1]), turns.frame) if continues else None


def _options(told: Told) -> dict[str, Raw]:
    """Return the options that a turn says.  Raises InvalidDocument (`thread.options`) for two that contradict."""
    for name, off in (("search", told.no_search), ("servers", told.no_servers)):
        if off and getattr(told, name):
            hint = f"leave one of the two out: no_{name} switches off what the turn inherits"
            raise invalid("thread.options", f"{name} and no_{name} contradict each other", hint=hint)
    given: dict[str, Any] = {"provider_ptr": told.provider_ptr, "servers": told.servers, "search": told.search}
    said = {name: value for name, value in (given | {"tool_mode": told.tool_mode}).items() if value}
    said |= {"search": False} if told.no_search else {}
    # "lists of scalars are replaced" when options are merged, so that an empty list leaves no server.
    said |= {"servers": []} if told.no_servers else {}
    return {name: Raw(msgspec.json.encode(value)) for name, value in said.items()}


def _new(turn_id: str, meta: Meta, content: bytes) -> NewTurn:
    return NewTurn(Frame(id=turn_id, hash=integrity(content), meta=meta), content)


class Document(Struct, frozen=True, kw_only=True):
    """The options of a document; its media type is by default that of the suffix of `name`."""

    name: str
    media_type: str | None = None
    original_path: str | None = None
    bookmark: str | None = None
    cache: bool = False


def document_turn(data: bytes, about: Document, turn_id: str) -> NewTurn:
    """Make a turn that holds a document, as bytes.  It continues nothing and inherits nothing.

    Raises InvalidDocument (`thread.content`, `thread.bookmark`).
    """
    _check_bookmark(about.bookmark)
    if len(data) > MOST_DOCUMENT_BYTES:
        hint = "split it or make it smaller"
        raise invalid("thread.content", f"{len(data)} bytes, more than the {MOST_DOCUMENT_BYTES} allowed", hint=hint)
    if not data:
        raise invalid(
            "thread.content", f"{about.name[:80]!r} is empty", hint="an empty turn is left out of every window"
        )
    _, dot, suffix = about.name.rpartition(".")
    media_type = about.media_type or MEDIA_TYPES.get(dot and suffix.lower())
    if media_type is None:
        raise invalid("thread.content", f"no media type is known for {about.name[:80]!r}", hint="say its media type")
    meta = Meta(
        role="user",
        type=DOCUMENT,
        content_type=media_type,
        document_name=about.name,
        original_path=about.original_path,
        file_size=len(data),
        head=about.bookmark or None,
        cache=True if about.cache else None,
    )
    return _new(turn_id, meta, data)


def reply_turn(turns: Turns, reply: bytes, continues: str, turn_id: str) -> NewTurn:
    """The assistant's turn of a reply, `{"message": {…, "content": […]}}`: its content, and the rest of it as meta.

    `continues` is one id, as gpt2099 stores it.  The bookmark is carried on, which gpt2099 leaves out: without it the
    next turn of the bookmark would continue the question and lose the reply.  Raises InvalidDocument.
    """
    parent = known(turns, headish_id(turns, continues))
    tree = loads(reply)
    message = tree.get("message") if isinstance(tree, dict) else None
    if not isinstance(message, dict) or not isinstance(message.get("content"), list):
        raise invalid(
            "thread.content", "not a reply: no list at /message/content", hint="give the aggregate of a reply"
        )
    _check_reply(tree, message)
    about = {name: Raw(dumps(value)) for name, value in message.items() if name != "content"}
    # Replies of 2025 have more members next to the message.
    rest = {name: Raw(dumps(value)) for name, value in tree.items() if name != "message"}
    head = _inherited(turns, [parent.id])
    meta = Meta(role="assistant", content_type=JSON, continues=parent.id, head=head, message=about, extra=rest)
    return _new(turn_id, meta, dumps(message["content"]))


def _check_reply(tree: dict[str, Any], message: dict[str, Any]) -> None:
    """Raise InvalidDocument (`thread.content`) for a reply with members that only the turn itself may have."""
    if message.get("role", "assistant") != "assistant":
        hint = "a reply is the assistant's: leave the role out, or add the turn as content blocks"
        raise invalid("thread.content", "the role of a reply is assistant", pointer="/message/role", hint=hint)
    ours = sorted((tree.keys() & META) - {"message"})
    if ours:
        hint = f"take it out of the reply: {ours[0]} of a turn is set when it is added"
        why = "members next to the message would be read as those of the turn"
        raise invalid("thread.content", why, pointer=f"/{ours[0]}", hint=hint)


def result_turn(turns: Turns, results: bytes, continues: str, turn_id: str) -> NewTurn:
    """Make the user's turn that answers tool calls: a JSON list of tool_result blocks.

    As in gpt2099, `continues` is one id, whose bookmark is kept, and there are no options.
    Raises InvalidDocument.
    """
    parent = known(turns, headish_id(turns, continues))
    tree = loads(results)
    if not isinstance(tree, list):
        raise invalid("thread.content", "not a list of tool_result blocks", hint="put them into a list")
    meta = Meta(role="user", content_type=JSON, continues=parent.id, head=_inherited(turns, [parent.id]))
    return _new(turn_id, meta, dumps(tree))


def branch_turn(turns: Turns, bookmark: str, headish: Sequence[str], turn_id: str) -> NewTurn:
    """A turn without content that gives a bookmark to a point of a thread; windows leave it out.

    Raises InvalidDocument (`thread.bookmark`, `thread.headish`, `thread.missing`).
    """
    _check_bookmark(bookmark)
    continues = _continues(turns, Told(continues=list(headish), respond=not headish))
    meta = Meta(role="user", options={}, head=bookmark, continues=continues)
    return NewTurn(Frame(id=turn_id, meta=meta), b"")
