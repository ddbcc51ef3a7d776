"""Packed files, arrays larger than memory, and lines that are too long: what is wrong with them is a finding."""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest
import zstandard
from tests.cli.conftest import PLAIN, PLAIN_TOY

from turnwire.cli.archives import pieces
from turnwire.cli.archives.elements import Splitter
from turnwire.cli.archives.pieces import Broken, Cut, Meter
from turnwire.cli.inputs import Entry, find
from turnwire.codec import packed
from turnwire.codec.packed import Feed
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from click.testing import Result

    Command = Callable[..., Result]

NOISE = hashlib.shake_128(b"noise").digest(999).replace(b"\n", b"")
LINES = f"{PLAIN}\n".encode() * 3
PACK: dict[str, Callable[[bytes], bytes]] = {".gz": gzip.compress, ".zst": zstandard.compress}


def in_chunks(text: bytes, size: int) -> Iterator[bytes]:
    return (text[start : start + size] for start in range(0, len(text), size))


@pytest.mark.parametrize("suffix", PACK)
@pytest.mark.parametrize(
    "text", [LINES, LINES.rstrip(), b"\n\n" + LINES.replace(b"\n", b"\r\n\r\n")], ids=["lf", "no end", "crlf"]
)
def test_packed_lines_are_read_as_lines(suffix: str, text: bytes, folder: Path, turnwire_command: Command) -> None:
    (folder / "a.jsonl").write_bytes(text)
    (folder / f"b.jsonl{suffix}").write_bytes(PACK[suffix](text))
    plain = turnwire_command("convert a.jsonl --to toy -o plain/")
    found = turnwire_command(f"convert b.jsonl{suffix} --to toy -o out/")
    assert (0, plain.stderr) == (found.exit_code, found.stderr)
    assert (folder / "plain/a.jsonl").read_bytes() == (folder / "out/b.jsonl").read_bytes()


@pytest.mark.parametrize("suffix", PACK)
def test_several_members_are_one_file(suffix: str, folder: Path, turnwire_command: Command) -> None:
    (folder / f"a.jsonl{suffix}").write_bytes(PACK[suffix](LINES) + PACK[suffix](LINES))
    assert "6 documents: 6 valid" in turnwire_command("validate .").stderr


@pytest.mark.parametrize("suffix", PACK)
def test_a_file_that_is_not_packed_is_told_so(suffix: str, folder: Path, turnwire_command: Command) -> None:
    (folder / f"a.jsonl{suffix}").write_bytes(LINES)
    found = turnwire_command(f"convert a.jsonl{suffix} --to toy")
    expected = f"a.jsonl{suffix}:1: the data do not begin as a {suffix} file does [archive.corrupt]"
    assert (expected, "  hint: if the file is not packed, take the suffix out of its name") == (
        *found.stderr.splitlines()[:2],
    )


@pytest.mark.parametrize("suffix", PACK)
@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (lambda data: data[:-9], "archive.truncated"),
        (lambda data: data[:4] + b"\x00\xff\x13" * 9 + data[31:], "archive.corrupt"),
        (lambda data: b"no packed data" + data, "archive.corrupt"),
    ],
    ids=["cut", "damaged", "other"],
)
@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
def test_a_broken_packed_file_is_a_finding_and_the_next_is_read(
    name: str, fault: Callable[[bytes], bytes], code: str, suffix: str, folder: Path, turnwire_command: Command
) -> None:
    (folder / f"{name}{suffix}").write_bytes(fault(PACK[suffix](NOISE + LINES)))
    (folder / "b.json").write_text(PLAIN)
    found = turnwire_command(f"convert {name}{suffix} b.json --to toy -q")
    assert 1 == found.exit_code
    assert found.stdout.endswith(f"{PLAIN_TOY}\n")
    assert f"[{code}]" in found.stderr
    assert f"{name}{suffix}:" in found.stderr


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "the file has no bytes, but a .{} file has at least a header"),
        (b"\0" * 4096, "the data do not begin as a .{} file does"),
    ],
    ids=["empty", "zeros, which a crash leaves"],
)
@pytest.mark.parametrize("suffix", PACK)
@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
def test_a_packed_file_without_data_is_a_finding(
    name: str, suffix: str, data: bytes, said: str, folder: Path, turnwire_command: Command
) -> None:
    (folder / f"{name}{suffix}").write_bytes(data)
    found = turnwire_command(f"validate {name}{suffix}")
    assert (1, True) == (found.exit_code, said.format(suffix[1:]) in found.stdout + found.stderr)


@pytest.mark.parametrize("suffix", PACK)
def test_packed_text_of_no_bytes_is_empty(suffix: str, folder: Path, turnwire_command: Command) -> None:
    (folder / f"a.jsonl{suffix}").write_bytes(PACK[suffix](b""))
    found = turnwire_command(f"validate a.jsonl{suffix}")
    assert (0, "0 documents") == (found.exit_code, found.stderr[:11])


@pytest.mark.parametrize("suffix", PACK)
@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
def test_a_bomb_is_a_finding(
    suffix: str, name: str, folder: Path, monkeypatch: pytest.MonkeyPatch, turnwire_command: Command
) -> None:
    monkeypatch.setattr(packed, "_FREE", 2**20)
    (folder / f"{name}{suffix}").write_bytes(PACK[suffix](b"\n" * 2**24))
    found = turnwire_command(f"convert {name}{suffix} --to toy")
    assert 1 == found.exit_code
    assert "unpacks to more than 1,000 times its size" in found.stderr


def test_the_package_of_zst_is_named_where_it_is_missing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, turnwire_command: Command
) -> None:
    for name in ("zstandard", "compression.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    (folder / "a.jsonl.zst").write_bytes(zstandard.compress(LINES))
    (folder / "b.json").write_text(PLAIN)
    found = turnwire_command("validate .")
    assert 2 == found.exit_code
    assert "a.jsonl.zst: cannot be read: reading .zst needs the package zstandard: pip install" in found.stderr
    assert "1 document: 1 valid" in found.stderr


def cut(folder: Path, name: str, most: int, *, each: bool | None = None) -> list[Any]:
    (source,) = find([str(folder / name)], None, None).sources
    return list(pieces.pieces(source, Cut(most, each), Meter()))


def test_a_line_that_is_too_long_is_a_finding_and_the_next_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed, "CHUNK", 64)
    (folder / "a.jsonl").write_bytes(b"1\n" + b"2" * 1000 + b"\n3\n" + b"4" * 1000)
    found = [
        each.entry.line if isinstance(each, Broken) else [(one.line, one.data) for one in each.entries()]
        for each in cut(folder, "a.jsonl", 200)
    ]
    assert [[(1, b"1")], 2, [(3, b"3")], 4] == found


ARRAYS = [
    [],
    [1, None, 'a,]\\"', {"a": [1, {"b}": "]"}]}, "é"],
    [[], {}, [[1], {"x\\": "\\"}]],
]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 4096])
@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("array", ARRAYS)
def test_elements_have_their_texts_and_places(array: list[Any], indent: int | None, size: int) -> None:
    text = b"\n " + json.dumps(array, indent=indent, ensure_ascii=False).encode() + b"\n"
    found = list(Splitter(100).elements(in_chunks(text, size)))
    assert array == [json.loads(each.text or b"") for each in found]
    for each in found:
        before = text[: each.offset]
        assert text[each.offset :].startswith(each.text or b"")
        assert (before.count(b"\n") + 1, len(before) - before.rfind(b"\n") - 1) == (each.line, each.column)


@pytest.mark.parametrize("size", [1, 5, 4096])
@pytest.mark.parametrize(
    ("text", "texts"),
    [(b"[1,]", [b"1", b""]), (b"[,]", [b"", b""]), (b'[1,"' + b"x" * 300 + b'",2]', [b"1", None, b"2"])],
)
def test_elements_that_are_none(text: bytes, texts: list[bytes | None], size: int) -> None:
    assert texts == [each.text for each in Splitter(100).elements(in_chunks(text, size))]


@pytest.mark.parametrize("size", [1, 4096])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"[1,\n2", "the array ends inside element 1, which begins on line 2"),
        (b'["a', "the array ends inside element 0"),
        (b"[1]\n[2]", "text after the end of the array"),
        (b"[1],", "text after the end of the array"),
    ],
)
def test_arrays_that_break_off_or_go_on(text: bytes, message: str, size: int) -> None:
    with pytest.raises(InvalidDocument, match=message):
        list(Splitter(100).elements(in_chunks(text, size)))


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A JSON file is large from 1,000 bytes."""
    monkeypatch.setattr(packed, "CHUNK", 500)
    monkeypatch.setattr(pieces, "LARGE", 1000)


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_a_large_array_of_documents_is_read_one_by_one(suffix: str, folder: Path, turnwire_command: Command) -> None:
    texts = [PLAIN] * 50
    texts[7] = '{"history": 5}'
    text = "[\n" + ",\n ".join(texts) + "\n]"
    (folder / f"a.json{suffix}").write_bytes(PACK[".gz"](text.encode()) if suffix else text.encode())
    found = turnwire_command(f"convert a.json{suffix} --to toy -o out/")
    assert 1 == found.exit_code
    assert "50 documents: 49 converted, 1 refused" in found.stderr
    assert f"a.json{suffix}[7]:9:" in found.stderr
    assert 49 == len(json.loads((folder / "out/a.json").read_text()))


@pytest.mark.usefixtures("_small")
def test_a_large_list_of_messages_is_one_document(folder: Path) -> None:
    (folder / "a.json").write_text(json.dumps([{"role": "user", "content": "hi"}] * 100))
    (one,) = cut(folder, "a.json", 10**6)
    assert isinstance(one, Entry)
    assert one.source.item is None
    *rows, end = cut(folder, "a.json", 10**6, each=True)
    assert (100, b"]") == (len(rows), end.data)


@pytest.mark.parametrize(("option", "documents"), [("", 2), ("--each", 2), ("--whole", 1)])
def test_what_an_array_holds_can_be_said(option: str, documents: int, folder: Path, turnwire_command: Command) -> None:
    (folder / "a.json").write_text(f"[{PLAIN}, {PLAIN}]")
    found = turnwire_command(f"validate a.json {option}")
    assert f"{documents} document" in found.stderr


@pytest.mark.parametrize(
    ("exclude", "left"),
    [
        ("", ["a.json", "x/b.json", "x/y/c.jsonl"]),
        ("--exclude x", ["a.json"]),
        ("--exclude x/", ["a.json"]),
        ("--exclude *.jsonl", ["a.json", "x/b.json"]),
        ("--exclude x/y/*", ["a.json", "x/b.json"]),
        ("--exclude a.json --exclude c.*", ["x/b.json"]),
    ],
)
def test_files_are_left_out_and_counted(exclude: str, left: list[str], folder: Path, turnwire_command: Command) -> None:
    for name in ("a.json", "x/b.json", "x/y/c.jsonl", "x/notes.TXT", "x/LICENSE", "x/more.txt"):
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_text(PLAIN)
    found = turnwire_command(f"detect . {exclude}")
    assert left == [line.split(":")[0] for line in found.stdout.splitlines()]
    out = f"{3 - len(left)} excluded, " if exclude else ""
    assert f"not read: 2 .txt, {out}1 without a suffix" in found.stderr


def test_packed_files_are_not_written(folder: Path, turnwire_command: Command) -> None:
    (folder / "a.json").write_text(PLAIN)
    found = turnwire_command("convert a.json --to toy -o out.jsonl.gz")
    assert 2 == found.exit_code
    assert "packed files are read, not written" in found.stderr


def test_a_chunk_of_a_pipe_is_passed_on_at_once() -> None:
    class Pipe:
        def read1(self, _: int) -> bytes:
            return b"1\n"

        read = None

    assert b"1\n" == next(iter(Feed(Pipe(), None)))  # type: ignore[arg-type]


@pytest.mark.parametrize("command", ["validate", "convert --to toy"])
def test_a_document_that_is_too_large_has_advice_for_the_command_line(
    command: str, folder: Path, turnwire_command: Command
) -> None:
    (folder / "a.json").write_bytes(b'{"a":"' + b"x" * (64 << 20) + b'"}')
    done = turnwire_command(f"{command} a.json")
    said = done.stdout + done.stderr
    assert (1, True, False) == (done.exit_code, "split it" in said, "max_bytes" in said)
