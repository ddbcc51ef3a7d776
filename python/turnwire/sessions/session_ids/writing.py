"""Replace the ids of the session by those of a provider, and note the ids that the writer changed."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import msgspec

from turnwire.convert import write
from turnwire.documents.ids import IdMap
from turnwire.documents.ids.written import id_of, turns_of, with_blocks, with_id, with_parents
from turnwire.lowering.rewrite_blocks import not_as_read
from turnwire.model import ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.documents.ids.written import AnyDocument
    from turnwire.documents.options import Keeping
    from turnwire.documents.written import Written
    from turnwire.model import ContentBlock, Loss
    from turnwire.sessions.session_ids.table import Table

_PARENT = "parent_tool_use_id"
_IDS = ("tool_use.id", "tool_result.tool_use_id")
_FIELDS = {"tool_use": "id", "tool_result": "tool_use_id"}


def written(
    document: AnyDocument, dialect: str, provider: str, table: Table, model: str | None, keeping: Keeping
) -> Written:
    """Write a document with the provider's ids, which are noted.  Raises the exceptions of `turnwire.write`."""
    ids = _own_ids(document)
    spelled = {use_id: use_id for use_id in ids}
    for attempt in itertools.count(2):
        given = _given(ids, spelled, provider, table)
        generated = {use_id for use_id in ids if table.sent(provider, use_id) is None}
        made = write(_with_ids(document, given, generated, dialect), dialect, model=model, keeping=keeping)
        # Ids by position differ in every document, and are not sent.
        sent = {} if made.ids.counted_in else {old: made.ids.written.get(new, new) for old, new in given.items()}
        astray = {old for old, new in sent.items() if not _is_free(old, new, provider, table)}
        if not astray & generated:
            break
        spelled |= {old: f"{old}_{attempt}" for old in astray & generated}
    noted = {old: new for old, new in sent.items() if old not in astray}
    for old, new in noted.items():
        table.add(provider, new, old)
    told = _Told(given, frozenset(given[old] for old in noted))
    losses = (told.as_given(loss) for loss in made.losses if not told.is_noted(loss))
    return msgspec.structs.replace(made, losses=tuple(losses), ids=_joined(given, made.ids))


def _own_ids(document: AnyDocument) -> dict[str, None]:
    """Return the ids that belong to the session, in order, without those of provider-run tools."""
    found: dict[str, None] = {}
    others = {""}
    for turn in turns_of(document):
        for block in turn.content:
            if type(block) is not ToolUseBlock and type(block) is not ToolResultBlock:
                continue
            use_id = block.id if type(block) is ToolUseBlock else block.tool_use_id  # type: ignore[union-attr]
            if block.run_by == "provider":
                others.add(use_id)
            found[use_id] = None
    return {use_id: None for use_id in found if use_id not in others}


def _given(ids: dict[str, None], spelled: dict[str, str], provider: str, table: Table) -> dict[str, str]:
    """Return the provider's id for each id."""
    # "When serializing canonical -> wire, the adapter looks up or generates a provider-side id." (canonical message
    # format, 6.2)
    given: dict[str, str] = {}
    for use_id in ids:
        known = table.sent(provider, use_id)
        given[use_id] = _free(spelled[use_id], use_id, ids, provider, table) if known is None else known
    return given


def _free(wanted: str, use_id: str, ids: dict[str, None], provider: str, table: Table) -> str:
    """Return the session's own id, unless the provider has given this id to another call."""
    found, attempt = wanted, 2
    while table.calls(provider, found) or (found != use_id and found in ids):
        found, attempt = f"{wanted}_{attempt}", attempt + 1
    return found


def _is_free(use_id: str, new: str, provider: str, table: Table) -> bool:
    """Return whether no other call has the id that a writer made."""
    calls = table.calls(provider, new)
    return not calls or calls[0] == use_id


def _with_ids(document: Any, given: dict[str, str], generated: set[str], dialect: str) -> Any:
    def of(block: ContentBlock) -> ContentBlock:
        use_id = id_of(block)
        if use_id is None:
            return block
        # A note that the dialect wrote this id against its own rules is about an id which is not sent any more.
        return with_id(_unmarked(block, dialect) if use_id in generated else block, given.get(use_id, use_id))

    return with_parents(with_blocks(document, of), given)


def _unmarked(block: Any, dialect: str) -> ContentBlock:
    kept = not_as_read(block.provider_raw, dialect, "id" if type(block) is ToolUseBlock else "tool_use_id")
    found: ContentBlock = block if kept is block.provider_raw else msgspec.structs.replace(block, provider_raw=kept)
    return found


def _joined(given: dict[str, str], ids: IdMap) -> IdMap:
    """Combine the changes of a writer with the earlier ones into one map."""
    back = {new: old for old, new in given.items()}
    canonical = {new: back.get(old, old) for new, old in ids.canonical.items()}
    written_as = {back.get(old, old): new for old, new in ids.written.items()}
    for old, new in given.items():
        if new not in ids.written:
            canonical.setdefault(new, old)
            written_as.setdefault(old, new)
    return IdMap(
        {new: old for new, old in canonical.items() if new != old},
        {old: new for old, new in written_as.items() if new != old},
        ids.counted_in,
        [back.get(old, old) for old in ids.results],
    )


class _Told:
    """Translates losses to the caller's ids, since the caller does not see the provider's."""

    def __init__(self, given: dict[str, str], noted: frozenset[str]) -> None:
        self.back = {new: old for old, new in given.items()}
        self.noted = noted

    def is_noted(self, loss: Loss) -> bool:
        """Return whether a loss is the change of an id that reading with the table reverts."""
        value: Any = loss.value
        return loss.kind == "degraded" and loss.feature in _IDS and value in self.noted

    def as_given(self, loss: Loss) -> Loss:
        """Return the loss with the ids of the document that the caller passed."""
        value: Any = loss.value
        if loss.feature.endswith(_PARENT):
            value = self.back.get(value, value)
        elif loss.feature not in _IDS:
            value = self._of_caller(value)
        elif loss.kind == "degraded":
            value = self.back.get(value, value)
        return loss if value == loss.value else msgspec.structs.replace(loss, value=value)

    def _of_caller(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._of_caller(each) for each in value]
        if not isinstance(value, dict):
            return value
        field = _PARENT if _PARENT in value else _FIELDS.get(str(value.get("type")))
        if field is None:
            return {**value, "content": self._of_caller(value["content"])} if "content" in value else value
        told = str(value.get(field))
        return value if value.get("run_by") == "provider" else {**value, field: self.back.get(told, told)}
