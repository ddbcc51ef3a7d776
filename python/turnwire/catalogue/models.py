"""Model families: the rules and limits of models that are narrower than those of their format.

A row applies to every model whose name begins with its prefix; the longest prefix wins.  `source` is where the
numbers are from and `read` the date; providers change them without notice, so that a row is a hint.
The source of each `Takes` record is quoted above it.
"""

from __future__ import annotations

import functools

from msgspec import Struct, structs

from turnwire.catalogue.capabilities import Capabilities
from turnwire.catalogue.name_parts import LONGEST, starts_of


class Takes(Struct, frozen=True, kw_only=True):
    """The values that a model takes, where it refuses more than the API of its provider."""

    refuses: frozenset[str] = frozenset()
    """Fields of `settings.generation` that are refused, whatever their value."""
    refuses_while_reasoning: frozenset[str] = frozenset()
    """Fields of `settings.generation` that are refused unless the effort is `none`."""
    efforts: tuple[str, ...] | None = None
    """The words of effort that are taken; empty where none is, None where that is not known."""
    quiet_efforts: tuple[str, ...] | None = None
    """The words that are taken while thinking is disabled; None where these are the same."""
    default_effort: str | None = None
    """The effort of a request that names none."""
    modes: frozenset[str] | None = None
    """The modes of `settings.reasoning` that are taken: enabled (with a budget), adaptive, disabled."""
    temperature_or_top_p: bool = False
    """Whether the model refuses `temperature` together with `top_p`."""
    tools_or_effort: bool = False
    """Whether Chat Completions refuses tools unless the effort is `none`."""
    forced_tools: bool = True
    """Whether a choice may force the model to call a tool."""
    forced_while_thinking: bool = True
    """Whether it may while the model thinks."""
    prefill: bool = True
    """Whether the last message may be the beginning of the reply."""
    signed_calls: bool = False
    """Whether calls of functions are refused without a thought signature."""
    levels: bool = True
    """Whether generateContent takes a level of thinking, not only a budget."""
    json_with_functions: bool = True
    """Whether generateContent takes JSON as the form of the answer together with functions."""
    media_in_results: bool = True
    """Whether generateContent takes pictures and files inside the response of a function."""
    thinks: bool = True
    """Whether generateContent takes settings of thinking."""
    budgets: tuple[int, int] | None = None
    """The least and the largest budget of thinking, in tokens."""
    always_thinks: bool = False
    """Whether thinking cannot be disabled."""
    searches: bool = True
    """Whether Chat Completions takes `web_search_options`, which only OpenAI's models for searching do."""
    limits_completion: bool = False
    """Whether the limit of tokens is called `max_completion_tokens` in Chat Completions, and never `max_tokens`."""


ANYTHING = Takes()
"""What is assumed of a model that no row names."""


class Family(Struct, frozen=True):
    """The models whose names begin alike."""

    prefix: str
    capabilities: Capabilities
    source: str
    read: str
    """The date on which the source was read: YYYY-MM-DD."""
    takes: Takes = ANYTHING
    maker: str | None = None
    """The provider whose server enforces `takes` (anthropic, google or openai); None for open models."""


_READ = "2026-11-21"
_CLAUDE = "platform.claude.com/docs/en/models/{}/overview"
_OPENAI = "developers.openai.com/api/docs/models/{}"
_GEMINI = "ai.google.dev/gemini-api/docs/models/{}"
_ANTHROPIC_IMAGES = ("image/jpeg", "image/png", "image/gif", "image/webp")
# "PNG (.png), JPEG (.jpeg and .jpg), WEBP (.webp), Non-animated GIF (.gif)" (OpenAI's guide to images and vision)
_OPENAI_IMAGES = ("image/png", "image/jpeg", "image/gif", "image/webp")
# "Supported MIME types: image/png, image/jpeg, image/webp, image/heic, image/heif" (Vertex AI, gemini-3-flash)
_GEMINI_IMAGES = ("image/png", "image/jpeg", "image/webp", "image/heic", "image/heif")

_LOW_TO_HIGH = ("low", "medium", "high")
_SAMPLING = frozenset({"temperature", "top_p"})
_LOGPROBS = frozenset({"logprobs", "top_logprobs"})

# "The following are currently unsupported with reasoning models: temperature, top_p, presence_penalty,
# frequency_penalty, logprobs, top_logprobs, logit_bias, max_tokens"; "Reasoning models will only work with the
# `max_completion_tokens` parameter." (learn.microsoft.com/azure/ai-foundry/openai/how-to/reasoning)
_UNSAMPLED = _SAMPLING | _LOGPROBS | {"presence_penalty", "frequency_penalty", "logit_bias"}
# "Not supported with latest reasoning models `o3` and `o4-mini`." (OpenAI's API description, `stop`); "Unsupported
# parameter: 'stop' is not supported with this model." (refusals of gpt-5-mini and gpt-5.6)
_STOP = frozenset({"stop_sequences"})


def _reasons(*efforts: str, refuses: frozenset[str] = _UNSAMPLED | _STOP, default: str = "medium") -> Takes:
    """An OpenAI model that reasons and refuses sampling settings whatever its effort."""
    return Takes(refuses=refuses, efforts=efforts, default_effort=default, searches=False, limits_completion=True)


def _may_reason(*efforts: str) -> Takes:
    """A model of OpenAI's that samples while its effort is `none`, which is its default.

    "The following parameters are only supported when using GPT-5.2 with reasoning effort set to none: temperature,
    top_p, logprobs" (developers.openai.com/api/docs/guides/latest-model, of GPT-5.2; GPT-5.1 and GPT-5.4 the same)
    """
    return Takes(
        refuses=_STOP | {"presence_penalty", "frequency_penalty", "logit_bias"},
        refuses_while_reasoning=_SAMPLING | _LOGPROBS,
        efforts=efforts,
        default_effort="none",
        searches=False,
        limits_completion=True,
    )


# "Unrecognized request argument supplied: reasoning_effort" (a refusal of gpt-4o)
_ANSWERS = Takes(efforts=(), searches=False)
_SEARCHES = structs.replace(_ANSWERS, searches=True)
_O_SERIES = _reasons(*_LOW_TO_HIGH)
# "Unsupported value: 'minimal' is not supported with the 'gpt-5.1' model. Supported values are: 'none', 'low',
# 'medium', and 'high'." (a refusal); "All models before gpt-5.1 default to medium reasoning effort, and do not support
# none."; "The gpt-5-pro model defaults to (and only supports) high reasoning effort."; "xhigh is supported for all
# models after gpt-5.1-codex-max." (OpenAI's API description of 2025-12, `ReasoningEffort`)
_GPT_5 = _reasons("minimal", *_LOW_TO_HIGH)
_GPT_5_1 = _may_reason("none", *_LOW_TO_HIGH)
_GPT_5_2 = _may_reason("none", *_LOW_TO_HIGH, "xhigh")
# "GPT 5.6 models require temperature to be set to 1" (github.com/itzcrazykns/vane/issues/1173); "Unsupported
# parameter: 'logprobs' is not supported with this model." (a refusal of gpt-5.6); `max` was taken
# "Function tools with reasoning_effort are not supported for gpt-5.6-luna in /v1/chat/completions. To use function
# tools, use /v1/responses or set reasoning_effort to 'none'." (a refusal)
_GPT_5_6 = structs.replace(_reasons("none", *_LOW_TO_HIGH, "xhigh", "max"), tools_or_effort=True)
_GPT_5_5 = _reasons("none", *_LOW_TO_HIGH, "xhigh")

_NO_THINKING = Takes(efforts=(), modes=frozenset({"disabled"}))
# "thinking.type.enabled" came with Claude 3.7; "adaptive thinking is not supported on this model" (a refusal of
# claude-haiku-4-5); "This model does not support the effort parameter." (a refusal)
# "Thinking may not be enabled when tool_choice forces tool use." (a refusal of claude-sonnet-4-6); "Thinking isn't
# compatible with [...] forced tool use." (platform.claude.com/docs/en/build-with-claude/extended-thinking)
_BUDGETS = Takes(efforts=(), modes=frozenset({"enabled", "disabled"}), forced_while_thinking=False)
# "`temperature` and `top_p` cannot both be specified for this model. Please use only one." (a refusal of
# claude-opus-4-1, claude-sonnet-4-5, claude-opus-4-5 and claude-sonnet-4-6)
_BUDGETS_OR = structs.replace(_BUDGETS, temperature_or_top_p=True)
# The effort parameter: opus-4-5 takes low, medium and high; "max: Available on [...] Claude Opus 4.6, Claude Sonnet 5,
# and Claude Sonnet 4.6"; "xhigh: Available on Claude Fable 5, [...] Claude Opus 4.8, Claude Opus 4.7, and Claude
# Sonnet 5" (platform.claude.com/docs/en/build-with-claude/effort)
_OPUS_4_5 = structs.replace(_BUDGETS_OR, efforts=_LOW_TO_HIGH)
# "Prefilling assistant messages returns a 400 error on Claude 4.6 models." (platform.claude.com/docs/en/about-claude/
# models/migration-guide); the refusal is also recorded of claude-sonnet-5
_CLAUDE_4_6 = structs.replace(
    _BUDGETS_OR,
    efforts=(*_LOW_TO_HIGH, "max"),
    modes=frozenset({"enabled", "adaptive", "disabled"}),
    prefill=False,
)
# "Models released after Claude Opus 4.6 do not support setting temperature." and the same of top_p; "do not accept
# top_k; any value will be rejected with a 400 error." (Anthropic's API description)
# ""thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to
# control thinking behavior." (a refusal of claude-opus-4-7, claude-opus-4-8, claude-opus-5, claude-sonnet-5)
_ADAPTIVE = Takes(
    refuses=_SAMPLING | {"top_k"},
    efforts=(*_LOW_TO_HIGH, "xhigh", "max"),
    modes=frozenset({"adaptive", "disabled"}),
    prefill=False,
)
# "Claude Fable 5, Sonnet 5, and Opus 4.8 [...] use adaptive thinking with any forced ToolChoice modes" (of Bedrock,
# github.com/langchain-ai/langchain-aws/pull/1141): Opus 4.7 is not among them
_OPUS_4_7 = structs.replace(_ADAPTIVE, forced_while_thinking=False)
# "Haiku 5.5 and Opus 5 can disable it when effort is high or lower." (docs.apiyi.com, 2026-11-09; the provider's page
# on what is new in Opus 5 names the restriction, too)
_OPUS_5 = structs.replace(_ADAPTIVE, quiet_efforts=_LOW_TO_HIGH)
# "Four breaking changes affect code already running on Claude Opus 5: thinking can't be disabled, forced tool use
# returns an error, [...] The first three also apply on Claude Fable 5.1."; ""thinking.type.disabled" is not supported
# for this model." (platform.claude.com/docs/en/models/opus-5-5/whats-new-opus-5-5)
_ALWAYS_THINKS = structs.replace(_ADAPTIVE, modes=frozenset({"adaptive"}), forced_tools=False)


def _claude(prefix: str, page: str, context: int, output: int, takes: Takes = _ADAPTIVE) -> Family:
    known = Capabilities(
        supports_thinking=True,
        supports_images=True,
        supports_tools=True,
        # Anthropic's page on structured outputs names Opus 4.5 and 4.6, Sonnet 4.5 and Haiku 4.5; all others are later.
        supports_structured_output=True,
        supports_parallel_tool_calls=True,
        supports_prompt_caching=True,
        max_context_tokens=context,
        max_output_tokens=output,
        accepted_image_media_types=_ANTHROPIC_IMAGES,
    )
    return Family(prefix, known, _CLAUDE.format(page), _READ, takes, "anthropic")


def _older_claude(prefix: str, output: int, takes: Takes = _NO_THINKING) -> Family:
    """200K of context since Claude 2.1; the limit of a reply is in the provider's refusals of more."""
    known = Capabilities(
        supports_thinking=None if takes is _NO_THINKING else True,
        supports_images=True,
        supports_tools=True,
        max_context_tokens=200_000,
        max_output_tokens=output,
        accepted_image_media_types=_ANTHROPIC_IMAGES,
    )
    return Family(prefix, known, _MORE, _READ, takes, "anthropic")


_BEFORE_SCHEMAS = ("gpt-3.5-turbo", "o1-mini", "o1-preview")


def _openai(
    prefix: str, context: int, output: int, source: str = "", *, images: bool = True, takes: Takes = _ANSWERS
) -> Family:
    known = Capabilities(
        supports_thinking=takes not in (_ANSWERS, _SEARCHES),
        supports_images=images,
        supports_tools=True,
        # "JSON Schema (GPT-4o and later)": the API description of `response_format`
        supports_structured_output=None if prefix in _BEFORE_SCHEMAS else True,
        max_context_tokens=context,
        max_output_tokens=output,
        accepted_image_media_types=_OPENAI_IMAGES if images else None,
    )
    return Family(prefix, known, source or _OPENAI.format(prefix), _READ, takes, "openai")


# "When using Gemini 3 Pro, you must pass back thought signatures during function calling, otherwise you will get a
# validation error (4xx status code)." (ai.google.dev/gemini-api/docs/thought-signatures); "every functionCall part in
# the current turn must carry its signature", of "Gemini 3 and later models (gemini-4-argon, gemini-3.8-flash [...])"
# (the page docs.apiyi.com/en/faq/gemini-thought-signature-missing)
_SIGNED = Takes(signed_calls=True)
# "Logprobs is not enabled for this model" (a refusal of gemini-flash-latest, which was of Gemini 3)
_GEMINI_3 = structs.replace(_SIGNED, refuses=_LOGPROBS)
# families/gemini/legal_models.py quotes the refusals
_BEFORE_LEVELS = Takes(levels=False, json_with_functions=False, media_in_results=False)
# Vertex AI's page on thinking has the least and the largest budget of each model, and says: "Thinking can't be turned
# off for Gemini 2.5 Pro."
_FLASH = structs.replace(_BEFORE_LEVELS, budgets=(1, 24_576))
_FLASH_LITE = structs.replace(_BEFORE_LEVELS, budgets=(512, 24_576))
_PRO = structs.replace(_BEFORE_LEVELS, budgets=(128, 32_768), always_thinks=True)
_BEFORE_THINKING = structs.replace(_BEFORE_LEVELS, thinks=False)
# Recorded replies to `gemini-flash-latest` were of gemini-3.5-flash and gemini-3.6-flash, those to
# `gemini-flash-lite-latest` of gemini-3.1-flash-lite, and those to `gemini-pro-latest` of gemini-3.1-pro-preview.
_LATEST = ("gemini-flash-latest", "gemini-flash-lite-latest", "gemini-pro-latest")
_SIGNATURES = "docs.apiyi.com/en/faq/gemini-thought-signature-missing"


def _gemini(prefix: str, page: str, context: int, output: int, takes: Takes = ANYTHING) -> Family:
    known = Capabilities(
        supports_thinking=takes.thinks,
        supports_images=True,
        supports_tools=True,
        supports_structured_output=True,
        supports_parallel_tool_calls=True,
        max_context_tokens=context,
        max_output_tokens=output,
        accepted_image_media_types=_GEMINI_IMAGES,
    )
    return Family(prefix, known, _GEMINI.format(page), _READ, takes, "google")


def _open(prefix: str, source: str, context: int, *, images: bool, tools: bool | None = None) -> Family:
    """Open weights: the context is the model's; whoever runs it may give it less."""
    known = Capabilities(supports_images=images, supports_tools=tools, max_context_tokens=context)
    return Family(prefix, known, source, _READ)


# Where the provider's own page was not available: a page that quotes it.
_AZURE = "learn.microsoft.com/azure/ai-foundry/openai: models that can be fine-tuned"
_AZURE_REASONING = "learn.microsoft.com/azure/ai-foundry/openai/how-to/reasoning"
_QUOTED = "github.com/RooCodeInc/Roo-Code/pull/2691, from platform.openai.com/docs/models"
_ARENA = "Software-Engineering-Arena: context_window.json"
_NO_SEARCH = "github.com/cpbotha/obsidian-ai-chat-as-md/issues/5"
_COMMUNITY = "community.openai.com/t/1344734, from the docs of GPT-5"
# A refusal: "max_tokens: 32000 > 4096, which is the maximum allowed number of output tokens for claude-3-opus-20240229"
_MORE = "docs.anthropic.com/en/docs/about-claude/models/overview, and refusals of more"

FAMILIES: tuple[Family, ...] = (
    # "Context window: 1M tokens · Max output: 128K tokens" (the pages of Fable 5.1, Opus 4.6, 4.8, 5.5, Sonnet 4.6)
    _claude("claude-fable-5", "fable-5-1", 1_000_000, 128_000),
    _claude("claude-fable-5-1", "fable-5-1", 1_000_000, 128_000, _ALWAYS_THINKS),
    _claude("claude-opus-5", "opus-5-5", 1_000_000, 128_000, _OPUS_5),
    _claude("claude-opus-5-5", "opus-5-5", 1_000_000, 128_000, _ALWAYS_THINKS),
    _claude("claude-sonnet-5", "sonnet-5", 1_000_000, 128_000),
    _claude("claude-sonnet-4-6", "sonnet-4-6", 1_000_000, 128_000, _CLAUDE_4_6),
    _claude("claude-opus-4-6", "opus-4-6", 1_000_000, 128_000, _CLAUDE_4_6),
    _claude("claude-opus-4-7", "opus-4-7", 1_000_000, 128_000, _OPUS_4_7),
    _claude("claude-opus-4-8", "opus-4-8", 1_000_000, 128_000),
    # The pages of the 4.5 models: "Context window: 200K tokens · Max output: 64K tokens"
    _claude("claude-opus-4-5", "opus-4-5", 200_000, 64_000, _OPUS_4_5),
    _claude("claude-sonnet-4-5", "sonnet-4-5", 200_000, 64_000, _BUDGETS_OR),
    _claude("claude-haiku-4-5", "haiku-4-5", 200_000, 64_000, _BUDGETS_OR),
    _older_claude("claude-opus-4-1", 32_000, _BUDGETS_OR),
    _older_claude("claude-opus-4-0", 32_000, _BUDGETS),
    _older_claude("claude-opus-4-20250514", 32_000, _BUDGETS),
    _older_claude("claude-sonnet-4-0", 64_000, _BUDGETS),
    _older_claude("claude-sonnet-4-20250514", 64_000, _BUDGETS),
    _older_claude("claude-3-7-sonnet", 64_000, _BUDGETS),
    _older_claude("claude-3-5", 8_192),
    _older_claude("claude-3", 4_096),
    # "1,050,000 token context window, up to 128,000 output tokens" (GPT-5.6 Sol); gpt-5.4 and gpt-5.5 the same
    _openai("gpt-5.6", 1_050_000, 128_000, takes=_GPT_5_6),
    _openai("gpt-5.5", 1_050_000, 128_000, takes=_GPT_5_5),
    _openai("gpt-5.4", 1_050_000, 128_000, takes=_GPT_5_2),
    _openai("gpt-5.4-mini", 400_000, 128_000, takes=_GPT_5_2),
    _openai("gpt-5.4-pro", 1_050_000, 128_000, takes=_reasons("medium", "high", "xhigh")),
    _openai("gpt-5.3-codex", 400_000, 128_000, takes=_reasons(*_LOW_TO_HIGH, "xhigh")),
    _openai("gpt-5.2", 400_000, 128_000, takes=_GPT_5_2),
    _openai("gpt-5.2-codex", 400_000, 128_000, takes=_reasons(*_LOW_TO_HIGH, "xhigh")),
    _openai("gpt-5.2-pro", 400_000, 128_000, takes=_reasons("medium", "high", "xhigh")),
    _openai("gpt-5.1", 400_000, 128_000, takes=_GPT_5_1),
    _openai("gpt-5.1-codex", 400_000, 128_000, takes=_reasons(*_LOW_TO_HIGH)),
    _openai("gpt-5.1-codex-max", 400_000, 128_000, takes=_reasons(*_LOW_TO_HIGH, "xhigh")),
    # "The docs say the context window for GPT-5 is 400k tokens", of which 128,000 are kept for the reply
    _openai("gpt-5", 400_000, 128_000, _COMMUNITY, takes=_GPT_5),
    _openai("gpt-5-search-api", 400_000, 128_000, takes=structs.replace(_GPT_5, searches=True)),
    _openai("gpt-5-codex", 400_000, 128_000, takes=_reasons(*_LOW_TO_HIGH)),
    _openai("gpt-5-pro", 400_000, 272_000, takes=_reasons("high", default="high")),
    # GPT-5 Chat "is an intelligence model, not a reasoning model" (github.com/BerriAI/litellm/issues/13781)
    _openai("gpt-5-chat", 128_000, 16_384),
    _openai("gpt-4.1", 1_047_576, 32_768),
    _openai("gpt-4o", 128_000, 16_384, _AZURE),
    _openai("gpt-4o-search-preview", 128_000, 16_384, takes=_SEARCHES),
    _openai("gpt-4o-mini-search-preview", 128_000, 16_384, takes=_SEARCHES),
    # "api.openai.com does [mind `web_search_options`] if you use non-search models": of every other model of this name
    Family("gpt", Capabilities(supports_tools=True), _NO_SEARCH, _READ, Takes(searches=False), "openai"),
    _openai("gpt-3.5-turbo", 16_385, 4_096, _AZURE, images=False),
    # The table there: o1 "Input: 200,000, Output: 100,000", o1-mini "Input: 128,000, Output: 65,536"
    _openai("o1", 200_000, 100_000, _AZURE_REASONING, takes=_O_SERIES),
    _openai("o1-mini", 128_000, 65_536, _AZURE_REASONING, images=False, takes=_reasons()),
    _openai("o1-preview", 128_000, 32_768, _AZURE_REASONING, images=False, takes=_reasons()),
    _openai("o3", 200_000, 100_000, _QUOTED, takes=_O_SERIES),
    # `stop` was taken by o3-mini
    _openai("o3-mini", 200_000, 100_000, _QUOTED, images=False, takes=_reasons(*_LOW_TO_HIGH, refuses=_UNSAMPLED)),
    _openai("o4-mini", 200_000, 100_000, _QUOTED, takes=_O_SERIES),
    # "Input token limit 1,048,576, Output token limit 65,536" (Gemini 3.5 Flash; 2.5 and 3 Flash the same)
    Family("gemini-4", Capabilities(supports_tools=True), _SIGNATURES, _READ, _SIGNED, "google"),
    _gemini("gemini-3", "gemini-3.5-flash", 1_048_576, 65_536, _GEMINI_3),
    *(_gemini(alias, "gemini-3.5-flash", 1_048_576, 65_536, _GEMINI_3) for alias in _LATEST),
    _gemini("gemini-2.5", "gemini-2.5-flash", 1_048_576, 65_536, _FLASH),
    _gemini("gemini-2.5-flash-lite", "gemini-2.5-flash-lite", 1_048_576, 65_536, _FLASH_LITE),
    _gemini("gemini-2.5-pro", "gemini-2.5-pro", 1_048_576, 65_536, _PRO),
    # "Input token limit 1,048,576, Output token limit 8,192"
    _gemini("gemini-2.0", "gemini-2.0-flash", 1_048_576, 8_192, _BEFORE_THINKING),
    _gemini("gemini-1.5", "gemini-1.5-flash", 1_048_576, 8_192, _BEFORE_THINKING),
    _open("mistral-large-2512", "polza.ai/models/mistralai/mistral-large-2512", 262_144, images=True, tools=True),
    # "long context capabilities up to 128k tokens", "state-of-the-art vision understanding"
    _open("mistral-small", "the model card of Mistral-Small-3.1-24B-2503", 131_072, images=True, tools=True),
    _open("gpt-oss", "the model card of gpt-oss-120b", 131_072, images=False, tools=True),
    _open("llama-3.1", _ARENA, 128_000, images=False),
    _open("llama3.1", _ARENA, 128_000, images=False),
    _open("llama-3.3", _ARENA, 128_000, images=False),
    _open("llama3.3", _ARENA, 128_000, images=False),
)

# Vertex AI writes `claude-sonnet-4-5@20250929`, OpenRouter `anthropic/claude-sonnet-4.5`.
_SPELLED = str.maketrans(".@", "--")


def family_of(model: str | None) -> Family | None:
    """The family of a model by the beginning of its name, behind the names of vendors and folders.

    `anthropic/claude-sonnet-4-5`, `us.anthropic.claude-sonnet-4-5-v1:0` and `models/gemini-2.5-pro` are found.
    A name of more than 256 characters has no family.
    """
    return _family_of(model) if model and len(model) <= LONGEST else None


@functools.lru_cache(512)
def _family_of(model: str) -> Family | None:
    starts = starts_of(model)
    found = [family for family in FAMILIES if any(_begins(start, family.prefix) for start in starts)]
    return max(found, key=lambda family: len(family.prefix), default=None)


def _begins(name: str, prefix: str) -> bool:
    """Whether a name begins so and goes on with no letter or digit: `gpt-50` is not of `gpt-5`, `o3x` not of `o3`."""
    spelled = name.translate(_SPELLED)
    return spelled.startswith(prefix.translate(_SPELLED)) and not name[len(prefix) : len(prefix) + 1].isalnum()


def rules_of(model: str | None, maker: str) -> Takes:
    """The restrictions of a model of this maker; `ANYTHING` for any other model."""
    family = family_of(model)
    return ANYTHING if family is None or family.maker != maker else family.takes
