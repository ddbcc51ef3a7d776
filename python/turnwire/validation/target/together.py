"""Settings that a target refuses without another one, or together with it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from turnwire.validation.outline.nodes import member
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.rules import Example, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Path
    from turnwire.validation.target.aim import Aim


def _asked(members: str) -> Example:
    text = f'{{"model": "gpt-4.1", "messages": [{{"role": "user", "content": "Hi."}}]{members}}}'
    return Example("openai_chat", text, target="openai_chat")


ALONE: Final = Rule(
    "TW426",
    "setting-alone",
    "error",
    "The target takes this setting only with another one, or never with another one: OpenAI refuses a tool choice"
    " without tools, `stream_options` without `stream`, and `max_tokens` next to `max_completion_tokens`. Add what is"
    " missing, or leave the setting out.",
    failing=_asked(', "stream_options": {"include_usage": true}'),
    passing=_asked(', "stream": true, "stream_options": {"include_usage": true}'),
)

RULES: Final = (ALONE,)


class Pair(NamedTuple):
    """A setting that needs one of the other members, or if `excludes` is true, none of them.

    A member inside of another one is written with dots.  `value` is the only value of the setting that the row is
    about, and `other` the only value of the other members that counts; None means any value.  With `above`, another
    member counts only if it is a greater number.
    """

    name: str
    others: tuple[str, ...]
    excludes: bool = False
    value: Any = None
    other: Any = None
    above: int | None = None


# "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.", the same of
# `parallel_tool_calls` and `function_call`; "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
# "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported." (refusals of OpenAI);
# "Required when audio output is requested with `modalities: ["audio"]`." (its API description, `audio`)
# "`logprobs` must be set to `true` if this parameter is used." (its API description, `top_logprobs`)
# "The following API parameters are not supported when using Predicted Outputs: `n`: values higher than 1 are not
# supported; `logprobs`: not supported; `presence_penalty`: values greater than 0 are not supported;
# `frequency_penalty`: values greater than 0 are not supported; `audio`: Predicted Outputs are not compatible with audio
# inputs and outputs; [...] `max_completion_tokens`: not supported; `tools`: Function calling is not currently supported
# with Predicted Outputs" (developers.openai.com/api/docs/guides/predicted-outputs)
_OPENAI: Final = (
    Pair("tool_choice", ("tools",)),
    Pair("parallel_tool_calls", ("tools",)),
    Pair("function_call", ("functions",)),
    Pair("stream_options", ("stream",)),
    Pair("top_logprobs", ("logprobs",)),
    Pair("modalities", ("audio",), value=["text", "audio"]),
    Pair("max_tokens", ("max_completion_tokens",), excludes=True),
    Pair("prediction", ("tools", "functions", "logprobs", "max_completion_tokens", "audio"), excludes=True),
    Pair("prediction", ("n",), excludes=True, above=1),
    Pair("prediction", ("presence_penalty", "frequency_penalty"), excludes=True, above=0),
)
# "Cannot be used in conjunction with `conversation`." (OpenAI's API description, `previous_response_id`); "Background
# mode requires `store=true`; stateless requests are rejected." (developers.openai.com/api/docs/guides/background)
_RESPONSES: Final = (
    Pair("previous_response_id", ("conversation",), excludes=True),
    Pair("background", ("store",), excludes=True, value=True, other=False),
)
# "The include_reasoning parameter cannot be used together with reasoning_format. These parameters are mutually
# exclusive." (console.groq.com/docs/reasoning)
_GROQ: Final = (
    Pair("reasoning_format", ("include_reasoning",), excludes=True, other=True),
    Pair("reasoning_format", ("include_reasoning",), excludes=True, other=False),
)
# "tool_choice may only be specified while providing tools." (a refusal of Anthropic)
_ANTHROPIC: Final = (Pair("tool_choice", ("tools", "mcp_servers")),)
# ai.google.dev/api/generate-content says of these: "Only valid if responseLogprobs=True." (`logprobs`); "If set, a
# compatible `responseMimeType` must also be set." (`responseSchema`); "If set, `responseSchema` must be omitted, but
# `responseMimeType` is required." (`responseJsonSchema`)
# "thinking_budget and thinking_level are not supported together" (a refusal, help.apiyi.com/en?p=7834)
# "CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config." (a
# refusal)
_CONFIG: Final = "generationConfig."
_GEMINI: Final = (
    Pair(f"{_CONFIG}logprobs", (f"{_CONFIG}responseLogprobs",)),
    Pair(f"{_CONFIG}responseSchema", (f"{_CONFIG}responseMimeType",)),
    Pair(f"{_CONFIG}responseJsonSchema", (f"{_CONFIG}responseMimeType",)),
    Pair(f"{_CONFIG}responseSchema", (f"{_CONFIG}responseJsonSchema",), excludes=True),
    Pair(f"{_CONFIG}thinkingConfig.thinkingBudget", (f"{_CONFIG}thinkingConfig.thinkingLevel",), excludes=True),
    Pair("cachedContent", ("systemInstruction", "tools", "toolConfig"), excludes=True),
)
_PAIRS: Final = {
    "openai_chat": _OPENAI,
    "azure_chat": _OPENAI,
    "openai_responses": _RESPONSES,
    "groq_chat": _GROQ,
    "anthropic_messages": _ANTHROPIC,
    "bedrock_anthropic": _ANTHROPIC,
    "vertex_anthropic": _ANTHROPIC,
    "gemini_generate": _GEMINI,
    "vertex_gemini": _GEMINI,
}


def check(tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    """Find settings without what they need, where the server has the rule for all models, or is that of the maker.

    Args:
        tree: the request as parsed JSON.
        aim: the target.
    """
    for pair in _PAIRS.get(aim.dialect, ()) if aim.is_enforced or not aim.server.maker else ():
        found = _given(tree, pair.name, pair.value)
        if found is None:
            continue
        others = [path for name in pair.others if (path := _given(tree, name, pair.other, pair.above)) is not None]
        if bool(others) == pair.excludes:
            yield _found(pair, found, others, aim)


def _given(tree: Any, name: str, wanted: Any, above: int | None = None) -> Path | None:
    """Return the path of a member that is set to the wanted value, or to a number greater than `above`.

    Where both are None, it is set to any value that is neither false nor empty.
    """
    node, path = tree, []
    for step in name.split("."):
        spelled = next((each for each in (step, _snake(step)) if member(node, each) is not None), None)
        if spelled is None:
            return None
        node = member(node, spelled)
        path.append(spelled)
    return tuple(path) if _is_set(node, wanted, above) else None


def _is_set(node: Any, wanted: Any, above: int | None) -> bool:
    if above is not None:
        return isinstance(node, int | float) and node > above
    return bool(node == wanted) if wanted is not None else node is not False and node not in ([], "")


def _snake(name: str) -> str:
    """Return the other spelling of a member that Gemini takes: `response_schema` for `responseSchema`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def _found(pair: Pair, place: Path, others: list[Path], aim: Aim) -> Diagnostic:
    named = [str(path[-1]) for path in others] if pair.excludes else [name.rpartition(".")[2] for name in pair.others]
    value = "" if pair.other is None else f": {json.dumps(pair.other)}"
    bound = "" if pair.above is None else f" above {pair.above}"
    listed = " or ".join(f"`{name}{value}`{bound}" for name in named)
    words = "next to" if pair.excludes else "without"
    hint = f"leave `{place[-1]}` out" + ("" if pair.excludes else f", or add {listed}")
    return ALONE.found(f"{aim.name} refuses `{place[-1]}` {words} {listed}", pointer_of(place), hint=hint)
