"""Members that this API shares with OpenAI's chat completions and Responses, and with compatible servers.

Sources: ChatCompletionRequest and UsageInfo of the provider's OpenAPI description (2026).
"""

from __future__ import annotations

from types import MappingProxyType

from turnwire.families.chat.shared import FAMILY
from turnwire.lowering.sharing import TOTAL, Shared, same

_USAGE = same(TOTAL, "total_tokens")
_CHAT = Shared(settings=same("prediction", "prompt_cache_key"), usage=_USAGE)
_RESPONSES = Shared(settings=same("prompt_cache_key"), usage=_USAGE)

SHARED = MappingProxyType({**dict.fromkeys(FAMILY, _CHAT), "openai_responses": _RESPONSES})
"""The members without a canonical field, by the dialect that they were read from."""
