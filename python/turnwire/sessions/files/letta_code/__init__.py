"""Transcripts of Letta Code: `~/.letta/transcripts/<agent>/<conversation>/transcript.jsonl`.

Learned from letta-ai/letta-code (src/cli/helpers/reflection-transcript.ts: TranscriptEntry, lineToTranscriptEntry,
appendExternalTranscriptEntries), and letta-ai/trajectory (src/adapters/letta-code/README.md) with its sample.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.sessions.files.format import SessionFormat
from turnwire.sessions.files.letta_code.messages import KINDS, lines, read, rebuild
from turnwire.sessions.files.members import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw


def looks_like(members: Mapping[str, Raw]) -> bool:
    """Return whether a line is an entry: each has a kind, and the time at which it was captured."""
    return text_of(members, "kind") in KINDS and "captured_at" in members


LETTA_CODE = SessionFormat(
    name="letta_code",
    title="Letta Code",
    learned_from="Letta Code 0.30 (its source)",
    folder=".letta/transcripts",
    looks_like=looks_like,
    lines=lines,
    read=read,
    rebuild=rebuild,
)
