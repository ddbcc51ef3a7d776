"""A query -> a History of one turn."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw, number
from turnwire.codec.wire import ENCODER, escaped
from turnwire.dialects.geppetto.wire import ACTIONS, NAME, OLD_UIDS, REQUIRED
from turnwire.documents.residue import residue
from turnwire.errors import invalid
from turnwire.model import ABSENT, DocumentBlock, Generation, History, Message, Settings, Source, TextBlock

if TYPE_CHECKING:
    from turnwire.dialects.geppetto.wire import Query
    from turnwire.documents.inputs import Envelope
    from turnwire.model import ContentBlock

_NUMBER: Final = frozenset(b"-0123456789")
# The model counts in 64 bits.
_TOO_MANY: Final = 2**63
_QUOTE: Final = ord('"')


def read_query(wire: Query, _: Envelope | None) -> History:
    """Read a query.  Raises InvalidDocument for an object that is neither a question nor an action."""
    if wire.request_type is UNSET and wire.message is UNSET:
        raise invalid("geppetto.shape", "neither a requestType nor a message", hint="is this a query at all?")
    unknown = wire.unknown.members
    rest: dict[str, Any] = {"persona": wire.persona, "context": wire.context, "language": wire.language}
    form: dict[str, Any] = {}
    also: dict[str, Any] = {}
    settings = _read_settings(wire, unknown, form, also)
    acts = wire.request_type is not UNSET and wire.request_type.lower() in ACTIONS
    message = _read_action(wire, rest) if acts else _read_question(wire, rest)
    message.session_id = None if wire.session_id is UNSET else wire.session_id
    # A value of the wrong type is residue, and its field counts as missing.
    lacks = [key for key in REQUIRED if _value(wire, key) is UNSET]
    if "uid" in form and "uid" in lacks:
        lacks.remove("uid")
    if lacks:
        form["lacks"] = lacks
    rest = {key: value for key, value in rest.items() if value is not UNSET}
    kept = residue(NAME, {**rest, **escaped(unknown)}, also=also, form=form)
    return History([message], settings, provider_raw=kept)


def _value(wire: Query, key: str) -> Any:
    return getattr(wire, {"requestType": "request_type", "sessionId": "session_id"}.get(key, key))


def _read_question(wire: Query, rest: dict[str, Any]) -> Message:
    """`document` is "Drawer/Doc": a path on the server, in front of what is asked about it."""
    rest["requestType"] = wire.request_type
    blocks: list[ContentBlock] = []
    if wire.document is not UNSET:
        blocks.append(DocumentBlock(Source("file_ref", Raw(ENCODER.encode(wire.document)))))
    if wire.message:
        blocks.append(TextBlock(wire.message))
    return Message("user", blocks)


def _read_action(wire: Query, rest: dict[str, Any]) -> Message:
    """Read the choice of a document, or a request for the list, as an interaction of the user."""
    done = {"requestType": wire.request_type}
    if wire.message is not UNSET:
        done["message"] = wire.message
    rest["document"] = wire.document
    return Message("user_interaction", interaction=Raw(ENCODER.encode(done)))


def _read_settings(wire: Query, unknown: dict[str, Raw], form: dict[str, Any], also: dict[str, Any]) -> Settings | None:
    user = None if wire.uid is UNSET else wire.uid
    old = next((key for key in OLD_UIDS if memoryview(unknown.get(key, b"-"))[0] == _QUOTE), None)
    if user is None and old is not None and "uid" not in unknown:
        form["uid"] = old
        user = msgspec.json.decode(unknown.pop(old), type=str)
    generation = _read_generation(wire, unknown, also)
    if user is None and generation is None:
        return None
    return Settings(user=user, generation=generation)


def _read_generation(wire: Query, unknown: dict[str, Raw], also: dict[str, Any]) -> Generation | None:
    found = Generation()
    exact: dict[str, str] = {}
    if wire.max_tokens is not UNSET:
        if abs(wire.max_tokens) < _TOO_MANY:
            found.max_tokens = wire.max_tokens
        else:
            unknown["maxTokens"] = Raw(str(wire.max_tokens))
    if wire.temperature is not ABSENT:
        found.temperature = _read_number(wire.temperature, "temperature", unknown, exact)
    if wire.top_p is not ABSENT:
        found.top_p = _read_number(wire.top_p, "topP", unknown, exact)
    if wire.stop_sequences is not UNSET:
        found.stop_sequences = wire.stop_sequences
        if not wire.stop_sequences:
            also["stopSequences"] = []
    if found == Generation():
        return None
    found.provider_raw = residue(NAME, form={"exact": exact} if exact else None)
    return found


def _read_number(raw: Raw, key: str, unknown: dict[str, Raw], exact: dict[str, str]) -> float | None:
    """The nearest double; a spelling that no double holds is put in `exact`."""
    text = bytes(raw)
    value, is_exact = number(text) if text[0] in _NUMBER else (math.inf, False)
    if not math.isfinite(value):  # no number, or one that no double holds
        check_raw(raw)
        unknown[key] = raw
        return None
    if not is_exact:
        exact[key] = text.decode()
    return value
