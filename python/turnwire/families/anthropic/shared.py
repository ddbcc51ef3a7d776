"""Members that the platforms of the Messages API share, besides the fields of the model.

Sources: Message, Usage and their beta forms in the provider's description of the API (2026).  `container` is left out:
Bedrock and Vertex AI run no code.
"""

from __future__ import annotations

from types import MappingProxyType

from turnwire.families.anthropic.constraints import PLATFORMS
from turnwire.lowering.sharing import Shared, same, same_in_form

_MESSAGES = Shared(
    reply=same_in_form("context_management", "diagnostics", "stop_details"),
    usage=same_in_form(
        "cache_creation",
        "fallback_credit",
        "inference_geo",
        "iterations",
        "output_tokens_details",
        "server_tool_use",
        "speed",
    ),
    block=same("caller"),
    # "Fine-grained tool streaming is available on all models and all platforms (Claude API, Amazon Bedrock, Google
    # Vertex AI, and Microsoft Foundry). To use it, set eager_input_streaming to true on any user-defined tool"
    # (platform.claude.com/docs/en/docs/agents-and-tools/tool-use/fine-grained-tool-streaming, read 2026-11-22)
    tool=same("eager_input_streaming"),
)

SHARED = MappingProxyType(dict.fromkeys(sorted(PLATFORMS), _MESSAGES))
"""The members without a canonical field, by the dialect that they were read from."""
