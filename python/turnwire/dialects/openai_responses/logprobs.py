"""The log-probabilities of a reply that is one text: this API tells them of the text, chat completions of the reply.

LogProb here and ChatCompletionTokenLogprob there have the same members: token, logprob, bytes, top_logprobs (OpenAI's
API description, openapi.json, 2026-08-21).  The model has one place, `metadata.logprobs`, with what chat completions
tell: `{"content": [...], "refusal": null}`.  Of several texts, each keeps its own as residue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, structs

from turnwire.codec.values import members_of
from turnwire.codec.wire import ENCODER
from turnwire.dialects.openai_responses.overlay import own_residue
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.documents.residue import form_of
from turnwire.lowering.token_logprobs import documented
from turnwire.model import MessageMetadata, TextBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Turn
    from turnwire.model import ContentBlock, Message


class _Top(msgspec.Struct):
    token: str
    logprob: float
    bytes: list[int]


class _Token(_Top):
    """LogProb: "required": ["token", "logprob", "bytes", "top_logprobs"]; other servers leave some out."""

    top_logprobs: list[_Top]


_TOKENS: Final = msgspec.json.Decoder(list[_Token])
_PART, _KEY = "part", "logprobs"


def take_logprobs(message: Message) -> None:
    """Move the log-probabilities of a reply's only text to the metadata."""
    n = _only_text(message.content)
    if n is None:
        return
    block = message.content[n]
    own = own_residue(block.provider_raw)
    part = members_of(own.get(_PART))
    if _tells_tokens(told := part.pop(_KEY, Raw())) and documented(told) is told:
        message.metadata = message.metadata or MessageMetadata()
        message.metadata.logprobs = Raw(b'{"content":' + bytes(told) + b',"refusal":null}')
        message.content[n] = _with_part(block, own, part)


def give_logprobs(turn: Turn, losses: Losses) -> Turn:
    """Return the turn with the log-probabilities at its only text; drop those that do not fit."""
    metadata = turn.message.metadata
    if metadata is None or not metadata.logprobs:
        return turn
    place, n = f"{turn.path}/metadata/logprobs", _only_text(turn.blocks)
    told = members_of(metadata.logprobs)
    content, refused = told.get("content", Raw()), bytes(told.get("refusal", b"null"))
    own = own_residue(turn.blocks[n].provider_raw) if n is not None else {}
    part = members_of(own.get(_PART))
    fits = told.keys() <= {"content", "refusal"} and refused == b"null" and _tells_tokens(content)
    if n is None or not fits or _KEY in part:
        losses.dropped(place, "metadata.logprobs", metadata.logprobs)
        return turn
    if "refusal" not in told:
        losses.reshaped(place, "metadata.logprobs", metadata.logprobs)
    blocks, places = list(turn.blocks), turn.all_places()
    blocks[n] = _with_part(blocks[n], own, {**part, _KEY: content})
    return structs.replace(turn, blocks=blocks, places=places)


def _only_text(blocks: list[ContentBlock]) -> int | None:
    """Return the position of the only text, if there is one and its type is the API's default."""
    texts = [n for n, block in enumerate(blocks) if type(block) is TextBlock]
    if len(texts) != 1 or form_of(blocks[texts[0]].provider_raw, NAME).get("type"):
        return None
    return texts[0]


def _tells_tokens(raw: Raw) -> bool:
    try:
        return bool(raw) and bool(_TOKENS.decode(raw))
    except msgspec.DecodeError:
        return False


def _with_part(block: Any, own: dict[str, Raw], part: dict[str, Raw]) -> ContentBlock:
    """Return the block with this residue of its part, or without residue if nothing is left."""
    rest = {name: value for name, value in own.items() if name != _PART}
    if part:
        rest[_PART] = Raw(ENCODER.encode(part))
    others = {name: value for name, value in (block.provider_raw or {}).items() if name != NAME}
    raw = {**others, NAME: Raw(ENCODER.encode(rest))} if rest else others
    done: ContentBlock = structs.replace(block, provider_raw=raw or None)
    return done
