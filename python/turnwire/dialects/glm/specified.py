"""A chat in the specified form, the only form that GLM's Protobuf messages hold.

Members that the form has no place for go where it allows further ones: "Additional keys are allowed." (PyALM,
format_specifications.md, of the metadata of the chat and of a message).  What has no place there either is reported
as dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct, structs

from turnwire.codec.wire import ENCODER, FORM, MARKS
from turnwire.dialects.glm.chat import CHAT
from turnwire.dialects.glm.spelling import line_of
from turnwire.dialects.glm.wire import NAME
from turnwire.documents.residue import form_of, overlay_of, pointer_part, report_foreign, residue
from turnwire.losses import Losses
from turnwire.lowering.draft import lowered
from turnwire.lowering.features import draft_history
from turnwire.model import History, Message, MessageMetadata, Meta, ToolDefinition

if TYPE_CHECKING:
    from turnwire.documents.residue import ProviderRaw
    from turnwire.model import Loss

_OBJECT = msgspec.json.Decoder(dict[str, Raw])

# Named parameters, lists of arguments, and results that are null, do not depend on the keys.
_NO_WORDS = frozenset({"parameters", "return", "arguments"})

_FREE: dict[type[Struct], frozenset[str]] = {
    ToolDefinition: frozenset({"args", "kwargs"}),
    Meta: frozenset({"chat_started"}),
}
"""Members that are any JSON in the specified form, and residue where the model has another type for them."""

_TAKEN = frozenset({"token_count", "completion_time", "chat_started", "used_model"})
"""Keys of metadata that mean something of their own."""


def specified(body: bytes) -> tuple[bytes, tuple[Loss, ...]]:
    """Return the JSON of a chat in the specified form, and what is lost or moved.  Raises InvalidDocument."""
    told = Losses("glm, specified")
    history: History = _moved(CHAT.read(CHAT.form.decode(body), None), told, "")
    losses = Losses(NAME)
    wire = CHAT.write(lowered(draft_history(history), CHAT.lower, losses), losses)
    return ENCODER.encode(wire), (*told.found, *losses.found)


def _moved(node: Any, told: Losses, path: str) -> Any:
    """Return a node without the members of its file's form; they move to metadata, or are lost."""
    if isinstance(node, list):
        return [_moved(item, told, f"{path}/{n}") for n, item in enumerate(node)]
    if not isinstance(node, Struct):
        return node
    fields: dict[str, Any] = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if name == "provider_raw":
            fields[name] = _kept(node, value)
        elif isinstance(value, list | Struct):
            fields[name] = _moved(value, told, f"{path}/{name}")
    further = _further(node, told, path)
    new = structs.replace(node, **fields)
    return _with_metadata(new, further) if further else new


def _kept(node: Struct, raw: ProviderRaw | None) -> ProviderRaw | None:
    """Return the residue that is written in the specified form too."""
    how = {key: word for key, word in form_of(raw, NAME).items() if key in _NO_WORDS}
    free = _FREE.get(type(node), frozenset())
    if not how and not free:
        return None
    members = overlay_of(raw, NAME)
    # Read to the letter: a number of many digits is another one as a double.
    exact = _OBJECT.decode(members[FORM]) if how else {}
    kept = {key: value for key, value in members.items() if key in free}
    return residue(NAME, kept, form={key: exact[key] for key in how})


def _further(node: Struct, told: Losses, path: str) -> dict[str, Raw]:
    """Return the members that become further keys of metadata; everything else in residue is reported."""
    # The line of Python of a call has nothing that the call does not have.
    raw: ProviderRaw | None = line_of(getattr(node, "provider_raw", None))[1]
    if not raw:
        return {}
    members = overlay_of(raw, NAME)
    free = _FREE.get(type(node), frozenset())
    left = {key: value for key, value in members.items() if key not in free or key in MARKS}
    found: dict[str, Raw] = {}
    if isinstance(node, History):
        found = _taken(left, node.meta)
    elif isinstance(node, Message) and node.role in ("user", "assistant", "system") and "said" in left:
        said = _OBJECT.decode(left.pop("said"))
        found = _taken(said, node.metadata)
        left |= {"said": Raw(ENCODER.encode(said))} if said else {}
    for key, value in found.items():
        told.reshaped(f"{path}/provider_raw/{NAME}/{pointer_part(key)}", "provider_raw", value)
    report_foreign({**raw, NAME: Raw(ENCODER.encode(left))}, told, path)
    return found


def _taken(members: dict[str, Raw], metadata: Meta | MessageMetadata | None) -> dict[str, Raw]:
    """Take the members out that metadata has no key for yet."""
    there = {*_TAKEN, *MARKS, *((metadata.extra if metadata is not None else None) or {})}
    return {key: members.pop(key) for key in list(members) if key not in there}


def _with_metadata(node: Any, further: dict[str, Raw]) -> Any:
    name, new = ("meta", Meta()) if isinstance(node, History) else ("metadata", MessageMetadata())
    found = getattr(node, name) or new
    return structs.replace(node, **{name: structs.replace(found, extra={**(found.extra or {}), **further})})
