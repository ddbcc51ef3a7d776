"""Members of replies that the Gemini API and Vertex AI share and the model has no field for, and one that they do not.

Sources: GenerateContentResponse, Candidate and UsageMetadata of generativelanguage v1beta and of aiplatform v1 (2026).
`thoughtSignature` is left out: no source documents that one of the two takes a signature of the other.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec import structs

from turnwire.codec.wire import FORM, key_of
from turnwire.families.gemini.grounding import CITED
from turnwire.families.gemini.read_response import KEPT
from turnwire.families.gemini.token_logprobs import PROBABLE
from turnwire.families.gemini.wire_response import Candidate
from turnwire.lowering.draft import Draft, when
from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.lowering.sharing import Shared, same, same_in_form

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Completion

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
            *sorted({"finishReason", "index", *(key_of(Candidate, name) for name in KEPT)} - {"tokenCount"})
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


@when()
def drop_time(draft: Draft, losses: Losses) -> Draft:
    """Drop the time of a reply, which the Gemini API does not have; a time that it read itself is kept.

    The members of GenerateContentResponse (generativelanguage v1beta, 2026) are candidates, modelStatus, modelVersion,
    promptFeedback, responseId and usageMetadata; `createTime` ("Output only. Timestamp when the request is made to the
    server.") is of Vertex AI's alone, whose dialect writes it.
    """
    document: Completion = draft.document
    if document.created_at is None or was_illegal_in_source(document.provider_raw, losses.dialect, "created_at"):
        return draft
    losses.dropped("/created_at", "completion.created_at", document.created_at)
    return structs.replace(draft, document=structs.replace(document, created_at=None))
