"""A price table: rates by model id, other names of models, and the version that goes along with each cost."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from turnwire.catalogue.pricing.exact import DECIMALS, WHOLE_DIGITS, is_rate
from turnwire.catalogue.pricing.model_ids import is_model_id
from turnwire.errors import invalid

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.errors import InvalidDocument

_RATE_HINT = f"a Decimal from 0, with at most {WHOLE_DIGITS} digits before its point and {DECIMALS} behind"
_SHOWN = 3
_BEGINNING = 6


class Rates(Struct, frozen=True):
    """The prices of one model: US dollars for a million tokens of each bucket.

    Raises InvalidDocument (`price.rate`) for an invalid price.
    """

    input: Decimal
    output: Decimal
    cached_read: Decimal | None = None
    """For input read from a cache; None if the table has no rate, which counts as 0."""
    cache_write: Decimal | None = None
    """For input written to a cache; None as above."""
    source: str | None = None
    """Where the prices stood, in words."""
    read: str | None = None
    """When they were read there."""

    def __post_init__(self) -> None:
        for name in ("input", "output", "cached_read", "cache_write"):
            value = getattr(self, name)
            optional = name.startswith("cache")
            if not is_rate(value) and not (optional and value is None):
                raise invalid("price.rate", f"the rate {name} is {str(value)[:40]}", hint=_RATE_HINT)


class Found(NamedTuple):
    """A model of a table."""

    model: str
    rates: Rates


class PriceTable(Struct, frozen=True):
    """Prices of one version."""

    version: str
    models: Mapping[str, Rates]
    """`<provider>:<model_name>` -> its rates."""
    aliases: Mapping[str, str] = {}
    """Another name -> a model id."""

    def overlaid(self, overlay: PriceTable) -> PriceTable:
        """This table with the entries of another above its own; the version is `<base>+<overlay>`.

        An entry replaces the one below it whole, so that the rates of a model come from one place.
        """
        return PriceTable(
            f"{self.version}+{overlay.version}",
            {**self.models, **overlay.models},
            {**self.aliases, **overlay.aliases},
        )

    def find(self, model: str, provider: str | None = None) -> Found:
        """Return the entry of a model: by its id, by its bare name if the provider is given, or by an alias.

        If a provider is given, an alias does not lead to another provider's price.
        Raises InvalidDocument (`price.unknown-model`).
        """
        whole = model if provider is None else f"{provider}:{model}"
        alias = self.aliases.get(model)
        if alias is not None and provider is not None and not is_model_id(model):
            alias = alias if alias.startswith(f"{provider}:") else None
        for each in (model, whole, self.aliases.get(whole), alias):
            if each is not None and (rates := self.models.get(each)) is not None:
                return Found(each, rates)
        raise self._unknown(model, provider)

    def _unknown(self, model: str, provider: str | None) -> InvalidDocument:
        seller = f" of {provider[:80]}" if provider else ""
        message = f"the table has no price for the model `{model[:200]}`{seller} in version {self.version}"
        hint = f"give a table or an overlay that has `{_id_for(model, provider)[:200]}`, or an alias of this name"
        if near := _alike(model, (*self.models, *self.aliases)):
            hint += "; there is " + ", ".join(f"`{name}`" for name in near)
        return invalid("price.unknown-model", message, hint=hint)


def _id_for(model: str, provider: str | None) -> str:
    return model if is_model_id(model) else f"{provider or '<provider>'}:{model}"


def _alike(model: str, names: Iterable[str]) -> list[str]:
    """Names that begin alike, such as the model of a dated snapshot; a look at each, since a document may ask often."""
    asked = model.rpartition(":")[2]
    start = asked[:_BEGINNING]
    bare = ((name, name.rpartition(":")[2]) for name in names)
    return sorted(name for name, its in bare if start and (its.startswith(start) or asked.startswith(its)))[:_SHOWN]
