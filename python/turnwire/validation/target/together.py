"""Settings that a target refuses without another one, or together with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from turnwire.validation.outline.nodes import member
from turnwire.validation.rules import Example, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
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
    """A setting, and the members of which it needs one; `excludes` if it must stand without them."""

    name: str
    others: tuple[str, ...]
    excludes: bool = False


# "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.", the same of
# `parallel_tool_calls`; "The 'stream_options' parameter is only allowed when 'stream' is enabled."; "Setting
# 'max_tokens' and 'max_completion_tokens' at the same time is not supported." (refusals of OpenAI); "`logprobs` must be
# set to `true` if this parameter is used." (its API description, `top_logprobs`)
_OPENAI: Final = (
    Pair("tool_choice", ("tools",)),
    Pair("parallel_tool_calls", ("tools",)),
    Pair("stream_options", ("stream",)),
    Pair("top_logprobs", ("logprobs",)),
    Pair("max_tokens", ("max_completion_tokens",), excludes=True),
)
# "tool_choice may only be specified while providing tools." (a refusal of Anthropic)
_ANTHROPIC: Final = (Pair("tool_choice", ("tools", "mcp_servers")),)
_PAIRS: Final = {
    "openai_chat": _OPENAI,
    "azure_chat": _OPENAI,
    "anthropic_messages": _ANTHROPIC,
    "bedrock_anthropic": _ANTHROPIC,
    "vertex_anthropic": _ANTHROPIC,
}


def check(tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    """Find settings without what they need, in a request to a model whose maker's rules the server enforces.

    Args:
        tree: the request as parsed JSON.
        aim: the target.
    """
    for pair in _PAIRS.get(aim.dialect, ()) if aim.is_enforced else ():
        if member(tree, pair.name) is None:
            continue
        others = [name for name in pair.others if member(tree, name)]
        if bool(others) == pair.excludes:
            yield _found(pair, aim)


def _found(pair: Pair, aim: Aim) -> Diagnostic:
    listed = " or ".join(f"`{name}`" for name in pair.others)
    words = "next to" if pair.excludes else "without"
    hint = f"leave `{pair.name}` out" + ("" if pair.excludes else f", or add {listed}")
    return ALONE.found(f"{aim.name} refuses `{pair.name}` {words} {listed}", f"/{pair.name}", hint=hint)
