"""What nobody means well with: it is refused with a code, or done, in the time its size asks for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.threads.conftest import frame, name, thread

from turnwire.errors import InvalidDocument
from turnwire.systems.gpt2099.threads import Frame, InMemory, Meta, Store, Told, add_turn, headish_id, resolve, walk
from turnwire.systems.gpt2099.threads.frames import decode

if TYPE_CHECKING:
    from pathlib import Path

    from tests.threads.conftest import Ids

MANY = 100_000


def numbered(number: int) -> str:
    return f"{number:025d}"


def chain(length: int, *, closed: bool) -> InMemory:
    frames = [Frame(id=numbered(each), meta=Meta(continues=[numbered(each - 1)])) for each in range(1, length)]
    first = Frame(id=numbered(0), meta=Meta(continues=numbered(length - 1) if closed else None))
    return InMemory([first, *frames], {})


def refusal(turns: InMemory, headish: str | None = None) -> tuple[str, str]:
    with pytest.raises(InvalidDocument) as refused:
        resolve(turns, headish)
    found = refused.value.diagnostics[0]
    return found.code, found.message


def test_a_circle_of_many_turns() -> None:
    code, message = refusal(chain(MANY, closed=True))
    assert ("thread.cycle", True) == (code, message.startswith(f"{MANY} turns in a circle"))
    assert len(message) < 1_000


def test_a_thread_of_many_turns() -> None:
    turns = chain(20_000, closed=False)
    expected = [numbered(each) for each in range(20_000)]
    assert expected == [each.id for each in walk(turns)]
    assert expected == [each.id for each in walk(turns, order="fixed")]


def test_turns_that_each_continue_the_one_before_twice() -> None:
    # As gpt2099 walks, these are 2 to the power of 10,000 turns.
    frames = [Frame(id=numbered(0))]
    frames += [Frame(id=numbered(each), meta=Meta(continues=[numbered(each - 1)] * 2)) for each in range(1, 10_000)]
    turns = InMemory(frames, {})
    assert "thread.too-many" == refusal(turns)[0]
    assert 10_000 == len(walk(turns, order="fixed"))


def test_a_list_of_very_many_links() -> None:
    turns = thread(frame("a"), frame("b", *(["a"] * MANY)))
    with pytest.raises(InvalidDocument) as refused:
        resolve(turns, name("b"), most=MANY)
    assert "thread.too-many" == refused.value.diagnostics[0].code
    assert ["a", "b"] == [each.id[0] for each in walk(turns, name("b"), order="fixed")]


def test_deep_json_is_refused() -> None:
    deep = b'{"id":"' + b"a" * 25 + b'","topic":"gpt.turn","meta":{"options":{"x":' + b"[" * MANY + b"]" * MANY + b"}}}"
    with pytest.raises(InvalidDocument) as refused:
        decode(deep)
    assert "json.depth" == refused.value.diagnostics[0].code


@pytest.mark.parametrize(
    "headish", ["../../etc/passwd", "/etc/passwd", "\0", "%00", "a" * 100_000, "'; DROP TABLE turn"]
)
def test_a_headish_names_no_file(tmp_path: Path, ids: Ids, headish: str) -> None:
    with Store(tmp_path / "threads", create=True) as store:
        with pytest.raises(InvalidDocument) as refused:
            headish_id(store, headish)
        assert "thread.headish" == refused.value.diagnostics[0].code
        assert len(str(refused.value)) < 300
        # As a bookmark it is a text like any other.
        told = Told(bookmark=headish)
        added = store.add(ids(), lambda turn_id: add_turn(store, "x", told, turn_id))
        assert added.id == headish_id(store, headish)
    assert ["threads"] == [each.name for each in tmp_path.iterdir()]


@pytest.mark.parametrize(
    "address", ["../../secret", "/etc/passwd", "sha256-../../../../../../../../../../etc/passwd", "\0"]
)
def test_a_hash_names_no_file_elsewhere(tmp_path: Path, address: str) -> None:
    (tmp_path / "secret").write_text("[]")
    with Store(tmp_path / "threads", create=True) as store:
        line = {"id": name("a"), "topic": "gpt.turn", "hash": address}
        (store.folder / "frames.jsonl").write_text(json.dumps(line) + "\n")
        with pytest.raises(InvalidDocument) as refused:
            resolve(store)
    assert "thread.hash" == refused.value.diagnostics[0].code


def test_a_line_without_an_end_is_passed_over(tmp_path: Path) -> None:
    with Store(tmp_path / "threads", create=True) as store:
        with (store.folder / "frames.jsonl").open("wb") as log:
            log.truncate(80_000_000)
        assert (None, ["thread.torn"]) == (store.last(), [each.code for each in store.findings])
