"""Any legal document of the canonical model, generated from its Structs: the `wild` profile.

A new field or block type of the proto is generated without a change here; only fields that depend on each other,
or are narrower than their type, are listed.
"""

from __future__ import annotations

import base64
import functools
import json
from typing import Any, TypeVar

import msgspec
from hypothesis import strategies as st
from msgspec import Raw, Struct

from turnwire import model
from turnwire.dialects import names
from turnwire.testing import shapes
from turnwire.testing.free_json import json_texts, texts
from turnwire.testing.narrowings import narrowed, raw, times
from turnwire.testing.shapes import Making, Strategy

T = TypeVar("T", bound=Struct)

PROVIDERS = tuple(name for name in names() if name != "turnwire")
"""The dialects that opaque state may come from; native JSON makes none."""

DIALECTS = st.sampled_from((*PROVIDERS, "x_future_dialect"))
UNKNOWN_TYPES = st.sampled_from(("hologram", "x_future_part", "smell"))

SOURCE_KINDS = ("base64", "url", "file_ref", "file_id", "text")

_TIMES = frozenset({"created_at", "expires_at"})
_MAPS = frozenset({"extra", "metadata"})
_WITH_SOURCE = frozenset({model.ImageBlock, model.DocumentBlock, model.AudioBlock, model.VideoBlock})


def native(cls: type[T], making: Making | None = None) -> st.SearchStrategy[T]:
    """Objects of any type of the model, such as `native(turnwire.model.Usage)`."""
    decoder = msgspec.json.Decoder(cls)
    return shapes.objects(cls, making or WILD).map(lambda tree: decoder.decode(shapes.encoded(tree)))


def residues() -> Strategy:
    """Values of `provider_raw`, with keys that no dialect knows."""
    names = st.sampled_from(("x_one", "x_two", "x_three"))
    unknown = st.dictionaries(names, raw(json_texts(3)), min_size=1, max_size=2)
    return st.dictionaries(DIALECTS, unknown, min_size=1, max_size=2)


@st.composite
def sources(draw: st.DrawFn, kinds: tuple[str, ...] = SOURCE_KINDS) -> dict[str, Any]:
    """A source whose data fits its kind."""
    kind = draw(st.sampled_from(kinds))
    return {"kind": kind, "data": draw(_DATA.get(kind, _NAMES))}


_DATA = {
    "base64": st.binary(min_size=1, max_size=24).map(lambda data: base64.b64encode(data).decode()),
    "url": st.sampled_from(("https://example.org/a.png", "https://example.org/b%20c?d=1#e")),
    "text": texts(20),
}
_NAMES = st.sampled_from(("file_011", "reports/2026/q3.pdf", "naïve name.txt"))


@st.composite
def _nested_sources(draw: st.DrawFn) -> dict[str, Any]:
    if draw(st.integers(0, 5)):
        return draw(sources())
    blocks = st.one_of(shapes.objects(model.TextBlock, WILD, 3), shapes.objects(model.ImageBlock, PLAIN_SOURCES, 3))
    return {"kind": "content", "content": draw(st.lists(blocks, min_size=1, max_size=2))}


@st.composite
def opaque_blocks(draw: st.DrawFn) -> dict[str, Any]:
    """A block of a type that its dialect does not know."""
    word = draw(UNKNOWN_TYPES)
    value = {"type": word, "x_value": Raw(draw(json_texts(3)).encode())}
    block: dict[str, Any] = draw(shapes.objects(model.OpaqueBlock, PLAIN_SOURCES, WILD.depth - 1))
    return {**block, "block_type": word, "value": value}


def _special(cls: type, field: str) -> Strategy | None:
    if field == "provider_raw":
        return residues()
    if field in _TIMES:
        return times()
    if field == "dialect":
        return DIALECTS
    if cls is model.Source and field == "data":
        return texts().map(lambda text: Raw(json.dumps(text).encode()))
    if cls is model.Usage and field == "cost_usd":
        return st.decimals(0, 10, places=6).map(str)
    return None if field in _MAPS else narrowed(cls.__name__, field)


def _special_source(cls: type, field: str) -> Strategy | None:
    return sources() if cls in _WITH_SOURCE and field == "source" else _special(cls, field)


PLAIN_SOURCES = Making(_special_source)


@functools.cache
def _any_source() -> Strategy:
    return _nested_sources()


def _special_wild(cls: type, field: str) -> Strategy | None:
    return _any_source() if cls in _WITH_SOURCE and field == "source" else _special(cls, field)


WILD = Making(_special_wild, whole={model.OpaqueBlock: opaque_blocks()})


def has_residue(node: Any) -> bool:
    """Whether any object of a document carries `provider_raw`."""
    if isinstance(node, list):
        return any(has_residue(item) for item in node)
    if not isinstance(node, Struct):
        return False
    return any(
        value is not None if name == "provider_raw" else has_residue(value)
        for name, value in zip(node.__struct_fields__, msgspec.structs.astuple(node), strict=True)
    )
