"""The exit code of a run in which a document or a store is refused."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from turnwire.cli.codes import CANNOT_RUN, FINDINGS
from turnwire.cli.words import finding_text, words
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from collections.abc import Iterator


class Code:
    """The exit code of a run."""

    value = 0


@contextlib.contextmanager
def ended(cannot_run: frozenset[str]) -> Iterator[Code]:
    """Report a refusal and turn it into an exit code: 2 for diagnostics with these codes, else 1."""
    code = Code()
    try:
        yield code
    except InvalidDocument as refusal:
        for found in refusal.diagnostics:
            words(finding_text(found))
        missing = any(found.code in cannot_run for found in refusal.diagnostics)
        code.value = CANNOT_RUN if missing else FINDINGS
