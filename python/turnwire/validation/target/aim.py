"""What is known of a target: its server, its model, and what they take."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct, structs

from turnwire.catalogue.capabilities import Capabilities
from turnwire.catalogue.models import ANYTHING, Family, Takes, family_of
from turnwire.catalogue.name_parts import starts_of
from turnwire.dialects import full_name
from turnwire.validation.target import letters
from turnwire.validation.target.letters import Letters

_OPENAI_TYPES: Final = MappingProxyType({"image": ("image/png", "image/jpeg", "image/gif", "image/webp")})


class Server(Struct, frozen=True, kw_only=True):
    """What a server takes, whatever the model; None means that it is not known."""

    maker: str = ""
    """The maker whose models' rules the server enforces (`turnwire.catalogue.models`)."""
    media: frozenset[str] | None = None
    """The kinds of media."""
    types: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """The media types, by the kind of media."""
    tool_types: frozenset[str] | None = None
    """The types of tools."""
    names: Letters | None = None
    """The names of tools."""
    call_names: Letters | None = None
    """The names in tool uses of the history."""
    ids: Letters | None = None
    """The ids of calls."""
    most_images: int | None = None
    """The pictures in one request."""
    refuses: frozenset[str] = frozenset()
    """Settings, by their canonical names."""
    ignores: frozenset[str] = frozenset()
    """What the server takes no notice of, where others refuse a request: `media` that a model cannot see, or a `schema`
    that is missing."""


# "Tool.name: "maxLength": 128, "pattern": "^[a-zA-Z0-9_-]{1,128}$"" (Anthropic's OpenAPI description); "you can
# include up to 100 images" (docs.anthropic.com, build-with-claude/vision)
_ANTHROPIC: Final = Server(maker="anthropic", names=letters.NAME_128, most_images=100)
# OpenAI's API description says of FunctionObject.name: "Must be a-z, A-Z, 0-9, or contain underscores and dashes, with
# a maximum length of 64."; and platform.openai.com/docs/guides/images-vision: "Up to 500 individual image inputs per
# request"
# "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg',
# 'gif', 'webp']." and "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length
# 40" (refusals)
# "Invalid 'messages[9].tool_calls[0].function.name': string does not match pattern. Expected a string that matches the
# pattern '^[a-zA-Z0-9_-]+$'." (github.com/mcp-use/mcp-use/issues/90), and of Responses "Invalid 'input[3].name': string
# does not match pattern." (github.com/openai/codex/issues/6540)
_OPENAI: Final = Server(
    maker="openai",
    names=letters.NAME_64,
    call_names=letters.NAME,
    ids=letters.ID_40,
    most_images=500,
    types=_OPENAI_TYPES,
)
# "Must be a-z, A-Z, 0-9, or contain underscores, colons, dots, and dashes, with a maximum length of 128."; "Gemini
# models support a maximum of 3,600 image files per request." (ai.google.dev/gemini-api/docs/image-understanding)
_GEMINI: Final = Server(maker="google", names=letters.GEMINI_NAME, most_images=3600)

SERVERS: Final = {
    "anthropic_messages": _ANTHROPIC,
    "bedrock_anthropic": _ANTHROPIC,
    "vertex_anthropic": _ANTHROPIC,
    "openai_chat": _OPENAI,
    "azure_chat": _OPENAI,
    "openai_responses": structs.replace(_OPENAI, ids=letters.ID_64),
    "gemini_generate": _GEMINI,
    "vertex_gemini": _GEMINI,
    # "messages[0]: unknown variant `image_url`, expected `text`" (a refusal of DeepSeek)
    "deepseek_chat": Server(names=letters.NAME_64, media=frozenset(), tool_types=frozenset({"function"})),
    # "tools[0].type must be one of [function, mcp]" (a refusal of Groq); "The maximum number of images you can process
    # in a single request is 5." (console.groq.com/docs/vision)
    # Groq's page on what it has in common with OpenAI (console.groq.com/docs/openai) names the three that it refuses.
    "groq_chat": Server(
        names=letters.NAME_64,
        tool_types=frozenset({"function", "mcp"}),
        most_images=5,
        refuses=frozenset({"logprobs", "top_logprobs", "logit_bias"}),
    ),
    # "These fields will result in a 400 error: frequency_penalty, logit_bias, presence_penalty" (hexdocs.pm/req_llm, on
    # Cerebras)
    "cerebras_chat": Server(
        names=letters.NAME_64, refuses=frozenset({"frequency_penalty", "presence_penalty", "logit_bias"})
    ),
    # Mistral refuses with "Input should be 'function'" (of `tools.0.type`) and "Logprobs are not enabled for this
    # model", and says in docs.mistral.ai/capabilities/vision:
    # "The maximum number of images per request, via API, is 8."
    # "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9." (another refusal)
    "mistral_chat": Server(
        names=letters.NAME_64,
        ids=letters.ID_9,
        tool_types=frozenset({"function"}),
        most_images=8,
        refuses=frozenset({"logprobs", "top_logprobs"}),
    ),
    # "invalid audio format, only mp3/flac/m4a/wav/ogg are supported", "invalid video format, only mp4/wmv/mov/avi are
    # supported" (refusals of Xiaomi)
    "xiaomi_chat": Server(
        types=MappingProxyType(
            {
                "audio": ("audio/mp3", "audio/flac", "audio/m4a", "audio/wav", "audio/ogg"),
                "video": ("video/mp4", "video/x-ms-wmv", "video/quicktime", "video/x-msvideo"),
            }
        )
    ),
    # These answer requests with pictures for models that see none, or without the schema of the answer.
    "ollama_chat": Server(ignores=frozenset({"media", "schema"})),
    "together_chat": Server(ignores=frozenset({"media", "schema"})),
    "huggingface_chat": Server(ignores=frozenset({"schema"})),
}
_ANY_SERVER: Final = Server()

# "The model returned the following errors: messages: text content blocks must contain non-whitespace text" (a refusal
# of Converse, which has Claude's own sentence)
_HOSTS: Final = {("bedrock_converse", "anthropic"): Server(maker="anthropic", names=letters.NAME_64)}
"""The servers that pass on what models of a maker refuse: by the dialect and the maker."""


class Model(Struct, frozen=True, kw_only=True):
    """What the models whose names begin alike do not take, besides what the catalogue says."""

    prefix: str
    dialects: frozenset[str] = frozenset()
    """The dialects of the servers where it is so; empty for every server."""
    lacks_media: frozenset[str] = frozenset()
    takes_tools: bool = True
    tool_types: frozenset[str] = frozenset()
    """The types of tools that it takes besides those that its server takes for all models."""
    takes_answers: frozenset[str] | None = None
    """The forms of answers that it takes: `json_object`, `json_schema`; None where that is not known."""
    takes_system: bool = True
    takes_system_turns: bool = True
    """Whether a conversation may have messages of the system after the first of the user, for Anthropic's format."""
    takes_text_beside_tools: bool = True
    """Whether a message may have both a text and tool uses or results."""
    refuses: frozenset[str] = frozenset()
    answers_in: str = ""
    """The one modality of its answers, if a request has to name it: `AUDIO`."""
    api: str = ""
    """The API that alone asks it, if it is not the one of the dialects."""


_ALL: Final = frozenset({"image", "audio", "video"})
_PICTURES: Final = frozenset({"image", "video"})
_LOGPROBS: Final = frozenset({"logprobs", "top_logprobs"})
_MISTRAL: Final = frozenset({"mistral_chat"})
_GROQ: Final = frozenset({"groq_chat"})
_OPENAI_CHAT: Final = frozenset({"openai_chat"})
_CONVERSE: Final = frozenset({"bedrock_converse"})
_GEMINIS: Final = frozenset({"gemini_generate", "vertex_gemini"})

MODELS: Final = (
    # "Built-in browser search is supported for the following models" (console.groq.com/docs/browser-search), with
    # `"tools": [{"type": "browser_search"}]`; the same of `code_interpreter` (console.groq.com/docs/code-execution).
    *(
        Model(
            prefix=prefix,
            dialects=_GROQ,
            lacks_media=_ALL,
            tool_types=frozenset({"browser_search", "code_interpreter"}),
        )
        for prefix in ("gpt-oss", "gpt-oss-safeguard")
    ),
    # Model cards: "Input Modalities: text" of open weights, which no server can give eyes.
    *(
        Model(prefix=prefix, lacks_media=_ALL)
        for prefix in (
            *("gpt-oss", "gpt-oss-safeguard", "deepseek-v3", "deepseek-v4", "deepseek-r1"),
            *("glm-4.5", "glm-4.6", "glm-4.7", "glm-5", "llama-3.1", "llama-3.3", "meta-llama-3.1", "meta-llama-3.3"),
            *("qwen3-0.6b", "qwen3-1.7b", "qwen3-4b", "qwen3-8b", "qwen3-14b", "qwen3-32b"),
            *("qwen3-30b-a3b", "qwen3-235b-a22b", "qwen3-coder", "qwen3-next", "qwen-3-32b", "qwen-3-235b", "qwq"),
            *("zai-glm-4.6", "zai-glm-4.7", "kimi-k2-instruct", "kimi-k2-thinking", "minimax-m2", "mixtral"),
            *("llama-3-8b", "llama-3-70b", "llama3-8b", "llama3-70b", "gemma2", "gemma-2", "phi-4-mini-instruct"),
            *(
                "llama-3.2-1b",
                "llama-3.2-3b",
                "qwen2.5-coder",
                "qwen2.5-7b",
                "qwen2.5-14b",
                "qwen2.5-32b",
                "qwen2.5-72b",
            ),
            *("kimi-k2", "grok-3", "grok-code-fast", "gemma-3-1b", "mistral-7b", "olmo-2", "command-r"),
            *("codestral", "devstral-small-2505", "open-mistral", "open-mixtral", "mathstral", "mistral-nemo"),
        )
    ),
    # The model cards of these name pictures as input, and that of Kimi K2 does not.
    *(Model(prefix=prefix) for prefix in ("kimi-k2.5", "kimi-k2.6", "kimi-k2.7")),
    # Model Studio lists these among the models for text, and `qwen3-vl-plus` and others among those that see.
    *(
        Model(prefix=prefix, dialects=frozenset({"alibaba_chat"}), lacks_media=_ALL)
        for prefix in ("qwen-plus", "qwen-max", "qwen-turbo", "qwen-flash", "qwen3-max")
    ),
    # OpenAI has models of their own for sound: gpt-audio and gpt-4o-audio-preview, which see no pictures.
    *(
        Model(prefix=prefix, dialects=_OPENAI_CHAT, lacks_media=frozenset({"audio", "video"}))
        for prefix in (
            "gpt-4o",
            "gpt-4.1",
            "gpt-5",
            "gpt-5.1",
            "gpt-5.2",
            "gpt-5.4",
            "gpt-5.5",
            "gpt-5.6",
            "o1",
            "o3",
            "o4-mini",
        )
    ),
    *(
        Model(prefix=prefix, dialects=_OPENAI_CHAT, lacks_media=_PICTURES)
        for prefix in ("gpt-4o-audio", "gpt-4o-mini-audio")
    ),
    # "messages[0].content must be a string", "`tool calling` is not supported with this model", "This model does not
    # support response format `json_schema`." (refusals of Groq)
    *(
        Model(
            prefix=prefix,
            dialects=_GROQ,
            lacks_media=_ALL,
            takes_tools=False,
            takes_answers=frozenset({"json_object"}),
        )
        for prefix in ("compound", "compound-mini")
    ),
    # "Audio input is not enabled for this model", "Image input is not enabled for this model" (refusals of Mistral)
    Model(prefix="voxtral", dialects=_MISTRAL, lacks_media=_PICTURES),
    Model(prefix="mistral-vibe-cli", dialects=_MISTRAL, lacks_media=_ALL),
    *(
        Model(prefix=prefix, dialects=_MISTRAL, lacks_media=frozenset({"audio"}))
        for prefix in ("ministral", "mistral-small", "mistral-medium", "mistral-large", "pixtral", "magistral")
    ),
    # Groq's page on structured outputs (console.groq.com/docs/structured-outputs) does not name these.
    *(
        Model(
            prefix=prefix, dialects=frozenset({"groq_chat"}), lacks_media=_ALL, takes_answers=frozenset({"json_object"})
        )
        for prefix in ("llama-3.1", "llama-3.3", "qwen3-32b", "gemma2", "llama3-8b", "llama3-70b")
    ),
    # DeepSeek's guide to its reasoning model says that these two trigger an error.
    Model(prefix="deepseek-reasoner", dialects=frozenset({"deepseek_chat"}), lacks_media=_ALL, refuses=_LOGPROBS),
    # xAI's guide to reasoning (docs.x.ai) says that its models that reason refuse these three.
    *(
        Model(
            prefix=prefix,
            dialects=frozenset({"xai_chat"}),
            lacks_media=lacks,
            refuses=frozenset({"presence_penalty", "frequency_penalty", "stop_sequences"}),
        )
        for prefix, lacks in (
            ("grok-4", frozenset[str]()),
            ("grok-4-0709", frozenset[str]()),
            ("grok-4-fast-reasoning", frozenset[str]()),
            ("grok-4-1-fast-reasoning", frozenset[str]()),
            ("grok-3-mini", _ALL),
        )
    ),
    # "Model grok-code-fast-1 does not support parameter reasoningEffort." (a refusal of xAI)
    Model(prefix="grok-code-fast", dialects=frozenset({"xai_chat"}), lacks_media=_ALL, refuses=frozenset({"effort"})),
    # These do not reason, or let the request choose.
    *(
        Model(prefix=prefix, dialects=frozenset({"xai_chat"}))
        for prefix in (
            "grok-4.",
            "grok-4-fast",
            "grok-4-1-fast",
            "grok-4-fast-non-reasoning",
            "grok-4-1-fast-non-reasoning",
        )
    ),
    # "This model does not support image_url content.", "'response_format' of type 'json_schema' is not supported with
    # this model", "This model does not support the 'logprobs' parameter." (refusals of gpt-audio)
    Model(
        prefix="gpt-audio",
        dialects=_OPENAI_CHAT,
        lacks_media=_PICTURES,
        takes_answers=frozenset(),
        refuses=_LOGPROBS,
    ),
    # "'messages[0].role' does not support 'system' with this model." (a refusal of o1-mini)
    Model(prefix="o1-mini", lacks_media=_ALL, takes_system=False),
    Model(prefix="o1-preview", lacks_media=_ALL, takes_system=False),
    # "Claude Opus 4.8 accepts `role: "system"` messages immediately after a user turn in the `messages` array"
    # (platform.claude.com/docs/en/about-claude/models/whats-new-claude-4-8); "role 'system' is not supported on this
    # model" (a refusal of the models before it)
    *(
        Model(prefix=prefix, takes_system_turns=False)
        for prefix in (
            *("claude-3", "claude-sonnet-4", "claude-haiku-4", "claude-opus-4-20250514"),
            *("claude-opus-4-1", "claude-opus-4-5", "claude-opus-4-6", "claude-opus-4-7"),
        )
    ),
    # "The requested combination of response modalities (TEXT) is not supported by the model.
    # models/gemini-2.5-flash-preview-tts accepts the following combination of response modalities: * AUDIO"
    # (github.com/danielmiessler/Fabric/issues/1607; the same of gemini-2.5-pro-preview-tts for a request that names
    # none, github.com/BerriAI/litellm/issues/11118)
    # "Developer instruction is not enabled for this model" (a refusal of gemini-3.1-flash-tts-preview,
    # github.com/TheKentuckian/robot_comic/issues/122)
    *(
        Model(prefix=prefix, dialects=_GEMINIS, answers_in="AUDIO", takes_system=system)
        for prefix, system in (
            ("gemini-2.5-flash-preview-tts", True),
            ("gemini-2.5-pro-preview-tts", True),
            ("gemini-3.1-flash-tts", False),
        )
    ),
    # "The Deep Research agent is exclusively available using the Interactions API. You cannot access it through
    # `generate_content`." (ai.google.dev/gemini-api/docs/interactions/deep-research)
    Model(prefix="deep-research", dialects=_GEMINIS, api="Interactions API"),
    # "messages.1.content: Conversation blocks and tool use blocks cannot be provided in the same turn" (refusals of
    # mistral.mistral-large-2402-v1:0 and us.meta.llama3-2-90b-instruct-v1:0, github.com/langchain-ai/langchain-aws/
    # pull/1118; of llama4-maverick-17b-instruct-v1:0, github.com/strands-agents/harness-sdk/issues/1223)
    *(
        Model(prefix=prefix, dialects=_CONVERSE, takes_text_beside_tools=False)
        for prefix in ("llama3", "llama3-1", "llama3-2", "llama3-3", "llama4", "mistral-large")
    ),
)
"""The longest prefix counts, behind the names of vendors and folders."""


class Aim(Struct, frozen=True):
    """A target."""

    dialect: str
    model: str
    """Empty if neither the target nor the document names one."""
    server: Server
    family: Family | None
    known: Model | None
    takes: Takes
    is_own: bool
    """Whether the target is the document's own format, so that the document goes there as it stands."""

    @property
    def capabilities(self) -> Capabilities:
        """What the model can do, as far as the catalogue has it; nothing is known of one that the target has not."""
        if self.family is None or (not self.is_own and self.family.maker not in {None, self.server.maker}):
            return Capabilities()
        return self.family.capabilities

    @property
    def is_enforced(self) -> bool:
        """Whether the model is of the maker whose rules the server enforces."""
        return self.family is not None and self.family.maker is not None and self.family.maker == self.server.maker

    @property
    def name(self) -> str:
        """The target in words."""
        return f"`{self.model}`" if self.model else f"`{self.dialect}`"


def aim_of(target: str, dialect: str, model: str) -> Aim:
    """Return what is known of a target.

    Args:
        target: a dialect, or a dialect and a model: `"anthropic_messages:claude-opus-4-5"`.
        dialect: the document's own dialect.
        model: the model that the document names, for a target that names none; empty for none.

    Raises:
        UnknownDialect: there is no such dialect.
    """
    name, _, wanted = target.partition(":")
    name = full_name(name)
    asked = wanted or model
    family = family_of(asked)
    host = (name, (family.maker if family is not None else None) or "")
    server = _HOSTS.get(host) or SERVERS.get(name, _ANY_SERVER)
    enforced = family is not None and family.maker == server.maker
    takes = family.takes if family is not None and enforced else ANYTHING
    return Aim(name, asked, server, family, _known(asked, name), takes, name == dialect)


def _known(model: str, dialect: str) -> Model | None:
    starts = starts_of(model)
    found = [
        each
        for each in MODELS
        if (not each.dialects or dialect in each.dialects) and any(_begins(start, each.prefix) for start in starts)
    ]
    return max(found, key=lambda each: (len(each.prefix), bool(each.dialects)), default=None)


def _begins(name: str, prefix: str) -> bool:
    return name.startswith(prefix) and not name[len(prefix) : len(prefix) + 1].isalnum()
