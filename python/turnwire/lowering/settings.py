"""Passes about one setting of a request: what they have in common, and how they change and report its fields."""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec import Raw, structs

from turnwire.lowering.draft import GENERATION, REASONING, RESPONSE_FORMAT, TOOL_CHOICE, Draft, Pass, when
from turnwire.model import ABSENT, Generation, Reasoning, ResponseFormat, Settings, ToolChoice

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.losses import Losses
    from turnwire.model import ToolDefinition

Setting = TypeVar("Setting", Reasoning, ToolChoice, Generation, ResponseFormat)

_NAMES: Final[dict[type, str]] = {
    Reasoning: "reasoning",
    ToolChoice: "tool_choice",
    Generation: "generation",
    ResponseFormat: "response_format",
}
_TRIGGERS: Final = {
    "reasoning": REASONING,
    "tool_choice": TOOL_CHOICE,
    "generation": GENERATION,
    "response_format": RESPONSE_FORMAT,
}


_NOTHING: Final[tuple[Any, ...]] = (None, [], ABSENT)


def when_set(name: str, *triggers: str) -> Callable[[Callable[[Any, Draft, Losses], Any]], Pass]:
    """Declare a pass about one setting: a function of its value, the draft and the losses that returns the new value.

    Args:
        name: the field of the settings.  The pass does not run for requests without it.
        triggers: facts that trigger the pass, as for `when`, if the field itself is not such a fact.

    Example:
        `@when_set("reasoning")` before `def legal_reasoning(reasoning, draft, losses): ...`
    """

    def declare(change: Callable[[Any, Draft, Losses], Any]) -> Pass:
        @functools.wraps(change)
        def rule(draft: Draft, losses: Losses) -> Draft:
            value = getattr(draft.settings, name, None)
            if value is None:
                return draft
            changed = change(value, draft, losses)
            return draft if changed is value else with_settings(draft, {name: changed})

        return when(*triggers or (_TRIGGERS[name],))(rule)

    return declare


def when_tool(*triggers: str) -> Callable[[Callable[[ToolDefinition, str, Draft, Losses], ToolDefinition]], Pass]:
    """Declare a pass about single tools: a function of a tool, its place, the draft and the losses.

    It returns the same tool or another one.  Where an earlier pass has left tools out, `added["tool_places"]` has the
    places of the others.

    Args:
        triggers: facts about tools that trigger the pass, as for `when`.

    Example:
        `@when_tool(ODD_TOOLS)` before `def legal_tool(tool, place, draft, losses): ...`
    """

    def declare(rule: Callable[[ToolDefinition, str, Draft, Losses], ToolDefinition]) -> Pass:
        @functools.wraps(rule)
        def changed(draft: Draft, losses: Losses) -> Draft:
            before = draft.settings.tools if draft.settings is not None else []
            places = draft.added.get("tool_places") or [f"/settings/tools/{n}" for n in range(len(before))]
            tools = [rule(tool, place, draft, losses) for tool, place in zip(before, places, strict=True)]
            return draft if all(map(operator.is_, tools, before)) else with_settings(draft, {"tools": tools})

        return when(*triggers)(changed)

    return declare


def with_settings(draft: Draft, changed: dict[str, Any]) -> Draft:
    """The draft with other values in its settings."""
    return structs.replace(draft, settings=structs.replace(draft.settings or Settings(), **changed))


def degraded(setting: Setting, field: str, new: Any, losses: Losses) -> Setting:
    """Return a setting with a new value in a field, and report the old one as degraded."""
    name = _NAMES[type(setting)]
    losses.degraded(f"/settings/{name}/{field}", f"{name}.{field}", getattr(setting, field))
    return structs.replace(setting, **{field: new})


def without(setting: Setting, *fields: str, losses: Losses) -> Setting:
    """Return a setting without these fields, and report the values that they had as dropped."""
    name = _NAMES[type(setting)]
    found = {field: value for field in fields if (value := getattr(setting, field)) not in _NOTHING}
    for field, value in found.items():
        losses.dropped(f"/settings/{name}/{field}", f"{name}.{field}", value)
    return structs.replace(setting, **{field: _empty(value) for field, value in found.items()})


def _empty(value: Any) -> Any:
    return [] if type(value) is list else ABSENT if type(value) is Raw else None


def invented(setting: Setting, field: str, new: Any, losses: Losses) -> Setting:
    """Return a setting with a value that the target demands, and report it."""
    name = _NAMES[type(setting)]
    losses.invented(f"/settings/{name}/{field}", f"{name}.{field}", new)
    return structs.replace(setting, **{field: new})
