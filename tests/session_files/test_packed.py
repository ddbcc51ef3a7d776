"""A packed file that is damaged is read as far as it can be unpacked, and then refused for the damage."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from tests.session_files.claude import file_of
from tests.session_files.claude_files import PLAIN
from tests.session_files.document_files import ATIF, CHATGPT

from turnwire.cli.session_files import opened as opened_module
from turnwire.cli.session_files.listing import command
from turnwire.cli.session_files.opened import opened
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from pathlib import Path

_LIST = json.dumps([*CHATGPT["two"], CHATGPT["plain"][0]]).encode()

# The beginning of a file, and how many conversations of it are whole.
CUT: dict[str, tuple[bytes, int]] = {
    "a list of conversations": (_LIST[:-20], 2),
    "a list of conversations on lines": (json.dumps(json.loads(_LIST), indent=1).encode()[:-20], 2),
    "lines": (file_of(*PLAIN)[:-20], 1),
}


def packed_and_cut(data: bytes) -> bytes:
    """A packed file that ends after these bytes, without their checksum."""
    return gzip.compress(data)[:-8]


@pytest.mark.parametrize("large", [0, 8_000_000])
@pytest.mark.parametrize("name", CUT)
def test_what_comes_before_the_damage_is_read(
    name: str, large: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opened_module, "LARGE", large)
    data, count = CUT[name]
    path = tmp_path / "session.json.gz"
    path.write_bytes(packed_and_cut(data))
    with opened(str(path), None) as found:
        for _ in range(count):
            assert list(next(found.conversations))
        with pytest.raises(InvalidDocument) as refused:
            next(found.conversations)
    assert "archive.truncated" == refused.value.diagnostics[0].code


@pytest.mark.parametrize("large", [0, 8_000_000])
@pytest.mark.parametrize("data", [json.dumps(ATIF["call"]).encode()[:-20], b"", b"[", b'{"a": 1}'])
def test_a_file_of_which_nothing_can_be_read_is_refused_for_the_damage(
    data: bytes, large: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opened_module, "LARGE", large)
    path = tmp_path / "session.json.gz"
    path.write_bytes(packed_and_cut(data))
    with pytest.raises(InvalidDocument) as refused, opened(str(path), None) as found:
        list(map(list, found.lines()))
    assert "archive.truncated" == refused.value.diagnostics[0].code


def test_the_list_has_what_comes_before_the_damage(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json.gz"
    path.write_bytes(packed_and_cut(_LIST[:-20]))
    done = CliRunner().invoke(command, [str(path), "--format", "json"], standalone_mode=False)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert ["gpt-1", "gpt-2"] == [row["id"] for row in rows]
    assert "the packed file ends too early" in done.stderr
    assert 1 == done.return_value
