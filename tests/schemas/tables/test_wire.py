"""The tables and the code that reads and writes have the same members, words and bounds."""

from __future__ import annotations

import importlib
import json
from math import inf
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from mapping_source.__main__ import TABLES
from mapping_source.tables import table_of
from turnwire.codec.marks import UNKNOWN
from turnwire.codec.wire import Wire
from turnwire.dialects.mistral_chat.constraints import MISTRAL
from turnwire.dialects.openrouter_chat.declaration import VENDOR as OPENROUTER
from turnwire.documents import schemas
from turnwire.documents.dialect_schemas import provider_schema
from turnwire.families.chat.vendor import Vendor
from turnwire.families.chat.wire_request import ChatRequest
from turnwire.families.chat.wire_response import ChatReply

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]

OF_THEIR_OWN = frozenset(("cohere_chat", "mistral_chat", "ollama_chat"))
CHAT = [name for name in schemas.dialects() if name.endswith("_chat") and name not in OF_THEIR_OWN]
OWN = {"openai_chat": Vendor(name="openai_chat", title=""), "openrouter_chat": OPENROUTER, "mistral_chat": MISTRAL}
VENDORS = [*OWN.values(), *(importlib.import_module(f"turnwire.dialects.{n}").VENDOR for n in CHAT if n not in OWN)]


def wire_types(root: Any) -> Iterator[Any]:
    """The wire objects that one of them holds, itself included."""
    seen, row = set(), [root]
    while row:
        each = row.pop()
        if isinstance(each, type) and issubclass(each, Wire) and each not in seen:
            seen.add(each)
            yield each
            row += [field.type for field in msgspec.structs.fields(each)]
        row += getattr(each, "__args__", ())


def wire_members(root: Any) -> set[str]:
    return {field.encode_name for each in wire_types(root) for field in msgspec.structs.fields(each)} - {UNKNOWN}


def objects(schema: Json | None) -> list[Json]:
    """The document and each definition."""
    assert schema is not None
    return [schema, *schema["$defs"].values()]


def members(*names: str) -> set[str]:
    """All names of members anywhere in some schemas."""
    found = [
        key
        for name in names
        for node in objects(json.loads(schemas.schema(name)))
        for key in node.get("properties", ())
    ]
    return set(found)


# What only servers without a dialect of their own have.
FOREIGN = {
    "cache_creation": "Doubleword's usage, as Anthropic has it.",
    "chat_template_args": "Baseten's templates.",
    "padding": "GitHub Copilot fills its replies up with it.",
    "provider_metadata": "Of Vercel's gateway.",
    "reasoning_signature": "Sent back by agents that have it from Anthropic.",
}


def test_each_member_that_the_chat_family_reads_is_in_a_table() -> None:
    requests, replies = ({f"{dialect}/{kind}" for dialect in CHAT} for kind in ("request", "response"))
    missing = (wire_members(ChatRequest) - members(*requests)) | (wire_members(ChatReply) - members(*replies))
    assert sorted(FOREIGN) == sorted(missing)


@pytest.mark.parametrize("dialect", ["mistral_chat", "ollama_chat"])
@pytest.mark.parametrize(("root", "kind"), [("ChatRequest", "request"), ("ChatReply", "response")])
def test_each_member_that_is_read_is_in_the_table(dialect: str, root: str, kind: str) -> None:
    wire = importlib.import_module(f"turnwire.dialects.{dialect}.wire")
    assert set() == wire_members(getattr(wire, root)) - members(f"{dialect}/{kind}")


@pytest.mark.parametrize(
    ("dialect", "table", "count"),
    [
        ("openai_chat", "chat_settings", 6),
        ("mistral_chat", "mistral_settings", 7),
        ("anthropic_messages", "anthropic_settings", 2),
        ("openai_responses", "responses_settings", 3),
    ],
)
def test_the_bounds_of_the_mapping_are_those_of_the_table(dialect: str, table: str, count: int) -> None:
    properties = objects(provider_schema(dialect, "request"))[0]["properties"]
    rows = table_of((TABLES / f"{table}.yaml").read_text("utf-8")).nodes["generation"]
    found, expected = {}, {}
    for row in (row for row in rows if row.low is not None):
        node = properties[row.keys[0]]
        found[row.keys[0]] = (float(row.low or 0), float(row.high or inf))
        expected[row.keys[0]] = (node["exclusiveMinimum" if row.is_above else "minimum"], node.get("maximum", inf))
    assert len(found) == count
    assert found == expected


def words(dialect: str, kind: str, key: str) -> set[str]:
    """The words that a member may have, in whatever object it is."""
    found: set[str] = set()
    for node in objects(provider_schema(dialect, kind)):
        member = node.get("properties", {}).get(key, {})
        member = member.get("items", member)
        found |= {*member.get("enum", ()), *member.get("then", {}).get("enum", ())} - {None}
    return found


@pytest.mark.parametrize("vendor", VENDORS, ids=lambda vendor: vendor.name)
def test_the_words_of_the_code_are_in_the_table(vendor: Vendor) -> None:
    written = {
        ("request", "service_tier"): vendor.tiers,
        ("request", "reasoning_effort"): vendor.efforts,
        ("request", "detail"): vendor.details if vendor.capabilities.supports_images else set(),
        ("response", "finish_reason"): set(vendor.finish_words.values()),
    }
    assert {} == {
        place: missing for place, some in written.items() if (missing := set(some) - words(vendor.name, *place))
    }
