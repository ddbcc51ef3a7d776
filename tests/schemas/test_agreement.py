"""The schemas and the generated model accept the same documents, as far as they mean to."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import inspect as mi
from tests.schemas import from_model
from tests.schemas.from_schema import FREE, TEXT, allowed, loaded

from turnwire import model
from turnwire.documents import schemas

TITLES = {name: loaded(name)["title"] for name in schemas.names()}

# Fields that are plain zeros where nothing is said.
ZEROS = {"candidate", "block"}

quick = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def type_of(name: str) -> Any:
    return getattr(model, TITLES[name])


def written(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def without_defaults(found: Any, given: Any) -> Any:
    """`given` without the empty lists and zeros that a writer leaves out, that is, those that `found` has not."""
    if isinstance(given, list) and isinstance(found, list) and len(given) == len(found):
        return [without_defaults(*pair) for pair in zip(found, given, strict=True)]
    if not isinstance(given, dict) or not isinstance(found, dict):
        return given
    kept = {key: value for key, value in given.items() if key in found or not _is_default(key, value)}
    return {key: without_defaults(found.get(key), value) for key, value in kept.items()}


def _is_default(key: str, value: Any) -> bool:
    return value == [] or (key in ZEROS and value == 0)


@pytest.mark.parametrize("name", TITLES)
@quick
@given(data=st.data())
def test_what_a_schema_allows_is_read_and_written_back(name: str, data: st.DataObject) -> None:
    document = data.draw(allowed(name, loaded(name)))
    assert schemas.validator(name).is_valid(document)
    back = written(msgspec.json.decode(json.dumps(document), type=type_of(name)))
    assert back == without_defaults(back, document)


@pytest.mark.parametrize("name", TITLES)
@quick
@given(data=st.data())
def test_what_the_model_writes_the_schema_allows(name: str, data: st.DataObject) -> None:
    document = data.draw(from_model.built(mi.type_info(type_of(name))))
    back = written(msgspec.json.decode(json.dumps(document), type=type_of(name)))
    assert [each.message for each in schemas.validator(name).iter_errors(back)] == []


def places(node: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) of a document."""
    if not isinstance(node, dict | list):
        return []
    keys = list(node) if isinstance(node, dict) else list(range(len(node)))
    return [(node, key) for key in keys] + [place for key in keys for place in places(node[key])]


@pytest.mark.parametrize("name", TITLES)
@quick
@given(data=st.data())
def test_a_changed_document_that_the_schema_allows_is_read_too(name: str, data: st.DataObject) -> None:
    document = data.draw(allowed(name, loaded(name)))
    container, key = data.draw(st.sampled_from(places([document])))
    change = data.draw(st.sampled_from(["replace", "remove", "add"]))
    if change == "replace" or not isinstance(container, dict):
        container[key] = data.draw(FREE)
    elif change == "remove":
        del container[key]
    else:
        container[data.draw(TEXT)] = data.draw(FREE)
    if schemas.validator(name).is_valid(document):
        back = written(msgspec.json.decode(json.dumps(document), type=type_of(name)))
        assert back == without_defaults(back, document)
