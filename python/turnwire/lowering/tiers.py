"""Service tiers, whose names differ from provider to provider."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from msgspec import structs

from turnwire.codec.values import text_of
from turnwire.documents.residue import form_of
from turnwire.documents.source_values import source_members
from turnwire.lowering.draft import SERVICE_TIER, Draft, Pass, when

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Completion, Settings

# OpenAI on `default`: "the request will be processed with the standard pricing and performance"; Anthropic and
# Mistral have `standard_only` in a request and `standard` in a reply, Gemini `standard` in both, Groq `on_demand`.
# OpenRouter says: "`fast` is accepted as an alias for `priority`."
_ALIKE: Final = (("default", "standard", "standard_only", "on_demand"), ("priority", "fast"))
_GROUPS: Final = {word: group for group in _ALIKE for word in group}
_Node = TypeVar("_Node", "Settings", "Completion")


def tiers_in_words(words: frozenset[str]) -> Pass:
    """Make a pass that writes a service tier by the target's name for it.

    Args:
        words: the names that the target documents.  A name without an equivalent among them is left to the writer,
        which
            drops it.
    """

    @when(SERVICE_TIER)
    def rule(draft: Draft, losses: Losses) -> Draft:
        settings = draft.settings
        if settings is None:
            return draft
        changed = _in_words(settings, words, "/settings/service_tier", "settings.service_tier", losses)
        return draft if changed is settings else structs.replace(draft, settings=changed)

    return rule


def reply_tiers_in_words(words: frozenset[str]) -> Pass:
    """Make a pass of replies that writes the service tier by the target's name for it."""

    @when()
    def rule(draft: Draft, losses: Losses) -> Draft:
        reply: Completion = draft.document
        changed = _in_words(reply, words, "/service_tier", "completion.service_tier", losses)
        return draft if changed is reply else structs.replace(draft, document=changed)

    return rule


def _in_words(node: _Node, words: frozenset[str], path: str, feature: str, losses: Losses) -> _Node:
    """Return the node with the target's name for its service tier; the same node if nothing changes."""
    word = other_word(node.service_tier, words)
    if word is None or _is_own(node, losses.dialect):
        return node
    losses.reshaped(path, feature, node.service_tier)
    return structs.replace(node, service_tier=word)


def _is_own(node: Settings | Completion, dialect: str) -> bool:
    """Return whether the target's own reader read this name, which its provider does not document."""
    source = source_members((node.provider_raw or {}).get(dialect))
    return node.service_tier in (
        form_of(node.provider_raw, dialect).get("service_tier"),
        text_of(source.get("service_tier")),
    )


def tier_meaning(tier: str) -> str:
    """Return one common name for all names of the same service tier; a name without equivalents is its own."""
    return _GROUPS.get(tier, (tier,))[0]


def other_word(tier: str | None, words: frozenset[str]) -> str | None:
    """Return the target's name for a service tier; None if it has the same name or none."""
    if tier is None or tier in words:
        return None
    for word in _GROUPS.get(tier, ()):
        if word in words:
            return word
    return None
