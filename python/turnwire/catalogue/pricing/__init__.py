"""Model ids, price tables, and what a conversation cost by them.

"Costs are computed by the core from a maintained price table, never parroted from the provider." (canonical message
format, 6.4)  Tables are data that the caller gives; `default_table()` is the one of that document.
"""

from __future__ import annotations

import functools
from pathlib import Path

from turnwire.catalogue.pricing.cost import Cost, Tokens, cost_of, price, with_cost
from turnwire.catalogue.pricing.exact import text_of
from turnwire.catalogue.pricing.loading import load_table
from turnwire.catalogue.pricing.model_ids import ModelId, is_model_id
from turnwire.catalogue.pricing.repricing import Priced, Repriced, reprice
from turnwire.catalogue.pricing.table import Found, PriceTable, Rates

__all__ = [
    "Cost",
    "Found",
    "ModelId",
    "PriceTable",
    "Priced",
    "Rates",
    "Repriced",
    "Tokens",
    "cost_of",
    "default_table",
    "is_model_id",
    "load_table",
    "price",
    "reprice",
    "text_of",
    "with_cost",
]


@functools.cache
def default_table() -> PriceTable:
    """Return the prices of the specification, which calls them illustrative; each has its source."""
    return load_table((Path(__file__).parent / "prices.yaml").read_bytes())
