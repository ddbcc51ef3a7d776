"""Model families: what is known about the models behind a name, where it limits more than the format does.

Data, not code.  A row is for every model whose name begins so; the longest beginning wins.  `source` says where the
numbers stood and `read` when they were read there; providers change them without a word, so that a row is a hint.
"""

from __future__ import annotations

from msgspec import Struct

from turnwire.capabilities import Capabilities


class Family(Struct, frozen=True):
    """The models whose names begin alike."""

    prefix: str
    capabilities: Capabilities
    source: str
    read: str
    """The date on which the source was read: YYYY-MM-DD."""


_READ = "2026-11-21"
_CLAUDE = "platform.claude.com/docs/en/models/{}/overview"
_OPENAI = "developers.openai.com/api/docs/models/{}"
_GEMINI = "ai.google.dev/gemini-api/docs/models/{}"
_ANTHROPIC_IMAGES = ("image/jpeg", "image/png", "image/gif", "image/webp")
# "Supported MIME types: image/png, image/jpeg, image/webp, image/heic, image/heif" (Vertex AI, gemini-3-flash)
_GEMINI_IMAGES = ("image/png", "image/jpeg", "image/webp", "image/heic", "image/heif")


def _claude(prefix: str, page: str, context: int, output: int) -> Family:
    known = Capabilities(
        supports_thinking=True,
        supports_images=True,
        supports_tools=True,
        supports_parallel_tool_calls=True,
        max_context_tokens=context,
        max_output_tokens=output,
        accepted_image_media_types=_ANTHROPIC_IMAGES,
    )
    return Family(prefix, known, _CLAUDE.format(page), _READ)


def _openai(
    prefix: str, context: int, output: int, source: str = "", *, images: bool = True, thinks: bool = False
) -> Family:
    known = Capabilities(
        supports_thinking=thinks,
        supports_images=images,
        supports_tools=True,
        max_context_tokens=context,
        max_output_tokens=output,
    )
    return Family(prefix, known, source or _OPENAI.format(prefix), _READ)


def _gemini(prefix: str, page: str, context: int, output: int, *, thinks: bool = True) -> Family:
    known = Capabilities(
        supports_thinking=thinks,
        supports_images=True,
        supports_tools=True,
        max_context_tokens=context,
        max_output_tokens=output,
        accepted_image_media_types=_GEMINI_IMAGES,
    )
    return Family(prefix, known, _GEMINI.format(page), _READ)


def _open(prefix: str, source: str, context: int, *, images: bool, tools: bool | None = None) -> Family:
    """Open weights: the context is the model's; whoever runs it may give it less."""
    known = Capabilities(supports_images=images, supports_tools=tools, max_context_tokens=context)
    return Family(prefix, known, source, _READ)


# Where the provider's page itself was not at hand: who quotes it.
_AZURE = "learn.microsoft.com/azure/ai-foundry/openai: models that can be fine-tuned"
_QUOTED = "github.com/RooCodeInc/Roo-Code/pull/2691, from platform.openai.com/docs/models"
_ARENA = "Software-Engineering-Arena: context_window.json"
_COMMUNITY = "community.openai.com/t/1344734, from the docs of GPT-5"

FAMILIES: tuple[Family, ...] = (
    # "Context window: 1M tokens · Max output: 128K tokens" (the pages of Fable 5.1, Opus 4.6, 4.8, 5.5, Sonnet 4.6)
    _claude("claude-fable-5", "fable-5-1", 1_000_000, 128_000),
    _claude("claude-opus-5", "opus-5-5", 1_000_000, 128_000),
    _claude("claude-sonnet-4-6", "sonnet-4-6", 1_000_000, 128_000),
    _claude("claude-opus-4-6", "opus-4-6", 1_000_000, 128_000),
    _claude("claude-opus-4-8", "opus-4-8", 1_000_000, 128_000),
    # The pages of the 4.5 models: "Context window: 200K tokens · Max output: 64K tokens"
    _claude("claude-opus-4-5", "opus-4-5", 200_000, 64_000),
    _claude("claude-sonnet-4-5", "sonnet-4-5", 200_000, 64_000),
    _claude("claude-haiku-4-5", "haiku-4-5", 200_000, 64_000),
    # 200K of context since Claude 2.1 ("Claude 2.1, 200000"); how much the older ones may write is not told here.
    Family(
        "claude-3",
        Capabilities(supports_images=True, supports_tools=True, max_context_tokens=200_000),
        "docs.anthropic.com/en/docs/about-claude/models/overview",
        _READ,
    ),
    # "1,050,000 token context window, up to 128,000 output tokens" (GPT-5.6 Sol); gpt-5.4 and gpt-5.5 the same
    _openai("gpt-5.6", 1_050_000, 128_000, thinks=True),
    _openai("gpt-5.5", 1_050_000, 128_000, thinks=True),
    _openai("gpt-5.4", 1_050_000, 128_000, thinks=True),
    _openai("gpt-5.4-mini", 400_000, 128_000, thinks=True),
    # "The docs say the context window for GPT-5 is 400k tokens", of which 128,000 are kept for the reply
    _openai("gpt-5", 400_000, 128_000, _COMMUNITY, thinks=True),
    _openai("gpt-4.1", 1_047_576, 32_768),
    _openai("gpt-4o", 128_000, 16_384, _AZURE),
    _openai("gpt-3.5-turbo", 16_385, 4_096, _AZURE, images=False),
    _openai("o3", 200_000, 100_000, _QUOTED, thinks=True),
    _openai("o4-mini", 200_000, 100_000, _QUOTED, thinks=True),
    # "Input token limit 1,048,576, Output token limit 65,536" (Gemini 3.5 Flash; 2.5 and 3 Flash the same)
    _gemini("gemini-3", "gemini-3.5-flash", 1_048_576, 65_536),
    _gemini("gemini-2.5", "gemini-2.5-flash", 1_048_576, 65_536),
    _open("mistral-large-2512", "polza.ai/models/mistralai/mistral-large-2512", 262_144, images=True, tools=True),
    # "long context capabilities up to 128k tokens", "state-of-the-art vision understanding"
    _open("mistral-small", "the model card of Mistral-Small-3.1-24B-2503", 131_072, images=True, tools=True),
    _open("llama-3.1", _ARENA, 128_000, images=False),
    _open("llama3.1", _ARENA, 128_000, images=False),
    _open("llama-3.3", _ARENA, 128_000, images=False),
    _open("llama3.3", _ARENA, 128_000, images=False),
)

_BORDERS = ("/", ".", ":", "@")


def family_of(model: str | None) -> Family | None:
    """The family of a model by the beginning of its name, behind the names of vendors and folders.

    `anthropic/claude-sonnet-4-5`, `us.anthropic.claude-sonnet-4-5-v1:0` and `models/gemini-2.5-pro` are found.
    """
    if not model:
        return None
    name = model.lower()
    starts = [name, *(name[place + 1 :] for place, letter in enumerate(name) if letter in _BORDERS)]
    found = [family for family in FAMILIES if any(_begins(start, family.prefix) for start in starts)]
    return max(found, key=lambda family: len(family.prefix), default=None)


def _begins(name: str, prefix: str) -> bool:
    """Whether a name begins so, and not with a longer number: `o3-mini` is of `o3`, `gpt-50` is not of `gpt-5`."""
    return name.startswith(prefix) and not name[len(prefix) : len(prefix) + 1].isdigit()
