"""The dialects in which a mutant has nothing to harm, with the reason: what the dialect has not.

Each line is tried like any other: one where the trials of the dialect do catch the mutant is stale, and fails.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.mutants.catalogue import MUTANTS

from turnwire.dialects import VENDORS, get, names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.dialects.dialect import Kind


def _without(kind: Kind, reason: str) -> dict[str, str]:
    return {name: reason for name in names() if get(name).part(kind) is None}


_NATIVE = {"turnwire": "native JSON holds everything: it has no losses to tell"}
_NO_CALLS = "it has no calls of tools"
_NO_OPAQUE = "what it says is text: it has no parts of unknown type"
_UNASKED = "its passes do not ask whose state it is: its writer never gives any on"
_TWICE = "a later step drops what is foreign too: the output is the same, and the losses in another order"
_ASKS_ITSELF = "a pass of its own asks whose state it is, since it stores that of several providers"
_UNSEALED = "its writer has no place for a signature, and drops it by itself; the text of reasoning is no state"
_CHAT = (*VENDORS["openai_chat"], "cohere_chat", "openai_chat", "ollama_chat")
_IN_ORDER = "what it holds, it holds as it stands: it tells nothing as reshaped"

SPARED: Mapping[str, Mapping[str, str]] = {
    "loses the reason for stopping": _without("response", "it has no replies"),
    "loses the usage": _without("response", "it has no replies"),
    "loses the code of an error": _without("error", "it has no errors"),
    "spells tool inputs anew": {"a2a_messages": _NO_CALLS, "geppetto": _NO_CALLS},
    "loses unknown keys of blocks": {
        "geppetto": "its contents are texts, and no objects that could have keys",
        "sharegpt": "its contents are texts, and no objects that could have keys",
    },
    "loses blocks of unknown type": {"geppetto": _NO_OPAQUE, "glm": _NO_OPAQUE, "sharegpt": _NO_OPAQUE},
    "sends foreign state as it is": {
        "turnwire": "native JSON is nobody's server: it holds the state of all",
        "canonical": _ASKS_ITSELF,
        **dict.fromkeys(("geppetto", "huggingface_messages", "langchain_messages", "otel_genai"), _UNASKED),
        **dict.fromkeys(("a2a_messages", "glm", "mcp_content", "sharegpt"), _TWICE),
        **dict.fromkeys(_CHAT, _UNSEALED),
    },
    "invents without telling": _NATIVE,
    "reshapes without telling": {**_NATIVE, "a2a_messages": _IN_ORDER, "otel_genai": _IN_ORDER},
    "keeps silent about foreign residue": _NATIVE,
    "drops without telling": _NATIVE,
    "degrades without telling": _NATIVE,
    "reports losses at another place": _NATIVE,
    "reports losses twice": _NATIVE,
    "reports everything as lost": _NATIVE,
    "reports another value": _NATIVE,
}
"""Mutant -> dialect -> reason."""


def unknown_names() -> list[str]:
    """What is called here by a name that no mutant or no dialect has, or where the mutant is not tried."""
    harms = {mutant.name: mutant.harms for mutant in MUTANTS}
    return [
        f"{mutant} in {dialect} is spared, but not tried"
        for mutant, dialects in SPARED.items()
        for dialect in dialects
        if dialect not in harms.get(mutant, ())
    ]
