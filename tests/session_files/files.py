"""Session files of our own: the name of the format, the name of the file, and the lines."""

from __future__ import annotations

from typing import Final

from tests.session_files.claude_files import CLAUDE
from tests.session_files.codex_files import CODEX

FILES: Final = [
    *(("claude_code", name, lines) for name, lines in CLAUDE.items()),
    *(("codex", name, lines) for name, lines in CODEX.items()),
]
