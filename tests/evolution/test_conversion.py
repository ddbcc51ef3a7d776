"""Documents of the future in formats of providers: whatever is new is a told loss, and none of it is sent."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.evolution.futures import SECRETS, Future, futures, made
from tests.laws.subjects import TARGETS

import turnwire

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.dialects.dialect import Kind
    from turnwire.model import Loss

WAYS = ("key", "word", "block", "version", "all together")


def above(pointer: str) -> Iterator[str]:
    """The place itself, and every place that it is in."""
    while pointer:
        yield pointer
        pointer = pointer.rpartition("/")[0]
    yield ""


def untold(found: list[Future], losses: tuple[Loss, ...]) -> list[str]:
    told = {loss.path for loss in losses if loss.kind != "invented"}
    return [each.pointer for each in found if told.isdisjoint(above(each.pointer))]


def written(document: Any, target: str, kind: Kind) -> turnwire.Written:
    return turnwire.write(turnwire.read(document, "turnwire", kind=kind), target)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("target", "kind"), TARGETS)
def test_the_future_is_told_and_not_sent(target: str, kind: Kind, way: str) -> None:
    wanted = [each for each in futures(kind) if way in (each.way, "all together")]
    done = written(made(kind, wanted), target, kind)
    assert [secret for secret in SECRETS if secret.encode() in done.data] == []
    # What the target has too, it holds: messages of the canonical message format state their versions.
    held = {each.pointer for each in wanted if each.way == "version" and b'"schema_version":7' in done.data}
    assert [pointer for pointer in untold(wanted, done.losses) if pointer not in held] == []


PARTS = [{"type": "text", "text": "a"}, {"type": "x_future_block", "note": "x_future_value"}]
PLACES: dict[str, list[dict[str, Any]]] = {
    "a message": PARTS,
    "a document": [{"type": "document", "source": {"kind": "content", "content": PARTS}}],
    "an answer of a search": [
        {"type": "document", "title": "t", "source": {"kind": "content", "content": PARTS}, "citations": True}
    ],
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("role", ["user", "assistant", "tool"])
@pytest.mark.parametrize("target", sorted({target for target, kind in TARGETS if kind == "request"}))
def test_a_block_of_the_future_is_not_sent(target: str, role: str, place: str) -> None:
    content = PLACES[place]
    history: list[dict[str, Any]] = [{"role": role, "content": content}]
    if role == "tool":
        call = {"type": "tool_use", "id": "call_1", "name": "look", "input": {}}
        given = {"type": "tool_result", "tool_use_id": "call_1", "content": content}
        history = [{"role": "assistant", "content": [call]}, {"role": "tool", "content": [given]}]
    done = written({"history": history}, target, "request")
    assert b"x_future" not in done.data
    assert any("x_future" in json.dumps(loss.value) for loss in done.losses)


def test_a_message_of_an_unknown_role_is_nobodys() -> None:
    history = [{"role": "user", "content": PARTS[:1]}, {"role": "observer", "content": [{"type": "text", "text": "b"}]}]
    done = written({"history": history}, "openai_chat", "request")
    assert b'"b"' not in done.data
    assert "observer" in [json.loads(json.dumps(loss.value)) for loss in done.losses if loss.path == "/history/1/role"]
