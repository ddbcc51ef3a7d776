"""A reply -> a Completion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER, escaped
from turnwire.documents.residue import residue, unknown_role
from turnwire.families.chat.images import read_images
from turnwire.families.chat.media import is_text
from turnwire.families.chat.overlay import leftover
from turnwire.families.chat.read_content import read_calls
from turnwire.families.chat.read_message import content_form, read_content, read_function_call
from turnwire.families.chat.read_usage import read_usage
from turnwire.families.chat.times import rfc3339
from turnwire.lowering.token_logprobs import MARK, documented
from turnwire.model import (
    ABSENT,
    AudioBlock,
    Citation,
    Completion,
    Message,
    MessageMetadata,
    Origin,
    RefusalBlock,
    Source,
    TextBlock,
)

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope
    from turnwire.families.chat.vendor import Vendor
    from turnwire.families.chat.wire_response import ChatReply, Choice, ReplyMessage, SpokenAnswer
    from turnwire.model import ContentBlock

ALWAYS = ("choices", "id", "created", "model", "object")
"""The keys that every reply has."""
_MESSAGE = ("role", "content", "tool_calls", "function_call")


class _Url(msgspec.Struct, forbid_unknown_fields=True):
    url: str
    title: str
    start_index: int
    end_index: int
    content: str | UnsetType | None = UNSET


class _UrlCitation(msgspec.Struct, forbid_unknown_fields=True):
    type: Literal["url_citation"]
    url_citation: _Url


_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_LOGPROBS = ("content", "refusal")
_ANNOTATIONS = msgspec.json.Decoder(list[_UrlCitation])


def read_response(vendor: Vendor, wire: ChatReply, _: Envelope | None) -> Completion:
    """The reply; each choice is a candidate."""
    model = None if wire.model is UNSET else wire.model
    choices = [] if wire.choices is UNSET else wire.choices
    found = Completion([_read_choice(choice, position, model, vendor) for position, choice in enumerate(choices)])
    found.model = model
    found.id = None if wire.id is UNSET else wire.id
    taken = {*ALWAYS, "usage"}
    form: dict[str, Any] = {}
    lacks = read_when(wire, found, taken, ALWAYS)
    lacks += [name for name in vendor.nulls if getattr(wire, name) is ABSENT]
    if lacks:
        form["lacks"] = lacks
    _read_cost(wire, found, taken, form, vendor)
    if wire.object is not UNSET and wire.object != "chat.completion":
        form["object"] = wire.object
        taken.discard("object")
    found.provider_raw = residue(vendor.name, leftover(wire, taken), form=form)
    return found


def read_when(wire: Any, found: Completion, taken: set[str], always: tuple[str, ...]) -> list[str]:
    """Read when the reply was made; return which of the keys that every reply has are missing or unreadable."""
    if wire.created is not UNSET:
        found.created_at = rfc3339(wire.created)
        if found.created_at is None:
            taken.discard("created")
    lacks = [name for name in always if getattr(wire, name) is UNSET]
    if found.created_at is None and "created" not in lacks:
        lacks.append("created")
    return lacks


def _read_cost(wire: ChatReply, found: Completion, taken: set[str], form: dict[str, Any], vendor: Vendor) -> None:
    if wire.usage is None:
        taken.discard("usage")
    elif wire.usage is not UNSET:
        found.usage = read_usage(wire.usage, vendor)
    if type(wire.service_tier) is str:
        found.service_tier = wire.service_tier
        taken.add("service_tier")
        if wire.service_tier not in vendor.tiers:
            form["service_tier"] = wire.service_tier


def _read_choice(choice: Choice, position: int, model: str | None, vendor: Vendor) -> Message:
    overlay = leftover(choice, ("message", "index", "finish_reason", "logprobs"))
    form: dict[str, Any] = {}
    metadata = _read_metadata(choice, overlay, form, vendor)
    if choice.index is UNSET:
        form["lacks"] = [*form.get("lacks", ()), "index"]
    elif choice.index != position:
        # Residue too, since other formats number their candidates differently.
        form["index"] = overlay["index"] = choice.index
    omit = ["logprobs"] if choice.logprobs is ABSENT else None
    if choice.message is UNSET:
        form["lacks"] = [*form.get("lacks", ()), "message"]
        blocks: list[ContentBlock] = []
    else:
        blocks, overlay["message"] = _read_said(choice.message, Origin(vendor.name, model), form, vendor)
    raw = residue(vendor.name, overlay, omit=omit, form=form)
    return Message("assistant", blocks, metadata=metadata, provider_raw=raw)


def _read_metadata(
    choice: Choice, overlay: dict[str, Any], form: dict[str, Any], vendor: Vendor
) -> MessageMetadata | None:
    metadata = MessageMetadata()
    word = choice.finish_reason
    reason = vendor.finish.get(word) if type(word) is str else None
    if reason is not None:
        metadata.stop_reason = reason  # type: ignore[assignment]
        if word != vendor.finish_words[reason]:
            form["finish"] = word
    elif word is UNSET:
        form["lacks_finish"] = True
    else:
        overlay["finish_reason"] = word
    if choice.logprobs is not ABSENT:
        _read_logprobs(choice.logprobs, metadata, overlay, form)
    return None if metadata == MessageMetadata() else metadata


def _read_logprobs(raw: Raw, metadata: MessageMetadata, overlay: dict[str, Any], form: dict[str, Any]) -> None:
    """Read the log-probabilities of text and refusal; compatible servers add others, or send none."""
    check_raw(raw)
    members = _MEMBERS.decode(raw) if bytes(memoryview(raw)[:1]) == b"{" else {}
    if "content" not in members:
        if bytes(raw) != b"null":
            overlay["logprobs"] = raw
            form["lacks"] = ["logprobs"]
        return
    metadata.logprobs = raw
    if more := {name: value for name, value in members.items() if name not in _LOGPROBS}:
        known = {name: value for name, value in members.items() if name in _LOGPROBS}
        metadata.logprobs, overlay["logprobs"] = Raw(ENCODER.encode(known)), escaped(more)
    if documented(metadata.logprobs) is not metadata.logprobs:
        form[MARK] = True


def _read_said(
    message: ReplyMessage, origin: Origin, form: dict[str, Any], vendor: Vendor
) -> tuple[list[ContentBlock], dict[str, Any]]:
    """Read the blocks of a choice, and return the rest of its message."""
    blocks, also, taken = vendor.read_thoughts(message, origin, vendor)
    dialect = vendor.name
    said = read_content(message.content, vendor)
    if spelling := content_form(message.content, said, "null"):
        form["content"] = spelling
    more = _read_annotations(message, said, also, dialect)
    blocks += said
    more = (*more, *_read_others(message, blocks, also, form, vendor))
    rest = leftover(message, (*_MESSAGE, "refusal", *taken, *more, *(("audio",) if _sound_of(message) else ())))
    if message.role != "assistant":
        form["role"] = None if message.role is UNSET else message.role
        rest |= unknown_role(form)
    if "refusal" in rest:
        form["refusal"] = "odd"
    elif message.refusal is UNSET:
        rest["$omit"] = ["refusal"]
    for key in ("tool_calls", "function_call"):
        if getattr(message, key) is None:
            rest[key] = None
    if also:
        rest["$also"] = also
    return blocks, rest


def _read_others(
    message: ReplyMessage, blocks: list[ContentBlock], also: dict[str, Any], form: dict[str, Any], vendor: Vendor
) -> tuple[str, ...]:
    """The refusal, the sound, the pictures and the calls."""
    if type(message.refusal) is str:
        if message.refusal:
            blocks.append(RefusalBlock(message.refusal))
        else:
            form["refusal"] = "empty"
    if audio := _sound_of(message):
        blocks.append(_read_sound(audio, vendor.name))
    taken = read_images(message, blocks, also, vendor.name)
    if message.tool_calls:
        read_calls(message.tool_calls, blocks, vendor)
    elif type(message.tool_calls) is list:
        also["tool_calls"] = []
    if message.function_call:
        blocks.append(read_function_call(message.function_call, vendor.name))
    return taken


def _sound_of(message: ReplyMessage) -> SpokenAnswer | None:
    """Read the spoken answer; audio whose bytes are not text is kept whole."""
    audio = message.audio
    return audio if audio and is_text(audio.data) else None


def _read_sound(audio: SpokenAnswer, dialect: str) -> AudioBlock:
    check_raw(audio.data)
    when = None if audio.expires_at is UNSET else rfc3339(audio.expires_at)
    taken = ("id", "data", "transcript", *(("expires_at",) if when else ()))
    raw = residue(dialect, {"audio": leftover(audio, taken)})
    return AudioBlock(
        Source("base64", audio.data),
        audio.id,
        None,
        None if audio.transcript is UNSET else audio.transcript,
        when,
        provider_raw=raw,
    )


def _read_annotations(
    message: ReplyMessage, said: list[ContentBlock], also: dict[str, Any], dialect: str
) -> tuple[str, ...]:
    """Attach web citations to the text that they support; other annotations are kept whole."""
    raw = message.annotations
    if raw is ABSENT:
        return ()
    check_raw(raw)
    if bytes(raw) == b"[]":
        also["annotations"] = []
        return ("annotations",)
    block = said[0] if said else None
    if type(block) is not TextBlock:
        return ()
    try:
        cited = [found.url_citation for found in _ANNOTATIONS.decode(raw)]
    except msgspec.ValidationError:
        return ()
    block.citations = [_citation(found, dialect) for found in cited]
    return ("annotations",)


def _citation(found: _Url, dialect: str) -> Citation:
    # The model's "web" stands for several types of annotation.
    form: dict[str, Any] = {"type": "url_citation"}
    if found.content is not UNSET:
        form["content"] = "null" if found.content is None else True
    return Citation(
        "web",
        None if found.content is UNSET else found.content,
        found.title,
        found.url,
        span_start=found.start_index,
        span_end=found.end_index,
        provider_raw=residue(dialect, form=form),
    )
