"""The declaration of the dialect."""

from __future__ import annotations

from types import MappingProxyType

from msgspec.structs import replace

from turnwire.dialects.openrouter_chat.detect import looks_like_error, looks_like_request, looks_like_response
from turnwire.dialects.openrouter_chat.effort import read_reasoning, write_reasoning
from turnwire.dialects.openrouter_chat.read_thoughts import read_details
from turnwire.dialects.openrouter_chat.write_thoughts import write_details
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.enums import DETAILS, FINISH_REASONS, FINISH_WORDS, MODALITIES, ROLES
from turnwire.families.chat.legal import FUNCTIONS_ONLY, calls_are_of_functions, rank_in_reply
from turnwire.families.chat.passes import NAME_MARKS, NAMES, REPLY, order_blocks, request_passes
from turnwire.families.chat.shared import OPENROUTER
from turnwire.families.chat.vendor import CAPABILITIES, DOCUMENTED, PLACES, Vendor
from turnwire.lowering.efforts import ask_for_any_summary
from turnwire.lowering.equal_tools import SEARCH_OF_OPENROUTER, take_equal_tools
from turnwire.lowering.joining import order_assistant_blocks
from turnwire.lowering.limits import short_user
from turnwire.model import DocumentBlock, ImageBlock, TextBlock, ToolDefinition, VideoBlock

_SAID = (ImageBlock, DocumentBlock, VideoBlock)
_ORDER = order_assistant_blocks(rank_in_reply)

# A proxy of Claude Code, claude-code-provider-proxy, says that the name of its user "is about 150 char long and
# openrouter only accepts up to 128".
LONGEST_USER = 128

VENDOR = Vendor(
    name="openrouter_chat",
    title="OpenRouter chat completions",
    capabilities=replace(CAPABILITIES, supports_prompt_caching=True),
    # `top_k`, `min_p` and `repetition_penalty` are there: "Not all providers support this parameter."
    # ChatFunctionTool has no custom tools, and ChatNamedToolChoice names one function.
    # ChatRequest has no `n`, ChatToolMessage no `name`, and the prompt's details no `image_tokens`.
    lacks=frozenset(("store", "audio_output", "custom", "allowed", "candidates", "tool_result.name"))
    | {"image_input_tokens"},
    # ChatMessages has one for the role `developer`.
    roles=ROLES | {"developer"},
    shared=OPENROUTER,
    # `modalities`: "Output modalities for the response. Supported values are "text", "image", and "audio"."
    modalities=MODALITIES | {"image"},
    # ChatContentImage, `detail`: auto, low, high or original.
    details=DETAILS | {"original"},
    # `max_tokens`: "Maximum tokens (deprecated, use max_completion_tokens)."
    limits=("max_completion_tokens", "max_tokens"),
    takes_thoughts=True,
    # ChatAssistantMessage has `reasoning_details` beside `reasoning`: "Reasoning output"
    documented=DOCUMENTED | {"reasoning_details", "model"},
    read_thoughts=read_details,
    write_thoughts=write_details,
    # `reasoning`: "Configuration options for reasoning models"
    read_effort=read_reasoning,
    write_effort=write_reasoning,
    # ChatFinishReasonEnum has `error`, beside the words that are known.
    finish=MappingProxyType({**FINISH_REASONS, "error": "error"}),
    finish_words=MappingProxyType({**FINISH_WORDS, "error": "error"}),
    # ChatAssistantMessage.content is a text or ChatContentItems, which are those of a user too.
    places=MappingProxyType({**PLACES, **dict.fromkeys(_SAID, "said")}),
    # ChatContentText and ChatFunctionTool have `cache_control`.
    cached=frozenset((TextBlock, ToolDefinition)),
    # ChatContentFile says of `file_data`: "File content as base64 data URL or URL"
    file_urls=True,
    # ChatResult requires `system_fingerprint`, a string or null.
    nulls=("system_fingerprint",),
    # ChatUsage has `cost`: "Cost of the completion"; one credit is one US dollar.
    cost="cost",
    # BadRequestResponseErrorData requires `code`, an integer, and `message`.
    error_keys=("message", "code"),
    error_code=int,
    # ChatContentAudio, `format`: a string; ChatContentItems have `video_url`.
    # "Function name (a-z, A-Z, 0-9, underscores, dashes, max 64 chars)" (OpenRouter's API description)
    # ChatFunctionTool is a function or one of OpenRouter's own tools, for any model.
    request=(
        take_equal_tools(SEARCH_OF_OPENROUTER),
        ask_for_any_summary,
        *FUNCTIONS_ONLY,
        *request_passes(sounds=None, films=True, file_urls=True),
        *NAMES,
        short_user(LONGEST_USER),
    ),
    refused=(short_user(LONGEST_USER),),
    marks=NAME_MARKS,
    reply=(calls_are_of_functions, *(_ORDER if rule is order_blocks else rule for rule in REPLY)),
    looks_like=(looks_like_request, looks_like_response, looks_like_error),
)

DIALECT = dialect_of(VENDOR)
