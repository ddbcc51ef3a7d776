"""Which ids belong together, looked up from both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.errors import invalid
from turnwire.model import ToolId

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from turnwire.documents.ids import Ulids


class Table:
    """The pairs of a session, in the order in which they were met; each is there once, and none is ever taken out.

    Every provider has a side of its own: "a per-session bidirectional map between canonical tool ids and
    provider-issued tool ids" (canonical message format, 6.2) that providers share would send one of them the id of
    another.
    """

    def __init__(self, rows: Iterable[ToolId] = ()) -> None:
        self.rows: list[ToolId] = []
        self._calls: dict[str, dict[str, list[str]]] = {}
        self._sent: dict[str, dict[str, str]] = {}
        self._known: set[str] = set()
        for row in rows:
            self.add(row.provider, row.provider_id, row.canonical)

    def calls(self, provider: str, provider_id: str) -> Sequence[str]:
        """The calls that the provider means by an id: several, where it issues the same one again and again."""
        return self._calls.get(provider, {}).get(provider_id, ())

    def sent(self, provider: str, canonical: str) -> str | None:
        """The id that a call has in requests to the provider; None where it has not been sent there."""
        return self._sent.get(provider, {}).get(canonical)

    def add(self, provider: str, provider_id: str, canonical: str) -> None:
        """Note that two ids belong together.  Raises InvalidDocument (`id.text`) for what is no Unicode text."""
        calls = self._calls.setdefault(provider, {}).setdefault(provider_id, [])
        if canonical in calls:
            return
        _check_text(provider, provider_id, canonical)
        # Of several calls by one id the first keeps it: two calls of one request must not have the same.  An empty
        # id names none.
        if provider_id and not calls:
            self._sent.setdefault(provider, {}).setdefault(canonical, provider_id)
        calls.append(canonical)
        self._known.add(canonical)
        self.rows.append(ToolId(canonical, provider, provider_id))

    def new(self, provider: str, provider_id: str, ulids: Ulids, used: Collection[str] = ()) -> str:
        """A new call, not one of those `used`, that the provider has issued this id for.

        Raises InvalidDocument as `Ulids.new` does.
        """
        # "System-generated, format: `tu_<ulid>`" (canonical message format, 6.2): the provider's id never becomes ours.
        made = ulids.new("tool_use")
        # With the same seed and clock as at an earlier start, ids are made again that are there already.
        while made in used or made in self._known:
            made = ulids.new("tool_use")
        self.add(provider, provider_id, made)
        return made


def _check_text(*ids: str) -> None:
    for text in ids:
        try:
            text.encode()
        except UnicodeEncodeError:
            hint = "an id has no surrogates"
            raise invalid("id.text", f"{text[:60]!r} is no Unicode text", hint=hint) from None
