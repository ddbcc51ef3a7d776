"""0 -> 1: `input_tokens` of some providers held the cached tokens too; now the three input buckets are disjoint.

Canonical message format at 888d48a, section 4.3: "input_tokens, cached_input_tokens and cache_creation_input_tokens are
three DISJOINT buckets that sum to the total prompt token count; input_tokens is the *uncached* remainder."  Before, the
texts 866a108 and 6dc40e0 did not say so, and the code took OpenAI's `prompt_tokens` as `input_tokens`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.model import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# "Found by ... every OpenAI/OpenRouter cached call was billed for the cached span twice" (888d48a): at 6dc40e0 these
# were the adapters with OpenAI's counts.
_OVERLAPPED = frozenset({"openai", "openrouter"})
# "The Anthropic API reports disjoint buckets natively, so its adapter maps them straight through.", says
# section 7.1 of the provider adapter contract.
_DISJOINT = frozenset({"anthropic"})
_PARTS = ("cached_input_tokens", "cache_creation_input_tokens")

_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_ENCODE = msgspec.json.Encoder().encode


def make_disjoint(message: Mapping[str, Raw]) -> Mapping[str, Raw]:
    """A message of version 0 -> the same of version 1."""
    about = _members(message.get("metadata"))
    usage = _members(about.get("usage"))
    left = _uncached(usage)
    if left is None or _provider(about) not in _OVERLAPPED:
        return message
    return {**message, "metadata": _raw({**about, "usage": _raw({**usage, "input_tokens": _raw(left)})})}


def doubts(message: Mapping[str, Raw]) -> Iterator[Diagnostic]:
    """Yield the findings about values of such a usage that cannot be decided, or are wrong."""
    about = _members(message.get("metadata"))
    usage = _members(about.get("usage"))
    provider, cached = _provider(about), _cached(usage)
    if not cached or provider in _DISJOINT:
        return
    place = "/metadata/usage"
    if provider not in _OVERLAPPED:
        hint = "subtract them by hand if input_tokens counts them too"
        words = f"whether input_tokens of {provider or 'an unknown provider'} counts the {cached} cached tokens too"
        yield Diagnostic("migration.unsure", words, "warning", pointer=place, hint=hint)
    elif _uncached(usage) is None:
        words = f"input_tokens is less than the {cached} cached tokens, so it does not count them: left as it is"
        yield Diagnostic("migration.unsure", words, "warning", pointer=place)
    elif usage.get("cost_usd"):
        # Provider adapter contract, section 7.1: "or the cached span is billed twice".
        hint = "price it again: turnwire price --reprice"
        words = f"the {cached} cached tokens were paid for twice in this cost"
        yield Diagnostic("migration.cost", words, "warning", pointer=f"{place}/cost_usd", hint=hint)


def _uncached(usage: Mapping[str, Raw]) -> int | None:
    """What is left of `input_tokens` without the cached ones; None where nothing is to be taken away."""
    given, cached = _count(usage.get("input_tokens")), _cached(usage)
    return given - cached if cached and given >= cached else None


def _cached(usage: Mapping[str, Raw]) -> int:
    return sum(_count(usage.get(name)) for name in _PARTS)


def _provider(about: Mapping[str, Raw]) -> str:
    """The provider that the metadata names, or the first word of its model: `<provider>:<model_name>`."""
    provider = _value(about.get("provider"))
    if isinstance(provider, str):
        return provider
    model = _value(about.get("model"))
    return model.partition(":")[0] if isinstance(model, str) and ":" in model else ""


def _count(raw: Raw | None) -> int:
    value = _value(raw)
    return value if type(value) is int and value > 0 else 0


def _value(raw: Raw | None) -> Any:
    try:
        return None if raw is None else msgspec.json.decode(raw)
    except ValueError:  # a number beyond all bounds, half a surrogate: whatever it is, it is no count and no name
        return None


def _members(raw: Raw | None) -> dict[str, Raw]:
    return _OBJECT.decode(raw) if raw is not None and bytes(raw)[:1] == b"{" else {}


def _raw(value: Any) -> Raw:
    return Raw(_ENCODE(value))
