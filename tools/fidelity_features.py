"""The README's table: ten things that people ask of a format, each answered with yes, partly or no."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fidelity_goldens import MAIN, NATIVE, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fidelity_goldens import Goldens

FEATURES = {
    "text and system prompts": ("text", "text (several in one message)", "message (system, first)"),
    "pictures": ("image (base64)", "image (url)"),
    "PDF documents": ("document (base64)", "document (url)"),
    "sound": ("audio (base64)",),
    "tools, calls and results": (
        "settings.tools (function)",
        "tool.input_schema",
        "tool_use",
        "tool_use (two at once)",
        "tool_result.content",
    ),
    "choosing a tool": ("settings.tool_choice (auto)", "tool_choice.mode (required)", "tool_choice.name"),
    "its own reasoning, and how much": ("thinking (of the same dialect)", "reasoning.effort"),
    "answers by a JSON Schema": ("settings.response_format (json_schema)", "response_format.schema"),
    "temperature, limits and stop sequences": (
        "generation.temperature",
        "generation.top_p",
        "generation.max_tokens",
        "generation.stop_sequences",
    ),
    "reasons to stop and token counts": (
        "metadata.stop_reason (max_tokens)",
        "completion (with a tool call)",
        "usage.input_tokens",
        "usage.output_tokens",
    ),
}
"""Each feature, and the rows of the cost table that stand for it."""


def readme_part(goldens: Goldens) -> str:
    """Whether the dialects of the main providers hold each feature."""
    shown = [name for name in MAIN if name in goldens]
    lines = ["| " + " | ".join(["what", *(f"`{name}`" for name in shown)]) + " |", "|---" * (len(shown) + 1) + "|"]
    for feature, rows in FEATURES.items():
        cells = (answer(goldens[NATIVE][row][name] for row in rows) for name in shown)
        lines.append("| " + " | ".join([feature, *cells]) + " |")
    return "\n".join(lines)


def answer(outcomes: Iterable[str]) -> str:
    """`yes` where all of it arrives in full, `no` where none of it arrives, else `partly`.

    What stands elsewhere in the target, or is sent with something that the target demands, arrives in full.
    """
    words = [set(words_of(outcome)) for outcome in outcomes]
    if not any(each & {"dropped", "degraded"} for each in words):
        return "yes"
    return "no" if all("dropped" in each for each in words) else "partly"
