"""What `turnwire validate` finds in Protobuf binary and in ProtoJSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

pytestmark = pytest.mark.all_dialects

TEXT = b"\x12\x07\x0a\x05\x0a\x03Hi."
NEW = b"\xfa\x3e\x01x"

FOUND: list[tuple[str, str, bytes, list[tuple[str, str, str]]]] = [
    ("all is known", "a.binpb", b"\x0a\x0b\x08\x01" + TEXT, []),
    ("a new field", "a.binpb", b"\x0a\x0f\x08\x01" + TEXT + NEW, [("TW203", "warning", "/history/0")]),
    (
        "two new fields, of which one is in the whole",
        "a.binpb",
        b"\x0a\x0f\x08\x01" + TEXT + NEW + NEW,
        [("TW203", "warning", "/history/0"), ("TW203", "warning", "")],
    ),
    ("a new role", "a.binpb", b"\x0a\x0b\x08\x63" + TEXT, [("TW203", "warning", "/history/0/role")]),
    ("cut off", "a.binpb", b"\x0a\x0b\x08\x01" + TEXT[:-1], [("TW113", "error", "/history/0/content/0/text/text")]),
    (
        "a new field of a chat",
        "glm.binpb",
        b"\x0a\x0b\x0a\x09\x0a\x03Hi." + NEW,
        [("TW113", "error", "/history/0/user")],
    ),
    (
        "a chat that is cut off",
        "glm.binpb",
        b"\x0a\x07\x0a\x05\x0a\x03Hi",
        [("TW113", "error", "/history/0/user/content")],
    ),
    (
        "a new member in ProtoJSON",
        "a.protojson",
        b'{"history": [{"role": "ROLE_USER", "new": 1, "content": [{"text": {"text": "Hi."}}]}]}',
        [("TW203", "warning", "/history/0/new")],
    ),
    (
        "a new block in ProtoJSON",
        "a.protojson",
        b'{"history": [{"role": "ROLE_USER", "content": [{"text": {"text": "Hi."}}, {"new": {"a": 1}}]}]}',
        [("TW203", "warning", "/history/0/content/1")],
    ),
]


@pytest.mark.parametrize(("name", "data", "expected"), [row[1:] for row in FOUND], ids=[row[0] for row in FOUND])
def test_what_is_found(
    name: str, data: bytes, expected: list[tuple[str, str, str]], folder: Path, turnwire_command: Callable[..., Result]
) -> None:
    (folder / name).write_bytes(data)
    dialect, encoding = ("glm" if name == "glm.binpb" else "turnwire"), name.partition(".")[2]
    line = f"validate --kind request --from {dialect} --input-format {encoding} --format jsonl {name}"
    report = json.loads(turnwire_command(line).stdout.partition("\n")[0])
    found = [(each["code"], each["severity"], each["pointer"]) for each in report["diagnostics"]]
    assert expected == found
    assert all(each["file"] == name for each in report["diagnostics"])


def test_only_the_layer_of_the_schema_reports_new_fields(folder: Path, turnwire_command: Callable[..., Result]) -> None:
    (folder / "a.binpb").write_bytes(b"\x0a\x0f\x08\x01" + TEXT + NEW)
    codes = {
        layer: "TW203" in turnwire_command(f"validate --kind request --layer {layer} a.binpb").stdout
        for layer in ("syntax", "schema", "meaning")
    }
    assert {"syntax": False, "schema": True, "meaning": False} == codes
