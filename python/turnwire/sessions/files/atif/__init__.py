"""Trajectories in the Agent Trajectory Interchange Format (ATIF): `trajectory.json`.

Learned from the package atif 1.8 (its pydantic models: trajectory, step, tool_call, observation_result, content) and
letta-ai/trajectory (src/adapters/atif/README.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.sessions.files.atif.create import create
from turnwire.sessions.files.atif.steps import lines, read, rebuild
from turnwire.sessions.files.atif.trajectories import Trajectories
from turnwire.sessions.files.format import SessionFormat
from turnwire.sessions.files.members import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw


def looks_like(members: Mapping[str, Raw]) -> bool:
    """Return whether a document is a trajectory: it names its version."""
    return (text_of(members, "schema_version") or "").startswith("ATIF-") and "steps" in members


ATIF = SessionFormat(
    name="atif",
    title="ATIF",
    learned_from="ATIF 1.7 and 1.8",
    looks_like=looks_like,
    messages=Trajectories(),
    lines=lines,
    read=read,
    rebuild=rebuild,
    answers_inside=True,
    create=create,
)
