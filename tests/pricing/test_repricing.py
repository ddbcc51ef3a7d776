"""Whole documents: priced, priced again, and what of that is told."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.pricing.conftest import TABLE, canonical

import turnwire
from turnwire.catalogue.pricing import Priced, PriceTable, cost_of, default_table, load_table, reprice
from turnwire.catalogue.pricing.exact import summed
from turnwire.model import Completion, ErrorReply, History, Message, MessageMetadata, Usage
from turnwire.testing import native

OTHER = load_table('version: "2"\nmodels: {"acme:large": {input_per_mtok: 1, output_per_mtok: 2}}')


def reply(model: str | None = "acme:large", **told: Any) -> Message:
    usage = Usage(**{"input_tokens": 8, "output_tokens": 42, **told})
    return Message("assistant", metadata=MessageMetadata(model=model, usage=usage))


def usages(turns: list[Message]) -> list[Usage | None]:
    return [turn.metadata.usage if turn.metadata else None for turn in turns]


def test_a_history_priced_and_priced_again(table: PriceTable) -> None:
    document = History([Message("user"), reply()])
    first = reprice(document, table)
    path = "/history/1/metadata/usage"
    assert (Priced(path, "acme:large", "0.000654", "1", None, None, changed=True),) == first.prices
    again = reprice(first.document, OTHER)
    assert (Priced(path, "acme:large", "0.000092", "2", "0.000654", "1", changed=True),) == again.changes
    expected = Usage(input_tokens=8, output_tokens=42, cost_usd="0.000092", pricing_version="2")
    assert [None, expected] == usages(again.document.history)
    assert [None, Usage(input_tokens=8, output_tokens=42)] == usages(document.history)
    assert (Decimal("0.000092"), (), True) == (again.total, again.findings, again.complete)


def test_a_second_pricing_changes_nothing(table: PriceTable) -> None:
    first = reprice(History([reply(), Message("user")]), table)
    again = reprice(first.document, table)
    assert first.document is again.document
    assert (1, (), first.total) == (len(again.prices), again.changes, again.total)


@pytest.mark.parametrize(
    ("told", "changed"),
    [
        ({"cost_usd": "0.000654000", "pricing_version": "1"}, False),
        ({"cost_usd": "0.000654", "pricing_version": "0"}, True),
        ({"cost_usd": "0.000654"}, True),
        ({"cost_usd": "0.000655", "pricing_version": "1"}, True),
        ({"cost_usd": "six", "pricing_version": "1"}, True),
        ({"cost_usd": "NaN", "pricing_version": "1"}, True),
        ({"cost_usd": "6.54E-4", "pricing_version": "1"}, True),
        ({"cost_usd": "1e999999999", "pricing_version": "1"}, True),
    ],
)
def test_what_is_a_change(told: dict[str, str], changed: bool, table: PriceTable) -> None:  # noqa: FBT001 - a table
    (price,) = reprice([reply(**told)], table).prices
    assert (changed, told["cost_usd"]) == (price.changed, price.old_cost)


def test_what_cannot_be_priced_stays_and_is_told(table: PriceTable) -> None:
    turns = [reply("acme:gone", cost_usd="1", pricing_version="0"), reply(None), reply(input_tokens=None), reply()]
    done = reprice(turns, table)
    found = [(each.code, each.pointer, each.severity) for each in done.findings]
    assert [
        ("price.unknown-model", "/0/metadata/usage", "error"),
        ("price.no-model", "/1/metadata/usage", "error"),
        ("price.no-count", "/2/metadata/usage", "error"),
    ] == found
    assert all(one is other for one, other in zip(turns[:3], done.document[:3], strict=True))
    assert (False, ["/3/metadata/usage"], Decimal("0.000654")) == (
        done.complete,
        [price.path for price in done.prices],
        done.total,
    )


def test_a_warning_leaves_a_pricing_complete(table: PriceTable) -> None:
    done = reprice([reply("acme:small", cached_input_tokens=1)], table)
    assert (True, ["price.no-rate"]) == (done.complete, [each.code for each in done.findings])


def test_a_reply_and_its_candidates_are_not_counted_twice(table: PriceTable) -> None:
    silent = reply(None)
    whole = Completion([silent], model="large", usage=Usage(input_tokens=8, output_tokens=42))
    done = reprice(whole, table)
    assert ["/usage", "/candidates/0/metadata/usage"] == [price.path for price in done.prices]
    assert Decimal("0.000654") == done.total
    assert Decimal("0.001308") == reprice(Completion([silent, reply()], model="large"), table).total
    assert "0.000654" == (done.document.usage or Usage()).cost_usd
    assert ["0.000654"] == [usage.cost_usd for usage in usages(done.document.candidates) if usage]


def test_what_tells_no_usage_is_given_back(table: PriceTable) -> None:
    for document in (ErrorReply("no"), History([Message("user")]), Completion([])):
        done = reprice(document, table)
        assert (True, (), (), None) == (done.document is document, done.prices, done.findings, done.total)


def test_what_has_no_price_has_no_total(table: PriceTable) -> None:
    assert (None, Decimal(0)) == (
        reprice([reply("acme:gone")], table).total,
        reprice([reply(input_tokens=0, output_tokens=0)], table).total,
    )
    # The candidates share what the whole reply costs, and that has no price.
    whole = Completion([reply()], model="gone", usage=Usage(input_tokens=8, output_tokens=42))
    done = reprice(whole, table)
    assert (["/candidates/0/metadata/usage"], None) == ([each.path for each in done.prices], done.total)


def test_the_recorded_session() -> None:
    messages = canonical("worked-session.json")["messages"]
    lean = [
        {"role": each["role"], "content": [], "metadata": {k: v for k, v in each["metadata"].items() if v is not None}}
        for each in messages
    ]
    history = turnwire.read({"history": lean}, "turnwire", kind="request")
    assert isinstance(history, History)
    told = [usage.cost_usd for usage in usages(history.history) if usage]
    done = reprice(history, default_table())
    assert (True, ()) == (done.complete, done.changes)
    assert told == [price.old_cost for price in done.prices]
    assert len(told) >= 1


def test_the_written_document_says_it(table: PriceTable) -> None:
    data = turnwire.write(reprice(History([reply()]), table).document, "turnwire").data
    assert {
        "input_tokens": 8,
        "output_tokens": 42,
        "cost_usd": "0.000654",
        "pricing_version": "1",
    } == json.loads(data)["history"][0]["metadata"]["usage"]
    assert turnwire.validate(data, "turnwire").valid


COUNTED = st.builds(
    lambda model, counts: Message(
        "assistant", metadata=MessageMetadata(model=model, usage=Usage(input_tokens=counts[0], output_tokens=counts[1]))
    ),
    st.sampled_from(["acme:large", "small", "tiny", "large", None]),
    st.tuples(st.integers(-1, 10**6), st.none() | st.integers(0, 2**63 - 1)),
)


@given(st.lists(COUNTED), st.lists(COUNTED))
def test_the_whole_costs_what_its_parts_cost(one: list[Message], two: list[Message]) -> None:
    table = load_table(TABLE)
    parts = (reprice(one, table), reprice(two, table))
    whole = reprice(one + two, table)
    totals = [part.total for part in parts if part.total is not None]
    assert (summed(totals) if totals else None) == whole.total
    assert [*parts[0].document, *parts[1].document] == whole.document
    assert len(whole.prices) + len([found for found in whole.findings if found.severity == "error"]) == len(one + two)
    priced = [
        turn for turn, usage in zip(whole.document, usages(whole.document), strict=True) if usage and usage.cost_usd
    ]
    assert (summed(cost_of(turn, table).usd for turn in priced) if priced else None) == whole.total


ANY = st.builds(
    lambda about, usage, model: Message("assistant", metadata=replace(about, usage=usage, model=model)),
    native(MessageMetadata),
    native(Usage) | st.just(Usage(input_tokens=8, output_tokens=42)),
    st.sampled_from(["acme:large", "small", None]),
)
DOCUMENTS = st.one_of(
    st.lists(ANY, max_size=3).map(History),
    st.builds(
        lambda turns, usage: Completion(turns, model="tiny", usage=usage), st.lists(ANY, max_size=2), native(Usage)
    ),
)


def without_costs(usage: Usage | None) -> Usage | None:
    return usage and replace(usage, cost_usd=None, pricing_version=None)


def all_usages(document: History | Completion) -> list[Usage | None]:
    if isinstance(document, History):
        return usages(document.history)
    return [document.usage, *usages(document.candidates)]


@given(DOCUMENTS)
def test_every_usage_is_priced_or_told_and_nothing_else_changes(document: History | Completion) -> None:
    before = turnwire.write(document, "turnwire").data
    done = reprice(document, load_table(TABLE))
    assert before == turnwire.write(document, "turnwire").data
    old, new = all_usages(document), all_usages(done.document)
    assert [without_costs(usage) for usage in old] == [without_costs(usage) for usage in new]
    errors = [found.pointer for found in done.findings if found.severity == "error"]
    assert len(old) == len({*errors, *(price.path for price in done.prices)}) == len(errors) + len(done.prices)
    stripped = [json.loads(turnwire.write(each, "turnwire").data) for each in (document, done.document)]
    for each in stripped:
        for turn in each.get("history", each.get("candidates", [])):
            turn["metadata"].pop("usage", None)
        each.pop("usage", None)
    assert stripped[0] == stripped[1]
