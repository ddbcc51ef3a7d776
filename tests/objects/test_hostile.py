"""Objects that are no documents are refused in words, whatever they do."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

import turnwire
from turnwire.documents.sdk_objects import as_json


class Raises:
    """Looks like a model, and does not let itself be read."""

    model_fields: ClassVar[dict[str, Any]] = {}

    @property
    def model_fields_set(self) -> set[str]:
        raise RuntimeError("not today")


class Endless:
    """A model that holds itself."""

    class Field:
        serialization_alias = alias = default = annotation = None

    model_fields: ClassVar[dict[str, Any]] = {"inner": Field()}
    model_fields_set = frozenset({"inner"})
    model_extra = None

    @property
    def inner(self) -> Endless:
        return self


def cyclic() -> Any:
    node: dict[str, Any] = {"o": {1}}
    node["o"] = [node, Endless()]
    return node


def laughs() -> Any:
    node: Any = [Endless]
    for _ in range(50):
        node = [node] * 10
    return {"x": node}


BAD = {
    "an object": object(),
    "a class": int,
    "an iterator": iter([1]),
    "a raising property": {"x": Raises()},
    "a model without end": Endless(),
    "a cycle": cyclic(),
    "shared lists": laughs(),
    "a key that is no text": {"x": Raises, (1, 2): 3},
    "not a number": [float("nan"), object()],
    "a function": {"f": print},
}


@pytest.mark.parametrize("bad", BAD.values(), ids=list(BAD))
def test_is_refused(bad: Any) -> None:
    with pytest.raises(turnwire.InvalidDocument) as refusal:
        turnwire.read(bad, "openai_chat", kind="request")
    assert {"input.type"} == {each.code for each in refusal.value.diagnostics}


def test_the_place_is_told() -> None:
    with pytest.raises(turnwire.InvalidDocument) as refusal:
        as_json({"messages": [{"role": "user", "content": object()}]})
    assert ["/messages/0/content"] == [each.pointer for each in refusal.value.diagnostics]
