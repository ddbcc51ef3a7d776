"""What the real files of the GLM library say, compared with what we make of them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml
from tests.laws import checks

import turnwire
from turnwire.dialects import get, told_apart
from turnwire.dialects.glm import encodings
from turnwire.documents import schemas
from turnwire.losses import Losses
from turnwire.model import History
from turnwire.testing import difference, normal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Difference(NamedTuple):
    """Where ours is another than theirs."""

    file: str
    place: str
    ours: str


class _Loader(yaml.SafeLoader):
    """PyYAML, which the library itself reads its files with, and texts for its one tag."""


def _text(loader: _Loader, node: yaml.ScalarNode) -> str:
    return loader.construct_scalar(node)


_Loader.add_constructor("!ConversationRole", _text)

# The named kinds of entries and what they share, by the place in the outline -> the message of our schema.
PLACES = {
    "": "ChatHistory",
    "history": "Entry",
    "shared": "User",
    "shared/meta": "EntryMeta",
    "shared/function_calls": "FunctionCall",
    "user": "User",
    "assistant": "Assistant",
    "meta": "ChatMeta",
    "settings": "Settings",
    "settings/function_calls": "FunctionCallSettings",
    "settings/function_calls/available_functions": "AvailableFunction",
    "system": "System",
}
KINDS = ("user", "assistant", "user_interaction")
_NAME = re.compile(r"( *)- ([a-z_]+)$")


def chat(path: Path) -> Iterator[Difference]:
    """A file of a chat: read as PyYAML reads it, told, written back, and through every other encoding."""
    name = path.name
    body = encodings.from_yaml(path.read_bytes())
    theirs = yaml.load(path.read_text("utf-8"), _Loader)  # noqa: S506 - a safe loader with one more tag
    if changed := difference(json.dumps(theirs).encode(), body):
        yield Difference(name, "yaml", changed)
    if turnwire.detect(body)[0] != ("glm", "request"):
        yield Difference(name, "detect", str(turnwire.detect(body)))
    yield from (Difference(name, "identity", each) for each in checks.identity("glm", "request", body))
    if changed := difference(body, encodings.from_yaml(encodings.to_yaml(body))):
        yield Difference(name, "to yaml", changed)
    yield from _protobuf(name, body)
    yield from _elsewhere(name, body)


def _protobuf(name: str, body: bytes) -> Iterator[Difference]:
    losses = Losses("glm")
    back = encodings.from_binary(encodings.to_binary(body, losses))
    also = encodings.from_proto_json(encodings.to_proto_json(body, Losses("glm")))
    yield from (Difference(name, f"protobuf {each.path}", each.kind) for each in losses.found)
    said = normal(turnwire.read(body, "glm"))
    for form, data in (("binary", back), ("ProtoJSON", also)):
        if not losses.found and said != normal(turnwire.read(data, "glm")):
            yield Difference(name, form, "another conversation")
    if changed := difference(back, also):
        yield Difference(name, "binary and ProtoJSON", changed)
    problems = [each.message for each in schemas.validator("glm/history").iter_errors(json.loads(back))]
    yield from (Difference(name, "schema", each) for each in problems)


def _elsewhere(name: str, body: bytes) -> Iterator[Difference]:
    """No other dialect loses anything of it silently."""
    document = turnwire.read(body, "glm")
    for target in told_apart():
        part = get(target).part_for(History)
        if part is not None:
            found = checks.losses_account_for_everything(document, target)
            yield from (Difference(name, f"to {target}", each) for each in found)


def outline(path: Path) -> Iterator[Difference]:
    """The specification with its nesting: each name is a field of ours in its place, and ours have no others."""
    named: dict[str, set[str]] = {place: set() for place in PLACES}
    above: list[tuple[int, str]] = []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("- Properties"):
            above = [(0, "shared")]
        elif found := _NAME.match(line):
            above = [(indent, name) for indent, name in above if indent < len(found[1])]
            named.setdefault("/".join(name for _, name in above), set()).add(found[2])
            above.append((len(found[1]), found[2]))
    named["history"] = set(KINDS)
    named[""] -= set(KINDS)
    for kind in ("user", "assistant"):
        named[kind] |= named["shared"]
    del named["shared"]
    for place, names in named.items():
        ours = _fields(PLACES[place]) if place in PLACES else set()
        yield from (Difference(path.name, f"{place}/{each}", "not ours") for each in sorted(names - ours))
        yield from (Difference(path.name, f"{place}/{each}", "ours alone") for each in sorted(ours - names))


def flat(path: Path, whole: Path) -> Iterator[Difference]:
    """The same text without its nesting: the same names in the same order."""
    here = [line[2:] for line in path.read_text("utf-8").splitlines() if _NAME.match(line)]
    there = [found[2] for line in whole.read_text("utf-8").splitlines() if (found := _NAME.match(line))]
    position = 0
    for n, name in enumerate(here):
        if position < len(there) and name == there[position]:
            position += 1
        else:
            yield Difference(path.name, f"{n} {name}", "not in the text with its nesting")
    yield from (Difference(path.name, f"end {each}", "missing") for each in there[position:])


def _fields(message: str) -> set[str]:
    for name in schemas.names("glm"):
        document: dict[str, Any] = json.loads(schemas.schema(name))
        node = document if document["title"] == message else document.get("$defs", {}).get(message)
        if node is not None:
            return set(node["properties"])
    return set()
