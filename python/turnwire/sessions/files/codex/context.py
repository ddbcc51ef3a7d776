"""Messages with the role `user` that Codex writes itself, such as the instructions of a project."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.codec.members import objects_of
from turnwire.sessions.files.members import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw

# `CONTEXTUAL_USER_FRAGMENTS` and `parse_hook_prompt_fragment` (openai/codex,
# codex-rs/core/src/contextual_user_message.rs); the last row is of the first versions.
_MARKS: Final = (
    ("# agents.md instructions for ", "</instructions>"),
    ("<environment_context>", "</environment_context>"),
    ("<skill>", "</skill>"),
    ("<user_shell_command>", "</user_shell_command>"),
    ("<turn_aborted>", "</turn_aborted>"),
    ("<subagent_notification>", "</subagent_notification>"),
    ("<hook_prompt ", "</hook_prompt>"),
    ("<user_instructions>", "</user_instructions>"),
)
"""The beginning and the end of each such text, in lower case."""


def is_context(item: Mapping[str, Raw]) -> bool:
    """Return whether Codex wrote a message of the user itself: a part of its content is one of these texts.

    "Returns whether a user message is fully model-contextual": `message.iter().any(is_contextual_user_fragment)`
    (openai/codex, codex-rs/core/src/event_mapping.rs)
    """
    if text_of(item, "role") != "user":
        return False
    texts = (text_of(part, "text") for part in objects_of(item.get("content")) or ())
    return any(_is_marked(text) for text in texts if text is not None)


def _is_marked(text: str) -> bool:
    shown = text.strip().lower()
    return any(shown.startswith(begin) and shown.endswith(end) for begin, end in _MARKS)
