"""Whether a provider or a model would take a document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects import check_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.dialects.dialect import Kind
    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Outline


def check_target(outline: Outline, tree: Any, dialect: str, kind: Kind, target: str) -> Iterator[Diagnostic]:  # noqa: ARG001
    """Yield what the target would not take."""
    check_names(target.partition(":")[0], None)
    return iter(())
