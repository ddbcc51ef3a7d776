"""The log-probabilities of a reply: a list of tokens, or an object that holds such a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw, Struct, structs

from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import form_of
from turnwire.lowering.draft import Draft, when, with_turns

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Turn


class _Top(Struct):
    token: str
    logprob: float
    bytes: list[int] | None


class _Token(_Top):
    """ChatCompletionTokenLogprob: "required": ["token", "logprob", "bytes", "top_logprobs"]."""

    top_logprobs: list[_Top]


class _Object(Struct, forbid_unknown_fields=True):
    """The `logprobs` of a choice of chat completions."""

    content: Raw
    refusal: None = None


MARK: Final = "logprobs"
"""In `$form` of a message: its log-probabilities have members that only its dialect has."""
# ChatCompletionTokenLogprob and its `top_logprobs` (OpenAI's API description, openapi.json, 2026-08-21); Ollama's are
# the same.  llama.cpp adds the `id` of the token.
_MEMBERS: Final = frozenset(("token", "logprob", "bytes", "top_logprobs"))
_LISTS: Final = ("content", "refusal")
_RAW_TOKENS: Final = msgspec.json.Decoder(list[dict[str, Raw]])
_RAW_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])
_TOKENS: Final = msgspec.json.Decoder(list[_Token])
_OBJECT: Final = msgspec.json.Decoder(_Object)


@when()
def tokens_in_an_object(draft: Draft, losses: Losses) -> Draft:
    """Wrap Ollama's list of tokens in `{"content": [...]}`, the shape of chat completions."""
    return with_turns(draft, [_reshaped(turn, _in_object, losses) for turn in draft.turns])


@when()
def tokens_in_a_list(draft: Draft, losses: Losses) -> Draft:
    """Take the list of tokens out of the object of chat completions, as Ollama has it."""
    return with_turns(draft, [_reshaped(turn, _in_list, losses) for turn in draft.turns])


def documented(logprobs: Raw) -> Raw:
    """Return log-probabilities without the members of tokens that are only some server's; unchanged if none has any."""
    if memoryview(logprobs)[0] == ord("["):
        return _documented_tokens(logprobs)
    try:
        members = _RAW_OBJECT.decode(logprobs)
    except msgspec.DecodeError:
        return logprobs
    found = {name: _documented_tokens(raw) if name in _LISTS else raw for name, raw in members.items()}
    is_changed = any(found[name] is not raw for name, raw in members.items())
    return Raw(ENCODER.encode(found)) if is_changed else logprobs


def _documented_tokens(raw: Raw) -> Raw:
    try:
        tokens = _RAW_TOKENS.decode(raw)
    except msgspec.DecodeError:
        return raw
    found = [{name: value for name, value in token.items() if name in _MEMBERS} for token in tokens]
    for token in found:
        if "top_logprobs" in token:
            token["top_logprobs"] = _documented_tokens(token["top_logprobs"])
    is_changed = any(
        token.keys() != kept.keys() or kept.get("top_logprobs") is not token.get("top_logprobs")
        for token, kept in zip(tokens, found, strict=True)
    )
    return Raw(ENCODER.encode(found)) if is_changed else raw


def _reshaped(turn: Turn, shape: Callable[[Raw], Raw | None], losses: Losses) -> Turn:
    metadata = turn.message.metadata
    if metadata is None or not metadata.logprobs:
        return turn
    is_own = form_of(turn.message.provider_raw, losses.dialect).get(MARK) is True
    plain = metadata.logprobs if is_own else documented(metadata.logprobs)
    found = shape(plain) or plain
    if found is metadata.logprobs:
        return turn
    report = losses.reshaped if plain is metadata.logprobs else losses.degraded
    report(f"{turn.path}/metadata/logprobs", "metadata.logprobs", metadata.logprobs)
    message = structs.replace(turn.message, metadata=structs.replace(metadata, logprobs=found))
    return structs.replace(turn, message=message)


def _in_object(raw: Raw) -> Raw | None:
    return Raw(b'{"content":' + bytes(raw) + b',"refusal":null}') if _are_tokens(raw) else None


def _in_list(raw: Raw) -> Raw | None:
    try:
        found = _OBJECT.decode(raw).content
    except msgspec.DecodeError:
        return None
    return found if _are_tokens(found) else None


def _are_tokens(raw: Raw) -> bool:
    try:
        return bool(_TOKENS.decode(raw))
    except msgspec.DecodeError:
        return False
