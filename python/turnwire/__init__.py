"""turnwire: LLM conversations between formats, providers, languages and years.

    convert        read a document and write it in another dialect
    detect         the dialects and kinds that a document may be
    read           a History, a Completion or an ErrorReply of a document
    write          a document in a dialect, with what the dialect could not hold
    plan           what a switch to another dialect and model would cost
    validate       what is wrong with a document of turnwire's own
    translate      a stream of one dialect as a stream of another
    stream_reader  the events of a stream, piece by piece
    stream_writer  a stream of a dialect, event by event
    fold, unfold   the reply that events make; the events of a reply
    canonical_hash, equal   whether two documents say the same

Reading loses nothing but repeated keys, which `limits=STRICT` refuses; whatever a target cannot hold is in the
returned list of losses.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

# The generated modules stand in a folder of their own, of the same name (as pkgutil.extend_path would find it, which
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
    "stream_reader",
    "stream_writer",
    "translate",
    "unfold",
    "validate",
    "write",
]

# Each name is imported when it is first asked for (PEP 562): the command line imports this file to say its version,
# and may take no longer for it than a few starts of bare Python.
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
}


class _Package(ModuleType):
    """`convert` and `detect` are functions here and modules below: importing a module must not hide its function."""

    def __setattr__(self, name: str, value: object) -> None:
        # "When a submodule is loaded ... a binding is placed in the parent module's namespace to the submodule
        # object." (Python language reference, 5.4.2)
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


class _Moved:
    """Finds modules by the names that they had before the layout of 2026-11; the others it leaves to Python."""

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
