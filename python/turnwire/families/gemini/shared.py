"""Members of replies that the Gemini API and Vertex AI share and the model has no field for.

Sources: GenerateContentResponse, Candidate and UsageMetadata of generativelanguage v1beta and of aiplatform v1 (2026).
`thoughtSignature` is left out: no source documents that one of the two takes a signature of the other.
"""

from __future__ import annotations

from types import MappingProxyType

from turnwire.codec.wire import FORM
from turnwire.families.gemini.grounding import CITED
from turnwire.families.gemini.token_logprobs import PROBABLE
from turnwire.lowering.sharing import Shared, same, same_in_form

_DETAILS = same_in_form(
    "candidatesTokenCount",
    "candidatesTokensDetails",
    "cacheTokensDetails",
    "promptTokensDetails",
    "serviceTier",
    "thoughtsTokenCount",
    "toolUsePromptTokenCount",
    "toolUsePromptTokensDetails",
    "trafficType",
)
_BOTH = Shared(
    reply={**same_in_form("modelStatus", "promptFeedback"), **same(f"{FORM}/as_is")},
    usage={**_DETAILS, **same(f"{FORM}/total", f"{FORM}/tools", "totalTokenCount")},
    candidate={
        **same_in_form(
            "avgLogprobs",
            "citationMetadata",
            "finishMessage",
            "finishReason",
            "groundingMetadata",
            "index",
            "logprobsResult",
            "safetyRatings",
            "urlContextMetadata",
        ),
        **same(f"{FORM}/{CITED}", f"{FORM}/{PROBABLE}"),
    },
)
_OF_VERTEX = frozenset({"trafficType", f"{FORM}/trafficType"})
_GEMINI = Shared(
    reply=_BOTH.reply,
    usage={path: to for path, to in _BOTH.usage.items() if path not in _OF_VERTEX},
    candidate=_BOTH.candidate,
)

TO_GEMINI = MappingProxyType({"vertex_gemini": _GEMINI})
TO_VERTEX = MappingProxyType({"gemini_generate": _BOTH})
