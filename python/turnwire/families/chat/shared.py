"""Members that the formats of this family share with each other, and with OpenAI's Responses and Mistral's chat.

Each constant lists the members that one target documents.  Every dialect of the family counts as a source, because
compatible servers copy these members from OpenAI.  Requests list only documented members, because servers refuse
unknown ones; clients ignore unknown members of replies.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from turnwire.lowering.sharing import TOTAL, Members, Shared, same

if TYPE_CHECKING:
    from turnwire.lowering.sharing import Table

FAMILY = (
    "alibaba_chat",
    "azure_chat",
    "cerebras_chat",
    "deepseek_chat",
    "fireworks_chat",
    "groq_chat",
    "huggingface_chat",
    "llamacpp_chat",
    "moonshot_chat",
    "openai_chat",
    "openrouter_chat",
    "perplexity_chat",
    "sambanova_chat",
    "together_chat",
    "venice_chat",
    "xai_chat",
    "xiaomi_chat",
    "zai_chat",
)
"""The dialects of the family."""

_TOTAL = (TOTAL, "total_tokens")
_COMPLETION = "completion_tokens_details"
_PREDICTED = (f"{_COMPLETION}/accepted_prediction_tokens", f"{_COMPLETION}/rejected_prediction_tokens")

SERVERS = Shared(reply=same("system_fingerprint"), usage=same(*_TOTAL, *_PREDICTED))
"""A server of the family of which nothing else is known: what its replies may hold."""

# CreateChatCompletionRequest, CreateChatCompletionResponse and CompletionUsage (OpenAI's API description, 2026-08-21)
_SETTINGS = (
    "moderation",
    "prediction",
    "prompt_cache_key",
    "prompt_cache_options",
    "prompt_cache_retention",
    "safety_identifier",
    "verbosity",
    "web_search_options",
)
# "Marks the exact end of a reusable prompt prefix" (PromptCacheBreakpointParam, of all content parts of a request)
_BREAKPOINT = same("prompt_cache_breakpoint")
OPENAI = Shared(
    settings=same(*_SETTINGS),
    text=_BREAKPOINT,
    media=_BREAKPOINT,
    reply=same("metadata", "moderation", "system_fingerprint"),
    usage=same(
        *_TOTAL,
        *_PREDICTED,
        f"{_COMPLETION}/text_tokens",
        "prompt_tokens_details/text_tokens",
    ),
)

# Azure's replies have the results of its filters: `prompt_filter_results`, and `content_filter_results` of each choice.
AZURE = Shared(
    settings=OPENAI.settings,
    text=_BREAKPOINT,
    media=_BREAKPOINT,
    reply=same(*OPENAI.reply, "prompt_filter_results"),
    usage=OPENAI.usage,
    candidate=same("content_filter_results", "content_filter_offsets"),
)

# ChatRequest, ChatContentText, ChatResult, ChatChoice and ChatUsage (OpenRouter's API description, 2026)
OPENROUTER = Shared(
    text=_BREAKPOINT,
    settings=same(
        "cache_control",
        "image_config",
        "include_reasoning",
        "models",
        "plugins",
        "prediction",
        "preset",
        "prompt_cache_key",
        "prompt_cache_options",
        "provider",
        "reasoning",
        "route",
        "session_id",
        "top_a",
        "transforms",
        "usage",
        "web_search_options",
    ),
    reply=same("citations", "openrouter_metadata", "provider", "system_fingerprint"),
    # Some vendors send cost as an object; its total_cost is in US dollars.
    usage={
        "cost/total_cost": "cost",
        **same(
            *_TOTAL,
            *_PREDICTED,
            "cost",
            "cost_details",
            "is_byok",
            "prompt_tokens_details/video_tokens",
            "server_tool_use_details",
        ),
    },
    candidate=same("native_finish_reason"),
)

# CreateResponse and Response of the same API; `text.verbosity` is there the same as `verbosity` here.
_RESPONSES = same(
    "moderation", "prompt_cache_key", "prompt_cache_options", "prompt_cache_retention", "safety_identifier"
)
# CostDetails of OpenRouter's usage in chat completions, and of that in its Responses API, whose tokens are "input" and
# "output".
_COSTS = {
    "cost_details/upstream_inference_cost": "cost_details/upstream_inference_cost",
    "cost_details/upstream_inference_input_cost": "cost_details/upstream_inference_prompt_cost",
    "cost_details/upstream_inference_output_cost": "cost_details/upstream_inference_completions_cost",
}
_BREAKPOINT_THERE = {"part/prompt_cache_breakpoint": "prompt_cache_breakpoint"}
_ANTHROPIC = ("anthropic_messages", "bedrock_anthropic", "vertex_anthropic")
_MISTRAL = same("prediction", "prompt_cache_key")


def table(target: Shared) -> Table:
    """Make the table of members that each source shares with a target of the family."""
    found = dict.fromkeys(FAMILY, target)
    found["openai_responses"] = Shared(
        settings=_known({**_RESPONSES, "text/verbosity": "verbosity"}, target.settings),
        text=_known(_BREAKPOINT_THERE, target.text),
        media=_known(_BREAKPOINT_THERE, target.media),
        # Not `moderation`: a reply there has one result, and a list of results in `moderation_results` here.
        reply=_known(same("metadata", "prompt_cache_key"), target.reply),
        usage=_known({**same(*_TOTAL, "cost", "is_byok"), **_COSTS}, target.usage),
    )
    # `cache_control` at the top of Anthropic's request marks its last block that can be cached, as OpenRouter's does.
    for name in _ANTHROPIC:
        found[name] = Shared(settings=_known(same("cache_control"), target.settings))
    found["mistral_chat"] = Shared(
        settings=_known(_MISTRAL, target.settings),
        usage=same(*_TOTAL, "prompt_tokens"),
    )
    return MappingProxyType(found)


def _known(members: Members, documented: Members) -> Members:
    """Return those of some members that the target documents, or whose outermost object it documents."""
    places = frozenset(documented.values())
    return MappingProxyType(
        {path: to for path, to in members.items() if to in places or to.partition("/")[0] in places}
    )
