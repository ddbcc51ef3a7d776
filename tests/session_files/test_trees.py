"""A conversation whose messages are by their ids is read from the file as one that is held in memory is."""

from __future__ import annotations

import io
import itertools
import json
import sqlite3
import tracemalloc
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.session_files.document_files import chat as conversation
from tests.session_files.document_files import said
from tests.session_files.open_webui_files import chat, message

from turnwire.cli.session_files import opened as opened_module
from turnwire.cli.session_files.opened import opened
from turnwire.errors import InvalidDocument
from turnwire.sessions.files import conversations_of, session_format
from turnwire.sessions.files.mending import read_numbered
from turnwire.sessions.files.numbers import Numbers
from turnwire.sessions.files.outline import Source
from turnwire.sessions.files.stored_list import StoredList

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from turnwire.sessions.files import Line

Tree = list[tuple[str, Any]]
"""The id of each message, and the id of its parent, which may be missing, later in the list, or repeated."""

_IDS: Final = ("a", "b", "c", "d", "e", "é", '"', "\ud83d", "\ude00", "\ufdd0", "")
_TREES: Final = st.lists(
    st.tuples(st.sampled_from(_IDS), st.sampled_from([*_IDS, None, "nowhere", 5])), max_size=len(_IDS) + 3
)


def of_chatgpt(own: str, parent: Any, text: str) -> dict[str, Any]:
    return {"id": own, "parent": parent, "children": [], "message": said("user", text) if text else None}


def of_open_webui(own: str, parent: Any, text: str) -> dict[str, Any]:
    return message(own, "user" if text else "?", text, parent)


_DOCUMENTS: Final = {
    "chatgpt": (of_chatgpt, conversation()),
    "open_webui": (of_open_webui, chat()),
}


def document(form: str, tree: Tree, current: Any = None, texts: Sequence[str] = ()) -> bytes:
    """A conversation, in which ids may be repeated, as in no dictionary; for the text `5` the message is a number."""
    node, around = _DOCUMENTS[form]
    nodes = [
        f"{json.dumps(own)} : {'5' if text == '5' else json.dumps(node(own, parent, text))} "
        for (own, parent), text in zip(tree, itertools.chain(texts, itertools.repeat("x" * 50)), strict=False)
    ]
    data = json.dumps(around | {"current_node": current})
    data = data.replace('"currentId": null', f'"currentId": {json.dumps(current)}')
    name = '"mapping": {' if form == "chatgpt" else '"messages": {'
    assert name + "}" in data
    return data.replace(name, name + ",".join(nodes)).encode()


def in_file(data: bytes, form: str, **options: Any) -> list[Any]:
    """The conversations of a file that is not held in memory."""
    messages = session_format(form).messages
    assert messages
    return list(messages.large(Source(io.BytesIO(data), chunk=40, large=1, **options)))


def read(found: Iterable[Any], form: str) -> list[list[Line]]:
    return [list(read_numbered(each, session_format(form))) for each in found]


def parents_first(tree: dict[str, Any]) -> list[str]:
    """The ids of messages with their parents, in the order in which they are to be read."""
    given: list[str] = []

    def give(parent: str | None) -> None:
        for own, above in tree.items():
            is_below = above == parent if parent is not None else above not in tree
            if is_below and own not in given:
                given.append(own)
                give(own)

    give(None)
    return [*given, *(own for own in tree if own not in given)]


@pytest.fixture
def little_in_memory() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Numbers.__init__, "__defaults__", (2,))
        patched.setattr(StoredList.__init__, "__defaults__", (2,))
        patched.setattr("turnwire.sessions.files.stored_list._BLOCK", 3)
        yield


@pytest.mark.usefixtures("little_in_memory")
@pytest.mark.parametrize("form", _DOCUMENTS)
@given(tree=_TREES, current=st.sampled_from([*_IDS, "nowhere", None, 5]))
def test_a_tree_is_read_from_the_file_as_from_memory(form: str, tree: Tree, current: Any) -> None:
    data = document(form, tree, current, ["", "hello", "\ud83d", "5"])
    whole = [list(each) for each in conversations_of(data, session_format(form))]
    assert whole == [list(each) for each in in_file(data, form)]
    assert read(map(iter, whole), form) == read(in_file(data, form), form)


@pytest.mark.usefixtures("little_in_memory")
@pytest.mark.parametrize("form", _DOCUMENTS)
@given(tree=_TREES)
def test_each_message_comes_after_its_parent(form: str, tree: Tree) -> None:
    known = {own: parent for own, parent in tree if not "\ud800" <= own <= "\udfff"}
    (lines,) = read(in_file(document(form, list(known.items())), form), form)
    assert parents_first(known) == [line.id for line in lines[1:]]


@pytest.mark.parametrize("form", _DOCUMENTS)
def test_a_long_chain_is_no_deep_recursion(form: str) -> None:
    tree = [(str(number), str(number - 1)) for number in reversed(range(5000))]
    (lines,) = read(in_file(document(form, tree, "3"), form), form)
    assert [str(number) for number in range(5000)] == [line.id for line in lines[1:]]
    assert ["3"] == [line.id for line in lines if line.is_current]


@pytest.mark.parametrize("form", _DOCUMENTS)
def test_a_message_that_is_too_large_is_refused(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnwire.sessions.files.by_id.MOST", 40)
    with pytest.raises(InvalidDocument, match="a message is larger than 40 bytes"):
        in_file(document(form, [("a", None)]), form)


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("form", _DOCUMENTS)
def test_the_messages_of_a_large_tree_are_not_held(
    form: str, indent: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opened_module, "LARGE", 0)
    node, _ = _DOCUMENTS[form]
    tree = {str(number): node(str(number), str(number - 1), "\ud83d" + "high" * 50_000) for number in range(100)}
    around = conversation() | {"mapping": tree}
    if form == "open_webui":
        around = chat() | {"chat": {"history": {"messages": tree}, "messages": list(tree.values())}}
    path = tmp_path / "file.json"
    path.write_bytes(json.dumps(around, indent=indent).encode())
    tracemalloc.start()
    with opened(str(path), None, is_brief=True) as found:
        assert form == found.form.name
        assert 101 == sum(1 for lines in found.lines() for _ in lines)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 20_000_000 / 2


@given(st.lists(st.text(st.characters(), max_size=2)), st.integers(0, 5))
def test_ids_have_the_same_numbers_in_memory_and_in_a_temporary_file(ids: list[str], held: int) -> None:
    expected: dict[str, int] = {}
    with Numbers(held) as numbers:
        for own in ids:
            assert expected.setdefault(own, len(expected)) == numbers.of(own)
        assert len(expected) == len(numbers)


def test_a_temporary_file_that_cannot_be_written_is_an_error_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: str) -> sqlite3.Connection:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(sqlite3, "connect", refused)
    with Numbers(0) as numbers, pytest.raises(OSError, match="the ids of messages: unable to open database file"):
        numbers.of("a")
