"""Read a context window, or a stored thread, as a conversation.

There is no role for tools: their results are in messages of the user, next to the user's own blocks.  Here each result
is a message of its own; where a turn began follows from the order, and is marked only if it does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.dialects.gpt2099.read_blocks import Rows, read_part, read_parts
from turnwire.dialects.gpt2099.wire import NAME
from turnwire.documents.residue import residue, unknown_role
from turnwire.lowering.segments import is_result, split_at_results
from turnwire.model import CacheControl, History, Message, Settings, TextBlock

if TYPE_CHECKING:
    from turnwire.dialects.gpt2099.wire import Said, Window
    from turnwire.documents.inputs import Envelope
    from turnwire.model import ContentBlock

ROLES = frozenset(("user", "assistant", "system"))
# "cache: bool": Anthropic is sent `{"type": "ephemeral"}` on the last block of such a message.
CACHE = "ephemeral"
# The `$form` of a cache mark of a whole message, and not of its last block.
OF_MESSAGE = {"cache": True}

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
# Options that mean the same as their absence: new turns are made without them.
_NOTHING = frozenset((b"null", b"false", b"[]", b"{}", b'""'))


def read_window(wire: Window | list[Said], _: Envelope | None) -> History:
    """Read a conversation; `options` are kept in the settings unchanged."""
    rows = Rows()
    messages: list[Message] = []
    said = wire if isinstance(wire, list) else wire.messages
    for each in said:
        messages += _turn(each, follows_results=bool(messages) and messages[-1].role == "tool", rows=rows)
    history = History(messages)
    if isinstance(wire, list):
        form: dict[str, Any] = {"root": "list"}
        rest: dict[str, Any] = {}
    else:
        form, rest = {}, dict(wire.unknown.fields) if wire.unknown else {}
        _options(wire.options, history, form, rest)
    history.provider_raw = residue(NAME, rest, form={**form, **rows.form()})
    return history


def _options(raw: Raw, history: History, form: dict[str, Any], rest: dict[str, Any]) -> None:
    """Read the options; no options are usually an empty object, and "null only when there are no frames"."""
    if not raw:
        form["options"] = "absent"
        return
    check_raw(raw)
    if bytes(memoryview(raw)[:1]) != b"{":
        form["options"] = "absent"
        rest["options"] = raw
    elif _MEMBERS.decode(raw):
        history.settings = Settings(options=raw)


def _turn(said: Said, rows: Rows, *, follows_results: bool) -> list[Message]:
    form: dict[str, Any] = {}
    also: dict[str, Any] = {}
    role = _role(said, form)
    blocks = _content(said, form, rows)
    rest: dict[str, Any] = dict(said.unknown.fields) if said.unknown else {}
    _cache(said, blocks, rest, also)
    if said.options:
        check_raw(said.options)
        (also if _says_nothing(said.options) else rest)["options"] = said.options
    is_user = role == "user" and "role" not in form
    segments = split_at_results(blocks) if is_user else [blocks]
    if is_user and segments and is_result(segments[0][0]):
        return _apart(said, segments, rest, also, form, follows_results=follows_results)
    first = Message(role, segments[0] if segments else [])
    rest |= unknown_role(form)
    found = [first, *_rest_of(segments[1:], after="user")]
    first.provider_raw = residue(NAME, rest, also=also, form=form)
    first.id = None if said.id is UNSET else said.id
    return found


def _apart(
    said: Said,
    segments: list[list[ContentBlock]],
    rest: dict[str, Any],
    also: dict[str, Any],
    form: dict[str, Any],
    *,
    follows_results: bool,
) -> list[Message]:
    """Split a turn that begins with a result; the fields of the message are kept with its first part."""
    if follows_results:
        form["turn"] = "new"
    first = Message("tool", segments[0], id=None if said.id is UNSET else said.id)
    first.provider_raw = residue(NAME, rest, also=also, form=form)
    return [first, *_rest_of(segments[1:], after="tool")]


def _rest_of(segments: list[list[ContentBlock]], after: str) -> list[Message]:
    """Return the other messages of one turn; consecutive results need no mark."""
    found: list[Message] = []
    for segment in segments:
        role: Any = "tool" if is_result(segment[0]) else "user"
        same = None if role == after == "tool" else residue(NAME, form={"turn": "same"})
        found.append(Message(role, segment, provider_raw=same))
        after = role
    return found


def _role(said: Said, form: dict[str, Any]) -> Any:
    if said.role in ROLES:
        return said.role
    form["role"] = None if said.role is UNSET else said.role
    return "user"


def _content(said: Said, form: dict[str, Any], rows: Rows) -> list[ContentBlock]:
    content = said.content
    if isinstance(content, list):
        return read_parts(content, rows)
    if content is UNSET:
        form["content"] = "absent"
        return []
    if isinstance(content, str):
        form["content"] = "text"
        return [TextBlock(content)]
    form["content"] = "alone"
    return [read_part(content, rows)]


def _cache(said: Said, blocks: list[ContentBlock], rest: dict[str, Any], also: dict[str, Any]) -> None:
    """The mark of a message is a mark on its last block: there Anthropic is sent it."""
    if said.cache is UNSET:
        return
    if not said.cache:
        also["cache"] = False
    elif blocks:
        blocks[-1].cache = CacheControl(CACHE, provider_raw=residue(NAME, form=OF_MESSAGE))
    else:
        rest["cache"] = True


def _says_nothing(raw: Raw) -> bool:
    if bytes(memoryview(raw)[:1]) != b"{":
        return bytes(raw) in _NOTHING
    return all(bytes(value) in _NOTHING for value in _MEMBERS.decode(raw).values())
