"""Members that this API shares with chat completions and compatible servers.

Sources: CreateResponse, Response and ResponseUsage of the provider's OpenAPI description (2026).
"""

from __future__ import annotations

from types import MappingProxyType

from turnwire.families.chat.shared import FAMILY
from turnwire.lowering.sharing import TOTAL, Shared, same

_SETTINGS = same(
    "moderation", "prompt_cache_key", "prompt_cache_options", "prompt_cache_retention", "safety_identifier"
)
_BREAKPOINT = {"prompt_cache_breakpoint": "part/prompt_cache_breakpoint"}
_CHAT = Shared(
    text=_BREAKPOINT,
    media=_BREAKPOINT,
    # `text.verbosity` is there what `verbosity` is in chat completions; `reasoning` of compatible servers has the same
    # effort and the same summary.
    settings={
        **_SETTINGS,
        "verbosity": "text/verbosity",
        "reasoning/effort": "reasoning/effort",
        "reasoning/summary": "reasoning/summary",
    },
    # Not `moderation`: a reply here has one result, and a list of results in chat completions.
    reply=same("metadata"),
    usage=same(TOTAL, "total_tokens"),
)
_MISTRAL = Shared(settings=same("prompt_cache_key"), usage=same(TOTAL, "total_tokens"))

SHARED = MappingProxyType({**dict.fromkeys(FAMILY, _CHAT), "mistral_chat": _MISTRAL})
"""The members without a canonical field, by the dialect that they were read from."""
