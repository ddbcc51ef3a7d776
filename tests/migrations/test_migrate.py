"""Documents of the past become documents of today, and nothing else changes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.migrations.conftest import NEXT, answer

import turnwire
from turnwire.documents.migrations import CURRENT, MIGRATIONS, Migrated, Migrations, Step, migrate
from turnwire.errors import InvalidDocument


def inputs(migrated: Migrated) -> Any:
    """`input_tokens` of a migrated message."""
    return json.loads(migrated.data)["metadata"]["usage"]["input_tokens"]


def codes(migrated: Migrated) -> list[str]:
    return [found.code for found in migrated.findings]


# provider, usage -> input_tokens of version 1, and what is said about it
BUCKETS: list[tuple[str | None, dict[str, Any], Any, list[str]]] = [
    ("openai", {}, 800, []),
    ("openrouter", {"cache_creation_input_tokens": 100}, 700, []),
    ("openai", {"cached_input_tokens": 1000}, 0, []),
    ("openai", {"cost_usd": "0.01"}, 800, ["migration.cost"]),
    ("openai", {"cached_input_tokens": 0}, 1000, []),
    ("openai", {"cached_input_tokens": None}, 1000, []),
    ("openai", {"cached_input_tokens": 1001}, 1000, ["migration.unsure"]),
    ("openai", {"cached_input_tokens": -5}, 1000, []),
    ("openai", {"cached_input_tokens": "200"}, 1000, []),
    ("openai", {"input_tokens": 2**70, "cached_input_tokens": 1}, 2**70 - 1, []),
    ("anthropic", {"cost_usd": "0.01"}, 1000, []),
    ("somebody", {}, 1000, ["migration.unsure"]),
    (None, {}, 1000, ["migration.unsure"]),
]


@pytest.mark.parametrize(("provider", "usage", "expected", "said"), BUCKETS)
def test_buckets_become_disjoint(provider: str | None, usage: dict[str, Any], expected: int, said: list[str]) -> None:
    migrated = migrate(answer(provider, **usage))
    assert (expected, said) == (inputs(migrated), codes(migrated))


def test_the_model_says_the_provider_where_nothing_else_does() -> None:
    message = answer("openai")
    del message["metadata"]["provider"]
    assert inputs(migrate(message)) == 800


@pytest.mark.parametrize("stated", [1, None])
def test_a_message_of_today_is_left_alone(stated: int | None) -> None:
    given = json.dumps(answer("openai", stated)).encode()
    assert migrate(given) == Migrated(given, (), ())


def test_every_other_byte_of_a_value_is_kept() -> None:
    given = b'{"role":"user", "x":{"b":1.50,"a":[1E2, "\\u0041"]}, "schema_version":0}'
    assert migrate(given).data == b'{"role":"user","x":{"b":1.50,"a":[1E2, "\\u0041"]},"schema_version":1}'


def test_what_changed_is_told() -> None:
    document = {"history": [{"role": "user"}, answer("openai")]}
    told = [(each.path, bytes(each.old), bytes(each.new)) for each in migrate(document).changes]
    assert told == [
        ("/history/1/metadata/usage/input_tokens", b"1000", b"800"),
        ("/history/1/metadata/extra", b"", b'{"migrated_from":0}'),
        ("/history/1/schema_version", b"0", b"1"),
    ]


def test_messages_of_replies_are_migrated_too() -> None:
    document = {"candidates": [answer("openai")], "schema_version": 0}
    assert [each.path for each in migrate(document).changes] == [
        "/candidates/0/metadata/usage/input_tokens",
        "/candidates/0/metadata/extra",
        "/candidates/0/schema_version",
        "/schema_version",
    ]


@pytest.mark.parametrize("stated", [0, 1, None])
def test_the_word_of_the_caller_counts_once(stated: int | None) -> None:
    """The texts 866a108, 6dc40e0 and HEAD all say `schema_version: 1`: only the caller can know."""
    first = migrate(answer("openai", stated), version=0)
    assert inputs(first) == 800
    assert migrate(first.data, version=0) == Migrated(first.data, (), ())
    assert migrate(first.data) == Migrated(first.data, (), ())


def test_the_mark_is_in_the_message() -> None:
    migrated = migrate(answer("openai", 1), version=0)
    told = json.loads(migrated.data)
    assert told["metadata"]["extra"] == {"migrated_from": 0}
    assert turnwire.validate({"history": [told]}, "turnwire").valid


def test_from_0_over_1_to_2() -> None:
    migrated = migrate(answer("openai", 0), migrations=NEXT)
    told = json.loads(migrated.data)
    assert told["metadata"]["usage"] == {
        "input_tokens": 800,
        "output_tokens": 5,
        "cached_input_tokens": 200,
        "latency": 0.82,
    }
    assert told["schema_version"] == 2
    assert migrate(migrated.data, migrations=NEXT) == Migrated(migrated.data, (), ())


@pytest.mark.parametrize("stated", [1, None])
def test_from_1_to_2_without_the_step_before(stated: int | None) -> None:
    told = json.loads(migrate(answer("openai", stated), migrations=NEXT).data)
    assert (1000, 0.82, 2) == (
        told["metadata"]["usage"]["input_tokens"],
        told["metadata"]["usage"]["latency"],
        told["schema_version"],
    )


def test_from_the_word_of_the_caller_to_2_and_never_twice() -> None:
    first = migrate(answer("openai", 1), version=0, migrations=NEXT)
    assert inputs(first) == 800
    assert migrate(first.data, version=0, migrations=NEXT) == Migrated(first.data, (), ())


@pytest.mark.parametrize("node", ["history", "completion", "error", "message"])
def test_a_newer_version_is_told_and_left_alone(node: Any) -> None:
    given = b'{"schema_version": 2, "role": "user", "from_the_future": [1.0]}'
    migrated = migrate(given, node=node, version=0)
    assert (given, (), ["version.newer"]) == (migrated.data, migrated.changes, codes(migrated))


@pytest.mark.parametrize("stated", ["-1", "1.0", '"1"', "true", "[]", "1e999", "9" * 5000, str(2**63)])
def test_what_is_no_version_is_refused(stated: str) -> None:
    given = f'{{"history": [{{"role": "user", "schema_version": {stated}}}]}}'
    with pytest.raises(InvalidDocument) as refused:
        migrate(given)
    assert [(found.code, found.pointer) for found in refused.value.diagnostics] == [
        ("version.none", "/history/0/schema_version")
    ]


SESSIONS: dict[str, tuple[Any, str]] = {
    "a session": ({"messages": [{"role": "user"}, answer("openai")], "schema_version": "x"}, "/messages/1"),
    "a list": ([{"role": "user"}, answer("openai")], "/1"),
    "a message": (answer("openai"), ""),
}


@pytest.mark.parametrize("name", SESSIONS)
def test_messages_as_the_canonical_format_stores_them(name: str) -> None:
    document, place = SESSIONS[name]
    assert [each.path for each in migrate(document).changes] == [
        f"{place}/metadata/usage/input_tokens",
        f"{place}/metadata/extra",
        f"{place}/schema_version",
    ]


@pytest.mark.parametrize("given", [b"", b"[1", b"null", b"{", b'{"a":1}{', b"\xff", b'"x"'])
def test_what_is_no_object_is_refused(given: bytes) -> None:
    with pytest.raises(InvalidDocument):
        migrate(given)


def test_of_repeated_keys_none_is_dropped() -> None:
    with pytest.raises(InvalidDocument) as refused:
        migrate(b'{"role": "user", "schema_version": 0, "x": 1, "x": 2}')
    assert [found.code for found in refused.value.diagnostics] == ["json.duplicate-key"]


@pytest.mark.parametrize(("place", "value"), [("metadata", "x"), ("extra", [1]), ("extra", "{}")])
def test_what_has_no_room_for_the_mark_is_refused_and_not_overwritten(place: str, value: Any) -> None:
    message = answer("openai", 1) | {"name": "a", "schema_version": 0}
    message["metadata"] = value if place == "metadata" else message["metadata"] | {"extra": value}
    rename = Step(0, "message", "no name", lambda old: {key: raw for key, raw in old.items() if key != "name"})
    with pytest.raises(InvalidDocument) as refused:
        migrate(message, migrations=Migrations(1, (rename,)))
    assert [(found.code, (found.pointer or "").split("/")[-1]) for found in refused.value.diagnostics] == [
        ("migration.mark", place)
    ]


@pytest.mark.parametrize("version", [-1, 1.0, "0", True, 2**63])
def test_what_is_no_version_is_no_argument(version: Any) -> None:
    with pytest.raises(ValueError, match="not a version"):
        migrate({"role": "user"}, version=version)


def test_every_version_before_the_current_one_has_its_step() -> None:
    assert {step.version for step in MIGRATIONS.steps} == set(range(CURRENT))
