"""A reply -> a Completion of one candidate.

`inputTokenCount` and `outputTokenCount` are counts of words, whatever they are called: they never become usage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.json import check_raw
from turnwire.dialects.geppetto.citations import read_citation
from turnwire.dialects.geppetto.wire import ANSWERED, FAILED, NAME, count_words
from turnwire.documents.residue import residue
from turnwire.errors import invalid
from turnwire.model import ABSENT, Completion, Message, MessageMetadata, TextBlock

if TYPE_CHECKING:
    from turnwire.dialects.geppetto.wire import Answer
    from turnwire.documents.inputs import Envelope

_SAYS_NOTHING = ([b'""'], [b'"ERROR"'])


def read_answer(wire: Answer, _: Envelope | None) -> Completion:
    """Read a reply.  Raises InvalidDocument for an object that is not a reply."""
    if wire.request_type is UNSET and wire.content is UNSET:
        raise invalid("geppetto.shape", "neither a requestType nor a content", hint="is this a reply at all?")
    rest: dict[str, Any] = dict(wire.unknown.fields)
    told = {
        "inputTokenCount": wire.input_token_count,
        "outputTokenCount": wire.output_token_count,
        "error": wire.error,
    }
    for key, raw in told.items():
        check_raw(raw)
        if raw is not ABSENT and (key != "error" or bytes(raw) != b"null"):
            rest[key] = raw
    if wire.request_type is not UNSET:
        rest["requestType"] = wire.request_type
    message = Message("assistant", _read_content(wire, rest))
    if _has_failed(wire):
        message.metadata = MessageMetadata(stop_reason="error")
    form: dict[str, Any] = {}
    # A value of the wrong type is residue, and its field counts as missing.
    lacks = [key for key in ANSWERED if _is_absent(wire, key)]
    if lacks:
        form["lacks"] = lacks
    words = 0 if wire.content is UNSET or message.metadata is not None else count_words(wire.content)
    if bytes(wire.output_token_count) == str(words).encode():
        form["counted"] = True
    return Completion([message], provider_raw=residue(NAME, rest, form=form))


def _has_failed(wire: Answer) -> bool:
    return wire.request_type is not UNSET and wire.request_type.lower() in FAILED


def _is_absent(wire: Answer, key: str) -> bool:
    names = {"requestType": "request_type", "inputTokenCount": "input_token_count"}
    value = getattr(wire, {**names, "outputTokenCount": "output_token_count"}.get(key, key))
    return value is UNSET or value is ABSENT


def _read_content(wire: Answer, rest: dict[str, Any]) -> list[Any]:
    """Read the text and its citations; [""] and ["ERROR"] mean that the server has nothing to cite."""
    raws = [] if wire.citations is UNSET else wire.citations
    if wire.content is UNSET or [bytes(raw) for raw in raws] in _SAYS_NOTHING:
        for raw in raws:
            check_raw(raw)
        if wire.citations is not UNSET and (raws or wire.content is UNSET):
            rest["citations"] = raws
        raws = []
    elif not raws and wire.citations is not UNSET and _has_failed(wire):
        rest["citations"] = raws  # where ["ERROR"] is the rule
    if not wire.content and not raws:
        return []
    return [TextBlock(wire.content or "", [read_citation(raw) for raw in raws])]
