"""The message, the hint and the expected value of a finding about a setting that the target refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from turnwire.validation.target.settings import setting
from turnwire.validation.wording import shown, words_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.validation.target.aim import Aim


class Reason(NamedTuple):
    """Why a setting is refused: the message and the hint of a finding, and what the target expects."""

    message: str
    hint: str
    expected: str | None = None


class Refused(NamedTuple):
    """A setting that the target refuses."""

    feature: str
    """The name that losses have for it."""
    name: str
    """The name that the document has for it, between backticks."""
    value: Any
    tree: Any
    aim: Aim


# "Thinking isn't compatible with temperature or top_k modifications as well as forced tool use. When thinking is
# enabled, you can set top_p to values between 1 and 0.95." (platform.claude.com/docs/en/build-with-claude/
# extended-thinking)
_WHILE_THINKING: Final = frozenset({"temperature", "top_p", "top_k"})
_LEAST_TOP_P: Final = 0.95
_LEAVE_OUT: Final = "leave it out, or choose another value"


def reason_of(refused: Refused) -> Reason:
    """Return why a setting is refused."""
    found = _REASONS.get(refused.feature, _of_sampling)(refused)
    return found or Reason(f"{refused.aim.name} refuses {refused.name} ({shown(refused.value)}) here", _LEAVE_OUT)


def is_too_large(tree: Any, aim: Aim) -> bool:
    """Return whether a budget of thinking is not below the limit of the reply, for a model that takes its mode.

    Args:
        tree: the request as parsed JSON.
        aim: the target.
    """
    mode, budget, most = (setting(tree, name) for name in ("mode", "budget_tokens", "max_tokens"))
    if mode is None or budget is None or most is None or mode[1] not in (aim.takes.modes or ()):
        return False
    return type(budget[1]) is int and type(most[1]) is int and budget[1] >= most[1]


def _of_effort(refused: Refused) -> Reason | None:
    efforts = refused.aim.takes.efforts
    if not refused.aim.takes.levels:
        return Reason(f"{refused.aim.name} takes a budget of thinking, and no level", "give a `thinkingBudget`")
    if efforts is None or refused.value in efforts:
        return None
    if not efforts:
        return Reason(f"{refused.aim.name} takes no effort of reasoning", "leave it out")
    message = f"{refused.aim.name} does not take the effort {shown(refused.value)}"
    return Reason(message, "choose another effort", words_of(efforts))


def _of_mode(refused: Refused) -> Reason | None:
    modes = refused.aim.takes.modes
    if refused.value == "disabled" and (refused.aim.takes.always_thinks or (modes and "disabled" not in modes)):
        return Reason(f"{refused.aim.name} always thinks", "leave it out")
    if modes is None:
        return None
    if refused.value not in modes:
        taken = words_of(sorted(modes))
        return Reason(f"{refused.aim.name} does not take thinking of type {shown(refused.value)}", _LEAVE_OUT, taken)
    # "When `thinking` is enabled, a final `assistant` message must start with a thinking block" (a refusal)
    message = f"{refused.aim.name} does not think in a turn that began without thinking"
    return Reason(message, "send the thinking that came with the tool use, or disable thinking")


def _of_budget(refused: Refused) -> Reason | None:
    """Return the bounds of the budget that the refused value is outside of.

    "Must be >=1024 and less than `max_tokens`." (Anthropic's API description, `budget_tokens`)
    """
    most, bounds = setting(refused.tree, "max_tokens"), refused.aim.takes.budgets
    if bounds is not None:
        taken = f"{bounds[0]} to {bounds[1]} tokens"
        return Reason(f"{refused.aim.name} takes a budget of {taken}", "choose another budget", taken)
    if most is not None and type(most[1]) is int and type(refused.value) is int and refused.value >= most[1]:
        message = f"the budget of {refused.value} tokens is not below `{most[0][-1]}`, which is {most[1]}"
        return Reason(message, f"lower the budget, or raise `{most[0][-1]}`", f"less than {most[1]}")
    return None


def _of_answer(refused: Refused) -> Reason | None:
    if refused.aim.takes.json_with_functions:
        return None
    return Reason(f"{refused.aim.name} does not take JSON together with functions", "leave one of the two out")


def _of_name(refused: Refused) -> Reason | None:
    message = f"{refused.aim.name} does not take the name {shown(refused.value)}"
    return Reason(message, "use at most 64 letters, digits, underscores and dashes")


def _of_sampling(refused: Refused) -> Reason | None:
    """Return whether the model refuses the setting always, next to another one, or while it thinks."""
    field, takes = refused.feature.rpartition(".")[2], refused.aim.takes
    if field in takes.refuses:
        return Reason(f"{refused.aim.name} does not take {refused.name}", "leave it out")
    if field in takes.refuses_while_reasoning:
        message = f"{refused.aim.name} takes {refused.name} only with the effort `none`"
        return Reason(message, "leave it out, or set the effort to `none`")
    if (
        field == "top_p"
        and takes.temperature_or_top_p
        and _is_legal_alone(refused)
        and setting(refused.tree, "temperature")
    ):
        return Reason(
            f"{refused.aim.name} does not take `top_p` together with `temperature`", "leave one of the two out"
        )
    mode = setting(refused.tree, "mode")
    if field in _WHILE_THINKING and mode is not None and mode[1] in {"enabled", "adaptive"}:
        message = f"{refused.aim.name} does not take {refused.name} ({shown(refused.value)}) while it thinks"
        return Reason(message, "leave it out, or disable thinking")
    return None


def _is_legal_alone(refused: Refused) -> bool:
    """Return whether the model takes this `top_p` in a request without a temperature."""
    mode = setting(refused.tree, "mode")
    thinks = mode is not None and mode[1] in {"enabled", "adaptive"}
    return not thinks or (isinstance(refused.value, int | float) and refused.value >= _LEAST_TOP_P)


def _of_schema(refused: Refused) -> Reason | None:
    # "input_schema does not support oneOf, allOf, or anyOf at the top level" (a refusal of Anthropic)
    message = f"{refused.aim.name} does not take {refused.name} at the top of a tool's schema"
    return Reason(message, "put it into a property of an object")


_REASONS: Final[dict[str, Callable[[Refused], Reason | None]]] = {
    "reasoning.effort": _of_effort,
    "reasoning.mode": _of_mode,
    "reasoning.budget_tokens": _of_budget,
    "settings.response_format": _of_answer,
    "response_format.name": _of_name,
    "tool.input_schema": _of_schema,
}
