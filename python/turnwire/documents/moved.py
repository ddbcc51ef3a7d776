"""Old names of modules, from before the layout of 2026-11; importing one warns (docs/migrating.md)."""

from __future__ import annotations

import warnings
from functools import partial
from importlib import import_module
from importlib.machinery import ModuleSpec
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types import ModuleType

# old -> new, below `turnwire.`; modules inside a package have moved with it
PACKAGES: Final = {
    "adapters": "systems.canonical.adapters",
    "anthropic": "families.anthropic",
    "bare_body": "documents.non_object_errors",
    "capabilities": "catalogue.capabilities",
    "chat": "families.chat",
    "client": "service.client",
    "continuity": "gateway.continuity",
    "counts": "documents.token_usage",
    "dialect": "dialects.dialect",
    "draft": "lowering.draft",
    "durable": "sessions.fsync",
    "envelope": "documents.envelope",
    "error_classes": "documents.error_classes",
    "filedrawers": "systems.geppetto.filedrawers",
    "gemini": "families.gemini",
    "gpt2099_providers": "systems.gpt2099.providers",
    "hashing": "documents.hashing",
    "ids": "documents.ids",
    "inputs": "documents.inputs",
    "json_text": "documents.json_text",
    "later": "dialects.lazy_import",
    "members": "codec.members",
    "migrations": "documents.migrations",
    "moving": "documents.moving",
    "objects": "documents.sdk_objects",
    "options": "documents.options",
    "plan": "gateway.plan",
    "pricing": "catalogue.pricing",
    "recognition": "dialects.recognition",
    "records": "documents.records",
    "refusal": "dialects.write_errors",
    "residue": "documents.residue",
    "retry_after": "documents.retry_after",
    "roles": "documents.roles",
    "schemas": "documents.schemas",
    "session_ids": "sessions.session_ids",
    "several": "dialects.several",
    "store": "sessions.store",
    "stream_writing": "stream.writer",
    "streams": "stream.reader",
    "templates": "cli.binding_templates",
    "threads": "systems.gpt2099.threads",
    "tool_schemas": "validation.tool_schemas",
    "translation": "stream.translation",
    "unknown": "codec.unknown",
    "wire": "codec.wire",
    "wrapping": "dialects.wrapping",
    "written": "documents.written",
}
# Modules that were also renamed; the first part is that of the new layout.
RENAMED: Final = {
    "families.anthropic.accepted": "families.anthropic.constraints",
    "families.anthropic.elsewhere": "families.anthropic.remote_media",
    "families.anthropic.inside": "families.anthropic.legal_media",
    "families.anthropic.words": "families.anthropic.enums",
    "families.chat.sound": "families.chat.audio_output",
    "families.chat.words": "families.chat.enums",
    "families.gemini.accepted": "families.gemini.constraints",
    "lowering.alone": "lowering.split_tool_results",
    "lowering.answers": "lowering.split_tool_results",
    "lowering.counted": "lowering.optional_call_ids",
    "lowering.positions": "lowering.positional_call_ids",
    "lowering.rewriting": "lowering.rewrite_blocks",
    "lowering.said": "lowering.text_only",
    "stream.beginnings": "stream.block_start",
    "stream.given": "stream.sdk_chunks",
    "stream.leftovers": "stream.unexpected_members",
    "stream.otherwise": "stream.contradictions",
    "stream.places": "stream.error_positions",
    "stream.shown": "stream.emitted",
    "stream.turns": "stream.pending_tool_calls",
}
_ROOT: Final = "turnwire."


def new_name(name: str) -> str | None:
    """Return today's name of a module by its old name; None if it has not moved.

    Example:
        `new_name("turnwire.pricing.table")` is `"turnwire.catalogue.pricing.table"`.
    """
    first, dot, rest = name.removeprefix(_ROOT).partition(".")
    moved = PACKAGES.get(first, first) + dot + rest
    moved = RENAMED.get(moved, moved)
    return None if _ROOT + moved == name else _ROOT + moved


class _Loader:
    """Make a module that has the names of another module."""

    def __init__(self, name: str) -> None:
        self._name = name

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:  # noqa: ARG002 - Python's protocol
        return None

    def exec_module(self, module: ModuleType) -> None:
        found = import_module(self._name)
        module.__doc__ = found.__doc__
        # A path without entries makes Python ask for the modules below by their old names, too: a module that it found
        # itself would be a second copy, with other classes.
        module.__dict__.update(__path__=[], __getattr__=partial(getattr, found), __dir__=partial(dir, found))


def spec_of(name: str) -> ModuleSpec | None:
    """Return the import spec of a moved module by its old name, with a DeprecationWarning; None for other names."""
    moved = new_name(name)
    if moved is None:
        return None
    warnings.warn(f"{name} is {moved} now", DeprecationWarning, stacklevel=3)
    return ModuleSpec(name, _Loader(moved))  # type: ignore[arg-type]  # the protocol asks for a class of importlib.abc
