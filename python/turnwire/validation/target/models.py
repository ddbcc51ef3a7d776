"""Models that the target's server does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.rules import Example, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
    from turnwire.validation.target.aim import Aim


def _asked(model: str) -> Example:
    text = f'{{"model": "{model}", "max_tokens": 64, "messages": [{{"role": "user", "content": "Hi."}}]}}'
    return Example("anthropic_messages", text, target="anthropic_messages")


ELSEWHERE: Final = Rule(
    "TW424",
    "model-elsewhere",
    "warning",
    "The model is of another provider than the target's server, or is asked with another API, such as Google's Deep"
    " Research; the server refuses a request for it. Name a model of the target:"
    " `--target anthropic_messages:claude-sonnet-4-5`.",
    failing=_asked("gpt-4.1"),
    passing=_asked("claude-sonnet-4-5"),
)

RULES: Final = (ELSEWHERE,)

_MAKERS: Final = frozenset({"anthropic", "google"})
"""The makers whose format only their own models are asked in; the formats of OpenAI are those of many servers."""


def check(tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    """Find a model of another provider, or of another API.

    Args:
        tree: the request as parsed JSON.
        aim: the target.
    """
    message = _elsewhere(aim)
    if message:
        pointer = "/model" if type(tree) is dict and "model" in tree else ""
        hint = f"name a model of the target: `{aim.dialect}:MODEL`"
        yield ELSEWHERE.found(message, pointer, hint=hint)


def _elsewhere(aim: Aim) -> str | None:
    maker = aim.family.maker if aim.family is not None else None
    if maker is not None and aim.server.maker in _MAKERS and maker != aim.server.maker:
        return f"{aim.name} is a model of {maker}, and not of {aim.server.maker}"
    if aim.known is not None and aim.known.api:
        return f"{aim.name} is asked with the {aim.known.api} alone"
    return None
