"""A reply -> a Completion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.json import check_raw
from turnwire.codec.wire import OMIT
from turnwire.dialects.mistral_chat.constraints import FINISH_REASONS, REPLY_TIERS
from turnwire.dialects.mistral_chat.read_content import content_form, read_calls, read_content
from turnwire.dialects.mistral_chat.wire import NAME
from turnwire.documents.residue import residue, unknown_role
from turnwire.families.chat.overlay import is_no_object, leftover
from turnwire.families.chat.read_response import ALWAYS, read_when
from turnwire.model import Completion, Message, MessageMetadata, Usage

if TYPE_CHECKING:
    from turnwire.dialects.mistral_chat.wire import ChatReply, Choice, ReplyMessage, Tokens
    from turnwire.documents.inputs import Envelope
    from turnwire.model import ContentBlock

_ALWAYS = (*ALWAYS, "usage")
_CHOICE = ("index", "message", "finish_reason", "logprobs")
_MESSAGE = ("role", "content", "tool_calls", "prefix")
_COUNTS = ("prompt_tokens", "completion_tokens", "total_tokens")


def read_response(wire: ChatReply, _: Envelope | None) -> Completion:
    """The reply; each choice is a candidate."""
    model = None if wire.model is UNSET else wire.model
    choices = [] if wire.choices is UNSET else wire.choices
    found = Completion([_read_choice(choice, position, model) for position, choice in enumerate(choices)])
    found.model = model
    found.id = None if wire.id is UNSET else wire.id
    form: dict[str, Any] = {}
    taken = set(_ALWAYS)
    lacks = read_when(wire, found, taken, _ALWAYS)
    if lacks:
        form["lacks"] = lacks
    if wire.object is not UNSET and wire.object != "chat.completion":
        form["object"] = wire.object
        taken.discard("object")
    if wire.usage is not UNSET:
        found.usage = _read_usage(wire.usage)
        if wire.usage.service_tier is not UNSET:
            found.service_tier = wire.usage.service_tier
            if wire.usage.service_tier not in REPLY_TIERS:
                form["service_tier"] = wire.usage.service_tier
    found.provider_raw = residue(NAME, leftover(wire, taken), form=form)
    return found


def _read_choice(choice: Choice, position: int, model: str | None) -> Message:
    overlay = leftover(choice, _CHOICE)
    form: dict[str, Any] = {}
    lacks: list[str] = []
    metadata = _read_metadata(choice, overlay, form, lacks)
    if choice.index is UNSET:
        lacks.append("index")
    elif choice.index != position:
        # Residue too, since other formats number their candidates differently.
        form["index"] = overlay["index"] = choice.index
    blocks: list[ContentBlock] = []
    if choice.message is UNSET:
        lacks.append("message")
    elif rest := _read_said(choice.message, model, blocks, form):
        overlay["message"] = rest
    if lacks:
        form["lacks"] = lacks
    return Message("assistant", blocks, metadata=metadata, provider_raw=residue(NAME, overlay, form=form))


def _read_metadata(
    choice: Choice, overlay: dict[str, Any], form: dict[str, Any], lacks: list[str]
) -> MessageMetadata | None:
    metadata = MessageMetadata()
    word = choice.finish_reason
    reason: Any = None if word is UNSET else FINISH_REASONS.get(word)
    if reason is not None:
        metadata.stop_reason = reason
        if word == "model_length":
            form["finish"] = word
    elif word is not UNSET:
        overlay["finish_reason"] = word
    elif "finish_reason" not in overlay:
        lacks.append("finish_reason")
    if choice.logprobs:
        check_raw(choice.logprobs)
        if is_no_object(choice.logprobs):
            overlay["logprobs"] = choice.logprobs
        else:
            metadata.logprobs = choice.logprobs
            form["logprobs"] = True
    return metadata if metadata.stop_reason is not None or metadata.logprobs else None


def _read_said(
    message: ReplyMessage, model: str | None, blocks: list[ContentBlock], form: dict[str, Any]
) -> dict[str, Any]:
    """Append the blocks of a choice, and return the rest of its message."""
    blocks += read_content(message.content, model)
    if spelling := content_form(message.content, blocks):
        form["content"] = spelling
    also: dict[str, Any] = {}
    rest = leftover(message, _MESSAGE)
    _read_calls(message, blocks, rest, form)
    if message.prefix is not UNSET:
        (rest if message.prefix else also)["prefix"] = message.prefix
    if message.role != "assistant":
        form["role"] = None if message.role is UNSET else message.role
        rest |= unknown_role(form)
    if also:
        rest["$also"] = also
    return rest


def _read_calls(message: ReplyMessage, blocks: list[ContentBlock], rest: dict[str, Any], form: dict[str, Any]) -> None:
    """Read the calls; the writer writes null if there are none, unless the source spelled it differently."""
    calls = message.tool_calls
    if "tool_calls" in rest:
        form["calls"] = "odd"
    elif calls:
        read_calls(calls, blocks, reply=True)
    elif calls is UNSET:
        rest[OMIT] = ["tool_calls"]
    elif calls is not None:
        form["calls"] = "empty"


def _read_usage(wire: Tokens) -> Usage:
    """The counts: the cached tokens are among the prompt's, the model keeps disjoint buckets."""
    usage = Usage()
    overlay = leftover(wire, (*_COUNTS, "prompt_tokens_details", "num_cached_tokens", "service_tier"))
    form: dict[str, Any] = {}
    also: dict[str, Any] = {}
    prompt = 0 if wire.prompt_tokens is UNSET else wire.prompt_tokens
    _read_details(wire, prompt, usage, overlay, also)
    cached = wire.num_cached_tokens
    if cached is not UNSET:
        if usage.cached_input_tokens == cached:
            form["num_cached_tokens"] = "too"
        elif usage.cached_input_tokens is None and "prompt_tokens_details" not in overlay and 0 <= cached <= prompt:
            usage.cached_input_tokens = cached
            form["num_cached_tokens"] = "only"
        else:
            overlay["num_cached_tokens"] = cached
    if wire.prompt_tokens is not UNSET:
        usage.input_tokens = prompt - (usage.cached_input_tokens or 0)
    if wire.completion_tokens is not UNSET:
        usage.output_tokens = wire.completion_tokens
    _read_total(wire, overlay, form)
    if _are_sums_ambiguous(usage):
        overlay |= {name: count for name in _SUMS if (count := getattr(wire, name)) is not UNSET}
    usage.provider_raw = residue(NAME, overlay, also=also, form=form)
    return usage


_SUMS = ("prompt_tokens", "total_tokens")


def _are_sums_ambiguous(usage: Usage) -> bool:
    """Return whether the sums cannot be computed from the counts, because these are ambiguous."""
    counts = (usage.input_tokens, usage.cached_input_tokens, usage.output_tokens)
    told = [count for count in counts if count]
    return len(set(told)) < len(told)


def _read_details(wire: Tokens, prompt: int, usage: Usage, overlay: dict[str, Any], also: dict[str, Any]) -> None:
    details = wire.prompt_tokens_details
    if details is UNSET:
        return
    taken = []
    if details.cached_tokens is not UNSET and 0 <= details.cached_tokens <= prompt:
        usage.cached_input_tokens = details.cached_tokens
        taken.append("cached_tokens")
    if details.audio_tokens is not UNSET:
        usage.audio_input_tokens = details.audio_tokens
        taken.append("audio_tokens")
    if rest := leftover(details, taken):
        overlay["prompt_tokens_details"] = rest
    elif not taken:
        also["prompt_tokens_details"] = {}


def _read_total(wire: Tokens, overlay: dict[str, Any], form: dict[str, Any]) -> None:
    lacks = [name for name in _COUNTS if getattr(wire, name) is UNSET]
    if lacks:
        form["lacks"] = lacks
    total = sum(n for n in (wire.prompt_tokens, wire.completion_tokens) if n is not UNSET)
    if wire.total_tokens is not UNSET and wire.total_tokens != total:
        overlay["total_tokens"] = wire.total_tokens
        form["total_instead_of"] = total
