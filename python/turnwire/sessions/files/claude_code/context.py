"""Messages with the role `user` that Claude Code writes itself, such as the output of a command."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from turnwire.codec.members import objects_of
from turnwire.sessions.files.members import is_true, text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw

# Claude Code writes "[Request interrupted by user]" and "[Request interrupted by user for tool use]" as the user.  Its
# own titles leave them out, and texts in tags: `/^(?:\s*<[a-z][\w-]*[\s>]|\[Request interrupted by user[^\]]*\])/`
# (sdk.mjs of the Agent SDK).  These are the tags of its commands, and of those of the shell (`!`).
_MARK: Final = re.compile(
    r"\s*<(?:command-(?:name|message|args)|local-command-(?:caveat|stdout|stderr)|bash-(?:input|stdout|stderr))>"
    r"|\[Request interrupted by user"
)


def is_context(members: Mapping[str, Raw], message: Mapping[str, Raw]) -> bool:
    """Return whether Claude Code wrote a message of the user itself.

    Args:
        members: the line.
        message: the message in it.
    """
    return is_true(members, "isMeta") or _is_marked(message)


def _is_marked(message: Mapping[str, Raw]) -> bool:
    content = message.get("content")
    texts = [text_of(message, "content")] if content is not None else []
    texts += [text_of(block, "text") for block in objects_of(content) or ()]
    found = [text for text in texts if text is not None]
    return bool(found) and all(_MARK.match(text) for text in found)
