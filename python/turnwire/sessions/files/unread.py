"""Session files of programs that turnwire knows by name, and does not read."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import msgspec

from turnwire.codec.lenient import BOM

if TYPE_CHECKING:
    from collections.abc import Iterator

LOOKED_AT: Final = 65536
"""How many bytes of a file `program_of` needs."""

_LINES: Final = 20
_OBJECT: Final = msgspec.json.Decoder(dict[str, Any])
_QWEN: Final = frozenset({"uuid", "parentUuid", "sessionId", "type"})

_KIMI_ROLES: Final = frozenset({"_system_prompt", "_checkpoint", "_usage"})
"""The roles of lines that are no messages (MoonshotAI/kimi-cli, src/kimi_cli/soul/context.py)."""

_EXEC: Final = ("thread.started", "turn.started", "turn.completed", "item.started", "item.completed")
"""The types of events (openai/codex, codex-rs/exec/src/exec_events.rs)."""


def program_of(beginning: bytes) -> str | None:
    """Return which program wrote a session file that is not read; None for any other file.

    Args:
        beginning: the first bytes of the file.

    Example:
        `program_of(b'{"type":"thread.started","thread_id":"t"}')` is "`codex exec --json`"
    """
    found = (_of_line(members) for members in _lines(beginning.removeprefix(BOM)))
    return next(filter(None, found), None) or _of_document(beginning.removeprefix(BOM).lstrip())


def _lines(beginning: bytes) -> Iterator[dict[str, Any]]:
    for line in islice(beginning.split(b"\n"), _LINES):
        try:
            yield _OBJECT.decode(line)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            continue


def _of_line(members: dict[str, Any]) -> str | None:
    inner = members.get("message")
    if isinstance(inner, dict) and isinstance(inner.get("payload"), dict) and isinstance(inner.get("type"), str):
        return "Kimi CLI" if "timestamp" in members else None
    if (
        members.keys() >= _QWEN
        and "isSidechain" not in members
        and ("systemPayload" in members or (isinstance(inner, dict) and isinstance(inner.get("parts"), list)))
    ):
        return "Qwen Code"
    if members.get("role") in _KIMI_ROLES:
        return "Kimi CLI"
    if members.get("type") in _EXEC and members.keys() <= {"type", "thread_id", "item", "usage"}:
        return "`codex exec --json`"
    if {"display", "pastedContents", "project"} <= members.keys():
        return "Claude Code's list of prompts"
    return "Codex's list of prompts" if members.keys() == {"session_id", "ts", "text"} else None


# The beginning of a document is enough, since each program writes the members in one order: Amp
# `{"v": 3, "id": "T-...", ...}` (skillsynchq/txcript, docs/formats/amp.md), Cline and Roo Code
# `[{"ts": 1, "type": "say", ...}]` (cline/cline, src/shared/ExtensionMessage.ts: ClineMessage), and Gemini CLI
# `[{"sessionId": "...", "messageId": 0, ...}]` (google-gemini/gemini-cli, packages/core/src/core/logger.ts).
def _of_document(beginning: bytes) -> str | None:
    shown = b"".join(beginning[:400].split())
    if shown.startswith(b'{"v":') and b'"id":"T-' in shown:
        return "Amp"
    if shown.startswith(b'[{"ts":') and (b'"type":"say"' in shown or b'"type":"ask"' in shown):
        return "Cline"
    is_log = shown.startswith(b'[{"sessionId":') and b'"messageId":' in shown
    return "Gemini CLI's list of prompts" if is_log else None
