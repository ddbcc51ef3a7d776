"""Documents inside others: bare lists of messages, lines of batches, rows of preferences, and lists of one document.

    [{"role": "user", "content": "Hi."}]                              the messages of a request
    {"role": "user", "content": "Hi."}                                the only message of a request
    {"custom_id": "a", "body": {"model": "m", "messages": [...]}}     a line of a batch

The wrapper is kept in the document's envelope, with null in place of the body.  The same dialect writes it back; other
dialects report it as a loss.  A bare list is not a loss.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, structs

from turnwire.codec.limits import FAST
from turnwire.codec.members import Members, begins, object_of, objects_of, word_of
from turnwire.codec.wire import AROUND, ENCODER, ENVELOPE
from turnwire.documents.residue import overlay_of, pointer_part
from turnwire.errors import InvalidDocument, invalid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.codec.limits import Limits
    from turnwire.dialects.dialect import Part
    from turnwire.model import Document

PLACES: Final = (
    # "Each line ... contains the details of an individual request": OpenAI, Azure, Mistral and Groq (guides/batch)
    (("body",), "custom_id"),
    (("response", "body"), "custom_id"),
    # "Each request consists of: a unique custom_id ... a params object": Anthropic (batch-processing), and its results
    (("params",), "custom_id"),
    (("result", "message"), "custom_id"),
    (("result", "error"), "custom_id"),
    # "input", "preferred_output" and "non_preferred_output": OpenAI (guides/direct-preference-optimization)
    (("input",), "preferred_output"),
    # {"key": "request-1", "request": {"contents": [...]}}: Google (gemini-api/docs/batch-api)
    (("request",), "key"),
    (("response",), "key"),
    # "error": {"code": "batch_expired", ...} with "response": null: OpenAI (guides/batch), an expired request
    (("error",), "custom_id"),
    # "expired" and "canceled" are results with a type alone: Anthropic (batch-processing)
    (("result",), "custom_id"),
)
"""Where a body is in another object, and the member of that object which identifies the wrapper."""

_NULL: Final = Raw(b"null")
_FIRST: Final = "/0"
# The key of `$around` for a request made of one message.
_ALONE: Final = "/-"
# Members of a message, and members of a request or a reply that a message does not have.
SPOKEN: Final = {"content": b'"[{', "parts": b"[", "tool_calls": b"["}
ROLES: Final = frozenset({b'"user"', b'"assistant"', b'"system"', b'"developer"', b'"tool"', b'"model"'})
NOT_A_MESSAGE: Final = frozenset({"model", "messages", "contents", "input", "usage"})
_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])
_LIST: Final = msgspec.json.Decoder(list[Raw])


class Wrapped:
    """A body and its wrapper: `around` is None for a bare list, else `{path of the body: wrapper}`."""

    __slots__ = ("around", "body", "place")

    def __init__(self, body: bytes, place: str, around: Mapping[str, Any] | None) -> None:
        self.body, self.place, self.around = body, place, around


def body_in(members: Mapping[str, Raw]) -> Wrapped | None:
    """The body inside an object, where the object is a line of a batch or a row of preferences."""
    for steps, sign in PLACES:
        if sign in members:
            inner: Mapping[str, Raw] = members
            for step in steps[:-1]:
                inner = object_of(inner.get(step))
            found = inner.get(steps[-1])
            if begins(found, b"{"):
                place = "".join(f"/{step}" for step in steps)
                return Wrapped(bytes(found or b""), place, {place: _replaced(members, steps, _NULL)})
    return None


def _replaced(members: Mapping[str, Raw], steps: tuple[str, ...], body: Raw) -> Mapping[str, Any]:
    """The same object with another value in one place."""
    step, *rest = steps
    return {**members, step: _replaced(object_of(members.get(step)), tuple(rest), body) if rest else body}


def body_of_list(data: bytes, member: str) -> Wrapped | None:
    """Wrap a bare list in the object that it belongs to, or unwrap a list of one document.  An empty list is neither.

    Raises InvalidDocument (`detect.many`) for a list of several documents.
    """
    items = objects_of(Raw(data))
    if items == []:
        return None
    if items and all(member in item for item in items):
        if len(items) > 1:
            message = f"this is a list of {len(items)} documents, each with its own {member}"
            raise invalid("detect.many", message, hint="read each of them, or put each on a line of a .jsonl file")
        (only,) = _LIST.decode(data)
        return Wrapped(bytes(only), _FIRST, {_FIRST: [None]})
    return Wrapped(b'{"%b":%b}' % (member.encode(), data), "", None)


def is_message(members: Mapping[str, Raw]) -> bool:
    """Whether an object may be one message by itself."""
    if word_of(members.get("role")) not in ROLES or not NOT_A_MESSAGE.isdisjoint(members):
        return False
    return any(bytes(members[name])[:1] in first for name, first in SPOKEN.items() if name in members)


def decoded(part: Part, data: bytes, limits: Limits = FAST) -> tuple[Any, Wrapped | None]:
    """Return the wire object of a document, and its wrapper; a document that fits the types has none.

    Raises InvalidDocument, whose pointers lead into `data`.
    """
    form = part.form
    is_typed = form.type is not Raw
    if is_typed and (wire := form.fitting(data, limits)) is not None:
        return wire, None
    found = _unwrapped(part, data.strip())
    if found is None:
        return form.decode_unfitting(data, limits) if is_typed else form.decode(data, limits), None
    try:
        return form.decode(found.body, limits), found
    except InvalidDocument as refused:
        raise placed(refused, found, part.bare_list) from None


def _unwrapped(part: Part, data: bytes) -> Wrapped | None:
    if data[:1] == b"[":
        return body_of_list(data, part.bare_list) if part.bare_list else None
    if data[:1] != b"{":
        return None
    members = object_of(Raw(data))
    if part.bare_list and part.bare_list not in members and is_message(members):
        return Wrapped(b'{"%b":[%b]}' % (part.bare_list.encode(), data), "", {_ALONE: None})
    return body_in(members)


def placed(refused: InvalidDocument, found: Wrapped, member: str) -> InvalidDocument:
    """The same refusal with pointers into the whole."""
    before = f"/{member}" if found.around is None else f"/{member}/0" if _ALONE in found.around else ""
    return InvalidDocument(
        *(
            structs.replace(
                each,
                pointer=None if each.pointer is None else found.place + each.pointer.removeprefix(before),
                line=None,
                column=None,
            )
            for each in refused.diagnostics
        )
    )


def keep_around(document: Document, dialect: str, found: Wrapped) -> Document:
    """The document with what its body stood in, in the envelope of its residue."""
    others = document.provider_raw or {}
    overlay = overlay_of(others, dialect)
    envelope = {**object_of(overlay.get(ENVELOPE)), AROUND: found.around}
    kept = Raw(ENCODER.encode({**overlay, ENVELOPE: envelope}))
    return structs.replace(document, provider_raw={**others, dialect: kept})


def put_around(document: Document, dialect: str, data: bytes, member: str) -> bytes:
    """Put the body back into its wrapper.  A bare list stays an object if the body has other members now.

    Raises InvalidDocument (`model.residue`) where somebody changed what was kept into no wrapper.
    """
    own = (document.provider_raw or {}).get(dialect)
    if own is None or AROUND.encode() not in bytes(own):
        return data
    envelope = object_of(overlay_of(document.provider_raw, dialect).get(ENVELOPE))
    around = envelope.get(AROUND)
    if around is None:
        return data
    if bytes(around) == b"null":
        members = _OBJECT.decode(data)
        return bytes(members[member]) if members.keys() == {member} else data
    for place, wrapper in object_of(around).items():
        if place == _FIRST:
            return b"[%b]" % data
        if place == _ALONE:
            return _alone(data, member)
        steps = tuple(place.split("/")[1:])
        if any(steps == known for known, _ in PLACES) and begins(wrapper, b"{"):
            return ENCODER.encode(_replaced(object_of(wrapper), steps, Raw(data)))
    pointer = f"/provider_raw/{pointer_part(dialect)}/{ENVELOPE}/{AROUND}"
    raise invalid("model.residue", "`$around` does not hold a known wrapper", pointer=pointer, hint="remove `$around`")


def _alone(data: bytes, member: str) -> bytes:
    """Return the message of a request with one message and nothing else; any other request unchanged."""
    members = _OBJECT.decode(data)
    turns = _LIST.decode(members[member]) if members.keys() == {member} else []
    return bytes(turns[0]) if len(turns) == 1 else data


def members_in(members: Members) -> Members | None:
    """The members of the body inside an object; None where nothing is in it."""
    found = body_in(members)
    return None if found is None else Members(object_of(Raw(found.body)))
