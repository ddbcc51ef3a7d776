"""Marks for what a document says against the rules of its own dialect's server, so that it is written as it was read.

A reader takes what a server would refuse; passes that mend it are for documents of other dialects, for another model,
and for what a program has built.  What these passes would change right after reading is marked in `$form` at its node
as `{"refused_by": {model: [field]}}`, and they leave it alone as long as the document asks for that model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw, Struct

from turnwire.draft import Draft, model_of
from turnwire.losses import Losses
from turnwire.residue import form_of, overlay_of
from turnwire.wire import ENCODER, FORM

if TYPE_CHECKING:
    from turnwire.draft import Pass
    from turnwire.model import History, Loss
    from turnwire.residue import ProviderRaw

_MARK: Final = "refused_by"


def was_read_so(draft: Draft, provider_raw: ProviderRaw | None, dialect: str, field: str) -> bool:
    """Whether the dialect itself said this field to the same model, against the rules of its server."""
    if provider_raw is None:
        return False
    return field in _fields(provider_raw, dialect, model_of(draft) or "")


def was_read_so_anywhere(provider_raw: ProviderRaw | None, field: str) -> bool:
    """Whether a dialect said this field to any model, against the rules of its server."""
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


def mark_as_read(history: History, dialect: str, passes: tuple[Pass, ...]) -> None:
    """Mark what one of these passes about settings would change in a history that this dialect has just read.

    Each pass looks at the settings as they were read: when they are written, no pass will have changed anything.
    """
    for loss in refused(history, dialect, passes):
        _mark(history, loss.path, dialect)


def refused(history: History, dialect: str, passes: tuple[Pass, ...]) -> list[Loss]:
    """What each of these passes about settings would change in a history, as losses."""
    if history.settings is None:
        return []
    draft, losses = Draft(history, settings=history.settings), Losses(dialect)
    for each in passes:
        each.rule(draft, losses)
    return losses.found


def _mark(history: History, path: str, dialect: str) -> None:
    """Mark the field that a path leads to, or the one in whose free JSON it ends."""
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
    marked = [each for each in _fields(provider_raw, dialect, model) if each != field]
    form = form_of(provider_raw, dialect) | {_MARK: {model: [*marked, field]}}
    overlay = {**overlay_of(provider_raw, dialect), FORM: Raw(ENCODER.encode(form))}
    return {**(provider_raw or {}), dialect: Raw(ENCODER.encode(overlay))}
