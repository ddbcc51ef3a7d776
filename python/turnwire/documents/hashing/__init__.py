"""The hash of a message, a conversation or a reply, and whether two of them are the same.

"Messages are deterministically hashable for caching, deduplication, and trace correlation." and "`provider_raw` is
not part of equality comparisons or hashing." (canonical message format, 2.1 and 6.5)
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from turnwire import model
from turnwire.documents.hashing.normal import normal
from turnwire.documents.hashing.text import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msgspec import Struct

VERSION = "twh1"
"""Of the normal form.  It changes when the same document would get another hash."""

HASH = re.compile(rf"{VERSION}:sha256:[0-9a-f]{{64}}")
"""What a hash looks like."""

_MODEL = model.Message.__module__


def canonical_hash(node: Struct) -> str:
    """The hash of what a document, or any other part of the model, says; `provider_raw` is left out.

    Args:
        node: a document, a message, a block or another struct of `turnwire.model`.

    Returns:
        `twh1:sha256:` and 64 hex digits.

    Raises:
        InvalidDocument: the part holds what JSON has no form for: NaN, lone surrogates, repeated keys.
        TypeError: `node` is not of `turnwire.model`.

    Example:
        `turnwire.canonical_hash(history) == turnwire.canonical_hash(turnwire.read(stored))`
    """
    return f"{VERSION}:sha256:{hashlib.sha256(canonical_json(node)).hexdigest()}"


def equal(one: Struct, other: Struct) -> bool:
    """Whether two parts of the model say the same; `provider_raw` is left out.

    Args:
        one: a document, a message, a block or another struct of `turnwire.model`.
        other: another one.

    Returns:
        True where both have the same canonical hash.

    Raises:
        InvalidDocument: a part holds what JSON has no form for: NaN, lone surrogates, repeated keys.
        TypeError: a part is not of `turnwire.model`.

    Example:
        `turnwire.equal(history, turnwire.read(stored))`
    """
    return canonical_json(one) == canonical_json(other)


def canonical_json(node: Struct) -> bytes:
    """What is hashed: native JSON in its normal form, as RFC 8785 writes it.  Raises what `canonical_hash` raises."""
    if type(node).__module__ != _MODEL:
        raise TypeError(f"{type(node).__name__} is not of turnwire.model")
    return text_of(normal(node))


__all__: Sequence[str] = ["HASH", "VERSION", "canonical_hash", "canonical_json", "equal"]
