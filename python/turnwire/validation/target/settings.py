"""Settings that a target's model refuses, and limits that they go beyond."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.outline.nodes import member
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.rules import Example, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Path
    from turnwire.validation.target.aim import Aim


def _asked(members: str, model: str = "gpt-5") -> Example:
    text = f'{{"model": "{model}", "messages": [{{"role": "user", "content": "Hi."}}]{members}}}'
    return Example("openai_chat", text, target="openai_chat")


REFUSED: Final = Rule(
    "TW401",
    "refused-setting",
    "error",
    "The target's server or model refuses a setting, or refuses it together with the others of this request: models of"
    " OpenAI that reason refuse `stop`, `temperature` and `logprobs`, models of Anthropic since Claude Opus 4.7 refuse"
    " `temperature`, and older ones refuse `temperature` together with `top_p`. Leave it out.",
    failing=_asked(', "stop": ["END"]'),
    passing=_asked(', "stop": ["END"]', "gpt-4.1"),
)
EFFORT: Final = Rule(
    "TW406",
    "refused-effort",
    "error",
    "The target's model does not take this effort of reasoning, or this mode of thinking. Use one of those it takes.",
    failing=_asked(', "reasoning_effort": "none"'),
    passing=_asked(', "reasoning_effort": "low"'),
)
LONG_REPLY: Final = Rule(
    "TW407",
    "reply-too-long",
    "error",
    "The limit of tokens for the reply is above what the target's model can write. Anthropic (\"which is the maximum"
    ' allowed number of output tokens for") and OpenAI ("max_tokens is too large") refuse that. Lower it.',
    failing=_asked(', "max_completion_tokens": 1000000'),
    passing=_asked(', "max_completion_tokens": 4096'),
)

RULES: Final = (REFUSED, EFFORT, LONG_REPLY)

_GENERATION: Final = ("settings", "generation")
_GEMINI: Final = ("generationConfig", "generation_config")
_THINKING: Final = (("thinkingConfig",), ("thinking_config",))
_FORMATS: Final = ("responseJsonSchema", "responseSchema", "response_schema", "responseMimeType", "response_mime_type")
_BUDGETS: Final[list[Path]] = [
    *((config, "thinkingConfig", "thinkingBudget") for config in _GEMINI),
    *((config, "thinking_config", "thinking_budget") for config in _GEMINI),
]


def _paths(*names: str, native: str, gemini: tuple[str, ...] = (), options: tuple[str, ...] = ()) -> list[Path]:
    return [
        *((name,) for name in names),
        *((config, name) for config in _GEMINI for name in gemini),
        *(("options", name) for name in options),
        (*_GENERATION, native),
    ]


# The canonical name of a setting -> the places where the formats have it.
PLACES: Final[dict[str, list[Path]]] = {
    "temperature": _paths("temperature", native="temperature", gemini=("temperature",), options=("temperature",)),
    "top_p": _paths("top_p", native="top_p", gemini=("topP", "top_p"), options=("top_p",)),
    "top_k": _paths("top_k", native="top_k", gemini=("topK", "top_k"), options=("top_k",)),
    "stop_sequences": _paths(
        "stop",
        "stop_sequences",
        native="stop_sequences",
        gemini=("stopSequences", "stop_sequences"),
        options=("stop",),
    ),
    "logprobs": _paths("logprobs", "include", native="logprobs", gemini=("responseLogprobs", "response_logprobs")),
    "top_logprobs": _paths("top_logprobs", native="top_logprobs", gemini=("logprobs",)),
    "presence_penalty": _paths(
        "presence_penalty", native="presence_penalty", gemini=("presencePenalty", "presence_penalty")
    ),
    "frequency_penalty": _paths(
        "frequency_penalty", native="frequency_penalty", gemini=("frequencyPenalty", "frequency_penalty")
    ),
    "logit_bias": _paths("logit_bias", native="logit_bias"),
    "max_tokens": _paths(
        "max_tokens",
        "max_completion_tokens",
        "max_output_tokens",
        native="max_tokens",
        gemini=("maxOutputTokens", "max_output_tokens"),
        options=("num_predict",),
    ),
    "effort": [
        ("reasoning_effort",),
        ("reasoning", "effort"),
        ("output_config", "effort"),
        *((config, *thinking, "thinkingLevel") for config in _GEMINI for thinking in _THINKING),
        ("settings", "reasoning", "effort"),
    ],
    "mode": [("thinking", "type"), ("enable_thinking",), *_BUDGETS, ("settings", "reasoning", "mode")],
    "budget_tokens": [("thinking", "budget_tokens"), *_BUDGETS, ("settings", "reasoning", "budget_tokens")],
    "modalities": [(config, name) for config in _GEMINI for name in ("responseModalities", "response_modalities")],
    "candidates": [("n",), *((config, name) for config in _GEMINI for name in ("candidateCount", "candidate_count"))],
    "repetition_penalty": [("options", "repeat_penalty")],
    "seed": [("random_seed",)],
    "user": [("metadata", "user_id")],
    "safety": [("safetySettings",), ("safety_settings",)],
    "audio_output": [("audio",)],
    "tool_choice": [("tool_choice",), ("toolConfig",), ("tool_config",), ("parallel_tool_calls",)],
    "reasoning": [
        *(("thinking",), ("reasoning",), ("reasoning_effort",), ("think",), ("enable_thinking",)),
        *((config, *thinking) for config in _GEMINI for thinking in _THINKING),
    ],
    **{
        f"response_format.{name}": [
            *(("response_format", "json_schema", name), ("text", "format", name)),
            ("settings", "response_format", name),
        ]
        for name in ("name", "strict")
    },
    "response_format": [
        ("output_config", "format"),
        *(("output_format",), ("format",), ("text", "format")),
        *(
            (config, name)
            for config in _GEMINI
            for name in ("responseJsonSchema", "responseSchema", "responseMimeType")
        ),
        *((config, name) for config in _GEMINI for name in ("response_schema", "response_mime_type")),
    ],
}


def setting(tree: Any, name: str) -> tuple[Path, Any] | None:
    """Return where a document has a setting, and its value; None if it has none.

    Args:
        tree: the document.
        name: the canonical name, such as `stop_sequences`.
    """
    for path in PLACES[name]:
        value = tree
        for step in path:
            value = member(value, str(step))
        if value is not None and value is not False:
            return path, value
    return None


def is_default(feature: str, value: Any) -> bool:
    """Return whether a refused setting has its default value, which the servers of many models take nevertheless.

    "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported." (a
    refusal of OpenAI); "A value of 1.0 will be accepted for backwards compatibility" (Anthropic's API description)
    """
    return feature in {"generation.temperature", "generation.top_p"} and value == 1


def check(tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    """Find settings that the target's server refuses for all models, or for this one."""
    refused = aim.server.refuses | (aim.known.refuses if aim.known is not None else frozenset())
    for name in PLACES:
        found = setting(tree, name) if name in refused else None
        if found is not None:
            message = f"{aim.name} refuses `{found[0][-1]}`"
            yield REFUSED.found(message, pointer_of(found[0]), hint="leave it out")
    # "Web search options not supported with this model." (a refusal of OpenAI)
    if not aim.takes.searches and aim.dialect == "openai_chat" and member(tree, "web_search_options") is not None:
        message = f"{aim.name} does not search the web for `web_search_options`"
        yield REFUSED.found(message, "/web_search_options", hint="leave it out, or choose a model that searches")
    yield from _length(tree, aim)


def _length(tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    most = aim.capabilities.max_output_tokens
    found = setting(tree, "max_tokens")
    if most is not None and found is not None and type(found[1]) is int and found[1] > most:
        message = f"{aim.name} writes at most {most:,} tokens"
        place = pointer_of(found[0])
        yield LONG_REPLY.found(message, place, hint=f"ask for {most} or fewer", expected=f"at most {most}")
