"""Laws of migrating, in the manner of tests/laws: twice is once, and what is not told is as it was."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st
from tests.migrations.conftest import NEXT, answer

from turnwire import write
from turnwire.documents.migrations import MIGRATIONS, Migrations, migrate
from turnwire.testing import documents, with_unknown_keys
from turnwire.testing.difference import difference, parse

if TYPE_CHECKING:
    from turnwire.documents.migrations import Change

REGISTRIES = st.sampled_from([MIGRATIONS, NEXT])
USAGES = st.fixed_dictionaries(
    {},
    optional={
        name: st.one_of(st.integers(-1, 2000), st.none(), st.just("12"))
        for name in ("input_tokens", "cached_input_tokens", "cache_creation_input_tokens", "latency_ms")
    },
)


@st.composite
def pasts(draw: st.DrawFn) -> bytes:
    """A document in which messages of several versions stand, with unknown keys anywhere."""
    turns = [
        answer(draw(st.sampled_from(["openai", "openrouter", "anthropic", "x", None])), version, **draw(USAGES))
        for version in draw(st.lists(st.sampled_from([None, 0, 1, 2, 3]), max_size=4))
    ]
    stated = draw(st.sampled_from([{}, {"schema_version": 0}, {"schema_version": 5}]))
    return draw(with_unknown_keys({draw(st.sampled_from(["history", "candidates"])): turns} | stated))


def undone(new: Any, changes: tuple[Change, ...]) -> Any:
    """The new document with every change that was told taken back."""
    for change in changes:
        *steps, last = [part.replace("~1", "/").replace("~0", "~") for part in change.path.split("/")[1:]]
        at = new
        for step in steps:
            at = at[int(step)] if isinstance(at, list) else at[step]
        if change.old:
            at[last] = parse(change.old)
        else:
            del at[last]
    return new


@given(data=pasts(), version=st.sampled_from([None, 0, 1]), migrations=REGISTRIES)
def test_what_is_not_told_is_as_it_was(data: bytes, version: int | None, migrations: Migrations) -> None:
    migrated = migrate(data, version=version, migrations=migrations)
    assert difference(data, undone(parse(migrated.data), migrated.changes)) is None


@given(data=pasts(), version=st.sampled_from([None, 0, 1]), migrations=REGISTRIES)
def test_twice_is_once(data: bytes, version: int | None, migrations: Migrations) -> None:
    first = migrate(data, version=version, migrations=migrations)
    for word in (version, None):
        second = migrate(first.data, version=word, migrations=migrations)
        assert (first.data, ()) == (second.data, second.changes)


@given(data=pasts())
def test_what_was_migrated_by_its_own_word_is_not_migrated_by_the_callers(data: bytes) -> None:
    first = migrate(data)
    before, after = turns_of(first.data), turns_of(migrate(first.data, version=0).data)
    marked = [n for n, turn in enumerate(before) if "migrated_from" in turn["metadata"].get("extra", {})]
    assert [before[n] for n in marked] == [after[n] for n in marked]


def turns_of(data: bytes) -> Any:
    told = parse(data)
    return [turn for turn in told.get("history", told.get("candidates")) if isinstance(turn.get("metadata"), dict)]


@given(document=documents("wild"), version=st.sampled_from([None, 0]))
def test_any_document_of_today_can_be_migrated(document: Any, version: int | None) -> None:
    given_ = json.loads(write(document, "turnwire").data)
    for node in (given_, *given_.get("history", []), *given_.get("candidates", [])):
        if isinstance(node.get("schema_version"), int):
            node["schema_version"] = abs(node["schema_version"])
    data = json.dumps(given_).encode()
    migrated = migrate(data, version=version)
    assert difference(data, undone(parse(migrated.data), migrated.changes)) is None
