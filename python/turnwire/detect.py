"""Detect the format of a document by its members."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw

from turnwire.codec.json import explain
from turnwire.codec.limits import FAST
from turnwire.codec.members import Documents, Members
from turnwire.dialects import check_names, full_name, get, others_of, told_apart
from turnwire.dialects.recognition import recognised
from turnwire.dialects.scores import SIGN, scores_of, scores_of_list
from turnwire.dialects.wrapping import is_message
from turnwire.documents.inputs import as_bytes
from turnwire.errors import InvalidDocument, invalid

if TYPE_CHECKING:
    from turnwire.codec.limits import Limits
    from turnwire.dialects.dialect import Kind, OtherKind
    from turnwire.dialects.scores import Score
    from turnwire.documents.inputs import Input

# How many members the error message lists.
_NAMED = 6
_VALUES = {b"{": None, b"[": None, b'"': "a text", b"n": "null", b"t": "true", b"f": "false"}
"""What a text is that is neither an object nor a list, by its first byte."""
_ANY = {
    None: "any known dialect",
    "request": "a request of any known dialect",
    "response": "a response of any known dialect",
    "error": "an error of any known dialect",
}
NAME_BOTH = "name the dialect and the kind"
SESSION_HINT = f"if an agent wrote this file, `turnwire sessions list` says whether it is read; otherwise {NAME_BOTH}"
STREAM_HINT = "this is one event of a stream; `turnwire stream` reads the stream of a reply as it was sent"
_EVENTS = (b'"content_block_', b'"message_start"', b'"message_delta"', b'"message_stop"', b'"response.')
_OWN_YAML = frozenset(("yaml.tag", "yaml.anchor", "yaml.alias"))
"""Why YAML is refused that a dialect may read all the same."""
_OF_SESSIONS = tuple(
    frozenset(names.split())
    for names in (
        "type uuid",
        "type sessionId",
        "type messageId",
        "type leafUuid",
        "timestamp type payload",
        "mapping",
        "chat_messages",
        "schema_version steps",
        "sessionId messages",
        "sessionId projectHash",
        "id timestamp type content",
        "$set",
        "type harness",
        "type message",
        "role parts",
        "chat title",
        "eval samples",
        "jsonrpc method",
        "jsonrpc result",
        "jsonrpc id",
        "resourceSpans",
        "info messages",
        "data timestamp type",
        "cwd id type",
        "id parentId type",
        "captured_at kind",
        "message role",
        "messages session",
        "id kind timestamp",
        "items next_page_id",
        "messages source started_at",
        "messages session_id session_start",
        "role session_id timestamp",
    )
)
"""Members that a line or a conversation of a session file has.  `turnwire.sessions.files` recognises each format."""

_ARE_SESSIONS = frozenset({"messages", "session_id", "session_start"}), frozenset({"messages", "source", "started_at"})
"""Members of a session whose messages are those of a request, so that only what is around them tells what it is."""
_OF_ROWS = frozenset({"role", "session_id", "timestamp"}), frozenset({"active", "observed", "compacted"})
"""Columns of a table of messages, and those of which it has one or more, in a list of its rows."""

VALUE_HINT = (
    "a conversation is an object or a list of objects; if this is the body of an error, name its dialect, and the kind"
    " error"
)
_TEXT_HINT = "the text holds JSON: give that JSON itself, without the quotation marks around it and the backslashes"
_DOCUMENT = msgspec.json.Decoder(dict[str, Raw] | list[dict[str, Raw]])


def detect(data: Input) -> list[tuple[str, Kind | OtherKind]]:
    """List the (dialect, kind) pairs that a document may be, best first; the list is empty if no format fits.

    The kind of what can be read is `"request"`, `"response"` or `"error"`.  A document of a dialect that is none of
    these, such as the reply to an upload, is of a kind with the name of its schema: `"upload-response"`.

    Several pairs mean that the document fits all of them.  Of a family of dialects (OpenAI's chat format and its
    vendors, the same API on several platforms) the list has one dialect: the one with members in the document which
    only it knows, or else the base.

    Args:
        data: the body: JSON as bytes or text, parsed JSON, an object of a provider's package, or a list of messages.

    Returns:
        Pairs such as `("openai_chat", "request")`.

    Raises:
        InvalidDocument: the input is not JSON.

    Example:
        >>> turnwire.detect(b'{"model":"gpt-4o","messages":[{"role":"user","content":"hi"}],"seed":1}')
        [('openai_chat', 'request')]
        >>> turnwire.detect(b'{"name":"left-pad","version":"1.3.0"}')
        []
    """
    body = data if type(data) is bytes else as_bytes(data)
    return detected(body, None, None)


def detected(data: bytes, dialect: str | None, kind: Kind | None) -> list[tuple[str, Kind | OtherKind]]:
    """List the pairs as `detect` does; a given dialect or kind limits the search.

    Raises InvalidDocument if the input is not JSON, UnknownDialect for an unknown name.
    """
    found: list[tuple[str, Kind | OtherKind]] = [(name, each) for _, name, each in candidates(data, dialect, kind)]
    return found if found or kind is not None else [*others(data, dialect)]


def others(data: bytes, dialect: str | None) -> list[tuple[str, OtherKind]]:
    """List the dialects and kinds of a document that is no conversation, reply or error; empty for any other."""
    try:
        found = _DOCUMENT.decode(data)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return []
    name = None if dialect is None else full_name(dialect)
    return others_of(Members(found), name) if isinstance(found, dict) else []


def candidates(data: bytes, dialect: str | None, kind: Kind | None) -> list[Score]:
    """Score the dialects and kinds that a document may be, best first; a given dialect or kind limits the search.

    Raises InvalidDocument if the input is not JSON, UnknownDialect for an unknown name.
    """
    check_names(dialect, kind)
    name = None if dialect is None else full_name(dialect)
    try:
        found = _DOCUMENT.decode(data)
        if name is None and _is_session(found):
            return []
        scores = scores_of(found, name)
        if isinstance(found, dict) and (not scores or scores[0][0] < SIGN) and is_message(found):
            scores = scores_of_list(Documents([found]), name) or scores
    except msgspec.ValidationError:
        return []
    except (msgspec.DecodeError, RecursionError, ValueError) as error:  # a Raw is not checked until it is decoded
        raise explain(data, error) from None
    return [each for each in scores if kind in (None, each[2])]


def _is_session(found: dict[str, Raw] | list[dict[str, Raw]]) -> bool:
    """Return whether a document is a session of an agent whose messages are those of a request."""
    if isinstance(found, dict):
        return any(names <= found.keys() for names in _ARE_SESSIONS)
    needed, some = _OF_ROWS
    return bool(found) and needed <= found[0].keys() and not some.isdisjoint(found[0])


def guess(data: bytes, dialect: str | None, kind: Kind | None) -> tuple[str, Kind]:
    """Return the single best guess that agrees with the given dialect and kind.

    Raises InvalidDocument if nothing fits or if there is a tie, UnknownDialect for an unknown name.
    """
    if dialect is None and kind in (None, "request"):
        found = recognised(data, FAST) if len(data) <= FAST.max_bytes else None
        if found is not None and found.is_certain:
            return found.dialect, "request"
    return guess_by_members(data, dialect, kind)


def guess_by_members(data: bytes, dialect: str | None, kind: Kind | None) -> tuple[str, Kind]:
    """Guess by the members of the document alone, for a caller that has already tried to decode it."""
    fitting = candidates(data, dialect, kind)
    if not fitting:
        refusal = undetected(data, dialect, kind)
        kinds = () if dialect is None or kind is not None else get(full_name(dialect)).kinds
        if dialect is None or len(kinds) != 1 or refusal.diagnostics[0].code != "detect.none":
            raise refusal
        # The reader says better what the document lacks.
        return full_name(dialect), kinds[0]
    if len(fitting) > 1 and fitting[0][0] == fitting[1][0]:
        tied = ", ".join(f"{name} {what}" for score, name, what in fitting if score == fitting[0][0])
        raise invalid("detect.ambiguous", f"this may be {tied}", hint=NAME_BOTH)
    return fitting[0][1], fitting[0][2]


def undetected(data: bytes, dialect: str | None, kind: Kind | None) -> InvalidDocument:
    """Make the error for a document that fits no format; its message lists the members of the document."""
    from turnwire.dialects.several import (  # noqa: PLC0415 - only a refusal needs it
        batch,
        documents_in,
        many,
        requests_of_batch,
    )

    if requests := requests_of_batch(data):
        return batch(len(requests))
    if several := documents_in(data, None if dialect is None else full_name(dialect)):
        return many(len(several))
    if kind is None and (found := others(data, dialect)):
        name, other = found[0]
        hint = "`turnwire validate` checks it; what is read and converted are requests, replies and errors"
        article = "an" if other[0] in "aeiou" else "a"
        return invalid("detect.other", f"this is {article} {other} of {name}, and no conversation", hint=hint)
    wanted = " ".join(part for part in (dialect, kind) if part) if dialect else _ANY[kind]
    value = _VALUES.get(data.lstrip()[:1], "a number")
    around = _TEXT_HINT if data.lstrip()[:2] in (b'"{', b'"[') else VALUE_HINT
    seen, hint = (f"it is {value}", around) if value is not None else (_seen(data), _hint(data))
    return invalid("detect.none", f"this does not look like {wanted}: {seen}", hint=hint)


def own_yaml(data: bytes, refusal: InvalidDocument, limits: Limits) -> tuple[str, bytes] | None:
    """Return the dialect that alone reads a document in YAML, such as one with the tags of `glm`, and its JSON.

    Args:
        data: the YAML.
        refusal: why it is refused as YAML of no dialect.
        limits: its limits.
    """
    if refusal.diagnostics[0].code not in _OWN_YAML:
        return None
    for name in told_apart():
        if own := get(name).encodings:
            try:
                text = own.from_yaml(data, limits, None)
            except InvalidDocument:
                continue
            if [dialect for dialect, _ in detect(text)][:1] == [name]:
                return name, text
    return None


def _hint(data: bytes) -> str:
    """Return what to do about a document that fits no format."""
    try:
        found = _DOCUMENT.decode(data)
    except msgspec.ValidationError:
        return NAME_BOTH
    first = found if isinstance(found, dict) else found[0] if found else {}
    if _is_event(Members(first)):
        return STREAM_HINT
    return SESSION_HINT if any(names <= first.keys() for names in _OF_SESSIONS) else NAME_BOTH


def _is_event(members: Members) -> bool:
    """Whether an object is an event of a stream of OpenAI's or Anthropic's."""
    return members.word("object").endswith(b'.chunk"') or members.word("type").startswith(_EVENTS)


def _seen(data: bytes) -> str:
    """Describe the members of a document for an error message."""
    try:
        found = _DOCUMENT.decode(data)
    except msgspec.ValidationError:
        return "it is a list with entries that are no objects"
    if isinstance(found, list):
        return f"it is a list of {len(found)} objects" if found else "it is an empty list"
    names = ", ".join(f"{name:.40}" for name in list(found)[:_NAMED])
    return f"its members are {names}" + (" and others" if len(found) > _NAMED else "") if found else "it is empty"
