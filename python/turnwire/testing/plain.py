"""Objects that any provider could hold: no residue, no settings of one system alone, numbers and names in range."""

from __future__ import annotations

import functools
from typing import Any

from hypothesis import strategies as st
from msgspec import Raw
from msgspec import inspect as mi

from turnwire import model
from turnwire.testing import shapes
from turnwire.testing.free_json import json_objects
from turnwire.testing.narrowings import narrowed, raw, whole_seconds
from turnwire.testing.native import PROVIDERS, sources
from turnwire.testing.shapes import Making, Strategy

WORDS = st.sampled_from(("Oslo", "naïve café", "日本語", '"quoted"', "line\nbreak", "👩‍👩‍👧", "a/b~c", "weather"))

_ONE_SYSTEM_ALONE = frozenset(
    {"chat_format", "function_calls", "atomic_sequences", "model_specific_settings", "options", "safety"}
)
_SKIPPED = frozenset({"provider_raw", "schema_version", "extra", "conversation", "previous_response_id"})
_SCALARS: dict[type[mi.Type], Strategy] = {
    mi.StrType: WORDS,
    mi.IntType: st.integers(1, 4096),
    mi.FloatType: st.sampled_from((0.0, 0.5, 1.0)),
}
_MEDIA = {
    model.ImageBlock: st.sampled_from(("image/png", "image/jpeg")),
    model.DocumentBlock: st.just("application/pdf"),
    model.AudioBlock: st.just("audio/wav"),
    model.VideoBlock: st.just("video/mp4"),
}
_WORDS_OF = {
    "detail": st.sampled_from(("low", "high", "auto")),
    "effort": st.sampled_from(("low", "medium", "high")),
    "created_at": whole_seconds(),
    "expires_at": whole_seconds(),
    "cost_usd": st.just("0.00125"),
    "dialect": st.sampled_from(PROVIDERS),
    "ttl": st.sampled_from(("5m", "1h")),
    "status": st.sampled_from((400, 429, 500)),
    "user": WORDS,
    "url": st.just("https://example.org/page"),
}


def _special(cls: type, field: str) -> Strategy | None:
    if field == "media_type" and cls in _MEDIA:
        return _MEDIA[cls]
    if field == "source" and cls in _MEDIA:
        return sources(("base64", "url"))
    if cls is model.CacheControl and field == "kind":
        return st.just("ephemeral")
    if cls is model.Settings and field == "metadata":
        return st.dictionaries(st.sampled_from(("run", "team")), raw(st.sampled_from(('"a"', '"b"'))), min_size=1)
    if cls is model.MessageMetadata and field == "status":
        return st.just("complete")
    return _WORDS_OF[field] if field in _WORDS_OF else narrowed(cls.__name__, field)


PLAIN = Making(_special, scalars=_SCALARS, skip=_SKIPPED | _ONE_SYSTEM_ALONE, fields=3)


def plain_objects(cls: type, *skip: str) -> Strategy:
    """Objects of one type, without the fields named."""
    return shapes.objects(cls, _without(frozenset(skip)))


@functools.cache
def _without(fields: frozenset[str]) -> Making:
    return Making(_special, scalars=_SCALARS, skip=PLAIN.skip | fields, fields=PLAIN.fields) if fields else PLAIN


@st.composite
def thinking_blocks(draw: st.DrawFn) -> dict[str, Any]:
    """Reasoning with a signature of the dialect that made it, or without any."""
    block: dict[str, Any] = {"type": "thinking", "text": draw(WORDS)}
    dialect = draw(st.sampled_from((None, *PROVIDERS)))
    if dialect is not None and draw(st.booleans()):
        block["signature"] = f"sig{draw(st.integers(10**9, 10**10))}=="
    return block | ({"origin": {"dialect": dialect}} if dialect else {})


def tool_inputs() -> Strategy:
    """Inputs as models write them: JSON objects in any spelling."""
    odd = st.sampled_from(('{"n":1.0}', '{ "city" :  "Oslo" }', '{"id":9007199254740993}', '{"s":"\\u00e9"}', "{}"))
    return st.one_of(odd, json_objects()).map(lambda text: Raw(text.encode()))
