"""The modules of validation whose mutants are tried, the tests that must notice them, and what is spared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_MEANING: Final = ("validation/meaning", "validation/test_rule_schemas.py", "validation/test_messages.py")
_SCHEMA: Final = (
    "validation/test_chat_schemas.py",
    "validation/test_rule_schemas.py",
    "validation/test_near.py",
    "validation/test_messages.py",
)

TESTED: Final[Mapping[str, tuple[str, ...]]] = {
    "turnwire.validation.meaning.calls": _MEANING,
    "turnwire.validation.meaning.contents": _MEANING,
    "turnwire.validation.meaning.inputs": _MEANING,
    "turnwire.validation.meaning.media": _MEANING,
    "turnwire.validation.meaning.order": _MEANING,
    "turnwire.validation.meaning.settled": _MEANING,
    "turnwire.validation.schema": _SCHEMA,
}
"""Each module with the files and folders of its tests."""

SPARED: Final[Mapping[str, str]] = {}
"""Mutants that change nothing that can be seen, each with the reason."""
