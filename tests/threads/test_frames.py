"""Frames come back as they were, whatever else they say, and what cannot be one is refused with a code."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwire.errors import InvalidDocument
from turnwire.systems.gpt2099.threads.frames import Frame, Meta, decode, encode
from turnwire.systems.gpt2099.threads.hashes import digest, integrity

ID = "03dvnby7v8s90z5n0ku88i9wv"

FRAMES: list[dict[str, Any]] = [
    {"id": ID, "topic": "gpt.turn"},
    {"id": ID.upper(), "topic": "gpt.call", "meta": None, "ttl": "forever", "context_id": "0" * 25},
    {"id": ID, "topic": "gpt.turn", "meta": {"continues": ID, "options": {"servers": None, "search": False}}},
    {"id": ID, "topic": "gpt.turn", "hash": "h", "meta": {"continues": [], "inherited": {"x": [1, 2.5, {"y": None}]}}},
    {"id": ID, "topic": "gpt.turn", "meta": {"type": "document", "file_size": 17, "extra": 1}, "extra": {"a": [1]}},
    {"id": ID, "topic": "gpt.turn", "meta": {"file_size": "1.2 kB", "cache": None, "head": None, "role": "assistant"}},
    {"id": ID, "topic": "gpt.turn", "meta": {"message": {"id": "m", "usage": {"n": 10**30}}, "frame_id": ID}},
]


@pytest.mark.parametrize("whole", FRAMES)
def test_a_frame_comes_back_equal(whole: dict[str, Any]) -> None:
    assert whole == json.loads(encode(decode(json.dumps(whole, indent=2).encode())))


free = st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=3))
unknown = st.dictionaries(st.text(min_size=1).filter(lambda name: name not in Meta.__struct_fields__), free, max_size=4)


@given(unknown, unknown)
def test_tomorrows_keys_survive(beside: dict[str, Any], within: dict[str, Any]) -> None:
    known = {name: value for name, value in beside.items() if name not in Frame.__struct_fields__}
    whole = {"id": ID, "topic": "gpt.turn", "meta": {"role": "user", **within}, **known}
    assert whole == json.loads(encode(decode(json.dumps(whole).encode())))


def test_a_frame_is_one_line() -> None:
    assert b"\n" not in encode(decode(json.dumps(FRAMES[4], indent=2).encode()))


@pytest.mark.parametrize(
    ("text", "code", "pointer"),
    [
        ('{"id":"a","topic":"t","meta":{"continues":7}}', "thread.continues", "/meta/continues"),
        ('{"id":"a","topic":"t","meta":{"continues":{"a":1}}}', "thread.continues", "/meta/continues"),
        ('{"id":"a","topic":"t","meta":{"continues":["a",["b"]]}}', "thread.continues", "/meta/continues/1"),
        ('{"id":"a","topic":"t","meta":{"options":[]}}', "json.type", "/meta/options"),
        ('{"id":"a","topic":"t","meta":{"cache":"yes"}}', "json.type", "/meta/cache"),
        ('{"id":"a","topic":"t","meta":[]}', "json.type", "/meta"),
        ('{"topic":"t"}', "json.required", ""),
        ('{"id":7,"topic":"t"}', "json.type", "/id"),
        ('{"id":"a","topic":"t"', "json.truncated", None),
        ("[]", "json.type", ""),
        ('{"id":"\\ud800","topic":"t"}', "json.surrogate", "/id"),
        ('{"id":"a","topic":"t","x":' + "[" * 100 + "]" * 100 + "}", "json.depth", None),
    ],
)
def test_what_is_no_frame_is_refused_with_a_code(text: str, code: str, pointer: str | None) -> None:
    with pytest.raises(InvalidDocument) as refused:
        decode(text.encode())
    found = refused.value.diagnostics[0]
    assert (code, pointer) == (found.code, found.pointer if pointer is not None else None)


def test_an_address_is_the_integrity_text_of_a_sha_256() -> None:
    # The digest of nothing (FIPS 180-4, "SHA-256 of the empty message"), in base64.
    assert "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=" == integrity(b"")
    assert "e3b0c442" == digest(integrity(b"")).hex()[:8]


@pytest.mark.parametrize(
    "address",
    [
        "",
        "h1",
        "sha256-../../../../etc/passwd",
        "sha256-" + "../" * 14 + "a=",
        "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
        # The same digest once more: two bits of the last character say nothing.
        "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFV=",
        "sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU=",
        "sha512-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU= sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "\0",
    ],
)
def test_no_other_text_is_an_address(address: str) -> None:
    with pytest.raises(InvalidDocument) as refused:
        digest(address)
    assert "thread.hash" == refused.value.diagnostics[0].code
