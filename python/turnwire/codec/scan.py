"""Find the position of an error, or of a value, in JSON text: pointer, line and column.

Used only after a parser has refused a text, or to locate a finding; valid documents do not pay for it.
It does not recurse, takes time linear in the text, and gives up after `MAX_TOKENS` tokens.
"""

from __future__ import annotations

import functools
import re
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import msgspec

from turnwire.codec.limits import DEPTH_HINT, DIGITS_HINT, MAX_DIGITS, TOO_MANY_DIGITS, too_deep

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from turnwire.codec.limits import Limits

MAX_TOKENS = 100_000
MAX_POINTER = 4096
MAX_REPEATED = 100

# RFC 8259, sections 2, 6 and 7.  Possessive quantifiers prevent backtracking.
_STRING = rb'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+'


# Compiling these takes longer than loading most modules, and a valid document never needs them.
@functools.cache
def _tokens() -> re.Pattern[bytes]:
    return re.compile(
        rb"[ \t\n\r]*+(?:(?P<string>" + _STRING + rb'")|(?P<comma>,)|(?P<colon>:)|(?P<open>[{\[])|(?P<close>[}\]])'
        rb"|(?P<number>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+)|(?P<word>true|false|null)"
        rb"|(?P<end>\Z)|(?P<other>[\x00-\xff]))"
    )


@functools.cache
def _open_string() -> re.Pattern[bytes]:
    return re.compile(_STRING)


@functools.cache
def _whole_escapes() -> re.Pattern[bytes]:
    return re.compile(rb"[^\\]*+\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F]..)|.)")


_NAMES = {b"}": "an object", b"]": "an array"}
_VALUES = frozenset(("string", "number", "word", "open"))
_PLACES = frozenset(("value", "first value"))
_EXPECTED = {
    "value": "a value",
    "first value": "a value or `]`",
    "key": "a key in double quotes",
    "first key": "a key in double quotes or `}`",
    "colon": "`:`",
    "next": "`,` or the end of the array or object",
}
_STREAM = "this is a stream as it was sent; `turnwire stream` reads it"
_HINTS = (
    ((b"'",), "JSON has double quotes; Python writes it with `json.dumps`"),
    ((b"//", b"/*", b"#"), "JSON has no comments: take it out"),
    ((b"True", b"False", b"None"), "write true, false or null; Python writes them with `json.dumps`"),
    ((b"NaN", b"Infinity", b"-Infinity"), "JSON has neither NaN nor infinities: write a number, or null"),
    ((b"```",), "take the lines with the backticks away: they are Markdown"),
    ((b"<",), "this is HTML or XML, perhaps an error page instead of the document"),
    ((b"data:", b"event:"), _STREAM),
)
"""The beginning of a token that other languages allow or that is no JSON at all -> the hint."""
_TEXTS = (
    # "If the line starts with a U+003A COLON character (:) Ignore the line." (the HTML standard, server-sent events)
    # OpenRouter sends ": OPENROUTER PROCESSING" while a reply is made.
    (rb":|(?:id|retry): ?\S", _STREAM),
    (rb"HTTP/[0-9.]+ ", "this is a reply with its headers: take the lines before the JSON away"),
    (rb"[A-Za-z_][\w-]*:\s", "JSON begins with `{` or `[`; if this is YAML, say so with `--input-format yaml`"),
    (rb"[^\n{]*\n\s*[{\[]", "take the text before the JSON away"),
)
"""The beginning of a text that is no JSON -> the hint."""


class Fault(Exception):
    """An error in a text: what is wrong, at which byte, and the `pointer` of the value around it."""

    def __init__(self, code: str, message: str, offset: int, pointer: str | None, hint: str | None = None) -> None:
        super().__init__(code, message, offset, pointer, hint)
        self.code, self.message, self.offset, self.pointer, self.hint = code, message, offset, pointer, hint


class TooLong(Exception):
    """The text has more tokens than the scanner reads."""


class Place(NamedTuple):
    """A line and a column, both from 1; the column counts characters."""

    line: int
    column: int


def place_of(data: bytes, offset: int) -> Place:
    """The line and column of the byte at `offset`."""
    start = data.rfind(b"\n", 0, offset) + 1
    return Place(data.count(b"\n", 0, start) + 1, len(data[start:offset].decode("utf-8", "replace")) + 1)


def _further(place: Place, between: bytes) -> Place:
    """The place behind some bytes: many places in one text are found without counting from its start each time."""
    lines = between.count(b"\n")
    characters = len(between[between.rfind(b"\n") + 1 :].decode("utf-8", "replace"))
    return Place(place.line + lines, 1 + characters if lines else place.column + characters)


def escape(key: str) -> str:
    """One reference token, RFC 6901 section 3."""
    return key.replace("~", "~0").replace("/", "~1")


def find_fault(data: bytes, limits: Limits) -> Fault | None:
    """Find the first part of `data` that is not JSON, or not within `limits`.  Raises TooLong."""
    scanner = Scanner(data, limits.max_depth, refuse_duplicates=limits.duplicate_keys == "refuse")
    try:
        for _ in scanner.values():
            pass
    except Fault as fault:
        return fault
    return None


def find_repeated(data: bytes) -> list[Fault]:
    """Find the keys that are repeated in one object; of more than 100, the first ones.  Raises Fault, TooLong."""
    scanner = Scanner(data, len(data), refuse_duplicates=False)
    for _ in scanner.values():
        if len(scanner.repeated) >= MAX_REPEATED:
            break
    return scanner.repeated


def find_values(data: bytes, pointers: Collection[str], *, of_names: bool) -> dict[str, Place]:
    """Find where the values named by `pointers` start, or the names of these members; those not found are left out."""
    found: dict[str, Place] = {}
    depths = {pointer.count("/") for pointer in pointers}
    scanner = Scanner(data, len(data), refuse_duplicates=False)
    last, place = 0, Place(1, 1)
    try:
        for offset in scanner.values():
            if len(scanner.frames) in depths and (pointer := scanner.pointer()) in pointers:
                start = scanner.start_of_name(offset) if of_names else offset
                place = _further(place, data[last:start])
                last = start
                found[pointer] = place
    except (Fault, TooLong):
        pass
    return found


class _Frame:
    """An open array or object; `key` is the scanner's position in it, and `start` is where the key starts."""

    __slots__ = ("closer", "key", "keys", "start")

    def __init__(self, opener: bytes) -> None:
        self.closer = b"}" if opener == b"{" else b"]"
        self.key: str | int | None = None if opener == b"{" else 0
        self.keys: set[str] = set()
        self.start = 0


class Scanner:
    """A pushdown automaton over the tokens of `data`."""

    def __init__(self, data: bytes, max_depth: int, *, refuse_duplicates: bool) -> None:
        self.data = data
        self.frames: list[_Frame] = []
        self.repeated: list[Fault] = []
        self._max_depth = max_depth
        self._refuse_duplicates = refuse_duplicates
        self._expect = "value"
        self._start = 0

    def values(self) -> Iterator[int]:
        """Yield the offset of each value as it starts; `frames` are then the containers around it.

        Raises Fault, TooLong.
        """
        for token in islice(_tokens().finditer(self.data), MAX_TOKENS):
            kind = token.lastgroup or ""
            self._start = token.start(kind)
            step = self._steps[self._expect].get(kind)
            if step is None:
                return self._stop(kind, token[kind])
            if kind in _VALUES and self._expect in _PLACES:
                yield self._start
            step(self, token[kind])
        raise TooLong

    def pointer(self) -> str:
        """Return the JSON Pointer of the scanner's position."""
        keys = (frame.key for frame in self.frames)
        return "".join(f"/{escape(str(key))}" for key in keys if key is not None)

    def start_of_name(self, offset: int) -> int:
        """Return where the name of the member starts whose value is at an offset; the offset for other values."""
        frame = self.frames[-1] if self.frames else None
        return frame.start if frame is not None and isinstance(frame.key, str) else offset

    def _stop(self, kind: str, token: bytes) -> None:
        if kind == "other":
            raise self._not_a_token(token)
        if kind != "end":
            raise self._fault("json.syntax", self._unexpected(token), self._hint(token))
        if self._expect == "end":
            return
        if not self.data.strip(b" \t\n\r"):
            raise self._fault("json.empty", "the document is empty", "write a document, or take the file away")
        inside = _NAMES[self.frames[-1].closer] if self.frames else "the document"
        raise self._fault("json.truncated", f"the text ends inside {inside}", "is the file complete?")

    def _fault(self, code: str, message: str, hint: str | None = None) -> Fault:
        pointer = self.pointer()
        return Fault(code, message, self._start, pointer if len(pointer) <= MAX_POINTER else None, hint)

    def _hint(self, token: bytes) -> str | None:
        """Return the hint for a token that other languages allow here, or that is no JSON at all."""
        is_after_comma = (token, self._expect) in ((b"}", "key"), (b"]", "value"))
        if is_after_comma and self.frames and self.frames[-1].closer == token:
            return "take the comma before it away"
        rest = self.data[self._start : self._start + 9]
        found = next((hint for starts, hint in _HINTS if rest.startswith(starts)), None)
        if found is not None or self.data[: self._start].strip():
            return found
        return next((hint for begins, hint in _TEXTS if re.match(begins, self.data[self._start :])), None)

    def _unexpected(self, token: bytes) -> str:
        shown = token[:40].decode("utf-8", "replace")
        if self._expect == "end":
            return f"`{shown}` after the end of the document"
        return f"expected {_EXPECTED[self._expect]}, found `{shown}`"

    def _not_a_token(self, first: bytes) -> Fault:
        start = self._start
        if first != b'"':
            shown = self.data[start : start + 4].decode("utf-8", "replace")[:1]
            return self._fault("json.syntax", self._unexpected(shown.encode()), self._hint(first))
        string = _open_string().match(self.data, start)
        self._start = string.end() if string else start
        rest = self.data[self._start : self._start + 1]
        if not rest:
            return self._fault("json.truncated", "the text ends inside a string", "is the file complete?")
        if rest == b"\\":
            return self._fault("json.syntax", "a backslash in a string that does not start a JSON escape")
        return self._fault("json.syntax", f"control character U+{rest[0]:04X} in a string", "write it as an escape")

    def _check_string(self, text: bytes) -> None:
        if b"\\u" not in text:
            return
        for escaped in _whole_escapes().finditer(text):
            if escaped[1] is not None:
                self._start += escaped.start(1) - 1
                shown = escaped[1].decode()
                raise self._fault("json.surrogate", f"\\{shown} is half of a surrogate pair")

    def _scalar(self, text: bytes) -> None:
        if text.startswith(b'"'):
            self._check_string(text)
        elif len(text) > MAX_DIGITS and text.lstrip(b"-").isdigit():
            raise self._fault("json.number", TOO_MANY_DIGITS, DIGITS_HINT)
        self._expect = "next" if self.frames else "end"

    def _open(self, opener: bytes) -> None:
        if len(self.frames) == self._max_depth:
            raise self._fault("json.depth", too_deep(self._max_depth), DEPTH_HINT)
        self.frames.append(_Frame(opener))
        self._expect = "first key" if opener == b"{" else "first value"

    def _close(self, closer: bytes) -> None:
        if self.frames[-1].closer != closer:
            raise self._fault("json.syntax", self._unexpected(closer))
        self.frames.pop()
        self._expect = "next" if self.frames else "end"

    def _key(self, text: bytes) -> None:
        self._check_string(text)
        frame = self.frames[-1]
        frame.key = key = msgspec.json.decode(text, type=str)
        if key in frame.keys and len(self.repeated) < MAX_REPEATED:
            fault = self._fault("json.duplicate-key", f"the key `{key[:80]}` is repeated in one object", "keep one")
            if self._refuse_duplicates:
                raise fault
            self.repeated.append(fault)
        frame.keys.add(key)
        frame.start = self._start
        self._expect = "colon"

    def _colon(self, _: bytes) -> None:
        self._expect = "value"

    def _comma(self, _: bytes) -> None:
        frame = self.frames[-1]
        if isinstance(frame.key, int):
            frame.key += 1
            self._expect = "value"
        else:
            frame.key = None
            self._expect = "key"

    _steps: ClassVar[dict[str, dict[str, Callable[[Scanner, bytes], None]]]] = {
        "value": {"string": _scalar, "number": _scalar, "word": _scalar, "open": _open},
        "first value": {"string": _scalar, "number": _scalar, "word": _scalar, "open": _open, "close": _close},
        "key": {"string": _key},
        "first key": {"string": _key, "close": _close},
        "colon": {"colon": _colon},
        "next": {"comma": _comma, "close": _close},
        "end": {},
    }
