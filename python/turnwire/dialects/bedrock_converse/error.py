"""Errors: `{"message": ...}`, an exception in a stream, and the form that Amazon's packages give to both.

"The type is in the header `X-Amzn-Errortype`, or in the members `code` or `__type` of the body" (Smithy, AWS restJson1
protocol, operation error serialization).  In a stream an exception is an event named after its type.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw

from turnwire.codec.values import members_of, text_of
from turnwire.codec.wire import escaped
from turnwire.dialects.bedrock_converse.enums import ERROR_WORDS, ERRORS, EXCEPTIONS, NAME
from turnwire.dialects.bedrock_converse.overlays import keep
from turnwire.documents.error_classes import class_of
from turnwire.documents.non_object_errors import bare_body, open_body
from turnwire.documents.residue import form_of, restore
from turnwire.documents.retry_after import held

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import ErrorReply

_HELD: Final = frozenset({"message", "status", "type"})
_HEADER: Final = "x-amzn-errortype"
_EVENT_OF: Final = {word: event for event, word in EXCEPTIONS.items()}
_MEMBERS: Final = msgspec.json.Decoder(dict[str, Raw])


def read_error(body: Raw, envelope: Envelope | None) -> ErrorReply:
    """The error of any JSON; its status is in the envelope."""
    error, members = open_body(body, envelope, NAME)
    if members is None:
        return error
    event = next((name for name in members if name in EXCEPTIONS), None)
    if event is not None and len(members) == 1 and bytes(members[event])[:1] == b"{":
        return _read_event(error, event, members_of(members[event]))
    if bytes(members.get("Error", b""))[:1] == b"{":
        return _read_packaged(error, members)
    form: dict[str, Any] = {}
    _read_message(error, members, "message", form)
    _read_type(error, members, envelope, form)
    error.provider_raw = keep(escaped(members), form)
    return error


def _read_message(error: ErrorReply, members: dict[str, Raw], name: str, form: dict[str, Any]) -> None:
    said = text_of(members.get(name))
    if said is None:
        form["lacks"] = ["message"]
        return
    error.message = said
    del members[name]


def _read_event(error: ErrorReply, event: str, members: dict[str, Raw]) -> ErrorReply:
    form: dict[str, Any] = {"shape": "event"}
    _read_message(error, members, "message", form)
    error.type = EXCEPTIONS[event]
    error.provider_raw = keep({event: escaped(members)}, form)
    return error


def _read_packaged(error: ErrorReply, members: dict[str, Raw]) -> ErrorReply:
    """Read `ClientError.response` of botocore: `{"Error": {"Message", "Code"}, "ResponseMetadata": {...}}`."""
    form: dict[str, Any] = {"shape": "package"}
    inside = members_of(members.pop("Error"))
    _read_message(error, inside, "Message", form)
    code = text_of(inside.get("Code"))
    if code is not None:
        error.type = code
        del inside["Code"]
    error.provider_raw = keep({**escaped(members), "Error": escaped(inside)}, form)
    return error


def _read_type(error: ErrorReply, members: dict[str, Raw], envelope: Envelope | None, form: dict[str, Any]) -> None:
    """Read the type, which a URI may follow, and a namespace may precede."""
    for name in ("__type", "code"):
        word = text_of(members.get(name))
        if word:
            error.type = _short(word)
            del members[name]
            if (name, word) != ("__type", error.type):
                form["type"] = {name: word}
            return
    headers = (envelope or {}).get("headers")
    given = headers if isinstance(headers, Mapping) else {}
    word = next((each for name, each in given.items() if str(name).lower() == _HEADER), None)
    if isinstance(word, str) and word:
        error.type = _short(word)
        form["type"] = {_HEADER: word}


def _short(word: str) -> str:
    """Return the name of a type: `ValidationException` of `aws#ValidationException:http://amazon.com/`."""
    return word.partition(":")[0].rpartition("#")[2] or word


def write_error(draft: Draft, losses: Losses) -> Any:
    """The body of an error, in the form that it was read in."""
    losses.dropped_fields(draft.document, held(draft.document, _HELD), "", "error")
    body, error = bare_body(draft.document, losses)
    if body is not None:
        return body
    form = form_of(error.provider_raw, losses.dialect)
    message = {} if "message" in form.get("lacks", ()) and not error.message else {"message": error.message}
    shape, event = form.get("shape"), _EVENT_OF.get(error.type or "")
    wire: dict[str, Any]
    if shape == "event" and event is not None:
        wire = {event: message}
    elif shape == "package":
        code = {} if error.type is None else {"Code": error.type}
        wire = {"Error": {**({"Message": error.message} if message else {}), **code}}
    else:
        wire = {**message, **_type(error, form, losses)}
    return wire if error.provider_raw is None else restore(wire, error.provider_raw, losses, "")


def _type(error: ErrorReply, form: dict[str, Any], losses: Losses) -> dict[str, str]:
    """Return the member for the type, as it was spelled; none if a header has it."""
    if error.type is None:
        return {}
    spelled = form.get("type")
    for name, word in spelled.items() if isinstance(spelled, dict) else ():
        if isinstance(word, str) and _short(word) == error.type:
            return {} if name == _HEADER else {name: word}
    if error.type in ERRORS or losses.dialect in (error.provider_raw or {}):
        return {"__type": error.type}
    word = ERROR_WORDS.get(class_of(error))
    if word is None:
        losses.dropped("/type", "error.type", error.type)
        return {}
    losses.degraded("/type", "error.type", error.type)
    return {"__type": word}
