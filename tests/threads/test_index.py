"""The index of a store: it answers as memory does, and is made anew where it is lost, damaged, or another's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.threads.conftest import name
from tests.threads.test_store import add, again, codes, texts

from turnwire.errors import InvalidDocument
from turnwire.systems.gpt2099.threads import Frame, InMemory, Meta, Store, resolve
from turnwire.systems.gpt2099.threads.frames import encode
from turnwire.systems.gpt2099.threads.log import Log

if TYPE_CHECKING:
    from pathlib import Path

    from tests.threads.conftest import Ids


@pytest.mark.parametrize("what", ["gone", "garbage", "empty", "old", "of another log", "without tables"])
def test_the_index_is_made_anew(store: Store, ids: Ids, tmp_path: Path, what: str) -> None:
    made = ids()
    add(store, made, "one", bookmark="main")
    add(store, made, "two", respond=True)
    store.close()
    index = store.folder / "index.sqlite"
    if what == "gone":
        index.unlink()
    elif what in ("garbage", "empty"):
        index.write_bytes(b"no index at all, but long enough to be one" * 100 if what == "garbage" else b"")
    elif what == "old":
        execute(index, "PRAGMA user_version = 99")
    elif what == "without tables":
        execute(index, "DROP TABLE turn")
    else:
        with Store(tmp_path / "other", create=True) as other:
            add(other, ids(), "other")
        index.write_bytes((other.folder / "index.sqlite").read_bytes())
    with again(store) as opened:
        assert ["one", "two"] == texts(opened, "main")


def execute(index: Path, statement: str) -> None:
    import sqlite3

    tables = sqlite3.connect(index)
    with tables:
        tables.execute(statement)
    tables.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE turn SET at = -1",
        "UPDATE turn SET at = 'x'",
        "UPDATE turn SET size = 0",
        "UPDATE turn SET at = 999999999",
        "UPDATE turn SET size = size - 2",
        "UPDATE turn SET at = 1",
        "UPDATE covered SET upto = 'x'",
        "UPDATE covered SET upto = -1",
        "DELETE FROM covered",
        "DROP TABLE covered",
        "DROP TABLE refused",
    ],
)
def test_an_index_that_lies_is_made_anew(store: Store, ids: Ids, statement: str) -> None:
    add(store, ids(), "one", bookmark="main")
    store.close()
    execute(store.folder / "index.sqlite", statement)
    with again(store) as opened:
        assert (["one"], []) == (texts(opened, "main"), codes(opened))


def test_an_index_that_points_to_another_frame_is_made_anew(store: Store, ids: Ids) -> None:
    made = ids()
    add(store, made, "one", bookmark="main")
    add(store, made, "two")
    store.close()
    execute(store.folder / "index.sqlite", "UPDATE turn SET (at, size) = (SELECT at, size FROM turn LIMIT 1)")
    with again(store) as opened:
        assert (["two"], ["one"]) == (texts(opened), texts(opened, "main"))


def test_an_index_that_lies_again_is_told(store: Store, ids: Ids, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, ids(), "one", bookmark="main")
    # As if the log had changed between the look into the index and the look into the log.
    monkeypatch.setattr("turnwire.systems.gpt2099.threads.store.read_at", lambda *_: b"")
    with pytest.raises(InvalidDocument) as refused:
        resolve(store)
    assert "thread.index" == refused.value.diagnostics[0].code


def test_a_line_that_says_odd_things_is_not_the_fault_of_the_index(
    store: Store, ids: Ids, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(store, ids(), "one", bookmark="main")
    with (store.folder / "frames.jsonl").open("ab") as log:
        log.write(b'{"id":"' + b"z" * 25 + b'","topic":"gpt.turn","meta":{"continues":7}}\n')
    renewed: list[None] = []
    monkeypatch.setattr(Log, "renew", lambda _: renewed.append(None))
    with pytest.raises(InvalidDocument) as refused:
        resolve(store, "z" * 25)
    assert ("thread.continues", []) == (refused.value.diagnostics[0].code, renewed)


@pytest.mark.parametrize("what", ["\ud800", "\udcff\udcfe", ""])
def test_what_no_index_can_hold_is_no_headish(store: Store, ids: Ids, what: str) -> None:
    add(store, ids(), "one", bookmark="main")
    with pytest.raises(InvalidDocument) as refused:
        resolve(store, what)
    assert ("thread.headish", None) == (refused.value.diagnostics[0].code, store.frame(what))


letters = st.sampled_from("abcdeABCDE")
several = st.lists(
    st.builds(
        Frame,
        id=letters.map(name),
        topic=st.sampled_from(["gpt.turn", "gpt.turn", "gpt.turn", "gpt.call"]),
        meta=st.builds(
            Meta,
            role=st.sampled_from([None, "user", "assistant", "assistant"]),
            head=st.sampled_from([None, None, "", "main", "side"]),
            continues=st.one_of(
                st.none(),
                letters.map(name),
                st.lists(letters.map(name), max_size=2),
                st.sampled_from(["main", ""]),
            ),
        ),
    ),
    max_size=12,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(several, st.integers(1, 12))
def test_a_store_answers_as_memory_does(
    tmp_path_factory: pytest.TempPathFactory, frames: list[Frame], at_once: int
) -> None:
    memory = InMemory(frames, {})
    with Store(tmp_path_factory.mktemp("alike") / "threads", create=True) as store:
        # The index takes in some frames at a time: what a turn continues may come after it.
        for at in range(0, len(frames), at_once):
            with (store.folder / "frames.jsonl").open("ab") as log:
                log.write(b"".join(encode(each) + b"\n" for each in frames[at : at + at_once]))
            store.last()
        assert memory.last() == store.last()
        for letter in "abcde":
            assert memory.frame(name(letter)) == store.frame(name(letter))
            for bookmark in ("main", "side", "none"):
                expected = memory.bookmarked(bookmark, name(letter)), memory.bookmarked(bookmark)
                assert expected == (store.bookmarked(bookmark, name(letter)), store.bookmarked(bookmark))
