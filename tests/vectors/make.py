"""Makes the vectors: `python -m tests.vectors.make` writes them, and `manifest.json` with their digests.

A vector is canonical (one document in all its forms) or given (one input, and how it is taken).  What stands in one
was made by turnwire's own codecs and by google's runtime, and bytes are promised (`exact`) only where a second
runtime, written independently, makes the same: betterproto2 or google's in pure Python.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.conformance.python import better, model, official
from tests.conformance.python.serve import Skipped
from tests.conformance.registry import messages, packages, today
from tests.vectors.agreement import Outcome, agreed, has_loose_map
from tests.vectors.boundaries import boundaries
from tests.vectors.given import Given, Runtimes
from tests.vectors.later import later
from tests.vectors.pieces import packed
from tests.vectors.refusals import NO_FIT, refusals
from tests.vectors.samples import samples
from tests.vectors.spellings import spellings

from turnwire.codec import loads, position
from turnwire.codec.yaml_write import dump
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from google.protobuf.message import Message

HERE = Path(__file__).parent
MANIFEST = "manifest.json"
Vector = dict[str, Any]


class Unfit(Exception):
    """A case cannot be a vector, for a reason that its author must see to."""


def canonical(name: str, message: Message) -> Vector:
    """A document in all its forms."""
    full_name = message.DESCRIPTOR.full_name
    data = message.SerializeToString(deterministic=True)
    vector: Vector = {"name": name, "message": full_name}
    try:
        value = model.CODECS["binary"].parse(full_name, data)
        native = model.serialize_native(full_name, value)
        if model.CODECS["binary"].serialize(full_name, model.parse_native(full_name, native)) != data:
            raise Unfit(f"{name}: native JSON and binary are not the same document")
        vector |= {"native": _text(native), "yaml": _text(dump(loads(native)))}
    except Skipped:
        pass  # service.proto has no native JSON
    exact = agreed(full_name, data) and not has_loose_map(message)
    proto_json = _text(official.serialize_json(full_name, message))
    return vector | {"proto_json": proto_json, "binary": packed(data.hex()), "exact": exact}


def from_native(name: str, full_name: str, text: str) -> Vector:
    """A document that was told in native JSON as turnwire itself writes it."""
    data = model.CODECS["binary"].serialize(full_name, model.parse_native(full_name, text.encode()))
    vector = canonical(name, official.parse_binary(full_name, data))
    if vector["native"] != packed(text):
        raise Unfit(f"{name}: turnwire writes {vector['native']}")
    return vector


def given(case: Given) -> Vector:
    """An input and how it is taken, by runtimes of protobuf and by turnwire's own codecs."""
    vector: Vector = {"name": case.name, "message": case.message, "format": case.format, **_input(case.data)}
    if case.format in official.CODECS:
        vector["runtime"] = _by_runtimes(case)
    if case.rest is not None:
        vector["rest"] = _text(case.rest) if case.format == "binary" else packed(case.rest.hex())
    if case.refused:
        return vector | {"model": [_expected(case, *case.refused)]}
    try:
        value = model.CODECS[case.format].parse(case.message, case.data)
    except Skipped:
        return vector
    except InvalidDocument as error:
        return vector | {"model": json.loads(model.reason(error))}
    data = model.CODECS["binary"].serialize(case.message, value)
    return vector | {"model": {"binary": packed(data.hex()), "native": _native_of(case.message, data)}}


def _expected(case: Given, code: str, pointer: str) -> Vector:
    line, column = position(case.data, pointer) or (None, None)
    return {"code": code, "pointer": pointer, "line": line, "column": column}


def _native_of(name: str, data: bytes) -> Any:
    return _text(model.serialize_native(name, model.CODECS["binary"].parse(name, data)))


def _by_runtimes(case: Given) -> Any:
    if case.runtimes is Runtimes.UNSETTLED:
        return None
    if case.runtimes is Runtimes.REFUSE:
        return "refused"
    outcomes = [Outcome.of(codecs[case.format], codecs["binary"], case) for codecs in (official.CODECS, better.CODECS)]
    if outcomes[0].data is None:
        raise Unfit(f"{case.name}: google's runtime refuses it: {outcomes[0].error}")
    return {"binary": packed(outcomes[0].data.hex()), "exact": outcomes[0].data == outcomes[1].data}


def _input(data: bytes) -> Vector:
    try:
        return {"input": packed(data.decode())}
    except UnicodeDecodeError:
        return {"input_hex": packed(data.hex())}


def _text(data: bytes) -> Any:
    return packed(data.decode())


def in_yaml() -> Iterator[Given]:
    """What does not fit its message, in YAML too."""
    for name, (message, text) in NO_FIT.items():
        yield Given(f"YAML, refused: {name}", message, "yaml", dump(loads(text.encode())))


def vectors() -> dict[str, list[Vector]]:
    """All vectors by the file they stand in."""
    found: dict[str, list[Vector]] = {f"{package}.json": [] for package in packages()}
    for name, message in samples(today()):
        found[f"{messages()[message.DESCRIPTOR.full_name].package}.json"].append(canonical(name, message))
    found["boundaries.json"] = [from_native(*case) for case in boundaries()]
    found["spellings.json"] = [given(case) for case in spellings()]
    found["refusals.json"] = [given(case) for case in (*refusals(), *in_yaml())]
    found["later.json"] = [given(case) for case in later()]
    return found


def files() -> dict[str, bytes]:
    """The files, by name; the manifest is one of them."""
    found = {name: written(cases) for name, cases in vectors().items()}
    return {**found, MANIFEST: manifest(found)}


def written(cases: list[Vector]) -> bytes:
    """The text of a file of vectors."""
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    return f"[\n{lines}\n]\n".encode()


def manifest(files: dict[str, bytes]) -> bytes:
    """The digests of files, by name."""
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    return (json.dumps(digests, indent=2) + "\n").encode()


def main() -> None:
    for name, data in files().items():
        (HERE / name).write_bytes(data)
        sys.stdout.write(f"{name}: {len(data)} bytes\n")


if __name__ == "__main__":
    main()
