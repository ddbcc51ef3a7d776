"""The reply to generateContent: one object, or the list of its chunks."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from turnwire.codec.json import check
from turnwire.codec.limits import FAST, Limits
from turnwire.errors import invalid
from turnwire.families.gemini.chunks import Node, fold
from turnwire.families.gemini.spelling import ProtoForm
from turnwire.families.gemini.wire import Content, Proto
from turnwire.model import ABSENT


class Candidate(Proto):
    """One of the answers."""

    content: Content | UnsetType = UNSET
    finish_reason: str | int | UnsetType = UNSET
    index: int | UnsetType = UNSET
    finish_message: Raw = ABSENT
    safety_ratings: Raw = ABSENT
    citation_metadata: Raw = ABSENT
    grounding_metadata: Raw = ABSENT
    url_context_metadata: Raw = ABSENT
    avg_logprobs: Raw = ABSENT
    logprobs_result: Raw = ABSENT
    token_count: Raw = ABSENT


class ModalityCount(Proto):
    """The tokens of one kind of content."""

    modality: str | int | UnsetType = UNSET
    token_count: int | UnsetType = UNSET


class UsageMetadata(Proto):
    """`usageMetadata`."""

    prompt_token_count: int | UnsetType = UNSET
    cached_content_token_count: int | UnsetType = UNSET
    candidates_token_count: int | UnsetType = UNSET
    thoughts_token_count: int | UnsetType = UNSET
    tool_use_prompt_token_count: int | UnsetType = UNSET
    total_token_count: int | UnsetType = UNSET
    prompt_tokens_details: list[ModalityCount] | UnsetType = UNSET
    candidates_tokens_details: list[ModalityCount] | UnsetType = UNSET
    cache_tokens_details: Raw = ABSENT
    tool_use_prompt_tokens_details: Raw = ABSENT
    service_tier: str | UnsetType = UNSET
    traffic_type: Raw = ABSENT


class Reply(Proto):
    """A whole reply."""

    candidates: list[Candidate] | UnsetType = UNSET
    usage_metadata: UsageMetadata | UnsetType = UNSET
    model_version: str | UnsetType = UNSET
    response_id: str | UnsetType = UNSET
    create_time: str | UnsetType = UNSET
    prompt_feedback: Raw = ABSENT
    model_status: Raw = ABSENT


_ITEMS: Final = msgspec.json.Decoder(list[Raw])
_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])


class Chunks(Struct):
    """A reply that came as a list, whether it had any chunk, and what the reply does not have of each chunk."""

    reply: Reply
    has_chunks: bool
    nodes: dict[str, Node]


class ReplyForm(ProtoForm[Any]):
    """A form that takes a reply or a list of chunks."""

    def __init__(self) -> None:
        super().__init__(Reply | list[Reply])  # type: ignore[arg-type]

    def fitting(self, data: bytes, limits: Limits = FAST) -> Reply | None:
        """Return a reply that fits the types; None for any other and for a list, which is folded first."""
        return None if _is_list(data) else super().fitting(data, limits)

    def _decode_slowly(self, data: bytes, limits: Limits) -> Reply | Chunks:
        if not _is_list(data):
            found: Reply = super()._decode_slowly(data, limits)
            return found
        check(data, limits)
        items = _items(data)
        reply, nodes = fold(items)
        return Chunks(self.decode(reply), bool(items), nodes)


def _is_list(data: bytes) -> bool:
    return data[:1] != b"{" and data.lstrip()[:1] == b"["


def _items(data: bytes) -> list[dict[str, Raw]]:
    found = []
    for n, item in enumerate(_ITEMS.decode(data)):
        if bytes(item)[:1] != b"{":
            raise invalid(
                "gemini.chunks", "a list is a reply where each item is a chunk of it, an object", pointer=f"/{n}"
            )
        found.append(_OBJECT.decode(item))
    return found
