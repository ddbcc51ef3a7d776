"""What tokens cost: exactly, each bucket once, additive; and what cannot be priced."""

from __future__ import annotations

import decimal
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pricing.conftest import TABLE, canonical

from turnwire.catalogue.pricing import (
    PriceTable,
    Rates,
    Tokens,
    cost_of,
    default_table,
    load_table,
    price,
    text_of,
    with_cost,
)
from turnwire.catalogue.pricing.exact import is_same, summed
from turnwire.errors import InvalidDocument
from turnwire.model import Completion, Message, MessageMetadata, RoutingDecisionRecord, Usage

LARGEST = 2**63 - 1
COUNTS = st.integers(0, LARGEST)
RATES = st.decimals(0, 10**12 - 1, places=12, allow_nan=False, allow_infinity=False)
TOKENS = st.builds(Tokens, COUNTS, COUNTS, COUNTS, COUNTS)


def codes(refusal: pytest.ExceptionInfo[InvalidDocument]) -> list[str]:
    return [found.code for found in refusal.value.diagnostics]


def test_recorded_cases() -> None:
    recorded = canonical("pricing-cases.json")
    table = load_table({"version": recorded["version"], "models": recorded["models"]})
    found = [price(Tokens(**case["usage"]), case["model"], table) for case in recorded["cases"]]
    assert 30 == len(found)
    assert [Decimal(case["cost_usd"]) for case in recorded["cases"]] == [cost.usd for cost in found]
    assert {"2026-05-08"} == {cost.pricing_version for cost in found}


def test_the_packaged_prices_are_the_recorded_ones() -> None:
    recorded = canonical("pricing-cases.json")
    table = load_table({"version": recorded["version"], "models": recorded["models"]})
    plain = {
        name: Rates(rates.input, rates.output, rates.cached_read, rates.cache_write)
        for name, rates in default_table().models.items()
    }
    assert {"ollama:llama-3.3-70b": Rates(Decimal(0), Decimal(0)), **table.models} == plain
    assert table.version == default_table().version


def test_the_recorded_session_cost_what_it_says() -> None:
    told = [m["metadata"] for m in canonical("worked-session.json")["messages"] if m["metadata"]["usage"]]
    costs = []
    for about in told:
        tokens = Tokens(**{name: about["usage"][name] for name in Tokens.__struct_fields__})
        costs.append(price(tokens, about["model"], default_table(), provider=about["provider"]).usd)
    assert len(costs) >= 1
    assert [Decimal(about["usage"]["cost_usd"]) for about in told] == costs


# 8 tokens in and 42 out at 3 and 15 dollars are 0.000654 (canonical message format, 8.1).
COSTS = [
    (Usage(input_tokens=8, output_tokens=42), "large", "0.000654"),
    (Usage(input_tokens=0, output_tokens=0), "large", "0"),
    (Usage(input_tokens=1_000_000, output_tokens=0), "large", "3"),
    (Usage(input_tokens=0, output_tokens=0, cached_input_tokens=1, cache_creation_input_tokens=1), "big", "0.00000405"),
    (Usage(input_tokens=0, output_tokens=1), "acme:small", "0.0000000000001"),
    (Usage(input_tokens=10**9, output_tokens=10**9), "tiny", "0"),
    (Usage(input_tokens=LARGEST, output_tokens=LARGEST), "large", "166020696663385.964526"),
]  # fmt: skip


@pytest.mark.parametrize(("usage", "model", "expected"), COSTS)
def test_costs(usage: Usage, model: str, expected: str, table: PriceTable) -> None:
    cost = price(usage, model, table)
    assert (expected, Decimal(expected), ()) == (str(cost), cost.usd, cost.findings)
    assert expected == with_cost(usage, cost).cost_usd


def exact(tokens: Tokens, rates: Rates) -> Fraction:
    counts = [getattr(tokens, name) for name in Tokens.__struct_fields__]
    told = (rates.input, rates.output, rates.cached_read, rates.cache_write)
    return sum((count * Fraction(rate or 0) for count, rate in zip(counts, told, strict=True)), Fraction()) / 10**6


@given(TOKENS, st.builds(Rates, RATES, RATES, st.none() | RATES, st.none() | RATES), st.integers(1, 40))
def test_a_cost_is_exact_whatever_the_callers_precision_is(tokens: Tokens, rates: Rates, digits: int) -> None:
    table = PriceTable("1", {"a:b": rates})
    with decimal.localcontext(prec=digits):
        cost = price(tokens, "a:b", table)
        text = str(cost)
    assert exact(tokens, rates) == Fraction(cost.usd) == Fraction(text)
    assert "E" not in text
    assert is_same(text, cost.usd)


@given(st.lists(st.builds(Tokens, *[st.integers(0, 10**12)] * 4), max_size=8), st.builds(Rates, *[RATES] * 4))
def test_costs_add_up(each: list[Tokens], rates: Rates) -> None:
    table = PriceTable("1", {"a:b": rates})
    whole = Tokens(*(sum(getattr(one, name) for one in each) for name in Tokens.__struct_fields__))
    assert price(whole, "a:b", table).usd == summed(price(one, "a:b", table).usd for one in each)


def test_the_sum_does_not_round() -> None:
    amounts = [Decimal(10) ** 20, Decimal("1e-20")]
    assert sum(amounts) != summed(amounts)
    assert Fraction(10**20) + Fraction(1, 10**20) == Fraction(summed(amounts))


@pytest.mark.parametrize(
    ("prompt", "cached", "written", "rest"),
    [(1000, 200, 0, 800), (194, 0, 100, 94), (10, 4, 6, 0), (10, 20, 0, 0), (0, 0, 0, 0)],
)
def test_a_total_that_holds_cached_tokens_is_split(prompt: int, cached: int, written: int, rest: int) -> None:
    assert Tokens(rest, 5, cached, written) == Tokens.of_total(prompt, 5, cached, written)


@pytest.mark.parametrize("count", [-1, LARGEST + 1, 1.0, True, "1", None, Decimal(1)])
@pytest.mark.parametrize("position", range(4))
def test_what_is_no_count(count: Any, position: int) -> None:
    counts: list[Any] = [0, 0, 0, 0]
    counts[position] = count
    with pytest.raises(InvalidDocument) as refusal:
        Tokens(*counts)
    assert ["price.count"] == codes(refusal)


def test_a_usage_below_zero_is_refused(table: PriceTable) -> None:
    with pytest.raises(InvalidDocument) as refusal:
        price(Usage(input_tokens=-1, output_tokens=0), "large", table)
    assert ["price.count"] == codes(refusal)


@pytest.mark.parametrize("usage", [Usage(), Usage(input_tokens=1), Usage(output_tokens=1), Usage(cost_usd="1")])
def test_nothing_told_is_not_nothing_used(usage: Usage, table: PriceTable) -> None:
    with pytest.raises(InvalidDocument) as refusal:
        price(usage, "large", table)
    assert ["price.no-count"] == codes(refusal)


def test_what_a_price_leaves_out_is_told(table: PriceTable) -> None:
    usage = Usage(input_tokens=1, output_tokens=1, cached_input_tokens=7, audio_input_tokens=5, image_output_tokens=2)
    found = price(usage, "acme:small", table).findings
    assert [("price.no-rate", "warning"), ("price.one-rate", "warning")] == [
        (each.code, each.severity) for each in found
    ]
    assert "7 cached_input_tokens are counted as free: the table has no rate for them" == found[0].message
    assert found[1].message.startswith("5 audio_input_tokens, 2 image_output_tokens are priced as text")


def about(**told: Any) -> Message:
    return Message("assistant", metadata=MessageMetadata(**told))


USED = Usage(input_tokens=8, output_tokens=42)
ROUTED = RoutingDecisionRecord("default", "acme:large", "it is the default")
TELLING = [
    about(model="large", usage=USED),
    about(model="large", provider="acme", usage=USED),
    about(routing=ROUTED, usage=USED),
    Completion([], model="acme:large", usage=USED),
]


@pytest.mark.parametrize("told", TELLING)
def test_messages_and_replies(told: Message | Completion, table: PriceTable) -> None:
    cost = cost_of(told, table)
    assert ("0.000654", "acme:large", "1") == (str(cost), cost.model, cost.pricing_version)


SILENT = [
    (Message("user"), "price.no-usage"),
    (about(model="large"), "price.no-usage"),
    (Completion([], model="large"), "price.no-usage"),
    (about(usage=USED), "price.no-model"),
    (Completion([], usage=USED), "price.no-model"),
    (about(model="unheard-of", usage=USED), "price.unknown-model"),
]


@pytest.mark.parametrize(("told", "code"), SILENT)
def test_messages_and_replies_that_cannot_be_priced(told: Message | Completion, code: str, table: PriceTable) -> None:
    with pytest.raises(InvalidDocument) as refusal:
        cost_of(told, table)
    assert [code] == codes(refusal)
    assert refusal.value.diagnostics[0].hint


def test_writing_back_keeps_the_rest(table: PriceTable) -> None:
    usage = Usage(input_tokens=8, output_tokens=42, latency_ms=5, cost_usd="9", pricing_version="0")
    new = with_cost(usage, price(usage, "large", table))
    assert Usage(input_tokens=8, output_tokens=42, latency_ms=5, cost_usd="0.000654", pricing_version="1") == new
    assert "9" == usage.cost_usd


def test_the_table_of_the_tests_is_read_once_more() -> None:
    assert "15" == text_of(load_table(TABLE).models["acme:large"].output)
