"""The pairs of ids of a session, with lookups from both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.errors import invalid
from turnwire.model import ToolId

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from turnwire.documents.ids import Ulids


class Table:
    """The pairs of a session, in order of appearance; each is there once, and none is ever removed.

    Every provider has its own map: "a per-session bidirectional map between canonical tool ids and provider-issued tool
    ids" (canonical message format, 6.2) shared by several providers would send one of them the id of another.
    """

    def __init__(self, rows: Iterable[ToolId] = ()) -> None:
        self.rows: list[ToolId] = []
        self._calls: dict[str, dict[str, list[str]]] = {}
        self._sent: dict[str, dict[str, str]] = {}
        self._known: set[str] = set()
        for row in rows:
            self.add(row.provider, row.provider_id, row.canonical)

    def calls(self, provider: str, provider_id: str) -> Sequence[str]:
        """Return the calls with a provider's id: several, if the provider repeats the id."""
        return self._calls.get(provider, {}).get(provider_id, ())

    def sent(self, provider: str, canonical: str) -> str | None:
        """Return the id of a call in requests to the provider; None if it has not been sent there."""
        return self._sent.get(provider, {}).get(canonical)

    def add(self, provider: str, provider_id: str, canonical: str) -> None:
        """Add a pair of ids.  Raises InvalidDocument (`id.text`) for text that is not Unicode."""
        calls = self._calls.setdefault(provider, {}).setdefault(provider_id, [])
        if canonical in calls:
            return
        _check_text(provider, provider_id, canonical)
        # Of several calls with one id the first keeps it: two calls of one request must have different ids.  An empty
        # id names no call.
        if provider_id and not calls:
            self._sent.setdefault(provider, {}).setdefault(canonical, provider_id)
        calls.append(canonical)
        self._known.add(canonical)
        self.rows.append(ToolId(canonical, provider, provider_id))

    def new(self, provider: str, provider_id: str, ulids: Ulids, used: Collection[str] = ()) -> str:
        """Make a new call, other than those in `used`, for which the provider has issued this id.

        Raises InvalidDocument as `Ulids.new` does.
        """
        # "System-generated, format: `tu_<ulid>`" (canonical message format, 6.2): the provider's id never becomes ours.
        made = ulids.new("tool_use")
        # With the same seed and clock as at an earlier start, the source repeats ids that are already used.
        while made in used or made in self._known:
            made = ulids.new("tool_use")
        self.add(provider, provider_id, made)
        return made


def _check_text(*ids: str) -> None:
    for text in ids:
        try:
            text.encode()
        except UnicodeEncodeError:
            hint = "remove the surrogates"
            raise invalid("id.text", f"{text[:60]!r} is not Unicode text", hint=hint) from None
