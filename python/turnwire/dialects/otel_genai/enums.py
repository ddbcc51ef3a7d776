"""The words of the conventions and what they mean in the model."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from turnwire.lowering.media_types import block_for
from turnwire.model import AudioBlock, DocumentBlock, ImageBlock, VideoBlock

if TYPE_CHECKING:
    from collections.abc import Mapping

# Role: "enum": ["system", "user", "assistant", "tool"], or any other string.
ROLES: Mapping[str, Any] = MappingProxyType(
    {"system": "system", "developer": "system", "user": "user", "assistant": "assistant"}
)

# FinishReason: "enum": ["stop", "length", "content_filter", "tool_call", "error"], or any other string.
FINISH_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "end_turn": "stop",
        "max_tokens": "length",
        "tool_use": "tool_call",
        "content_filter": "content_filter",
        "error": "error",
        "stop_sequence": "stop_sequence",
        "refusal": "refusal",
        "pause_turn": "pause_turn",
        "cancelled": "cancelled",
    }
)
# Words that exporters copy from the provider; the examples of the conventions themselves have `tool_calls`.
STOP_REASONS: Mapping[str, Any] = MappingProxyType(
    {
        **{word: reason for reason, word in FINISH_WORDS.items()},
        "tool_calls": "tool_use",
        "tool_use": "tool_use",
        "end_turn": "end_turn",
        "max_tokens": "max_tokens",
    }
)

# Modality: "enum": ["image", "video", "audio"], or any other string.
MODALITIES: Mapping[str, Any] = MappingProxyType({"image": ImageBlock, "video": VideoBlock, "audio": AudioBlock})
MODALITY_WORDS: Mapping[type, str] = MappingProxyType(
    {ImageBlock: "image", VideoBlock: "video", AudioBlock: "audio", DocumentBlock: "document"}
)


def kind_of(modality: Any, media_type: str | None) -> Any:
    """Return the block type for data: by their media type, else by their modality."""
    return MODALITIES.get(modality, DocumentBlock) if isinstance(modality, str) else block_for(media_type)
