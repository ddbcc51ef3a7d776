"""Pictures whose media type nobody tells: the first bytes do, for targets that demand one."""

from __future__ import annotations

import base64

import msgspec
import pytest

from turnwire.losses import Losses
from turnwire.lowering.features import draft_history
from turnwire.lowering.media_types import block_for, media_type_of, report_media_types
from turnwire.model import (
    AudioBlock,
    DocumentBlock,
    History,
    ImageBlock,
    Message,
    Source,
    ToolResultBlock,
    VideoBlock,
)

FIRST_BYTES = [
    (b"\x89PNG\r\n\x1a\n" + b"0123456789", "image/png"),
    (b"\xff\xd8\xff\xe0" + b"0123456789abcdef", "image/jpeg"),
    (b"GIF89a" + b"0123456789abcdef", "image/gif"),
    (b"RIFF\x12\x34\x56\x78WEBPVP8 ", "image/webp"),
    (b"RIFF\xff\xfe\xfd\x01WEBPVP8L", "image/webp"),
    (b"RIFF\x12\x34\x56\x78WAVEfmt ", None),
    (b"no picture at all", None),
    (b"", None),
]


def in_base64(data: bytes) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(base64.b64encode(data).decode()))


KINDS = [
    ("image/png", ImageBlock),
    ("IMAGE/PNG", ImageBlock),
    ("Audio/mpeg", AudioBlock),
    ("viDEO/mp4", VideoBlock),
    ("application/pdf", DocumentBlock),
    ("images/png", DocumentBlock),
    ("", DocumentBlock),
    (None, DocumentBlock),
]


@pytest.mark.parametrize(("media_type", "expected"), KINDS)
def test_the_kind_of_a_media_type(media_type: str | None, expected: type) -> None:
    assert expected is block_for(media_type)


@pytest.mark.parametrize(("data", "expected"), FIRST_BYTES)
def test_first_bytes(data: bytes, expected: str | None) -> None:
    assert expected == media_type_of(in_base64(data))


def test_is_told_also_inside_of_results() -> None:
    image = ImageBlock(Source("base64", in_base64(FIRST_BYTES[0][0])))
    document = History([Message("user", [image]), Message("tool", [ToolResultBlock("a", None, [image])])])
    losses = Losses("some_chat")
    draft = report_media_types.rule(draft_history(document), losses)
    result = draft.turns[1].blocks[0]
    assert isinstance(result, ToolResultBlock)
    told = [block.media_type for block in (draft.turns[0].blocks[0], result.content[0]) if type(block) is ImageBlock]
    assert told == ["image/png", "image/png"]
    places = ["/history/0/content/0/media_type", "/history/1/content/0/content/0/media_type"]
    assert [("invented", place) for place in places] == [(loss.kind, loss.path) for loss in losses.found]
    assert image.media_type is None
