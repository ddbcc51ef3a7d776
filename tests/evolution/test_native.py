"""Native JSON and YAML of the future: read, edited elsewhere, and written as they were."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import structs
from tests.evolution.futures import KINDS, NEW_KEY, NEW_WORD, Future, full, futures, made

import turnwire
from turnwire.codec import loads, yaml, yaml_write
from turnwire.errors import InvalidDocument
from turnwire.testing.difference import difference

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Kind

EVERY = [pytest.param(kind, each, id=f"{each.way} {each.pointer}") for kind in KINDS for each in futures(kind)]
TOGETHER = [
    pytest.param(kind, [each for each in futures(kind) if way in (each.way, "all")], id=f"{kind} {way}")
    for kind in KINDS
    for way in ("key", "word", "block", "version", "all")
]


def trip(tree: Any, kind: Kind) -> bytes:
    return turnwire.write(turnwire.read(json.dumps(tree), "turnwire", kind=kind), "turnwire").data


@pytest.mark.parametrize(("kind", "future"), EVERY)
def test_each_future_comes_back(kind: Kind, future: Future) -> None:
    tree = made(kind, [future])
    assert difference(json.dumps(tree).encode(), trip(tree, kind)) is None


@pytest.mark.parametrize(("kind", "wanted"), TOGETHER)
def test_futures_come_back_from_yaml(kind: Kind, wanted: list[Future]) -> None:
    tree = made(kind, wanted)
    text = yaml_write.dump(loads(json.dumps(tree).encode()))
    back = yaml_write.dump(loads(trip(loads(yaml.to_json(text)), kind)))
    assert difference(yaml.to_json(text), yaml.to_json(back)) is None


@pytest.mark.parametrize(("kind", "wanted"), TOGETHER)
def test_an_edit_elsewhere_changes_nothing_of_the_future(kind: Kind, wanted: list[Future]) -> None:
    tree = made(kind, wanted)
    document: Any = turnwire.read(json.dumps(tree), "turnwire", kind=kind)
    name = "message" if kind == "error" else "id"
    setattr(document, name, "edited")
    if kind != "error":
        turns = document.history if kind == "request" else document.candidates
        turns[-1].content[0].text = tree["history" if kind == "request" else "candidates"][-1]["content"][0]["text"] = (
            "edited"
        )
    assert difference(tree | {name: "edited"}, json.loads(turnwire.write(document, "turnwire").data)) is None


FOUND = {
    "version": {"newer-version"},
    "key": {"unknown-member"},
    "word": {"unknown-word", "wrong-form"},
    "block": {"unknown-word", "unknown-member"},
}


@pytest.mark.parametrize("way", FOUND)
def test_the_future_is_told(way: str) -> None:
    """Reading is for programs that are older than the document; validation says that it is newer."""
    for kind in ("request", "response"):
        wanted = [each for each in futures(kind) if each.way == way]
        report = turnwire.validate(made(kind, wanted), "turnwire", kind=kind, layers=["schema"])
        assert FOUND[way] >= {found.name for found in report.diagnostics} > set()
        assert all(found.pointer is not None for found in report.diagnostics)
        assert report.valid == (way in {"version", "key"})


# What a new word is not, stays refused: a document, and where it is at fault.
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"role": "assistant", "metadata": {"status": 5}}, "/history/0/metadata/status"),
    ({"role": "assistant", "metadata": {"status": "Done"}}, "/history/0/metadata/status"),
    ({"role": "assistant", "metadata": {"status": ""}}, "/history/0/metadata/status"),
    ({"role": "assistant", "metadata": {"routing": {"mode": "stars"}}}, "/history/0/metadata/routing/mode"),
    ({"role": None}, "/history/0/role"),
    ({"content": []}, "/history/0"),
    ({"role": "Observer"}, "/history/0/role"),
    ({"role": "user", "content": [{"type": "image", "source": {"kind": 7}}]}, "/history/0/content/0/source/kind"),
    ({"role": "user", "content": [{"type": "image"}]}, "/history/0/content/0"),
]


@pytest.mark.parametrize(("message", "pointer"), REFUSED)
def test_what_is_no_word_is_refused(message: dict[str, Any], pointer: str) -> None:
    with pytest.raises(InvalidDocument) as refused:
        turnwire.read({"history": [message]}, "turnwire", kind="request")
    assert [found.pointer for found in refused.value.diagnostics] == [pointer]


def test_edits_win_over_words_of_the_future() -> None:
    tree = {"history": [{"role": NEW_WORD, "content": [], "metadata": {"status": NEW_WORD, "stop_reason": NEW_WORD}}]}
    document: Any = turnwire.read(tree, "turnwire", kind="request")
    document.history[0].role = "assistant"
    document.history[0].metadata.status = "complete"
    assert json.loads(turnwire.write(document, "turnwire").data) == {
        "history": [{"role": "assistant", "metadata": {"status": "complete", "stop_reason": NEW_WORD}}]
    }


def test_a_part_of_the_future_goes_along_with_what_holds_it() -> None:
    tree = full("request")
    tree["history"][1][NEW_KEY] = {"a": 1}
    document: Any = turnwire.read(tree, "turnwire", kind="request")
    document.history[:0] = [structs.replace(document.history[1])]
    told = json.loads(turnwire.write(document, "turnwire").data)
    assert [turn.get(NEW_KEY) for turn in told["history"]] == [{"a": 1}, None, {"a": 1}]


def test_words_of_the_future_that_say_what_stands_for_them_stay_apart() -> None:
    """`user_interaction` is what an unknown role is read as: a real one has no residue, and stays one."""
    tree = {"history": [{"role": "user_interaction"}, {"role": NEW_WORD}]}
    assert json.loads(trip(tree, "request")) == tree
