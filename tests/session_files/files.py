"""Session files of our own: the name of the format, the name of the file, and its bytes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from tests.session_files.acp_files import ACP
from tests.session_files.ai_sdk_files import AI_SDK
from tests.session_files.claude import file_of
from tests.session_files.claude_files import CLAUDE
from tests.session_files.codex_files import CODEX
from tests.session_files.copilot_files import COPILOT_CLI
from tests.session_files.cursor_files import CURSOR
from tests.session_files.document_files import ATIF, CHATGPT, CLAUDE_AI, GEMINI_CLI
from tests.session_files.droid_files import DROID
from tests.session_files.gemini_files import GEMINI_CLI_JSONL
from tests.session_files.hermes_files import HERMES
from tests.session_files.hugging_face_files import HUGGING_FACE_TRACES
from tests.session_files.inspect_files import INSPECT
from tests.session_files.letta_files import LETTA_CODE
from tests.session_files.open_webui_files import OPEN_WEBUI
from tests.session_files.opencode_files import OPENCODE
from tests.session_files.openhands_files import OPENHANDS
from tests.session_files.otlp_convention_files import OTLP_CONVENTIONS
from tests.session_files.otlp_files import OTLP
from tests.session_files.pi_files import PI

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DOCUMENTS: Final = {
    "atif": ATIF,
    "gemini_cli": GEMINI_CLI,
    "claude_ai": CLAUDE_AI,
    "chatgpt": CHATGPT,
    "ai_sdk": AI_SDK,
    "open_webui": OPEN_WEBUI,
    "inspect": INSPECT,
    "otlp": OTLP | OTLP_CONVENTIONS,
    "opencode": OPENCODE,
    "hermes": HERMES,
    "openhands": OPENHANDS,
}
LINES: Final[dict[str, Mapping[str, Sequence[Any]]]] = {
    "claude_code": CLAUDE,
    "codex": CODEX,
    "hugging_face_traces": HUGGING_FACE_TRACES,
    "acp": ACP,
    "copilot_cli": COPILOT_CLI,
    "pi": PI,
    "droid": DROID,
    "gemini_cli_jsonl": GEMINI_CLI_JSONL,
    "letta_code": LETTA_CODE,
    "cursor": CURSOR,
}

FILES: Final = [
    *((form, name, file_of(*lines)) for form, files in LINES.items() for name, lines in files.items()),
    *((form, name, json.dumps(file).encode()) for form, files in DOCUMENTS.items() for name, file in files.items()),
]
