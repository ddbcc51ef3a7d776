"""Check a store of threads: every line of its log, and every content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
    from turnwire.systems.gpt2099.threads.store import Store


def verify(store: Store) -> Iterator[Diagnostic]:
    """Yield all findings about a store; nothing is changed.

    Errors: `thread.changed` and `thread.gap` (a line that is not as it was written, lines that are missing),
    `thread.content-missing`, `thread.content-damaged`, and those of frames that cannot be read.  Warnings:
    `thread.torn`, `thread.line`.

    Raises:
        OSError: a file of the store cannot be read.
    """
    yield from store.findings
    yield from store.digests.check()
    keys = store.keys()
    for key in keys:
        try:
            frame = store.frame(key)
            if frame is not None and frame.hash:
                store.content(frame.hash)
        except InvalidDocument as refusal:
            yield from refusal.diagnostics
