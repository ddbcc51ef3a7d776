"""A store on disk: what it keeps, what it makes anew, and what it says about what it finds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.threads.conftest import frame, name

from turnwire.errors import InvalidDocument
from turnwire.systems.gpt2099.threads import Frame, NewTurn, Scru128, Store, Told, add_turn, integrity, resolve
from turnwire.systems.gpt2099.threads import log as log_module
from turnwire.systems.gpt2099.threads.frames import encode

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.threads.conftest import Ids

    from turnwire.systems.gpt2099.threads import Generator


def add(store: Store, ids: Generator, said: str, **told: Any) -> Frame:
    return store.add(ids, lambda turn_id: add_turn(store, said, Told(**told), turn_id))


def texts(store: Store, headish: str | None = None) -> list[str]:
    return [json.loads(bytes(each.content))[0]["text"] for each in resolve(store, headish).messages]


def again(store: Store) -> Store:
    return Store(store.folder)


def lines_of(store: Store) -> list[bytes]:
    return (store.folder / "frames.jsonl").read_bytes().splitlines()


def codes(store: Store) -> list[str]:
    return [each.code for each in store.findings]


def test_turns_are_found_again(store: Store, ids: Ids) -> None:
    made = ids()
    first = add(store, made, "one", bookmark="main")
    add(store, made, "two", respond=True)
    add(store, made, "side", continues=first.id, bookmark="side")
    for opened in (store, again(store)):
        assert ["one", "two"] == texts(opened, "main")
        assert ["one", "side"] == texts(opened, "side")
        assert first == opened.frame(first.id.upper())
        assert [("main", 2), ("side", 1)] == [(bookmark, count) for bookmark, _, count in opened.bookmarks()]
        assert (None, None, []) == (opened.frame("0" * 25), opened.bookmarked("none"), opened.findings)


def test_there_is_a_store_only_where_one_was_made(tmp_path: Path) -> None:
    with pytest.raises(InvalidDocument) as refused:
        Store(tmp_path)
    assert "thread.store" == refused.value.diagnostics[0].code
    assert [] == list(tmp_path.iterdir())


def test_an_empty_store_has_no_last_turn(store: Store) -> None:
    assert (None, [], []) == (store.last(), store.bookmarks(), store.latest(5))


def test_content_is_kept_once_under_its_digest(store: Store, ids: Ids) -> None:
    made = ids()
    add(store, made, "same")
    add(store, made, "same")
    files = [path for path in (store.folder / "contents").rglob("*") if path.is_file()]
    content = b'[{"type":"text","text":"same"}]'
    assert [content] == [path.read_bytes() for path in files]
    assert content == store.content(integrity(content))


def test_content_that_is_gone_or_damaged_is_told(store: Store, ids: Ids) -> None:
    address = str(add(store, ids(), "x").hash)
    path = next(path for path in (store.folder / "contents").rglob("*") if path.is_file())
    path.write_bytes(b"other")
    with pytest.raises(InvalidDocument) as damaged:
        store.content(address)
    path.unlink()
    with pytest.raises(InvalidDocument) as gone:
        store.content(address)
    found = [each.value.diagnostics[0].code for each in (damaged, gone)]
    assert ["thread.content-damaged", "thread.content-missing"] == found


def test_damaged_content_is_mended_by_adding_it_again(store: Store, ids: Ids) -> None:
    made = ids()
    add(store, made, "x")
    next(path for path in (store.folder / "contents").rglob("*") if path.is_file()).write_bytes(b"damaged")
    add(store, made, "x")
    assert ["x"] == texts(store)


def test_ids_ascend_though_the_clock_goes_back(store: Store, ids: Ids) -> None:
    found = [add(store, ids(start), "x").id for start in (2_000_000_000_000, 1_000_000_000_000, 1_500_000_000_000)]
    assert sorted(set(found)) == found


def test_an_id_is_given_once(store: Store) -> None:
    turn = NewTurn(frame("a", hash=integrity(b"[]")), b"[]")
    assert [turn.frame] == store.put([turn])
    for turns in ([turn], [NewTurn(Frame(id="A" * 25), b"")], [NewTurn(Frame(id=name("b")), b"")] * 2):
        with pytest.raises(InvalidDocument) as refused:
            store.put(turns)
        assert "thread.exists" == refused.value.diagnostics[0].code
    with pytest.raises(InvalidDocument) as refused:
        store.put([NewTurn(Frame(id="../a"), b"")])
    assert "thread.id" == refused.value.diagnostics[0].code
    assert [encode(turn.frame)] == lines_of(store)


@pytest.mark.parametrize("cut", [1, 2, 20, 60])
def test_a_torn_line_is_told_and_cut_off_by_the_next_turn(store: Store, ids: Ids, cut: int) -> None:
    made = ids()
    for said in ("one", "two", "three"):
        add(store, made, said, respond=said != "one")
    log = store.folder / "frames.jsonl"
    whole = log.read_bytes()
    log.write_bytes(whole[:-cut])
    opened = again(store)
    # A line that lost nothing but its end is whole.
    torn = cut > 1
    assert (["thread.torn"] if torn else []) == codes(opened)
    assert ["one", "two", "three"][: 3 - torn] == texts(opened)
    add(opened, made, "four", respond=True)
    assert ([], ["one", "two", *["three"][: 1 - torn], "four"]) == (codes(opened), texts(opened))
    assert texts(opened) == texts(again(store))
    assert all(json.loads(line) for line in lines_of(store))


def test_lines_that_are_no_frames_are_told_and_passed_over(store: Store, ids: Ids) -> None:
    made = ids()
    add(store, made, "one")
    with (store.folder / "frames.jsonl").open("ab") as log:
        log.write(b'garbage\n\n{"id":7}\n{"id":"short","topic":"gpt.turn"}\n\xff\xfe\n')
    add(store, made, "two", respond=True)
    for opened in (store, again(store)):
        assert (["thread.line"] * 4, ["one", "two"]) == (codes(opened), texts(opened))


def test_a_frame_that_says_odd_things_is_found_and_refused(store: Store) -> None:
    odd = {"id": name("a"), "topic": "gpt.turn", "meta": {"continues": 7, "head": ["x"]}}
    (store.folder / "frames.jsonl").write_text(json.dumps(odd) + "\n")
    with pytest.raises(InvalidDocument) as refused:
        resolve(store, name("a"))
    assert ("thread.continues", "/meta/continues") == (
        refused.value.diagnostics[0].code,
        refused.value.diagnostics[0].pointer,
    )


def test_a_store_that_cannot_be_written_is_read(store: Store, ids: Ids, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, ids(), "one", bookmark="main")
    (store.folder / "index.sqlite").unlink()

    def refuse(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(log_module, "locked", refuse)
    with again(store) as opened:
        assert ["one"] == texts(opened, "main")
    assert not (store.folder / "index.sqlite").exists()


@pytest.mark.parametrize("failing", ["write", "fsync"])
def test_a_turn_that_the_disk_refuses_leaves_nothing(
    store: Store, ids: Ids, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    made = ids()
    add(store, made, "one")
    before = lines_of(store)

    def full(handle: int, data: bytes = b"") -> int:
        if data:
            os.pwrite(handle, data[:5], os.lseek(handle, 0, os.SEEK_CUR))
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, failing, full)
        with pytest.raises(InvalidDocument, match=r"is full \[thread.full\]"):
            add(store, made, "two")
    assert before == lines_of(store)
    add(store, made, "three", respond=True)
    assert ["one", "three"] == texts(store)


def test_what_others_add_is_seen(store: Store, ids: Ids) -> None:
    made = ids()
    add(store, made, "one", bookmark="main")
    with again(store) as other:
        add(other, made, "two", respond=True)
        assert ["one", "two"] == texts(store, "main")
        add(store, made, "three", respond=True)
        assert ["one", "two", "three"] == texts(other, "main")


def test_what_is_said_about_a_store_of_garbage_is_short(store: Store) -> None:
    (store.folder / "frames.jsonl").write_bytes(b"garbage\n" * 1000)
    assert ["thread.line"] * 20 == codes(store)


def test_a_turn_is_on_the_disk_before_it_is_given_back(store: Store, ids: Ids, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kill shows what a process leaves to the system; that the system was asked to keep it, only its calls show."""
    steps: list[str] = []

    def name_of(handle: int) -> str:
        known = {path.stat().st_ino: path for path in [store.folder, *store.folder.rglob("*")]}
        path = known[os.fstat(handle).st_ino]
        return "a folder of contents" if path.parent.name == "contents" and path.is_dir() else path.name

    def told(what: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            steps.append(f"{what} {name_of(given[0]) if isinstance(given[0], int) else given[0].name}")
            return real(*given, **named)

        return call

    for each in ("fsync", "write", "replace"):
        monkeypatch.setattr(os, each, told(each, getattr(os, each)))
    add(store, ids(), "x")
    expected = [
        "fsync incoming",
        "replace incoming",
        "fsync a folder of contents",
        "fsync contents",
        "write frames.jsonl",
        "fsync frames.jsonl",
        "write frames.sha256",
        "fsync frames.sha256",
    ]
    assert expected == steps


ADDER = """
import itertools, sys
from pathlib import Path
from turnwire.systems.gpt2099.threads import Generator, Store, Told, add_turn
number = int(sys.argv[2])
ticks, draws = itertools.count(1_700_000_000_000), itertools.count(number)
ids = Generator(lambda: next(ticks), lambda _: next(draws))
with Store(Path(sys.argv[1])) as store:
    for count in range(25):
        store.add(ids, lambda turn_id: add_turn(store, f"{number} {count}", Told(respond=True), turn_id))
"""


def test_processes_that_add_at_once_lose_nothing(store: Store, ids: Ids) -> None:
    add(store, ids(), "first")
    commands = [[sys.executable, "-c", ADDER, str(store.folder), str(number)] for number in range(3)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    running = [subprocess.Popen(command, env=environment) for command in commands]
    assert [0, 0, 0] == [each.wait(120) for each in running]
    found = texts(store)
    # Each responded to the latest turn, so one thread holds all of them, and those of each process in its order.
    assert sorted(["first", *(f"{number} {count}" for number in range(3) for count in range(25))]) == sorted(found)
    for number in range(3):
        own = [each for each in found if each.startswith(f"{number} ")]
        assert [f"{number} {count}" for count in range(25)] == own


pieces = st.one_of(
    st.binary(max_size=40),
    st.sampled_from(
        [b"\n", b"{", b"}", b'"', b"\0", encode(frame("a")), encode(frame("b", "a")), b'{"id":"' + b"c" * 25]
    ),
)


def outcome(store: Store, key: str) -> str:
    """The first word of a refusal's code; anything else that is raised fails the test."""
    try:
        resolve(store, key)
    except InvalidDocument as refusal:
        return refusal.diagnostics[0].code.partition(".")[0]
    return "resolved"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(pieces, max_size=12), st.booleans())
def test_a_store_of_garbage_is_opened_and_added_to(
    tmp_path_factory: pytest.TempPathFactory,
    ids: Ids,
    data: list[bytes],
    fresh: bool,  # noqa: FBT001
) -> None:
    folder = tmp_path_factory.mktemp("garbage") / "threads"
    with Store(folder, create=True) as store:
        if not fresh:
            add(store, ids(), "one")
        with (folder / "frames.jsonl").open("ab") as log:
            log.write(b"".join(data))
    with Store(folder) as store:
        known = store.latest(100)
        assert {"thread", "json", "resolved"} >= {outcome(store, key) for key in known}
        greatest = max(known, default="")
        if greatest > str(Scru128(2**48 - 1, 2**24 - 1, 2**24 - 1, 2**32 - 1)):
            return
        add(store, ids(), "after all")
        assert ["after all"] == texts(store)
        assert set(known) < set(store.latest(200))
