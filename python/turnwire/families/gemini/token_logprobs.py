"""Log-probabilities of a reply: `logprobsResult` of a candidate, and the tokens of chat completions.

The model has one place, `metadata.logprobs`, in the shape of chat completions: `{"content": [...], "refusal": null}`.
LogprobsResult: "Length = total number of decoding steps. The chosen candidates may or may not be in topCandidates"
(generativelanguage v1beta, 2026-08-21).
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct, structs

from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import form_of, own_members
from turnwire.lowering.draft import Draft, Turn, when, with_turns
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from turnwire.losses import Losses

KEY = "logprobsResult"
PROBABLE = "logprobs"
"""In the `$form` of a message: its log-probabilities are in its metadata too."""


class _Candidate(Struct, rename="camel"):
    """A token; `tokenId` has no place elsewhere."""

    log_probability: float
    token: str = ""


class _Step(Struct, omit_defaults=True):
    candidates: list[_Candidate] = []


class _Result(Struct, omit_defaults=True, rename="camel"):
    chosen_candidates: list[_Candidate]
    top_candidates: list[_Step] = []


class _Top(Struct):
    token: str
    logprob: float
    bytes: list[int] | None = None


class _Token(_Top):
    """ChatCompletionTokenLogprob: "required": ["token", "logprob", "bytes", "top_logprobs"]."""

    top_logprobs: list[_Top] = []


class _Object(Struct, forbid_unknown_fields=True):
    content: list[_Token]
    refusal: None = None


_RESULT, _OBJECT = msgspec.json.Decoder(_Result), msgspec.json.Decoder(_Object)


def read_logprobs(raw: Raw) -> Raw:
    """Return the tokens in the shape of chat completions; ABSENT if there are none that can be read."""
    try:
        found = _RESULT.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ABSENT
    steps = zip_longest(found.chosen_candidates, found.top_candidates, fillvalue=None)
    tokens: list[_Token] = []
    for chosen, tops in steps:
        if not isinstance(chosen, _Candidate):
            return ABSENT
        top = [_Top(*_said(each)) for each in tops.candidates] if isinstance(tops, _Step) else []
        tokens.append(_Token(*_said(chosen), top_logprobs=top))
    return Raw(ENCODER.encode(_Object(tokens))) if tokens else ABSENT


def _said(candidate: _Candidate) -> tuple[str, float, list[int]]:
    return candidate.token, candidate.log_probability, list(candidate.token.encode())


@when()
def write_logprobs(draft: Draft, losses: Losses) -> Draft:
    """Write the tokens of chat completions as `logprobsResult`."""
    return with_turns(draft, [_written(turn, losses) for turn in draft.turns])


def _written(turn: Turn, losses: Losses) -> Turn:
    message = turn.message
    metadata, raw = message.metadata, message.provider_raw or {}
    probable = ABSENT if metadata is None else metadata.logprobs
    was_read = PROBABLE in form_of(raw, losses.dialect)
    if not probable and not was_read:
        return turn
    own = own_members(raw, losses.dialect)
    if was_read and probable and KEY in own and _is_as_read(own[KEY], probable):
        return _with_metadata(turn, message.provider_raw)
    own.pop(KEY, None)
    if probable:
        result = _result(probable, f"{turn.path}/metadata/logprobs", losses)
        if result is None:
            return turn
        own[KEY] = result
    return _with_metadata(turn, {**raw, losses.dialect: Raw(ENCODER.encode(own))})


def _is_as_read(own: Raw, probable: Raw) -> bool:
    read = read_logprobs(own)
    try:
        return bool(read) and bool(msgspec.json.decode(read) == msgspec.json.decode(probable))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def _with_metadata(turn: Turn, provider_raw: Any) -> Turn:
    """The turn whose log-probabilities are in its residue alone."""
    metadata = turn.message.metadata
    bare = None if metadata is None else structs.replace(metadata, logprobs=ABSENT)
    return structs.replace(turn, message=structs.replace(turn.message, metadata=bare, provider_raw=provider_raw))


def _result(raw: Raw, place: str, losses: Losses) -> Raw | None:
    """The tokens as the provider has them, without their bytes; None if they are not those of chat completions."""
    try:
        tokens = _OBJECT.decode(raw).content
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    if not tokens:
        return None
    whole = all(_is_whole(each) and all(map(_is_whole, each.top_logprobs)) for each in tokens)
    (losses.reshaped if whole else losses.degraded)(place, "metadata.logprobs", raw)
    steps = [_Step([_Candidate(top.logprob, top.token) for top in each.top_logprobs]) for each in tokens]
    chosen = [_Candidate(each.logprob, each.token) for each in tokens]
    return Raw(ENCODER.encode(_Result(chosen, steps if any(step.candidates for step in steps) else [])))


def _is_whole(token: _Top) -> bool:
    """Whether the bytes of a token are those of its text, so that nothing is lost without them."""
    return token.bytes is None or token.bytes == list(token.token.encode())
