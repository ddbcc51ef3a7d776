"""Provider pointers: the aliases that `provider_ptr` names, each with a provider and a model.

gpt2099 keeps them in the newest frame of the topic `gpt.provider.ptrs`: "{alias: {provider, model}}".  They are
"required for actual API calls but optional in stored contexts" (gpt2099, schema reference).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct

from turnwire.errors import InvalidDocument, invalid
from turnwire.systems.gpt2099.threads.adding import NewTurn
from turnwire.systems.gpt2099.threads.frames import META, PTRS, Frame, Meta

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.model import Diagnostic
    from turnwire.systems.gpt2099.threads.resolve import Turns


class Pointer(Struct, frozen=True):
    """What an alias stands for.  The provider is one of gpt2099, such as `anthropic`, or the name of a dialect."""

    provider: str
    model: str


_POINTER = msgspec.json.Decoder(Pointer)


def pointers(turns: Turns, *, findings: list[Diagnostic] | None = None) -> dict[str, Pointer]:
    """Return the aliases of a store.

    Args:
        turns: the store.
        findings: collects the aliases that have no provider and model, which are left out.

    Raises:
        InvalidDocument: an alias has no provider and model, and there are no `findings` (`thread.pointers`).

    Example:
        `pointers(store)["milli"].model`
    """
    found = {}
    for alias, raw in _aliases(turns).items():
        try:
            found[alias] = _pointer(alias, raw)
        except InvalidDocument as refusal:
            if findings is None:
                raise
            findings += refusal.diagnostics
    return found


def alias_names(turns: Turns) -> list[str]:
    """Return the names of the aliases of a store, sorted."""
    return sorted(_aliases(turns))


def _aliases(turns: Turns) -> dict[str, Raw]:
    newest = turns.last(PTRS)
    frame = turns.frame(newest) if newest else None
    return dict(frame.about.extra) if frame else {}


def _pointer(alias: str, raw: Raw) -> Pointer:
    try:
        return _POINTER.decode(raw)
    except msgspec.DecodeError:
        hint = 'an alias stands for {"provider": ..., "model": ...}: set it anew'
        raise invalid("thread.pointers", f"the alias {alias[:60]!r} has no provider and model", hint=hint) from None


def pointer_frame(turns: Turns, more: Mapping[str, Pointer], frame_id: str) -> NewTurn:
    """Make the frame that holds the aliases of a store and some more, which replace those of the same name.

    Raises InvalidDocument (`thread.pointers`).
    """
    for alias in more:
        if not alias or alias in META:
            hint = "take another name, such as nano, milli, kilo or giga"
            raise invalid("thread.pointers", f"{alias!r} cannot be an alias", hint=hint)
    aliases = _aliases(turns)
    aliases |= {alias: Raw(msgspec.json.encode(pointer)) for alias, pointer in more.items()}
    return NewTurn(Frame(id=frame_id, topic=PTRS, meta=Meta(extra=aliases)), b"")


def required(options: Mapping[str, Any] | None) -> str:
    """Return the alias that the options of a window name.  Raises InvalidDocument (`thread.provider-ptr`)."""
    alias = (options or {}).get("provider_ptr")
    if not isinstance(alias, str) or not alias:
        hint = "add a turn with --provider-ptr ALIAS, or say --to DIALECT"
        message = "provider_ptr is required: no turn of the thread names a provider"
        raise invalid("thread.provider-ptr", message, pointer="/options/provider_ptr", hint=hint)
    return alias


def pointer_of(turns: Turns, alias: str) -> Pointer:
    """Return what an alias stands for.  Raises InvalidDocument (`thread.provider-ptr`, `thread.pointers`)."""
    known = _aliases(turns)
    if alias not in known:
        told = f"the store has {', '.join(sorted(known))}" if known else "the store has none"
        hint = f"{told}; set it: turnwire thread pointer {alias[:60]} PROVIDER:MODEL"
        raise invalid("thread.provider-ptr", f"no alias of a provider is called {alias[:60]!r}", hint=hint)
    return _pointer(alias, known[alias])
