"""What is stored is priced once more, and nothing else of it changes."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from tests.store.conftest import AT, said, session
from tests.store.test_store import code

import turnwire
from turnwire.catalogue.pricing import load_table
from turnwire.sessions.store import messages, reprice_session

if TYPE_CHECKING:
    from turnwire.sessions.store import Store

TABLE = load_table("""
pricing_version: "2026-11"
models:
  acme:large: {input_per_mtok_usd: 3, output_per_mtok_usd: 15}
""")

METADATA = (
    '{"model":"acme:large","usage":{"input_tokens":8,"output_tokens":42,"cost_usd":"9","pricing_version":"old",'
    '"later":1.00},"new":{"a": [1 , 2]}}'
)
PRICED = METADATA.replace('"9"', '"0.000654"').replace('"old"', '"2026-11"')


@pytest.fixture(autouse=True)
def _filled(store: Store) -> None:
    store.add_session(session())
    answer = '{"role":"assistant","id":"%s","content":[{"type":"text","text":"%s"}],"metadata":%s}'
    told = [answer % ("m1", "the Rhine", METADATA), answer % ("m3", "the Elbe", PRICED), answer % ("m4", "", "{}")]
    document = turnwire.read('{"history":[' + ",".join(told) + "]}", "turnwire", kind="request")
    store.append("s", [said("m2"), *document.history], at=AT)


def metadata(store: Store) -> list[str]:
    return [each.metadata for each in store.records("s")]


def test_costs_change_and_every_other_letter_stays(store: Store) -> None:
    before = list(store.records("s"))
    assert ["{}", METADATA, PRICED, "{}"] == metadata(store)
    for dry in (True, False):
        done = reprice_session(store, "s", TABLE, dry=dry)
        assert [("m1", "9", "0.000654")] == [(each.path, each.old_cost, each.new_cost) for each in done.changes]
        assert (2, Decimal("0.001308"), True) == (done.priced, done.total, done.complete)
        assert ["{}", METADATA if dry else PRICED, PRICED, "{}"] == metadata(store)
    assert () == reprice_session(store, "s", TABLE).changes
    assert [each.content for each in before] == [each.content for each in store.records("s")]


def test_a_model_without_a_price_is_told_and_keeps_its_cost(store: Store) -> None:
    other = load_table("{pricing_version: x, models: {acme:small: {input_per_mtok_usd: 1, output_per_mtok_usd: 1}}}")
    done = reprice_session(store, "s", other)
    assert (False, None, 0) == (done.complete, done.total, done.priced)
    assert ["m1", "m3"] == [found.pointer for found in done.findings]
    assert ["{}", METADATA, PRICED, "{}"] == metadata(store)


def test_a_long_session_is_priced_some_messages_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "PAGE", 1)
    assert 2 == reprice_session(store, "s", TABLE).priced
    assert ["{}", PRICED, PRICED, "{}"] == metadata(store)


def test_a_session_that_is_not_there_is_refused(store: Store) -> None:
    assert "store.no-session" == code(lambda: reprice_session(store, "t", TABLE))
    assert "store.no-session" == code(lambda: reprice_session(store, "t", TABLE, dry=True))
