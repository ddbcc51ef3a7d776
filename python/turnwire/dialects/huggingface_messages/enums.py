"""The words of chat templates and what they mean in the model."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

# In chat_templating.md: "The "user", "system" and "assistant" roles are the standard for chat [...] any string can be
# a role"; in dataset_formats.md: "Developer role - Provides high level instructions (similar to a system prompt)".
ROLES: Mapping[str, Any] = MappingProxyType(
    {"system": "system", "developer": "system", "user": "user", "assistant": "assistant", "tool": "tool"}
)

# In trl/chat_template_utils.py: "The thinking field is named `thinking` (not `reasoning_content` as in other families)"
THOUGHTS = ("reasoning_content", "thinking", "reasoning")
