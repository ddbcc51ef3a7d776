"""Replace what is secret in a text, the same secret always by the same placeholder."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from turnwire.codec.json import dumps, parsed
from turnwire.errors import InvalidDocument
from turnwire.validation.outline.records import Path, pointer_of
from turnwire.validation.redaction.patterns import FIELD, KINDS, MEDIA, PATTERNS
from turnwire.validation.redaction.spans import spans

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from turnwire.validation.redaction.patterns import Pattern

_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*"')
_PLACEHOLDER: Final = re.compile(r"<[A-Z][A-Z0-9_]*_[0-9]+>")
_SECRET_NAMES: Final = re.compile(
    r"(?i)(?:.*[_-])?(?:password|passwd|passphrase|secret|api[_-]?key|apikey|access[_-]?token|refresh[_-]?token|"
    r"id[_-]?token|auth[_-]?token|authorization(?:[_-]token)?|private[_-]?key|session[_-]?token|(?:set-)?cookie)"
)
_DATA_URL: Final = re.compile(
    r"(?s)(data:[\w.+-]{1,80}/[\w.+-]{1,80}(?:;[\w=.+-]{1,80}){0,4};base64,)([A-Za-z0-9+/_=\s-]{24,})"
)
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]{64,}={0,2}")
_MEDIA_NAMES: Final = frozenset({"data", "file_data", "b64_json", "bytes", "base64", "image_url", "url", "result"})
_STARTS: Final = (
    "iVBORw0KGgo",
    "/9j/",
    "R0lGOD",
    "UklGR",
    "JVBERi0",
    "SUQz",
    "//uQ",
    "//sw",
    "T2dnUw",
    "ZkxhQ",
    "AAAA",
    "GkXfo",
    "Qk0",
    "UEsDB",
    "SUkq",
    "TU0A",
)
"""How base64 of pictures, sounds, films and documents begins."""
_NO_MEDIA: Final = "UkVEQUNURUQ="
"""`REDACTED` as base64: what stands for media is still base64."""
_DEEPEST: Final = 8
"""JSON in texts in JSON that is looked into."""


class Replacement(Struct, frozen=True):
    """A text in which something was replaced; the replaced text is not reported."""

    pointer: str
    """The JSON Pointer of the text, or of the member whose name it is."""
    kinds: tuple[str, ...]
    """What was replaced in it, in order."""


class Placeholders:
    """Gives each secret a placeholder, the same one each time: `<EMAIL_1>`."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], str] = {}
        self._numbers: Counter[str] = Counter()

    def of(self, kind: str, secret: str) -> str:
        """Return the placeholder of a secret."""
        known = self._known.get((kind, secret))
        if known is None:
            self._numbers[kind] += 1
            known = self._known[kind, secret] = f"<{kind}_{self._numbers[kind]}>"
        return known


class Marks(Placeholders):
    """Gives secrets marks that become placeholders later, when it is known which secrets come before.

    Args:
        data: the document, which has no such mark itself.
    """

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.secrets: list[tuple[str, str]] = []
        """The kinds and the secrets that the marks stand for, by their numbers."""
        self.mark = "MARK"
        while self.mark.encode() in data:
            self.mark += "X"

    def of(self, kind: str, secret: str) -> str:
        """Return a mark; a mark has the form of a placeholder, which the patterns leave alone."""
        self.secrets.append((kind, secret))
        return f"<{kind}_{self.mark}_{len(self.secrets) - 1}>"


def resolved(data: bytes, mark: str, secrets: Sequence[tuple[str, str]], placeholders: Placeholders) -> bytes:
    """Return a document with placeholders instead of marks.

    Args:
        data: the document with marks.
        mark: the word of the marks.
        secrets: what they stand for, by their numbers.
        placeholders: gives the placeholders, in the order of the secrets.
    """
    named = [placeholders.of(*secret) for secret in secrets]

    def replaced(found: re.Match[bytes]) -> bytes:
        number = int(found[1])
        return named[number].encode() if number < len(named) else found[0]

    return re.sub(rb"<[^<>]*_%b_([0-9]{1,9})>" % mark.encode(), replaced, data) if named else data


class Redactor:
    """Replaces secrets; its placeholders are the same in all texts that it gets.

    Args:
        only: the kinds to replace; all if it is empty.
        skip: the kinds to leave.
        more: further patterns, which come first; overlapping matches are replaced together.

    Example:
        >>> Redactor().text("Mail ada@example.org, and again ada@example.org.")
        'Mail <EMAIL_1>, and again <EMAIL_1>.'
    """

    def __init__(self, only: Collection[str] = (), skip: Collection[str] = (), more: Iterable[Pattern] = ()) -> None:
        more = tuple(more)
        every = {*KINDS, *(pattern.kind for pattern in more)}
        self._kinds = (set(only) or every) - set(skip)
        self._own = [pattern for pattern in more if pattern.kind in self._kinds]
        self._patterns = [pattern for pattern in PATTERNS if pattern.kind in self._kinds]
        self.placeholders = Placeholders()
        """What gives the placeholders."""
        self.found: list[str] = []
        """The kind of each secret that was replaced, in order."""

    def text(self, text: str, name: str = "", depth: int = 0) -> str:
        """Return a text with placeholders for what is secret.

        Args:
            text: the text.
            name: the member that holds it, which may say that it is secret.
            depth: in how many texts of JSON the text is.
        """
        if len(text) > 1 and text[0] in "{[" and depth < _DEEPEST:
            inner = self._of_json(text, depth)
            if inner is not None:
                return inner
        if FIELD in self._kinds and text and _SECRET_NAMES.fullmatch(name) and not _PLACEHOLDER.search(text):
            return text if text[0] in "$<{" or len(text) < len("secret") else self._placeholder(FIELD, text)
        if MEDIA in self._kinds:
            text = self._without_media(text, name)
        if self._own:
            text = self._without_own(text)
        for pattern in self._patterns:
            if not pattern.signs or any(sign in text for sign in pattern.signs):
                text = self._replaced(pattern, text)
        return text

    def document(self, data: bytes, depth: int = 0) -> tuple[bytes, tuple[Replacement, ...]]:
        """Redact a JSON text: only the texts in it change, and names of members are texts, too.

        Raises InvalidDocument.
        """
        replaced: list[Replacement] = []
        pieces: list[bytes] = []
        end = 0
        for token, (path, text, name) in zip(_STRING.finditer(data), _texts(parsed(data)), strict=True):
            before = len(self.found)
            after = self.text(text, name, depth)
            if len(self.found) > before:
                replaced.append(Replacement(pointer_of(path), tuple(self.found[before:])))
                pieces += [data[end : token.start()], dumps(after)]
                end = token.end()
        return b"".join((*pieces, data[end:])), tuple(replaced)

    def _of_json(self, text: str, depth: int) -> str | None:
        """Redact JSON in a text, so that it stays JSON; None if it is none."""
        try:
            return self.document(text.encode(), depth + 1)[0].decode()
        except (InvalidDocument, UnicodeEncodeError):
            return None

    def _without_media(self, text: str, name: str) -> str:
        if "base64," in text:
            text = _DATA_URL.sub(self._no_data, text)
        is_media = name in _MEDIA_NAMES and text.startswith(_STARTS) and _BASE64.fullmatch(text) is not None
        if not is_media:
            return text
        self.found.append(MEDIA)
        return _NO_MEDIA

    def _no_data(self, found: re.Match[str]) -> str:
        if found[2] == _NO_MEDIA:
            return found[0]
        self.found.append(MEDIA)
        return found[1] + _NO_MEDIA

    def _without_own(self, text: str) -> str:
        """Replace the matches of the user's patterns outside of placeholders."""
        pieces, end = [], 0
        for kept in (*_PLACEHOLDER.finditer(text), None):
            stop = kept.start() if kept else len(text)
            pieces += [self._own_replaced(text[end:stop]), kept[0] if kept else ""]
            end = kept.end() if kept else stop
        return "".join(pieces)

    def _own_replaced(self, text: str) -> str:
        pieces, end = [], 0
        for found in spans(text, self._own, self._patterns):
            pieces += [text[end : found.start], self._placeholder(found.kind, text[found.start : found.end])]
            end = found.end
        return "".join((*pieces, text[end:]))

    def _replaced(self, pattern: Pattern, text: str) -> str:
        group = pattern.regex.groupindex.get("secret", 0)

        def replaced(found: re.Match[str]) -> str:
            secret = found[group]
            if _PLACEHOLDER.search(secret) or (pattern.holds is not None and not pattern.holds(secret)):
                return found[0]
            start, end = found.start(group) - found.start(), found.end(group) - found.start()
            return f"{found[0][:start]}{self._placeholder(pattern.kind, secret)}{found[0][end:]}"

        return pattern.regex.sub(replaced, text)

    def _placeholder(self, kind: str, secret: str) -> str:
        self.found.append(kind)
        return self.placeholders.of(kind, secret)


def _texts(tree: Any) -> Iterator[tuple[Path, str, str]]:
    """Yield all texts of a document in the order in which they are written, names of members among them.

    Each comes with its path, and with the name of the member that holds it; lists have the name of their member.
    """
    row: list[tuple[Path, Any, str, bool]] = [((), tree, "", False)]
    while row:
        path, node, name, is_name = row.pop()
        if isinstance(node, str):
            yield path, node, "" if is_name else name
        elif isinstance(node, dict):
            for key, each in reversed(node.items()):
                row.append(((*path, key), each, key, False))
                row.append(((*path, key), key, "", True))
        elif isinstance(node, list):
            row.extend(((*path, n), node[n], name, False) for n in range(len(node) - 1, -1, -1))
