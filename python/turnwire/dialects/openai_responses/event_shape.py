"""The types of the events of a stream: the members that are read in pieces or that the last event repeats.

Other members of an event are in no response, so they are reported.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from turnwire.stream.unexpected_members import Object, Shape


class _Part(Struct):
    type: str | None = None
    text: str | None = None
    refusal: str | None = None
    annotations: list[Object] | None = None
    logprobs: list[Object] | None = None


class _Item(Struct):
    type: str | None = None
    content: list[Any] | None = None
    summary: list[Any] | None = None


class _Response(Struct):
    output: list[Any] | None = None


class _Event(Struct, forbid_unknown_fields=True):
    type: str | None = None
    sequence_number: int | None = None
    item_id: str | None = None
    output_index: int | None = None
    content_index: int | None = None
    summary_index: int | None = None
    annotation_index: int | None = None
    delta: str | None = None
    text: str | None = None
    refusal: str | None = None
    arguments: str | None = None
    input: str | None = None
    code: str | None = None
    name: str | None = None
    status: str | None = None
    logprobs: list[Object] | None = None
    annotation: Object | None = None
    part: _Part | None = None
    item: _Item | None = None
    response: _Response | None = None
    obfuscation: str | None = None


EVENT = Shape(_Event, places=("type", "output_index", "item_id", "content_index", "summary_index"))
