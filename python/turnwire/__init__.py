"""turnwire: convert LLM conversations between the formats of providers and programs.

    convert        read a document and write it in another dialect
    detect         list the dialects and kinds that a document may be
    read           read a document as a History, a Completion or an ErrorReply
    write          write a document in a dialect, and report what the dialect could not hold
    plan           report what another dialect and model would lose or refuse
    validate       check a document, and report all that is wrong
    repair         mend a document as far as that changes nothing that it means
    translate      convert a stream of one dialect to a stream of another
    stream_reader  read a stream, piece by piece
    stream_writer  write a stream, event by event
    fold, unfold   combine events into a reply; split a reply into events
    canonical_hash, equal   hash a document; compare two documents

Reading loses nothing but repeated keys, which `limits=STRICT` refuses.  Everything that a target cannot hold is in the
returned list of losses.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

# The generated modules are in a folder of the same name (pkgutil.extend_path would find it, but
# takes as long to import as much of the command line).
__path__ += [
    folder
    for entry in dict.fromkeys(map(str, sys.path))  # programs put other things there, which nobody imports from
    if (folder := os.path.join(entry, __name__)) not in __path__  # noqa: PTH118 - pathlib takes long to import too
    and os.path.isdir(folder)  # noqa: PTH112 - the same
]

if TYPE_CHECKING:
    from turnwire.convert import convert, read, write
    from turnwire.detect import detect
    from turnwire.documents.hashing import canonical_hash, equal
    from turnwire.documents.ids import IdMap
    from turnwire.documents.options import Keeping
    from turnwire.documents.written import Written
    from turnwire.errors import InvalidDocument, LossyConversion, UnknownDialect
    from turnwire.gateway.continuity import Continuity
    from turnwire.gateway.plan import Plan, plan
    from turnwire.model import Completion, Diagnostic, ErrorReply, History, Loss, Message
    from turnwire.stream.reader import fold, stream_reader
    from turnwire.stream.translation import translate
    from turnwire.stream.unfold import unfold
    from turnwire.stream.writer import stream_writer
    from turnwire.validation import Report, validate
    from turnwire.validation.repair import repair

__version__ = "0.1.0"

__all__ = [
    "Completion",
    "Continuity",
    "Diagnostic",
    "ErrorReply",
    "History",
    "IdMap",
    "InvalidDocument",
    "Keeping",
    "Loss",
    "LossyConversion",
    "Message",
    "Plan",
    "Report",
    "UnknownDialect",
    "Written",
    "canonical_hash",
    "convert",
    "detect",
    "equal",
    "fold",
    "plan",
    "read",
    "repair",
    "stream_reader",
    "stream_writer",
    "translate",
    "unfold",
    "validate",
    "write",
]

# Each name is imported when it is first used (PEP 562): the command line imports this file for the version alone,
# and must not take much longer than Python itself to start.
_HOMES = {
    "turnwire.gateway.continuity": ("Continuity",),
    "turnwire.convert": ("Written", "convert", "read", "write"),
    "turnwire.detect": ("detect",),
    "turnwire.errors": ("InvalidDocument", "LossyConversion", "UnknownDialect"),
    "turnwire.documents.hashing": ("canonical_hash", "equal"),
    "turnwire.documents.ids": ("IdMap",),
    "turnwire.model": ("Completion", "Diagnostic", "ErrorReply", "History", "Loss", "Message"),
    "turnwire.documents.options": ("Keeping",),
    "turnwire.gateway.plan": ("Plan", "plan"),
    "turnwire.stream.unfold": ("unfold",),
    "turnwire.stream.writer": ("stream_writer",),
    "turnwire.stream.reader": ("fold", "stream_reader"),
    "turnwire.stream.translation": ("translate",),
    "turnwire.validation": ("Report", "validate"),
    "turnwire.validation.repair": ("repair",),
}


class _Package(ModuleType):
    """Keep the functions `convert` and `detect`: importing the module of the same name must not replace them."""

    def __setattr__(self, name: str, value: object) -> None:
        # "When a submodule is loaded ... a binding is placed in the parent module's namespace to the submodule
        # object." (Python language reference, 5.4.2)
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


class _Moved:
    """Import modules by the names that they had before the layout of 2026-11."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> object:  # noqa: ARG004 - Python's protocol
        if not name.startswith(__name__ + "."):
            return None
        return import_module("turnwire.documents.moved").spec_of(name)


sys.meta_path.append(_Moved)  # type: ignore[arg-type]  # the protocol asks for a class of importlib.abc, slow to import


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            value: object = getattr(import_module(home), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
