"""What is declared of a model by its name: the capabilities of its family, unless the name says that it is another.

`family_of` takes a name by its beginning, so that a rule which a server enforces is not missed.
A declaration has to be "honest" (canonical message format, 7.2): of `claude-haiku-4-5-text-only` nothing is known but
its beginning.
"""

from __future__ import annotations

import re
from typing import Final

from turnwire.catalogue.capabilities import UNDECLARED, Capabilities
from turnwire.catalogue.models import family_of

_PARTS: Final = re.compile(r"[-_.:@/]+")
# Dates, versions, sizes of open models and their quantisations: 20250929, v1, 70b, q4.
_NUMBER: Final = re.compile(r"v?\d+[a-z]?|q\d+|fp\d+")
_VARIANTS: Final = frozenset(
    (
        *("latest", "default", "preview", "exp", "fast", "free", "floor", "nitro", "thinking"),
        *("mini", "nano", "pro", "max", "turbo", "flash", "lite", "codex", "chat", "sol", "luna"),
        *("haiku", "sonnet", "opus", "instruct", "it", "versatile", "instant", "k", "m", "s"),
    )
)
"""Words behind the beginning of a family that leave its kind of model what it is."""


def capabilities_of(model: str | None) -> Capabilities:
    """Return what is declared of a model; `UNDECLARED` for an unknown one.

    Args:
        model: the name in a request, also with the names of vendors and folders before it.

    Returns:
        The capabilities of the model's family if nothing but numbers and `_VARIANTS` follows its beginning.

    >>> capabilities_of("claude-haiku-4-5-20251001").supports_images
    True
    >>> capabilities_of("claude-haiku-4-5-text-only") == UNDECLARED
    True
    """
    family = family_of(model)
    if family is None or model is None:
        return UNDECLARED
    name, prefix = _joined(model), _joined(family.prefix)
    suffix = name.rpartition(prefix)[2]
    return family.capabilities if all(map(_is_variant, suffix.split("-"))) else UNDECLARED


def _joined(name: str) -> str:
    return _PARTS.sub("-", name.lower())


def _is_variant(word: str) -> bool:
    return not word or word in _VARIANTS or _NUMBER.fullmatch(word) is not None
