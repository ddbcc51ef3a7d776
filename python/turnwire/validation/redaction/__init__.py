"""Redact documents: placeholders for keys, tokens, personal data and media, and everything else as it was."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from turnwire.codec.json import loads
from turnwire.validation.redaction.patterns import KINDS, Pattern
from turnwire.validation.redaction.texts import Redactor, Replacement

__all__ = ["KINDS", "Pattern", "Redacted", "Redactor", "Replacement", "patterns_of", "redact"]


_KIND: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


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
    """Return patterns from the text of a file: a JSON object of kinds and regular expressions of RE2.

    RE2 has no lookaround and no references back, which take time without a bound in other engines.

    Raises:
        ValueError: an expression or the name of a kind is wrong, the text is no such object, or the package google-re2
            is not installed.
        InvalidDocument: the text is not JSON.

    Example:
        `patterns_of('{"employee": "E-[0-9]{6}"}')`
    """
    found = loads(text.encode())
    if not isinstance(found, dict) or not all(isinstance(each, str) for each in found.values()):
        message = "patterns are a JSON object of kinds and regular expressions"
        raise ValueError(message)
    wrong = next((kind for kind in found if not _KIND.fullmatch(kind)), None)
    if wrong is not None:
        message = f"{wrong!r} is no name of a kind: use letters, digits and dashes, such as `badge-number`"
        raise ValueError(message)
    return [Pattern(kind.upper().replace("-", "_"), _compiled(each), ()) for kind, each in found.items()]


def _compiled(expression: str) -> re.Pattern[str]:
    """Compile an expression with RE2, whose time grows with the text only, whatever the expression is."""
    try:
        import re2  # noqa: PLC0415 - an optional package
    except ImportError:
        message = "patterns of your own need the package google-re2: pip install 'turnwire[patterns]'"
        raise ValueError(message) from None
    options = re2.Options()
    options.log_errors = False
    try:
        pattern: re.Pattern[str] = re2.compile(expression, options)
    except re2.error as error:
        message = f"{expression!r} is no regular expression of RE2: {error.args[0].decode()}"
        raise ValueError(message) from None
    if pattern.match("") is not None:
        message = f"{expression!r} fits the empty text, which is between any two letters: write what there is at least"
        raise ValueError(message)
    return pattern
