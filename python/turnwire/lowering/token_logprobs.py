"""The log-probabilities of a reply: a list of tokens, or an object that holds such a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw, Struct, structs

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


def _reshaped(turn: Turn, shape: Callable[[Raw], Raw | None], losses: Losses) -> Turn:
    metadata = turn.message.metadata
    if metadata is None or not metadata.logprobs:
        return turn
    found = shape(metadata.logprobs)
    if found is None:
        return turn
    losses.reshaped(f"{turn.path}/metadata/logprobs", "metadata.logprobs", metadata.logprobs)
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
