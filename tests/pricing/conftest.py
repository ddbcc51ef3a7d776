"""Recorded prices, where there are some, and small tables."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.data import data

from turnwire.catalogue.pricing import PriceTable, load_table


def canonical(name: str) -> Any:
    """A file of the canonical message format; skips where it is not there."""
    return json.loads(data(f"systems/canonical/{name}").read_bytes())


TABLE = """
pricing_version: "1"
models:
  acme:large:
    input_per_mtok_usd: 3.00
    output_per_mtok_usd: 15
    cached_read_per_mtok_usd: "0.30"
    cache_write_per_mtok_usd: 3.75
    aliases: [large, big]
    source: "the page of prices: $3 in, $15 out"
    read: 2026-11-21
  acme:small:
    input_per_mtok: 0.1
    output_per_mtok: 1e-7
  ollama:llama3.2:1b:
    input_per_mtok_usd: 0.0
    output_per_mtok_usd: 0
aliases:
  tiny: ollama:llama3.2:1b
  nowhere: acme:gone
"""


@pytest.fixture
def table() -> PriceTable:
    return load_table(TABLE)
