"""The descriptions of the schemas say what the comments of the proto say, word for word."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.schemas import parity

from turnwire.documents import schemas

if TYPE_CHECKING:
    from collections.abc import Iterator

PROTO = Path(__file__).parents[2] / "proto"

BLOCK = re.compile(r"(message|enum) (\w+) \{")
MEMBER = re.compile(r"(?:.* )?(\w+) = \d+;")


def comments(package: str) -> dict[str, str]:
    """`Message`, `Message.role` -> the comment above it on one line."""
    found: dict[str, str] = {}
    for path in sorted(PROTO.joinpath(*package.split(".")).glob("*.proto")):
        if path.name != "service.proto":
            found |= dict(_comments_of(path.read_text("utf-8"), package))
    return found


def _comments_of(text: str, package: str) -> Iterator[tuple[str, str]]:
    words: list[str] = []
    owner = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("//"):
            words.append(line.removeprefix("//").strip())
            continue
        if block := BLOCK.match(line):
            owner = block[2]
            yield owner, " ".join(words)
        elif member := MEMBER.match(line):
            yield f"{owner}.{parity.key(package, member[1])}", " ".join(words).removeprefix("Required. ")
        words = []


def descriptions(system: str) -> dict[str, str]:
    """The same, from the schemas."""
    found: dict[str, str] = {}
    for name in schemas.names(system):
        for title, node in parity.definitions(json.loads(schemas.schema(name))):
            found[title] = node["description"]
            for key, each in node.get("properties", {}).items():
                found[f"{title}.{key}"] = each["description"]
            if (further := node.get("additionalProperties")) and "properties" in node:
                found[f"{title}.extra"] = further["description"]
    return found


def expected(package: str) -> dict[str, str]:
    """An enum's description tells its words too; a tag and a member of a oneof are told at the message."""
    told = comments(package)
    model = parity.of_proto(parity.proto_files(package), package)
    said = {title: told[title] for title in (*model.fields, *model.unions, *model.enums)}
    for title, keys in model.fields.items():
        said |= {f"{title}.{key}": told.get(f"{title}.{key}", TAG) for key in keys}
    for file in parity.proto_files(package):
        for enum in file.enum_types_by_name.values():
            values = [each.name for each in enum.values if each.number]
            prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
            words = (f"`{v.removeprefix(prefix).lower()}`: {told[f'{enum.name}.{v}']}" for v in values)
            said[enum.name] = " ".join((told[enum.name], *words))
    said |= {f"{title}.type": KIND[title] for title in model.unions}
    return said


TAG = "Says which kind this is."
KIND = {"ContentBlock": "The kind of block.", "StreamEvent": "The kind of event."}


@pytest.mark.parametrize("system", schemas.systems())
def test_descriptions_are_the_comments(system: str) -> None:
    package = "turnwire.v1" if system == schemas.NATIVE else f"turnwire.{system}.v1"
    assert expected(package) == descriptions(system)
