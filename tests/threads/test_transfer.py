"""Frames of cross.stream: what `xs cat` prints and `.export` writes is taken, and given back."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.threads.conftest import name
from tests.threads.test_command import done, run, texts, window

from turnwire.errors import InvalidDocument
from turnwire.systems.gpt2099.threads import InMemory, Store, integrity
from turnwire.systems.gpt2099.threads.cross_stream import Exported, cas_name, read_frames, take
from turnwire.systems.gpt2099.threads.frames import decode, encode

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("_here")


@pytest.fixture
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TURNWIRE_THREADS", raising=False)


def said(text: str) -> bytes:
    return json.dumps([{"type": "text", "text": text}]).encode()


def printed(letter: str, content: bytes | None, topic: str = "gpt.turn", **meta: Any) -> dict[str, Any]:
    """A frame as `xs cat` prints it: with null where there is nothing."""
    address = None if content is None else integrity(content)
    about = {"content_type": "application/json", **meta} if meta else None
    return {"topic": topic, "id": name(letter), "hash": address, "meta": about, "ttl": "forever"}


# A thread as gpt2099 stores it: its reply and the turn after it have no bookmark, the reply links by a text.
CONTENTS = [said("Rhine or Elbe?"), said("The Rhine."), said("By how much?")]
PRINTED = [
    printed("a", CONTENTS[0], role="user", head="rivers", options={"provider_ptr": "milli"}, continues=[]),
    printed("b", None, "gpt.call", continues=name("a")),
    printed("c", CONTENTS[1], role="assistant", continues=name("a"), message={"model": "m"}),
    printed("d", b"key", "gpt.provider"),
    {"topic": "gpt.provider.ptrs", "id": name("e"), "meta": {"milli": {"provider": "anthropic", "model": "claude-x"}}},
    printed("f", CONTENTS[2], role="user", options={}, continues=[name("c")]),
]


def lines(frames: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in frames)


def exported(folder: Path, layout: str) -> Path:
    """The contents in a folder as cross.stream lays them out."""
    for content in CONTENTS:
        address = integrity(content)
        digest = base64.b64decode(address.removeprefix("sha256-")).hex()
        path = (
            folder
            / {
                "export": f"cas/{base64.b64encode(address.encode()).decode()}",
                "cacache": f"cacache/content-v2/sha256/{digest[:2]}/{digest[2:4]}/{digest[4:]}",
                "ours": f"contents/{digest[:2]}/{digest[2:]}",
            }[layout]
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


@pytest.mark.parametrize("layout", ["export", "cacache", "ours"])
def test_what_xs_cat_prints_is_imported(tmp_path: Path, layout: str) -> None:
    exported(tmp_path / "there", layout)
    found = run("import", "-", "--contents", "there", said=lines(PRINTED))
    told = "4 frames imported\nleft out, of other topics: gpt.call 1, gpt.provider 1\n"
    assert (0, "", told) == (found.exit_code, found.stdout, found.stderr)
    assert ["Rhine or Elbe?", "The Rhine.", "By how much?"] == texts("rivers")
    assert {"provider_ptr": "milli"} == window("rivers")["options"]
    assert ["milli", "anthropic", "claude-x"] == done("pointer").splitlines()[1].split()


def test_a_folder_of_export_is_imported_once(tmp_path: Path) -> None:
    folder = exported(tmp_path / "there", "export")
    (folder / "frames.jsonl").write_bytes(lines(PRINTED))
    first = json.loads(done("import", "there", "--json"))
    left_out = {"gpt.call": 1, "gpt.provider": 1}
    assert {"added": 4, "known": 0, "left_out": left_out, "missing": []} == first
    again = json.loads(done("import", "there", "--json"))
    assert {"added": 0, "known": 4, "left_out": left_out, "missing": []} == again


def test_what_is_exported_is_imported_elsewhere() -> None:
    done("add", "one", "-b", "main", "-p", "milli")
    done("pointer", "milli", "anthropic:claude-x")
    done("add", "--reply", '{"message":{"content":[{"type":"text","text":"two"}]}}')
    done("add", "other")
    assert "" == done("export", "-o", "out")
    run("import", "out", "--store", "elsewhere")
    assert done("resolve", "main") == done("resolve", "main", "--store", "elsewhere")
    assert done("export") == done("export", "--store", "elsewhere")
    topics = [json.loads(line)["topic"] for line in done("export", "main").splitlines()]
    assert ["gpt.turn", "gpt.provider.ptrs", "gpt.turn"] == topics


def test_a_folder_with_files_is_not_written_to(tmp_path: Path) -> None:
    done("add", "one")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("x")
    found = run("export", "-o", "out")
    assert (2, True) == (found.exit_code, "not empty" in found.stderr)
    assert ["mine"] == [path.name for path in (tmp_path / "out").iterdir()]


def test_turns_that_are_not_there_are_named(tmp_path: Path) -> None:
    exported(tmp_path / "there", "export")
    found = run("import", "-", "--contents", "there", said=lines(PRINTED[2:3]))
    told = f"1 frame imported\n1 turn that others continue is not there: {name('a')}\n"
    assert (0, told) == (found.exit_code, found.stderr)


OTHER = PRINTED[0] | {"ttl": "head:1"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"\nnonsense\n", "standard input:2:1: expected a value"),
        (lines([{"topic": "gpt.turn", "id": "short"}]), "standard input:1: /id: 'short' is not a SCRU128 [thread.id]"),
        (lines([PRINTED[0], OTHER]), f"standard input:2: there is another frame {name('a')} already [thread.exists]"),
        (lines([PRINTED[0], printed("z", b"[]")]), "standard input:2: there is no content"),
        (lines([PRINTED[0] | {"hash": "sha256-x"}]), "standard input:1: 'sha256-x' is not the SHA-256 address"),
        (lines([PRINTED[0] | {"meta": {"continues": 7}}]), "standard input:1:"),
    ],
)
def test_nothing_is_added_where_a_frame_is_refused(tmp_path: Path, text: bytes, expected: str) -> None:
    exported(tmp_path / "there", "export")
    found = run("import", "-", "--contents", "there", said=text)
    assert (1, True) == (found.exit_code, found.stderr.startswith(expected)), found.stderr
    assert b"" == (tmp_path / "threads" / "frames.jsonl").read_bytes()


def test_a_missing_content_is_refused_with_the_folder(tmp_path: Path) -> None:
    with pytest.raises(InvalidDocument) as refused:
        Exported(tmp_path / "there").read(integrity(b"x"))
    assert f"in the folder '{tmp_path / 'there'}'" in refused.value.diagnostics[0].message


def test_a_damaged_content_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cas" / cas_name(integrity(b"x"))
    path.parent.mkdir()
    path.write_bytes(b"y")
    with pytest.raises(InvalidDocument, match=r"thread\.content-damaged"):
        Exported(tmp_path).read(integrity(b"x"))


def test_recorded_frames_are_taken_but_for_their_addresses(derived: Path, store: Store) -> None:
    data = json.loads((derived / "ctx-resolve.json").read_text())
    # The addresses of the recording are short names; real ones take their place.
    addresses = {short: integrity(text.encode()) for short, text in data["blobs"].items()}
    contents = {addresses[short]: text.encode() for short, text in data["blobs"].items()}
    frames = [each | ({"hash": addresses[each["hash"]]} if each.get("hash") else {}) for each in data["frames"]]
    taken = take(store, read_frames(lines(frames).splitlines()), contents.__getitem__)
    assert (len(frames), []) == (taken.added, taken.missing)
    memory = InMemory([decode(json.dumps(each).encode()) for each in frames], contents)
    assert {each.key: encode(each) for each in map(store.frame, store.keys()) if each} == {
        each["id"]: encode(frame) for each in frames if (frame := memory.frame(each["id"]))
    }
    assert data["headish"] == {bookmark: store.bookmarked(bookmark) for bookmark in data["headish"]}
