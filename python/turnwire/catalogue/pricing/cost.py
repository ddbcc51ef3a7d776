"""Compute the exact cost of tokens: each bucket once, at its own rate."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from turnwire.catalogue.pricing.exact import MOST_TOKENS, per_million, text_of
from turnwire.errors import invalid
from turnwire.model import Completion, Diagnostic, Message, Usage

if TYPE_CHECKING:
    from turnwire.catalogue.pricing.table import PriceTable, Rates

# "three DISJOINT buckets that sum to the total prompt token count; input_tokens is the *uncached* remainder"
# (canonical message format, 4.3); so is the model's Usage, and readers take the total of their format apart.
BUCKETS = ("input_tokens", "output_tokens", "cached_input_tokens", "cache_creation_input_tokens")

# Counts that are part of a bucket, and that some providers price separately.
_PARTS = ("audio_input_tokens", "audio_output_tokens", "image_input_tokens", "image_output_tokens")

_DISJOINT_HINT = "counts of a bucket begin at 0; `Tokens.of_total` splits a total that holds cached tokens"


class Tokens(Struct, frozen=True):
    """The counts that are priced; no token is in two of them.

    Raises InvalidDocument (`price.count`) for a count below 0 or above the model's int64.
    """

    input_tokens: int
    """Neither read from nor written to a cache."""
    output_tokens: int
    cached_input_tokens: int = 0
    cache_creation_input_tokens: int = 0

    def __post_init__(self) -> None:
        for name in BUCKETS:
            count = getattr(self, name)
            if type(count) is not int or not 0 <= count <= MOST_TOKENS:
                raise invalid("price.count", f"{name} is not a count of tokens", hint=_DISJOINT_HINT)

    @classmethod
    def of(cls, usage: Usage) -> Tokens:
        """Return the buckets of a usage, which are already disjoint.

        Raises InvalidDocument: `price.no-count` if the input or the output count is missing, since a missing count is
        not 0; `price.count` for an invalid count.
        """
        if usage.input_tokens is None or usage.output_tokens is None:
            name = "input_tokens" if usage.input_tokens is None else "output_tokens"
            raise invalid("price.no-count", f"the usage has no {name}", hint="set it, to 0 if there were none")
        return cls(
            usage.input_tokens,
            usage.output_tokens,
            usage.cached_input_tokens or 0,
            usage.cache_creation_input_tokens or 0,
        )

    @classmethod
    def of_total(
        cls,
        prompt_tokens: int,
        output_tokens: int,
        cached_input_tokens: int = 0,
        cache_creation_input_tokens: int = 0,
    ) -> Tokens:
        """The buckets of a usage whose prompt holds the cached tokens, as OpenAI's does."""
        # "`prompt_tokens` is the *total* prompt count and **already includes** both `cached_tokens` and
        # `cache_write_tokens`" (provider adapter contract, 4.5.4); the code beside it lets no rest fall below 0.
        rest = prompt_tokens - cached_input_tokens - cache_creation_input_tokens
        return cls(max(rest, 0), output_tokens, cached_input_tokens, cache_creation_input_tokens)


class Cost(Struct, frozen=True):
    """The cost of a usage by one version of a price table."""

    usd: Decimal
    """US dollars, exact, without zeros at the end."""
    model: str
    """The table's entry: `<provider>:<model_name>`."""
    pricing_version: str
    findings: tuple[Diagnostic, ...] = ()
    """Warnings: tokens whose own rate the table does not have."""

    def __str__(self) -> str:
        return text_of(self.usd)


def price(usage: Usage | Tokens, model: str, table: PriceTable, *, provider: str | None = None) -> Cost:
    """Compute the cost of a usage.

    `model` is an id, an alias of the table, or the provider's bare name with `provider`.
    Raises InvalidDocument: `price.unknown-model`, `price.no-count`, `price.count`.
    """
    entry, rates = table.find(model, provider)
    tokens = usage if isinstance(usage, Tokens) else Tokens.of(usage)
    # "Computes `cost_usd = input_tokens * input_rate + output_tokens * output_rate + cached_input_tokens *
    # cached_rate + cache_creation_input_tokens * cache_creation_rate`" (provider adapter contract, 7.1)
    usd = per_million(
        (getattr(tokens, name), rate) for name, rate in zip(BUCKETS, _rates(rates), strict=True) if rate is not None
    )
    return Cost(usd, entry, table.version, (*_unrated(tokens, rates, entry), *_parts(usage)))


def _rates(rates: Rates) -> tuple[Decimal | None, ...]:
    return rates.input, rates.output, rates.cached_read, rates.cache_write


def _unrated(tokens: Tokens, rates: Rates, entry: str) -> list[Diagnostic]:
    found = []
    for name, rate in zip(BUCKETS, _rates(rates), strict=True):
        if rate is None and getattr(tokens, name):
            message = f"{getattr(tokens, name)} {name} are counted as free: the table has no rate for them"
            hint = f"give `{entry}` a rate for them, 0 if they are free"
            found.append(Diagnostic("price.no-rate", message, "warning", hint=hint))
    return found


def _parts(usage: Usage | Tokens) -> list[Diagnostic]:
    if isinstance(usage, Tokens):
        return []
    told = [f"{count} {name}" for name in _PARTS if (count := getattr(usage, name))]
    message = f"{', '.join(told)} are priced as text: a table has one rate for all input and one for all output"
    return [Diagnostic("price.one-rate", message, "warning")] if told else []


def cost_of(told: Message | Completion, table: PriceTable) -> Cost:
    """Compute the cost of a message or a reply from its usage and its model.

    Raises InvalidDocument as `price` does, and `price.no-usage` and `price.no-model` if it has none.
    """
    about = told if isinstance(told, Completion) else told.metadata
    usage = None if about is None else about.usage
    if usage is None:
        raise invalid("price.no-usage", "it has no usage", hint="set its usage")
    model, provider = model_of(told)
    return price(usage, model, table, provider=provider)


def model_of(told: Message | Completion) -> tuple[str, str | None]:
    """Return the model that answered, and its provider if it is known.  Raises InvalidDocument (`price.no-model`)."""
    if isinstance(told, Completion):
        found, provider = told.model, None
    else:
        about = told.metadata
        routed = about.routing.chosen_model if about and about.routing else None
        found, provider = (about.model or routed, about.provider) if about else (None, None)
    if not found:
        raise invalid("price.no-model", "it does not name its model", hint="set its model")
    return found, provider


def with_cost(usage: Usage, cost: Cost) -> Usage:
    """Return a copy of a usage with its cost and the version of the table."""
    return msgspec.structs.replace(usage, cost_usd=text_of(cost.usd), pricing_version=cost.pricing_version)
