"""Mark settings that a document's own server refuses, so that they are written back as they were read.

Some passes correct what a server would refuse.  They are meant for documents of other dialects, for another model, and
for documents that a program built.  After reading, each field that such a pass would change is recorded in `$form` of
its node as `{"refused_by": {model: [field]}}`.  The pass then leaves the field alone while the document asks for that
model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from turnwire.documents.residue import form_of, marked
from turnwire.losses import Losses
from turnwire.lowering.draft import Draft, model_of
from turnwire.lowering.features import features_of_settings

if TYPE_CHECKING:
    from turnwire.documents.residue import ProviderRaw
    from turnwire.lowering.draft import Lowering
    from turnwire.model import History, Loss

_MARK: Final = "refused_by"


def was_read_so(draft: Draft, provider_raw: ProviderRaw | None, dialect: str, field: str) -> bool:
    """Whether this dialect read the field in a request for the same model, although the server refuses it."""
    if provider_raw is None:
        return False
    return field in _fields(provider_raw, dialect, model_of(draft) or "")


def was_read_so_anywhere(provider_raw: ProviderRaw | None, field: str) -> bool:
    """Return whether a dialect read this field, for any model, although its server refuses it."""
    return any(
        field in _fields(provider_raw, dialect, model)
        for dialect in provider_raw or ()
        for model in _marks(provider_raw, dialect)
    )


def _marks(provider_raw: ProviderRaw | None, dialect: str) -> dict[str, Any]:
    marked = form_of(provider_raw, dialect).get(_MARK)
    return marked if isinstance(marked, dict) else {}


def _fields(provider_raw: ProviderRaw | None, dialect: str, model: str) -> list[str]:
    fields = _marks(provider_raw, dialect).get(model)
    return fields if isinstance(fields, list) else []


def mark_as_read(history: History, dialect: str, passes: Lowering) -> None:
    """Mark the settings that these passes would change in a history that this dialect has just read."""
    mark_refused(history, dialect, passes, features_of_settings(history.settings))


def mark_refused(history: History, dialect: str, passes: Lowering, features: int) -> bool:
    """Mark as `mark_as_read` does, by the features of the settings; return whether any setting was marked."""
    found = _refused(history, dialect, passes, features)
    for loss in found:
        _mark(history, loss.path, dialect)
    return bool(found)


def refused(history: History, dialect: str, passes: Lowering) -> list[Loss]:
    """Return the changes that these passes would make to the settings of a history, as losses."""
    return _refused(history, dialect, passes, features_of_settings(history.settings))


def _refused(history: History, dialect: str, passes: Lowering, features: int) -> list[Loss]:
    """Run each pass on the settings as they were read, because on writing no earlier pass changes a marked field."""
    settings = history.settings
    rules = passes.rules_for(features, None if settings is None else settings.model)
    if not rules or settings is None:
        return []
    draft, losses = Draft(history, settings=settings), Losses(dialect)
    for rule in rules:
        rule(draft, losses)
    return losses.found


def _mark(history: History, path: str, dialect: str) -> None:
    """Mark the field at a path.  If the path leads into free JSON, mark the field that holds the JSON."""
    owner: Any = history
    node: Any = history
    field = ""
    for part in path.split("/")[1:]:
        inner = node[int(part)] if isinstance(node, list) else getattr(node, part, None)
        if isinstance(node, Struct):
            owner, field = node, part
        if not isinstance(inner, Struct | list):
            break
        node = inner
    asked = history.settings.model if history.settings is not None else None
    owner.provider_raw = _with_mark(owner.provider_raw, dialect, asked or "", field)


def _with_mark(provider_raw: ProviderRaw | None, dialect: str, model: str, field: str) -> ProviderRaw:
    others = [each for each in _fields(provider_raw, dialect, model) if each != field]
    return marked(provider_raw, dialect, {_MARK: {model: [*others, field]}})
