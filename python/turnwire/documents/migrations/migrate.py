"""Bringing one document up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.json import check, explain
from turnwire.codec.limits import STRICT
from turnwire.documents.inputs import as_bytes
from turnwire.documents.migrations.changes import Change, changes
from turnwire.documents.migrations.steps import MIGRATIONS, Members, Migrations, Node
from turnwire.documents.migrations.versions import NEWEST, no_version, said_of_none, shown_of
from turnwire.errors import InvalidDocument, invalid
from turnwire.model import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_DOCUMENT = msgspec.json.Decoder(dict[str, Raw] | list[Raw])
_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_LIST = msgspec.json.Decoder(list[Raw])
_ENCODE = msgspec.json.Encoder().encode

_TURNS: dict[Node, str] = {"history": "history", "completion": "candidates", "session": "messages"}
"""Where documents hold messages, which have versions of their own."""

_UNSTATED = 1
"""`schema_version`: "The version of this form; absent means 1." (proto)"""

MARK = "migrated_from"
"""The key of `metadata.extra` with the version that a message had, or was treated as, when a step changed it.

The message's own version cannot record it; without this key, a second call with `version` would change it again.
"""


class Migrated(Struct, frozen=True):
    """A document as the current version has it."""

    data: bytes
    """Native JSON; the bytes that were given where nothing changed, and else every other value digit for digit."""
    changes: tuple[Change, ...]
    findings: tuple[Diagnostic, ...]
    """What a person should know: nodes of newer versions, which are left alone, and what could not be decided."""


def migrate(
    document: bytes | str | Mapping[str, Any] | Sequence[Mapping[str, Any]],
    *,
    node: Node | None = None,
    version: int | None = None,
    migrations: Migrations = MIGRATIONS,
) -> Migrated:
    """Bring a document of native JSON, or messages of the dialect `canonical`, up to the current version of the form.

    Messages are a session (`messages`), a list of messages, or a single one.
    `node` is the type of the object; by default its keys determine it (`history`, `candidates`, `messages`, `role`,
    else an error reply).
    `version` is for old messages without a version, or with a wrong one: all that are not newer than the current
    version, and were not migrated before, are treated as this version.

    Nothing is written, and a second call changes nothing.  Raises InvalidDocument for anything that is not such JSON,
    for a `schema_version` that is not a whole number from 0 to 2^63-1 (`version.none`), and, in a message that changes,
    for `metadata` or `extra` that are not objects (`migration.mark`) and for repeated keys, of which only one could be
    kept.
    Raises ValueError for an invalid `version`.
    """
    body = document if type(document) is bytes else _text(document)
    run = _Run(migrations, _checked(version) if version is not None else None)
    try:
        old: Any = _DOCUMENT.decode(body)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise explain(body, error) from None
    new: Any = run.turns(old, "") if isinstance(old, list) else run.document(old, node or _node(old))
    if new is old:
        return Migrated(body, (), tuple(run.findings))
    check(body, STRICT)
    data = _ENCODE(new)
    return Migrated(data, tuple(changes(body.strip(), data)), tuple(run.findings))


def _text(document: Any) -> bytes:
    if isinstance(document, list | tuple):  # a list of messages stays one
        return b"[" + b",".join(map(as_bytes, document)) + b"]"
    return as_bytes(document)


def _node(members: Members) -> Node:
    told: tuple[tuple[str, Node], ...] = (
        ("history", "history"),
        ("candidates", "completion"),
        ("messages", "session"),
        ("role", "message"),
    )
    return next((node for name, node in told if name in members), "error")


class _Run:
    """One migration; every method gives back what it was given where nothing is to change."""

    def __init__(self, migrations: Migrations, version: int | None) -> None:
        self.migrations = migrations
        self.version = version
        self.findings: list[Diagnostic] = []

    def document(self, members: Members, node: Node) -> Members:
        new = self.node(members, node, "")
        name = _TURNS.get(node, "")
        turns = new.get(name)
        if turns is None or bytes(turns)[:1] != b"[":
            return new
        old = _LIST.decode(turns)
        made = self.turns(old, f"/{name}")
        return new if made is old else {**new, name: Raw(_ENCODE(made))}

    def turns(self, old: list[Raw], path: str) -> list[Raw]:
        made = [self.turn(raw, f"{path}/{n}") for n, raw in enumerate(old)]
        return old if all(one is other for one, other in zip(old, made, strict=True)) else made

    def turn(self, raw: Raw, path: str) -> Raw:
        if bytes(raw)[:1] != b"{":
            return raw
        members = _OBJECT.decode(raw)
        new = self.node(members, "message", path)
        return raw if new is members else Raw(_ENCODE(new))

    def node(self, members: Members, node: Node, path: str) -> Members:
        if node == "session":
            return members  # a format of its own, whose messages alone have versions
        stated = members.get("schema_version")
        version = _UNSTATED if stated is None or bytes(stated) == b"null" else _version(stated, path)
        if version > self.migrations.current:
            words = f"version {version} is newer than {self.migrations.current}: left as it is"
            hint = "take a newer turnwire"
            found = Diagnostic("version.newer", words, "warning", pointer=f"{path}/schema_version", hint=hint)
            self.findings.append(found)
            return members
        taken = self._taken(members, node, version)
        new = members
        for step in self.migrations.between(node, taken):
            self.findings += [
                msgspec.structs.replace(found, pointer=f"{path}{found.pointer or ''}")
                for found in (step.doubts(new) if step.doubts else ())
            ]
            new = step.change(new)
        if node == "message" and new is not members:
            new = _marked(new, taken, path)
        return new if version == self.migrations.current else {**new, "schema_version": _raw(self.migrations.current)}

    def _taken(self, members: Members, node: Node, version: int) -> int:
        """The version that a node is taken for: the caller's word counts for messages, once."""
        if self.version is None or node != "message" or self.version >= version:
            return version
        return version if MARK in _extra(members) else self.version


def _marked(message: Members, version: int, path: str) -> Members:
    about = _room(message, "metadata", path)
    extra = {MARK: _raw(version), **_room(about, "extra", f"{path}/metadata")}
    return {**message, "metadata": _raw({**about, "extra": _raw(extra)})}


def _room(members: Members, name: str, path: str) -> Members:
    """The object to write the mark into; anything else there would be lost."""
    raw = members.get(name)
    if raw is not None and bytes(raw) != b"null" and bytes(raw)[:1] != b"{":
        raise invalid(
            "migration.mark", f"{name} is an object, where what was migrated is told", pointer=f"{path}/{name}"
        )
    return _inner(members, name)


def _extra(message: Members) -> Members:
    return _inner(_inner(message, "metadata"), "extra")


def _inner(members: Members, name: str) -> Members:
    raw = members.get(name)
    return _OBJECT.decode(raw) if raw is not None and bytes(raw)[:1] == b"{" else {}


def _version(raw: Raw, path: str) -> int:
    try:
        return _checked(msgspec.json.decode(raw))
    except ValueError:
        raise InvalidDocument(no_version(shown_of(raw), f"{path}/schema_version")) from None


def _checked(version: object) -> int:
    if type(version) is not int or not 0 <= version <= NEWEST:
        raise ValueError(said_of_none(repr(version)))
    return version


def _raw(value: object) -> Raw:
    return Raw(_ENCODE(value))
