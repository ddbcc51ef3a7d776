"""What is asked of an executor, and what must come back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from google.protobuf.message import DecodeError
from tests.conformance.registry import messages
from tests.vectors.pieces import unpacked

from turnwire.codec import loads
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conformance.executors import Executor

Vector = dict[str, Any]
OK, PARSE, SERIALIZE, SKIPPED = "ok", "parse-error", "serialize-error", "skipped"


class Answer(NamedTuple):
    """What an executor says: one of the four words above, and the bytes that go with it."""

    word: str
    data: bytes

    @classmethod
    def of(cls, line: str) -> Answer:
        word, _, text = line.partition(" ")
        return cls(word, b"" if text in ("", "-") else bytes.fromhex(text))


class Check(NamedTuple):
    """One request, and what is wrong with an answer to it: nothing, or words."""

    vector: str
    source: str
    message: str
    target: str
    data: bytes
    fault: Callable[[Answer], str]

    @property
    def name(self) -> str:
        return f"{self.vector}; {self.source} to {self.target}"

    def line(self) -> str:
        return f"{self.source} {self.message} {self.target} {self.data.hex() or '-'}\n"


def checks(executor: Executor, vector: Vector) -> Iterator[Check]:
    """All that a vector asks of an executor of this version."""
    if "exact" in vector:
        yield from _canonical(executor, vector)
    else:
        yield from given(executor, vector)


def form(vector: Vector, name: str) -> bytes:
    """One form of a canonical vector."""
    text = unpacked(vector[name])
    return bytes.fromhex(text) if name == "binary" else text.encode()


def _canonical(executor: Executor, vector: Vector) -> Iterator[Check]:
    if executor.model and "native" not in vector:
        return  # service.proto has no model
    for source in executor.formats & vector.keys():
        for target in executor.formats & vector.keys():
            # YAML has no spelling of its own for a number, so what comes of it is compared as native JSON.
            if source == "yaml" and target not in ("yaml", "native"):
                continue
            fault = _like(vector, target, same_text=source != "yaml")
            yield Check(vector["name"], source, vector["message"], target, form(vector, source), fault)


def same(message: str, source: str, data: bytes) -> Callable[[Answer], str]:
    """Whether the answer says what was said, in the same format."""
    if source == "binary":
        return lambda answer: _binary_fault(answer, message, data, exact=False)
    return lambda answer: _text_fault(answer, data, same_text=False)


def _like(vector: Vector, target: str, *, same_text: bool = True) -> Callable[[Answer], str]:
    wanted = form(vector, target)
    if target == "binary":
        return lambda answer: _binary_fault(answer, vector["message"], wanted, exact=vector["exact"])
    if target == "proto_json":
        return lambda answer: _json_fault(answer, wanted)
    return lambda answer: _text_fault(answer, wanted, same_text=same_text)


def given(executor: Executor, vector: Vector) -> Iterator[Check]:
    """What an input asks, and how it is taken."""
    source, name, message = vector["format"], vector["name"], vector["message"]
    if source not in executor.formats:
        return
    data = input_of(vector)
    if source in ("native", "yaml") or executor.model:
        yield from _given_to_model(vector, data)
        return
    yield Check(name, source, message, "binary", data, _runtime_fault(vector))
    if "rest" in vector:
        yield _of_later(vector, data)
    # What the model refuses in a later version is refused there too, each for the first reason that it meets.
    told = isinstance(vector.get("model"), dict) or ("model" in vector and "rest" not in vector)
    if source == "binary" and "native" in executor.formats and told and isinstance(vector["runtime"], dict):
        yield Check(name, source, message, "native", data, _model_fault(vector, "native"))


def _of_later(vector: Vector, data: bytes) -> Check:
    """What is known in an input of a later version is whole.  ProtoJSON may be refused for what is new in it."""
    source, message, rest = vector["format"], vector["message"], unpacked(vector["rest"])
    if source == "binary":
        return Check(vector["name"], source, message, "proto_json", data, lambda each: _json_fault(each, rest.encode()))
    wanted = bytes.fromhex(rest)

    def fault(answer: Answer) -> str:
        return "" if answer.word == PARSE else _binary_fault(answer, message, wanted, exact=False)

    return Check(f"{vector['name']}, what is known in it", source, message, "binary", data, fault)


def _given_to_model(vector: Vector, data: bytes) -> Iterator[Check]:
    # Into binary, where nothing is left of spelling: native JSON keeps 1.0 and 1 apart, and the escapes of base64.
    if "model" in vector:
        fault = _model_fault(vector, "binary")
        yield Check(vector["name"], vector["format"], vector["message"], "binary", data, fault)


def input_of(vector: Vector) -> bytes:
    """What is given."""
    return bytes.fromhex(unpacked(vector["input_hex"])) if "input_hex" in vector else unpacked(vector["input"]).encode()


def _runtime_fault(vector: Vector) -> Callable[[Answer], str]:
    expected = vector["runtime"]
    if expected is None:
        return lambda answer: "" if answer.word in (OK, PARSE) else answer.word
    if expected == "refused":
        return lambda answer: "" if answer.word == PARSE else f"accepted: {answer.word}"
    wanted = bytes.fromhex(unpacked(expected["binary"]))
    return lambda answer: _binary_fault(answer, vector["message"], wanted, exact=expected["exact"])


def _model_fault(vector: Vector, target: str) -> Callable[[Answer], str]:
    expected = vector["model"]
    if isinstance(expected, list):
        return lambda answer: _refusal_fault(answer, expected)
    if target == "binary":
        wanted = bytes.fromhex(unpacked(expected["binary"]))
        return lambda answer: _binary_fault(answer, vector["message"], wanted, exact=True)
    text = unpacked(expected["native"]).encode()
    return lambda answer: _text_fault(answer, text, same_text=vector["format"] != "yaml")


def _refusal_fault(answer: Answer, expected: list[Any]) -> str:
    if answer.word not in (PARSE, SERIALIZE):
        return f"accepted: {answer.word}"
    try:
        found = json.loads(answer.data)
    except ValueError:
        return f"no diagnostics: {answer.data[:200]!r}"
    return "" if found == expected else f"{_short(found)} instead of {_short(expected)}"


def _short(diagnostics: list[Any]) -> str:
    return ", ".join(f"{d['code']} at {d['pointer']!r}, {d['line']}:{d['column']}" for d in diagnostics)


def _binary_fault(answer: Answer, message: str, wanted: bytes, *, exact: bool) -> str:
    if answer.word != OK:
        return _refused(answer)
    same = answer.data == wanted or (not exact and same_message(message, answer.data, wanted))
    return "" if same else f"{answer.data.hex()[:120]} instead of {wanted.hex()[:120]}"


def _json_fault(answer: Answer, wanted: bytes) -> str:
    if answer.word != OK:
        return _refused(answer)
    try:
        same = json.loads(answer.data) == json.loads(wanted)
    except ValueError as error:
        return f"no JSON: {error}"
    return "" if same else f"{answer.data[:200]!r} instead of {wanted[:200]!r}"


def _text_fault(answer: Answer, wanted: bytes, *, same_text: bool) -> str:
    if answer.word != OK:
        return _refused(answer)
    if answer.data == wanted or (not same_text and _same_tree(answer.data, wanted)):
        return ""
    return f"{answer.data[:200]!r} instead of {wanted[:200]!r}"


def _same_tree(one: bytes, other: bytes) -> bool:
    try:
        return bool(loads(one) == loads(other))
    except InvalidDocument:
        return False


def _refused(answer: Answer) -> str:
    return f"{answer.word}: {answer.data[:300].decode(errors='replace')}"


def same_message(message: str, one: bytes, other: bytes) -> bool:
    """Whether bytes say the same message, its maps in any order."""
    kind = messages()[message].message
    try:
        found, wanted = kind.FromString(one), kind.FromString(other)
    except DecodeError:
        return False
    return bool(found.SerializeToString(deterministic=True) == wanted.SerializeToString(deterministic=True))
