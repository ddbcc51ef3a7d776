"""The layer of targets: would a provider or a model take a document, before the request is paid for?

A document in the target's own format is checked as it stands.  For a target in another format the document is
converted: what the conversion loses is found, and what the target would refuse of the result.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.target import conversion, own
from turnwire.validation.target.aim import aim_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.dialects.dialect import Kind
    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Outline
    from turnwire.validation.rules import Rule

__all__ = ["RULES", "check_target", "unknown_model"]

RULES: Final[tuple[Rule, ...]] = tuple(sorted((*own.RULES, *conversion.RULES), key=lambda rule: rule.code))


def check_target(outline: Outline, tree: Any, dialect: str, kind: Kind, target: str) -> Iterator[Diagnostic]:
    """Find what a target would not take of a document, and what a conversion to it would lose.

    Args:
        outline: the outline of the document.
        tree: the document as parsed JSON.
        dialect: the full name of the document's dialect.
        kind: `"request"`, `"response"` or `"error"`; only requests are sent to a model.
        target: a dialect, or a dialect and a model: `"anthropic_messages:claude-opus-4-5"`.

    Raises:
        UnknownDialect: the target's dialect does not exist.

    Example:
        `list(check_target(outline_of("openai_chat", tree, "request"), tree, "openai_chat", "request", "groq_chat"))`
    """
    aim = aim_of(target, dialect, outline.model)
    if not aim.is_own:
        yield from conversion.check(outline, tree, kind, aim)
    elif kind == "request":
        yield from own.refusals(outline, tree, aim)


@functools.lru_cache(64)
def unknown_model(target: str) -> str | None:
    """Say that nothing is known of the model of a target; None if it names no model, or a known one.

    Args:
        target: a dialect, or a dialect and a model.

    Raises:
        UnknownDialect: the target's dialect does not exist.

    Example:
        `unknown_model("openai_chat:gtp-5")` is ``"turnwire does not know the model `gtp-5`: only the rules of the
        server were checked"``.
    """
    aim = aim_of(target, "", "")
    if not aim.model or aim.family is not None or aim.known is not None:
        return None
    return f"turnwire does not know the model `{aim.model:.60}`: only the rules of the server were checked"
