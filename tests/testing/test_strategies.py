"""What the strategies make: legal documents, with every field of every type of the model among them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from turnwire import model, read
from turnwire.dialects import get, names, part_of
from turnwire.documents import schemas
from turnwire.testing import (
    completions,
    content_blocks,
    error_replies,
    histories,
    json_texts,
    losses,
    messages,
    native,
    wire_documents,
)
from turnwire.testing.difference import difference, parse
from turnwire.testing.native import has_residue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.dialects.dialect import Kind

STRUCTS = {
    name: value
    for name, value in vars(model).items()
    if isinstance(value, type) and issubclass(value, msgspec.Struct) and value is not msgspec.Struct
}
# Hypothesis draws constants from the modules that are imported, so a search takes another course in each selection of
# tests; the value asked for must be found in all of them.
PATIENT = settings(max_examples=50_000, phases=[Phase.generate], database=None, deadline=None)
QUICK = settings(max_examples=150, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
DOCUMENTS = [
    ("history", histories),
    ("completion", completions),
    ("error-reply", error_replies),
    ("message", messages),
    ("content-block", content_blocks),
]


def keys(tree: Any) -> set[str]:
    return set(tree) if isinstance(tree, dict) else set()


@pytest.mark.parametrize("name", STRUCTS)
def test_every_field_of_every_type_is_made(name: str) -> None:
    seen: set[str] = set()

    @QUICK
    @given(native(STRUCTS[name]))
    def collect(made: msgspec.Struct) -> None:
        seen.update(keys(json.loads(msgspec.json.encode(made))))

    collect()
    config = STRUCTS[name].__struct_config__
    expected = {field.encode_name for field in msgspec.structs.fields(STRUCTS[name])}
    assert expected | ({config.tag_field} if config.tag_field else set()) == seen


@pytest.mark.parametrize("profile", ["plain", "wild"])
@pytest.mark.parametrize(("schema", "strategy"), DOCUMENTS, ids=[name for name, _ in DOCUMENTS])
@given(data=st.data())
def test_what_is_made_is_valid(schema: str, strategy: Any, profile: str, data: st.DataObject) -> None:
    made = json.loads(msgspec.json.encode(data.draw(strategy(profile))))
    assert [] == [error.message for error in schemas.validator(schema).iter_errors(made)]


@given(losses())
def test_losses_are_valid(loss: model.Loss) -> None:
    assert [] == [
        error.message for error in schemas.validator("loss").iter_errors(json.loads(msgspec.json.encode(loss)))
    ]


@given(histories("plain"))
def test_plain_conversations_carry_no_residue_and_answer_every_call(history: model.History) -> None:
    calls = list(_of_type(history, model.ToolUseBlock))
    results = list(_of_type(history, model.ToolResultBlock))
    assert [call.id for call in calls] == [result.tool_use_id for result in results]
    assert not has_residue(history)


READ = [(name, kind) for name in names() for kind in get(name).kinds]


@pytest.mark.parametrize(("dialect", "kind"), READ, ids=[f"{name} {kind}" for name, kind in READ])
@settings(max_examples=20)
@given(data=st.data())
def test_each_document_of_a_dialect_is_read(dialect: str, kind: Kind, data: st.DataObject) -> None:
    found = read(data.draw(wire_documents(dialect, kind, "wild")), dialect, kind=kind)
    assert part_of(dialect, kind).document is type(found)


def _of_type(history: model.History, kind: Any) -> Iterator[Any]:
    return (block for turn in history.history for block in turn.content if type(block) is kind)


@given(json_texts())
def test_free_json_is_json(text: str) -> None:
    assert difference(text.encode(), msgspec.Raw(text.encode())) is None


@pytest.mark.parametrize("wanted", [b"1", b"1.0", b"9007199254740993", b"0.1234567890123456789", b"{}", b"[]"])
def test_free_json_has_every_trap(wanted: bytes) -> None:
    found = find(json_texts(), lambda text: difference(text.encode(), wanted) is None, settings=PATIENT)
    assert parse(found.encode()) == parse(wanted)
