"""Price tables: what YAML they are read from, what is refused and where, overlays, and how a model is found."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pricing.conftest import TABLE

from turnwire.catalogue.pricing import PriceTable, Rates, default_table, load_table
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from turnwire.model import Diagnostic


def refused(data: Any) -> Diagnostic:
    with pytest.raises(InvalidDocument) as refusal:
        load_table(data)
    return refusal.value.diagnostics[0]


def test_both_spellings_of_rates(table: PriceTable) -> None:
    page = ("the page of prices: $3 in, $15 out", "2026-11-21")
    large = Rates(Decimal(3), Decimal(15), Decimal("0.30"), Decimal("3.75"), *page)
    assert large == table.models["acme:large"]
    assert Rates(Decimal("0.1"), Decimal("1e-7")) == table.models["acme:small"]
    long = ("input_per_mtok_usd", "output_per_mtok_usd", "cached_read_per_mtok_usd", "cache_write_per_mtok_usd")
    short = ("input_per_mtok", "output_per_mtok", "cached_read_per_mtok", "cache_creation_per_mtok")
    one, other = (
        load_table({"version": "1", "models": {"a:b": dict(zip(keys, (1, 2, 3, 4), strict=True))}})
        for keys in (long, short)
    )
    assert one == other
    assert Rates(Decimal(1), Decimal(2), Decimal(3), Decimal(4)) == one.models["a:b"]


def test_bytes_text_and_mapping_are_one(table: PriceTable) -> None:
    assert table == load_table(TABLE.encode())
    assert load_table("version: '1'") == load_table({"version": "1"}) == PriceTable("1", {})


@pytest.mark.parametrize("text", ["0.1", "3.00", "0.30000000000000004", "0.1000000000000000000000000000001e1", "1e-9"])
def test_a_rate_is_the_number_that_is_written(text: str) -> None:
    for spelled in (text, f'"{text}"'):
        table = load_table(f'version: "1"\nmodels: {{"a:b": {{input_per_mtok: {spelled}, output_per_mtok: 0}}}}')
        assert Decimal(text) == table.models["a:b"].input


def one(rates: str) -> str:
    return f'version: "1"\nmodels:\n  a:b: {rates}\n'


NO_TABLES = [
    ("", "yaml.empty", None, 1),
    ("[]", "price.type", "", 1),
    ("text", "price.type", "", 1),
    ("models: {}", "price.version", "", 1),
    ("version: 1.10", "price.version", "/version", 1),
    ("version: a+b", "price.version", "/version", 1),
    ("version: 'a b'", "price.version", "/version", 1),
    ("version: ''", "price.version", "/version", 1),
    ("version: '1'\npricing_version: '1'", "price.key", "/version", 1),
    ("version: '1'\nprices: {}", "price.key", "/prices", 2),
    ("version: '1'\nmodels: []", "price.type", "/models", 2),
    ("version: '1'\nmodels: {gpt: {}}", "price.model-id", "/models/gpt", 2),
    ("version: '1'\naliases: {x: y}", "price.model-id", "/aliases/x", 2),
    ("version: '1'\naliases: {x: 1}", "price.type", "/aliases/x", 2),
    ("version: '1'\naliases: [x]", "price.type", "/aliases", 2),
    (one("3"), "price.type", "/models/a:b", 3),
    (one("{input_per_mtok: 1}"), "price.rate", "/models/a:b", 3),
    (one("{output_per_mtok: 1}"), "price.rate", "/models/a:b", 3),
    (one("{input_per_mtok: -1, output_per_mtok: 1}"), "price.rate", "/models/a:b/input_per_mtok", 3),
    (one("{input_per_mtok: true, output_per_mtok: 1}"), "price.rate", "/models/a:b/input_per_mtok", 3),
    (one("{input_per_mtok: '', output_per_mtok: 1}"), "price.rate", "/models/a:b/input_per_mtok", 3),
    (one("{input_per_mtok: NaN, output_per_mtok: 1}"), "price.rate", "/models/a:b/input_per_mtok", 3),
    (one("{input_per_mtok: [1], output_per_mtok: 1}"), "price.rate", "/models/a:b/input_per_mtok", 3),
    (one("{input_per_mtok: 1_000, output_per_mtok: 1}"), "price.rate", "/models/a:b/input_per_mtok", 3),
    (one("{input_per_mtok: $3, output_per_mtok: 1}"), "price.rate", "/models/a:b/input_per_mtok", 3),
    (one("{input_per_mtok: '٣', output_per_mtok: 1}"), "price.rate", "/models/a:b/input_per_mtok", 3),
    (one("{input_per_mtok: 1e999999, output_per_mtok: 1}"), "price.rate", "/models/a:b/input_per_mtok", 3),
    (one("{input_per_mtok: 1e12, output_per_mtok: 1}"), "price.rate", "/models/a:b", 3),
    (one("{input_per_mtok: 1e-31, output_per_mtok: 1}"), "price.rate", "/models/a:b", 3),
    (one("{input_per_mtok: " + "9" * 4300 + ", output_per_mtok: 1}"), "price.rate", "/models/a:b/input_per_mtok", 3),
    (one("{input_per_mtok: 1, input_per_mtok_usd: 1, output_per_mtok: 1}"), "price.key",
     "/models/a:b/input_per_mtok", 3),
    # A misspelled rate would be a rate of nothing.
    (one("{input_per_mtok: 1, output_per_mtok: 1, cached_reads_per_mtok: 1}"), "price.key",
     "/models/a:b/cached_reads_per_mtok", 3),
    (one("{input_per_mtok: 1, output_per_mtok: 1, aliases: x}"), "price.type", "/models/a:b/aliases", 3),
    (one("{input_per_mtok: 1, output_per_mtok: 1, aliases: [x]}") + "aliases: {x: 'c:d'}", "price.alias",
     "/aliases/x", 4),
    # What the codec of YAML refuses: code, aliases that expand, two values of one key, depth.
    (one("!!python/object/apply:os.system [id]"), "yaml.tag", "/models/a:b", 3),
    (one("&x {input_per_mtok: 1, output_per_mtok: 1}"), "yaml.anchor", "/models/a:b", 3),
    (one("{input_per_mtok: 1, input_per_mtok: 2}"), "yaml.duplicate-key", "/models/a:b/input_per_mtok", 3),
    (one("[" * 100_000), "yaml.depth", "/models/a:b" + "/0" * 62, 3),
    (one("{input_per_mtok: .inf, output_per_mtok: 1}"), "yaml.number", "/models/a:b/input_per_mtok", 3),
    ("version: '1'\n---\nversion: '2'", "yaml.documents", "", 2),
    (b"version: '\xff'", "yaml.utf8", None, 1),
    ("version: '\ud800'", "yaml.utf8", None, None),
    (b"#" * (4 * 1024 * 1024 + 1), "yaml.size", None, None),
]  # fmt: skip


@pytest.mark.parametrize(("data", "code", "pointer", "line"), NO_TABLES, ids=lambda each: str(each)[:40])
def test_what_is_no_table(data: str | bytes, code: str, pointer: str | None, line: int | None) -> None:
    found = refused(data)
    assert (code, pointer, line) == (found.code, found.pointer, found.line)
    if code.startswith("price.") and code != "price.type":
        assert found.hint


@pytest.mark.parametrize(
    "rate",
    [10**5000, float("nan"), float("inf"), Decimal("NaN"), Decimal("-Infinity"), None],
    ids=lambda each: type(each).__name__,
)
def test_a_mapping_may_hold_what_no_yaml_holds(rate: Any) -> None:
    assert (
        "price.rate"
        == refused({"version": "1", "models": {"a:b": {"input_per_mtok": rate, "output_per_mtok": 1}}}).code
    )


def test_keys_of_a_mapping_are_texts() -> None:
    assert "price.type" == refused({"version": "1", "models": {1: {}}}).code


@pytest.mark.parametrize("rate", [3.0, 3, "3", Decimal(-1), Decimal("NaN"), Decimal("1E+999999"), Decimal("1E-999999")])
def test_rates_are_decimals_of_bounded_length(rate: Any) -> None:
    with pytest.raises(InvalidDocument):
        Rates(rate, Decimal(0))
    with pytest.raises(InvalidDocument):
        Rates(Decimal(0), Decimal(0), cache_write=rate)


FOUND = {
    ("acme:large", None): "acme:large",
    ("large", None): "acme:large",
    ("big", "acme"): "acme:large",
    ("small", "acme"): "acme:small",
    ("llama3.2:1b", "ollama"): "ollama:llama3.2:1b",
    ("tiny", None): "ollama:llama3.2:1b",
    ("acme:small", "other"): "acme:small",
}


@pytest.mark.parametrize(("model", "provider"), FOUND)
def test_how_a_model_is_found(model: str, provider: str | None, table: PriceTable) -> None:
    assert FOUND[model, provider] == table.find(model, provider).model
    assert table.models[FOUND[model, provider]] == table.find(model, provider).rates


@pytest.mark.parametrize(
    ("model", "provider", "hint"),
    [
        ("acme:larg", None, "`acme:larg`"),
        ("small", None, "`<provider>:small`"),
        ("llama3.2:1b", None, "`<provider>:llama3.2:1b`"),
        # An alias leads to no other provider's price.
        ("large", "reseller", "`reseller:large`"),
        ("nowhere", None, "`<provider>:nowhere`"),
        ("", None, "`<provider>:`"),
    ],
)
def test_a_model_without_a_price(model: str, provider: str | None, hint: str, table: PriceTable) -> None:
    with pytest.raises(InvalidDocument) as refusal:
        table.find(model, provider)
    (found,) = refusal.value.diagnostics
    assert "price.unknown-model" == found.code
    assert f"give a table or an overlay that has {hint}, or an alias of this name" in str(found.hint)


@pytest.mark.parametrize(
    ("model", "near"),
    [
        ("gpt-5-2025-08-07", "`gpt-5`, `gpt-5-mini`, `openai:gpt-5`"),
        ("anthropic:claude-sonet-4-6", "`anthropic:claude-"),
        ("sonnets", "`sonnet`"),
    ],
)
def test_names_that_begin_alike_are_said(model: str, near: str) -> None:
    with pytest.raises(InvalidDocument) as refusal:
        default_table().find(model)
    assert f"; there is {near}" in str(refusal.value.diagnostics[0].hint)


def test_an_overlay_replaces_whole_entries_and_adds_others(table: PriceTable) -> None:
    overlay = load_table(
        "pricing_version: eu\naliases: {tiny: 'acme:small', nowhere: 'acme:new'}\n"
        "models: {'acme:large': {input_per_mtok: 1, output_per_mtok: 1},"
        " 'acme:new': {input_per_mtok: 2, output_per_mtok: 2}}"
    )
    both = table.overlaid(overlay)
    assert "1+eu" == both.version
    assert Rates(Decimal(1), Decimal(1)) == both.find("large").rates
    assert Rates(Decimal(2), Decimal(2)) == both.find("nowhere").rates
    assert ("acme:small", "ollama:llama3.2:1b") == (both.find("tiny").model, both.find("ollama:llama3.2:1b").model)
    assert load_table(TABLE) == table


RATES = st.builds(Rates, *[st.decimals(0, 100, places=4)] * 2, cached_read=st.none() | st.decimals(0, 9, places=3))
TABLES = st.builds(
    PriceTable,
    st.text("abc", min_size=1),
    st.dictionaries(st.sampled_from(["a:x", "a:y", "b:x", "b:y"]), RATES),
    st.dictionaries(st.sampled_from(["x", "y", "z"]), st.sampled_from(["a:x", "b:y", "c:z"])),
)


@given(TABLES, TABLES, TABLES)
def test_overlays_may_be_put_together_first_and_the_last_wins(
    one: PriceTable, two: PriceTable, three: PriceTable
) -> None:
    assert one.overlaid(two).overlaid(three) == one.overlaid(two.overlaid(three))
    both = one.overlaid(two)
    assert {**one.models, **two.models} == both.models
    assert all(both.find(model).rates is two.models[model] for model in two.models)


def test_the_packaged_table_says_where_each_price_stood() -> None:
    table = default_table()
    assert "2026-05-08" == table.version
    assert [] == [name for name, rates in table.models.items() if not rates.source or not rates.read]
    assert set(table.aliases.values()) <= set(table.models)
    # "a separate alias table maps `sonnet → anthropic:claude-sonnet-4-6`" (canonical message format, 6.3)
    assert "anthropic:claude-sonnet-4-6" == table.find("sonnet").model
