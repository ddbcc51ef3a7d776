"""Redact documents: placeholders for keys, tokens, personal data and media, and everything else as it was."""

from __future__ import annotations

import re

from msgspec import Struct

from turnwire.codec.json import loads
from turnwire.validation.redaction.patterns import KINDS, Pattern
from turnwire.validation.redaction.texts import Redactor, Replacement

__all__ = ["KINDS", "Pattern", "Redacted", "Redactor", "Replacement", "patterns_of", "redact"]


class Redacted(Struct, frozen=True):
    """What `redact` made of a document."""

    data: bytes
    """The document as JSON; all other bytes are those that came in."""
    replaced: tuple[Replacement, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether anything was replaced."""
        return bool(self.replaced)


def redact(data: bytes, redactor: Redactor | None = None) -> Redacted:
    """Replace what is secret in a JSON document, whatever its format is.

    Ids of messages and calls, signatures and sealed contents stay, so that the document still fits together.

    Args:
        data: the document.
        redactor: what replaces; one for many documents gives the same secret the same placeholder in all of them.

    Raises:
        InvalidDocument: the text is not JSON: a secret in it could not be found with certainty.

    Example:
        `redact(b'{"role": "user", "content": "I am ada@example.org."}').data`
    """
    return Redacted(*(redactor or Redactor()).document(data))


def patterns_of(text: str) -> list[Pattern]:
    """Return patterns from the text of a file: a JSON object of kinds and regular expressions.

    Raises:
        ValueError: an expression is wrong, or the text is no such object.
        InvalidDocument: the text is not JSON.

    Example:
        `patterns_of('{"employee": "E-[0-9]{6}"}')`
    """
    found = loads(text.encode())
    if not isinstance(found, dict) or not all(isinstance(each, str) for each in found.values()):
        message = "patterns are a JSON object of kinds and regular expressions"
        raise ValueError(message)
    return [Pattern(kind.upper().replace("-", "_"), _compiled(each), ()) for kind, each in found.items()]


def _compiled(expression: str) -> re.Pattern[str]:
    try:
        pattern = re.compile(expression)
    except re.error as error:
        message = f"{expression!r} is no regular expression: {error}"
        raise ValueError(message) from None
    if pattern.match("") is not None:
        message = f"{expression!r} fits the empty text, which is between any two letters: write what there is at least"
        raise ValueError(message)
    return pattern
