"""`additionalModelRequestFields`, both ways: the settings that the models have and the service does not.

"Additional inference parameters that the model supports, beyond the base set of inference parameters that Converse and
ConverseStream support in the inferenceConfig field." (ConverseRequest.additionalModelRequestFields)

What is read and written here are Anthropic's: `top_k` and `thinking`, as AWS's pages on Claude and on extended thinking
have them in this object.  All other members are kept as they are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from turnwire.codec.values import members_of
from turnwire.codec.wire import ENCODER, escaped, or_none
from turnwire.dialects.bedrock_converse.enums import NAME
from turnwire.dialects.bedrock_converse.overlays import is_object
from turnwire.documents.residue import form_of, residue
from turnwire.model import Reasoning

if TYPE_CHECKING:
    from turnwire.model import Generation

FIELDS: Final = "additionalModelRequestFields"
# ThinkingDisplayMode: "enum": ["summarized", "omitted"] (Anthropic's API description)
_DISPLAYS: Final = frozenset({"summarized", "omitted"})
_MODES: Final = frozenset({"enabled", "disabled", "adaptive"})
# `reasoning_config` is the name that AWS's pages had for Claude 3.7 first.
_NAMES: Final = ("thinking", "reasoning_config")
_MOST: Final = 2**63


class _Thinking(Struct, forbid_unknown_fields=True, omit_defaults=True):
    type: str
    budget_tokens: int | UnsetType = UNSET
    display: str | UnsetType = UNSET


_THINKING: Final = msgspec.json.Decoder(_Thinking)
_WHOLE: Final = msgspec.json.Decoder(int)


class ModelFields(Struct):
    """What the object says that the model holds, and its other members."""

    top_k: int | None = None
    reasoning: Reasoning | None = None
    rest: Any = None


def read_fields(raw: Raw) -> ModelFields:
    """Read the object; anything else is kept whole.  Raises InvalidDocument for bytes that are not UTF-8."""
    if not is_object(raw):
        return ModelFields(rest=raw)
    members = members_of(raw)
    found = ModelFields()
    if "top_k" in members and (number := _whole(members["top_k"])) is not None:
        found.top_k = number
        del members["top_k"]
    for name in _NAMES:
        if name in members and (reasoning := _read_thinking(members[name], name)) is not None:
            found.reasoning = reasoning
            del members[name]
            break
    found.rest = escaped(members)
    return found


def _whole(raw: Raw) -> int | None:
    try:
        number = _WHOLE.decode(raw)
    except msgspec.DecodeError:
        return None
    return number if -_MOST <= number < _MOST and bytes(raw).lstrip(b"-").isdigit() else None


def _read_thinking(raw: Raw, name: str) -> Reasoning | None:
    try:
        part = _THINKING.decode(raw)
    except msgspec.DecodeError:
        return None
    budget = or_none(part.budget_tokens)
    shows = part.display is UNSET or (part.display in _DISPLAYS and part.type != "disabled")
    if part.type not in _MODES or not shows or (budget is not None and abs(budget) >= _MOST):
        return None
    form = {"key": name} if name != _NAMES[0] else None
    mode: Any = part.type
    return Reasoning(mode, None, budget, or_none(part.display), provider_raw=residue(NAME, form=form))


def written_fields(generation: Generation | None, reasoning: Reasoning | None) -> dict[str, Any]:
    """The members for what the model holds."""
    found: dict[str, Any] = {}
    if generation is not None and generation.top_k is not None:
        found["top_k"] = generation.top_k
    if reasoning is not None and reasoning.mode is not None:
        key = form_of(reasoning.provider_raw, NAME).get("key")
        thinking = _Thinking(
            reasoning.mode,
            UNSET if reasoning.budget_tokens is None else reasoning.budget_tokens,
            reasoning.summary if shows(reasoning) and reasoning.summary is not None else UNSET,
        )
        found[key if key in _NAMES else _NAMES[0]] = Raw(ENCODER.encode(thinking))
    return found


def shows(reasoning: Reasoning) -> bool:
    """Return whether Anthropic has a word for how the thinking is shown."""
    return reasoning.summary in _DISPLAYS and reasoning.mode in ("enabled", "adaptive")


# A model id begins with its maker, after a region where it is an inference profile: "us.amazon.nova-pro-v1:0".
_OTHERS: Final = re.compile(
    r"(?:^|[./])(?:ai21|amazon|cohere|deepseek|google|luma|meta|minimax|mistral|moonshot|moonshotai|nvidia|openai|qwen|"
    r"stability|twelvelabs|writer|xai|zai)\.",
)


def is_of_others(model: str | None) -> bool:
    """Return whether a model is known to be no model of Anthropic's, so that it does not have these settings."""
    return model is not None and _OTHERS.search(model) is not None
