"""Settings of a request that the target's model refuses, as the passes know them that correct them on writing.

Those passes are meant for documents of other formats.  Here they run on the document as it was read, and what they
would change is a finding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from turnwire.convert import read, write
from turnwire.dialects import part_of
from turnwire.errors import InvalidDocument
from turnwire.lowering.as_read import refused
from turnwire.model import History, Settings
from turnwire.validation.outline import outline_of
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.target.origins import Origins
from turnwire.validation.target.reasons import Refused, is_too_large, reason_of
from turnwire.validation.target.schemas import ANSWER, TOOL
from turnwire.validation.target.settings import EFFORT, LONG_REPLY, REFUSED, is_default
from turnwire.validation.target.tools import forces_a_call

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic, Loss
    from turnwire.validation.outline import Outline
    from turnwire.validation.rules import Rule
    from turnwire.validation.target.aim import Aim

_RULES: Final = {"reasoning": EFFORT, "tool": TOOL, "response_format": ANSWER}
_MODE: Final = "reasoning.mode"
_BUDGET: Final = "reasoning.budget_tokens"


def check(outline: Outline, tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    """Find settings that the model refuses; a document that cannot be read has none.

    Args:
        outline: the outline of the request.
        tree: the request as parsed JSON.
        aim: the target, in the request's own format.
    """
    history = _read(tree, aim)
    changes = [] if history is None else refused(history, aim.dialect, part_of(aim.dialect, "request").refused)
    if history is None or not changes:
        return
    origins = Origins(outline, tree, outline_of("turnwire", write(history, "turnwire").json(), "request"))
    follows = _consequence({loss.feature for loss in changes}, tree, aim)
    for loss in changes:
        if _is_refusal(loss, tree) and loss.feature != follows:
            yield from _found(loss, origins, tree, aim)


def _consequence(features: set[str], tree: Any, aim: Aim) -> str | None:
    """Return the setting that changes only because another one does, if the mode and the budget of thinking change.

    A budget goes with its mode, and a mode goes where `max_tokens` leaves no room for the least budget: "Must be >=1024
    and less than `max_tokens`." (Anthropic's API description, `budget_tokens`)
    """
    if not {_MODE, _BUDGET} <= features:
        return None
    return _MODE if is_too_large(tree, aim) else _BUDGET


def _read(tree: Any, aim: Aim) -> History | None:
    """Read the request without its model, because readers mark what the named model refuses as read on purpose."""
    if type(tree) is not dict:
        return None
    try:
        history = read({name: node for name, node in tree.items() if name != "model"}, aim.dialect, kind="request")
    except InvalidDocument:
        return None
    return structs.replace(history, settings=structs.replace(history.settings or Settings(), model=aim.model))


def _is_refusal(loss: Loss, tree: Any) -> bool:
    if loss.feature.startswith("reasoning") and forces_a_call(tree):
        return False  # `refused-tool-choice` decides whether thinking and a forced call go together
    return loss.kind in {"dropped", "degraded"} or loss.feature == "generation.max_tokens"


def _found(loss: Loss, origins: Origins, tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    rule = _rule(loss.feature)
    for place, value, _ in origins.paths(loss):
        name = f"`{place[-1]}`" if place else f"`{loss.feature}`"
        if loss.kind == "reshaped":
            message = f"{aim.name} does not take {name}"
            yield REFUSED.found(message, pointer_of(place), hint="give it as `max_completion_tokens`")
            continue
        reason = reason_of(Refused(loss.feature, name, value, tree, aim))
        found = rule.found(reason.message, pointer_of(place), hint=reason.hint, expected=reason.expected)
        yield structs.replace(found, severity="warning") if is_default(loss.feature, value) else found


def _rule(feature: str) -> Rule:
    if feature == "generation.max_tokens":
        return LONG_REPLY
    return _RULES.get(feature.partition(".")[0], REFUSED)
