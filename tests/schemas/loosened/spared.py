"""Constraints that no document can break alone, for a reason that `implied.py` does not see."""

from __future__ import annotations

import fnmatch
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.schemas.loosened.constraints import Constraint

_OPEN: Final = "The definition allows any members, and demands only the word that the branch is chosen by."
SPARED: Final[Mapping[str, str]] = {
    "*/created_at/format": "An annotation, which engines do not check; the pattern beside it does the work.",
    "*/expires_at/format": "An annotation, which engines do not check; the pattern beside it does the work.",
    "bedrock_converse/v1/request#/$defs/AnyChoice/properties/any/$ref": "`Nothing` is any object.",
    "bedrock_converse/v1/request#/$defs/AutoChoice/properties/auto/$ref": "`Nothing` is any object.",
    "groq_chat/v1/request#/$defs/Tool/else/else/then/$ref": _OPEN,
    "huggingface_messages/v1/request#/$defs/Part/else/*then/$ref": _OPEN,
    f"openai_responses/v1/*#/$defs/Tool/{'else/' * 16}then/$ref": _OPEN,
    "openrouter_chat/v1/request#/$defs/Tool/else/else/else/else/then/$ref": _OPEN,
    "xai_chat/v1/request#/$defs/Tool/else/then/$ref": _OPEN,
    "xiaomi_chat/v1/request#/$defs/Tool/else/then/$ref": _OPEN,
    "zai_chat/v1/request#/$defs/Tool/else/then/$ref": _OPEN,
    "glm/v1/history#/$defs/Entry/additionalProperties": (
        "An entry has one member, and it is one of these three: a fourth member is one too many."
    ),
    "invariants/v1/tool-schema-implemented#/then/properties/*/anyOf/?/type null": "Null is one of the forms anyway.",
    "invariants/v1/message#/$defs/is_complete/properties/metadata/properties/status/const": (
        "It is the condition of the other rules, and demands nothing itself."
    ),
    "invariants/v1/message#/$defs/answer_has_model/then/required metadata": (
        "The rules about routing and usage demand the metadata of the same messages."
    ),
}
"""The name of each constraint, in which `*` stands for any text, and the reason."""


def reason_of(constraint: Constraint) -> str | None:
    """Return why no row is about a constraint; None if there has to be one."""
    found = (reason for pattern, reason in SPARED.items() if fnmatch.fnmatchcase(constraint.name, pattern))
    return next(found, None)
