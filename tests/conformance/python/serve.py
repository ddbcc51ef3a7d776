"""The loop of an executor: one request a line on standard input, one answer a line on standard output.

Request: `FORMAT MESSAGE FORMAT HEX`, the format and the full name of what comes, the format wanted, and the bytes.
Answer: `ok HEX`, `parse-error HEX`, `serialize-error HEX` (the reason, in words or as JSON), or `skipped`,
where it has no such message or no such form of it.
`-` stands for no bytes at all.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Codec(NamedTuple):
    """One format: (message, bytes) -> value, and (message, value) -> bytes."""

    parse: Callable[[str, bytes], Any]
    serialize: Callable[[str, Any], bytes]


class Skipped(Exception):
    """The executor has no such message, or no such form of it."""


def hexed(data: bytes) -> str:
    return data.hex() or "-"


def answer(codecs: Mapping[str, Codec], line: str, reason: Callable[[Exception], bytes]) -> str:
    """The answer to one request; whatever a codec raises is an answer too."""
    source, message, target, text = line.split(" ")
    if source not in codecs or target not in codecs:
        return "skipped"
    data = b"" if text == "-" else bytes.fromhex(text)
    try:
        value = codecs[source].parse(message, data)
    except Skipped:
        return "skipped"
    except Exception as error:  # noqa: BLE001 - a binding may refuse with anything
        return f"parse-error {hexed(reason(error))}"
    try:
        return f"ok {hexed(codecs[target].serialize(message, value))}"
    except Exception as error:  # noqa: BLE001 - the same
        return f"serialize-error {hexed(reason(error))}"


def in_words(error: Exception) -> bytes:
    return f"{type(error).__name__}: {error}".encode(errors="backslashreplace")


def serve(codecs: Mapping[str, Codec], reason: Callable[[Exception], bytes] = in_words) -> None:
    for line in sys.stdin:
        sys.stdout.write(answer(codecs, line.rstrip("\n"), reason) + "\n")
        sys.stdout.flush()
